"""The state of a game: facts in maps that are copied shallowly, so that a branch costs a few dictionary copies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from rules_engine.model.abilities import ActivatedAbility, Effect, TriggeredAbility
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.effects import Floating
from rules_engine.model.evolving import replace
from rules_engine.model.objects import CastRecord, Chosen, EventFacts, GameObject, Player, Slots
from rules_engine.model.zones import Step, Zone

ZoneKey = tuple[Zone, int | None]


@dataclass(frozen=True, slots=True)
class Attack:
    """A creature attacking a player or planeswalker (CR 508.1b); blockers in the order they were declared."""

    attacker: int
    defender: Chosen
    blocked: bool = False
    blockers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class PendingTrigger:
    """A triggered ability that waits to be put on the stack (CR 603.2); its controller is fixed already (603.3a).

    transformed: of a delayed one, whether its source has transformed since it was created (CR 701.27f).
    """

    controller: int
    ability: TriggeredAbility
    effect: Effect
    source: int
    source_name: str
    facts: EventFacts
    linked: int | None = None
    slots: Slots = ()
    x: int | None = None
    delayed: bool = False
    transformed: bool = False


@dataclass(frozen=True, slots=True)
class Turn:
    """Where the game is: whose turn (number counts from 1), which step, who has priority, who passed in succession.

    attacked: whether a creature was declared as an attacker in this combat, even if it has left since (CR 508.8).
    former: the attacks of creatures that were removed from this combat (CR 508.5).
    """

    number: int = 1
    active: int = 0
    step: Step = Step.PRECOMBAT_MAIN
    priority: int | None = None
    passes: int = 0
    upcoming: tuple[Step, ...] = ()
    attacks: tuple[Attack, ...] = ()
    former: tuple[Attack, ...] = ()
    attacked: bool = False
    dealt_first_strike: frozenset[int] = frozenset()
    main_phases: int = 0
    extra_turns: tuple[int, ...] = ()
    after_phase: tuple[Step, ...] = ()
    damage_steps: int = 0


@dataclass(frozen=True, slots=True)
class LastKnown:
    """An object as it last existed in the zone it left (CR 608.2h, 113.7a): projected, with its controller.

    copiable: what a copy of it has, without effects and counters (CR 707.2).
    """

    object: GameObject
    controller: int | None
    copiable: Characteristics


@dataclass(slots=True)
class State:
    """One game state. Only `process` changes it, and only a copy that it made for the step it works on."""

    objects: dict[int, GameObject] = field(default_factory=dict)
    zones: dict[ZoneKey, tuple[int, ...]] = field(default_factory=dict)
    players: tuple[Player, ...] = ()
    turn: Turn = Turn()
    effects: tuple[Floating, ...] = ()
    waiting: tuple[PendingTrigger, ...] = ()
    last_known: dict[int, LastKnown] = field(default_factory=dict)
    became: dict[int, int] = field(default_factory=dict)
    casts: tuple[CastRecord, ...] = ()
    once_used: frozenset[tuple[int, ActivatedAbility | TriggeredAbility]] = frozenset()
    next_id: int = 1
    clock: int = 1
    batch: int = 0
    # What cards of this game ask about the turn so far, and which of that happened, to whom, and with which object.
    asked: frozenset[str] = frozenset()
    happened: frozenset[tuple[str, int | None, int | None]] = frozenset()
    # The same of the turn before; None in the turn with which the position begins: nobody knows what came before it.
    last_turn: frozenset[str] | None = None
    # CR 730.1, and how many spells the previous turn's active player cast, from one turn's beginning to its untap step.
    daytime: Literal["", "day", "night"] = ""
    cast_last_turn: int = 0
    over: bool = False
    undecided: str = ""
    cards: dict[int, Characteristics] = field(default_factory=dict)
    without: frozenset[str] = frozenset()
    # What keys of states have numbered so far; one table for a whole game and all its branches.
    numbered: dict[Any, int] = field(default_factory=dict)
    numbered_by_id: dict[int, tuple[Any, int]] = field(default_factory=dict)
    projected: Any = None

    def copy(self) -> State:
        """A state that may be changed without touching this one."""
        other = replace(self)
        other.objects = dict(self.objects)
        other.zones = dict(self.zones)
        other.last_known = dict(self.last_known)
        other.became = dict(self.became)
        return other

    def holds(self, rule: str) -> bool:
        """Whether the rule with this number is in force; a mutant is a game in which one is switched off."""
        return rule not in self.without

    def zone(self, zone: Zone, player: int | None = None) -> tuple[int, ...]:
        """Ids in a zone in its order: library top first, stack top last; one player's for hand, library, graveyard."""
        return self.zones.get((zone, player if zone.is_owned else None), ())

    def in_zone(self, zone: Zone) -> list[GameObject]:
        """Every object in a zone, over all players."""
        objects = self.objects
        return [objects[ident] for key, ids in self.zones.items() if key[0] is zone for ident in ids]

    @property
    def battlefield(self) -> list[GameObject]:
        """Every permanent, in the order of arrival."""
        objects = self.objects
        return [objects[ident] for ident in self.zone(Zone.BATTLEFIELD)]

    @property
    def stack(self) -> tuple[int, ...]:
        """The stack, its top last."""
        return self.zone(Zone.STACK)

    def player(self, number: int) -> Player:
        """The player with that number."""
        return self.players[number]

    def in_turn_order(self, first: int | None = None) -> tuple[int, ...]:
        """Players still in the game in turn order, from the active player or from `first` (CR 101.4)."""
        count = len(self.players)
        start = self.turn.active if first is None else first
        order = ((start + offset) % count for offset in range(count))
        return tuple(number for number in order if not self.players[number].lost)

    def opponents(self, player: int) -> tuple[int, ...]:
        """The player's opponents still in the game, in turn order (CR 102.3)."""
        return tuple(number for number in self.in_turn_order() if number != player)

    def current(self, ident: int) -> GameObject | None:
        """The object with this id if it still exists."""
        return self.objects.get(ident)

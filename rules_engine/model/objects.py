"""Objects of a running game (CR 109) and what is remembered about them.

A physical card, its owner and the object id are three things: an object gets a new id whenever it changes zones
(CR 400.7), the card number stays with the card, and copies have none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules_engine.model.abilities import ActivatedAbility, Effect, TriggeredAbility
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.mana import ManaCost
from rules_engine.model.zones import Zone

# Counters that give their permanent a keyword of the same name (CR 122.1b).
KEYWORD_COUNTERS = frozenset(
    {
        "flying",
        "deathtouch",
        "decayed",
        "exalted",
        "haste",
        "hexproof",
        "indestructible",
        "lifelink",
        "menace",
        "reach",
        "shadow",
        "trample",
        "vigilance",
    }
)

ObjectKind = Literal["card", "token", "copy of a card", "copy of a spell", "ability"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """One chosen target or recipient: an object by id, or a player by number; exactly one of the two is set."""

    object: int | None = None
    player: int | None = None


@dataclass(frozen=True, slots=True)
class SpellRecord:
    """Choices made for a spell as it was cast (CR 601.2b–d), kept by the permanent it becomes (CR 400.7d).

    method: how it was cast: "normal", "free", "flashback", "overload", "foretold", "plotted", … ; "" when not cast.
    cast_from: the zone it was cast from; None for a copy that was put on the stack. targets: for each TargetSpec of
    the chosen modes in order, what was chosen. division: amounts for each target of a divided effect, in order.
    """

    x: int | None = None
    targets: tuple[tuple[Chosen, ...], ...] = ()
    modes: tuple[int, ...] = ()
    kicked: int = 0
    kicked_with: tuple[ManaCost, ...] = ()
    buyback: bool = False
    method: str = ""
    cast_from: Zone | None = None
    division: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    mana_spent: int = 0
    foretold: bool = False
    squad: int = 0
    adventure: bool = False


@dataclass(frozen=True, slots=True)
class EventFacts:
    """What a trigger remembers of the event that made it trigger: ids, players, the amount.

    object: by its id afterwards; was: its id before, where the event moved it (CR 400.7e, 603.10a).
    """

    object: int | None = None
    source: int | None = None
    recipient: Chosen | None = None
    player: int | None = None
    amount: int = 0
    was: int | None = None

    @property
    def moved(self) -> dict[int, int]:
        """From its id before the event to the one afterwards; empty where the event moved nothing."""
        return {} if self.was is None or self.object is None else {self.was: self.object}


Slots = tuple[tuple[str, tuple[Chosen, ...]], ...]


@dataclass(frozen=True, slots=True)
class AbilityRecord:
    """An activated or triggered ability on the stack: it exists apart from its source (CR 113.7a).

    linked: the card whose static ability granted it (cipher, CR 607). slots: objects a delayed trigger refers to.
    transformed: whether its source has transformed since it was put there, or since it was created (CR 701.27f).
    """

    ability: ActivatedAbility | TriggeredAbility
    effect: Effect
    source: int
    facts: EventFacts = EventFacts()
    linked: int | None = None
    targets: tuple[tuple[Chosen, ...], ...] = ()
    x: int | None = None
    modes: tuple[int, ...] = ()
    slots: Slots = ()
    division: tuple[int, ...] = ()
    paid: tuple[int, ...] = ()
    transformed: bool = False


@dataclass(frozen=True, slots=True)
class GameObject:
    """An object in a zone. `base` holds its copiable values before continuous effects; `controller` is the one it
    has by default (None outside stack and battlefield, CR 109.4)."""

    id: int
    kind: ObjectKind
    owner: int
    zone: Zone
    base: Characteristics
    timestamp: int
    card: int | None = None
    controller: int | None = None
    tapped: bool = False
    face_down: bool = False
    summoning_sick: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    # When keyword counters of a kind were put on it last, after it had entered (CR 613.7c).
    counter_stamps: tuple[tuple[str, int], ...] = ()
    damage: int = 0
    deathtouched: bool = False
    attached_to: Chosen | None = None
    encoded_on: int | None = None
    plotted_on_turn: int | None = None
    foretold_on_turn: int | None = None
    spell: SpellRecord | None = None
    ability: AbilityRecord | None = None
    named: str = ""
    loyalty_used_on_turn: int | None = None
    entered_on_turn: int | None = None
    last_controller: int | None = None
    marks: frozenset[str] = frozenset()
    exiled_with: int | None = None
    # Under whose control it phased out, and whether by itself or with what it is attached to (CR 702.26g).
    phased: tuple[int, bool] | None = None
    # What `process/keys` has worked out of this very object; one that is changed begins without it.
    part: int | None = field(default=None, init=False, compare=False, repr=False)

    @property
    def is_card(self) -> bool:
        """Whether a physical card represents it (CR 108.2); tokens and copies are no cards."""
        return self.kind == "card"

    @property
    def name(self) -> str:
        """Its printed or copied name, or the source's for an ability."""
        return self.base.name

    def counter(self, kind: str) -> int:
        """How many counters of that kind are on it (CR 122)."""
        return dict(self.counters).get(kind, 0)


@dataclass(frozen=True, slots=True)
class Player:
    """A player; life and mana in the pool, what they did this turn, and whether they are still in the game.

    library_unordered: nobody knows the order but of known_top cards on top and known_bottom at the bottom.
    """

    number: int
    name: str
    life: int = 20
    mana: tuple[str, ...] = ()
    poison: int = 0
    lands_played: int = 0
    drew_from_empty: bool = False
    lost: bool = False
    lost_by: str = ""
    won: bool = False
    library_unordered: bool = False
    drawn_this_turn: int = 0
    drawn_this_step: int = 0
    known_top: int = 0
    known_bottom: int = 0


@dataclass(frozen=True, slots=True)
class CastRecord:
    """One spell cast this turn: who, which object, its name and types as cast, from where (for storm, "second spell")."""

    player: int
    object: int
    name: str
    types: frozenset[str]
    origin: Zone | None
    mana_cost: ManaCost | None = None

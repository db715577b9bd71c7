"""What abilities trigger on (CR 603)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_engine.model.terms import Attached, Condition, Filter, This
from rules_engine.model.zones import Step, Zone


@dataclass(frozen=True, slots=True)
class DealsDamage:
    """A source deals damage (CR 603.2c: once for each event the text describes).

    to: what must be dealt it: "player", "opponent", "creature", "you", "any" or a filter. batched: "one or more".
    """

    source: Filter | This | Attached
    to: Literal["player", "opponent", "you", "creature", "any"] | Filter = "player"
    combat: bool | None = None
    batched: bool = False


@dataclass(frozen=True, slots=True)
class IsDealtDamage:
    """Something is dealt damage ("whenever this creature is dealt damage", "whenever you're dealt damage")."""

    what: Filter | This | Attached | Literal["you"]
    combat: bool | None = None


@dataclass(frozen=True, slots=True)
class ChangesZone:
    """An object moves between zones: enters (to battlefield), dies, leaves, is put into a graveyard from anywhere.

    what: This() for "this creature"; origin/to None: from or to anywhere. Cards: "a card is put into …".
    """

    what: Filter | This | Attached
    origin: Zone | None = None
    to: Zone | None = None
    batched: bool = False


@dataclass(frozen=True, slots=True)
class CastsSpell:
    """A player casts a spell that matches, perhaps from a zone; who: "you", "opponent", "player".

    only_this: the spell must target the object with this ability and nothing else. what=This(): "when you cast this spell".
    """

    who: Literal["you", "opponent", "player"]
    what: Filter | This = Filter(zone=Zone.STACK)
    origin: Zone | None = None
    only_this: bool = False


@dataclass(frozen=True, slots=True)
class BeginningOf:
    """At the beginning of a step (CR 603.2b); whose: "you", "opponent", "player", "next" (a delayed one, any player)."""

    step: Step
    whose: Literal["you", "opponent", "player", "next"] = "you"


@dataclass(frozen=True, slots=True)
class Attacks:
    """A creature attacks (CR 508.3a); along: only together with another creature of that description."""

    what: Filter | This | Attached
    alone: bool = False
    along: Filter | None = None


@dataclass(frozen=True, slots=True)
class Blocks:
    """A creature blocks, or becomes blocked when `becomes_blocked`; by: once for each such blocker (CR 509.3c–d)."""

    what: Filter | This | Attached
    becomes_blocked: bool = False
    by: Filter | None = None


@dataclass(frozen=True, slots=True)
class BecomesTarget:
    """An object becomes the target of a spell or ability (CR 603.2, 115)."""

    what: Filter | This
    by: Literal["spell or ability", "spell", "ability"] = "spell or ability"
    controlled_by: Literal["you", "opponent"] | None = None


@dataclass(frozen=True, slots=True)
class PlayerDoes:
    """A player draws, discards, gains life, loses life, sacrifices, plots …

    action: "draw", "discard", "gain life", "lose life", "sacrifice", "shuffle", "plot", "foretell", "play a land",
    "scry", "surveil", "attack", "cycle", "cycle this", "cycle or discard". at_least: attack with so many creatures.
    """

    who: Literal["you", "opponent", "player"]
    action: str
    what: Filter | None = None
    at_least: int = 1


@dataclass(frozen=True, slots=True)
class StatusChange:
    """An object becomes tapped, untapped, plotted, attached, monstrous, is turned face up, transforms, or gets counters of a kind."""

    what: Filter | This
    change: Literal[
        "tapped",
        "untapped",
        "plotted",
        "turned face up",
        "monstrous",
        "transforms",
        "counter",
        "last counter removed",
    ]
    kind: str | None = None


@dataclass(frozen=True, slots=True)
class StateTrigger:
    """Triggers when the game state matches the condition (CR 603.8)."""

    condition: Condition


@dataclass(frozen=True, slots=True)
class AttacksUnblocked:
    """A creature attacks and isn't blocked (CR 509.3g)."""

    what: Filter | This | Attached


@dataclass(frozen=True, slots=True)
class DaytimeChanges:
    """Day becomes night or night becomes day; to: only the one that begins (CR 730.1a)."""

    to: Literal["", "day", "night"] = ""


@dataclass(frozen=True, slots=True)
class EitherTrigger:
    """ "Whenever A or B": one ability that each of these events triggers (CR 603.2)."""

    options: tuple[Trigger, ...]


Trigger = (
    DealsDamage
    | IsDealtDamage
    | ChangesZone
    | CastsSpell
    | BeginningOf
    | Attacks
    | Blocks
    | BecomesTarget
    | PlayerDoes
    | StatusChange
    | StateTrigger
    | AttacksUnblocked
    | DaytimeChanges
    | EitherTrigger
)

"""What static abilities say: continuous effects, prohibitions, permissions, costs, replacements (CR 604, 614)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_engine.model.abilities.costs import Cost
from rules_engine.model.abilities.instructions import Instruction
from rules_engine.model.abilities.modifications import Modification
from rules_engine.model.abilities.triggers import Trigger
from rules_engine.model.terms import All, Amount, Attached, Condition, Filter, PlayerFilter, This, Timing
from rules_engine.model.zones import Zone


@dataclass(frozen=True, slots=True)
class StaticChange:
    """A static ability's continuous effect on objects (CR 611.3); what=This(), Attached() or All(filter)."""

    what: This | Attached | All
    modifications: tuple[Modification, ...]


@dataclass(frozen=True, slots=True)
class CostChange:
    """Spells that match cost more (amount > 0 generic) or less (CR 601.2f); whose: who casts them; what=This: this spell."""

    what: Filter | This
    amount: Amount
    less: bool = False
    whose: Literal["you", "opponent", "player"] = "player"
    kind: Literal["spell", "ability"] = "spell"


@dataclass(frozen=True, slots=True)
class CostMinimum:
    """A spell that would cost less than so much mana costs that much (CR 601.2f, after everything else)."""

    amount: int


@dataclass(frozen=True, slots=True)
class Prohibition:
    """Players can't do something (CR 101.2).

    action: "cast", "activate", "draw", "gain life", "play lands", "attack", "search", "cast more than", "draw more than",
    "cast at instant speed"; origin: the zones the spell would be cast from, or, when `elsewhere`, the only ones it may be
    cast from; "cast the named", "activate the named" (other than mana abilities), "activate all of the named": what has
    the name that was chosen for the object; amount: for "can't cast more than one spell each turn". abilities_of: nor activate abilities of these.
    """

    action: str
    who: Literal["you", "opponent", "player"] = "player"
    what: Filter | None = None
    origin: tuple[Zone, ...] = ()
    amount: int | None = None
    condition: Condition | None = None
    elsewhere: bool = False
    abilities_of: Filter | None = None


@dataclass(frozen=True, slots=True)
class AsThoughFlash:
    """Players may cast spells that match as though they had flash (CR 601.3b)."""

    who: Literal["you", "player"] = "player"
    what: Filter = Filter(zone=Zone.STACK)


@dataclass(frozen=True, slots=True)
class MayCastFrom:
    """A player may cast matching cards from a zone (CR 601.3)."""

    zone: Zone
    what: Filter
    who: Literal["you", "player"] = "you"


@dataclass(frozen=True, slots=True)
class CastOnly:
    """A restriction on casting this spell ("Cast this spell only during your upkeep", CR 601.3)."""

    timing: Timing


@dataclass(frozen=True, slots=True)
class CastThisFrom:
    """ "You may cast this card from your graveyard": a permission that works where the card is (CR 113.6, 601.3)."""

    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class AdditionalCost:
    """A mandatory additional cost of this spell; `options` when one of several must be paid (CR 118.8)."""

    options: tuple[Cost, ...]


@dataclass(frozen=True, slots=True)
class AlternativeCost:
    """ "You may pay/do … rather than pay this spell's mana cost" (CR 118.9), perhaps only if a condition holds."""

    cost: Cost
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class InsteadOfMove:
    """If an object that matches would move (from, to), it goes elsewhere instead (CR 614.1a).

    uncast: only an object that was not cast. shuffled: it is revealed and shuffled into its owner's library.
    """

    what: Filter | This
    origin: Zone | None
    to: Zone
    instead: Zone
    uncast: bool = False
    shuffled: bool = False


@dataclass(frozen=True, slots=True)
class NoEntering:
    """Cards that match can't enter the battlefield (CR 101.2, 614.17)."""

    what: tuple[Filter, ...]


@dataclass(frozen=True, slots=True)
class NoTrigger:
    """Objects that match entering the battlefield don't cause abilities to trigger; of: only those permanents' abilities."""

    what: Filter
    of: Filter | None = None


@dataclass(frozen=True, slots=True)
class InOpeningHand:
    """You may begin the game with this on the battlefield (CR 103.6a); a game that has begun does nothing with it."""


@dataclass(frozen=True, slots=True)
class Enters:
    """How this (or what matches) enters (CR 614.1c-d): tapped, with counters, as a copy (optional) of a permanent.

    exceptions: what the copy has that its original has not (CR 707.9).
    """

    what: Filter | This = This()
    tapped: bool = False
    counters: tuple[tuple[str, Amount], ...] = ()
    copy_of: Filter | None = None
    copy_optional: bool = True
    exceptions: tuple[Modification, ...] = ()


@dataclass(frozen=True, slots=True)
class DamageChange:
    """A static replacement or prevention of damage: double, +N, prevent N (amount None: all), counters instead (CR 614, 615).

    counter: the kind of counters that are put on the permanent instead of each damage. onto: what is dealt it instead;
    and_yours: also what would be dealt to other permanents you control.
    """

    kind: Literal["double", "add", "prevent", "counters", "redirect"]
    amount: Amount | None = None
    source: Filter | This | Attached | None = None
    to: Filter | This | Attached | PlayerFilter | Literal["you"] | None = None
    combat: bool | None = None
    counter: str = ""
    onto: This | Attached | None = None
    and_yours: bool = False


@dataclass(frozen=True, slots=True)
class DrawsMore:
    """If a player would draw one or more cards, they draw that many plus so many instead (CR 121.2a)."""

    who: Literal["you", "opponent", "player"]
    plus: int


@dataclass(frozen=True, slots=True)
class TriggersAgain:
    """If something causes a triggered ability of a permanent you control to trigger, it triggers an additional time (CR 603.2d)."""

    cause: Trigger


@dataclass(frozen=True, slots=True)
class NoPrevention:
    """Damage can't be prevented (CR 615.12)."""


@dataclass(frozen=True, slots=True)
class InsteadOfDraw:
    """If a player would draw a card, they carry out instructions instead (CR 614.11).

    but_first: except the first one they draw in each of their draw steps. mine: you do it, not they.
    """

    who: Literal["you", "opponent", "player"]
    instructions: tuple[Instruction, ...]
    optional: bool = False
    empty_library: bool = False
    but_first: bool = False
    mine: bool = False


@dataclass(frozen=True, slots=True)
class MultiplyTokensOrCounters:
    """If tokens would be created or counters put, so many times (or so many more) instead (CR 614.16).

    on: the permanents that the counters would be put on. by_effect: not if they would be put there as a cost.
    """

    what: Literal["tokens", "counters"]
    kind: str | None = None
    factor: int = 2
    offset: int = 0
    whose: Literal["you", "player"] = "you"
    on: Filter | None = None
    by_effect: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRule:
    """A statement about a player (CR 613.11): "no maximum hand size", "additional land" (amount), "hexproof"."""

    kind: str
    who: Literal["you", "opponent", "player"] = "you"
    amount: int = 1


@dataclass(frozen=True, slots=True)
class AttackTax:
    """Creatures that match can't attack you unless their controller pays so much mana for each (CR 508.1h).

    planeswalkers: nor planeswalkers you control.
    """

    what: Filter
    amount: Amount
    planeswalkers: bool = False


@dataclass(frozen=True, slots=True)
class CombatLimit:
    """No more than so many creatures can attack, attack you, or block each combat (CR 508.1c, 509.1b)."""

    amount: int
    verb: Literal["attack", "attack you", "block"]


@dataclass(frozen=True, slots=True)
class UntapLimit:
    """Players can't untap more than so many permanents that match during their untap steps (CR 502.3)."""

    what: Filter
    amount: int


@dataclass(frozen=True, slots=True)
class NoLegendRule:
    """The "legend rule" doesn't apply, or not to permanents that match (CR 704.5j)."""

    what: Filter | None = None


@dataclass(frozen=True, slots=True)
class ChooseName:
    """ "As this enchantment enters, choose a card name", perhaps "a nonland card name" (CR 607.2d, 614.12)."""

    nonland: bool = False


@dataclass(frozen=True, slots=True)
class EntersTappedUnlessPaid:
    """ "As this land enters, you may pay 2 life. If you don't, it enters tapped." (CR 614.12a, 614.13)."""

    cost: Cost


@dataclass(frozen=True, slots=True)
class DayAsItEnters:
    """ "If it's neither day nor night, it becomes day as this creature enters." (CR 730.1)."""


@dataclass(frozen=True, slots=True)
class MayCastFree:
    """A player may cast matching cards from a zone without paying their mana costs (CR 118.9)."""

    what: Filter
    zone: Zone = Zone.HAND
    who: Literal["you", "player"] = "you"


@dataclass(frozen=True, slots=True)
class AlternativeCostFor:
    """A player may pay this cost rather than the mana cost of spells that match (CR 118.9)."""

    what: Filter
    cost: Cost
    who: Literal["you", "player"] = "you"


StaticEffect = (
    StaticChange
    | CostChange
    | CostMinimum
    | Prohibition
    | AsThoughFlash
    | MayCastFrom
    | CastOnly
    | CastThisFrom
    | AdditionalCost
    | AlternativeCost
    | InsteadOfMove
    | NoEntering
    | NoTrigger
    | InOpeningHand
    | Enters
    | DamageChange
    | InsteadOfDraw
    | DrawsMore
    | TriggersAgain
    | NoPrevention
    | MultiplyTokensOrCounters
    | PlayerRule
    | NoLegendRule
    | UntapLimit
    | AttackTax
    | CombatLimit
    | ChooseName
    | EntersTappedUnlessPaid
    | DayAsItEnters
    | MayCastFree
    | AlternativeCostFor
)

"""The small slots that Oracle text is made of: amounts, references, filters, durations, conditions.

They are values: the compiler builds them, `process` evaluates them, the printer writes them back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_engine.model.mana import ManaCost
from rules_engine.model.zones import Step, Zone

# ---------------------------------------------------------------------------------------- references


@dataclass(frozen=True, slots=True)
class This:
    """The object that the ability is on ("this creature", the card's own name; CR 201.5)."""


@dataclass(frozen=True, slots=True)
class Target:
    """What was chosen for the target with this index, an object or a player; index counts from 0."""

    index: int = 0


@dataclass(frozen=True, slots=True)
class Subject:
    """What a trigger condition or replacement spoke of ("that creature", "that spell", "it").

    role "object" is the thing it happened to or that did it first in the sentence; "source" the source of damage;
    "recipient" what was dealt damage.
    """

    role: Literal["object", "source", "recipient"] = "object"


@dataclass(frozen=True, slots=True)
class Those:
    """Objects that an earlier instruction of the same effect moved, made, chose or cast (CR 400.7h, 400.7j).

    slot: "it" for the last such thing, otherwise the name an instruction gave it ("spell", "copy", "chosen").
    """

    slot: str = "it"


@dataclass(frozen=True, slots=True)
class Attached:
    """What this Aura or Equipment is attached to ("enchanted creature", "equipped creature")."""


@dataclass(frozen=True, slots=True)
class ExiledWith:
    """What another ability of the same object exiled ("the exiled card", CR 607.2a)."""


@dataclass(frozen=True, slots=True)
class Encoded:
    """The card with cipher that granted this ability ("the encoded card", CR 702.99a; linked, CR 607)."""


# ------------------------------------------------------------------------------------------- players


@dataclass(frozen=True, slots=True)
class You:
    """The controller of the ability (CR 109.5)."""


@dataclass(frozen=True, slots=True)
class Controller:
    """Who controls the object, or last did ("its controller")."""

    of: ObjectRef


@dataclass(frozen=True, slots=True)
class Owner:
    """Who owns the object ("its owner")."""

    of: ObjectRef


@dataclass(frozen=True, slots=True)
class EventPlayer:
    """The player that a trigger condition spoke of ("that player", "they")."""


@dataclass(frozen=True, slots=True)
class EachPlayer:
    """Each player, or each opponent, in APNAP order."""

    who: Literal["player", "opponent", "other player"] = "player"


@dataclass(frozen=True, slots=True)
class They:
    """The player whose turn it is in a "each player …" or "target player …" sentence ("their hand")."""


@dataclass(frozen=True, slots=True)
class DefendingPlayer:
    """The player that this creature attacks (CR 508.5)."""


PlayerRef = You | Controller | Owner | EventPlayer | EachPlayer | They | DefendingPlayer | Target


# ------------------------------------------------------------------------------------------- filters


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of a number, such as "power 2 or less"; op is one of <= >= = < >."""

    op: Literal["<=", ">=", "=", "<", ">"]
    value: Amount


PlayerRelation = Literal[
    "you", "opponent", "they", "event player", "owner of this", "defending player", "any"
]


@dataclass(frozen=True, slots=True)
class Filter:
    """A description of objects (CR 109.2). Every field that is set must hold; `any_of` is a union of filters.

    zone: where they are; on the battlefield it means permanents, on the stack spells, elsewhere cards.
    types/subtypes/colors: all must be there; any_types/any_subtypes/any_colors: at least one; not_*: none.
    controller, owner: relation to the ability's controller ("they": the player the sentence is about).
    single_target: a spell or ability with exactly one target. shares_color: it has a colour that this object has too (CR 105.4).
    mark: put there by a keyword's own rule (madness), or "foretold", "plotted", "suspended" of a card in exile,
    "first cast" of the first spell that its controller has cast this turn. abilities: "spell" (default on the stack), "activated", "triggered" or "ability" for objects on the stack.
    """

    zone: Zone = Zone.BATTLEFIELD
    types: frozenset[str] = frozenset()
    any_types: frozenset[str] = frozenset()
    not_types: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    not_supertypes: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    any_subtypes: frozenset[str] = frozenset()
    not_subtypes: frozenset[str] = frozenset()
    any_colors: frozenset[str] = frozenset()
    not_colors: frozenset[str] = frozenset()
    color_count: Literal["colorless", "monocolored", "multicolored"] | None = None
    controller: PlayerRelation | None = None
    owner: PlayerRelation | None = None
    other: bool = False
    token: bool | None = None
    tapped: bool | None = None
    attacking: bool | None = None
    blocking: bool | None = None
    keyword: str | None = None
    without_keyword: str | None = None
    power: Compare | None = None
    toughness: Compare | None = None
    mana_value: Compare | None = None
    name: str | None = None
    counters: str | None = None
    mark: str | None = None
    abilities: Literal["spell", "activated", "triggered", "ability"] = "spell"
    shares_color: ObjectRef | None = None
    single_target: bool = False
    any_of: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerFilter:
    """A description of players."""

    who: Literal["player", "opponent"] = "player"


@dataclass(frozen=True, slots=True)
class All:
    """Every object that matches when the effect applies ("each creature", "all artifacts")."""

    what: Filter


ObjectRef = This | Target | Subject | Those | Attached | Encoded | ExiledWith | All
Recipient = ObjectRef | PlayerRef


@dataclass(frozen=True, slots=True)
class TargetSpec:
    """One instance of the word "target" (CR 115): what may be chosen, and how many.

    what: alternatives ("any target" is creature, planeswalker, battle or player). "Up to two" has minimum 0.
    another: must differ from every other target of the ability. only_if: "kicked" when it is there only then (702.33g).
    """

    what: tuple[Filter | PlayerFilter, ...]
    minimum: int = 1
    maximum: int = 1
    another: bool = False
    only_if: Condition | None = None


# ------------------------------------------------------------------------------------------- amounts


@dataclass(frozen=True, slots=True)
class Fixed:
    """A number written out."""

    value: int


@dataclass(frozen=True, slots=True)
class X:
    """The X that was announced (CR 107.3)."""


@dataclass(frozen=True, slots=True)
class Count:
    """The number of objects that match ("the number of creatures you control")."""

    what: Filter


@dataclass(frozen=True, slots=True)
class EventAmount:
    """The amount the trigger condition spoke of ("that much", "that many")."""


@dataclass(frozen=True, slots=True)
class StatOf:
    """A number of an object: its power, toughness, mana value or the counters of a kind on it."""

    of: ObjectRef
    stat: str


@dataclass(frozen=True, slots=True)
class LifeOf:
    """A player's life total."""

    who: PlayerRef


@dataclass(frozen=True, slots=True)
class TimesKicked:
    """How many times the spell was kicked (CR 702.33d)."""


@dataclass(frozen=True, slots=True)
class HighestLife:
    """The highest life total among players."""


@dataclass(frozen=True, slots=True)
class Half:
    """Half of an amount, rounded up or down (CR 107.1a)."""

    amount: Amount
    up: bool


@dataclass(frozen=True, slots=True)
class Scaled:
    """factor × amount + offset ("twice …", "… plus one")."""

    amount: Amount
    factor: int = 1
    offset: int = 0


@dataclass(frozen=True, slots=True)
class Devotion:
    """Your devotion to a colour or colours: the mana symbols of these in mana costs of permanents you control (CR 700.5)."""

    colors: frozenset[str]


@dataclass(frozen=True, slots=True)
class CardTypes:
    """The number of card types among the objects that match (CR 205.2a)."""

    what: Filter


Amount = (
    Fixed
    | X
    | Count
    | EventAmount
    | StatOf
    | LifeOf
    | HighestLife
    | Half
    | TimesKicked
    | Scaled
    | Devotion
    | CardTypes
)


# ----------------------------------------------------------------------------- durations, conditions


Duration = Literal[
    "until end of turn",
    "until end of combat",
    "until your next turn",
    "until your next end step",
    "until the end of your next turn",
    "permanent",
    "for as long as you control this",
    "for as long as this remains on the battlefield",
    "for as long as it remains exiled",
    "for as long as this remains tapped",
    "its controller's next untap step",
    "your next untap step",
    "this turn",
]


@dataclass(frozen=True, slots=True)
class WasKicked:
    """The spell, or the spell this permanent was, was kicked (CR 702.33d, 400.7d); cost: with that kicker (702.33f)."""

    cost: ManaCost | None = None
    what: ObjectRef = This()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class WasForetold:
    """This spell was a foretold card before it was cast, whatever was paid for it (CR 702.143c)."""


@dataclass(frozen=True, slots=True)
class WasPaid:
    """An additional cost of a keyword was paid as this was cast (CR 607.2i)."""

    keyword: str


@dataclass(frozen=True, slots=True)
class Exists:
    """At least `at_least` objects match ("if you control a creature")."""

    what: Filter
    at_least: int = 1
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsTurn:
    """Whose turn it is ("during your turn")."""

    whose: Literal["you", "opponent"]


@dataclass(frozen=True, slots=True)
class LifeCompare:
    """A player's life compared with a number; of several players, whether it is so for one of them."""

    who: PlayerRef
    compare: Compare
    negated: bool = False


@dataclass(frozen=True, slots=True)
class HasOpponents:
    """You have at least so many opponents (CR 102.3)."""

    at_least: int
    negated: bool = False


@dataclass(frozen=True, slots=True)
class AmountIs:
    """A number compared with another ("your devotion to black is less than five")."""

    amount: Amount
    compare: Compare
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Matches:
    """The referenced object matches the filter ("if it's a creature")."""

    what: ObjectRef
    filter: Filter
    negated: bool = False


@dataclass(frozen=True, slots=True)
class WasCastFrom:
    """This spell, or the permanent it became, was cast from the zone ("if you cast it from your hand"); None: cast at all."""

    zone: Zone | None = None
    what: ObjectRef = This()
    negated: bool = False


@dataclass(frozen=True, slots=True)
class WasCastBy:
    """The spell this permanent was, or the spell itself, was cast by this method ("if its evoke cost was paid")."""

    method: str


@dataclass(frozen=True, slots=True)
class ThisTurn:
    """Something happened earlier this turn, in the words of Oracle text.

    event: "you attacked", "a creature died", "you gained life", "an opponent lost life",
    "a permanent left the battlefield under your control", "you've cast another spell", "an opponent was dealt damage",
    "this attacked".
    """

    event: str
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Did:
    """The optional instruction just before was carried out ("if you do"); negated: "if you don't"."""

    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsDaytime:
    """Whether it is day, or night; what "": neither (CR 730.1)."""

    what: Literal["", "day", "night"]
    negated: bool = False


@dataclass(frozen=True, slots=True)
class LastTurn:
    """Something happened during the turn before this one, in the words of Oracle text.

    event: "no spells were cast last turn", "a player cast two or more spells last turn".
    """

    event: str


Condition = (
    WasKicked
    | WasForetold
    | WasPaid
    | Exists
    | IsTurn
    | LifeCompare
    | HasOpponents
    | AmountIs
    | Matches
    | WasCastFrom
    | WasCastBy
    | ThisTurn
    | LastTurn
    | IsDaytime
    | Did
)


@dataclass(frozen=True, slots=True)
class Timing:
    """When something may be done beyond the usual ("only as a sorcery", "only during your upkeep")."""

    sorcery: bool = False
    steps: frozenset[Step] = frozenset()
    whose_turn: Literal["you", "opponent"] | None = None
    once_each_turn: bool = False

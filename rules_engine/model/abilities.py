"""Abilities and what they are made of (CR 113): costs, instructions, triggers, static effects.

One representation serves the compiler (text → these), the printer (these → the same text) and `process`,
which carries them out. A node without an executor makes a card refused, never half-played.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import (
    All,
    Amount,
    Attached,
    Condition,
    Duration,
    Filter,
    Fixed,
    ObjectRef,
    PlayerFilter,
    PlayerRef,
    Recipient,
    TargetSpec,
    This,
    Those,
    Timing,
    You,
)
from rules_engine.model.zones import Step, Zone

# --------------------------------------------------------------------------------------- costs (118)


@dataclass(frozen=True, slots=True)
class TapThis:
    """{T} (CR 107.5), or {Q} when `untap`."""

    untap: bool = False


@dataclass(frozen=True, slots=True)
class SacrificeCost:
    """Sacrifice so many permanents that match; what=This() is "Sacrifice this creature" (CR 701.21)."""

    what: Filter | This
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class DiscardCost:
    """Discard so many cards that match; what=This() is "Discard this card" (CR 701.9)."""

    what: Filter | This
    count: Amount = Fixed(1)
    random: bool = False


@dataclass(frozen=True, slots=True)
class PayLife:
    """Pay life (CR 119.4)."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class ExileCost:
    """Exile so many cards or permanents that match, or this object, from the zone the filter names."""

    what: Filter | This
    count: Amount = Fixed(1)
    zone: Zone = Zone.BATTLEFIELD


@dataclass(frozen=True, slots=True)
class ReturnCost:
    """Return so many permanents that match to their owner's hand."""

    what: Filter | This
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class TapCost:
    """Tap so many untapped permanents that match."""

    what: Filter
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class CounterCost:
    """Remove (amount > 0) counters of a kind from this, or put them on it when `put`."""

    kind: str
    amount: Amount = Fixed(1)
    put: bool = False


@dataclass(frozen=True, slots=True)
class OpponentGains:
    """Have an opponent of your choice gain life (CR 119.3)."""

    amount: Amount


@dataclass(frozen=True, slots=True)
class CrewCost:
    """Tap any number of other untapped creatures you control with total power so much or more (CR 702.122a)."""

    power: Amount


CostPart = (
    TapThis
    | SacrificeCost
    | DiscardCost
    | PayLife
    | ExileCost
    | ReturnCost
    | TapCost
    | CounterCost
    | OpponentGains
    | CrewCost
)


@dataclass(frozen=True, slots=True)
class Cost:
    """What must be paid (CR 118.1): mana (None: no mana part) and other parts, in printed order."""

    mana: ManaCost | None = None
    parts: tuple[CostPart, ...] = ()


# --------------------------------------------------------------------------- modifications (611–613)


@dataclass(frozen=True, slots=True)
class SetController:
    """Layer 2: the player gains control (CR 613.1b)."""

    who: PlayerRef = You()


@dataclass(frozen=True, slots=True)
class ChangeTypes:
    """Layer 4: adds types and subtypes, or sets them when `replace` ("is a …" against "in addition to …")."""

    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    replace: bool = False


@dataclass(frozen=True, slots=True)
class ChangeColors:
    """Layer 5: sets the colours (letters), or adds them when `add`."""

    colors: frozenset[str]
    add: bool = False


@dataclass(frozen=True, slots=True)
class AddAbility:
    """Layer 6: has or gains the abilities (CR 613.1f)."""

    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class LoseAllAbilities:
    """Layer 6: loses all abilities (CR 613.1f)."""


@dataclass(frozen=True, slots=True)
class LoseKeyword:
    """Layer 6: loses one keyword."""

    name: str


@dataclass(frozen=True, slots=True)
class GrantForetell:
    """Layer 6: has foretell, for its own mana cost reduced by so much generic mana (CR 702.143, 613.1f)."""

    reduction: Amount


@dataclass(frozen=True, slots=True)
class SetPT:
    """Layer 7b: base power and/or toughness become a number (7a for a characteristic-defining ability)."""

    power: Amount | None
    toughness: Amount | None


@dataclass(frozen=True, slots=True)
class AddPT:
    """Layer 7c: +N/+N or -N/-N (CR 613.4c)."""

    power: Amount
    toughness: Amount


@dataclass(frozen=True, slots=True)
class SwitchPT:
    """Layer 7d: switches power and toughness (CR 613.4d)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A statement about what the object can't or must do; it is no ability (CR 113.12, 613.11).

    kind: "can't attack", "can't block", "can't be blocked", "attacks if able", "blocks if able", "can't be countered",
    "can't be blocked except by", "can't be blocked by", "doesn't untap", "can't be sacrificed", "can't be regenerated",
    "can't attack you", "must be blocked", "can block additional", "activated abilities can't be activated",
    "no maximum hand size", "assigns no combat damage", "can block only" (filter), "all able block this",
    "can't transform", "can attack despite defender", "can't be blocked by more than one creature".
    """

    kind: str
    filter: Filter | None = None
    amount: int = 1


Modification = (
    SetController
    | ChangeTypes
    | ChangeColors
    | AddAbility
    | LoseAllAbilities
    | LoseKeyword
    | GrantForetell
    | SetPT
    | AddPT
    | SwitchPT
    | Rule
)


# ------------------------------------------------------------------------------- instructions (608.2)


@dataclass(frozen=True, slots=True)
class DealDamage:
    """source deals amount damage to each recipient, or the amount divided as chosen when `divided` (CR 120).

    firm: "unpreventable" can't be prevented; "to creatures": what a creature is dealt can't be prevented or redirected.
    """

    amount: Amount
    to: tuple[Recipient, ...]
    source: ObjectRef = This()
    divided: bool = False
    firm: Literal["", "unpreventable", "to creatures"] = ""


@dataclass(frozen=True, slots=True)
class Destroy:
    """Destroy (CR 701.8); no_regeneration: "They can't be regenerated"."""

    what: ObjectRef
    no_regeneration: bool = False


@dataclass(frozen=True, slots=True)
class Exile:
    """Exile (CR 701.13); face_down: "Exile … face down"; slot: the name under which later parts find it."""

    what: ObjectRef
    face_down: bool = False
    slot: str = "it"
    counters: tuple[tuple[str, Amount], ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """Return or put an object into a zone other than exile (CR 400).

    controller: under whose control it enters the battlefield (None: its owner's for a "return", else yours).
    """

    what: ObjectRef
    to: Zone
    position: Literal["top", "bottom"] | None = None
    controller: PlayerRef | None = None
    tapped: bool = False
    verb: Literal["return", "put"] = "return"
    counters: tuple[tuple[str, int], ...] = ()
    slot: str = "it"


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """The player sacrifices so many permanents of their choice that match (CR 701.21)."""

    who: PlayerRef
    what: Filter
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class SacrificeObject:
    """A particular object is sacrificed by its controller ("sacrifice it")."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class Discard:
    """The player discards cards of their choice, at random, or their hand (count None) (CR 701.9)."""

    who: PlayerRef
    count: Amount | None = Fixed(1)
    random: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards, one at a time (CR 121.2)."""

    who: PlayerRef
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class Mill:
    """Put cards from the top of the library into the graveyard (CR 701.17)."""

    who: PlayerRef
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class GainLife:
    """Gain life (CR 119.3)."""

    who: PlayerRef
    amount: Amount


@dataclass(frozen=True, slots=True)
class LoseLife:
    """Lose life (CR 119.3)."""

    who: PlayerRef
    amount: Amount


@dataclass(frozen=True, slots=True)
class AddMana:
    """Add mana: fixed symbols, or one of several choices ("{G} or {U}", "one mana of any color"), times `count`."""

    choices: tuple[tuple[str, ...], ...]
    count: Amount = Fixed(1)
    any_color: bool = False


@dataclass(frozen=True, slots=True)
class TokenSpec:
    """What a created token is (CR 111.3)."""

    name: str
    types: frozenset[str]
    subtypes: frozenset[str]
    colors: frozenset[str]
    power: Amount | None = None
    toughness: Amount | None = None
    abilities: tuple[Ability, ...] = ()
    supertypes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CreateToken:
    """Create tokens (CR 701.7) under the player's control."""

    token: TokenSpec
    count: Amount = Fixed(1)
    who: PlayerRef = You()
    tapped: bool = False


@dataclass(frozen=True, slots=True)
class CreateCopyToken:
    """Create a token that's a copy of the object (CR 707.2)."""

    of: ObjectRef
    count: Amount = Fixed(1)
    who: PlayerRef = You()


@dataclass(frozen=True, slots=True)
class PutCounters:
    """Put counters of a kind ("+1/+1", "charge") on the object (CR 122)."""

    what: ObjectRef
    kind: str
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class RemoveCounters:
    """Remove counters of a kind from the object (CR 122); count None: all of them."""

    what: ObjectRef
    kind: str
    count: Amount | None = Fixed(1)


@dataclass(frozen=True, slots=True)
class Tap:
    """Tap (CR 701.26)."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class Untap:
    """Untap (CR 701.26)."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class CounterSpell:
    """Counter a spell or ability (CR 701.6); unless_pays: "unless its controller pays …".

    instead: where a spell countered this way is put instead of the graveyard, with counters, or on top of the library.
    """

    what: ObjectRef
    unless_pays: Cost | None = None
    instead: Zone = Zone.GRAVEYARD
    counters: tuple[tuple[str, Amount], ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A continuous effect from a resolution (CR 611.2): modifications of objects for a duration.

    what=All(filter) is locked in as it begins when it changes characteristics or control (CR 611.2c).
    """

    what: ObjectRef
    modifications: tuple[Modification, ...]
    duration: Duration = "until end of turn"


@dataclass(frozen=True, slots=True)
class BecomeCopy:
    """The object becomes a copy of the other (layer 1, values captured; CR 707.2)."""

    what: ObjectRef
    of: ObjectRef
    duration: Duration = "permanent"


@dataclass(frozen=True, slots=True)
class CopySpell:
    """Copy the spell (CR 707.10); new_targets: "You may choose new targets for the copy"."""

    what: ObjectRef
    new_targets: bool = True
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class CopyForEach:
    """Copy the spell for each that matches and that it could target; each copy targets a different one (CR 707.10)."""

    what: ObjectRef
    each: Filter


@dataclass(frozen=True, slots=True)
class CopyCard:
    """Create a copy of the card in the zone it is in (CR 707.12); found later as Those("copy")."""

    what: ObjectRef
    optional: bool = False


@dataclass(frozen=True, slots=True)
class CastDuring:
    """Cast the object while this resolves (CR 608.2g), without paying its mana cost when `free`.

    The spell is found later as Those("spell"). optional: "you may".
    """

    what: ObjectRef
    who: PlayerRef = You()
    free: bool = True
    optional: bool = True


@dataclass(frozen=True, slots=True)
class MayCast:
    """A permission that lasts: the player may cast the object while the duration lasts, at its normal timing."""

    what: ObjectRef
    who: PlayerRef = You()
    duration: Duration = "until end of turn"
    free: bool = False


@dataclass(frozen=True, slots=True)
class InsteadOfZone:
    """If the object would be put into the zone (None: any), it goes to another one instead (CR 614.1a)."""

    what: ObjectRef
    zone: Zone | None = Zone.GRAVEYARD
    to: Zone = Zone.EXILE


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The player shuffles their library (CR 701.24)."""

    who: PlayerRef


@dataclass(frozen=True, slots=True)
class ShuffleInto:
    """The player shuffles the cards of their zones into their library (CR 701.24d)."""

    who: PlayerRef
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class May:
    """The player may carry out instructions (CR 608.2d); then `if_do` or `if_not` follows ("If you do, …").

    cost: "you may pay …". With who=EachPlayer(), all choose in APNAP order, then all who chose act at once, then
    `if_do` is carried out for those who did, one after the other (CR 608.2e, 101.4).
    """

    who: PlayerRef
    do: tuple[Instruction, ...] = ()
    if_do: tuple[Instruction, ...] = ()
    if_not: tuple[Instruction, ...] = ()
    cost: Cost | None = None


@dataclass(frozen=True, slots=True)
class If:
    """Carried out when the condition holds as the instruction is reached (CR 608.2c)."""

    condition: Condition
    then: tuple[Instruction, ...]
    otherwise: tuple[Instruction, ...] = ()


@dataclass(frozen=True, slots=True)
class ForEachPlayer:
    """Each such player carries out the instructions; `They` stands for that player (CR 608.2e)."""

    who: PlayerRef
    do: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """The player chooses an object (not a target, CR 115.10a), found later as Those(slot)."""

    what: Filter
    who: PlayerRef = You()
    optional: bool = False
    slot: str = "chosen"


@dataclass(frozen=True, slots=True)
class ByRule:
    """What a keyword's own rule says to do (cascade, madness …), by the keyword's name; never read from a text."""

    name: str


@dataclass(frozen=True, slots=True)
class ExileEncoded:
    """Cipher's spell ability: you may exile this spell card encoded on a creature you control (CR 702.99a)."""


@dataclass(frozen=True, slots=True)
class LetNoDamageBePrevented:
    """Damage can't be prevented this turn (CR 615.12)."""


@dataclass(frozen=True, slots=True)
class ChooseSource:
    """You choose a source of damage, perhaps of a description (CR 609.7); found later as Those("source")."""

    what: Filter = Filter()


@dataclass(frozen=True, slots=True)
class RedirectDamage:
    """The next `amount` damage (None: all) that would be dealt to one is dealt to the other instead (CR 614.9).

    once: only the next time it would be dealt. and_yours: also what would be dealt to permanents you control.
    """

    amount: Amount | None
    original: Recipient
    to: Recipient
    source: Filter | ObjectRef | None = None
    combat: bool | None = None
    duration: Duration = "this turn"
    once: bool = False
    and_yours: bool = False


@dataclass(frozen=True, slots=True)
class PreventDamage:
    """Prevent the next `amount` damage (None: all) that would be dealt to (or by) something (CR 615).

    to: recipient, or a filter for all such permanents, or None for everything; source likewise.
    """

    amount: Amount | None
    to: Recipient | None = None
    source: Filter | ObjectRef | None = None
    combat: bool | None = None
    duration: Duration = "this turn"
    once: bool = False


@dataclass(frozen=True, slots=True)
class ExtraTurn:
    """The player takes an extra turn after this one (CR 500.7)."""

    who: PlayerRef = You()


@dataclass(frozen=True, slots=True)
class ExtraPhases:
    """Additional phases after this one, in order: "combat", "main" (CR 500.8)."""

    phases: tuple[Literal["combat", "main"], ...]


@dataclass(frozen=True, slots=True)
class Delayed:
    """Creates a delayed triggered ability (CR 603.7)."""

    trigger: Trigger
    effect: Effect


@dataclass(frozen=True, slots=True)
class Reflexive:
    """ "When you do, …": a reflexive triggered ability (CR 603.12)."""

    effect: Effect


@dataclass(frozen=True, slots=True)
class Fight:
    """The two creatures fight (CR 701.14)."""

    first: ObjectRef
    second: ObjectRef


@dataclass(frozen=True, slots=True)
class AttachTo:
    """Attach this (or the object) to another object (CR 701.3)."""

    what: ObjectRef
    to: ObjectRef


@dataclass(frozen=True, slots=True)
class Plotted:
    """The exiled object becomes plotted (CR 702.170c)."""

    what: ObjectRef = Those()


@dataclass(frozen=True, slots=True)
class ForetellFromHand:
    """Exile a card from your hand face down; it becomes foretold for its mana cost reduced by so much (CR 702.143d)."""

    reduction: Amount


@dataclass(frozen=True, slots=True)
class GainSuspend:
    """If the exiled card doesn't have suspend, it gains suspend (CR 702.62); anyway: said without the condition."""

    what: ObjectRef
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class LoseGame:
    """The player loses the game (CR 104.3e), or wins it (CR 104.2b)."""

    who: PlayerRef
    wins: bool = False


@dataclass(frozen=True, slots=True)
class PreventCasting:
    """Players or a player can't cast spells that match, for a duration (CR 101.2, 601.3)."""

    who: Literal["you", "opponent", "player"]
    what: Filter
    duration: Duration = "this turn"


@dataclass(frozen=True, slots=True)
class ExileUntilLeaves:
    """Exile the object until this permanent leaves the battlefield; right after that it comes back (CR 610.3)."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class Scry:
    """Look at the top cards of the library, put any of them on the bottom and the rest back on top (CR 701.22)."""

    who: PlayerRef
    count: Amount


@dataclass(frozen=True, slots=True)
class Surveil:
    """Look at the top cards of the library, put any of them into the graveyard, the rest back on top (CR 701.25)."""

    who: PlayerRef
    count: Amount


@dataclass(frozen=True, slots=True)
class Regenerate:
    """The next time the permanent would be destroyed this turn it is not (CR 701.19a)."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class Search:
    """Search the own library for so many cards that match, put them somewhere, then shuffle (CR 701.23).

    up_to: fewer may be taken. to: HAND, BATTLEFIELD, GRAVEYARD, EXILE, or LIBRARY for "on top" (after shuffling).
    With a stated quality none need be found (CR 701.23b); without one they must be (CR 701.23d).
    """

    who: PlayerRef
    what: Filter
    to: Zone
    count: Amount = Fixed(1)
    up_to: bool = False
    tapped: bool = False
    reveal: bool = False


@dataclass(frozen=True, slots=True)
class RevealHand:
    """The player reveals their hand (CR 701.20)."""

    who: PlayerRef


@dataclass(frozen=True, slots=True)
class DiscardObject:
    """Particular cards are discarded by the player whose hand they are in ("that player discards that card")."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class Proliferate:
    """Choose any permanents and players with counters and give each another of each kind there (CR 701.34)."""


@dataclass(frozen=True, slots=True)
class LookAtTop:
    """Look at (or reveal) so many cards from the top of the library, take some and put the rest elsewhere (CR 701.20).

    what: what may be taken (None: any card); take: how many; optional: "you may"; up_to: fewer may be taken;
    reveal_taken: the taken cards are revealed. to, rest: where they go; order: how the rest goes on the bottom.
    """

    count: Amount
    take: Amount = Fixed(1)
    what: Filter | None = None
    optional: bool = False
    reveal_taken: bool = False
    to: Zone = Zone.HAND
    rest: Zone = Zone.LIBRARY
    order: Literal["any", "random"] | None = "any"
    who: PlayerRef = You()


@dataclass(frozen=True, slots=True)
class GainProtection:
    """The object gains protection from a colour that you choose as this is carried out (CR 702.16, 608.2d)."""

    what: ObjectRef
    duration: Duration = "until end of turn"


@dataclass(frozen=True, slots=True)
class TapOrUntap:
    """Tap or untap the object, as the controller of the effect chooses when it resolves."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class Populate:
    """Create a token that's a copy of a creature token you control (CR 701.36)."""


@dataclass(frozen=True, slots=True)
class ExchangeControl:
    """The controllers of two permanents exchange control of them (CR 701.12b).

    first and second are the same reference for "two target creatures": both of its objects are meant.
    """

    first: ObjectRef
    second: ObjectRef


@dataclass(frozen=True, slots=True)
class WhereX:
    """ "…, where X is …": X in the instructions has this value, determined as they are carried out (CR 107.3c, 107.3i)."""

    value: Amount
    do: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Instructions carried out as one event ("deals 3 damage to target creature and 1 damage to you")."""

    do: tuple[Instruction, ...]


Instruction = (
    DealDamage
    | Destroy
    | Exile
    | Move
    | Sacrifice
    | SacrificeObject
    | Discard
    | Draw
    | Mill
    | GainLife
    | LoseLife
    | AddMana
    | CreateToken
    | CreateCopyToken
    | PutCounters
    | RemoveCounters
    | Tap
    | Untap
    | CounterSpell
    | Change
    | BecomeCopy
    | CopySpell
    | CopyForEach
    | CopyCard
    | CastDuring
    | MayCast
    | InsteadOfZone
    | Shuffle
    | ShuffleInto
    | May
    | If
    | ForEachPlayer
    | Choose
    | ByRule
    | ExileEncoded
    | ChooseSource
    | RedirectDamage
    | PreventDamage
    | LetNoDamageBePrevented
    | ExtraTurn
    | ExtraPhases
    | Delayed
    | Reflexive
    | Fight
    | AttachTo
    | Plotted
    | ForetellFromHand
    | GainSuspend
    | LoseGame
    | PreventCasting
    | ExileUntilLeaves
    | Scry
    | Surveil
    | Regenerate
    | Search
    | RevealHand
    | DiscardObject
    | Proliferate
    | LookAtTop
    | GainProtection
    | TapOrUntap
    | Populate
    | ExchangeControl
    | WhereX
    | Together
)


@dataclass(frozen=True, slots=True)
class Effect:
    """What a spell or ability does: its targets and its instructions in written order (CR 608.2c)."""

    instructions: tuple[Instruction, ...] = ()
    targets: tuple[TargetSpec, ...] = ()


@dataclass(frozen=True, slots=True)
class Modal:
    """Choose between `minimum` and `maximum` of the modes (CR 700.2)."""

    modes: tuple[Effect, ...]
    minimum: int = 1
    maximum: int = 1


# ------------------------------------------------------------------------------------ triggers (603)


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
    """A creature attacks (CR 508.3a)."""

    what: Filter | This | Attached
    alone: bool = False


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
    "scry", "surveil", "attack".
    """

    who: Literal["you", "opponent", "player"]
    action: str
    what: Filter | None = None


@dataclass(frozen=True, slots=True)
class StatusChange:
    """An object becomes tapped, untapped, plotted, attached, or gets counters of a kind."""

    what: Filter | This
    change: Literal["tapped", "untapped", "plotted", "counter", "last counter removed"]
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
    | EitherTrigger
)


# -------------------------------------------------------------------------------- static effects (604)


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

    action: "cast", "activate", "draw", "gain life", "play lands", "attack", "search", "cast more than"; origin: the zone the spell would be cast from;
    amount: for "can't cast more than one spell each turn".
    """

    action: str
    who: Literal["you", "opponent", "player"] = "player"
    what: Filter | None = None
    origin: Zone | None = None
    amount: int | None = None
    condition: Condition | None = None


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
    """If an object that matches would move (from, to), it goes elsewhere instead (CR 614.1a)."""

    what: Filter | This
    origin: Zone | None
    to: Zone
    instead: Zone


@dataclass(frozen=True, slots=True)
class Enters:
    """How this (or what matches) enters (CR 614.1c-d): tapped, with counters, as a copy (optional) of a permanent."""

    what: Filter | This = This()
    tapped: bool = False
    counters: tuple[tuple[str, Amount], ...] = ()
    copy_of: Filter | None = None
    copy_optional: bool = True


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
    """If a player would draw a card, they carry out instructions instead (CR 614.11)."""

    who: Literal["you", "opponent", "player"]
    instructions: tuple[Instruction, ...]
    optional: bool = False


@dataclass(frozen=True, slots=True)
class MultiplyTokensOrCounters:
    """If tokens would be created or counters put, twice (or one more) that many instead (CR 614.16)."""

    what: Literal["tokens", "counters"]
    kind: str | None = None
    factor: int = 2
    offset: int = 0
    whose: Literal["you", "player"] = "you"


@dataclass(frozen=True, slots=True)
class PlayerRule:
    """A statement about a player (CR 613.11): "no maximum hand size", "additional land" (amount), "hexproof"."""

    kind: str
    who: Literal["you", "opponent", "player"] = "you"
    amount: int = 1


@dataclass(frozen=True, slots=True)
class ChooseName:
    """ "As this enchantment enters, choose a card name" (CR 607.2d, 614.12)."""


@dataclass(frozen=True, slots=True)
class EntersTappedUnlessPaid:
    """ "As this land enters, you may pay 2 life. If you don't, it enters tapped." (CR 614.12a, 614.13)."""

    cost: Cost


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
    | AdditionalCost
    | AlternativeCost
    | InsteadOfMove
    | Enters
    | DamageChange
    | InsteadOfDraw
    | DrawsMore
    | TriggersAgain
    | NoPrevention
    | MultiplyTokensOrCounters
    | PlayerRule
    | ChooseName
    | EntersTappedUnlessPaid
    | MayCastFree
    | AlternativeCostFor
)


# ------------------------------------------------------------------------------------ abilities (113)


@dataclass(frozen=True, slots=True)
class SpellAbility:
    """Followed as an instant or sorcery spell resolves (CR 113.3a)."""

    effect: Effect | Modal


@dataclass(frozen=True, slots=True)
class ActivatedAbility:
    """ "[Cost]: [Effect.]" (CR 602); zone: where it can be activated from; loyalty: change of loyalty (CR 606).

    condition: "Activate only if …" (CR 602.5b).
    """

    cost: Cost
    effect: Effect | Modal
    timing: Timing | None = None
    zone: Zone = Zone.BATTLEFIELD
    loyalty: int | None = None
    condition: Condition | None = None


@dataclass(frozen=True, slots=True)
class TriggeredAbility:
    """ "When/Whenever/At [trigger], if [condition], [effect]" (CR 603); condition is the intervening "if" (CR 603.4).

    optional: "you may" in front of the whole effect (decided on resolution, CR 603.5). once: "only once each turn".
    zone: where it works; the graveyard for "return this card from your graveyard" (CR 113.6m).
    """

    trigger: Trigger
    effect: Effect | Modal
    condition: Condition | None = None
    optional: bool = False
    once_each_turn: bool = False
    word: Literal["When", "Whenever", "At"] = "Whenever"
    zone: Zone = Zone.BATTLEFIELD


@dataclass(frozen=True, slots=True)
class StaticAbility:
    """Simply true (CR 604); condition: "as long as …"; zone: where it works; cda: characteristic-defining (CR 604.3)."""

    effect: StaticEffect
    condition: Condition | None = None
    zone: Zone = Zone.BATTLEFIELD
    cda: bool = False


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword ability (CR 702), lower case; cost, number or quality as printed ("kicker {2}", "ward {2}", "protection from red").

    `filter` holds a quality (protection, landwalk, hexproof from, "enchant creature"): a filter on the thing in question.
    """

    name: str
    cost: Cost | None = None
    amount: Amount | None = None
    filter: Filter | PlayerFilter | None = None


Ability = SpellAbility | ActivatedAbility | TriggeredAbility | StaticAbility | Keyword


@dataclass(frozen=True, slots=True)
class Printed:
    """A paragraph of a card's text and the ability it became; `start`, `end` are offsets into the text."""

    ability: Ability
    start: int = field(compare=False, default=0)
    end: int = field(compare=False, default=0)

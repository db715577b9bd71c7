"""What the text of a spell or ability tells players and the game to do (CR 608.2c), and effects made of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from rules_engine.model.abilities.costs import Cost
from rules_engine.model.abilities.keyword_actions import (
    Adapt,
    Amass,
    AttachTo,
    BecomesDaytime,
    Bolster,
    Connive,
    CounterSpell,
    Destroy,
    Discard,
    DiscardObject,
    ExchangeControl,
    Exile,
    ExileTop,
    Explore,
    Fight,
    Incubate,
    LookAndReveal,
    LookAtTop,
    Manifest,
    Mill,
    PhaseOut,
    Populate,
    Proliferate,
    PutBack,
    Rearrange,
    Regenerate,
    RevealAndChoose,
    RevealHand,
    RevealTopToHand,
    Sacrifice,
    SacrificeObject,
    Scry,
    Search,
    Shuffle,
    ShuffleInto,
    ShuffleObject,
    Surveil,
    Tap,
    TapOrUntap,
    Transform,
    Untap,
)
from rules_engine.model.abilities.modifications import Modification
from rules_engine.model.abilities.permissions import FlashFor, MayCast, PlayerGains, PreventCasting
from rules_engine.model.terms import (
    Amount,
    Condition,
    Duration,
    Filter,
    Fixed,
    ObjectRef,
    PlayerRef,
    Recipient,
    TargetSpec,
    This,
    Those,
    You,
)
from rules_engine.model.zones import Zone

if TYPE_CHECKING:
    from rules_engine.model.abilities.kinds import Ability
    from rules_engine.model.abilities.triggers import Trigger


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
class Move:
    """Return or put an object into a zone other than exile (CR 400).

    controller: under whose control it enters the battlefield (None: its owner's for a "return", else yours).
    transformed: its back face up (CR 712.14a).
    """

    what: ObjectRef
    to: Zone
    position: Literal["top", "bottom"] | None = None
    controller: PlayerRef | None = None
    tapped: bool = False
    transformed: bool = False
    verb: Literal["return", "put"] = "return"
    counters: tuple[tuple[str, int], ...] = ()
    slot: str = "it"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards, one at a time (CR 121.2)."""

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
    """Create a token that's a copy of the object (CR 707.2), except for what is said (CR 707.9)."""

    of: ObjectRef
    count: Amount = Fixed(1)
    who: PlayerRef = You()
    exceptions: tuple[Modification, ...] = ()


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
class Change:
    """A continuous effect from a resolution (CR 611.2): modifications of objects for a duration.

    what=All(filter) is locked in as it begins when it changes characteristics or control (CR 611.2c).
    """

    what: ObjectRef
    modifications: tuple[Modification, ...]
    duration: Duration = "until end of turn"


@dataclass(frozen=True, slots=True)
class BecomeCopy:
    """The object becomes a copy of the other (layer 1, values captured; CR 707.2), except for what is said (CR 707.9).

    keeps: "except it has this ability", the one that is resolving.
    """

    what: ObjectRef
    of: ObjectRef
    duration: Duration = "permanent"
    exceptions: tuple[Modification, ...] = ()
    keeps: bool = False


@dataclass(frozen=True, slots=True)
class CopySpell:
    """Copy the spell (CR 707.10); new_targets: "You may choose new targets for the copy"."""

    what: ObjectRef
    new_targets: bool = True
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class ChangeTargets:
    """Targets of a spell or ability are changed (CR 115.7).

    how: "new" you may choose new targets (115.7d), "change" all of them to others (115.7a), "to this" one of them to the
    object with this ability (115.7b).
    """

    what: ObjectRef
    how: Literal["new", "change", "to this"] = "new"


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
class InsteadOfZone:
    """If the object would be put into the zone (None: any), it goes to another one instead (CR 614.1a).

    duration: "permanent", as long as it stays where it is, or "this turn".
    """

    what: ObjectRef
    zone: Zone | None = Zone.GRAVEYARD
    to: Zone = Zone.EXILE
    duration: Duration = "permanent"


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
    """What a keyword's own rule says to do (cascade, madness …), by the keyword's name; never read from a text.

    cost, amount: those of the keyword.
    """

    name: str
    cost: Cost | None = None
    amount: Amount | None = None


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
class ExileUntilLeaves:
    """Exile the object until this permanent leaves the battlefield; right after that it comes back (CR 610.3)."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class GainProtection:
    """The object gains protection from a colour that you choose as this is carried out (CR 702.16, 608.2d)."""

    what: ObjectRef
    duration: Duration = "until end of turn"


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
    | ChangeTargets
    | CopyCard
    | CastDuring
    | MayCast
    | InsteadOfZone
    | Shuffle
    | ShuffleInto
    | ShuffleObject
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
    | PlayerGains
    | FlashFor
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
    | Adapt
    | Amass
    | Bolster
    | Connive
    | ExileTop
    | Explore
    | Manifest
    | PhaseOut
    | LookAndReveal
    | Incubate
    | BecomesDaytime
    | Transform
    | PutBack
    | Rearrange
    | RevealTopToHand
    | RevealAndChoose
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

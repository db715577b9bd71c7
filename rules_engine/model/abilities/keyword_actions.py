"""Keyword actions that objects and players are told to take (CR 701), and a few other actions with a rule of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_engine.model.abilities.costs import Cost
from rules_engine.model.terms import Amount, Filter, Fixed, ObjectRef, PlayerRef, You
from rules_engine.model.zones import Zone


@dataclass(frozen=True, slots=True)
class Explore:
    """The permanent explores (CR 701.44)."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class Connive:
    """The permanent connives, for so many cards (CR 701.50)."""

    what: ObjectRef
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class Amass:
    """Amass, with a subtype and a number (CR 701.47)."""

    subtype: str
    count: Amount


@dataclass(frozen=True, slots=True)
class Bolster:
    """Bolster, with a number (CR 701.39)."""

    count: Amount


@dataclass(frozen=True, slots=True)
class Adapt:
    """Adapt, with a number (CR 701.46); monstrosity: the same once only, as a designation (CR 701.37)."""

    count: Amount
    monstrosity: bool = False


@dataclass(frozen=True, slots=True)
class Manifest:
    """Manifest or cloak so many cards from the top of your library, or manifest dread (CR 701.40, 701.58, 701.62)."""

    kind: Literal["manifest", "cloak", "dread"] = "manifest"
    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class Incubate:
    """Incubate, with a number (CR 701.53)."""

    count: Amount
    who: PlayerRef = You()


@dataclass(frozen=True, slots=True)
class BecomesDaytime:
    """It becomes day, or night (CR 730.1)."""

    what: Literal["day", "night"]


@dataclass(frozen=True, slots=True)
class Transform:
    """Double-faced permanents are turned over (CR 701.27); convert: said that way (CR 701.28)."""

    what: ObjectRef
    convert: bool = False


@dataclass(frozen=True, slots=True)
class PhaseOut:
    """The permanents phase out (CR 702.26)."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class ExileTop:
    """You exile so many cards from the top of your library, found later as Those("it")."""

    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class PutBack:
    """You put so many cards from your hand on top of your library in any order (CR 401.4)."""

    count: Amount


@dataclass(frozen=True, slots=True)
class RevealTopToHand:
    """You reveal the top card of your library and put it into your hand, where it is found as Those("it")."""


@dataclass(frozen=True, slots=True)
class Rearrange:
    """You look at so many cards from the top of your library and put them back in any order (CR 701.20e, 401.4)."""

    count: Amount


@dataclass(frozen=True, slots=True)
class LookAndReveal:
    """You look at the top card of your library and may reveal it, found later as Those("revealed") (CR 701.20a, 701.20e)."""


@dataclass(frozen=True, slots=True)
class RevealAndChoose:
    """The player reveals their hand, and you choose a card of a description from it, found later as Those("it")."""

    who: PlayerRef
    what: Filter


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
class Mill:
    """Put cards from the top of the library into the graveyard (CR 701.17)."""

    who: PlayerRef
    count: Amount = Fixed(1)


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
class Shuffle:
    """The player shuffles their library (CR 701.24)."""

    who: PlayerRef


@dataclass(frozen=True, slots=True)
class ShuffleInto:
    """The player shuffles the cards of their zones into their library (CR 701.24d)."""

    who: PlayerRef
    zones: tuple[Zone, ...]


@dataclass(frozen=True, slots=True)
class ShuffleObject:
    """The object is shuffled into its owner's library (CR 701.24)."""

    what: ObjectRef


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

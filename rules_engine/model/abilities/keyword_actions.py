"""Keyword actions that objects and players are told to take (CR 701), where an action has a rule of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_engine.model.terms import Amount, Filter, Fixed, ObjectRef, PlayerRef


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
class PhaseOut:
    """The permanents phase out (CR 702.26)."""

    what: ObjectRef


@dataclass(frozen=True, slots=True)
class ExileTop:
    """You exile so many cards from the top of your library, found later as Those("it")."""

    count: Amount = Fixed(1)


@dataclass(frozen=True, slots=True)
class Rearrange:
    """You look at so many cards from the top of your library and put them back in any order (CR 701.20e, 401.4)."""

    count: Amount


@dataclass(frozen=True, slots=True)
class RevealAndChoose:
    """The player reveals their hand, and you choose a card of a description from it, found later as Those("it")."""

    who: PlayerRef
    what: Filter

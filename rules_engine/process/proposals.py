"""What is about to happen: effects, costs, turn-based and state-based actions all propose, nothing else moves (CR 609.1).

`applied` holds the keys of the replacement effects that a proposal has been through (CR 614.5).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rules_engine.model.characteristics import Characteristics
from rules_engine.model.objects import Chosen, SpellRecord
from rules_engine.model.zones import Zone

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """An object would move to a zone (CR 400).

    cause: why, in a word ("destroyed", "sacrificed", "discarded", "countered", "resolved", "cast", "exiled", "put",
    "returned", "state-based", "played", "created", "shuffled"). position: index in the library (0 top, -1 bottom).
    fields: further fields of the new object, such as encoded_on. shuffled: into the library, which is shuffled then.
    """

    object: int
    to: Zone
    cause: str = "put"
    rules: tuple[str, ...] = ()
    player: int | None = None
    position: int = 0
    controller: int | None = None
    tapped: bool = False
    face_down: bool = False
    counters: tuple[tuple[str, int], ...] = ()
    attach_to: Chosen | None = None
    copy_of: Characteristics | None = None
    spell: SpellRecord | None = None
    fields: tuple[tuple[str, Any], ...] = ()
    source: int | None = None
    regenerable: bool = True
    shuffled: bool = False
    applied: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class Damage:
    """A source would deal damage to an object or player (CR 120); fixed: it can't be dealt to another instead."""

    source: int
    recipient: Chosen
    amount: int
    combat: bool = False
    unpreventable: bool = False
    redirected: bool = False
    fixed: bool = False
    applied: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class Life:
    """A player would gain (amount > 0) or lose (amount < 0) life (CR 119)."""

    player: int
    amount: int
    source: int | None = None
    cause: str = ""
    applied: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class DrawOne:
    """A player would draw one card (CR 121)."""

    player: int
    applied: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token would be created under a player's control (CR 111)."""

    player: int
    values: Characteristics
    tapped: bool = False
    source: int | None = None
    applied: frozenset[Key] = frozenset()
    fields: tuple[tuple[str, Any], ...] = ()
    counters: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Counters:
    """Counters would be put on (amount > 0) or removed from (amount < 0) an object (CR 122); cause: by what, if by no effect."""

    object: int
    kind: str
    amount: int
    player: int | None = None
    rules: tuple[str, ...] = ()
    applied: frozenset[Key] = frozenset()
    cause: Literal["", "cost", "damage"] = ""


Proposal = Move | Damage | Life | DrawOne | NewToken | Counters

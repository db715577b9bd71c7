"""Floating effects: what resolved spells and abilities leave behind (CR 611.2, 614, 615, 603.7)."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.model.abilities import Effect, Modification, Trigger
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.objects import Chosen, EventFacts, Slots
from rules_engine.model.terms import Duration, Filter
from rules_engine.model.zones import Zone


@dataclass(frozen=True, slots=True)
class Expiry:
    """When an effect ends: its duration, whose "your", the turn it began, and the object it depends on."""

    duration: Duration
    player: int
    turn: int
    depends_on: int | None = None


@dataclass(frozen=True, slots=True)
class Floating:
    """What all floating effects share: an id, when it began, whose it is, what made it, when it ends."""

    id: int
    timestamp: int
    controller: int
    source: int
    source_name: str
    expiry: Expiry


@dataclass(frozen=True, slots=True)
class ChangeEffect(Floating):
    """Modifications of a locked-in set of objects (CR 611.2c). X, amounts and players in them are already numbers.

    what: statements about whatever matches, as long as the effect lasts; they, that_player: whom it speaks of.
    """

    affected: frozenset[int]
    modifications: tuple[Modification, ...]
    new_controller: int | None = None
    what: Filter | None = None
    they: tuple[int, ...] = ()
    that_player: int | None = None


@dataclass(frozen=True, slots=True)
class CopyEffect(Floating):
    """Layer 1: the object has these captured values (CR 707.2)."""

    affected: int
    values: Characteristics


@dataclass(frozen=True, slots=True)
class DamageShield(Floating):
    """Prevents (to None) or redirects damage (CR 614.9, 615.7). left None: all of it.

    once: used up by the next damage; and_yours: permanents of its controller are shielded too.
    original: what is shielded (None: everything); original_filter: or all that match; by, by_filter: only damage from it.
    """

    left: int | None
    original: Chosen | None
    to: Chosen | None
    by: Chosen | None = None
    by_filter: Filter | None = None
    original_filter: Filter | None = None
    combat: bool | None = None
    once: bool = False
    and_yours: bool = False


@dataclass(frozen=True, slots=True)
class DamageIsFirm(Floating):
    """Damage can't be prevented (CR 615.12)."""


@dataclass(frozen=True, slots=True)
class InsteadEffect(Floating):
    """If that object would be put into the zone, it goes elsewhere instead (CR 614.1a)."""

    object: int
    zone: Zone | None
    to: Zone


@dataclass(frozen=True, slots=True)
class CastPermission(Floating):
    """The player may cast that object while this lasts (CR 601.3); whole: not as an Adventure (CR 715.3d).

    after_turn: only once the turn of this number has ended. lands: a land card may be played (CR 305.1).
    """

    object: int
    player: int
    free: bool
    whole: bool = False
    after_turn: int | None = None
    lands: bool = False


@dataclass(frozen=True, slots=True)
class CastProhibition(Floating):
    """The players can't cast spells that match (CR 101.2)."""

    players: frozenset[int]
    what: Filter


@dataclass(frozen=True, slots=True)
class FlashPermission(Floating):
    """Its controller may cast spells that match as though they had flash (CR 601.3b)."""

    what: Filter


@dataclass(frozen=True, slots=True)
class PlayerStatement(Floating):
    """The players have what these kinds of statements say, or can't do it ("can't gain life"; CR 613.11, 101.2)."""

    players: frozenset[int]
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DelayedTrigger(Floating):
    """A delayed triggered ability (CR 603.7); it triggers once unless it has a duration."""

    trigger: Trigger
    effect: Effect
    slots: Slots
    facts: EventFacts
    x: int | None = None
    transformed: bool = False


@dataclass(frozen=True, slots=True)
class RegenerationShield(Floating):
    """The next time the permanent would be destroyed this turn it is not (CR 701.19a)."""

    object: int


@dataclass(frozen=True, slots=True)
class UntilLeaves(Floating):
    """What was exiled until the source leaves the battlefield; it comes back right after that (CR 610.3)."""

    objects: frozenset[int]
    back_to: Zone

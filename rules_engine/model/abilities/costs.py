"""What casting a spell or activating an ability can cost (CR 118)."""

from __future__ import annotations

from dataclasses import dataclass

from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import Amount, Filter, Fixed, This
from rules_engine.model.zones import Zone


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

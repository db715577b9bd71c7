"""What players may and can't do for a while, by effects of spells and abilities (CR 601.3, 101.2, 611.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_engine.model.terms import Duration, Filter, ObjectRef, PlayerRef, You


@dataclass(frozen=True, slots=True)
class MayCast:
    """A permission that lasts: the player may cast the object while the duration lasts, at its normal timing.

    play: "may play": a land card may be played too (CR 701.18a).
    """

    what: ObjectRef
    who: PlayerRef = You()
    duration: Duration = "until end of turn"
    free: bool = False
    play: bool = False


@dataclass(frozen=True, slots=True)
class PreventCasting:
    """Players or a player can't cast spells that match, for a duration (CR 101.2, 601.3)."""

    who: Literal["you", "opponent", "player"]
    what: Filter
    duration: Duration = "this turn"


@dataclass(frozen=True, slots=True)
class PlayerGains:
    """Players have something, or can't do something, for a duration ("you gain hexproof until end of turn", CR 613.11)."""

    who: Literal["you", "opponent", "player"]
    kinds: tuple[str, ...]
    duration: Duration = "this turn"


@dataclass(frozen=True, slots=True)
class FlashFor:
    """For a duration you may cast spells that match as though they had flash (CR 601.3b)."""

    what: Filter
    duration: Duration

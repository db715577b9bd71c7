"""Equipment that brings its own creature: living weapon and for Mirrodin! (CR 702.92, 702.163)."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.model.abilities import (
    AttachTo,
    ChangesZone,
    CreateToken,
    Effect,
    Keyword,
    TokenSpec,
    TriggeredAbility,
)
from rules_engine.model.terms import Fixed, This, Those
from rules_engine.model.zones import Zone
from rules_engine.process.registry import keyword
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

GERM = TokenSpec(
    "Phyrexian Germ",
    frozenset({"creature"}),
    frozenset({"phyrexian", "germ"}),
    frozenset({"B"}),
    Fixed(0),
    Fixed(0),
)
REBEL = TokenSpec(
    "Rebel", frozenset({"creature"}), frozenset({"rebel"}), frozenset({"R"}), Fixed(2), Fixed(2)
)


def _with(token: TokenSpec) -> Callable[[Keyword], tuple[TriggeredAbility, ...]]:
    """When it enters, create the token, then attach it to that (CR 702.92a, 702.163a)."""
    effect = Effect((CreateToken(token), AttachTo(This(), Those("it"))))
    ability = TriggeredAbility(ChangesZone(This(), None, Zone.BATTLEFIELD), effect, word="When")
    return lambda given: (ability,)


TRIGGERED_KEYWORDS["living weapon"] = (Zone.BATTLEFIELD, _with(GERM))
TRIGGERED_KEYWORDS["for mirrodin!"] = (Zone.BATTLEFIELD, _with(REBEL))
keyword("living weapon", "702.92", "702.92a")
keyword("for mirrodin!", "702.163", "702.163a")

"""Ward (CR 702.21): counter a spell or ability of an opponent that targets this unless they pay."""

from __future__ import annotations

from rules_engine.model.abilities import BecomesTarget, CounterSpell, Effect, Keyword, TriggeredAbility
from rules_engine.model.terms import Subject, This
from rules_engine.model.zones import Zone
from rules_engine.process.registry import keyword
from rules_engine.process.triggering import TRIGGERED_KEYWORDS


def abilities(ward: Keyword) -> tuple[TriggeredAbility, ...]:
    """The triggered ability that ward stands for (CR 702.21a)."""
    effect = Effect((CounterSpell(Subject("source"), unless_pays=ward.cost),))
    return (TriggeredAbility(BecomesTarget(This(), controlled_by="opponent"), effect),)


TRIGGERED_KEYWORDS["ward"] = (Zone.BATTLEFIELD, abilities)
keyword("ward", "702.21")

"""Prowess (CR 702.108): whenever you cast a noncreature spell, +1/+1 until end of turn."""

from __future__ import annotations

from rules_engine.model.abilities import AddPT, CastsSpell, Change, Effect, Keyword, TriggeredAbility
from rules_engine.model.terms import Filter, Fixed, This
from rules_engine.model.zones import Zone
from rules_engine.process.registry import keyword
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

ABILITY = TriggeredAbility(
    CastsSpell("you", Filter(zone=Zone.STACK, not_types=frozenset({"creature"}))),
    Effect((Change(This(), (AddPT(Fixed(1), Fixed(1)),)),)),
)


def abilities(prowess: Keyword) -> tuple[TriggeredAbility, ...]:
    """The triggered ability that prowess stands for (CR 702.108a)."""
    return (ABILITY,)


TRIGGERED_KEYWORDS["prowess"] = (Zone.BATTLEFIELD, abilities)
keyword("prowess", "702.108")

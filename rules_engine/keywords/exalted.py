"""Exalted (CR 702.83): whenever a creature you control attacks alone, it gets +1/+1 until end of turn."""

from __future__ import annotations

from rules_engine.model.abilities import AddPT, Attacks, Change, Effect, Keyword, TriggeredAbility
from rules_engine.model.terms import Filter, Fixed, Subject
from rules_engine.model.zones import Zone
from rules_engine.process.registry import keyword
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

ABILITY = TriggeredAbility(
    Attacks(Filter(types=frozenset({"creature"}), controller="you"), alone=True),
    Effect((Change(Subject(), (AddPT(Fixed(1), Fixed(1)),)),)),
)


def abilities(exalted: Keyword) -> tuple[TriggeredAbility, ...]:
    """The triggered ability that exalted stands for (CR 702.83a)."""
    return (ABILITY,)


TRIGGERED_KEYWORDS["exalted"] = (Zone.BATTLEFIELD, abilities)
keyword("exalted", "702.83")

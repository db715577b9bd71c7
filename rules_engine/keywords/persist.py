"""Persist and undying (CR 702.79, 702.93): back from the graveyard with a counter, if it had none of that kind."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.model.abilities import ChangesZone, Effect, Keyword, Move, TriggeredAbility
from rules_engine.model.terms import Filter, Matches, Owner, Subject, This
from rules_engine.model.zones import Zone
from rules_engine.process.registry import keyword
from rules_engine.process.triggering import TRIGGERED_KEYWORDS


def _abilities(kind: str) -> Callable[[Keyword], tuple[TriggeredAbility, ...]]:
    ability = TriggeredAbility(
        ChangesZone(This(), Zone.BATTLEFIELD, Zone.GRAVEYARD),
        Effect((Move(Subject(), Zone.BATTLEFIELD, controller=Owner(Subject()), counters=((kind, 1),)),)),
        condition=Matches(This(), Filter(counters=kind), negated=True),
        word="When",
    )
    return lambda _: (ability,)


TRIGGERED_KEYWORDS["persist"] = (Zone.BATTLEFIELD, _abilities("-1/-1"))
TRIGGERED_KEYWORDS["undying"] = (Zone.BATTLEFIELD, _abilities("+1/+1"))
keyword("persist", "702.79")
keyword("undying", "702.93")

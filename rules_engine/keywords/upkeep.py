"""Keywords that ask for a payment in every upkeep, or once: echo and cumulative upkeep (CR 702.30, 702.24)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    BeginningOf,
    ByRule,
    Cost,
    Effect,
    If,
    Keyword,
    May,
    SacrificeObject,
    TriggeredAbility,
)
from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import Filter, Matches, This, You
from rules_engine.model.zones import Step, Zone
from rules_engine.process.applying import may_pay
from rules_engine.process.costs import sacrifice
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters
from rules_engine.process.registry import keyword
from rules_engine.process.resolving import BY_RULE_OF
from rules_engine.process.triggering import TRIGGERED_KEYWORDS
from rules_engine.process.turns import ECHO_IS_DUE

UPKEEP = BeginningOf(Step.UPKEEP, "you")
CUMULATIVE = "cumulative upkeep"
_YOURS = Matches(This(), Filter(controller="you"))


def echo(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """In the upkeep after it came under your control, sacrifice it unless you pay (CR 702.30a)."""
    otherwise = (If(_YOURS, (SacrificeObject(This()),)),)
    effect = Effect((May(You(), cost=given.cost, if_not=otherwise),))
    due = Matches(This(), Filter(mark=ECHO_IS_DUE))
    return (TriggeredAbility(UPKEEP, effect, condition=due, word="At"),)


def cumulative_upkeep(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """An age counter in each of your upkeeps, then the cost for each of them, or a sacrifice (CR 702.24a)."""
    return (TriggeredAbility(UPKEEP, Effect((ByRule(CUMULATIVE, given.cost),)), word="At"),)


def grow_older(e: Engine, frame: Frame, rule: ByRule) -> None:
    """The whole set of costs is paid, or none of them and it is sacrificed (CR 702.24a)."""
    ident = frame.this
    if ident is None or not is_on(e, ident, Zone.BATTLEFIELD):
        return
    happen(e, [Counters(ident, "age", 1, frame.you, ("702.24a",))])
    if not is_on(e, ident, Zone.BATTLEFIELD):
        return
    each, age = rule.cost or Cost(), e.state.objects[ident].counter("age")
    mana = None if each.mana is None else ManaCost(each.mana.symbols * age)
    if may_pay(e, frame.you, Cost(mana, each.parts * age), frame):
        return
    if look(e.state).projection(ident).controller == frame.you:
        sacrifice(e, frame.you, [ident], ("702.24a",))


TRIGGERED_KEYWORDS["echo"] = (Zone.BATTLEFIELD, echo)
TRIGGERED_KEYWORDS[CUMULATIVE] = (Zone.BATTLEFIELD, cumulative_upkeep)
BY_RULE_OF[CUMULATIVE] = grow_older
keyword("echo", "702.30", "702.30a")
keyword(CUMULATIVE, "702.24", "702.24a")

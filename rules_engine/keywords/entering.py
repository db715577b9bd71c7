"""Keywords about how a creature enters or what it brings: fabricate, graft, riot, unleash (CR 702.123, 58, 136, 98)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    AddAbility,
    ByRule,
    ChangesZone,
    CreateToken,
    Effect,
    Enters,
    Keyword,
    Rule,
    StaticAbility,
    StaticChange,
    TokenSpec,
    TriggeredAbility,
)
from rules_engine.model.decisions import NO, YES, Decision
from rules_engine.model.terms import Amount, Filter, Fixed, Matches, This
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on
from rules_engine.process.matching import amount
from rules_engine.process.projecting import STATIC_KEYWORDS, look
from rules_engine.process.proposals import Counters
from rules_engine.process.registry import EXECUTORS, keyword
from rules_engine.process.replacing import ENTERING_CHOICES, ENTERING_KEYWORDS
from rules_engine.process.resolving import BY_RULE, BY_RULE_OF
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

CREATURE = frozenset({"creature"})
GROWN = Filter(counters="+1/+1")
HASTY = "haste by riot"
SERVO = TokenSpec(
    "Servo", frozenset({"artifact", "creature"}), frozenset({"servo"}), frozenset(), Fixed(1), Fixed(1)
)
CANNOT_BLOCK_GROWN = StaticAbility(StaticChange(This(), (Rule("can't block"),)), Matches(This(), GROWN))
HASTE = StaticAbility(
    StaticChange(This(), (AddAbility((Keyword("haste"),)),)), Matches(This(), Filter(mark=HASTY))
)


def _number(given: Keyword) -> Amount:
    return given.amount if given.amount is not None else Fixed(1)


def fabricate(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """When it enters, counters on it or as many Servos (CR 702.123a)."""
    effect = Effect((ByRule("fabricate", amount=_number(given)),))
    return (TriggeredAbility(ChangesZone(This(), None, Zone.BATTLEFIELD), effect, word="When"),)


def counters_or_servos(e: Engine, frame: Frame, rule: ByRule) -> None:
    """You may put N +1/+1 counters on it; if you don't, or can't, create N Servos (CR 702.123a)."""
    number = amount(look(e.state), frame, rule.amount or Fixed(1))
    ident = frame.this
    here = ident is not None and is_on(e, ident, Zone.BATTLEFIELD)
    options = (YES, NO) if here else (NO,)
    decision = Decision(frame.you, "may", options, "702.123a", frame.stack_object, what="fabricate counters")
    if e.choose(decision) == YES and ident is not None:
        happen(e, [Counters(ident, "+1/+1", number, frame.you, ("702.123a",))])
    else:
        EXECUTORS[CreateToken](e, frame, CreateToken(SERVO, Fixed(number)))


def graft(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever another creature enters while this has a counter, you may move one onto that (CR 702.58a)."""
    entered = ChangesZone(Filter(types=CREATURE, other=True), to=Zone.BATTLEFIELD)
    return (
        TriggeredAbility(
            entered, Effect((ByRule("graft"),)), condition=Matches(This(), GROWN), optional=True
        ),
    )


def move_a_counter(e: Engine, frame: Frame) -> None:
    """A counter moves only if both are there and one is on the first (CR 122.5)."""
    giver, taker = frame.this, frame.facts.object
    if giver is None or taker is None or not is_on(e, taker, Zone.BATTLEFIELD):
        return
    if is_on(e, giver, Zone.BATTLEFIELD) and e.state.objects[giver].counter("+1/+1"):
        rules = ("702.58a", "122.5")
        happen(
            e,
            [
                Counters(giver, "+1/+1", -1, frame.you, rules),
                Counters(taker, "+1/+1", 1, frame.you, rules),
            ],
        )


ENTERING_CHOICES["riot"] = ("702.136a", "+1/+1", HASTY)
ENTERING_CHOICES["unleash"] = ("702.98a", "+1/+1", "")
ENTERING_KEYWORDS["graft"] = lambda given: (
    StaticAbility(Enters(This(), counters=(("+1/+1", _number(given)),))),
)
STATIC_KEYWORDS["riot"] = lambda given: (HASTE,)
STATIC_KEYWORDS["unleash"] = lambda given: (CANNOT_BLOCK_GROWN,)
TRIGGERED_KEYWORDS["fabricate"] = (Zone.BATTLEFIELD, fabricate)
TRIGGERED_KEYWORDS["graft"] = (Zone.BATTLEFIELD, graft)
BY_RULE_OF["fabricate"] = counters_or_servos
BY_RULE["graft"] = move_a_counter
for _name, _rule in (
    ("fabricate", "702.123"),
    ("graft", "702.58"),
    ("riot", "702.136"),
    ("unleash", "702.98"),
):
    keyword(_name, _rule, f"{_rule}a")

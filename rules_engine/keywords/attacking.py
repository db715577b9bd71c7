"""Keywords that trigger in combat, each spelled out as its rule says: flanking, bushido, battle cry, annihilator …"""

from __future__ import annotations

from rules_engine.model.abilities import (
    AddPT,
    Attacks,
    AttacksUnblocked,
    BeginningOf,
    Blocks,
    ByRule,
    Change,
    Delayed,
    Effect,
    EitherTrigger,
    Keyword,
    LoseLife,
    PutCounters,
    Rule,
    Sacrifice,
    SacrificeObject,
    StaticAbility,
    StaticChange,
    TriggeredAbility,
)
from rules_engine.model.terms import (
    All,
    Amount,
    Compare,
    EventPlayer,
    Filter,
    Fixed,
    Scaled,
    StatOf,
    Subject,
    Target,
    TargetSpec,
    This,
)
from rules_engine.model.zones import Step, Zone
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.matching import amount
from rules_engine.process.projecting import STATIC_KEYWORDS, look
from rules_engine.process.registry import EXECUTORS, keyword
from rules_engine.process.resolving import BY_RULE_OF
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

CREATURE = frozenset({"creature"})


def _number(given: Keyword) -> Amount:
    return given.amount if given.amount is not None else Fixed(1)


def flanking(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Each creature without flanking that blocks it gets -1/-1 until end of turn (CR 702.25a)."""
    without = Filter(types=CREATURE, without_keyword="flanking")
    shrink = Change(Subject(), (AddPT(Fixed(-1), Fixed(-1)),))
    return (TriggeredAbility(Blocks(This(), becomes_blocked=True, by=without), Effect((shrink,))),)


def bushido(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it blocks or becomes blocked, it gets +N/+N until end of turn (CR 702.45a)."""
    trigger = EitherTrigger((Blocks(This()), Blocks(This(), becomes_blocked=True)))
    return (TriggeredAbility(trigger, Effect((Change(This(), (AddPT(_number(given), _number(given)),)),))),)


def afflict(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it becomes blocked, defending player loses N life (CR 702.130a)."""
    lose = LoseLife(EventPlayer(), _number(given))
    return (TriggeredAbility(Blocks(This(), becomes_blocked=True), Effect((lose,))),)


def frenzy(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it attacks and isn't blocked, it gets +N/+0 until end of turn (CR 702.68a)."""
    grow = Change(This(), (AddPT(_number(given), Fixed(0)),))
    return (TriggeredAbility(AttacksUnblocked(This()), Effect((grow,))),)


def annihilator(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it attacks, defending player sacrifices N permanents (CR 702.86a)."""
    return (TriggeredAbility(Attacks(This()), Effect((Sacrifice(EventPlayer(), Filter(), _number(given)),))),)


def battle_cry(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it attacks, each other attacking creature gets +1/+0 until end of turn (CR 702.91a)."""
    others = All(Filter(types=CREATURE, attacking=True, other=True))
    return (TriggeredAbility(Attacks(This()), Effect((Change(others, (AddPT(Fixed(1), Fixed(0)),)),))),)


def mentor(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it attacks, a counter on target attacking creature with less power (CR 702.134a)."""
    less = Compare("<=", Scaled(StatOf(This(), "power"), 1, -1))
    target = TargetSpec((Filter(types=CREATURE, attacking=True, power=less),))
    return (TriggeredAbility(Attacks(This()), Effect((PutCounters(Target(0), "+1/+1"),), (target,))),)


def decayed(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """When it attacks, sacrifice it at end of combat (CR 702.147a)."""
    later = Delayed(BeginningOf(Step.END_OF_COMBAT, "next"), Effect((SacrificeObject(This()),)))
    return (TriggeredAbility(Attacks(This()), Effect((later,)), word="When"),)


def rampage(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it becomes blocked, +N/+N for each creature blocking it beyond the first (CR 702.23a)."""
    effect = Effect((ByRule("rampage", amount=_number(given)),))
    return (TriggeredAbility(Blocks(This(), becomes_blocked=True), effect),)


def grow_by_blockers(e: Engine, frame: Frame, rule: ByRule) -> None:
    """Counted once, as it resolves (CR 702.23b)."""
    blocking = [len(a.blockers) for a in e.state.turn.attacks if a.attacker == frame.this]
    beyond = max(0, sum(blocking) - 1) * amount(look(e.state), frame, rule.amount or Fixed(1))
    if beyond:
        EXECUTORS[Change](e, frame, Change(This(), (AddPT(Fixed(beyond), Fixed(beyond)),)))


def training(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it attacks together with a creature of greater power, a +1/+1 counter (CR 702.149a)."""
    greater = Compare(">=", Scaled(StatOf(This(), "power"), 1, 1))
    attack = Attacks(This(), along=Filter(types=CREATURE, power=greater))
    return (TriggeredAbility(attack, Effect((PutCounters(This(), "+1/+1"),))),)


CANNOT_BLOCK = StaticAbility(StaticChange(This(), (Rule("can't block"),)))
BY_RULE_OF["rampage"] = grow_by_blockers
STATIC_KEYWORDS["decayed"] = lambda given: (CANNOT_BLOCK,)
for _name, _rule, _spell_out in (
    ("flanking", "702.25", flanking),
    ("bushido", "702.45", bushido),
    ("afflict", "702.130", afflict),
    ("frenzy", "702.68", frenzy),
    ("annihilator", "702.86", annihilator),
    ("battle cry", "702.91", battle_cry),
    ("mentor", "702.134", mentor),
    ("decayed", "702.147", decayed),
    ("rampage", "702.23", rampage),
    ("training", "702.149", training),
):
    TRIGGERED_KEYWORDS[_name] = (Zone.BATTLEFIELD, _spell_out)
    keyword(_name, _rule, f"{_rule}a")

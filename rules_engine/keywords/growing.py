"""Keywords about counters: bloodthirst, modular, fading, vanishing, evolve, outlast, renown."""

from __future__ import annotations

from rules_engine.model.abilities import (
    ActivatedAbility,
    BeginningOf,
    ByRule,
    ChangesZone,
    Cost,
    DealsDamage,
    Effect,
    Enters,
    Keyword,
    PutCounters,
    RemoveCounters,
    SacrificeObject,
    StaticAbility,
    StatusChange,
    TapThis,
    TriggeredAbility,
)
from rules_engine.model.terms import (
    Amount,
    Compare,
    Filter,
    Fixed,
    Matches,
    Scaled,
    StatOf,
    Subject,
    Target,
    TargetSpec,
    This,
    ThisTurn,
    Timing,
)
from rules_engine.model.zones import Step, Zone
from rules_engine.process.activating import ACTIVATED_KEYWORDS
from rules_engine.process.costs import sacrifice
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on
from rules_engine.process.history import ASKED_BY_KEYWORD
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters
from rules_engine.process.registry import keyword
from rules_engine.process.replacing import ENTERING_KEYWORDS
from rules_engine.process.resolving import BY_RULE
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

CREATURE = frozenset({"creature"})
UPKEEP = BeginningOf(Step.UPKEEP, "you")
DIES = ChangesZone(This(), Zone.BATTLEFIELD, Zone.GRAVEYARD)


def _number(given: Keyword) -> Amount:
    return given.amount if given.amount is not None else Fixed(1)


def _enters_with(kind: str, given: Keyword) -> StaticAbility:
    return StaticAbility(Enters(This(), counters=((kind, _number(given)),)))


def bloodthirst(given: Keyword) -> tuple[StaticAbility, ...]:
    """It enters with N +1/+1 counters if an opponent was dealt damage this turn (CR 702.54a)."""
    counters = Enters(This(), counters=(("+1/+1", _number(given)),))
    return (StaticAbility(counters, condition=ThisTurn("an opponent was dealt damage")),)


def modular(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """When it dies, you may put its counters on target artifact creature (CR 702.43a)."""
    target = TargetSpec((Filter(types=frozenset({"artifact", "creature"})),))
    put = PutCounters(Target(0), "+1/+1", StatOf(This(), "+1/+1"))
    return (TriggeredAbility(DIES, Effect((put,), (target,)), optional=True, word="When"),)


def fading(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """At the beginning of your upkeep, remove a fade counter; if you can't, sacrifice it (CR 702.32a)."""
    return (TriggeredAbility(UPKEEP, Effect((ByRule("fading"),)), word="At"),)


def fade(e: Engine, frame: Frame) -> None:
    """One fade counter fewer, or a sacrifice by its controller."""
    ident = frame.this
    if ident is None or not is_on(e, ident, Zone.BATTLEFIELD):
        return
    if e.state.objects[ident].counter("fade"):
        happen(e, [Counters(ident, "fade", -1, frame.you, ("702.32a",))])
    elif look(e.state).projection(ident).controller == frame.you:
        sacrifice(e, frame.you, [ident], ("702.32a",))


def vanishing(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """A time counter goes in each of your upkeeps; when the last is gone, sacrifice it (CR 702.63a)."""
    there = Matches(This(), Filter(counters="time"))
    return (
        TriggeredAbility(UPKEEP, Effect((RemoveCounters(This(), "time"),)), condition=there, word="At"),
        TriggeredAbility(
            StatusChange(This(), "last counter removed", "time"),
            Effect((SacrificeObject(This()),)),
            word="When",
        ),
    )


def evolve(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever a creature with greater power or toughness enters under your control, a counter (CR 702.100a)."""
    greater = Filter(
        any_of=(
            Filter(power=Compare(">=", Scaled(StatOf(This(), "power"), 1, 1))),
            Filter(toughness=Compare(">=", Scaled(StatOf(This(), "toughness"), 1, 1))),
        )
    )
    entered = ChangesZone(Filter(types=CREATURE, controller="you"), to=Zone.BATTLEFIELD)
    return (
        TriggeredAbility(
            entered, Effect((PutCounters(This(), "+1/+1"),)), condition=Matches(Subject(), greater)
        ),
    )


def renown(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """When it deals combat damage to a player, if it isn't renowned, counters, and it is renowned (CR 702.112a)."""
    effect = Effect((PutCounters(This(), "+1/+1", _number(given)), ByRule("renown")))
    return (
        TriggeredAbility(
            DealsDamage(This(), "player", True),
            effect,
            condition=Matches(This(), Filter(mark="renowned"), negated=True),
            word="When",
        ),
    )


def become_renowned(e: Engine, frame: Frame) -> None:
    """A designation that stays until it leaves the battlefield (CR 702.112b)."""
    if frame.this is not None and is_on(e, frame.this, Zone.BATTLEFIELD):
        e.change(frame.this, marks=e.state.objects[frame.this].marks | {"renowned"})


def outlast(given: Keyword) -> ActivatedAbility:
    """ "[Cost], {T}: Put a +1/+1 counter on this creature. Activate only as a sorcery" (CR 702.107a)."""
    cost = given.cost or Cost()
    effect = Effect((PutCounters(This(), "+1/+1"),))
    return ActivatedAbility(Cost(cost.mana, (*cost.parts, TapThis())), effect, Timing(sorcery=True))


ENTERING_KEYWORDS["bloodthirst"] = bloodthirst
ASKED_BY_KEYWORD["bloodthirst"] = frozenset({"an opponent was dealt damage"})
ENTERING_KEYWORDS["modular"] = lambda given: (_enters_with("+1/+1", given),)
ENTERING_KEYWORDS["fading"] = lambda given: (_enters_with("fade", given),)
ENTERING_KEYWORDS["vanishing"] = lambda given: (_enters_with("time", given),)
for _name, _spell_out in (
    ("modular", modular),
    ("fading", fading),
    ("vanishing", vanishing),
    ("evolve", evolve),
    ("renown", renown),
):
    TRIGGERED_KEYWORDS[_name] = (Zone.BATTLEFIELD, _spell_out)
BY_RULE["fading"] = fade
BY_RULE["renown"] = become_renowned
ACTIVATED_KEYWORDS["outlast"] = outlast
for _name, _rule in (
    ("bloodthirst", "702.54"),
    ("modular", "702.43"),
    ("fading", "702.32"),
    ("vanishing", "702.63"),
    ("evolve", "702.100"),
    ("renown", "702.112"),
    ("outlast", "702.107"),
):
    keyword(_name, _rule, f"{_rule}a")

"""Suspend (CR 702.62): exile with time counters; when the last is removed, you may play it free, with haste."""

from __future__ import annotations

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import (
    AddAbility,
    BeginningOf,
    ByRule,
    Effect,
    GainSuspend,
    Keyword,
    RemoveCounters,
    StatusChange,
    TriggeredAbility,
)
from rules_engine.model.decisions import NO, YES, Decision
from rules_engine.model.effects import ChangeEffect, Expiry
from rules_engine.model.evolving import replace
from rules_engine.model.terms import Filter, Matches, This
from rules_engine.model.zones import Step, Zone
from rules_engine.process.applying import present
from rules_engine.process.casting import cast
from rules_engine.process.costs import TotalCost, pay
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on, moved_to
from rules_engine.process.looking import Seen
from rules_engine.process.matching import amount
from rules_engine.process.permissions import FREE_NOW, NORMAL, may_begin
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import executes, keyword
from rules_engine.process.resolving import BY_RULE
from rules_engine.process.special_actions import SpecialAction, announce, register
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

NAME = "suspend"
SUSPENDED = Matches(This(), Filter(zone=Zone.EXILE, counters="time"))
EXILED = Matches(This(), Filter(zone=Zone.EXILE))
COUNT_DOWN = TriggeredAbility(
    BeginningOf(Step.UPKEEP, "you"), Effect((RemoveCounters(This(), "time"),)), condition=SUSPENDED, word="At"
)
PLAY = TriggeredAbility(
    StatusChange(This(), "last counter removed", "time"),
    Effect((ByRule(NAME),)),
    condition=EXILED,
    word="When",
)
HASTE = AddAbility((Keyword("haste"),))


def abilities(suspend: Keyword) -> tuple[TriggeredAbility, ...]:
    """The two triggered abilities that work in exile (CR 702.62a)."""
    return (COUNT_DOWN, PLAY)


@executes(GainSuspend)
def gain_suspend(e: Engine, frame: Frame, instruction: GainSuspend) -> None:
    """An exiled card without suspend gets it, for as long as it stays that object (CR 702.62, 400.7)."""
    for ident in present(e, frame, instruction.what):
        obj = e.state.objects[ident]
        if obj.zone is Zone.EXILE and not obj.base.has_keyword(NAME):
            e.change(ident, base=replace(obj.base, abilities=(*obj.base.abilities, Keyword(NAME))))


def refused(e: Engine, player: int, seen: Seen) -> IllegalAction | None:
    """Only when the player could begin to cast the card from hand (CR 116.2f, 702.62c)."""
    if not any(k.cost is not None and k.amount is not None for k in seen.chars.keywords(NAME)):
        return IllegalAction("the card has no suspend ability", "702.62a")
    return may_begin(e, player, seen.obj.id, NORMAL)


def take(e: Engine, player: int, seen: Seen) -> None:
    """Pay the cost and exile the card with its time counters (CR 702.62a)."""
    ability = next(k for k in seen.chars.keywords(NAME) if k.cost is not None and k.amount is not None)
    assert ability.cost is not None
    assert ability.amount is not None
    frame = Frame(you=player, this=seen.obj.id)
    total = TotalCost()
    total.add(ability.cost)
    pay(e, player, total, frame)
    counters = (("time", amount(look(e.state), frame, ability.amount)),)
    rules = ("702.62a", "116.2f")
    events = happen(e, [Move(seen.obj.id, Zone.EXILE, "suspended", rules, player=player, counters=counters)])
    announce(e, player, seen, NAME, moved_to(events, seen.obj.id), rules)


def follow(e: Engine, frame: Frame) -> None:
    """You may play it without paying its mana cost if able; otherwise it stays exiled (CR 702.62a)."""
    ident = frame.this
    if ident is None or not is_on(e, ident, Zone.EXILE):
        return
    possible = e.is_possible(lambda engine: _cast(engine, frame, ident))
    decision = Decision(frame.you, "may", (YES, NO) if possible else (NO,), "702.62a", ident, what="cast")
    if e.choose(decision) == YES:
        _cast(e, frame, ident)


def _cast(e: Engine, frame: Frame, ident: int) -> None:
    spell = cast(e, frame.you, ident, FREE_NOW)
    seen = look(e.state).at(spell)
    if seen is not None and "creature" in seen.chars.types:
        # It has haste until its controller loses control of it (CR 702.62a, 400.7a).
        e.add_effect(
            ChangeEffect(
                id=e.new_id(),
                timestamp=e.tick(),
                controller=frame.you,
                source=spell,
                source_name=seen.chars.name,
                expiry=Expiry("for as long as you control this", frame.you, e.state.turn.number, spell),
                affected=frozenset({spell}),
                modifications=(HASTE,),
            )
        )


register(SpecialAction(NAME, Zone.HAND, refused, take))
TRIGGERED_KEYWORDS[NAME] = (Zone.EXILE, abilities)
BY_RULE[NAME] = follow
keyword(NAME, "702.62")

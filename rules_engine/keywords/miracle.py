"""Miracle (CR 702.94): reveal the first card drawn this turn, and cast it for its miracle cost as the trigger resolves."""

from __future__ import annotations

from rules_engine.model.abilities import ByRule, Effect, StateTrigger, TriggeredAbility
from rules_engine.model.decisions import NO, YES, Decision
from rules_engine.model.events import Event
from rules_engine.model.objects import EventFacts
from rules_engine.model.terms import Did
from rules_engine.model.zones import Zone
from rules_engine.process.casting import cast
from rules_engine.process.drawing import AS_DRAWN
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import is_on
from rules_engine.process.permissions import CastWay
from rules_engine.process.projecting import look
from rules_engine.process.registry import keyword
from rules_engine.process.resolving import BY_RULE
from rules_engine.process.triggering import Watcher, add_trigger

NAME = "miracle"
# It triggers when the card is revealed, which `as_drawn` notices itself (CR 603.11).
ABILITY = TriggeredAbility(StateTrigger(Did()), Effect((ByRule(NAME),)), word="When")


def as_drawn(e: Engine, player: int, ident: int, count: int) -> None:
    """You may reveal it as you draw it if it's the first card you've drawn this turn (CR 702.94a)."""
    obj = e.state.objects[ident]
    if count != 1 or not look(e.state).projection(ident).chars.has_keyword(NAME):
        return
    if e.choose(Decision(player, "may", (YES, NO), "702.94a", ident, what="reveal")) == NO:
        return
    e.emit(Event("chooses", player=player, object=ident, name=obj.name, detail="reveals", rules=("702.94a",)))
    add_trigger(
        e, Watcher(ident, player, obj.name, (), None), ABILITY, EventFacts(object=ident, player=player)
    )


def follow(e: Engine, frame: Frame) -> None:
    """You may cast it for its miracle cost while this resolves (CR 702.94a, 608.2g)."""
    ident = frame.this
    if ident is None or not is_on(e, ident, Zone.HAND):
        return
    seen = look(e.state).at(ident)
    costs = [k.cost for k in seen.chars.keywords(NAME) if k.cost is not None] if seen is not None else []
    if not costs:
        return
    way = CastWay(NAME, cost=costs[0], when="any", rule="702.94a")

    def attempt(engine: Engine) -> None:
        cast(engine, frame.you, ident, way)

    options = (YES, NO) if e.is_possible(attempt) else (NO,)
    if e.choose(Decision(frame.you, "may", options, "702.94a", ident, what="cast")) == YES:
        attempt(e)


AS_DRAWN.append(as_drawn)
BY_RULE[NAME] = follow
keyword(NAME, "702.94")

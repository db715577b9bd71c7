"""Madness (CR 702.35): a discarded card is exiled instead, and its owner may cast it for its madness cost."""

from __future__ import annotations

from rules_engine.model.abilities import ByRule, ChangesZone, Effect, Keyword, TriggeredAbility
from rules_engine.model.decisions import NO, YES, Decision
from rules_engine.model.evolving import replace
from rules_engine.model.terms import Filter, Matches, This
from rules_engine.model.zones import Zone
from rules_engine.process.candidates import Candidate
from rules_engine.process.casting import cast
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on
from rules_engine.process.permissions import CastWay
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move, Proposal
from rules_engine.process.registry import keyword
from rules_engine.process.replacing import MOVE_REPLACEMENTS
from rules_engine.process.resolving import BY_RULE
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

NAME = "madness"
ABILITY = TriggeredAbility(
    ChangesZone(This(), Zone.HAND, Zone.EXILE),
    Effect((ByRule(NAME),)),
    condition=Matches(This(), Filter(zone=Zone.EXILE, mark=NAME)),
    word="When",
)


def replacements(e: Engine, move: Move) -> list[Candidate]:
    """It is still discarded, but into exile; another replacement may be chosen instead (CR 702.35a, 616.1)."""
    obj = e.state.objects[move.object]
    if move.cause != "discarded" or move.to is not Zone.GRAVEYARD or obj.zone is not Zone.HAND:
        return []
    if not obj.base.has_keyword(NAME):
        return []

    def apply(e: Engine) -> list[Proposal]:
        rules = (*move.rules, "702.35a")
        return [
            replace(move, to=Zone.EXILE, rules=rules, fields=(*move.fields, ("marks", frozenset({NAME}))))
        ]

    return [Candidate((NAME, obj.id), obj.name, "702.35a", apply, source=obj.id)]


def abilities(madness: Keyword) -> tuple[TriggeredAbility, ...]:
    """The triggered ability that works in exile when the first has been applied (CR 702.35a)."""
    return (ABILITY,)


def follow(e: Engine, frame: Frame) -> None:
    """Its owner may cast it for its madness cost, ignoring its type's timing; otherwise it goes to the graveyard."""
    ident = frame.this
    if ident is None or not is_on(e, ident, Zone.EXILE):
        return
    seen = look(e.state).at(ident)
    costs = [k.cost for k in seen.chars.keywords(NAME) if k.cost is not None] if seen is not None else []
    way = CastWay(NAME, cost=costs[0] if costs else None, when="any", rule="702.35a")
    possible = bool(costs) and e.is_possible(lambda engine: _cast(engine, frame.you, ident, way))
    decision = Decision(frame.you, "may", (YES, NO) if possible else (NO,), "702.35a", ident, what="cast")
    if e.choose(decision) == YES:
        cast(e, frame.you, ident, way)
    else:
        happen(e, [Move(ident, Zone.GRAVEYARD, "put", ("702.35a",), player=frame.you)])


def _cast(e: Engine, player: int, ident: int, way: CastWay) -> None:
    cast(e, player, ident, way)


MOVE_REPLACEMENTS.append(replacements)
TRIGGERED_KEYWORDS[NAME] = (Zone.EXILE, abilities)
BY_RULE[NAME] = follow
keyword(NAME, "702.35")

"""Cascade (CR 702.85): exile from the library until a cheaper nonland card, which may be cast free."""

from __future__ import annotations

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import ByRule, CastsSpell, Effect, Keyword, TriggeredAbility
from rules_engine.model.decisions import NO, YES, Decision
from rules_engine.model.terms import This
from rules_engine.model.zones import Zone
from rules_engine.process.applying import to_the_bottom
from rules_engine.process.casting import cast
from rules_engine.process.drawing import top_card
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import is_on, move_all
from rules_engine.process.matching import mana_value
from rules_engine.process.permissions import FREE_NOW
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword
from rules_engine.process.resolving import BY_RULE
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

NAME = "cascade"
ABILITY = TriggeredAbility(CastsSpell("you", This()), Effect((ByRule(NAME),)), word="When")


def abilities(cascade: Keyword) -> tuple[TriggeredAbility, ...]:
    """The triggered ability that cascade stands for; it works on the stack (CR 702.85a)."""
    return (ABILITY,)


def follow(e: Engine, frame: Frame) -> None:
    """Resolves even if the spell has left the stack, with what is known of it (CR 702.85a, 608.2h)."""
    spell = look(e.state).at(frame.this) if frame.this is not None else None
    if spell is None:
        return
    limit = mana_value(look(e.state), spell)
    exiled: list[int] = []
    while True:
        top = top_card(e, frame.you)
        if top is None:
            found = None
            break
        moved = move_all(e, [Move(top, Zone.EXILE, "exiled", ("702.85a",), player=frame.you)])
        found = moved.get(top)
        if found is None:
            continue
        exiled.append(found)
        seen = look(e.state).at(found)
        if seen is not None and "land" not in seen.chars.types and mana_value(look(e.state), seen) < limit:
            break
    if found is not None:
        _offer(e, frame, found, limit)
    left = [ident for ident in exiled if is_on(e, ident, Zone.EXILE)]
    to_the_bottom(e, frame.you, left, random=True, rule="702.85a")


def _offer(e: Engine, frame: Frame, ident: int, limit: int) -> None:
    possible = e.is_possible(lambda engine: _cast(engine, frame.you, ident, limit))
    decision = Decision(frame.you, "may", (YES, NO) if possible else (NO,), "702.85a", ident, what="cast")
    if e.choose(decision) == YES:
        _cast(e, frame.you, ident, limit)


def _cast(e: Engine, player: int, ident: int, limit: int) -> None:
    spell = cast(e, player, ident, FREE_NOW)
    seen = look(e.state).at(spell)
    if seen is not None and mana_value(look(e.state), seen) >= limit:
        raise IllegalAction("the resulting spell's mana value is not less", "702.85a")


TRIGGERED_KEYWORDS[NAME] = (Zone.STACK, abilities)
BY_RULE[NAME] = follow
keyword(NAME, "702.85")

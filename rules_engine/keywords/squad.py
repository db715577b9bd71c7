"""Squad (CR 702.157): an additional cost paid any number of times, and a token copy for each time."""

from __future__ import annotations

from rules_engine.model.abilities import (
    ByRule,
    ChangesZone,
    Effect,
    Keyword,
    TriggeredAbility,
)
from rules_engine.model.terms import This, WasPaid
from rules_engine.model.zones import Zone
from rules_engine.process.copying import both_faces
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen
from rules_engine.process.projecting import look
from rules_engine.process.proposals import NewToken
from rules_engine.process.registry import keyword
from rules_engine.process.resolving import BY_RULE
from rules_engine.process.triggering import TRIGGERED_KEYWORDS
from rules_engine.process.units import declare

NAME = "squad"
ABILITY = TriggeredAbility(
    ChangesZone(This(), None, Zone.BATTLEFIELD),
    Effect((ByRule(NAME),)),
    condition=WasPaid(NAME),
    word="When",
)
declare("702.157a", "squad creates no tokens")


def abilities(squad: Keyword) -> tuple[TriggeredAbility, ...]:
    """The triggered ability, linked to the payments made as the spell was cast (CR 702.157a, 607.2i)."""
    return (ABILITY,)


def follow(e: Engine, frame: Frame) -> None:
    """A token that's a copy of it for each time the cost was paid (CR 702.157a)."""
    times = frame.record.squad if frame.record is not None and e.state.holds("702.157a") else 0
    if times and frame.this is not None and look(e.state).at(frame.this) is not None:
        values = both_faces(e, frame.this)
        happen(e, [NewToken(frame.you, values, source=frame.this) for _ in range(times)])


TRIGGERED_KEYWORDS[NAME] = (Zone.BATTLEFIELD, abilities)
BY_RULE[NAME] = follow
keyword(NAME, "702.157")

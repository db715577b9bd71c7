"""Proliferate (CR 701.34)."""

from __future__ import annotations

from rules_engine.model.abilities import Proliferate
from rules_engine.model.decisions import NO, YES, Decision
from rules_engine.model.events import Event
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, notify
from rules_engine.process.proposals import Counters, Proposal
from rules_engine.process.registry import executes


@executes(Proliferate)
def proliferate(e: Engine, frame: Frame, instruction: Proliferate) -> None:
    """Any number of permanents and players with counters get one more of each kind there (CR 701.34a)."""
    proposals: list[Proposal] = []
    for obj in list(e.state.battlefield):
        if obj.counters:
            decision = Decision(frame.you, "may", (YES, NO), "701.34a", obj.id, what="proliferate")
            if e.choose(decision) == YES:
                proposals += [Counters(obj.id, kind, 1, frame.you, ("701.34a",)) for kind, _ in obj.counters]
    poisoned = []
    for player in e.state.in_turn_order():
        if e.state.player(player).poison:
            decision = Decision(frame.you, "may", (YES, NO), "701.34a", what=f"proliferate player {player}")
            if e.choose(decision) == YES:
                poisoned.append(player)
    happen(e, proposals)
    for player in poisoned:
        e.change_player(player, poison=e.state.player(player).poison + 1)
        notify(e, Event("counters put", player=player, detail="poison", amount=1, rules=("701.34a",)))

"""Shield counters (CR 122.1c): a permanent with one is not destroyed by an effect; the counter goes instead."""

from __future__ import annotations

from rules_engine.model.zones import Zone
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.proposals import Counters, Move
from rules_engine.process.replacing import MOVE_REPLACEMENTS
from rules_engine.process.units import declare


def replacements(e: Engine, move: Move) -> list[Candidate]:
    """Only for destruction by an effect (CR 701.8a), not for lethal damage, which state-based actions deal with."""
    obj = e.state.objects[move.object]
    by_effect = move.cause == "destroyed" and "701.8a" in move.rules
    if not by_effect or obj.zone is not Zone.BATTLEFIELD or not obj.counter("shield"):
        return []
    removed = Counters(obj.id, "shield", -1, rules=("122.1c",))
    return [
        Candidate(
            ("shield", obj.id), "shield counter", "122.1c", lambda e: [removed], kind="other", source=obj.id
        )
    ]


MOVE_REPLACEMENTS.append(replacements)
declare("122.1c", "shield counters do nothing")

"""Buyback (CR 702.27): if it was paid, the spell goes to its owner's hand as it resolves, not to the graveyard."""

from __future__ import annotations

from rules_engine.model.zones import Zone
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword
from rules_engine.process.replacing import MOVE_REPLACEMENTS, elsewhere


def replacements(e: Engine, move: Move) -> list[Candidate]:
    """Only as it resolves: a countered spell goes to the graveyard (CR 702.27a)."""
    obj = e.state.objects[move.object]
    bought = obj.spell is not None and obj.spell.buyback
    if bought and move.cause == "resolved" and move.to is Zone.GRAVEYARD and obj.zone is Zone.STACK:
        return [elsewhere(("buyback", obj.id), obj.name, move, Zone.HAND, obj.id, "702.27a")]
    return []


MOVE_REPLACEMENTS.append(replacements)
keyword("buyback", "702.27")

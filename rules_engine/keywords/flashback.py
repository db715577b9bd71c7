"""Flashback (CR 702.34): cast it from your graveyard for its cost; it is exiled whenever it would leave the stack."""

from __future__ import annotations

from rules_engine.model.abilities import Keyword
from rules_engine.model.zones import Zone
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_BY_KEYWORD, CastWay
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword
from rules_engine.process.replacing import MOVE_REPLACEMENTS, elsewhere

NAME = "flashback"


def ways(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """From its owner's graveyard, at the card's own timing (CR 702.34a)."""
    if seen.obj.zone is Zone.GRAVEYARD and seen.obj.owner == player and ability.cost is not None:
        return [CastWay(NAME, cost=ability.cost, rule="702.34a")]
    return []


def replacements(e: Engine, move: Move) -> list[Candidate]:
    """Exiled instead of going anywhere else, countered and returned included, if its cost was paid (CR 702.34a)."""
    obj = e.state.objects[move.object]
    paid = obj.spell is not None and obj.spell.method == NAME
    if paid and obj.zone is Zone.STACK and move.to is not Zone.EXILE:
        return [elsewhere((NAME, obj.id), obj.name, move, Zone.EXILE, obj.id, "702.34a")]
    return []


WAYS_BY_KEYWORD[NAME] = ways
MOVE_REPLACEMENTS.append(replacements)
keyword(NAME, "702.34")

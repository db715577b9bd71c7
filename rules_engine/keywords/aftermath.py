"""Aftermath (CR 702.127): a half of a split card that is cast from the graveyard only, and exiled afterwards."""

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
from rules_engine.process.units import declare, unit

NAME = "aftermath"
declare("702.127a", "a spell with aftermath that was cast from a graveyard is not exiled")


@unit("702.127a", "no half of a split card is cast from the graveyard", lambda e, player, seen, ability: [])
def ways(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """This half of the card, from its owner's graveyard, for its mana cost (CR 702.127a)."""
    if seen.obj.zone is Zone.GRAVEYARD and seen.obj.owner == player:
        return [CastWay(NAME, rule="702.127a")]
    return []


def replacements(e: Engine, move: Move) -> list[Candidate]:
    """Exiled whenever it would leave the stack, if it was cast from a graveyard, by whatever way (CR 702.127a)."""
    obj = e.state.objects[move.object]
    if obj.zone is not Zone.STACK or move.to is Zone.EXILE or not obj.base.has_keyword(NAME):
        return []
    if obj.spell is None or obj.spell.cast_from is not Zone.GRAVEYARD:
        return []
    return [elsewhere((NAME, obj.id), obj.name, move, Zone.EXILE, obj.id, "702.127a")]


WAYS_BY_KEYWORD[NAME] = ways
MOVE_REPLACEMENTS.append(replacements)
keyword(NAME, "702.127")

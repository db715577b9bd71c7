"""Cast from the graveyard for a discard more: retrace and jump-start (CR 702.81, 702.133)."""

from __future__ import annotations

from rules_engine.model.abilities import Cost, DiscardCost, Keyword
from rules_engine.model.terms import Filter
from rules_engine.model.zones import Zone
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_BY_KEYWORD, CastWay
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword
from rules_engine.process.replacing import MOVE_REPLACEMENTS, elsewhere
from rules_engine.process.units import declare

A_LAND = Cost(None, (DiscardCost(Filter(zone=Zone.HAND, types=frozenset({"land"}))),))
A_CARD = Cost(None, (DiscardCost(Filter(zone=Zone.HAND)),))
declare("702.133a", "a spell cast with jump-start is not exiled")


def retrace(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """From its owner's graveyard, by discarding a land card as an additional cost (CR 702.81a)."""
    if seen.obj.zone is Zone.GRAVEYARD and seen.obj.owner == player and e.state.holds("702.81a"):
        return [CastWay("retrace", rule="702.81a", added=A_LAND)]
    return []


def jump_start(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """From its owner's graveyard, by discarding a card as an additional cost (CR 702.133a)."""
    if seen.obj.zone is Zone.GRAVEYARD and seen.obj.owner == player:
        return [CastWay("jump-start", rule="702.133a", added=A_CARD)]
    return []


def exiled_instead(e: Engine, move: Move) -> list[Candidate]:
    """A spell cast with jump-start is exiled whenever it would leave the stack (CR 702.133a)."""
    obj = e.state.objects[move.object]
    used = obj.spell is not None and obj.spell.method == "jump-start"
    if used and obj.zone is Zone.STACK and move.to is not Zone.EXILE:
        return [elsewhere(("jump-start", obj.id), obj.name, move, Zone.EXILE, obj.id, "702.133a")]
    return []


declare("702.81a", "nothing is cast from the graveyard with retrace")
WAYS_BY_KEYWORD["retrace"] = retrace
WAYS_BY_KEYWORD["jump-start"] = jump_start
MOVE_REPLACEMENTS.append(exiled_instead)
keyword("retrace", "702.81")
keyword("jump-start", "702.133")

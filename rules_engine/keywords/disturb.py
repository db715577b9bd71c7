"""Disturb (CR 702.146): cast a double-faced card from your graveyard with its back face up."""

from __future__ import annotations

from rules_engine.model.abilities import Keyword
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.faces import turned_over
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_BY_KEYWORD, CastWay
from rules_engine.process.registry import keyword
from rules_engine.process.units import unit

NAME = "disturb"


@unit("702.146a", "nothing is cast with disturb", lambda e, player, seen, ability: [])
def ways(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """From its owner's graveyard, transformed; the back face says when (CR 702.146a, 712.11a, 712.11c)."""
    there = seen.obj.zone is Zone.GRAVEYARD and seen.obj.owner == player
    if not there or ability.cost is None or seen.chars.frame != "transforming":
        return []
    return [CastWay(NAME, cost=ability.cost, rule="702.146a", chars=turned_over(seen.chars))]


WAYS_BY_KEYWORD[NAME] = ways
keyword(NAME, "702.146")

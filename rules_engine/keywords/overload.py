"""Overload (CR 702.96): an alternative cost that turns "target" into "each"; impossible when cast free (118.9a)."""

from __future__ import annotations

from rules_engine.model.abilities import Keyword
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_BY_KEYWORD, CastWay
from rules_engine.process.registry import keyword

NAME = "overload"


def ways(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """Where the card could be cast for its mana cost: from its owner's hand (CR 702.96a)."""
    if seen.obj.zone is Zone.HAND and seen.obj.owner == player and ability.cost is not None:
        return [CastWay(NAME, cost=ability.cost, rule="702.96a")]
    return []


WAYS_BY_KEYWORD[NAME] = ways
keyword(NAME, "702.96")

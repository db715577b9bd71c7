"""Spectacle (CR 702.137): an alternative cost, if an opponent lost life this turn."""

from __future__ import annotations

from rules_engine.model.abilities import Keyword
from rules_engine.model.terms import ThisTurn
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.history import ASKED_BY_KEYWORD
from rules_engine.process.looking import Seen
from rules_engine.process.matching import holds
from rules_engine.process.permissions import WAYS_BY_KEYWORD, CastWay
from rules_engine.process.projecting import look
from rules_engine.process.registry import keyword
from rules_engine.process.units import unit

NAME = "spectacle"
LOST = ThisTurn("an opponent lost life")


@unit("702.137a", "nothing is cast for its spectacle cost", lambda e, player, seen, ability: [])
def ways(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """Where the card could be cast for its mana cost: from its owner's hand (CR 702.137a)."""
    if seen.obj.zone is not Zone.HAND or seen.obj.owner != player or ability.cost is None:
        return []
    if not holds(look(e.state), Frame(you=player, this=seen.obj.id), LOST):
        return []
    return [CastWay(NAME, cost=ability.cost, rule="702.137a")]


WAYS_BY_KEYWORD[NAME] = ways
ASKED_BY_KEYWORD[NAME] = frozenset({LOST.event})
keyword(NAME, "702.137")

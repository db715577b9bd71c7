"""Evoke (CR 702.74): an alternative cost; when the permanent enters and it was paid, it is sacrificed."""

from __future__ import annotations

from rules_engine.model.abilities import ChangesZone, Effect, Keyword, SacrificeObject, TriggeredAbility
from rules_engine.model.terms import This, WasCastBy
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_BY_KEYWORD, CastWay
from rules_engine.process.registry import keyword
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

NAME = "evoke"
ABILITY = TriggeredAbility(
    ChangesZone(This(), None, Zone.BATTLEFIELD),
    Effect((SacrificeObject(This()),)),
    condition=WasCastBy(NAME),
    word="When",
)


def ways(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """Where the card could be cast for its mana cost: from its owner's hand (CR 702.74a)."""
    if seen.obj.zone is Zone.HAND and seen.obj.owner == player and ability.cost is not None:
        return [CastWay(NAME, cost=ability.cost, rule="702.74a")]
    return []


def abilities(evoke: Keyword) -> tuple[TriggeredAbility, ...]:
    """The triggered ability that works on the battlefield (CR 702.74a)."""
    return (ABILITY,)


WAYS_BY_KEYWORD[NAME] = ways
TRIGGERED_KEYWORDS[NAME] = (Zone.BATTLEFIELD, abilities)
keyword(NAME, "702.74")

"""Bestow (CR 702.103): an alternative cost that makes a creature card an Aura spell for as long as it is attached."""

from __future__ import annotations

from rules_engine.model.abilities import Keyword
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.evolving import replace
from rules_engine.model.subtypes import NOT_CREATURE_TYPES
from rules_engine.model.terms import Filter
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_BY_KEYWORD, CastWay
from rules_engine.process.registry import keyword

NAME = "bestow"
ENCHANT_CREATURE = Keyword("enchant", filter=Filter(types=frozenset({"creature"})))


def bestowed(chars: Characteristics) -> Characteristics:
    """An Aura enchantment with enchant creature, and no creature (CR 702.103b)."""
    return replace(
        chars,
        types=chars.types - {"creature"},
        subtypes=(chars.subtypes & NOT_CREATURE_TYPES) | {"aura"},
        abilities=(*chars.abilities, ENCHANT_CREATURE),
        power=None,
        toughness=None,
    )


def ways(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
    """Where the card could be cast for its mana cost: from its owner's hand (CR 702.103a)."""
    if seen.obj.zone is not Zone.HAND or seen.obj.owner != player or ability.cost is None:
        return []
    return [CastWay(NAME, cost=ability.cost, rule="702.103a", chars=bestowed(seen.chars))]


WAYS_BY_KEYWORD[NAME] = ways
keyword(NAME, "702.103")

"""Cycling (CR 702.29): "[Cost], Discard this card: Draw a card", from the hand."""

from __future__ import annotations

from rules_engine.model.abilities import ActivatedAbility, Cost, DiscardCost, Draw, Effect, Keyword, Search
from rules_engine.model.evolving import replace
from rules_engine.model.terms import Filter, This, You
from rules_engine.model.zones import Zone
from rules_engine.process.activating import ACTIVATED_KEYWORDS
from rules_engine.process.registry import keyword


def ability(cycling: Keyword) -> ActivatedAbility:
    """The activated ability that cycling stands for (CR 702.29a)."""
    given = cycling.cost or Cost()
    cost = Cost(given.mana, (*given.parts, DiscardCost(This())))
    return ActivatedAbility(cost, Effect((Draw(You()),)), zone=Zone.HAND)


def type_ability(cycling: Keyword) -> ActivatedAbility:
    """ "[Cost], Discard this card: Search your library for a [type] card, reveal it, put it into your hand" (702.29e)."""
    given = cycling.cost or Cost()
    assert isinstance(cycling.filter, Filter)
    what = replace(cycling.filter, zone=Zone.LIBRARY)
    cost = Cost(given.mana, (*given.parts, DiscardCost(This())))
    search = Search(You(), what, Zone.HAND, reveal=True)
    return ActivatedAbility(cost, Effect((search,)), zone=Zone.HAND)


ACTIVATED_KEYWORDS["typecycling"] = type_ability
keyword("typecycling", "702.29e", "702.29e")
ACTIVATED_KEYWORDS["cycling"] = ability
keyword("cycling", "702.29")

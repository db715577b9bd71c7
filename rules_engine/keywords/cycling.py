"""Cycling (CR 702.29): "[Cost], Discard this card: Draw a card", from the hand."""

from __future__ import annotations

from rules_engine.model.abilities import ActivatedAbility, Cost, DiscardCost, Draw, Effect, Keyword
from rules_engine.model.terms import This, You
from rules_engine.model.zones import Zone
from rules_engine.process.activating import ACTIVATED_KEYWORDS
from rules_engine.process.registry import keyword


def ability(cycling: Keyword) -> ActivatedAbility:
    """The activated ability that cycling stands for (CR 702.29a)."""
    given = cycling.cost or Cost()
    cost = Cost(given.mana, (*given.parts, DiscardCost(This())))
    return ActivatedAbility(cost, Effect((Draw(You()),)), zone=Zone.HAND)


ACTIVATED_KEYWORDS["cycling"] = ability
keyword("cycling", "702.29")

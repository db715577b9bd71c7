"""Crew (CR 702.122): tap other creatures with enough power, and the Vehicle is an artifact creature this turn."""

from __future__ import annotations

from rules_engine.model.abilities import (
    ActivatedAbility,
    Change,
    ChangeTypes,
    Cost,
    CrewCost,
    Effect,
    Keyword,
)
from rules_engine.model.terms import Fixed, This
from rules_engine.process.activating import ACTIVATED_KEYWORDS
from rules_engine.process.registry import keyword


def crew(given: Keyword) -> ActivatedAbility:
    """ "Tap any number of other untapped creatures you control with total power N or more: …" (CR 702.122a)."""
    number = given.amount if given.amount is not None else Fixed(0)
    types = ChangeTypes(types=frozenset({"artifact", "creature"}))
    return ActivatedAbility(Cost(None, (CrewCost(number),)), Effect((Change(This(), (types,)),)))


ACTIVATED_KEYWORDS["crew"] = crew
keyword("crew", "702.122", "702.122a")

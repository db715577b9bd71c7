"""Equip (CR 702.6): "[Cost]: Attach this permanent to target creature you control. Activate only as a sorcery." """

from __future__ import annotations

from rules_engine.model.abilities import ActivatedAbility, AttachTo, Cost, Effect, Keyword
from rules_engine.model.terms import Filter, Target, TargetSpec, This, Timing
from rules_engine.process.activating import ACTIVATED_KEYWORDS
from rules_engine.process.registry import keyword

YOUR_CREATURE = Filter(types=frozenset({"creature"}), controller="you")


def ability(equip: Keyword) -> ActivatedAbility:
    """The activated ability that equip stands for (CR 702.6a)."""
    what = equip.filter if isinstance(equip.filter, Filter) else YOUR_CREATURE
    effect = Effect((AttachTo(This(), Target(0)),), (TargetSpec((what,)),))
    return ActivatedAbility(equip.cost or Cost(), effect, Timing(sorcery=True))


ACTIVATED_KEYWORDS["equip"] = ability
keyword("equip", "702.6")

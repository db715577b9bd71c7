"""Storm (CR 702.40): when you cast this spell, copy it for each other spell cast before it this turn."""

from __future__ import annotations

from rules_engine.model.abilities import CastsSpell, CopySpell, Effect, Keyword, TriggeredAbility
from rules_engine.model.terms import EventAmount, This
from rules_engine.model.zones import Zone
from rules_engine.process.registry import keyword
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

ABILITY = TriggeredAbility(
    CastsSpell("you", This()),
    Effect((CopySpell(This(), new_targets=True, count=EventAmount()),)),
    word="When",
)


def abilities(storm: Keyword) -> tuple[TriggeredAbility, ...]:
    """The triggered ability that storm stands for; it works on the stack (CR 702.40a)."""
    return (ABILITY,)


TRIGGERED_KEYWORDS["storm"] = (Zone.STACK, abilities)
keyword("storm", "702.40")

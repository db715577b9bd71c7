"""Keywords of cards in graveyards and of what leaves them: unearth, soulshift, afterlife."""

from __future__ import annotations

from rules_engine.model.abilities import (
    ActivatedAbility,
    AddAbility,
    BeginningOf,
    Change,
    ChangesZone,
    Cost,
    CreateToken,
    Delayed,
    Effect,
    Exile,
    InsteadOfZone,
    Keyword,
    Move,
    TokenSpec,
    TriggeredAbility,
)
from rules_engine.model.terms import (
    Compare,
    Filter,
    Fixed,
    Target,
    TargetSpec,
    This,
    Those,
    Timing,
    You,
)
from rules_engine.model.zones import Step, Zone
from rules_engine.process.activating import ACTIVATED_KEYWORDS
from rules_engine.process.registry import keyword
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

DIES = ChangesZone(This(), Zone.BATTLEFIELD, Zone.GRAVEYARD)
IT = Those("unearthed")
SPIRIT = TokenSpec(
    "Spirit",
    frozenset({"creature"}),
    frozenset({"spirit"}),
    frozenset({"W", "B"}),
    Fixed(1),
    Fixed(1),
    (Keyword("flying"),),
)


def unearth(given: Keyword) -> ActivatedAbility:
    """Back to the battlefield with haste, exiled at the next end step or when it would leave otherwise (CR 702.84a)."""
    effect = Effect(
        (
            Move(This(), Zone.BATTLEFIELD, controller=You(), slot="unearthed"),
            Change(IT, (AddAbility((Keyword("haste"),)),), "permanent"),
            InsteadOfZone(IT, None, Zone.EXILE),
            Delayed(BeginningOf(Step.END, "next"), Effect((Exile(IT),))),
        )
    )
    return ActivatedAbility(given.cost or Cost(), effect, Timing(sorcery=True), zone=Zone.GRAVEYARD)


def soulshift(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """When it dies, you may return target Spirit card with mana value N or less to your hand (CR 702.46a)."""
    number = given.amount if given.amount is not None else Fixed(0)
    spirit = Filter(
        zone=Zone.GRAVEYARD, owner="you", subtypes=frozenset({"spirit"}), mana_value=Compare("<=", number)
    )
    effect = Effect((Move(Target(0), Zone.HAND),), (TargetSpec((spirit,)),))
    return (TriggeredAbility(DIES, effect, optional=True, word="When"),)


def afterlife(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """When it dies, create N 1/1 white and black Spirit creature tokens with flying (CR 702.135a)."""
    number = given.amount if given.amount is not None else Fixed(1)
    return (TriggeredAbility(DIES, Effect((CreateToken(SPIRIT, number),)), word="When"),)


ACTIVATED_KEYWORDS["unearth"] = unearth
TRIGGERED_KEYWORDS["soulshift"] = (Zone.BATTLEFIELD, soulshift)
TRIGGERED_KEYWORDS["afterlife"] = (Zone.BATTLEFIELD, afterlife)
for _name, _rule in (("unearth", "702.84"), ("soulshift", "702.46"), ("afterlife", "702.135")):
    keyword(_name, _rule, f"{_rule}a")

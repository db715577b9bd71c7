"""Activated in the graveyard, exiling the card: embalm, eternalize, scavenge; and reinforce from the hand.

CR 702.128, 702.129, 702.97, 702.77.
"""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.model.abilities import (
    ActivatedAbility,
    ByRule,
    Cost,
    CostPart,
    DiscardCost,
    Effect,
    ExileCost,
    Keyword,
    PutCounters,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.evolving import replace
from rules_engine.model.terms import Filter, Fixed, StatOf, Target, TargetSpec, This, Timing
from rules_engine.model.zones import Zone
from rules_engine.process.activating import ACTIVATED_KEYWORDS
from rules_engine.process.copying import copiable_values
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen
from rules_engine.process.projecting import look
from rules_engine.process.proposals import NewToken
from rules_engine.process.registry import keyword
from rules_engine.process.resolving import BY_RULE
from rules_engine.process.units import declare

CREATURE = TargetSpec((Filter(types=frozenset({"creature"})),))
SORCERY = Timing(sorcery=True)


def _with(given: Keyword, part: CostPart) -> Cost:
    cost = given.cost or Cost()
    return Cost(cost.mana, (*cost.parts, part))


def _exiled(given: Keyword, effect: Effect) -> ActivatedAbility:
    cost = _with(given, ExileCost(This(), zone=Zone.GRAVEYARD))
    return ActivatedAbility(cost, effect, SORCERY, zone=Zone.GRAVEYARD)


def embalm(given: Keyword) -> ActivatedAbility:
    """A token that's a copy of it, but white, without mana cost and a Zombie besides (CR 702.128a)."""
    return _exiled(given, Effect((ByRule("embalm"),)))


def eternalize(given: Keyword) -> ActivatedAbility:
    """A token that's a copy of it, but black, 4/4, without mana cost and a Zombie besides (CR 702.129a)."""
    return _exiled(given, Effect((ByRule("eternalize"),)))


def scavenge(given: Keyword) -> ActivatedAbility:
    """As many +1/+1 counters as the exiled card's power on target creature (CR 702.97a)."""
    put = PutCounters(Target(0), "+1/+1", StatOf(This(), "power"))
    return _exiled(given, Effect((put,), (CREATURE,)))


def reinforce(given: Keyword) -> ActivatedAbility:
    """ "[Cost], Discard this card: Put N +1/+1 counters on target creature" (CR 702.77a)."""
    put = PutCounters(Target(0), "+1/+1", given.amount if given.amount is not None else Fixed(1))
    return ActivatedAbility(_with(given, DiscardCost(This())), Effect((put,), (CREATURE,)), zone=Zone.HAND)


def _embalmed(values: Characteristics) -> Characteristics:
    return replace(values, colors=frozenset({"W"}), mana_cost=None, subtypes=values.subtypes | {"zombie"})


def _eternalized(values: Characteristics) -> Characteristics:
    return replace(
        values,
        colors=frozenset({"B"}),
        mana_cost=None,
        subtypes=values.subtypes | {"zombie"},
        power=4,
        toughness=4,
    )


def _copied(
    rule: str, changed: Callable[[Characteristics], Characteristics]
) -> Callable[[Engine, Frame], None]:
    """The exceptions are part of what the token is and of what is copied from it (CR 707.9a)."""

    def follow(e: Engine, frame: Frame) -> None:
        if frame.this is None or look(e.state).at(frame.this) is None or not e.state.holds(rule):
            return
        happen(e, [NewToken(frame.you, changed(copiable_values(e, frame.this)), source=frame.this)])

    return follow


for _name, _rule, _spell_out in (
    ("embalm", "702.128", embalm),
    ("eternalize", "702.129", eternalize),
    ("scavenge", "702.97", scavenge),
    ("reinforce", "702.77", reinforce),
):
    ACTIVATED_KEYWORDS[_name] = _spell_out
    keyword(_name, _rule, "" if _name.startswith("e") else f"{_rule}a")
BY_RULE["embalm"] = _copied("702.128a", _embalmed)
BY_RULE["eternalize"] = _copied("702.129a", _eternalized)
declare("702.128a", "embalm creates no token")
declare("702.129a", "eternalize creates no token")

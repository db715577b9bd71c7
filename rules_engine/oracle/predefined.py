"""Predefined tokens (CR 111.10): what "a Treasure token" is."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Ability,
    ActivatedAbility,
    AddMana,
    Cost,
    DiscardCost,
    Draw,
    Effect,
    GainLife,
    PutCounters,
    SacrificeCost,
    Search,
    TapThis,
    TokenSpec,
)
from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import Filter, Fixed, Target, TargetSpec, This, Timing, You
from rules_engine.model.zones import Zone

_SACRIFICE = SacrificeCost(This())
_ANY_COLOR = Effect((AddMana((), any_color=True),))
_DRAW = Effect((Draw(You()),))
_CREATURE = TargetSpec((Filter(types=frozenset({"creature"})),))
_BASIC_LAND = Filter(zone=Zone.LIBRARY, types=frozenset({"land"}), supertypes=frozenset({"basic"}))


def _cost(mana: str, *, tap: bool = True, discard: bool = False) -> Cost:
    parts = (TapThis(),) if tap else ()
    discarded = (DiscardCost(Filter(zone=Zone.HAND)),) if discard else ()
    return Cost(ManaCost((mana,)) if mana else None, (*parts, *discarded, _SACRIFICE))


def _artifact(name: str, ability: Ability) -> TokenSpec:
    return TokenSpec(
        name=name,
        types=frozenset({"artifact"}),
        subtypes=frozenset({name}),
        colors=frozenset(),
        abilities=(ability,),
    )


# CR 111.10a, b, c, f, g, u and v; the others need what the engine does not have.
PREDEFINED = {
    spec.name: spec
    for spec in (
        _artifact("treasure", ActivatedAbility(_cost(""), _ANY_COLOR)),
        _artifact("food", ActivatedAbility(_cost("2"), Effect((GainLife(You(), Fixed(3)),)))),
        _artifact("gold", ActivatedAbility(_cost("", tap=False), _ANY_COLOR)),
        _artifact("clue", ActivatedAbility(_cost("2", tap=False), _DRAW)),
        _artifact("blood", ActivatedAbility(_cost("1", discard=True), _DRAW)),
        _artifact(
            "lander",
            ActivatedAbility(
                _cost("2"), Effect((Search(You(), _BASIC_LAND, Zone.BATTLEFIELD, tapped=True),))
            ),
        ),
        _artifact(
            "mutagen",
            ActivatedAbility(
                _cost("1"),
                Effect((PutCounters(Target(0), "+1/+1"),), (_CREATURE,)),
                Timing(sorcery=True),
            ),
        ),
    )
}

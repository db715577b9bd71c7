"""Continuous effects in layers: what objects are like after everything that affects them (CR 611, 613).

A pure function of the state. Within a layer, effects apply by timestamp unless one depends on another (613.8), which
is found by trial application; after each application the rest is looked at anew. An effect that has begun to apply in
one layer goes on in later ones, to the same objects, even if the ability that made it is gone (613.6).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from rules_engine.model.abilities import (
    Ability,
    AddAbility,
    AddPT,
    ChangeColors,
    ChangeTypes,
    Cost,
    GrantFlashback,
    GrantForetell,
    Keyword,
    LoseAllAbilities,
    LoseKeyword,
    LoseTypes,
    Modification,
    Rule,
    SetController,
    SetPT,
    StaticAbility,
    StaticChange,
    SwitchPT,
)
from rules_engine.model.characteristics import BASIC_LAND_MANA, Characteristics
from rules_engine.model.effects import ChangeEffect, CopyEffect
from rules_engine.model.evolving import replace
from rules_engine.model.mana import adjust
from rules_engine.model.objects import KEYWORD_COUNTERS, Chosen, EventFacts, GameObject
from rules_engine.model.state import State
from rules_engine.model.subtypes import LAND_TYPES, NOT_CREATURE_TYPES
from rules_engine.model.terms import All, Attached, Filter, Fixed, StatOf, This, Those
from rules_engine.model.zones import Zone
from rules_engine.process.faces import lies_hidden
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Held, Look, Projection, Statement
from rules_engine.process.matching import amount, holds, matching, players_of
from rules_engine.process.registry import STATICS, means_nothing
from rules_engine.process.typing_of import with_new_types, without_types
from rules_engine.process.units import declare

STATICS.add(StaticChange)
# The name under which a modification finds the object that it is applied to.
AFFECTED = "affected"
# Said of what has lost all abilities, whatever it has been given since.
NO_ABILITIES = "has lost all abilities"
_POWER_AND_TOUGHNESS = re.compile(r"([+-]\d+)/([+-]\d+)")
LAYERS = ("2", "4", "5", "6", "7a", "7b", "7c", "7d")
_LAYER_OF: dict[type, str] = {
    SetController: "2",
    ChangeTypes: "4",
    LoseTypes: "4",
    ChangeColors: "5",
    AddAbility: "6",
    LoseAllAbilities: "6",
    LoseKeyword: "6",
    GrantForetell: "6",
    GrantFlashback: "6",
    SetPT: "7b",
    AddPT: "7c",
    SwitchPT: "7d",
}
STATICS.add(StaticChange)
# After these, other static abilities may be there, or belong to another player, than before.
_CHANGES_ABILITIES = frozenset({"2", "4", "6"})
RULES_OF_LAYERS = {
    "2": "613.1b",
    "4": "613.1d",
    "5": "613.1e",
    "6": "613.1f",
    "7a": "613.4a",
    "7b": "613.4b",
    "7c": "613.4c",
    "7d": "613.4d",
}
for _layer_rule in RULES_OF_LAYERS.values():
    declare(_layer_rule, "effects of this layer do nothing")
declare("113.10", "effects add and remove no abilities")
declare("122.1b", "keyword counters give nothing")
# What abilities a creature with a card encoded on it has is given by keywords/cipher, by way of this table.
GRANTS_FROM_EXILE: list[Callable[[State], list[tuple[int, int, Ability]]]] = []
# Keyword abilities that stand for static abilities ("Prowess" does not; "Devoid" does), filled by keywords/.
STATIC_KEYWORDS: dict[str, Callable[[Keyword], tuple[StaticAbility, ...]]] = {}


def look(state: State) -> Look:
    """A view of the state with every continuous effect applied."""
    known: Look | None = state.projected
    if known is None or known.state is not state:
        # A copied state keeps the projection of its model until it changes, but looks at itself.
        known = state.projected = project(state) if known is None else known.of(state)
    return known


@dataclass(slots=True)
class _Effect:
    """A continuous effect while it is being applied, from a floating effect or from a static ability."""

    key: tuple[object, ...]
    timestamp: int
    controller: int
    source: int
    modifications: tuple[Modification, ...]
    select: Callable[[Look], frozenset[int]]
    exists: Callable[[dict[int, Projection]], bool]
    frame: Frame
    cda: bool = False
    new_controller: int | None = None
    linked: int | None = None
    chosen: frozenset[int] | None = None
    applied: set[str] = field(default_factory=set)
    # Whether it always affects the same objects in the same way, so that it can depend on others only by existing.
    constant: bool = False
    layers: frozenset[str | None] = frozenset()
    # Whether a number in it is one of the affected object's own.
    relative: bool = False

    def __post_init__(self) -> None:
        self.relative = any(_is_relative(m) for m in self.modifications)
        self.layers = frozenset(_layer_of(m, self.cda) for m in self.modifications)
        if self.constant:
            self.constant = all(_is_constant(m) for m in self.modifications)


def _is_relative(modification: Modification) -> bool:
    if not isinstance(modification, SetPT | AddPT):
        return False
    parts = (modification.power, modification.toughness)
    return any(isinstance(part, StatOf) and part.of == Those(AFFECTED) for part in parts)


def _is_constant(modification: Modification) -> bool:
    if isinstance(modification, SetPT | AddPT):
        return all(
            part is None or isinstance(part, Fixed) for part in (modification.power, modification.toughness)
        )
    return True


def project(state: State) -> Look:
    """A look at every permanent and spell with all continuous effects applied (CR 613.1)."""
    projected = {obj.id: Projection(obj.base, obj.controller) for obj in _affected_objects(state)}
    view = Look(state, projected)
    _apply_copies(state, projected)
    effects: dict[tuple[object, ...], _Effect] = {}
    for effect in _floating(state):
        effects[effect.key] = effect
        if GrantFlashback() in effect.modifications:
            _include_cards(state, projected, effect.select(view))
    for effect in _from_counters(state):
        effects[effect.key] = effect
    _gather_static(state, projected, effects)
    if effects or any(obj.counters for obj in state.battlefield):
        for layer in LAYERS:
            _apply_layer(state, view, layer, effects)
    _state_rules(view, effects)
    return Look(state, projected, all(effect.constant for effect in effects.values()))


def _affected_objects(state: State) -> list[GameObject]:
    return [state.objects[ident] for zone in (Zone.BATTLEFIELD, Zone.STACK) for ident in state.zone(zone)]


def _apply_copies(state: State, projected: dict[int, Projection]) -> None:
    """Layer 1: copiable values, captured when the copy effect began (CR 613.2, 707.2)."""
    copies = sorted((e for e in state.effects if isinstance(e, CopyEffect)), key=lambda e: e.timestamp)
    for effect in copies:
        # CR 708.10: what is face down keeps the characteristics of that until it is turned face up.
        if effect.affected in projected and not lies_hidden(state.objects[effect.affected]):
            kept = projected[effect.affected]
            kept.chars = effect.values
            kept.linked = ()


def _floating(state: State) -> list[_Effect]:
    found = []
    for effect in state.effects:
        if isinstance(effect, ChangeEffect):
            affected = effect.affected
            facts = EventFacts(player=effect.that_player)
            frame = Frame(you=effect.controller, this=effect.source, they=effect.they, facts=facts)
            found.append(
                _Effect(
                    key=("floating", effect.id),
                    timestamp=effect.timestamp,
                    controller=effect.controller,
                    source=effect.source,
                    modifications=effect.modifications,
                    select=_affected_by(effect.what, affected, frame),
                    exists=lambda projected: True,
                    frame=frame,
                    new_controller=effect.new_controller,
                    constant=effect.what is None,
                )
            )
    return found


def _affected_by(
    what: Filter | None, affected: frozenset[int], frame: Frame
) -> Callable[[Look], frozenset[int]]:
    if what is None:
        return lambda view: affected
    return lambda view: frozenset(matching(view, what, frame))


def _from_counters(state: State) -> list[_Effect]:
    """Keyword counters, each of which gives its permanent that keyword (CR 122.1b, 613.1f)."""
    if not state.holds("122.1b"):
        return []
    return [
        _Effect(
            key=("counter", obj.id, kind),
            # CR 613.7c; those that it entered with came with it.
            timestamp=dict(obj.counter_stamps).get(kind, obj.timestamp),
            controller=obj.owner,
            source=obj.id,
            modifications=(AddAbility((Keyword(kind),)),),
            select=lambda view, ident=obj.id: frozenset({ident}),  # type: ignore[misc]
            exists=lambda projected: True,
            frame=Frame(you=obj.owner, this=obj.id),
            constant=True,
        )
        for obj in state.battlefield
        for kind, _ in obj.counters
        if kind in KEYWORD_COUNTERS
    ]


def _gather_static(
    state: State, projected: dict[int, Projection], effects: dict[tuple[object, ...], _Effect]
) -> None:
    """Static abilities as they are held right now; those already known keep their progress (613.6)."""
    for ident, kept in list(projected.items()):
        if not kept.chars.abilities:
            continue
        obj = state.objects[ident]
        seen: dict[StaticAbility, int] = {}
        for ability in kept.chars.abilities:
            if isinstance(ability, Keyword) and means_nothing(ability.name, state.without):
                continue
            for static in _statics(ability):
                if isinstance(static.effect, StaticChange) and obj.zone is static.zone:
                    # Equal abilities are told apart by their count, so that losing others renames none.
                    seen[static] = seen.get(static, 0) + 1
                    key: tuple[object, ...] = ("static", ident, static, seen[static])
                    known = effects.get(key)
                    if known is None:
                        effects[key] = _from_static(obj, kept, static, key)
                        _include(state, projected, static.effect.what)
                    elif not known.applied:
                        known.controller = kept.controller if kept.controller is not None else obj.owner
                        known.frame = Frame(you=known.controller, this=ident)
    for grant in GRANTS_FROM_EXILE:
        for card, creature, ability in grant(state):
            key = ("granted", card, creature)
            if key not in effects and creature in projected:
                effects[key] = _from_exile(state, card, creature, ability, key)


def _include_cards(state: State, projected: dict[int, Projection], idents: frozenset[int]) -> None:
    for ident in idents:
        obj = state.objects.get(ident)
        if obj is not None:
            projected.setdefault(ident, Projection(obj.base, obj.controller))


def _include(state: State, projected: dict[int, Projection], what: This | Attached | All) -> None:
    """Cards elsewhere are projected only where an effect speaks of them ("each card in your hand has …")."""
    zones = {part.zone for part in what.what.any_of or (what.what,)} if isinstance(what, All) else set()
    for zone in zones - {Zone.BATTLEFIELD, Zone.STACK}:
        for obj in state.in_zone(zone):
            projected.setdefault(obj.id, Projection(obj.base, obj.controller))


def _statics(ability: Ability) -> tuple[StaticAbility, ...]:
    if isinstance(ability, StaticAbility):
        return (ability,)
    if isinstance(ability, Keyword) and ability.name in STATIC_KEYWORDS:
        return STATIC_KEYWORDS[ability.name](ability)
    return ()


def _from_static(
    obj: GameObject, kept: Projection, static: StaticAbility, key: tuple[object, ...]
) -> _Effect:
    controller = kept.controller if kept.controller is not None else obj.owner
    change = static.effect
    assert isinstance(change, StaticChange)
    ident = obj.id

    def select(view: Look) -> frozenset[int]:
        frame = Frame(you=effect.controller, this=ident)
        if not holds(view, frame, static.condition):
            return frozenset()
        return _selected(view, frame, change)

    def exists(projected: dict[int, Projection]) -> bool:
        return any(static in _statics(ability) for ability in projected[ident].chars.abilities)

    effect = _Effect(
        key=key,
        timestamp=obj.timestamp,
        controller=controller,
        source=ident,
        modifications=change.modifications,
        select=select,
        exists=exists,
        frame=Frame(you=controller, this=ident),
        cda=static.cda,
        constant=static.condition is None and not isinstance(change.what, All),
    )
    return effect


def _selected(view: Look, frame: Frame, change: StaticChange) -> frozenset[int]:
    match change.what:
        case This():
            return frozenset() if frame.this is None else frozenset({frame.this})
        case Attached():
            this = view.now(frame.this) if frame.this is not None else None
            to = this.obj.attached_to if this else None
            return frozenset({to.object}) if to is not None and to.object is not None else frozenset()
        case All(what):
            return frozenset(matching(view, what, frame))


def _from_exile(state: State, card: int, creature: int, ability: Ability, key: tuple[object, ...]) -> _Effect:
    """The ability that an encoded card grants, with that card's timestamp (CR 613.7a, 702.99a)."""
    obj = state.objects[card]
    return _Effect(
        key=key,
        timestamp=obj.timestamp if state.holds("613.7a") else 0,
        controller=obj.owner,
        source=card,
        modifications=(AddAbility((ability,)),),
        select=lambda view: frozenset({creature}),
        exists=lambda projected: True,
        frame=Frame(you=obj.owner, this=card),
        linked=card,
        constant=True,
    )


# --------------------------------------------------------------------------------- applying a layer


def _apply_layer(state: State, view: Look, layer: str, effects: dict[tuple[object, ...], _Effect]) -> None:
    if not state.holds(RULES_OF_LAYERS[layer]) or (layer == "6" and not state.holds("113.10")):
        return
    while True:
        waiting = [e for e in effects.values() if layer not in e.applied and _is_in_layer(e, layer, view)]
        if not waiting:
            break
        effect = _next_to_apply(state, view, layer, waiting)
        _apply(view, layer, effect, _targets_of(effect, view))
        effect.applied.add(layer)
        if layer in _CHANGES_ABILITIES:
            _gather_static(state, view.projected, effects)
    if layer == "7c":
        _apply_counters(view)


def _is_in_layer(effect: _Effect, layer: str, view: Look) -> bool:
    if layer not in effect.layers:
        return False
    return bool(effect.applied) or effect.exists(view.projected)


def _layer(modification: Modification, effect: _Effect) -> str | None:
    return _layer_of(modification, effect.cda)


def _layer_of(modification: Modification, cda: bool) -> str | None:
    if cda and isinstance(modification, SetPT):
        return "7a"
    return _LAYER_OF.get(type(modification))


def _next_to_apply(state: State, view: Look, layer: str, waiting: list[_Effect]) -> _Effect:
    """CDAs first (613.3), then by timestamp, but an effect waits for those it depends on (613.8)."""
    ordered = sorted(waiting, key=lambda e: (not e.cda, e.timestamp))
    if len(ordered) == 1 or not state.holds("613.8"):
        return ordered[0]
    for effect in ordered:
        if not any(_depends(view, layer, effect, other) for other in ordered if other is not effect):
            return effect
    # CR 613.8b: a loop of dependencies is ignored, timestamps decide.
    return ordered[0]


_TAKES_AWAY = (LoseAllAbilities, LoseKeyword, ChangeTypes, LoseTypes)


def _depends(view: Look, layer: str, effect: _Effect, other: _Effect) -> bool:
    """Whether applying the other would change this effect's existence, objects or what it does (613.8a)."""
    if effect.cda is not other.cda:
        return False
    if effect.constant and not any(isinstance(m, _TAKES_AWAY) for m in other.modifications):
        return False
    before = _signature(view, layer, effect)
    affected = _targets_of(other, view)
    trial = Look(view.state, dict(view.projected))
    for ident in affected:
        if ident in trial.projected:
            trial.projected[ident] = replace(trial.projected[ident])
    chosen = other.chosen
    _apply(trial, layer, other, affected)
    # A trial fixes nothing (613.6).
    other.chosen = chosen
    return _signature(trial, layer, effect) != before


def _signature(view: Look, layer: str, effect: _Effect) -> tuple[object, ...]:
    exists = bool(effect.applied) or effect.exists(view.projected)
    amounts = []
    for modification in effect.modifications:
        if isinstance(modification, SetPT | AddPT) and _layer(modification, effect) == layer:
            for part in (modification.power, modification.toughness):
                amounts.append(None if part is None else amount(view, effect.frame, part))
    return exists, _targets_of(effect, view) if exists else frozenset(), tuple(amounts)


def _targets_of(effect: _Effect, view: Look) -> frozenset[int]:
    """The objects affected; fixed from the first layer in which the effect applied (613.6)."""
    if effect.chosen is not None:
        return effect.chosen
    return effect.select(view)


def _apply(view: Look, layer: str, effect: _Effect, affected: frozenset[int]) -> None:
    if any(_layer(m, effect) == layer for m in effect.modifications) and effect.chosen is None:
        later = [m for m in effect.modifications if (_layer(m, effect) or "") > layer]
        if later:
            effect.chosen = affected
    for ident in sorted(affected):
        kept = view.projected.get(ident)
        if kept is None:
            continue
        frame = effect.frame
        if effect.relative:
            # "Its mana value" is that of each object that the effect applies to.
            frame = replace(frame, slots={**frame.slots, AFFECTED: (Chosen(object=ident),)})
        for modification in effect.modifications:
            if _layer(modification, effect) == layer:
                _modify(view, kept, modification, effect, frame)


def _modify(view: Look, kept: Projection, modification: Modification, effect: _Effect, frame: Frame) -> None:
    chars = kept.chars
    match modification:
        case SetController():
            kept.controller = _new_controller(view, effect, modification)
        case ChangeTypes():
            _change_types(kept, modification)
        case LoseTypes(types, supertypes):
            kept.chars = without_types(chars, types, supertypes)
        case ChangeColors(colors, add):
            kept.chars = replace(chars, colors=chars.colors | colors if add else colors)
        case AddAbility(abilities):
            _set_held(kept, (*kept.held, *(Held(ability, effect.linked) for ability in abilities)))
        case GrantForetell(reduction):
            if chars.mana_cost is not None:
                cost = Cost(adjust(chars.mana_cost, 0, amount(view, effect.frame, reduction)))
                _set_held(kept, (*kept.held, Held(Keyword("foretell", cost=cost))))
        case GrantFlashback():
            if chars.mana_cost is not None:
                flashback = Keyword("flashback", cost=Cost(chars.mana_cost))
                _set_held(kept, (*kept.held, Held(flashback)))
        case LoseAllAbilities():
            _set_held(kept, ())
            # CR 305.6: what a basic land type gives is an ability too.
            kept.statements += (Statement(Rule(NO_ABILITIES), effect.source, effect.controller),)
        case LoseKeyword(name):
            held = tuple(
                h for h in kept.held if not (isinstance(h.ability, Keyword) and h.ability.name == name)
            )
            _set_held(kept, held)
        case SetPT(power, toughness):
            kept.chars = replace(
                chars,
                power=chars.power if power is None else amount(view, frame, power),
                toughness=chars.toughness if toughness is None else amount(view, frame, toughness),
            )
        case AddPT(power, toughness):
            if chars.power is not None and chars.toughness is not None:
                kept.chars = replace(
                    chars,
                    power=chars.power + amount(view, frame, power),
                    toughness=chars.toughness + amount(view, frame, toughness),
                )
        case SwitchPT():
            kept.chars = replace(chars, power=chars.toughness, toughness=chars.power)


def _new_controller(view: Look, effect: _Effect, modification: SetController) -> int:
    if effect.new_controller is not None:
        return effect.new_controller
    players = players_of(view, effect.frame, modification.who)
    return players[0] if players else effect.controller


def _set_held(kept: Projection, held: tuple[Held, ...]) -> None:
    kept.chars = replace(kept.chars, abilities=tuple(h.ability for h in held))
    linked = tuple(h.linked for h in held)
    kept.linked = linked if any(link is not None for link in linked) else ()


def _change_types(kept: Projection, change: ChangeTypes) -> None:
    chars = kept.chars
    if not change.replace:
        kept.chars = replace(
            chars,
            supertypes=chars.supertypes | change.supertypes,
            types=chars.types | change.types,
            subtypes=chars.subtypes | change.subtypes,
        )
        return
    if change.types:
        kept.chars = with_new_types(chars, change)
    else:
        # CR 205.1a: only subtypes of the same kind are replaced.
        others = (
            chars.subtypes - LAND_TYPES
            if change.subtypes <= LAND_TYPES
            else chars.subtypes & NOT_CREATURE_TYPES
        )
        kept.chars = replace(chars, subtypes=others | change.subtypes)
    if change.subtypes & set(BASIC_LAND_MANA) and "land" in kept.chars.types:
        # CR 305.7: a land whose subtype is set loses the abilities of its rules text.
        _set_held(kept, ())


def _apply_counters(view: Look) -> None:
    """Layer 7c: +X/+Y and -X/-Y counters (CR 122.1a, 613.4c)."""
    for ident, kept in view.projected.items():
        chars = kept.chars
        if chars.power is None or chars.toughness is None:
            continue
        for kind, count in view.state.objects[ident].counters:
            change = _POWER_AND_TOUGHNESS.fullmatch(kind)
            if change is not None:
                power, toughness = int(change[1]) * count, int(change[2]) * count
                chars = replace(
                    chars, power=(chars.power or 0) + power, toughness=(chars.toughness or 0) + toughness
                )
        kept.chars = chars


def _state_rules(view: Look, effects: dict[tuple[object, ...], _Effect]) -> None:
    """Statements that are no abilities are gathered last, from the effects that still exist (CR 613.11)."""
    for effect in sorted(effects.values(), key=lambda e: e.timestamp):
        rules = [m for m in effect.modifications if isinstance(m, Rule)]
        if not rules or not (effect.applied or effect.exists(view.projected)):
            continue
        for ident in sorted(_targets_of(effect, view)):
            kept = view.projected.get(ident)
            if kept is not None:
                statements = tuple(Statement(rule, effect.source, effect.controller) for rule in rules)
                kept.statements += statements


def characteristics(state: State, ident: int) -> Characteristics:
    """The object's characteristics as they are now; KeyError when there is no such object."""
    return look(state).projection(ident).chars


def controller_of(state: State, ident: int) -> int | None:
    """Who controls the object now (CR 109.4)."""
    return look(state).projection(ident).controller

"""Activating activated abilities (CR 602), mana abilities among them (605.3)."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.errors import IllegalAction, LimitReached
from rules_engine.model.abilities import (
    ActivatedAbility,
    AddMana,
    DealDamage,
    Effect,
    Keyword,
    Modal,
    Prohibition,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import AbilityRecord, GameObject
from rules_engine.model.terms import X
from rules_engine.model.zones import Zone
from rules_engine.process.casting import choose_modes, divide
from rules_engine.process.costs import TotalCost, adjust, cost_changes, pay, with_x
from rules_engine.process.damage import change_counters
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.looking import Seen
from rules_engine.process.mana_abilities import (
    add_mana,
    available_mana,
    can_pay_mana,
    is_mana_ability,
    is_silenced,
    mana_choices,
)
from rules_engine.process.matching import amount, holds
from rules_engine.process.moving import place
from rules_engine.process.permissions import has_sorcery_timing, split_second, timing_allows
from rules_engine.process.projecting import look
from rules_engine.process.registry import means_nothing
from rules_engine.process.statics import static_abilities
from rules_engine.process.targeting import announce_targets, choose_targets

# Keyword abilities that stand for activated abilities (equip, cycling …), filled by keywords/.
ACTIVATED_KEYWORDS: dict[str, Callable[[Keyword], ActivatedAbility]] = {}


def activated_abilities(e: Engine, ident: int) -> list[tuple[int, ActivatedAbility]]:
    """The object's activated abilities with their index among all its abilities, keywords spelled out."""
    found = []
    for index, held in enumerate(look(e.state).projection(ident).held):
        ability = held.ability
        if isinstance(ability, ActivatedAbility):
            found.append((index, ability))
        elif isinstance(ability, Keyword) and ability.name in ACTIVATED_KEYWORDS:
            if means_nothing(ability.name, e.state.without):
                continue
            found.append((index, ACTIVATED_KEYWORDS[ability.name](ability)))
    return found


def may_activate(e: Engine, player: int, ident: int, ability: ActivatedAbility) -> IllegalAction | None:
    """None when the player may begin to activate it now, else why not and by which rule (CR 602.5)."""
    seen = look(e.state).now(ident)
    if seen is None or seen.obj.zone is not ability.zone:
        return IllegalAction("the ability does not function there", "113.6")
    owner = seen.controller if seen.controller is not None else seen.obj.owner
    if owner != player and not ability.anyone:
        return IllegalAction("only the object's controller can activate its ability", "602.2")
    if e.state.turn.priority != player:
        return IllegalAction("only a player with priority can activate abilities", "117.1b")
    if ability.timing is not None and not timing_allows(e, player, ability.timing):
        return IllegalAction("the ability restricts when it can be activated", "602.5b")
    if not holds(look(e.state), Frame(you=player, this=ident), ability.condition):
        return IllegalAction("its condition is not met", "602.5b")
    if ability.timing is not None and ability.timing.once_each_turn and (ident, ability) in e.state.once_used:
        return IllegalAction("only once each turn", "602.5b")
    if ability.loyalty is not None:
        if not has_sorcery_timing(e, player):
            return IllegalAction("loyalty abilities only in one's main phase with an empty stack", "606.3")
        if seen.obj.loyalty_used_on_turn == e.state.turn.number:
            return IllegalAction("only one loyalty ability of a permanent each turn", "606.3")
    return _prohibited(e, player, seen, ability)


def _prohibited(e: Engine, player: int, seen: Seen, ability: ActivatedAbility) -> IllegalAction | None:
    view = look(e.state)
    if is_silenced(e, player, seen, mana=is_mana_ability(ability)):
        return IllegalAction("its activated abilities can't be activated", "101.2")
    if split_second(e) and not is_mana_ability(ability):
        return IllegalAction("a spell with split second is on the stack", "702.61a")
    for holder, frame, _, static in static_abilities(e):
        prohibition = static.effect
        if isinstance(prohibition, Prohibition) and prohibition.action == "activate":
            if holds(view, frame, static.condition) and not is_mana_ability(ability):
                if prohibition.who == "player" or (prohibition.who == "you") is (player == frame.you):
                    return IllegalAction(f"{holder.chars.name} says that it can't be activated", "101.2")
    return None


def activate(e: Engine, player: int, ident: int, index: int) -> None:
    """Activate an ability: onto the stack, choices, costs (CR 602.2); a mana ability resolves at once (605.3b)."""
    ability = dict(activated_abilities(e, ident)).get(index)
    if ability is None:
        raise IllegalAction("there is no such ability", "602.2")
    refused = may_activate(e, player, ident, ability)
    if refused is not None:
        raise refused
    if ability.timing is not None and ability.timing.once_each_turn:
        e.state.once_used = e.state.once_used | {(ident, ability)}
    if is_mana_ability(ability):
        _activate_mana_ability(e, player, ident, ability)
        return
    name = e.name(ident)
    given = look(e.state).projection(ident).chars.abilities[index]
    keyword = given.name if isinstance(given, Keyword) else ""
    record = AbilityRecord(ability, Effect(), source=ident)
    on_stack = _put(e, player, record, name)
    e.emit(
        Event(
            "announces",
            player=player,
            object=on_stack,
            source=ident,
            name=name,
            source_name=name,
            detail="ability",
            rules=("602.2a",),
        )
    )
    frame = Frame(you=player, this=ident, stack_object=on_stack)
    record = _choices(e, player, on_stack, record, frame)
    used = _pay_for(e, player, ident, ability, frame)
    record = replace(record, paid=tuple(used), x=frame.x)
    e.change(on_stack, ability=record)
    announce_targets(e, record.targets, frame, "ability", name)
    targets = tuple(chosen for group in record.targets for chosen in group)
    notify(
        e,
        Event(
            "activates",
            player=player,
            object=on_stack,
            source=ident,
            source_name=name,
            name=name,
            detail=keyword,
            targets=targets,
            rules=("602.2b",),
        ),
    )


def _choices(e: Engine, player: int, on_stack: int, record: AbilityRecord, frame: Frame) -> AbilityRecord:
    ability = record.ability
    assert isinstance(ability, ActivatedAbility)
    effect = ability.effect
    if isinstance(effect, Modal):
        modes = choose_modes(e, player, on_stack, effect, frame)
        effect = merged(effect, modes)
        record = replace(record, modes=modes)
    if _has_x(ability):
        frame.x = _choose_x(e, player, on_stack, ability)
    targets = choose_targets(e, effect.targets, frame)
    frame.targets, frame.specs = targets, effect.targets
    division: tuple[int, ...] = ()
    for instruction in effect.instructions:
        if isinstance(instruction, DealDamage) and instruction.divided:
            total = amount(look(e.state), frame, instruction.amount)
            division = divide(e, player, on_stack, total, sum(len(group) for group in targets))
    return replace(record, effect=effect, targets=targets, division=division)


def merged(modal: Modal, modes: tuple[int, ...]) -> Effect:
    """The chosen mode as one effect; several modes with targets can't be merged and are not supported together."""
    if len(modes) == 1:
        return modal.modes[modes[0]]
    if sum(bool(modal.modes[mode].targets) for mode in modes[1:]):
        raise LimitReached("several modes with targets of an ability are not supported")
    first = modal.modes[modes[0]]
    rest = tuple(i for mode in modes[1:] for i in modal.modes[mode].instructions)
    return Effect(first.instructions + rest, first.targets)


def _has_x(ability: ActivatedAbility) -> bool:
    mana = ability.cost.mana
    return bool(mana and mana.has_x) or any(
        X() in (getattr(part, "amount", None), getattr(part, "count", None)) for part in ability.cost.parts
    )


def _choose_x(e: Engine, player: int, on_stack: int, ability: ActivatedAbility) -> int:
    mana = ability.cost.mana
    numbers = [
        number
        for number in range(available_mana(e, player) + 1)
        if mana is None or can_pay_mana(e, player, with_x(mana, number))
    ]
    options = tuple(Option("x", number=number) for number in numbers or [0])
    return e.choose(Decision(player, "x", options, "107.3a", on_stack, what="X")).number or 0


def _pay_for(e: Engine, player: int, ident: int, ability: ActivatedAbility, frame: Frame) -> list[int]:
    total = TotalCost()
    total.add(ability.cost)
    if total.mana is not None:
        more, less = (0, 0) if is_mana_ability(ability) else cost_changes(e, ident, player, kind="ability")
        total.mana = adjust(with_x(total.mana, frame.x or 0), more, less)
    if ability.loyalty is not None:
        obj = e.state.objects[ident]
        if obj.counter("loyalty") + ability.loyalty < 0:
            raise IllegalAction("not enough loyalty", "606.6")
        e.change(ident, loyalty_used_on_turn=e.state.turn.number)
        e.log.extend(change_counters(e, ident, "loyalty", ability.loyalty, e.new_batch(), ("606.4",)))
    return pay(e, player, total, frame)


def _put(e: Engine, player: int, record: AbilityRecord, name: str) -> int:
    obj = GameObject(
        id=e.new_id(),
        kind="ability",
        owner=player,
        zone=Zone.STACK,
        base=Characteristics(name=name),
        timestamp=e.tick(),
        controller=player,
        ability=record,
    )
    place(e, obj)
    return obj.id


def put_ability(e: Engine, player: int, record: AbilityRecord, name: str) -> int:
    """Put an ability onto the stack as an object that's not a card (CR 113.1c, 602.2a, 603.3)."""
    return _put(e, player, record, name)


def _activate_mana_ability(e: Engine, player: int, ident: int, ability: ActivatedAbility) -> None:
    frame = Frame(you=player, this=ident)
    _pay_for(e, player, ident, ability, frame)
    effect = ability.effect
    assert isinstance(effect, Effect)
    for instruction in effect.instructions:
        if isinstance(instruction, AddMana):
            add_chosen_mana(e, player, instruction, frame)
        else:
            MANA_EXTRAS[0](e, frame, (instruction,))


# What else a mana ability does ("… deals 1 damage to you"); set by resolving.
MANA_EXTRAS: list[Callable[[Engine, Frame, tuple[object, ...]], None]] = []


def add_chosen_mana(e: Engine, player: int, instruction: AddMana, frame: Frame) -> None:
    """The player chooses among the alternatives and gets the mana."""
    choices = mana_choices(instruction)
    options = tuple(Option("mana", extra=choice) for choice in choices)
    picked = e.choose(Decision(player, "mana", options, "106.1b", frame.this)).extra
    count = amount(look(e.state), frame, instruction.count)
    add_mana(e, player, tuple(str(symbol) for symbol in picked) * count, frame.this)

"""Casting spells (CR 601): who may begin to, the steps in order, and the ways a card can be cast.

A failed attempt raises IllegalAction; whoever started it undoes everything (CR 732.1).
"""

from __future__ import annotations

from itertools import combinations

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import (
    AdditionalCost,
    Cost,
    DealDamage,
    Effect,
    Keyword,
    Modal,
    PayLife,
    SacrificeCost,
    SpellAbility,
    StaticAbility,
    WhereX,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.mana import ManaCost
from rules_engine.model.objects import CastRecord, Chosen, SpellRecord
from rules_engine.model.terms import Filter, Fixed, TargetSpec, X
from rules_engine.model.zones import Zone
from rules_engine.process.costs import TotalCost, final_mana, pay, payable_with, with_x
from rules_engine.process.engine import Engine
from rules_engine.process.faces import castable_parts, is_adventure
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.helped_payment import could_be_helped, pay_with_help
from rules_engine.process.mana_abilities import available_mana, can_pay_mana
from rules_engine.process.matching import amount, mana_value
from rules_engine.process.moving import commit_move
from rules_engine.process.permissions import CastWay, may_begin
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.targeting import announce_targets, choose_targets, legal_targets
from rules_engine.process.units import unit

# ------------------------------------------------------------------------------- the steps (601.2)


def parts_of(chars: Characteristics, record: SpellRecord) -> list[Effect]:
    """What the spell will do, paragraph by paragraph, of a modal one the chosen modes (CR 608.2c)."""
    parts: list[Effect] = []
    modes = list(record.modes)
    for ability in chars.abilities:
        if isinstance(ability, SpellAbility):
            if isinstance(ability.effect, Modal):
                parts += [ability.effect.modes[mode] for mode in modes]
            else:
                parts.append(ability.effect)
    return parts


def target_specs(chars: Characteristics, record: SpellRecord) -> list[TargetSpec]:
    """Every instance of "target" in order; an Aura spell's target comes from enchant (CR 303.4a)."""
    if record.method == "overload":
        # CR 702.96b: no targets.
        return []
    specs = [spec for part in parts_of(chars, record) for spec in part.targets]
    if "aura" in chars.subtypes:
        for keyword in chars.keywords("enchant"):
            if keyword.filter is not None:
                specs.append(TargetSpec((keyword.filter,)))
    return specs


def cast(e: Engine, player: int, ident: int, way: CastWay) -> int:
    """Cast the object: CR 601.2a–i. Returns the spell's id; IllegalAction when a step can't be complied with."""
    way = _choose_part(e, player, ident, way)
    refused = may_begin(e, player, ident, way)
    if refused is not None:
        raise refused
    way = _with_second_alternative(e, player, ident, way)
    card = e.state.objects[ident]
    origin = card.zone
    record = SpellRecord(
        method=way.method,
        cast_from=origin,
        foretold=card.foretold_on_turn is not None,
        adventure=way.chars is not None and is_adventure(way.chars),
    )
    spell = _to_stack(e, player, ident, record, way)
    e.emit(
        Event(
            "announces",
            player=player,
            object=spell,
            was=ident,
            origin=origin,
            to=Zone.STACK,
            name=e.name(spell),
            detail=way.method,
            rules=("601.2a",),
        )
    )
    frame = Frame(you=player, this=spell, stack_object=spell, record=record)
    total, record = _announce(e, player, spell, way, record, frame)
    frame.record, frame.x = record, record.x
    specs = target_specs(look(e.state).projection(spell).chars, record)
    targets = choose_targets(e, specs, frame)
    record = replace(record, targets=targets)
    frame.targets = targets
    record = replace(record, division=_divide(e, spell, record, frame))
    e.change(spell, spell=record)
    announce_targets(e, targets, frame, "spell", e.name(spell))
    if total.mana is not None and (not way.is_alternative or e.state.holds("118.9d")):
        total.mana = pay_with_help(e, player, spell, final_mana(e, spell, player, total.mana))
    used = pay(e, player, total, frame)
    e.change(spell, spell=replace(record, paid=tuple(used)))
    _becomes_cast(e, player, spell, origin, targets)
    return spell


def _choose_part(e: Engine, player: int, ident: int, way: CastWay) -> CastWay:
    """Which part is cast is chosen before the spell is put onto the stack (CR 709.3, 715.3)."""
    seen = look(e.state).now(ident)
    if seen is None or not seen.chars.parts or way.chars is not None or way.part:
        return way
    if seen.chars.frame != "split" and way.when != "any":
        # Among the ways to cast it this is the card itself; during a resolution nobody has chosen yet.
        return way
    parts = castable_parts(seen.chars, seen.obj.zone)
    ways = [replace(way, chars=chars if name else None, part=name) for name, chars in parts]
    ways = [w for w in ways if may_begin(e, player, ident, w) is None]
    if not ways:
        return way
    options = tuple(Option("mode", number=index, method=w.part) for index, w in enumerate(ways))
    pick = e.choose(Decision(player, "mode", options, "709.3", ident, what="part")).number
    return ways[pick or 0]


def _also_overload(e: Engine, player: int, ident: int, way: CastWay) -> CastWay:
    costs = [k.cost for k in look(e.state).projection(ident).chars.keywords("overload")]
    if not way.is_alternative or not costs or costs[0] is None:
        return way
    decision = Decision(
        player, "additional cost", (Option("decline"), Option("pay")), "118.9a", ident, what="overload"
    )
    if e.choose(decision).verb == "decline":
        return way
    return replace(way, method="overload", cost=costs[0], free=False)


@unit("118.9a", "a second alternative cost may be chosen", _also_overload)
def _with_second_alternative(e: Engine, player: int, ident: int, way: CastWay) -> CastWay:
    """Only one alternative cost can be applied to a spell (CR 118.9a)."""
    return way


def _to_stack(e: Engine, player: int, ident: int, record: SpellRecord, way: CastWay) -> int:
    # Not an event that anything could replace: casting itself moves the card (CR 601.2a).
    move = Move(
        ident,
        Zone.STACK,
        "cast",
        controller=player,
        face_down=way.face_down,
        spell=record,
        copy_of=way.chars,
    )
    events = commit_move(e, move, e.new_batch())
    new = events[0].object
    assert new is not None
    return new


def _announce(
    e: Engine, player: int, spell: int, way: CastWay, record: SpellRecord, frame: Frame
) -> tuple[TotalCost, SpellRecord]:
    """Modes, alternative and additional costs, X (CR 601.2b)."""
    chars = look(e.state).projection(spell).chars
    total = TotalCost()
    if way.free:
        total.mana = ManaCost()
    elif way.cost is not None:
        total.mana = way.cost.mana if way.cost.mana is not None else ManaCost()
        total.parts += way.cost.parts
    else:
        total.mana = chars.mana_cost
    if way.added is not None:
        total.add(way.added)
    record = replace(record, modes=_choose_modes(e, player, spell, chars, total, frame))
    if not way.is_alternative or e.state.holds("118.9d"):
        record = _additional_costs(e, player, spell, chars, total, record)
    e.change(spell, spell=record)
    frame.record = record
    x = _choose_x(e, player, spell, way, chars, total, frame)
    if x is not None:
        record = replace(record, x=x)
        frame.x = x
        if total.mana is not None:
            total.mana = with_x(total.mana, x)
    e.change(spell, spell=record)
    return total, record


@unit("118.8", "there are no additional costs", lambda e, player, spell, chars, total, record: record)
@unit("601.2b", "no additional cost is announced", lambda e, player, spell, chars, total, record: record)
def _additional_costs(
    e: Engine, player: int, spell: int, chars: Characteristics, total: TotalCost, record: SpellRecord
) -> SpellRecord:
    """Mandatory ones are added, for others the player announces whether they will be paid (CR 118.8, 601.2b)."""
    for ability in chars.abilities:
        if isinstance(ability, StaticAbility) and isinstance(ability.effect, AdditionalCost):
            total.add(_one_of(e, player, spell, ability.effect))
    return _intentions(e, player, spell, chars, total, record)


def _choose_modes(
    e: Engine, player: int, about: int, chars: Characteristics, total: TotalCost, frame: Frame
) -> tuple[int, ...]:
    for ability in chars.abilities:
        if isinstance(ability, SpellAbility) and isinstance(ability.effect, Modal):
            for entwine in chars.keywords("entwine"):
                # CR 702.42a: all modes, for an additional cost.
                if entwine.cost is not None and _offer(e, player, about, entwine, total, "702.42a"):
                    return tuple(range(len(ability.effect.modes)))
            return choose_modes(e, player, about, ability.effect, frame)
    return ()


def choose_modes(e: Engine, player: int, about: int | None, modal: Modal, frame: Frame) -> tuple[int, ...]:
    """The player chooses modes in printed order; a mode without legal targets can't be chosen (CR 700.2a)."""
    view = look(e.state)
    possible = [
        index
        for index, mode in enumerate(modal.modes)
        if all(len(legal_targets(view, spec, frame)) >= spec.minimum for spec in mode.targets)
    ]
    groups = [
        group
        for size in range(modal.minimum, min(modal.maximum, len(possible)) + 1)
        for group in combinations(possible, size)
    ]
    if not groups:
        raise IllegalAction("no mode can be chosen", "700.2a")
    options = tuple(
        Option("mode", number=group[0] if len(group) == 1 else None, extra=group) for group in groups
    )
    picked = e.choose(Decision(player, "mode", options, "700.2a", about)).extra
    return tuple(int(index) for index in picked)


def _one_of(e: Engine, player: int, spell: int, additional: AdditionalCost) -> Cost:
    if len(additional.options) == 1:
        return additional.options[0]
    options = tuple(Option("cost", number=index) for index in range(len(additional.options)))
    pick = e.choose(Decision(player, "additional cost", options, "601.2b", spell, what="one of")).number
    return additional.options[pick or 0]


def _intentions(
    e: Engine, player: int, spell: int, chars: Characteristics, total: TotalCost, record: SpellRecord
) -> SpellRecord:
    """Kicker, multikicker and buyback: the player announces which will be paid (CR 601.2b, 702.33)."""
    for keyword in chars.abilities:
        if not isinstance(keyword, Keyword) or keyword.cost is None:
            continue
        if keyword.name == "kicker" and _offer(e, player, spell, keyword, total, "702.33a"):
            paid = () if keyword.cost.mana is None else (keyword.cost.mana,)
            record = replace(record, kicked=record.kicked + 1, kicked_with=record.kicked_with + paid)
        elif keyword.name == "multikicker":
            while _offer(e, player, spell, keyword, total, "702.33c"):
                record = replace(record, kicked=record.kicked + 1)
        elif keyword.name == "squad":
            while _offer(e, player, spell, keyword, total, "702.157a"):
                record = replace(record, squad=record.squad + 1)
        elif keyword.name == "buyback" and _offer(e, player, spell, keyword, total, "702.27a"):
            record = replace(record, buyback=True)
    return record


def _offer(e: Engine, player: int, spell: int, keyword: Keyword, total: TotalCost, rule: str) -> bool:
    cost = keyword.cost
    assert cost is not None
    options = [Option("decline")]
    if _affordable(e, player, spell, total, cost):
        options.append(Option("pay"))
    picked = e.choose(Decision(player, "additional cost", tuple(options), rule, spell, what=keyword.name))
    if picked.verb == "decline":
        return False
    total.add(cost)
    return True


def _affordable(e: Engine, player: int, spell: int, total: TotalCost, cost: Cost) -> bool:
    if total.mana is None:
        return False
    mana = total.mana if cost.mana is None else total.mana.plus(cost.mana)
    needed = final_mana(e, spell, player, with_x(mana, 0))
    chars = look(e.state).projection(spell).chars
    if not can_pay_mana(e, player, needed) and not could_be_helped(e, player, chars, needed):
        return False
    frame = Frame(you=player, this=spell, stack_object=spell)
    for part in cost.parts:
        if isinstance(part, SacrificeCost) and isinstance(part.what, Filter):
            need = amount(look(e.state), frame, part.count)
            if len(payable_with(e, player, part.what, frame, "sacrifice", own=True)) < need:
                return False
        if isinstance(part, PayLife) and e.state.player(player).life < amount(
            look(e.state), frame, part.amount
        ):
            return False
    return True


@unit("601.2b", "no value is announced for X", lambda e, player, spell, way, chars, total, frame: None)
def _choose_x(
    e: Engine, player: int, spell: int, way: CastWay, chars: Characteristics, total: TotalCost, frame: Frame
) -> int | None:
    in_mana_cost = chars.mana_cost is not None and chars.mana_cost.has_x
    in_paid_mana = total.mana is not None and total.mana.has_x
    in_parts = any(X() in _amounts(part) for part in total.parts)
    if not (in_mana_cost or in_paid_mana or in_parts) or _defines_x(chars, frame):
        return None
    if in_mana_cost and not in_paid_mana and not in_parts and e.state.holds("107.3b"):
        # CR 107.3b: neither the mana cost nor an alternative cost with X is paid, so 0 is the only choice.
        numbers, rule = [0], "107.3b"
    else:
        numbers, rule = _payable_x(e, player, spell, total, frame), "107.3a"
    options = tuple(Option("x", number=number) for number in numbers)
    return e.choose(Decision(player, "x", options, rule, spell, what="X")).number


def _defines_x(chars: Characteristics, frame: Frame) -> bool:
    """Whether the spell's own text says what X is, so that nobody chooses it (CR 107.3c)."""
    record = frame.record or SpellRecord()
    return any(isinstance(i, WhereX) for part in parts_of(chars, record) for i in part.instructions)


def _amounts(part: object) -> tuple[object, ...]:
    """The numbers in a part of a cost, also those that describe what it is paid with ("a card with mana value X")."""
    found = [getattr(part, name) for name in ("amount", "count") if hasattr(part, name)]
    what = getattr(part, "what", None)
    if isinstance(what, Filter):
        compared = (what.mana_value, what.power, what.toughness)
        found += [compare.value for compare in compared if compare is not None]
    return tuple(found)


def _payable_x(e: Engine, player: int, spell: int, total: TotalCost, frame: Frame) -> list[int]:
    """Every X the player could pay now, or 0; others would only be undone (CR 601.2h)."""
    view = look(e.state)
    values = [mana_value(view, seen) for seen in map(view.at, e.state.zone(Zone.HAND, player)) if seen]
    most = (available_mana(e, player), e.state.player(player).life, len(list(e.state.battlefield)), *values)
    found = []
    for number in range(max(most) + 1):
        mana = total.mana
        if mana is not None and mana.has_x:
            if not can_pay_mana(e, player, final_mana(e, spell, player, with_x(mana, number))):
                break
        frame.x = number
        if all(_part_affordable(e, player, part, frame) for part in total.parts if X() in _amounts(part)):
            found.append(number)
    return found or [0]


def _part_affordable(e: Engine, player: int, part: object, frame: Frame) -> bool:
    if isinstance(part, PayLife):
        return e.state.player(player).life >= amount(look(e.state), frame, part.amount)
    what = getattr(part, "what", None)
    if not isinstance(what, Filter):
        return True
    need = amount(look(e.state), frame, getattr(part, "count", Fixed(1)))
    own = what.zone is Zone.BATTLEFIELD
    return len(payable_with(e, player, what, frame, "sacrifice", zone=what.zone, own=own)) >= need


def _divide(e: Engine, spell: int, record: SpellRecord, frame: Frame) -> tuple[int, ...]:
    """Division among targets is announced as well; each gets at least one (CR 601.2d)."""
    chars = look(e.state).projection(spell).chars
    for part in parts_of(chars, record):
        for instruction in part.instructions:
            if isinstance(instruction, DealDamage) and instruction.divided:
                targets = [chosen for group in record.targets for chosen in group]
                total = amount(look(e.state), frame, instruction.amount)
                return divide(e, frame.you, spell, total, len(targets))
    return ()


def divide(e: Engine, player: int, about: int | None, total: int, parts: int) -> tuple[int, ...]:
    """The player divides a total among so many, at least one each."""
    if parts == 0:
        return ()
    if total < parts:
        raise IllegalAction("there is not enough to divide", "601.2d")
    splits = tuple(Option("divide", extra=split) for split in compositions(total, parts))
    return tuple(int(n) for n in e.choose(Decision(player, "divide", splits, "601.2d", about)).extra)


def compositions(total: int, parts: int) -> list[tuple[int, ...]]:
    """All ways to write a total as an ordered sum of so many positive numbers."""
    if parts == 1:
        return [(total,)]
    return [
        (first, *rest)
        for first in range(1, total - parts + 2)
        for rest in compositions(total - first, parts - 1)
    ]


def _becomes_cast(
    e: Engine, player: int, spell: int, origin: Zone, targets: tuple[tuple[Chosen, ...], ...]
) -> None:
    seen = look(e.state).at(spell)
    assert seen is not None
    record = CastRecord(player, spell, seen.chars.name, seen.chars.types, origin, seen.chars.mana_cost)
    e.state.casts = (*e.state.casts, record)
    e.touch_lightly()
    notify(
        e,
        Event(
            "casts",
            player=player,
            object=spell,
            origin=origin,
            name=seen.chars.name,
            detail=seen.obj.spell.method if seen.obj.spell else "",
            amount=(seen.obj.spell.x or 0) if seen.obj.spell else 0,
            targets=tuple(chosen for group in targets for chosen in group),
            rules=("601.2i",),
        ),
    )

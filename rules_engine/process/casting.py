"""Casting spells (CR 601): who may begin to, the steps in order, and the ways a card can be cast.

A failed attempt raises IllegalAction; whoever started it undoes everything (CR 732.1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from rules_engine.errors import IllegalAction, LimitReached
from rules_engine.model.abilities import (
    AdditionalCost,
    AlternativeCost,
    AlternativeCostFor,
    AsThoughFlash,
    CastOnly,
    Cost,
    DealDamage,
    Effect,
    Keyword,
    MayCastFree,
    MayCastFrom,
    Modal,
    PayLife,
    Prohibition,
    SacrificeCost,
    SpellAbility,
    StaticAbility,
    WhereX,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.effects import CastPermission, CastProhibition
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.mana import ManaCost
from rules_engine.model.objects import CastRecord, Chosen, GameObject, SpellRecord
from rules_engine.model.terms import Filter, Fixed, TargetSpec, Timing, X
from rules_engine.model.zones import Zone
from rules_engine.process.costs import TotalCost, final_mana, pay, payable_with, with_x
from rules_engine.process.engine import Engine
from rules_engine.process.faces import castable_parts, is_adventure
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.looking import Seen
from rules_engine.process.mana_abilities import available_mana, can_pay_mana
from rules_engine.process.matching import amount, holds, mana_value, matches
from rules_engine.process.moving import commit_move
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import STATICS
from rules_engine.process.replacing import static_abilities
from rules_engine.process.targeting import announce_targets, choose_targets, legal_targets
from rules_engine.process.units import declare, unit

STATICS.update(
    {
        AdditionalCost,
        AlternativeCost,
        AlternativeCostFor,
        AsThoughFlash,
        CastOnly,
        MayCastFree,
        MayCastFrom,
        Prohibition,
    }
)

When = Literal["by type", "sorcery", "any"]


@dataclass(frozen=True, slots=True)
class CastWay:
    """One way to cast a card: a method's name, what is paid instead of or as the mana cost, when, and the rule.

    chars: what it is as it is put onto the stack, where that is not the whole card (CR 709.3, 715.3); part: its name.
    cost None: its mana cost. free: without paying its mana cost, an alternative cost of nothing (CR 118.9).
    """

    method: str
    cost: Cost | None = None
    free: bool = False
    when: When = "by type"
    rule: str = "601.3"
    chars: Characteristics | None = None
    part: str = ""

    @property
    def label(self) -> str:
        """The word by which it is chosen: the method, or the part of the card that is cast."""
        if not self.part:
            return self.method
        return self.part if self.method == "normal" else f"{self.part}, {self.method}"

    @property
    def is_alternative(self) -> bool:
        """Whether an alternative cost is applied, so that no second one may be (CR 118.9a)."""
        return self.free or self.cost is not None


declare("118.9d", "nothing is added to an alternative cost")
NORMAL = CastWay("normal")
FREE_NOW = CastWay("free", free=True, when="any", rule="608.2g")
# Ways that keywords give: name → function of (engine, player, seen, keyword), filled by keywords/.
WAYS_BY_KEYWORD: dict[str, Callable[[Engine, int, Seen, Keyword], list[CastWay]]] = {}
# Ways that designations in a zone give (plotted, foretold), filled by keywords/.
WAYS_BY_STATUS: list[Callable[[Engine, int, Seen], list[CastWay]]] = []


def _any_way(e: Engine, player: int, ident: int) -> list[CastWay]:
    seen = look(e.state).now(ident)
    if seen is None or "land" in seen.chars.types or not _is_castable_kind(seen):
        return []
    return [NORMAL, CastWay("free", free=True, when="any"), CastWay("plotted", free=True, when="any")]


@unit("601.3", "anybody may cast anything from anywhere at any time", _any_way)
def ways_to_cast(e: Engine, player: int, ident: int) -> list[CastWay]:
    """Every way the rules and effects let this player cast this object at some time (CR 601.3)."""
    seen = look(e.state).now(ident)
    if seen is None or not _is_castable_kind(seen):
        return []
    if not seen.chars.parts:
        return _ways(e, player, seen)
    found = []
    for name, chars in castable_parts(seen.chars, seen.obj.zone):
        # CR 709.3a, 715.3a: only the chosen part is evaluated.
        for way in _ways(e, player, seen._replace(chars=chars), as_part=bool(name)):
            found.append(replace(way, chars=chars, part=name) if name else way)
    return found


def _ways(e: Engine, player: int, seen: Seen, *, as_part: bool = False) -> list[CastWay]:
    if "land" in seen.chars.types:
        return []
    found: list[CastWay] = []
    permitted = _permissions(e, player, seen)
    if "whole" in permitted and not as_part:
        permitted.add("normal")
    if (seen.obj.zone is Zone.HAND and seen.obj.owner == player) or "normal" in permitted:
        found.append(NORMAL if seen.obj.zone is Zone.HAND else replace(NORMAL, method="permitted"))
        found += _printed_alternatives(e, player, seen)
    castable = bool(found)
    if "free" in permitted:
        found.append(CastWay("free", free=True))
    found += _ways_by_static(e, player, seen, castable)
    for keyword in [a for a in seen.chars.abilities if isinstance(a, Keyword)]:
        if keyword.name in WAYS_BY_KEYWORD:
            found += WAYS_BY_KEYWORD[keyword.name](e, player, seen, keyword)
    for status in WAYS_BY_STATUS:
        found += status(e, player, seen)
    return found


def _ways_by_static(e: Engine, player: int, seen: Seen, castable: bool) -> list[CastWay]:
    """Permanents that let spells be cast free, or for another cost what can be cast anyway (CR 118.9)."""
    view = look(e.state)
    found: list[CastWay] = []
    for holder, frame, _, static in static_abilities(e):
        may = static.effect
        if not isinstance(may, MayCastFree | AlternativeCostFor) or not holds(view, frame, static.condition):
            continue
        if may.who == "you" and player != frame.you:
            continue
        if isinstance(may, AlternativeCostFor):
            if not castable:
                continue
        elif seen.obj.zone is not may.zone or seen.obj.owner != player:
            continue
        if matches(view, seen, may.what, frame, anywhere=True):
            if isinstance(may, MayCastFree):
                found.append(CastWay(f"free by {holder.chars.name}", free=True, rule="118.9"))
            else:
                found.append(CastWay(f"cost of {holder.chars.name}", cost=may.cost, rule="118.9"))
    return found


def grants_casting(e: Engine) -> bool:
    """Whether any effect there is lets a player cast what lies elsewhere than in their hand."""
    if not e.state.holds("601.3") or any(isinstance(effect, CastPermission) for effect in e.state.effects):
        return True
    return any(
        isinstance(static.effect, MayCastFrom | MayCastFree) for _, _, _, static in static_abilities(e)
    )


def top_if_castable(e: Engine, player: int) -> list[int]:
    """The top card of the player's library, where something lets them cast it; it must be known which one it is."""
    view = look(e.state)
    allowed = any(
        isinstance(static.effect, MayCastFrom)
        and static.effect.zone is Zone.LIBRARY
        and (static.effect.who == "player" or frame.you == player)
        and holds(view, frame, static.condition)
        for _, frame, _, static in static_abilities(e)
    )
    library = e.state.zone(Zone.LIBRARY, player)
    if not allowed or not library:
        return []
    owner = e.state.player(player)
    if owner.library_unordered and not owner.known_top:
        raise LimitReached("casting from the top of a library without known order is not supported")
    return [library[0]]


def may_be_castable(e: Engine, obj: GameObject) -> bool:
    """Whether the object itself says that it can be cast from where it is: a keyword, or being plotted or foretold."""
    if obj.plotted_on_turn is not None or obj.foretold_on_turn is not None:
        return True
    abilities = look(e.state).projection(obj.id).chars.abilities
    return any(isinstance(a, Keyword) and a.name in WAYS_BY_KEYWORD for a in abilities)


def _is_castable_kind(seen: Seen) -> bool:
    return seen.obj.kind in ("card", "copy of a card") and seen.obj.zone in (
        Zone.HAND,
        Zone.GRAVEYARD,
        Zone.EXILE,
        Zone.LIBRARY,
    )


def _permissions(e: Engine, player: int, seen: Seen) -> set[str]:
    found: set[str] = set()
    for effect in e.state.effects:
        if isinstance(effect, CastPermission) and effect.object == seen.obj.id and effect.player == player:
            found.add("whole" if effect.whole else "free" if effect.free else "normal")
    view = look(e.state)
    for _, frame, _, static in static_abilities(e):
        may = static.effect
        if (
            isinstance(may, MayCastFrom)
            and may.zone is seen.obj.zone
            and (may.zone is not Zone.LIBRARY or seen.obj.id in e.state.zone(Zone.LIBRARY, player)[:1])
            and holds(view, frame, static.condition)
        ):
            if (may.who == "player" or player == frame.you) and matches(
                view, seen, may.what, frame, anywhere=True
            ):
                found.add("normal")
    return found


def _printed_alternatives(e: Engine, player: int, seen: Seen) -> list[CastWay]:
    view = look(e.state)
    frame = Frame(you=player, this=seen.obj.id)
    return [
        CastWay(f"alternative {index}", cost=ability.effect.cost, rule="118.9")
        for index, ability in enumerate(seen.chars.abilities)
        if isinstance(ability, StaticAbility)
        and isinstance(ability.effect, AlternativeCost)
        and holds(view, frame, ability.effect.condition)
        and holds(view, frame, ability.condition)
    ]


# -------------------------------------------------------------------------- may it be begun (601.3)


@unit("601.3", "anybody may cast anything from anywhere at any time", lambda e, player, ident, way: None)
def may_begin(e: Engine, player: int, ident: int, way: CastWay) -> IllegalAction | None:
    """None when the player may begin to cast the object this way now, else why not and by which rule (CR 601.3)."""
    seen = look(e.state).now(ident)
    if seen is None:
        return IllegalAction("it is not there any more", "601.3")
    if way.chars is not None:
        # CR 709.3a, 715.3a, 702.103d: only what will be put onto the stack is evaluated.
        seen = seen._replace(chars=way.chars)
    if way.when != "any" and e.state.turn.priority != player:
        return IllegalAction("only a player with priority may cast a spell", "117.1a")
    if way.when != "any":
        refused = _timing_refused(e, player, seen, way)
        if refused is not None:
            return refused
    return _prohibited(e, player, seen)


def _timing_refused(e: Engine, player: int, seen: Seen, way: CastWay) -> IllegalAction | None:
    if has_sorcery_timing(e, player):
        return None
    if way.when == "sorcery":
        return IllegalAction("only in one's own main phase while the stack is empty", way.rule)
    if "instant" in seen.chars.types or seen.chars.has_keyword("flash") or _as_though_flash(e, player, seen):
        return None
    rule = "307.1" if "sorcery" in seen.chars.types else "117.1a"
    return IllegalAction("only in one's own main phase with priority while the stack is empty", rule)


def has_sorcery_timing(e: Engine, player: int) -> bool:
    """Priority in one's own main phase while the stack is empty (CR 117.1a, 307.1)."""
    turn = e.state.turn
    return turn.priority == player and turn.active == player and turn.step.is_main and not e.state.stack


def _as_though_flash(e: Engine, player: int, seen: Seen) -> bool:
    view = look(e.state)
    for _, frame, _, static in static_abilities(e):
        flash = static.effect
        if isinstance(flash, AsThoughFlash) and holds(view, frame, static.condition):
            if flash.who == "player" or player == frame.you:
                if matches(view, seen, flash.what, frame, anywhere=True):
                    return True
    return False


def _prohibited(e: Engine, player: int, seen: Seen) -> IllegalAction | None:
    """ "Can't" beats every permission (CR 101.2, 601.3)."""
    view = look(e.state)
    if not e.state.holds("101.2"):
        return None
    if split_second(e):
        return IllegalAction("a spell with split second is on the stack", "702.61a")
    for effect in e.state.effects:
        if isinstance(effect, CastProhibition) and player in effect.players:
            frame = Frame(you=effect.controller, this=effect.source)
            if matches(view, seen, effect.what, frame, anywhere=True):
                return IllegalAction(f"{effect.source_name} says that it can't be cast", "101.2")
    for holder, frame, _, static in static_abilities(e):
        prohibition = static.effect
        if isinstance(prohibition, Prohibition) and _forbids_casting(e, prohibition, player, seen, frame):
            if holds(view, frame, static.condition):
                return IllegalAction(f"{holder.chars.name} says that it can't be cast", "101.2")
    for ability in seen.chars.abilities:
        if isinstance(ability, StaticAbility) and isinstance(ability.effect, CastOnly):
            if not timing_allows(e, player, ability.effect.timing):
                return IllegalAction("the card restricts when it can be cast", "601.3")
    return None


@unit("702.61a", "spells and abilities may answer split second", lambda e: False)
def split_second(e: Engine) -> bool:
    """As long as such a spell is on the stack, nothing else is cast and only mana abilities are activated (CR 702.61a)."""
    view = look(e.state)
    return any(view.projection(ident).chars.has_keyword("split second") for ident in e.state.stack)


def _forbids_casting(e: Engine, prohibition: Prohibition, player: int, seen: Seen, frame: Frame) -> bool:
    if prohibition.who != "player" and (prohibition.who == "you") is not (player == frame.you):
        return False
    view = look(e.state)
    if not holds(view, frame, prohibition.condition):
        return False
    if prohibition.action == "cast":
        if prohibition.origin not in (None, seen.obj.zone):
            return False
        return prohibition.what is None or matches(view, seen, prohibition.what, frame, anywhere=True)
    if prohibition.action == "cast more than":
        cast = sum(record.player == player for record in e.state.casts)
        return cast >= (prohibition.amount or 1)
    return False


def timing_allows(e: Engine, player: int, timing: Timing) -> bool:
    """Whether a printed restriction on timing is met now."""
    turn = e.state.turn
    if timing.sorcery and not has_sorcery_timing(e, player):
        return False
    if timing.steps and turn.step not in timing.steps:
        return False
    return timing.whose_turn is None or (turn.active == player) is (timing.whose_turn == "you")


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
    spell = _to_stack(e, player, ident, record, way.chars)
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
        total.mana = final_mana(e, spell, player, total.mana)
    used = pay(e, player, total, frame)
    e.change(spell, spell=replace(record, paid=tuple(used)))
    _becomes_cast(e, player, spell, origin, targets)
    return spell


def _choose_part(e: Engine, player: int, ident: int, way: CastWay) -> CastWay:
    """Which part is cast is chosen before the spell is put onto the stack (CR 709.3, 715.3)."""
    seen = look(e.state).now(ident)
    if seen is None or way is not FREE_NOW or not seen.chars.parts:
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


def _to_stack(e: Engine, player: int, ident: int, record: SpellRecord, chars: Characteristics | None) -> int:
    # Not an event that anything could replace: casting itself moves the card (CR 601.2a).
    move = Move(ident, Zone.STACK, "cast", controller=player, spell=record, copy_of=chars)
    events = commit_move(e, move, e.new_batch())
    new = events[0].object
    assert new is not None
    return new


def _announce(
    e: Engine, player: int, spell: int, way: CastWay, record: SpellRecord, frame: Frame
) -> tuple[TotalCost, SpellRecord]:
    """Modes, alternative and additional costs, X (CR 601.2b)."""
    chars = look(e.state).projection(spell).chars
    record = replace(record, modes=_choose_modes(e, player, spell, chars, frame))
    total = TotalCost()
    if way.free:
        total.mana = ManaCost()
    elif way.cost is not None:
        total.mana = way.cost.mana if way.cost.mana is not None else ManaCost()
        total.parts += way.cost.parts
    else:
        total.mana = chars.mana_cost
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
    e: Engine, player: int, about: int, chars: Characteristics, frame: Frame
) -> tuple[int, ...]:
    for ability in chars.abilities:
        if isinstance(ability, SpellAbility) and isinstance(ability.effect, Modal):
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
    if not can_pay_mana(e, player, final_mana(e, spell, player, with_x(mana, 0))):
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
    values = [mana_value(seen) for seen in map(look(e.state).at, e.state.zone(Zone.HAND, player)) if seen]
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

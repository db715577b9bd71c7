"""Costs (CR 118): the total is determined and locked in (601.2f), then paid in full or not at all (601.2h)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from typing import TypeVar

from rules_engine.errors import IllegalAction, LimitReached
from rules_engine.model.abilities import (
    Cost,
    CostChange,
    CostMinimum,
    CostPart,
    CounterCost,
    CrewCost,
    DiscardCost,
    ExileCost,
    Keyword,
    OpponentGains,
    PayLife,
    ReturnCost,
    SacrificeCost,
    TapCost,
    TapThis,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.mana import ManaCost, adjust
from rules_engine.model.terms import Filter, This
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import as_objects, happen, notify
from rules_engine.process.mana_abilities import pay_mana
from rules_engine.process.matching import amount, holds, matches, matching
from rules_engine.process.player_rules import LIFE, player_has
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters, Life, Move, Proposal
from rules_engine.process.registry import COSTS, STATICS, means_nothing
from rules_engine.process.statics import prohibited, static_abilities
from rules_engine.process.units import unit
from rules_engine.process.untapping import untap

__all__ = [
    "TotalCost",
    "adjust",
    "cost_changes",
    "discard",
    "pay",
    "payable_with",
    "random_cards",
    "sacrifice",
    "with_x",
]
T = TypeVar("T")
STATICS.update({CostChange, CostMinimum})
COSTS.update(
    {
        TapThis,
        SacrificeCost,
        DiscardCost,
        PayLife,
        ExileCost,
        ReturnCost,
        TapCost,
        CounterCost,
        OpponentGains,
        CrewCost,
    }
)


@dataclass(slots=True)
class TotalCost:
    """A locked-in total: mana (None: an unpayable one, CR 118.6) and the other parts."""

    mana: ManaCost | None = field(default_factory=ManaCost)
    parts: list[CostPart] = field(default_factory=list)

    def add(self, cost: Cost) -> None:
        """Add a further cost to the total."""
        if cost.mana is not None and self.mana is not None:
            self.mana = self.mana.plus(cost.mana)
        self.parts += cost.parts


def with_x(mana: ManaCost, x: int) -> ManaCost:
    """The cost with each {X} replaced by the announced number (CR 107.3a)."""
    return ManaCost(tuple(str(x) if symbol == "X" else symbol for symbol in mana.symbols))


def cost_changes(
    e: Engine, ident: int, player: int, kind: str = "spell", *, chars: Characteristics | None = None
) -> tuple[int, int]:
    """How much more and how much less generic mana the spell or ability costs this player (CR 601.2f).

    chars: what a card will be on the stack, where it is another part or face than in its zone.
    """
    view = look(e.state)
    seen = view.at(ident)
    more = less = 0
    if seen is None:
        return 0, 0
    if chars is not None:
        seen = seen._replace(chars=chars)
    for _, frame, _, static in static_abilities(e):
        change = static.effect
        if not isinstance(change, CostChange) or change.kind != kind or isinstance(change.what, This):
            continue
        if not holds(view, frame, static.condition) or not _applies_to(change, player, frame):
            continue
        if matches(view, seen, change.what, frame, anywhere=True):
            number = amount(view, frame, change.amount)
            if change.less:
                less += number
            else:
                more += number
    own_more, own_less = _own_changes(e, ident, player, seen.chars)
    return more + own_more, less + own_less


def final_mana(e: Engine, ident: int, player: int, mana: ManaCost) -> ManaCost:
    """What the spell costs in the end: increases, reductions, then effects on the total itself (CR 601.2f)."""
    return at_least(e, adjust(mana, *cost_changes(e, ident, player)))


@unit("601.2f", "no effect sets a minimum for a total cost", lambda e, mana: mana)
def at_least(e: Engine, mana: ManaCost) -> ManaCost:
    """The total with generic mana added up to the minimum that an effect sets (CR 601.2f)."""
    view = look(e.state)
    for _, frame, _, static in static_abilities(e):
        if isinstance(static.effect, CostMinimum) and holds(view, frame, static.condition):
            mana = adjust(mana, max(0, static.effect.amount - mana.mana_value()), 0)
    return mana


def _applies_to(change: CostChange, player: int, frame: Frame) -> bool:
    return change.whose == "player" or (change.whose == "you") is (player == frame.you)


def _own_changes(e: Engine, ident: int, player: int, chars: Characteristics) -> tuple[int, int]:
    """ "This spell costs {1} less for each …" works on the stack itself (CR 113.6)."""
    view = look(e.state)
    frame = Frame(you=player, this=ident)
    more = less = 0
    for ability in chars.abilities:
        if isinstance(ability, Keyword) and ability.name == "affinity" and isinstance(ability.filter, Filter):
            if means_nothing("affinity", e.state.without):
                continue
            # CR 702.41a: {1} less for each such permanent you control.
            less += len(matching(view, replace(ability.filter, controller="you"), frame))
        change = getattr(ability, "effect", None)
        if isinstance(change, CostChange) and isinstance(change.what, This):
            if holds(view, frame, getattr(ability, "condition", None)):
                number = amount(view, frame, change.amount)
                less, more = (less + number, more) if change.less else (less, more + number)
    return more, less


# ------------------------------------------------------------------------------------------- paying


def pay(e: Engine, player: int, total: TotalCost, frame: Frame) -> list[int]:
    """Pay the total cost (CR 601.2h); returns the objects used, by their last ids before they moved.

    IllegalAction when any part can't be paid: partial payments are not allowed.
    """
    if total.mana is None:
        raise IllegalAction("an object without a mana cost has an unpayable cost", "118.6")
    held_back = _needed_untapped(total, frame)
    _pay_part(e, lambda: pay_mana(e, player, total.mana or ManaCost(), untappable=held_back))
    used: list[int] = []
    for part in total.parts:
        used += _pay_part(e, partial(_PAY[type(part)], e, player, part, frame)) or []
    return used


def _pay_if_possible(e: Engine, payment: Callable[[], T]) -> T | None:
    try:
        return payment()
    except IllegalAction:
        return None


@unit("601.2h", "a cost that can't be paid is not paid", _pay_if_possible)
def _pay_part(e: Engine, payment: Callable[[], T]) -> T | None:
    """Each part of the cost is paid in full, or the whole is illegal (CR 601.2h)."""
    return payment()


def _needed_untapped(total: TotalCost, frame: Frame) -> frozenset[int]:
    if frame.this is not None and any(isinstance(p, TapThis) and not p.untap for p in total.parts):
        return frozenset({frame.this})
    return frozenset()


def _pay_tap(e: Engine, player: int, part: TapThis, frame: Frame) -> list[int]:
    obj = e.state.objects.get(frame.this) if frame.this is not None else None
    if obj is None or obj.tapped is not part.untap:
        raise IllegalAction("it is tapped already" if not part.untap else "it is not tapped", "118.3")
    seen = look(e.state).at(obj.id)
    if seen is not None and "creature" in seen.chars.types and obj.summoning_sick:
        if not seen.chars.has_keyword("haste"):
            raise IllegalAction(
                "the creature has not been under its controller's control since the turn began", "302.6"
            )
    if part.untap:
        untap(e, [obj.id], "107.6", player)
        return [obj.id]
    e.change(obj.id, tapped=True)
    notify(e, Event("tapped", object=obj.id, player=player, name=obj.name, rules=("107.5",)))
    return [obj.id]


def _pay_sacrifice(e: Engine, player: int, part: SacrificeCost, frame: Frame) -> list[int]:
    picked = _pick(
        e, player, part.what, amount(look(e.state), frame, part.count), frame, "sacrifice", own=True
    )
    sacrifice(e, player, picked)
    return picked


def sacrifice(
    e: Engine, player: int, idents: Sequence[int], rules: tuple[str, ...] = ("701.21a",)
) -> list[Event]:
    """Put permanents from the battlefield into their owners' graveyards (CR 701.21a)."""
    moves: list[Proposal] = [Move(i, Zone.GRAVEYARD, "sacrificed", rules, player=player) for i in idents]
    events = happen(e, moves)
    gone = [ev for ev in events if ev.kind == "moves" and ev.origin is Zone.BATTLEFIELD]
    if gone:
        notify(
            e,
            *(
                Event("sacrifices", player=player, object=ev.object, was=ev.was, name=ev.name, rules=rules)
                for ev in gone
            ),
        )
    return events


def _pay_discard(e: Engine, player: int, part: DiscardCost, frame: Frame) -> list[int]:
    count = amount(look(e.state), frame, part.count)
    if part.random:
        picked = random_cards(e, player, count)
        if len(picked) < count:
            raise IllegalAction("not enough cards to discard", "118.3")
    else:
        picked = _pick(e, player, part.what, count, frame, "discard", zone=Zone.HAND)
    discard(e, player, picked)
    return picked


def random_cards(e: Engine, player: int, count: int) -> list[int]:
    """So many cards of the hand, chosen by chance among different ones."""
    hand = list(e.state.zone(Zone.HAND, player))
    picked: list[int] = []
    for _ in range(min(count, len(hand))):
        distinct = {e.state.objects[ident].base: ident for ident in reversed(hand)}
        options = tuple(Option("random", object=ident) for ident in distinct.values())
        ident = e.choose(Decision(None, "chance", options, "701.9b", what="discard at random")).object
        assert ident is not None
        picked.append(ident)
        hand.remove(ident)
    return picked


def discard(e: Engine, player: int, idents: Sequence[int]) -> list[Event]:
    """Move cards from the hand to the graveyard as discards (CR 701.9a)."""
    events = happen(e, [Move(i, Zone.GRAVEYARD, "discarded", ("701.9a",), player=player) for i in idents])
    gone = [ev for ev in events if ev.kind == "moves" and ev.origin is Zone.HAND]
    if gone:
        notify(
            e,
            *(
                Event(
                    "discards",
                    player=player,
                    object=ev.object,
                    was=ev.was,
                    name=ev.name,
                    amount=1,
                    rules=("701.9a",),
                )
                for ev in gone
            ),
        )
    return events


def _pay_life(e: Engine, player: int, part: PayLife, frame: Frame) -> list[int]:
    number = amount(look(e.state), frame, part.amount)
    fixed = player_has(look(e.state), player, LIFE)
    if e.state.player(player).life < number or (number and fixed):
        raise IllegalAction(f"{number} life can't be paid", "119.4")
    happen(e, [Life(player, -number, frame.this, "paid")])
    return []


MOST_CREW = 7


def _pay_crew(e: Engine, player: int, part: CrewCost, frame: Frame) -> list[int]:
    """Any set of other untapped creatures with enough power together; being new does not matter (CR 702.122a–b)."""
    view = look(e.state)
    able = [
        seen
        for seen in view.permanents()
        if seen.controller == player
        and "creature" in seen.chars.types
        and not seen.obj.tapped
        and seen.obj.id != frame.this
    ]
    need = amount(view, frame, part.power)
    if len(able) > MOST_CREW:
        raise LimitReached(f"crewing with more than {MOST_CREW} creatures has too many ways")
    groups = [
        tuple(seen.obj.id for seen in group)
        for size in range(len(able) + 1)
        for group in combinations(able, size)
        if sum(seen.chars.power or 0 for seen in group) >= need
    ]
    if not groups:
        raise IllegalAction("there is not enough power to crew", "702.122a")
    options = tuple(
        Option("choose", object=group[0]) if len(group) == 1 else Option("choose", extra=as_objects(group))
        for group in groups
    )
    pick = e.choose(Decision(player, "pay", options, "702.122a", about=frame.this, what="crew"))
    picked = [pick.object] if pick.object is not None else [chosen.object for chosen in pick.extra]
    for ident in picked:
        e.change(ident, tapped=True)
    notify(
        e, *(Event("tapped", object=i, player=player, name=e.name(i), rules=("702.122a",)) for i in picked)
    )
    return picked


def _pay_opponent_gains(e: Engine, player: int, part: OpponentGains, frame: Frame) -> list[int]:
    """A player who can't gain life can't be chosen for it (CR 119.7)."""
    able = [p for p in e.state.opponents(player) if not prohibited(e, "gain life", p)]
    if not able:
        raise IllegalAction("no opponent can gain life", "119.7")
    options = tuple(Option("choose", player=p) for p in able)
    chosen = e.choose(Decision(player, "pay", options, "601.2h", about=frame.this, what="opponent")).player
    assert chosen is not None
    happen(e, [Life(chosen, amount(look(e.state), frame, part.amount), frame.this, "paid")])
    return []


def _pay_exile(e: Engine, player: int, part: ExileCost, frame: Frame) -> list[int]:
    number = amount(look(e.state), frame, part.count)
    picked = _pick(
        e, player, part.what, number, frame, "exile", zone=part.zone, own=part.zone is Zone.BATTLEFIELD
    )
    happen(e, [Move(i, Zone.EXILE, "exiled", ("701.13a",), player=player) for i in picked])
    return picked


def _pay_return(e: Engine, player: int, part: ReturnCost, frame: Frame) -> list[int]:
    picked = _pick(e, player, part.what, amount(look(e.state), frame, part.count), frame, "return", own=True)
    happen(e, [Move(i, Zone.HAND, "returned", ("118.1",), player=player) for i in picked])
    return picked


def _pay_tap_others(e: Engine, player: int, part: TapCost, frame: Frame) -> list[int]:
    picked = _pick(
        e, player, part.what, amount(look(e.state), frame, part.count), frame, "tap", own=True, untapped=True
    )
    for ident in picked:
        e.change(ident, tapped=True)
    notify(e, *(Event("tapped", object=i, player=player, name=e.name(i), rules=("118.1",)) for i in picked))
    return picked


def _pay_counters(e: Engine, player: int, part: CounterCost, frame: Frame) -> list[int]:
    number = amount(look(e.state), frame, part.amount)
    obj = e.state.objects.get(frame.this) if frame.this is not None else None
    if obj is None or (not part.put and obj.counter(part.kind) < number):
        raise IllegalAction(f"not enough {part.kind} counters", "118.3")
    happen(e, [Counters(obj.id, part.kind, number if part.put else -number, player, cause="cost")])
    return []


def _pick(
    e: Engine,
    player: int,
    what: Filter | This,
    count: int,
    frame: Frame,
    verb: str,
    *,
    zone: Zone = Zone.BATTLEFIELD,
    own: bool = False,
    untapped: bool = False,
) -> list[int]:
    """Objects the player picks to pay with; IllegalAction (118.3) when there are not enough."""
    if isinstance(what, This):
        obj = e.state.objects.get(frame.this) if frame.this is not None else None
        if obj is None or obj.zone is not zone:
            raise IllegalAction(f"there is nothing to {verb}", "118.3")
        return [obj.id]
    pool = payable_with(e, player, what, frame, verb, zone=zone, own=own, untapped=untapped)
    if len(pool) < count:
        raise IllegalAction(f"not enough to {verb}", "118.3")
    if len(pool) == count or count == 0:
        return pool[:count]
    if count == 1:
        options = tuple(Option("choose", object=ident) for ident in pool)
        pick = e.choose(Decision(player, "pay", options, "601.2h", about=frame.this, what=verb)).object
        assert pick is not None
        return [pick]
    sets = tuple(Option("choose", extra=tuple(group)) for group in combinations(pool, count))
    picked = e.choose(Decision(player, "pay", sets, "601.2h", about=frame.this, what=verb)).extra
    return [ident for ident in picked if isinstance(ident, int)]


def payable_with(
    e: Engine,
    player: int,
    what: Filter,
    frame: Frame,
    verb: str,
    *,
    zone: Zone = Zone.BATTLEFIELD,
    own: bool = False,
    untapped: bool = False,
) -> list[int]:
    """What the player could use for such a cost."""
    view = look(e.state)
    pool = []
    for ident in matching(view, what, frame):
        seen = view.at(ident)
        if seen is None or ident == frame.stack_object:
            continue
        if own and seen.controller != player:
            continue
        if zone.is_owned and seen.obj.owner != player:
            continue
        if untapped and seen.obj.tapped:
            continue
        if verb == "sacrifice" and view.statements(ident, "can't be sacrificed"):
            continue
        pool.append(ident)
    return pool


_PAY: dict[type, Callable[..., list[int]]] = {
    TapThis: _pay_tap,
    SacrificeCost: _pay_sacrifice,
    DiscardCost: _pay_discard,
    PayLife: _pay_life,
    OpponentGains: _pay_opponent_gains,
    CrewCost: _pay_crew,
    ExileCost: _pay_exile,
    ReturnCost: _pay_return,
    TapCost: _pay_tap_others,
    CounterCost: _pay_counters,
}

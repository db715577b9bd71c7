"""Mana abilities and paying mana (CR 605, 106.4, 118.3a).

Payment is automatic: from the pool first, then from untapped permanents whose mana ability is just "{T}: Add …",
those that can make the fewest kinds of mana first, in the order of the battlefield. A player who wants it otherwise
activates mana abilities by hand before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import (
    ActivatedAbility,
    AddMana,
    Effect,
    If,
    May,
    Prohibition,
    TapThis,
    WhereX,
)
from rules_engine.model.characteristics import BASIC_LAND_MANA
from rules_engine.model.events import Event
from rules_engine.model.mana import COLORS, ManaCost
from rules_engine.model.terms import Fixed
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, notify
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import holds, matches
from rules_engine.process.player_rules import LIFE, has_the_chosen_name, player_has
from rules_engine.process.projecting import NO_ABILITIES, look
from rules_engine.process.proposals import Life
from rules_engine.process.registry import RULE_KINDS
from rules_engine.process.statics import static_abilities
from rules_engine.process.units import unit

SILENCED = "activated abilities can't be activated"
SILENCED_BUT_MANA = "activated abilities can't be activated unless they're mana abilities"
RULE_KINDS.update({SILENCED, SILENCED_BUT_MANA})


class Source(NamedTuple):
    """A permanent that can be tapped for mana, and what it can make: alternatives of symbols."""

    ident: int
    makes: tuple[tuple[str, ...], ...]


def is_mana_ability(ability: ActivatedAbility) -> bool:
    """No target, could add mana, no loyalty ability (CR 605.1a)."""
    effect = ability.effect
    return (
        isinstance(effect, Effect)
        and not effect.targets
        and ability.loyalty is None
        and any(_could_add_mana(instruction) for instruction in effect.instructions)
    )


def _could_add_mana(instruction: object) -> bool:
    """Also where it is said what X is, or only under a condition (CR 605.1a)."""
    match instruction:
        case AddMana():
            return True
        case WhereX(_, do):
            return any(map(_could_add_mana, do))
        case If(_, then, otherwise):
            return any(map(_could_add_mana, (*then, *otherwise)))
        case May(_, do, if_do, if_not):
            return any(map(_could_add_mana, (*do, *if_do, *if_not)))
        case _:
            return False


def mana_choices(instruction: AddMana) -> tuple[tuple[str, ...], ...]:
    """What an "Add …" instruction may add, as alternatives of symbols."""
    if instruction.any_color:
        return tuple((color,) for color in COLORS)
    return instruction.choices


@unit("605.3a", "mana abilities can't be activated while a cost is paid", lambda e, player: [])
def sources(e: Engine, player: int) -> list[Source]:
    """Untapped permanents the player may tap for mana without any other cost, the least flexible first."""
    found = []
    view = look(e.state)
    for seen in view.permanents():
        if seen.controller == player and not seen.obj.tapped:
            makes = _makes(view, seen, intrinsic=not view.statements(seen.obj.id, NO_ABILITIES))
            if makes and not is_silenced(e, player, seen, mana=True):
                found.append(Source(seen.obj.id, makes))
    return sorted(found, key=lambda source: (len(source.makes), len(source.makes[0])))


def is_silenced(e: Engine, player: int, seen: Seen, *, mana: bool) -> bool:
    """Whether something says that the object's activated abilities can't be activated by the player (CR 101.2, 602.5)."""
    view = look(e.state)
    if view.statements(seen.obj.id, SILENCED):
        return True
    if not mana and view.statements(seen.obj.id, SILENCED_BUT_MANA):
        return True
    if any(
        has_the_chosen_name(view, frame, seen)
        for _, frame, _, static in static_abilities(e)
        if isinstance(static.effect, Prohibition)
        and (
            static.effect.action == "activate all of the named"
            or (static.effect.action == "activate the named" and not mana)
        )
        and holds(view, frame, static.condition)
    ):
        return True
    return any(
        isinstance(static.effect, Prohibition)
        and static.effect.abilities_of is not None
        and (static.effect.who == "player" or (static.effect.who == "you") is (player == frame.you))
        and holds(view, frame, static.condition)
        and matches(view, seen, static.effect.abilities_of, frame)
        for _, frame, _, static in static_abilities(e)
    )


def _makes(view: Look, seen: Seen, *, intrinsic: bool) -> tuple[tuple[str, ...], ...]:
    if "creature" in seen.chars.types and seen.obj.summoning_sick and not seen.chars.has_keyword("haste"):
        # CR 302.6: a creature's {T} ability needs control since the turn began.
        return ()
    makes: list[tuple[str, ...]] = []
    if intrinsic and "land" in seen.chars.types:
        # CR 305.6: a basic land type gives its mana ability.
        makes += [(BASIC_LAND_MANA[t],) for t in sorted(seen.chars.subtypes) if t in BASIC_LAND_MANA]
    for ability in seen.chars.abilities:
        if isinstance(ability, ActivatedAbility) and is_mana_ability(ability) and _is_plain(ability):
            you = seen.controller if seen.controller is not None else seen.obj.owner
            if not holds(view, Frame(you=you, this=seen.obj.id), ability.condition):
                # "Activate only if …" (CR 602.5b)
                continue
            effect = ability.effect
            assert isinstance(effect, Effect)
            instruction = effect.instructions[0]
            assert isinstance(instruction, AddMana)
            makes += mana_choices(instruction)
    return tuple(dict.fromkeys(makes))


def _is_plain(ability: ActivatedAbility) -> bool:
    effect = ability.effect
    return (
        ability.cost.mana is None
        and ability.cost.parts == (TapThis(),)
        and ability.timing is None
        and isinstance(effect, Effect)
        and len(effect.instructions) == 1
        and isinstance(effect.instructions[0], AddMana)
        and effect.instructions[0].count == Fixed(1)
    )


def available_mana(e: Engine, player: int) -> int:
    """The most mana the player could pay with right now."""
    return len(e.state.player(player).mana) + sum(
        max(len(make) for make in source.makes) for source in sources(e, player)
    )


def pay_mana(e: Engine, player: int, cost: ManaCost, *, untappable: frozenset[int] = frozenset()) -> int:
    """Pay a mana cost without {X} in it; IllegalAction (601.2h) when it can't be paid. Returns the mana spent."""
    if not cost.symbols or cost.mana_value() == 0:
        return 0
    plan = _plan(e, player, cost, untappable)
    if plan is None:
        raise IllegalAction(f"the mana cost {cost} can't be paid", "601.2h")
    taps, spent, life = plan
    for ident, make in taps:
        _tap_for_mana(e, player, ident, make)
    pool = list(e.state.player(player).mana)
    for symbol in spent:
        pool.remove(symbol)
    e.change_player(player, mana=tuple(pool))
    if life:
        # CR 119.4: life that is paid is lost.
        happen(e, [Life(player, -life, None, "paid")])
    e.emit(
        Event(
            "pays",
            player=player,
            detail=str(cost),
            amount=len(spent),
            options=tuple(spent),
            rules=("118.3a",),
        )
    )
    return len(spent)


Plan = tuple[list[tuple[int, tuple[str, ...]]], list[str], int]


def _plan(e: Engine, player: int, cost: ManaCost, untappable: frozenset[int]) -> Plan | None:
    colored = [s for s in cost.symbols if not s.isdigit() and s != "X"]
    # Hybrid symbols come last, so that plain ones take the scarce colours first.
    colored.sort(key=lambda symbol: ("/" in symbol, symbol))
    units: list[tuple[str, ...]] = [tuple(_ways(symbol)) for symbol in colored]
    usable = [source for source in sources(e, player) if source.ident not in untappable]
    return next(_search(e, player, units, cost.generic, usable), None)


def _ways(symbol: str) -> Iterator[str]:
    """How one symbol can be paid: a mana of a type, "2" generic, or "life" (CR 107.4e–f)."""
    for part in symbol.split("/"):
        yield "life" if part == "P" else part


def _search(
    e: Engine, player: int, units: list[tuple[str, ...]], generic: int, usable: list[Source]
) -> Iterator[Plan]:
    pool = list(e.state.player(player).mana)
    # CR 119.4: who can't lose life can't pay any.
    life_left = 0 if player_has(look(e.state), player, LIFE) else e.state.player(player).life

    def step(
        index: int, pool: list[str], free: list[Source], taps: list[tuple[int, tuple[str, ...]]],
        spent: list[str], life: int, generic: int,
    ) -> Iterator[Plan]:  # fmt: skip
        if index == len(units):
            yield from finish(pool, free, taps, spent, life, generic)
            return
        for way in units[index]:
            if way == "life":
                if life + 2 <= life_left:
                    yield from step(index + 1, pool, free, taps, spent, life + 2, generic)
            elif way.isdigit():
                yield from step(index + 1, pool, free, taps, spent, life, generic + int(way))
            elif way in pool:
                rest = pool.copy()
                rest.remove(way)
                yield from step(index + 1, rest, free, taps, [*spent, way], life, generic)
            else:
                for source in free:
                    for make in source.makes:
                        if way in make:
                            rest = [*pool, *make]
                            rest.remove(way)
                            others = [other for other in free if other is not source]
                            yield from step(
                                index + 1,
                                rest,
                                others,
                                [*taps, (source.ident, make)],
                                [*spent, way],
                                life,
                                generic,
                            )

    def finish(
        pool: list[str], free: list[Source], taps: list[tuple[int, tuple[str, ...]]],
        spent: list[str], life: int, generic: int,
    ) -> Iterator[Plan]:  # fmt: skip
        pool, free, taps = pool.copy(), list(free), list(taps)
        while len(pool) < generic and free:
            source = free.pop(0)
            make = max(source.makes, key=len)
            taps.append((source.ident, make))
            pool += make
        if len(pool) >= generic:
            # Colourless mana goes first, so that colours are left for later.
            paid = sorted(pool, key=lambda symbol: symbol != "C")[:generic]
            yield taps, [*spent, *paid], life

    yield from step(0, pool, usable, [], [], 0, generic)


def can_pay_mana(e: Engine, player: int, cost: ManaCost, *, untappable: frozenset[int] = frozenset()) -> bool:
    """Whether the player could pay this mana cost right now."""
    return _plan(e, player, cost, untappable) is not None


def _tap_for_mana(e: Engine, player: int, ident: int, make: tuple[str, ...]) -> None:
    e.change(ident, tapped=True)
    add_mana(e, player, make, ident)
    notify(
        e,
        Event(
            "tapped", object=ident, player=player, name=e.name(ident), detail="for mana", rules=("605.3b",)
        ),
    )


def add_mana(e: Engine, player: int, symbols: tuple[str, ...], source: int | None) -> None:
    """Put mana into the player's pool (CR 106.4)."""
    e.change_player(player, mana=(*e.state.player(player).mana, *symbols))
    e.emit(
        Event(
            "adds mana",
            player=player,
            source=source,
            source_name=e.name(source),
            options=symbols,
            amount=len(symbols),
            rules=("605.3b",),
        )
    )

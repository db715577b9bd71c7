"""Small steps that many instructions share: which objects are meant, moving them, picking, paying (CR 608.2)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from rules_engine.model.abilities import (
    Cost,
)
from rules_engine.model.decisions import NO, YES, Decision, Option
from rules_engine.model.objects import Chosen
from rules_engine.model.terms import Duration, ObjectRef
from rules_engine.model.zones import Zone
from rules_engine.process.costs import TotalCost, pay, with_x
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import move_all
from rules_engine.process.lasting import expiry
from rules_engine.process.matching import objects_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move as Moving


def present(e: Engine, frame: Frame, ref: ObjectRef) -> list[int]:
    """The objects meant that still exist, each once."""
    found = objects_of(look(e.state), frame, ref)
    return [ident for ident in dict.fromkeys(found) if _exists(e, ident)]


def _exists(e: Engine, ident: int) -> bool:
    obj = e.state.objects.get(ident)
    return obj is not None and obj.zone is not Zone.PHASED_OUT


def movable(e: Engine, frame: Frame, ref: ObjectRef) -> list[int]:
    """The objects meant, also where the zone change that made the ability trigger has put them (CR 400.7e)."""
    found = objects_of(look(e.state), frame, ref)
    here = [ident if ident in e.state.objects else frame.moved.get(ident, ident) for ident in found]
    return [ident for ident in dict.fromkeys(here) if _exists(e, ident)]


def on_battlefield(e: Engine, frame: Frame, ref: ObjectRef) -> list[int]:
    """The objects meant that are on the battlefield."""
    return [i for i in present(e, frame, ref) if e.state.objects[i].zone is Zone.BATTLEFIELD]


def relocate(e: Engine, frame: Frame, moves: Sequence[Moving], slot: str) -> None:
    """Move objects at the same time and let later instructions find them (CR 400.7j)."""
    moved = move_all(e, moves)
    frame.moved.update(moved)
    frame.remember(slot, *(Chosen(object=moved[m.object]) for m in moves if m.object in moved))
    frame.did = bool(moved)


def pick(
    e: Engine, player: int, pool: Sequence[int], count: int, what: str, rule: str, about: int | None
) -> list[int]:
    """The player picks so many of these objects."""
    if count >= len(pool):
        return list(pool)
    if count <= 0:
        return []
    if count == 1:
        options = tuple(Option("choose", object=ident) for ident in pool)
        chosen = e.choose(Decision(player, "choose", options, rule, about, what)).object
        return [] if chosen is None else [chosen]
    groups = tuple(Option("choose", extra=group) for group in combinations(pool, count))
    return [int(i) for i in e.choose(Decision(player, "choose", groups, rule, about, what)).extra]


def to_the_bottom(e: Engine, player: int, idents: Sequence[int], *, random: bool, rule: str) -> None:
    """Put cards on the bottom of the library; in a random order nobody knows it where they are all there is."""
    if not idents:
        return
    alone = not [i for i in e.state.zone(Zone.LIBRARY, player) if i not in idents]
    moves = [Moving(i, Zone.LIBRARY, "put", (rule,), player=player, position=-1) for i in idents]
    if e.state.objects[idents[0]].zone is Zone.LIBRARY:
        # From the top to the bottom of the same library is no change of zones (CR 400.7).
        library = e.state.zone(Zone.LIBRARY, player)
        owner = e.state.player(player)
        e.set_zone((Zone.LIBRARY, player), (*(i for i in library if i not in idents), *idents))
        if owner.library_unordered:
            top, bottom = owner.known_top - len(idents), owner.known_bottom + len(idents)
            e.change_player(player, known_top=max(0, top), known_bottom=bottom)
    else:
        move_all(e, moves)
    if random and alone:
        e.change_player(player, library_unordered=True, known_top=0, known_bottom=0)


def may_pay(e: Engine, player: int, cost: Cost, frame: Frame) -> bool:
    """The player may pay a cost during a resolution (CR 118.12); False when they can't or don't want to."""

    def attempt(engine: Engine) -> None:
        total = TotalCost()
        total.add(cost)
        if total.mana is not None:
            # CR 107.3i: the X of the spell or ability that asks for it.
            total.mana = with_x(total.mana, frame.x or 0)
        pay(
            engine,
            player,
            total,
            Frame(you=player, this=frame.this, stack_object=frame.stack_object, x=frame.x),
        )

    options = (YES, NO) if e.is_possible(attempt) else (NO,)
    if e.choose(Decision(player, "may", options, "118.12", frame.stack_object, what="pay")) == NO:
        return False
    attempt(e)
    return True


def floating(e: Engine, frame: Frame, duration: Duration) -> dict[str, Any]:
    source = frame.this if frame.this is not None else 0
    return {
        "id": e.new_id(),
        "timestamp": e.tick(),
        "controller": frame.you,
        "source": source,
        "source_name": e.name(source),
        "expiry": expiry(e, duration, frame.you, frame.this),
    }

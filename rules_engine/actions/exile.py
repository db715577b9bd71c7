"""Exile (CR 701.13), also until something leaves the battlefield (CR 610.3)."""

from __future__ import annotations

from functools import lru_cache

from rules_engine.model.abilities import Ability, Exile, ExileUntilLeaves
from rules_engine.model.effects import UntilLeaves
from rules_engine.model.evolving import replace
from rules_engine.model.terms import ExiledWith, ObjectRef, This
from rules_engine.model.zones import Zone
from rules_engine.process.applying import floating, movable, present, relocate
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import is_on
from rules_engine.process.matching import amount
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes, parts_of
from rules_engine.process.units import unit


def _all_of_that_name(e: Engine, frame: Frame, what: ObjectRef) -> list[int]:
    found = present(e, frame, what)
    if not isinstance(what, This) or not found:
        return found
    name = e.name(found[0])
    return [i for i in e.state.stack if e.name(i) == name and e.state.objects[i].kind != "ability"] or found


@unit("201.5", "a name means every spell of that name", _all_of_that_name)
def meant(e: Engine, frame: Frame, what: ObjectRef) -> list[int]:
    """A card's own name means that object and no other of the name (CR 201.5)."""
    return movable(e, frame, what)


@executes(Exile)
def exile(e: Engine, frame: Frame, instruction: Exile) -> None:
    """Into exile (CR 701.13)."""
    added = tuple((kind, amount(look(e.state), frame, number)) for kind, number in instruction.counters)
    moves = _moves(e, frame, instruction.what, instruction.face_down)
    relocate(e, frame, [replace(move, counters=added) for move in moves], instruction.slot)


def _moves(e: Engine, frame: Frame, what: ObjectRef, face_down: bool) -> list[Moving]:
    objects = [i for i in meant(e, frame, what) if e.state.objects[i].kind != "ability"]
    rules = ("701.13a",)
    link = (("exiled_with", frame.this),) if _is_linked(e, frame) else ()
    return [
        Moving(i, Zone.EXILE, "exiled", rules, face_down=face_down, source=frame.this, fields=link)
        for i in objects
    ]


@unit("607.2a", "abilities are not linked", lambda e, frame: False)
def _is_linked(e: Engine, frame: Frame) -> bool:
    """Whether another ability of the source refers to the card that this one exiles (CR 607.2a)."""
    seen = look(e.state).at(frame.this) if frame.this is not None else None
    return seen is not None and any(_refers(ability) for ability in seen.chars.abilities)


@lru_cache(maxsize=4096)
def _refers(ability: Ability) -> bool:
    return any(isinstance(part, ExiledWith) for part in parts_of(ability))


@executes(ExileUntilLeaves)
def exile_until_leaves(e: Engine, frame: Frame, instruction: ExileUntilLeaves) -> None:
    """It comes back right after the source leaves; if that has left already, nothing is exiled (CR 610.3, 610.3a)."""
    if not is_on(e, frame.this, Zone.BATTLEFIELD):
        return
    moves = _moves(e, frame, instruction.what, False)
    if not moves:
        return
    origin = e.state.objects[moves[0].object].zone
    relocate(e, frame, moves, "it")
    moved = frozenset(c.object for c in frame.slots["it"] if c.object is not None)
    e.add_effect(UntilLeaves(**floating(e, frame, "permanent"), objects=moved, back_to=origin))

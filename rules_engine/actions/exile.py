"""Exile (CR 701.13), also until something leaves the battlefield (CR 610.3)."""

from __future__ import annotations

from rules_engine.model.abilities import Exile, ExileUntilLeaves
from rules_engine.model.effects import UntilLeaves
from rules_engine.model.terms import ObjectRef, This
from rules_engine.model.zones import Zone
from rules_engine.process.applying import floating, present, relocate
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import is_on
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes
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
    return present(e, frame, what)


@executes(Exile)
def exile(e: Engine, frame: Frame, instruction: Exile) -> None:
    """Into exile (CR 701.13)."""
    relocate(e, frame, _moves(e, frame, instruction.what, instruction.face_down), instruction.slot)


def _moves(e: Engine, frame: Frame, what: ObjectRef, face_down: bool) -> list[Moving]:
    objects = [i for i in meant(e, frame, what) if e.state.objects[i].kind != "ability"]
    rules = ("701.13a",)
    return [Moving(i, Zone.EXILE, "exiled", rules, face_down=face_down, source=frame.this) for i in objects]


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

"""Exile (CR 701.13)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Exile,
)
from rules_engine.model.effects import UntilLeaves
from rules_engine.model.zones import Zone
from rules_engine.process.applying import floating, present, relocate
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import is_on
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes


@executes(Exile)
def exile(e: Engine, frame: Frame, instruction: Exile) -> None:
    """Into exile (CR 701.13)."""
    objects = [i for i in present(e, frame, instruction.what) if e.state.objects[i].kind != "ability"]
    moves = [
        Moving(i, Zone.EXILE, "exiled", ("701.13a",), face_down=instruction.face_down, source=frame.this)
        for i in objects
    ]
    if instruction.until_leaves and not is_on(e, frame.this, Zone.BATTLEFIELD):
        # CR 610.3a: the source has left already, so nothing is exiled.
        return
    origin = e.state.objects[objects[0]].zone if objects else Zone.BATTLEFIELD
    relocate(e, frame, moves, instruction.slot)
    moved = frozenset(c.object for c in frame.slots.get(instruction.slot, ()) if c.object is not None)
    if instruction.until_leaves and moved:
        e.add_effect(UntilLeaves(**floating(e, frame, "permanent"), objects=moved, back_to=origin))

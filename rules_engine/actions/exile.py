"""Exile (CR 701.13)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Exile,
)
from rules_engine.model.zones import Zone
from rules_engine.process.applying import present, relocate
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
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
    relocate(e, frame, moves, instruction.slot)

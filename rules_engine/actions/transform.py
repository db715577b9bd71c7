"""Transform and convert (CR 701.27, 701.28), when an effect says so."""

from __future__ import annotations

from rules_engine.model.abilities import Transform
from rules_engine.process.applying import on_battlefield
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.registry import executes
from rules_engine.process.turning_over import can_transform, turn_over
from rules_engine.process.units import declare

declare("701.27f", "an ability transforms its permanent although that has transformed since")


@executes(Transform)
def transform(e: Engine, frame: Frame, instruction: Transform) -> None:
    """Each of the permanents meant is turned over, if it can be (CR 701.27a, 701.28a)."""
    idents = [
        ident
        for ident in on_battlefield(e, frame, instruction.what)
        if not _too_late(e, frame, ident) and can_transform(e, ident)
    ]
    frame.did = bool(turn_over(e, idents, "701.28a" if instruction.convert else "701.27a"))


def _too_late(e: Engine, frame: Frame, ident: int) -> bool:
    """Whether it has transformed since its own ability was put onto the stack, or was created if delayed (CR 701.27f)."""
    obj = e.state.objects.get(frame.stack_object) if frame.stack_object is not None else None
    record = obj.ability if obj is not None else None
    if record is None or record.source != ident or not e.state.holds("701.27f"):
        return False
    return record.transformed

"""Attach (CR 701.3)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    AttachTo,
)
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.process.applying import on_battlefield
from rules_engine.process.attaching import may_be_attached
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.projecting import look
from rules_engine.process.registry import executes


@executes(AttachTo)
def attach(e: Engine, frame: Frame, instruction: AttachTo) -> None:
    """Attach to an object that it may be attached to (CR 701.3)."""
    what, to = on_battlefield(e, frame, instruction.what), on_battlefield(e, frame, instruction.to)
    if not what or not to or e.state.objects[what[0]].attached_to == Chosen(object=to[0]):
        return
    view = look(e.state)
    attaching = view.now(what[0])
    if attaching is None or not may_be_attached(view, attaching, Chosen(object=to[0])):
        # CR 701.3b: what can't be attached to that doesn't move.
        return
    # CR 701.3c: attaching gives a new timestamp.
    e.change(what[0], attached_to=Chosen(object=to[0]), timestamp=e.tick())
    notify(
        e,
        Event(
            "attached",
            object=what[0],
            recipient=Chosen(object=to[0]),
            name=e.name(what[0]),
            source_name=e.name(to[0]),
            rules=("701.3a",),
        ),
    )

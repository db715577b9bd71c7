"""Populate (CR 701.36): a copy of a creature token you control."""

from __future__ import annotations

from rules_engine.actions.create import create
from rules_engine.model.abilities import Populate
from rules_engine.process.applying import pick
from rules_engine.process.copying import both_faces
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.projecting import look
from rules_engine.process.proposals import NewToken
from rules_engine.process.registry import executes


@executes(Populate)
def populate(e: Engine, frame: Frame, instruction: Populate) -> None:
    """Choose a creature token you control and create a copy of it; without one nothing happens (CR 701.36a–b)."""
    pool = [
        seen.obj.id
        for seen in look(e.state).permanents()
        if seen.controller == frame.you and seen.obj.kind == "token" and "creature" in seen.chars.types
    ]
    frame.did = False
    for ident in pick(e, frame.you, pool, min(1, len(pool)), "populate", "701.36a", frame.stack_object):
        create(e, frame, [NewToken(frame.you, both_faces(e, ident), source=frame.this)])

"""Destroy (CR 701.8)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Destroy,
)
from rules_engine.model.zones import Zone
from rules_engine.process.applying import on_battlefield, relocate
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes


@executes(Destroy)
def destroy(e: Engine, frame: Frame, instruction: Destroy) -> None:
    """To the graveyard, unless indestructible (CR 701.8, 702.12b)."""
    view = look(e.state)
    doomed = [
        ident
        for ident in on_battlefield(e, frame, instruction.what)
        if not view.projection(ident).chars.has_keyword("indestructible")
    ]
    moves = [
        Moving(
            i,
            Zone.GRAVEYARD,
            "destroyed",
            ("701.8a",),
            source=frame.this,
            regenerable=not instruction.no_regeneration,
        )
        for i in doomed
    ]
    relocate(e, frame, moves, "it")

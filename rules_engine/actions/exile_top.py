"""Exile cards from the top of your library, which other effects then let you play (CR 406, 601.3, 305.1)."""

from __future__ import annotations

from rules_engine.model.abilities import ExileTop
from rules_engine.model.zones import Zone
from rules_engine.process.applying import relocate
from rules_engine.process.drawing import settle_top
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.matching import amount
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import executes


@executes(ExileTop)
def exile_top(e: Engine, frame: Frame, instruction: ExileTop) -> None:
    """That many cards, or as many as there are, face up and at the same time (CR 701.13a)."""
    number = amount(look(e.state), frame, instruction.count)
    settle_top(e, frame.you, number)
    cards = e.state.zone(Zone.LIBRARY, frame.you)[:number]
    moves = [Move(i, Zone.EXILE, "exiled", ("701.13a",), player=frame.you, source=frame.this) for i in cards]
    relocate(e, frame, moves, "it")

"""Phase out (CR 702.26), when an effect says so."""

from __future__ import annotations

from rules_engine.model.abilities import PhaseOut
from rules_engine.process.applying import on_battlefield
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.phasing import phase_out
from rules_engine.process.registry import executes, keyword


@executes(PhaseOut)
def phase_them_out(e: Engine, frame: Frame, instruction: PhaseOut) -> None:
    """They phase out at the same time (CR 702.26b); they phase in during their controller's next untap step."""
    frame.did = bool(phase_out(e, on_battlefield(e, frame, instruction.what)))


keyword("phasing", "702.26", "702.26a")

"""Regenerate (CR 701.19): a shield for the next time the permanent would be destroyed this turn."""

from __future__ import annotations

from rules_engine.model.abilities import Regenerate
from rules_engine.model.effects import RegenerationShield
from rules_engine.process.applying import floating, on_battlefield
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.registry import RULE_KINDS, executes

RULE_KINDS.add("can't be regenerated")


@executes(Regenerate)
def regenerate(e: Engine, frame: Frame, instruction: Regenerate) -> None:
    """A shield for each permanent meant (CR 701.19a)."""
    for ident in on_battlefield(e, frame, instruction.what):
        e.add_effect(RegenerationShield(**floating(e, frame, "this turn"), object=ident))

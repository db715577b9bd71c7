"""Fight (CR 701.14)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Fight,
)
from rules_engine.model.objects import Chosen
from rules_engine.process.applying import on_battlefield
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Damage
from rules_engine.process.registry import executes


@executes(Fight)
def fight(e: Engine, frame: Frame, instruction: Fight) -> None:
    """Each deals damage equal to its power to the other, if both are there (CR 701.14)."""
    first, second = on_battlefield(e, frame, instruction.first), on_battlefield(e, frame, instruction.second)
    view = look(e.state)
    if not first or not second:
        return
    pair = [view.at(first[0]), view.at(second[0])]
    if any(seen is None or "creature" not in seen.chars.types for seen in pair):
        return
    powers = [seen.chars.power or 0 for seen in pair if seen is not None]
    happen(
        e,
        [
            Damage(first[0], Chosen(object=second[0]), powers[0]),
            Damage(second[0], Chosen(object=first[0]), powers[1]),
        ],
    )

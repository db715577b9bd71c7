"""Exchange (CR 701.12): both halves or nothing."""

from __future__ import annotations

from rules_engine.model.abilities import ExchangeControl, SetController
from rules_engine.model.effects import ChangeEffect
from rules_engine.process.applying import floating, on_battlefield
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.lasting import notice_control
from rules_engine.process.projecting import look
from rules_engine.process.registry import executes


@executes(ExchangeControl)
def exchange_control(e: Engine, frame: Frame, instruction: ExchangeControl) -> None:
    """If the entire exchange can't be completed, no part of it occurs (CR 701.12a)."""
    first = on_battlefield(e, frame, instruction.first)
    second = on_battlefield(e, frame, instruction.second)
    both = first if instruction.first == instruction.second else [*first[:1], *second[:1]]
    frame.did = False
    if len(both) != 2 or both[0] == both[1]:
        return
    view = look(e.state)
    controllers = [view.projection(ident).controller for ident in both]
    if controllers[0] == controllers[1]:
        # CR 701.12b: permanents of one player: nothing happens.
        return
    for ident, new in zip(both, reversed(controllers), strict=True):
        e.add_effect(
            ChangeEffect(
                **floating(e, frame, "permanent"),
                affected=frozenset({ident}),
                modifications=(SetController(),),
                new_controller=new,
            )
        )
    frame.did = True
    notice_control(e)

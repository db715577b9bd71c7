"""Tap and untap (CR 701.26)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Tap,
    Untap,
)
from rules_engine.model.events import Event
from rules_engine.model.terms import ObjectRef
from rules_engine.process.applying import on_battlefield
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.registry import executes


@executes(Tap)
def tap(e: Engine, frame: Frame, instruction: Tap) -> None:
    """Tap untapped permanents (CR 701.26a)."""
    _turn(e, frame, instruction.what, tapped=True)


@executes(Untap)
def untap(e: Engine, frame: Frame, instruction: Untap) -> None:
    """Untap tapped permanents (CR 701.26b)."""
    _turn(e, frame, instruction.what, tapped=False)


def _turn(e: Engine, frame: Frame, what: ObjectRef, *, tapped: bool) -> None:
    changed = [i for i in on_battlefield(e, frame, what) if e.state.objects[i].tapped is not tapped]
    for ident in changed:
        e.change(ident, tapped=tapped)
    frame.did = bool(changed)
    if changed:
        rule = "701.26a" if tapped else "701.26b"
        notify(
            e,
            *(
                Event("tapped" if tapped else "untapped", object=i, name=e.name(i), rules=(rule,))
                for i in changed
            ),
        )

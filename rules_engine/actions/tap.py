"""Tap and untap (CR 701.26)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Tap,
    TapOrUntap,
    Untap,
)
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.terms import ObjectRef
from rules_engine.process.applying import on_battlefield
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.registry import executes
from rules_engine.process.untapping import untap as untapped


@executes(Tap)
def tap(e: Engine, frame: Frame, instruction: Tap) -> None:
    """Tap untapped permanents (CR 701.26a)."""
    _turn(e, frame, instruction.what, tapped=True)


@executes(Untap)
def untap(e: Engine, frame: Frame, instruction: Untap) -> None:
    """Untap tapped permanents (CR 701.26b)."""
    _turn(e, frame, instruction.what, tapped=False)


@executes(TapOrUntap)
def tap_or_untap(e: Engine, frame: Frame, instruction: TapOrUntap) -> None:
    """The effect's controller chooses as it resolves (CR 608.2d)."""
    for ident in on_battlefield(e, frame, instruction.what):
        options = (Option("tap", object=ident), Option("untap", object=ident))
        picked = e.choose(
            Decision(frame.you, "choose", options, "608.2d", frame.stack_object, "tap or untap")
        )
        _turn(e, frame, instruction.what, tapped=picked.verb == "tap")


def _turn(e: Engine, frame: Frame, what: ObjectRef, *, tapped: bool) -> None:
    changed = [i for i in on_battlefield(e, frame, what) if e.state.objects[i].tapped is not tapped]
    if not tapped:
        frame.did = bool(untapped(e, changed, "701.26b"))
        return
    for ident in changed:
        e.change(ident, tapped=True)
    frame.did = bool(changed)
    if changed:
        notify(e, *(Event("tapped", object=i, name=e.name(i), rules=("701.26a",)) for i in changed))

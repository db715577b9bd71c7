"""Cards from the hand back on top of the library, and its top card revealed into the hand (CR 401.4, 701.20)."""

from __future__ import annotations

from rules_engine.model.abilities import PutBack, RevealTopToHand
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.zones import Zone
from rules_engine.process.applying import relocate
from rules_engine.process.drawing import top_card
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import move_all
from rules_engine.process.matching import amount
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import executes


@executes(PutBack)
def put_back(e: Engine, frame: Frame, instruction: PutBack) -> None:
    """In any order, which nobody else learns; the last one chosen lies on top (CR 401.4)."""
    hand = e.state.zone(Zone.HAND, frame.you)
    chosen: list[int] = []
    for _ in range(min(len(hand), amount(look(e.state), frame, instruction.count))):
        options = tuple(Option("choose", object=ident) for ident in hand if ident not in chosen)
        decision = Decision(frame.you, "choose", options, "401.4", frame.stack_object, "put back")
        picked = e.choose(decision).object
        assert picked is not None
        chosen.append(picked)
    for ident in chosen:
        move_all(e, [Move(ident, Zone.LIBRARY, "put", ("401.4",), player=frame.you, source=frame.this)])


@executes(RevealTopToHand)
def reveal_top_to_hand(e: Engine, frame: Frame, instruction: RevealTopToHand) -> None:
    """It is revealed and put into the hand, which is no drawing (CR 121.5)."""
    ident = top_card(e, frame.you)
    if ident is None:
        frame.remember("it")
        return
    names = (e.name(ident),)
    e.emit(Event("chooses", player=frame.you, detail="reveals", options=names, rules=("701.20a",)))
    relocate(e, frame, [Move(ident, Zone.HAND, "put", ("121.5",), player=frame.you, source=frame.this)], "it")

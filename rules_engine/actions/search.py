"""Search and reveal (CR 701.23, 701.20)."""

from __future__ import annotations

from rules_engine.model.abilities import RevealHand, Search
from rules_engine.model.decisions import NONE, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.terms import Filter
from rules_engine.model.zones import Zone
from rules_engine.process.applying import relocate
from rules_engine.process.drawing import shuffled
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.instructions import apnap
from rules_engine.process.matching import amount, matching, players_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import executes


@executes(Search)
def search(e: Engine, frame: Frame, instruction: Search) -> None:
    """Find cards, put them where the text says, shuffle; with a stated quality none need be found (CR 701.23b)."""
    for player in apnap(e, players_of(look(e.state), frame, instruction.who)):
        about = frame.about(player)
        number = amount(look(e.state), about, instruction.count)
        may_fail = instruction.up_to or instruction.what != Filter(
            zone=instruction.what.zone, owner=instruction.what.owner
        )
        found = _find(e, about, player, instruction, number, may_fail)
        if instruction.reveal and found:
            e.emit(
                Event(
                    "chooses",
                    player=player,
                    detail="reveals",
                    options=tuple(e.name(i) for i in found),
                    rules=("701.20a",),
                )
            )
        on_top = instruction.to is Zone.LIBRARY
        if on_top:
            notify(e, shuffled(e, player))
        moves = [
            Move(
                i,
                instruction.to,
                "put",
                ("701.23a",),
                player=player,
                controller=player,
                tapped=instruction.tapped,
            )
            for i in found
        ]
        relocate(e, frame, moves, "it")
        if not on_top:
            notify(e, shuffled(e, player))


def _find(
    e: Engine, frame: Frame, player: int, instruction: Search, number: int, may_fail: bool
) -> list[int]:
    found: list[int] = []
    for _ in range(number):
        candidates: dict[object, int] = {}
        for ident in matching(look(e.state), instruction.what, frame):
            obj = e.state.objects[ident]
            if obj.owner == player and ident not in found:
                candidates.setdefault(obj.base, ident)
        options = [Option("choose", object=ident) for ident in candidates.values()]
        if may_fail:
            options.append(NONE)
        if not options:
            break
        pick = e.choose(
            Decision(player, "choose", tuple(options), "701.23a", frame.stack_object, "search")
        ).object
        if pick is None:
            break
        found.append(pick)
    return found


@executes(RevealHand)
def reveal_hand(e: Engine, frame: Frame, instruction: RevealHand) -> None:
    """All players see the hand for a moment (CR 701.20a)."""
    for player in players_of(look(e.state), frame, instruction.who):
        names = tuple(e.name(i) for i in e.state.zone(Zone.HAND, player))
        e.emit(Event("chooses", player=player, detail="reveals", options=names, rules=("701.20a",)))
        frame.did = True

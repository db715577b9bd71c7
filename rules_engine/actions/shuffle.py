"""Shuffle (CR 701.24)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Shuffle,
    ShuffleInto,
    ShuffleObject,
)
from rules_engine.model.terms import Filter, ObjectRef, Target
from rules_engine.model.zones import Zone
from rules_engine.process.applying import movable, relocate
from rules_engine.process.drawing import shuffled
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import move_all, notify
from rules_engine.process.matching import objects_of, players_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes
from rules_engine.process.units import unit


@executes(Shuffle)
def shuffle(e: Engine, frame: Frame, instruction: Shuffle) -> None:
    """Shuffle libraries (CR 701.24a)."""
    players = players_of(look(e.state), frame, instruction.who)
    notify(e, *(shuffled(e, player) for player in players))
    frame.did = True


@executes(ShuffleObject)
def shuffle_object(e: Engine, frame: Frame, instruction: ShuffleObject) -> None:
    """Into its owner's library, which is shuffled even if the object is not where it should be (CR 701.24c)."""
    view = look(e.state)
    seen = [view.at(ident) for ident in objects_of(view, frame, instruction.what)]
    moves = [
        Moving(ident, Zone.LIBRARY, "shuffled", ("701.24c",), player=frame.you, position=-1)
        for ident in movable(e, frame, instruction.what)
        if e.state.objects[ident].kind != "ability"
    ]
    relocate(e, frame, moves, "it")
    owners = dict.fromkeys(s.obj.owner for s in seen if s is not None)
    if not owners and _only_yours(frame, instruction.what) and is_shuffled(e, False):
        owners[frame.you] = None
    notify(e, *(shuffled(e, owner) for owner in owners))


def _only_yours(frame: Frame, what: ObjectRef) -> bool:
    """Whether "your library" is meant, also where no target was chosen (CR 701.24d)."""
    if not isinstance(what, Target) or what.index >= len(frame.specs):
        return False
    return {part.owner for part in frame.specs[what.index].what if isinstance(part, Filter)} == {"you"}


@unit("701.24d", "a library into which nothing is shuffled is not shuffled", lambda e, any_cards: any_cards)
@unit("400.12", "a library into which nothing is shuffled is not shuffled", lambda e, any_cards: any_cards)
def is_shuffled(e: Engine, any_cards: bool) -> bool:
    """The instruction is about the zone, so the library is shuffled even if the zone is empty (CR 400.12, 701.24d)."""
    return True


@executes(ShuffleInto)
def shuffle_into(e: Engine, frame: Frame, instruction: ShuffleInto) -> None:
    """All of these players shuffle at the same time, and also when there is nothing to shuffle in (CR 701.24d)."""
    players = players_of(look(e.state), frame, instruction.who)
    moves = [
        Moving(ident, Zone.LIBRARY, "shuffled", ("701.24d",), player=player, position=-1)
        for player in players
        for zone in instruction.zones
        for ident in e.state.zone(zone, player)
    ]
    if moves:
        move_all(e, moves)
    moving = {move.player for move in moves}
    shuffling = [player for player in players if is_shuffled(e, player in moving)]
    if shuffling:
        notify(e, *(shuffled(e, player) for player in shuffling))
    frame.did = True

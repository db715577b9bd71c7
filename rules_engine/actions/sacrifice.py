"""Sacrifice (CR 701.21)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Sacrifice,
    SacrificeObject,
)
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.applying import on_battlefield, pick
from rules_engine.process.costs import payable_with, sacrifice
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, notify
from rules_engine.process.matching import amount, players_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes


@executes(Sacrifice)
def sacrifice_some(e: Engine, frame: Frame, instruction: Sacrifice) -> None:
    """Each player chooses in APNAP order, then all are sacrificed at the same time (CR 701.21, 101.4)."""
    picked: list[tuple[int, int]] = []
    for player in players_of(look(e.state), frame, instruction.who):
        about = frame.about(player)
        pool = payable_with(e, player, instruction.what, about, "sacrifice", own=True)
        count = min(len(pool), amount(look(e.state), about, instruction.count))
        picked += [
            (player, ident)
            for ident in pick(e, player, pool, count, "sacrifice", "701.21a", frame.stack_object)
        ]
    moves = [
        Moving(i, Zone.GRAVEYARD, "sacrificed", ("701.21a",), player=p, source=frame.this) for p, i in picked
    ]
    events = happen(e, moves)
    gone = [ev for ev in events if ev.kind == "moves" and ev.origin is Zone.BATTLEFIELD]
    frame.did = bool(gone)
    frame.remember("it", *(Chosen(object=ev.object) for ev in gone))
    if gone:
        notify(
            e,
            *(
                Event(
                    "sacrifices",
                    player=ev.player,
                    object=ev.object,
                    was=ev.was,
                    name=ev.name,
                    rules=("701.21a",),
                )
                for ev in gone
            ),
        )


@executes(SacrificeObject)
def sacrifice_object(e: Engine, frame: Frame, instruction: SacrificeObject) -> None:
    """Only its controller can sacrifice a permanent (CR 701.21a); the instruction is theirs to follow."""
    view = look(e.state)
    idents = []
    for ident in on_battlefield(e, frame, instruction.what):
        seen = view.at(ident)
        if (
            seen is not None
            and seen.controller == frame.you
            and not view.statements(ident, "can't be sacrificed")
        ):
            idents.append(ident)
    events = sacrifice(e, frame.you, idents)
    frame.did = any(ev.kind == "moves" for ev in events)

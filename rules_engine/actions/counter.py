"""Counter (CR 701.6): a countered spell goes to its owner's graveyard, a countered ability ceases to exist."""

from __future__ import annotations

from rules_engine.model.abilities import (
    CounterSpell,
)
from rules_engine.model.events import Event
from rules_engine.model.zones import Zone
from rules_engine.process.applying import may_pay, present, relocate
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.matching import amount
from rules_engine.process.moving import cease
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes
from rules_engine.process.units import unit


@executes(CounterSpell)
@unit("701.6a", "countering does nothing", lambda e, frame, instruction: None)
def counter(e: Engine, frame: Frame, instruction: CounterSpell) -> None:
    """A countered spell goes to its owner's graveyard, a countered ability ceases to exist (CR 701.6a)."""
    frame.did = False
    for ident in present(e, frame, instruction.what):
        obj = e.state.objects[ident]
        if obj.zone is not Zone.STACK:
            continue
        seen = look(e.state).at(ident)
        if look(e.state).statements(ident, "can't be countered"):
            e.emit(
                Event(
                    "nothing happens",
                    object=ident,
                    name=obj.name,
                    detail="can't be countered",
                    rules=("101.2",),
                )
            )
            continue
        if instruction.unless_pays is not None and seen is not None and seen.controller is not None:
            if may_pay(e, seen.controller, instruction.unless_pays, frame):
                continue
        frame.did = True
        notify(
            e,
            Event(
                "countered",
                object=ident,
                was=ident,
                player=frame.you,
                source=frame.this,
                name=obj.name,
                source_name=e.name(frame.this),
                rules=("701.6a",),
            ),
        )
        if obj.kind == "ability":
            e.log.append(cease(e, ident, e.new_batch(), ("701.6a",)))
        else:
            added = tuple((kind, amount(look(e.state), frame, n)) for kind, n in instruction.counters)
            move = Moving(
                ident, instruction.instead, "countered", ("701.6a",), source=frame.this, counters=added
            )
            relocate(e, frame, [move], "it")
            frame.did = True

"""Mill (CR 701.17)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Mill,
)
from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.applying import relocate
from rules_engine.process.drawing import settle_top
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.instructions import apnap
from rules_engine.process.matching import amount, players_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import executes


@executes(Mill)
def mill(e: Engine, frame: Frame, instruction: Mill) -> None:
    """That many cards from the top of the library into the graveyard, at the same time (CR 701.17a)."""
    milled: list[Chosen] = []
    for player in apnap(e, players_of(look(e.state), frame, instruction.who)):
        number = amount(look(e.state), frame.about(player), instruction.count)
        settle_top(e, player, number)
        cards = e.state.zone(Zone.LIBRARY, player)[:number]
        relocate(
            e, frame, [Moving(i, Zone.GRAVEYARD, "milled", ("701.17a",), player=player) for i in cards], "it"
        )
        milled += frame.slots["it"]
    frame.slots["milled"] = tuple(milled)

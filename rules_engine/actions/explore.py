"""Explore (CR 701.44) and connive (CR 701.50)."""

from __future__ import annotations

from rules_engine.model.abilities import Connive, Explore
from rules_engine.model.decisions import NO, YES, Decision
from rules_engine.model.events import Event
from rules_engine.model.zones import Zone
from rules_engine.process.applying import pick
from rules_engine.process.costs import discard
from rules_engine.process.drawing import top_card
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on
from rules_engine.process.instructions import draw_cards
from rules_engine.process.matching import amount, as_expected, objects_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters, Move
from rules_engine.process.registry import executes
from rules_engine.process.units import declare

declare("701.44a", "nothing explores")
declare("701.50a", "nothing connives")


def _who(e: Engine, frame: Frame, ident: int) -> int | None:
    """Its controller, or who last was (CR 701.44c, 701.50c)."""
    seen = as_expected(look(e.state), frame, ident)
    return None if seen is None else seen.controller if seen.controller is not None else seen.obj.owner


def _grow(e: Engine, ident: int, number: int, player: int, rule: str) -> None:
    if number and is_on(e, ident, Zone.BATTLEFIELD):
        happen(e, [Counters(ident, "+1/+1", number, player, (rule,))])


@executes(Explore)
def explore(e: Engine, frame: Frame, instruction: Explore) -> None:
    """The top card is revealed: a land goes to the hand, for any other a counter and a choice (CR 701.44a)."""
    for ident in objects_of(look(e.state), frame, instruction.what)[:1]:
        player = _who(e, frame, ident)
        if player is None or not e.state.holds("701.44a"):
            continue
        card = top_card(e, player)
        if card is not None:
            names = (e.name(card),)
            e.emit(Event("chooses", player=player, detail="reveals", options=names, rules=("701.20a",)))
            if "land" in e.state.objects[card].base.types:
                happen(e, [Move(card, Zone.HAND, "put", ("701.44a",), player=player)])
                continue
        _grow(e, ident, 1, player, "701.44a")
        if card is not None:
            decision = Decision(player, "may", (YES, NO), "701.44a", ident, what="put into graveyard")
            if e.choose(decision) == YES:
                happen(e, [Move(card, Zone.GRAVEYARD, "put", ("701.44a",), player=player)])


@executes(Connive)
def connive(e: Engine, frame: Frame, instruction: Connive) -> None:
    """Its controller draws, then discards as many; a counter for each nonland card discarded (CR 701.50a, 701.50e)."""
    for ident in objects_of(look(e.state), frame, instruction.what)[:1]:
        player = _who(e, frame, ident)
        if player is None or not e.state.holds("701.50a"):
            continue
        number = amount(look(e.state), frame, instruction.count)
        draw_cards(e, player, number)
        hand = list(e.state.zone(Zone.HAND, player))
        chosen = pick(e, player, hand, min(number, len(hand)), "discard", "701.50a", frame.stack_object)
        nonland = {i for i in chosen if "land" not in e.state.objects[i].base.types}
        gone = [ev for ev in discard(e, player, chosen) if ev.kind == "moves" and ev.was in nonland]
        _grow(e, ident, len(gone), player, "701.50a")

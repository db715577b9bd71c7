"""Discard (CR 701.9)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Discard,
    DiscardObject,
)
from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.applying import pick, present
from rules_engine.process.costs import discard, random_cards
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.matching import amount, players_of
from rules_engine.process.projecting import look
from rules_engine.process.registry import executes


@executes(Discard)
def discard_some(e: Engine, frame: Frame, instruction: Discard) -> None:
    """Players choose what to discard in APNAP order, then all discard at once (CR 701.9, 101.4)."""
    picked: list[tuple[int, list[int]]] = []
    for player in players_of(look(e.state), frame, instruction.who):
        hand = list(e.state.zone(Zone.HAND, player))
        if instruction.count is None:
            cards = hand
        else:
            number = min(len(hand), amount(look(e.state), frame.about(player), instruction.count))
            if instruction.random:
                cards = random_cards(e, player, number)
            else:
                cards = pick(e, player, hand, number, "discard", "701.9b", frame.stack_object)
        picked.append((player, cards))
    frame.did = False
    for player, cards in picked:
        events = discard(e, player, cards)
        gone = [ev for ev in events if ev.kind == "moves"]
        frame.did = frame.did or bool(gone)
        if gone:
            frame.remember("it", *(Chosen(object=ev.object) for ev in gone))


@executes(DiscardObject)
def discard_objects(e: Engine, frame: Frame, instruction: DiscardObject) -> None:
    """Particular cards are discarded by those whose hands they are in (CR 701.9a)."""
    there = [i for i in present(e, frame, instruction.what) if e.state.objects[i].zone is Zone.HAND]
    frame.did = False
    for player in e.state.in_turn_order():
        own = [i for i in there if e.state.objects[i].owner == player]
        if own:
            gone = [ev for ev in discard(e, player, own) if ev.kind == "moves"]
            frame.did = frame.did or bool(gone)
            frame.remember("it", *(Chosen(object=ev.object) for ev in gone))

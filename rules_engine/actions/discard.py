"""Discard (CR 701.9)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Discard,
    DiscardObject,
    RevealAndChoose,
)
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.applying import pick, present
from rules_engine.process.costs import discard, random_cards
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.matching import amount, matches, players_of
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
    frame.slots["discarded"] = ()
    for player, cards in picked:
        events = discard(e, player, cards)
        gone = [ev for ev in events if ev.kind == "moves"]
        frame.slots["discarded"] += tuple(Chosen(object=ev.object) for ev in gone)
        frame.did = frame.did or bool(gone)
        if gone:
            frame.remember("it", *(Chosen(object=ev.object) for ev in gone))


@executes(RevealAndChoose)
def choose_from_hand(e: Engine, frame: Frame, instruction: RevealAndChoose) -> None:
    """The hand is revealed, then you choose a card that fits; no such card, no choice (CR 701.20a, 608.2d)."""
    frame.remember("it")
    for player in players_of(look(e.state), frame, instruction.who)[:1]:
        hand = e.state.zone(Zone.HAND, player)
        names = tuple(e.name(ident) for ident in hand)
        e.emit(Event("chooses", player=player, detail="reveals", options=names, rules=("701.20a",)))
        view = look(e.state)
        fitting = [
            i
            for i in hand
            if (seen := view.at(i)) and matches(view, seen, instruction.what, frame, anywhere=True)
        ]
        chosen = pick(e, frame.you, fitting, 1, "choose a card", "608.2d", frame.stack_object)
        frame.remember("it", *(Chosen(object=ident) for ident in chosen))


@executes(DiscardObject)
def discard_objects(e: Engine, frame: Frame, instruction: DiscardObject) -> None:
    """Particular cards are discarded by those whose hands they are in (CR 701.9a)."""
    there = [e.state.objects[i] for i in present(e, frame, instruction.what)]
    frame.did = False
    for player in e.state.in_turn_order():
        own = [card.id for card in there if card.zone is Zone.HAND and card.owner == player]
        if own:
            gone = [ev for ev in discard(e, player, own) if ev.kind == "moves"]
            frame.did = frame.did or bool(gone)
            frame.remember("it", *(Chosen(object=ev.object) for ev in gone))

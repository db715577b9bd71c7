"""Scry and surveil (CR 701.22, 701.25): look at the top cards and say where each of them goes."""

from __future__ import annotations

from itertools import combinations, permutations

from rules_engine.errors import LimitReached
from rules_engine.model.abilities import Scry, Surveil
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event, EventKind
from rules_engine.model.terms import Amount, PlayerRef
from rules_engine.model.zones import Zone
from rules_engine.process.drawing import settle_top
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import move_all, notify
from rules_engine.process.instructions import apnap
from rules_engine.process.matching import amount, players_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import executes

MOST = 4


@executes(Scry)
def scry(e: Engine, frame: Frame, instruction: Scry) -> None:
    """Any number to the bottom, the rest on top in any order (CR 701.22a)."""
    for player, cards in _looked_at(e, frame, instruction.who, instruction.count):
        away, kept = _sorted(e, frame, player, cards, "scry", "701.22a")
        library = e.state.zone(Zone.LIBRARY, player)
        rest = tuple(i for i in library if i not in cards)
        e.set_zone((Zone.LIBRARY, player), (*kept, *rest, *away))
        owner = e.state.player(player)
        if owner.library_unordered:
            top = owner.known_top - len(away)
            e.change_player(player, known_top=top, known_bottom=owner.known_bottom + len(away))
        _done(e, frame, player, "scries", len(cards), "701.22a")


@executes(Surveil)
def surveil(e: Engine, frame: Frame, instruction: Surveil) -> None:
    """Any number into the graveyard, the rest on top in any order (CR 701.25a)."""
    for player, cards in _looked_at(e, frame, instruction.who, instruction.count):
        away, kept = _sorted(e, frame, player, cards, "surveil", "701.25a")
        library = e.state.zone(Zone.LIBRARY, player)
        e.set_zone((Zone.LIBRARY, player), (*away, *kept, *(i for i in library if i not in cards)))
        move_all(e, [Move(i, Zone.GRAVEYARD, "put", ("701.25a",), player=player) for i in away])
        _done(e, frame, player, "surveils", len(cards), "701.25a")


def _done(e: Engine, frame: Frame, player: int, kind: EventKind, number: int, rule: str) -> None:
    notify(e, Event(kind, player=player, amount=number, rules=(rule,)))
    frame.did = True


def _looked_at(e: Engine, frame: Frame, who: PlayerRef, count: Amount) -> list[tuple[int, tuple[int, ...]]]:
    found = []
    for player in apnap(e, players_of(look(e.state), frame, who)):
        number = amount(look(e.state), frame.about(player), count)
        if number > MOST:
            raise LimitReached(f"looking at more than {MOST} cards has too many outcomes")
        settle_top(e, player, number)
        cards = e.state.zone(Zone.LIBRARY, player)[:number]
        if cards:
            found.append((player, cards))
    return found


def _sorted(
    e: Engine, frame: Frame, player: int, cards: tuple[int, ...], what: str, rule: str
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """(cards that go away, cards that stay on top in their new order), as the player chooses."""
    options = []
    for size in range(len(cards) + 1):
        for away in combinations(cards, size):
            stay = tuple(i for i in cards if i not in away)
            options += [Option("put", extra=(away, order)) for order in permutations(stay)]
    picked = e.choose(Decision(player, "choose", tuple(options), rule, frame.stack_object, what)).extra
    return tuple(picked[0]), tuple(picked[1])

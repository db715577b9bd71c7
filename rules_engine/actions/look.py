"""Look at the top cards of the library, take some of them and put the rest elsewhere (CR 701.20e, 401.4)."""

from __future__ import annotations

from itertools import permutations

from rules_engine.errors import LimitReached
from rules_engine.model.abilities import LookAndReveal, LookAtTop, Rearrange
from rules_engine.model.decisions import NO, NONE, YES, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.applying import relocate, to_the_bottom
from rules_engine.process.drawing import settle_top
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import move_all
from rules_engine.process.instructions import apnap
from rules_engine.process.matching import amount, matches, players_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import executes

MOST_IN_ORDER = 4


@executes(LookAtTop)
def look_at_top(e: Engine, frame: Frame, instruction: LookAtTop) -> None:
    """Only the player who looks knows the cards; the others see where they go (CR 701.20e)."""
    for player in apnap(e, players_of(look(e.state), frame, instruction.who)):
        about = frame.about(player)
        number = amount(look(e.state), about, instruction.count)
        settle_top(e, player, number)
        cards = list(e.state.zone(Zone.LIBRARY, player)[:number])
        taken = _taken(e, about, player, instruction, cards)
        if instruction.reveal_taken and taken:
            names = tuple(e.name(i) for i in taken)
            e.emit(Event("chooses", player=player, detail="reveals", options=names, rules=("701.20a",)))
        moves = [
            Move(i, instruction.to, "put", ("608.2c",), player=player, controller=player, source=frame.this)
            for i in taken
        ]
        relocate(e, frame, moves, "it")
        _rest(e, frame, player, instruction, [i for i in cards if i not in taken])


@executes(LookAndReveal)
def look_and_reveal(e: Engine, frame: Frame, instruction: LookAndReveal) -> None:
    """Whether to reveal it is decided once the card is known (CR 701.20a, 608.2d)."""
    settle_top(e, frame.you, 1)
    frame.slots["revealed"] = ()
    frame.did = False
    for ident in e.state.zone(Zone.LIBRARY, frame.you)[:1]:
        decision = Decision(frame.you, "may", (YES, NO), "608.2d", frame.stack_object, what="reveal")
        if e.choose(decision) == YES:
            shown = (e.name(ident),)
            e.emit(Event("chooses", player=frame.you, detail="reveals", options=shown, rules=("701.20a",)))
            frame.slots["revealed"] = (Chosen(object=ident),)
            frame.did = True


@executes(Rearrange)
def rearrange(e: Engine, frame: Frame, instruction: Rearrange) -> None:
    """Back on top in an order that you choose and nobody else learns (CR 401.4)."""
    number = amount(look(e.state), frame, instruction.count)
    settle_top(e, frame.you, number)
    library = e.state.zone(Zone.LIBRARY, frame.you)
    cards = library[:number]
    if len(cards) > MOST_IN_ORDER:
        raise LimitReached(f"more than {MOST_IN_ORDER} cards in any order have too many outcomes")
    if len(cards) < 2:
        return
    orders = tuple(Option("put", extra=order) for order in permutations(cards))
    decision = Decision(frame.you, "choose", orders, "401.4", frame.stack_object, "order")
    order = tuple(int(ident) for ident in e.choose(decision).extra)
    e.set_zone((Zone.LIBRARY, frame.you), (*order, *library[number:]))


def _taken(e: Engine, frame: Frame, player: int, instruction: LookAtTop, cards: list[int]) -> list[int]:
    view = look(e.state)
    taken: list[int] = []
    for _ in range(amount(view, frame, instruction.take)):
        pool: dict[object, int] = {}
        for ident in cards:
            seen = view.at(ident)
            fits = seen is not None and (
                instruction.what is None or matches(view, seen, instruction.what, frame, anywhere=True)
            )
            if fits and ident not in taken:
                pool.setdefault(e.state.objects[ident].base, ident)
        options = [Option("choose", object=ident) for ident in pool.values()]
        if instruction.optional:
            options.append(NONE)
        if not options:
            break
        decision = Decision(player, "choose", tuple(options), "608.2d", frame.stack_object, "take")
        pick = e.choose(decision).object
        if pick is None:
            break
        taken.append(pick)
    return taken


def _rest(e: Engine, frame: Frame, player: int, instruction: LookAtTop, rest: list[int]) -> None:
    if instruction.rest is not Zone.LIBRARY:
        move_all(e, [Move(i, instruction.rest, "put", ("608.2c",), player=player) for i in rest])
        return
    if instruction.order == "any" and len(rest) > 1:
        if len(rest) > MOST_IN_ORDER:
            raise LimitReached(f"more than {MOST_IN_ORDER} cards in any order have too many outcomes")
        orders = tuple(Option("put", extra=order) for order in permutations(rest))
        decision = Decision(player, "choose", orders, "401.4", frame.stack_object, "bottom")
        rest = [int(i) for i in e.choose(decision).extra]
    to_the_bottom(e, player, rest, random=instruction.order == "random", rule="401.4")

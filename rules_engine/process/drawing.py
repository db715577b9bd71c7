"""Drawing cards (CR 121) and shuffling (CR 701.24); chance is a decision that nobody makes."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.moving import commit_move
from rules_engine.process.proposals import DrawOne, Move

# What happens as a card is drawn (miracle): functions of (engine, player, card, how many drawn this turn).
AS_DRAWN: list[Callable[[Engine, int, int, int], None]] = []


def top_card(e: Engine, player: int) -> int | None:
    """The id of the library's top card; in a library without known order chance decides which card that is."""
    library = e.state.zone(Zone.LIBRARY, player)
    if not library:
        return None
    settle_top(e, player, 1)
    return e.state.zone(Zone.LIBRARY, player)[0]


def settle_top(e: Engine, player: int, count: int) -> None:
    """Let chance say which cards lie on top of a library without known order, as many as are looked at."""
    while True:
        owner = e.state.player(player)
        library = e.state.zone(Zone.LIBRARY, player)
        if not owner.library_unordered or owner.known_top >= min(count, len(library)):
            return
        _settle_next(e, player, library, owner.known_top, len(library) - owner.known_bottom)


def _settle_next(e: Engine, player: int, library: tuple[int, ...], start: int, end: int) -> None:
    """Among cards that are alike it does not matter which one lies there, so chance ranges over distinct ones."""
    if start >= end:
        # Only the known bottom is left, so its order is the library's.
        e.change_player(player, known_top=len(library), known_bottom=0)
        return
    distinct: dict[object, int] = {}
    for ident in library[start:end]:
        obj = e.state.objects[ident]
        distinct.setdefault((obj.base, obj.kind), ident)
    options = tuple(Option("random", object=ident) for ident in distinct.values())
    pick = e.choose(Decision(None, "chance", options, "701.24a", what="top card")).object
    assert pick is not None
    rest = tuple(ident for ident in library if ident != pick)
    e.set_zone((Zone.LIBRARY, player), (*rest[:start], pick, *rest[start:]))
    e.change_player(player, known_top=start + 1)


def commit_draw(e: Engine, draw: DrawOne, batch: int) -> list[Event]:
    """Put the top card into the hand; an empty library is remembered for the next check (CR 121.1, 121.4)."""
    ident = top_card(e, draw.player)
    if ident is None:
        e.change_player(draw.player, drew_from_empty=True)
        return [
            Event(
                "nothing happens",
                batch=batch,
                player=draw.player,
                detail="draw from an empty library",
                rules=("121.4",),
            )
        ]
    moves = commit_move(e, Move(ident, Zone.HAND, "drawn", ("121.1",), player=draw.player), batch)
    new = moves[0].object
    count = e.state.player(draw.player).drawn_this_turn + 1
    in_step = e.state.player(draw.player).drawn_this_step + 1
    e.change_player(draw.player, drawn_this_turn=count, drawn_this_step=in_step)
    if new is not None:
        for react in AS_DRAWN:
            react(e, draw.player, new, count)
    drawn = Event(
        "draws", batch=batch, player=draw.player, object=new, amount=1, name=e.name(new), rules=("121.1",)
    )
    return [*moves, drawn]


def shuffled(e: Engine, player: int) -> Event:
    """The library loses its order (CR 701.24a); one with fewer than two cards counts as shuffled too (701.24e)."""
    e.change_player(player, library_unordered=True, known_top=0, known_bottom=0)
    return Event("shuffles", player=player, rules=("701.24a",))

"""A picture of zones and stack over the steps of a scenario's shown line of play, in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby

from rules_engine.game import Game, characteristics, controller_of
from rules_engine.model.objects import GameObject
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.oracle import CardText
from rules_engine.scenario.files import ScenarioFile
from rules_engine.scenario.references import label
from rules_engine.scenario.runner import shown_line

WIDTH = 76


def draw(file: ScenarioFile, cards: Mapping[str, CardText] | None = None) -> str:
    """One frame for each moment at which the zones have changed; ScenarioError when the script can't be played."""
    frames: list[str] = []
    last: tuple[str, ...] = ()
    for game in shown_line(file, cards or {}):
        if game.decision is not None and game.decision.kind != "priority":
            continue
        body = tuple(_body(game.view))
        if body != last:
            frames.append("\n".join(_boxed(_title(game), body)))
            last = body
    return "\n".join(frames) + "\n"


def _title(game: Game) -> str:
    turn = game.view.turn
    active = game.view.player(turn.active).name
    return f"turn {turn.number}, {active}'s {turn.step.value}"


def _boxed(title: str, body: tuple[str, ...]) -> Iterator[str]:
    yield f"+- {title} ".ljust(WIDTH - 1, "-") + "+"
    for line in body:
        for part in _wrapped(line):
            yield f"| {part}".ljust(WIDTH - 1) + "|"
    yield "+" + "-" * (WIDTH - 2) + "+"


def _wrapped(line: str) -> Iterator[str]:
    room = WIDTH - 4
    indent = " " * 14
    while len(line) > room:
        cut = line.rfind(" ", 15, room)
        cut = cut if cut > 0 else room
        yield line[:cut]
        line = indent + line[cut:].lstrip()
    yield line


def _body(state: State) -> Iterator[str]:
    if state.stack:
        names = [_thing(state, state.objects[ident]) for ident in reversed(state.stack)]
        yield f"stack         {' / '.join(names)}   (top first)"
    for player in state.players:
        lost = "   has lost" if player.lost else ""
        yield f"{player.name}   life {player.life}{lost}"
        for zone in (Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD):
            ids = state.zone(zone, player.number)
            if zone is Zone.LIBRARY:
                yield f"  {zone.value:<12}{len(ids)} cards"
            elif ids:
                yield f"  {zone.value:<12}{_listed(state, ids)}"
        field = [i for i in state.zone(Zone.BATTLEFIELD) if controller_of(state, i) == player.number]
        if field:
            yield f"  battlefield {_listed(state, field)}"
        exiled = [i for i in state.zone(Zone.EXILE) if state.objects[i].owner == player.number]
        if exiled:
            yield f"  exile       {_listed(state, exiled)}"


def _listed(state: State, ids: tuple[int, ...] | list[int]) -> str:
    names = sorted(_thing(state, state.objects[ident]) for ident in ids)
    return ", ".join(_times(name, same) for name, same in groupby(names))


def _times(name: str, same: Iterator[str]) -> str:
    count = sum(1 for _ in same)
    return f"{count} × {name}" if count > 1 else name


def _thing(state: State, obj: GameObject) -> str:
    notes = list(_notes(state, obj))
    name = label(obj, state)
    return f"{name} [{', '.join(notes)}]" if notes else name


def _notes(state: State, obj: GameObject) -> Iterator[str]:
    now = characteristics(state, obj.id)
    if obj.zone is Zone.BATTLEFIELD and now.power is not None:
        yield f"{now.power}/{now.toughness}"
    if obj.tapped:
        yield "tapped"
    if obj.damage:
        yield f"{obj.damage} damage"
    for kind, count in obj.counters:
        yield f"{count} {kind}"
    if obj.encoded_on is not None and obj.encoded_on in state.objects:
        yield f"encoded on {state.objects[obj.encoded_on].name}"
    if obj.plotted_on_turn is not None:
        yield "plotted"
    if obj.foretold_on_turn is not None:
        yield "foretold"
    if obj.spell is not None and obj.zone is Zone.STACK and obj.spell.x is not None:
        yield f"X = {obj.spell.x}"
    if obj.zone is Zone.STACK and obj.controller is not None:
        yield f"controlled by {state.player(obj.controller).name}"

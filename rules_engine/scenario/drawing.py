"""Zones and stack over the steps of a scenario's shown line of play: as values, and drawn in plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby

from rules_engine.game import Game, characteristics, controller_of
from rules_engine.model.objects import GameObject
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.oracle import CardText
from rules_engine.scenario.files import ScenarioFile
from rules_engine.scenario.references import called, word_for
from rules_engine.scenario.report import Step, Word
from rules_engine.scenario.runner import shown_line
from rules_engine.scenario.transcript import tell

WIDTH = 76
ZONES = (Zone.HAND, Zone.LIBRARY, Zone.GRAVEYARD, Zone.BATTLEFIELD, Zone.EXILE)


@dataclass(frozen=True, slots=True)
class Note:
    """Something to be seen on a thing: tapped, its size, its damage, the counters of one kind, who controls it, …"""

    kind: str
    name: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class Thing:
    """An object in a zone as values, for those who draw it in another language; count: so many look the same."""

    word: Word
    notes: tuple[Note, ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class Area:
    """What a player has in one zone, each thing in words with what is to be seen on it; named: the same as values."""

    zone: str
    things: tuple[str, ...]
    named: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with life and zones; empty zones are left out, and of the library only its size is told."""

    player: str
    life: int
    lost: bool
    library: int
    areas: tuple[Area, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The zones at one moment. after: how many steps of the transcript have been told; stack: the top first.

    named: what is on the stack, as values.
    """

    turn: int
    active: str
    step: str
    after: int
    stack: tuple[str, ...]
    seats: tuple[Seat, ...]
    named: tuple[Thing, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A shown line of play: its steps, and a frame for each moment at which the zones have changed."""

    steps: tuple[Step, ...]
    frames: tuple[Frame, ...]


def frames(
    file: ScenarioFile,
    cards: Mapping[str, CardText] | None = None,
    *,
    part: str = "",
    without: frozenset[str] = frozenset(),
    substitute: Mapping[str, CardText] | None = None,
) -> Drawing:
    """The drawing of the scenario or of one of its twins and variants, by id; the other arguments are those of `run`.

    Raises ScenarioError when the script can't be played.
    """
    found: list[Frame] = []
    last: tuple[object, ...] = ()
    game: Game | None = None
    for game in shown_line(file, cards or {}, part=part, without=without, substitute=substitute):
        if game.decision is not None and game.decision.kind != "priority":
            continue
        named, seats = _stack(game.view), tuple(_seats(game.view))
        stack = tuple(_told(thing) for thing in named)
        if (stack, seats) != last:
            turn = game.view.turn
            active = game.view.player(turn.active).name
            found.append(Frame(turn.number, active, turn.step.value, len(tell(game)), stack, seats, named))
            last = (stack, seats)
    return Drawing(tell(game) if game is not None else (), tuple(found))


def draw(file: ScenarioFile, cards: Mapping[str, CardText] | None = None) -> str:
    """The frames as plain text; ScenarioError when the script can't be played."""
    return "\n".join("\n".join(_boxed(frame)) for frame in frames(file, cards).frames) + "\n"


def _boxed(frame: Frame) -> Iterator[str]:
    yield f"+- turn {frame.turn}, {frame.active}'s {frame.step} ".ljust(WIDTH - 1, "-") + "+"
    for line in _lines(frame):
        for part in _wrapped(line):
            yield f"| {part}".ljust(WIDTH - 1) + "|"
    yield "+" + "-" * (WIDTH - 2) + "+"


def _lines(frame: Frame) -> Iterator[str]:
    if frame.stack:
        yield f"stack         {' / '.join(frame.stack)}   (top first)"
    for seat in frame.seats:
        yield f"{seat.player}   life {seat.life}{'   has lost' if seat.lost else ''}"
        lines = {area.zone: ", ".join(area.things) for area in seat.areas}
        lines[Zone.LIBRARY.value] = f"{seat.library} cards"
        for zone in ZONES:
            if zone.value in lines:
                yield f"  {zone.value:<12}{lines[zone.value]}"


def _wrapped(line: str) -> Iterator[str]:
    room = WIDTH - 4
    indent = " " * 14
    while len(line) > room:
        cut = line.rfind(" ", 15, room)
        cut = cut if cut > 0 else room
        yield line[:cut]
        line = indent + line[cut:].lstrip()
    yield line


def _stack(state: State) -> tuple[Thing, ...]:
    return tuple(_thing(state, state.objects[ident]) for ident in reversed(state.stack))


def _seats(state: State) -> Iterator[Seat]:
    for player in state.players:
        number = player.number
        ids = {
            Zone.HAND: list(state.zone(Zone.HAND, number)),
            Zone.GRAVEYARD: list(state.zone(Zone.GRAVEYARD, number)),
            Zone.BATTLEFIELD: [i for i in state.zone(Zone.BATTLEFIELD) if controller_of(state, i) == number],
            Zone.EXILE: [i for i in state.zone(Zone.EXILE) if state.objects[i].owner == number],
        }
        areas = tuple(_area(zone, state, held) for zone, held in ids.items() if held)
        yield Seat(player.name, player.life, player.lost, len(state.zone(Zone.LIBRARY, number)), areas)


def _area(zone: Zone, state: State, ids: list[int]) -> Area:
    things = sorted((_thing(state, state.objects[ident]) for ident in ids), key=_told)
    named = tuple(replace(next(same), count=1 + len(list(same))) for _, same in groupby(things, _told))
    return Area(zone.value, tuple(_told(thing) for thing in named), named)


def _told(thing: Thing) -> str:
    notes = ", ".join(_NOTES.get(note.kind, note.kind).format(note=note) for note in thing.notes)
    name = f"{called(thing.word)} [{notes}]" if notes else called(thing.word)
    return f"{thing.count} × {name}" if thing.count > 1 else name


_NOTES = {
    "size": "{note.name}",
    "damage": "{note.number} damage",
    "counters": "{note.number} {note.name}",
    "encoded": "encoded on {note.name}",
    "x": "X = {note.number}",
    "controller": "controlled by {note.name}",
}


def _thing(state: State, obj: GameObject) -> Thing:
    return Thing(word_for(obj), tuple(_notes(state, obj)))


def _notes(state: State, obj: GameObject) -> Iterator[Note]:
    now = characteristics(state, obj.id)
    if obj.zone is Zone.BATTLEFIELD and now.power is not None:
        yield Note("size", f"{now.power}/{now.toughness}")
    if obj.tapped:
        yield Note("tapped")
    if obj.damage:
        yield Note("damage", number=obj.damage)
    for kind, count in obj.counters:
        yield Note("counters", kind, count)
    if obj.encoded_on is not None and obj.encoded_on in state.objects:
        yield Note("encoded", state.objects[obj.encoded_on].name)
    if obj.plotted_on_turn is not None:
        yield Note("plotted")
    if obj.foretold_on_turn is not None:
        yield Note("foretold")
    if obj.spell is not None and obj.zone is Zone.STACK and obj.spell.x is not None:
        yield Note("x", number=obj.spell.x)
    if obj.zone is Zone.STACK and obj.controller is not None:
        yield Note("controller", state.player(obj.controller).name)

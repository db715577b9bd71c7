"""What happened earlier this turn, in the words of conditions that ask for it ("if a creature died this turn").

Only what some card of the game asks for is kept, so that states that differ in nothing else stay alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules_engine.model.abilities import Ability, Keyword
from rules_engine.model.events import Event
from rules_engine.model.terms import LastTurn, ThisTurn
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.looking import Look
from rules_engine.process.registry import parts_of

# What keyword abilities ask about the turn so far, filled by keywords/.
ASKED_BY_KEYWORD: dict[str, frozenset[str]] = {}
Happened = tuple[str, int | None, int | None]


def asked_for(abilities: Iterable[Ability]) -> frozenset[str]:
    """The events that these abilities ask about."""
    found: set[str] = set()
    for ability in abilities:
        for part in parts_of(ability):
            if isinstance(part, ThisTurn | LastTurn):
                found.add(part.event)
            elif isinstance(part, Keyword):
                found |= ASKED_BY_KEYWORD.get(part.name, frozenset())
    return frozenset(found)


def end_turn(e: Engine, active: int) -> None:
    """A turn is over: what is asked about it as the last one is kept, and the rest forgotten."""
    if e.state.daytime:
        e.state.cast_last_turn = sum(record.player == active for record in e.state.casts)
    casts = Counter(record.player for record in e.state.casts)
    found = set()
    if not casts:
        found.add("no spells were cast last turn")
    if any(count > 1 for count in casts.values()):
        found.add("a player cast two or more spells last turn")
    e.state.last_turn = e.state.asked.intersection(found)
    e.state.casts = ()
    e.state.happened = frozenset()


def keep(e: Engine, view: Look, events: list[Event]) -> None:
    """Remember of these events what is asked for."""
    found = {item for event in events for item in _of(view, event) if item[0] in e.state.asked}
    if not found <= e.state.happened:
        e.state.happened |= found
        e.touch_lightly()


def _of(view: Look, event: Event) -> Iterator[Happened]:
    match event.kind:
        case "attacks":
            yield "you attacked", event.player, None
            yield "this attacked", None, event.object
        case "gains life":
            yield "you gained life", event.player, None
        case "loses life":
            yield "an opponent lost life", event.player, None
        case "damage" if event.player is not None:
            yield "an opponent was dealt damage", event.player, None
        case "moves" if event.origin is Zone.BATTLEFIELD and event.was is not None:
            seen = view.at(event.was)
            if seen is None:
                return
            yield "a permanent left the battlefield under your control", seen.controller, None
            if event.to is Zone.GRAVEYARD and "creature" in seen.chars.types:
                yield "a creature died", None, None

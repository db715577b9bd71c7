"""What a step is about, as values: a key for the kind of step, and the things that it names.

English sentences are made in `transcript`; whoever tells a run in another language makes them from these.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.process.faces import is_double_faced
from rules_engine.scenario.answering import parse_described, several
from rules_engine.scenario.references import object_of, word_for
from rules_engine.scenario.report import Word

_TOLD_BY_DETAIL = frozenset(
    {
        "ceases to exist",
        "daytime",
        "does not resolve",
        "effect ends",
        "moves",
        "nothing happens",
        "put on stack",
        "resolves",
        "special action",
        "tapped",
    }
)
"""Kinds of events whose detail is one of a few fixed words; elsewhere it is a name, a cost or a reason."""
_DETAILS = {
    "casts": "way",
    "counters put": "counter",
    "counters removed": "counter",
    "extra phase": "phases",
    "pays": "mana",
    "transforms": "card",
}
"""What the detail of an event is, where the step tells it word for word."""
_UNNAMED = frozenset({"replacement"})
"""Decisions whose name lists the effects they are between."""


def key_of(event: Event) -> str:
    """The kind of step, what tells it more exactly behind it: "moves/destroyed", "chooses/may/cast"."""
    parts: list[str] = [event.kind]
    if event.kind == "chooses":
        kind, _, what = event.detail.partition(":")
        parts += [kind, *([what] if what and kind not in _UNNAMED else [])]
        parts += ["only"] if _is_forced_no(event) else []
    elif event.kind == "damage" and event.combat:
        parts.append("combat")
    elif event.kind == "counters put" and event.object is None and event.player is not None:
        parts.append("player")
    elif event.kind in _TOLD_BY_DETAIL and event.detail:
        parts.append(event.detail)
    return "/".join(parts)


def _is_forced_no(event: Event) -> bool:
    return event.options[:1] == ("no",) and len(event.options) == 2


def words_of(event: Event, state: State) -> tuple[Word, ...]:
    """The things that a step names, each with its role; several of one role in their order."""
    return tuple(_words(event, state))


def _words(event: Event, state: State) -> Iterator[Word]:
    if event.player is not None:
        yield Word("player", state.player(event.player).name, "player")
    elif event.kind == "chooses":
        yield Word("chance", "", "player")
    yield from _named("object", *subject_of(event, state), event.name, state)
    yield from _named("source", event.source, None, event.source_name, state)
    if event.recipient is not None:
        yield _thing("recipient", event.recipient, state)
    yield Word("number", str(event.amount), "amount")
    for role, zone in (("origin", event.origin), ("to", event.to)):
        if zone is not None:
            yield Word("zone", zone.value, role)
    if event.detail and event.kind in _DETAILS:
        yield Word(_DETAILS[event.kind], event.detail, "detail")
    for target in event.targets:
        yield _thing("targets", target, state)
    if event.kind == "chooses":
        kind, _, what = event.detail.partition(":")
        yield Word("text", what or kind, "what")
        for number, option in enumerate(event.options):
            yield _option("options" if number else "chosen", option, kind, state)


def subject_of(event: Event, state: State) -> tuple[int | None, int | None]:
    """The ids under which to look for what an event is about, the better one first.

    A double-faced card that leaves is called by the face that was up: its front face is all that is left of it (CR 712.8a).
    """
    after = object_of(event.object, state) if event.object is not None else None
    leaves = event.kind == "moves" and event.to not in (Zone.BATTLEFIELD, Zone.STACK)
    if leaves and after is not None and is_double_faced(after.base):
        return event.was, event.object
    return event.object, event.was


def _named(role: str, ident: int | None, was: int | None, name: str, state: State) -> Iterator[Word]:
    for candidate in (ident, was):
        obj = object_of(candidate, state) if candidate is not None else None
        if obj is not None:
            yield word_for(obj, role)
            return
    if name:
        yield Word("card", name, role)


def _thing(role: str, part: Chosen, state: State) -> Word:
    if part.player is not None:
        return Word("player", state.player(part.player).name, role)
    return (
        word_for(object_of(part.object, state), role)
        if part.object is not None
        else Word("nothing", "", role)
    )


def _option(role: str, text: str, kind: str, state: State) -> Word:
    if kind == "reveals":
        return Word("card", text, role)
    together = several(text, state)
    if together:
        return Word("several", together, role)
    option = parse_described(text)
    if option.object is not None or option.player is not None:
        return _thing(role, option.chosen, state)
    if option.number is not None:
        # Scripts and printed cards count modes from one.
        return Word("number", str(option.number + 1 if kind == "mode" else option.number), role)
    return Word("option", option.verb, role)

"""Telling a game: events become sentences with rule numbers, from a catalogue of texts.

The same events give the same text. What nobody asks about (empty priority windows, mana, announcements) is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import groupby

from rules_engine.errors import ScenarioError
from rules_engine.game import Game
from rules_engine.model.events import Event
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.scenario.answering import describe, parse_described, several, thing
from rules_engine.scenario.references import label, object_of
from rules_engine.scenario.report import Step
from rules_engine.scenario.wording import key_of, subject_of, words_of
from rules_engine.scenario.yaml_text import read

LANGUAGE = "en"
_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_FIELD = re.compile(r"\{(\w+)\}")


@cache
def catalogue(language: str = LANGUAGE) -> Mapping[str, str]:
    """The texts of a language; ScenarioError when there are none."""
    resource = files("rules_engine").joinpath("scenario", "messages", f"{language}.yaml")
    if not resource.is_file():
        raise ScenarioError(f"no transcript texts for the language {language!r}")
    value = read(resource.read_text(encoding="utf-8"), f"{language}.yaml").value
    assert isinstance(value, dict)
    return {key: str(text) for key, text in value.items()}


def tell(game: Game, language: str = LANGUAGE) -> tuple[Step, ...]:
    """The whole game as steps."""
    return tuple(_told(game.log, game.view, catalogue(language)))


def _told(log: tuple[Event, ...], state: State, texts: Mapping[str, str]) -> Iterator[Step]:
    """The steps, with what happens several times in a row told once."""
    for _, same in groupby(_sentences(log, state, texts), lambda step: (step.text, step.rules)):
        steps = list(same)
        first, count = steps[0], len(steps)
        text = texts["times"].format(text=first.text, count=count) if count > 1 else first.text
        yield replace(first, text=text, times=count)


def _sentences(log: tuple[Event, ...], state: State, texts: Mapping[str, str]) -> Iterator[Step]:
    place = ""
    state = _called_at_first(log, state)
    for event in log:
        if event.kind == "transforms":
            _call(event.object, event.name, state)
        if event.kind in ("step begins", "turn begins"):
            place = event.detail if event.kind == "step begins" else ""
        if event.kind == "step begins":
            continue
        text = render(event, state, texts)
        if text:
            text = f"[{place}] {text}" if place else text
            yield Step(text, event.rules, key_of(event), words_of(event, state), place)
            place = ""


def _called_at_first(log: tuple[Event, ...], state: State) -> State:
    """The state in which what transforms has the name that it had before; of everything else, names stay."""
    state = state.copy()
    for event in reversed(log):
        if event.kind == "transforms":
            _call(event.object, event.detail, state)
    return state


def _call(ident: int | None, name: str, state: State) -> None:
    obj = object_of(ident, state) if ident is not None else None
    if ident is None or obj is None:
        return
    renamed = replace(obj, base=replace(obj.base, name=name))
    if ident in state.objects:
        state.objects[ident] = renamed
    else:
        state.last_known[ident] = replace(state.last_known[ident], object=renamed)


def render(event: Event, state: State, texts: Mapping[str, str]) -> str:
    """An event as a sentence; empty when it is not told."""
    template = _template(event, texts)
    if not template:
        return ""
    values = _parameters(event, state, texts)
    if event.kind == "pays" and not values["mana"]:
        return ""
    template = _OPTIONAL.sub(lambda part: part[1] if _all_set(part[1], values) else "", template)
    text = _FIELD.sub(lambda found: values.get(found[1], ""), template)
    return text[:1].upper() + text[1:]


def _template(event: Event, texts: Mapping[str, str]) -> str:
    if event.kind == "damage":
        return texts["damage/combat" if event.combat else "damage"]
    detail, _, what = event.detail.partition(":")
    if event.kind == "chooses" and not _is_choice(event):
        only = event.options[0] if event.options else ""
        return texts.get(f"chooses/{detail}/{what}/only", "") if only == "no" else ""
    for key in (f"{event.kind}/{detail}/{what}", f"{event.kind}/{detail}"):
        if key in texts:
            return texts[key]
    return texts[event.kind]


def _is_choice(event: Event) -> bool:
    return len(event.options) > 2 or event.detail.startswith("x")


def _all_set(part: str, values: Mapping[str, str]) -> bool:
    return all(values.get(name) for name in _FIELD.findall(part))


def _parameters(event: Event, state: State, texts: Mapping[str, str]) -> dict[str, str]:
    kind, _, what = event.detail.partition(":")
    recipient = event.recipient

    def option(text: str) -> str:
        return text if kind == "reveals" else _option(text, state)

    return {
        "player": state.player(event.player).name if event.player is not None else texts["chance"],
        "object": _name(*subject_of(event, state), event.name, state),
        "source": _name(event.source, None, event.source_name, state),
        "recipient": thing(recipient, state) if recipient is not None else "",
        "amount": str(event.amount),
        "origin": _zone(event.origin),
        "to": _zone(event.to),
        "detail": event.detail,
        "targets": ", ".join(thing(target, state) for target in event.targets),
        "what": what or kind,
        "way": texts.get(f"way/{event.detail}", ""),
        "chosen": option(event.options[0]) if event.options else "",
        "options": ", ".join(option(one) for one in event.options[1:]),
        "mana": event.detail if event.kind == "pays" else "",
    }


def _option(text: str, state: State) -> str:
    together = several(text, state)
    if together:
        return together
    option = parse_described(text)
    words = describe(option, state)
    if option.object is not None or option.player is not None or option.number is not None:
        return words.removeprefix(f"{option.verb} ")
    return words


def _name(ident: int | None, was: int | None, name: str, state: State) -> str:
    for candidate in (ident, was):
        obj = object_of(candidate, state) if candidate is not None else None
        if obj is not None:
            return label(obj, state)
    return name


def _zone(zone: Zone | None) -> str:
    if zone is None:
        return ""
    return f"the {zone.value}" if zone in (Zone.BATTLEFIELD, Zone.STACK) else zone.value

"""A scenario's position and script in a reader's language, without what it claims."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from bot.quiz.models import ShownCard
from bot.quiz.plays import Plays
from bot.quiz.texts import QuizTexts
from rules_engine.scenario import ScenarioFile
from rules_engine.scenario.actions import Action
from rules_engine.scenario.claims import When
from rules_engine.scenario.roles import BASICS, BLANK, role_name
from rules_engine.scenario.schema import Item, Placement, Scenario, ScriptStep

_POSSESSIVE = re.compile(r"([ABCD])'s (.+)")
_PLACE = re.compile(r" in [ABCD]'s (?:hand|library)$")
_STATES = ("tapped", "summoning_sick", "face_down", "token")
MOST_CARDS = 8


def situation(scenario: Scenario, say: QuizTexts) -> tuple[str, ...]:
    """Whose turn it is, what everybody has, and what is done, line by line."""
    given = scenario.given
    lines = [say("frame.turn", player=given.active, step=_step(given.step, say))]
    for name, player in given.players.items():
        parts = [say("frame.life", n=player.life)]
        if player.poison:
            parts.append(say("frame.poison", n=player.poison))
        for zone, placements in player.zones():
            shown = [_placement(one, say) for one in placements if not (zone == "library" and _is_blank(one))]
            if shown:
                parts.append(f"{say(f'zones.{zone}')}: {say.listed(shown)}")
        lines.append(f"{name} — {'; '.join(parts)}")
    lines += [line for step in scenario.do for line in _done(step, scenario, say)]
    explore = scenario.explore
    if explore.decisions not in ("none", []) or explore.actions not in ("none", []):
        lines.append(say("frame.free"))
    return tuple(lines)


def moment(at: str | When, say: QuizTexts) -> str:
    """The moment that a claim is about, in brackets; empty for the end."""
    if isinstance(at, str):
        return "" if at == "end" or at.startswith("try ") else say("frame.at", mark=at)
    if at.asked is not None or at.start is None or at.start == "start":
        return ""
    return say("frame.from", mark=at.start)


def _is_blank(placement: Placement) -> bool:
    return role_name(placement.name) == BLANK


def _step(step: str, say: QuizTexts) -> str:
    return say(f"steps.{step}") if say.has(f"steps.{step}") else step


def _placement(placement: Placement, say: QuizTexts) -> str:
    name = say("frame.card") if _is_blank(placement) else role_name(placement.name)
    name = f"{placement.count} × {name}" if placement.count > 1 else name
    state = say.listed(list(_states(placement.state, say)))
    return f"{name} ({state})" if state else name


def _states(item: Item, say: QuizTexts) -> Iterator[str]:
    yield from (say(f"states.{name}") for name in _STATES if getattr(item, name))
    if item.handle is not None:
        yield f"“{item.handle}”"
    if item.damage:
        yield say("states.damage", n=item.damage)
    yield from (f"{count} × {kind}" for kind, count in item.counters.items())
    for field in ("owner", "controller", "attached_to", "encoded_on"):
        value = getattr(item, field)
        if value is not None:
            yield say(f"states.{field}", what=value)
    for field in ("plotted", "foretold"):
        value = getattr(item, field)
        if value is not None:
            yield say(f"states.{field}.{value.replace(' ', '_')}")


def _done(step: ScriptStep, scenario: Scenario, say: QuizTexts) -> Iterator[str]:
    """A line of the script; what is only tried there belongs to the claims."""
    if step.mark is not None:
        yield say("do.mark", mark=step.mark)
    elif step.pass_ is not None:
        yield say("do.pass", player=step.pass_)
    elif step.resolve is not None:
        yield say("do.resolve_all" if step.resolve == "all" else "do.resolve_top") + _choices(step, say)
    elif step.to is not None:
        yield say("do.to", where=_where(step.to, say)) + _choices(step, say)
    elif step.attack is not None:
        yield from (say("do.attack", who=who, whom=whom) for who, whom in step.attack.items())
    elif step.block is not None:
        yield from (say("do.block", who=who, whom=say.listed(whom)) for who, whom in step.block.items())
    elif step.verb is not None:
        player = step.by or _owner(step.thing, scenario)
        yield (
            say(f"do.{step.verb}", player=player, card=_PLACE.sub("", step.thing))
            + _details(step, say)
            + _choices(step, say)
        )


def _where(text: str, say: QuizTexts) -> str:
    found = _POSSESSIVE.fullmatch(text)
    if found:
        return say("frame.step_of", player=found[1], step=_step(found[2], say))
    return _step(text, say)


def _details(step: Action, say: QuizTexts) -> str:
    parts = []
    if step.x is not None:
        parts.append(f"X = {step.x}")
    if step.targets:
        parts.append(say("do.targets", what=say.listed(step.targets)))
    for field in ("kicked", "buyback", "method"):
        value = getattr(step, field)
        if value is not None:
            parts.append(f"{field}: {_word(value, say)}")
    if step.modes:
        parts.append(f"modes: {say.listed(step.modes)}")
    if step.pay:
        parts.append(say("do.pay", what=say.listed(step.pay)))
    if step.divide:
        parts.append(say.listed([str(n) for n in step.divide]))
    return f" ({'; '.join(parts)})" if parts else ""


def _choices(step: ScriptStep, say: QuizTexts) -> str:
    parts = [
        f"{key}: {_word(value, say)}"
        for answer in step.given
        for key, value in answer.items()
        if key not in ("by", "mark")
    ]
    return f" [{'; '.join(parts)}]" if parts else ""


def _word(value: Any, say: QuizTexts) -> str:
    if isinstance(value, list):
        return say.listed([_word(part, say) for part in value])
    if isinstance(value, dict):
        return say.listed([f"{key} {part}" for key, part in value.items()])
    return say(f"options.{value}") if value in ("yes", "no") else str(value)


def _owner(thing: str, scenario: Scenario) -> str:
    """Who does it where the script leaves that open: whoever has the card."""
    found = _POSSESSIVE.fullmatch(thing)
    if found:
        return found[1]
    for name, player in scenario.given.players.items():
        for _, placements in player.zones():
            if any(thing in (one.name, one.state.handle) for one in placements):
                return name
    return scenario.given.active


def shown_cards(text: str, file: ScenarioFile, plays: Plays) -> tuple[ShownCard, ...]:
    """The cards that a text names, with what is written on them: real ones from the data, invented ones from the file."""
    found: list[tuple[int, ShownCard]] = []
    for name in (*file.stand_ins, *file.real_cards):
        at = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)
        if at and name not in BASICS:
            card = _stand_in(name, file) if name in file.stand_ins else _real(name, plays)
            found += [(at.start(), card)] if card is not None else []
    # "Ember Jab" stands in "Ember Jab Two" as well; only the longer name is meant there.
    names = [card.name for _, card in found]
    kept = [
        (at, card)
        for at, card in found
        if not any(card.name != other and card.name in other for other in names)
        or _alone(card.name, names, text)
    ]
    return tuple(card for _, card in sorted(kept, key=lambda pair: pair[0]))[:MOST_CARDS]


def _alone(name: str, names: Iterable[str], text: str) -> bool:
    for other in names:
        if other != name and name in other:
            text = text.replace(other, " ")
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _stand_in(name: str, file: ScenarioFile) -> ShownCard:
    card = file.stand_ins[name]
    size = card.pt or (card.loyalty or "")
    return ShownCard(name, card.mana_cost, card.type, size, card.text, stand_in=True)


def _real(name: str, plays: Plays) -> ShownCard | None:
    card = plays.find_card(name)
    if card is None:
        return None
    size = f"{card.power}/{card.toughness}" if card.power is not None else (card.loyalty or "")
    return ShownCard(card.name, card.mana_cost, card.type_line, size, card.oracle_text, stand_in=False)

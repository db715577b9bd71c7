"""Trying out: the kind's positions are played, and what they agree on is the outcome."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from rules_engine.model.characteristics import Characteristics
from rules_engine.oracle import Refusal
from rules_engine.process.faces import is_double_faced, turned_over
from rules_engine.scenario.report import Unsupported
from rules_engine.scenario.setting_up import compiled_once
from rules_engine.trials.citing import decisive_first
from rules_engine.trials.combat import attack, block, fight
from rules_engine.trials.looking import looks
from rules_engine.trials.models import Kind, Trial, TrialReport
from rules_engine.trials.playing import Cards, NotPlayed
from rules_engine.trials.spells import counter, fate, target, timing
from rules_engine.trials.watchers import hinder, trigger

_KINDS: Final[Mapping[Kind, Callable[[Trial, Cards], TrialReport]]] = {
    "fate": fate,
    "target": target,
    "counter": counter,
    "block": block,
    "fight": fight,
    "timing": timing,
    "attack": attack,
    "trigger": trigger,
    "hinder": hinder,
    "looks": looks,
}


def try_out(trial: Trial, without: frozenset[str] = frozenset()) -> TrialReport:
    """Play the trial in all of its positions; `without` are rules to switch off."""
    cards: dict[str, Characteristics] = {}
    refused: list[Unsupported] = []
    for text in (trial.first, trial.second):
        if text is None:
            continue
        compiled = compiled_once(text)
        if isinstance(compiled, Refusal):
            refused.append(Unsupported(compiled.card, _line(compiled), compiled.reason))
        else:
            cards[text.name] = _face(compiled.definition.characteristics, back=text.name in trial.transformed)
    if refused:
        return TrialReport(trial.kind, "unsupported", unsupported=tuple(refused))
    try:
        report = _KINDS[trial.kind](trial, Cards(trial, cards, without))
    except NotPlayed as why:
        return TrialReport(trial.kind, "inconclusive", problem=str(why))
    second = cards[trial.second.name] if trial.second is not None else None
    return replace(report, rules=decisive_first(report, trial, cards[trial.first.name], second))


def _face(chars: Characteristics, *, back: bool) -> Characteristics:
    """The face that is up on the battlefield (CR 712.8d–e)."""
    return turned_over(chars) if back and is_double_faced(chars) else chars


def _line(refusal: Refusal) -> str:
    """The line of the card's text in which the compiler stopped."""
    start = refusal.text.rfind("\n", 0, refusal.start) + 1
    return refusal.text[start:].split("\n", 1)[0]

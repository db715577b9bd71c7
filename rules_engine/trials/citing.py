"""Which rules a trial rests on: first those that decide, then what the run used, last what every spell and attack uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules_engine.model.characteristics import Characteristics
from rules_engine.trials.models import Trial, TrialReport

BOOKKEEPING: Final = frozenset(
    [
        "107.5",
        "117.3a",
        "117.3b",
        "117.3c",
        "118.3a",
        "400.7",
        "508.1f",
        "508.1k",
        "509.1g",
        "601.2a",
        "601.2c",
        "601.2h",
        "601.2i",
        "602.2b",
        "603.3",
        "603.3a",
        "605.3a",
        "605.3b",
        "608.1",
        "608.2n",
        "608.3a",
    ]
)
"""Rules of steps that come with any spell, ability or attack and decide nothing."""

_IN_COMBAT: Final = {
    "first strike": "702.7b",
    "double strike": "702.4b",
    "deathtouch": "702.2b",
    "indestructible": "702.12b",
}
_EVASION: Final = {
    "flying": "702.9b",
    "menace": "702.111b",
    "fear": "702.36b",
    "intimidate": "702.13b",
    "shadow": "702.28b",
    "horsemanship": "702.31b",
    "skulk": "702.118b",
    "landwalk": "702.14c",
    "protection": "702.16f",
}
_ATTACKING: Final = {"haste": "702.10b", "defender": "702.3b"}
_BACK: Final = {"undying": "702.93a", "persist": "702.79a"}


def decisive_first(
    report: TrialReport, trial: Trial, first: Characteristics, second: Characteristics | None
) -> tuple[str, ...]:
    """The rules of the report in the order in which they are worth reading."""
    found = [*_deciding(report, trial, first, second), *report.rules]
    rules = dict.fromkeys(rule for rule in found if rule)
    return tuple(sorted(rules, key=BOOKKEEPING.__contains__))


def _deciding(
    report: TrialReport, trial: Trial, first: Characteristics, second: Characteristics | None
) -> Iterator[str]:
    outcomes = {branch.outcome for branch in report.branches}
    if trial.kind == "timing" and outcomes == {"can"}:
        yield "117.1a" if "instant" in first.types else "702.8a" if first.has_keyword("flash") else ""
    if trial.kind == "attack":
        yield from _of(_ATTACKING, first)
    if second is None:
        return
    if trial.kind == "fate" and "stays" in outcomes:
        yield from _of({"indestructible": _IN_COMBAT["indestructible"]}, second)
    if trial.kind == "fate" and "returns" in outcomes:
        yield from _of(_BACK, second)
    if trial.kind == "fight":
        yield from _of(_EVASION if "no-block" in outcomes else _IN_COMBAT, first)
        if "no-block" not in outcomes:
            yield from _of(_IN_COMBAT, second)
    if trial.kind == "block" and outcomes != {"can"}:
        yield from _of(_EVASION, second)


def _of(rules: dict[str, str], card: Characteristics) -> Iterable[str]:
    return [rule for keyword, rule in rules.items() if card.has_keyword(keyword)]

"""Wrong answers that people really give: numbers, and why somebody comes to them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import yaml

from bot.quiz.topics import begins

MOST_CHOICES: Final = 4
COUNTS: Final[Mapping[str, Callable[[int], int]]] = {
    "zero": lambda n: 0,
    "one": lambda n: 1,
    "less": lambda n: n - 1,
    "more": lambda n: n + 1,
    "double": lambda n: 2 * n,
    "half": lambda n: n // 2,
}
"""Typical wrong counts, from the right one."""


@dataclass(frozen=True, slots=True)
class Misconception:
    """A slip: the rules it goes against, and the wrong counts it leads to."""

    slip: str
    rules: tuple[str, ...]
    wrong: tuple[str, ...]


@cache
def misconceptions() -> tuple[Misconception, ...]:
    """All that are written down, the more special ones first."""
    text = (files("bot.quiz") / "misconceptions.yaml").read_text(encoding="utf-8")
    return tuple(
        Misconception(one["slip"], tuple(map(str, one["rules"])), tuple(one["wrong"]))
        for one in yaml.safe_load(text)
    )


def slip_for(*rules: Iterable[str]) -> Misconception | None:
    """The slip that fits these rules: those of the claim before those of its scenario."""
    for some in rules:
        numbers = tuple(some)
        for one in misconceptions():
            if any(begins(number, start) for number in numbers for start in one.rules):
                return one
    return None


def wrong_counts(right: int, suggested: Iterable[tuple[int, str]], low: int = 0) -> list[tuple[int, str]]:
    """At most three different wrong numbers with their slips: the suggested ones first, then the nearest ones."""
    found: dict[int, str] = {}
    nearest = [(right + 1, ""), (right - 1, ""), (right + 2, ""), (right - 2, ""), (right + 3, "")]
    for number, slip in (*suggested, *nearest):
        if number != right and number >= low and number not in found and len(found) < MOST_CHOICES - 1:
            found[number] = slip
    return list(found.items())

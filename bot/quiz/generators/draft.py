"""What a generator makes: a scenario with claims, and which of them answers the question."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

LIBRARY_CARDS: Final = "5 cards"
NUMBER: Final = "n"
"""The id of the claim whose value answers a question for a number."""


@dataclass(frozen=True, slots=True)
class Numeric:
    """The answer is a number that the claim `n` saw: the only one, or the least or most over all lines of play.

    wrong: numbers that a typical slip leads to, each with the slip; one that happens to be right is left out.
    """

    read: Literal["only", "least", "most"] = "only"
    wrong: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Options:
    """The answer is the one option whose claim holds: (key of its text, id of its claim, slip that leads to it)."""

    options: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Draft:
    """A position, what is done in it, what is claimed, and how the answer is read from that."""

    given: dict[str, Any]
    do: list[dict[str, Any]]
    expect: list[dict[str, Any]]
    answer: Numeric | Options
    cards: dict[str, dict[str, str]] = field(default_factory=dict)
    explore: tuple[str, ...] = ()
    answers: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, object] = field(default_factory=dict)

    def scenario(self, name: str, rules: tuple[str, ...]) -> dict[str, Any]:
        """The scenario as a file holds it."""
        found: dict[str, Any] = {"id": name, "title": name, "cites": list(rules), "stand-ins": self.cards}
        found |= {"given": self.given, "do": self.do, "expect": self.expect}
        if self.explore:
            found["explore"] = {"decisions": list(self.explore)}
        if self.answers:
            found["answers"] = dict(self.answers)
        return found


Make = Callable[[random.Random], Draft]


@dataclass(frozen=True, slots=True)
class Generator:
    """A kind of question; `slips` are the texts that explain its answer, the first one before all."""

    id: str
    level: int
    rules: tuple[str, ...]
    slips: tuple[str, ...]
    make: Make


GENERATORS: Final[dict[str, Generator]] = {}


def generator(
    name: str, *, level: int, rules: tuple[str, ...], slips: tuple[str, ...]
) -> Callable[[Make], Make]:
    """Add the function to the table."""

    def add(make: Make) -> Make:
        GENERATORS[name] = Generator(name, level, rules, slips, make)
        return make

    return add


# ---------------------------------------------------------------------------------- pieces of a scenario


def creature(power: int, toughness: int, text: str = "", kind: str = "Boar") -> dict[str, str]:
    """An invented creature card."""
    card = {"mana cost": "{1}{G}", "type": f"Creature — {kind}", "P/T": f"{power}/{toughness}"}
    return card | {"text": text}


def spell(cost: str, text: str, kind: str = "Instant") -> dict[str, str]:
    """An invented instant or sorcery card, or another one without power and toughness."""
    return {"mana cost": cost, "type": kind, "text": text}


def placed(name: str, **state: Any) -> dict[str, Any]:
    """A card with a state of its own: `damage`, `counters`, `as_` and so on."""
    return {name: {key.rstrip("_").replace("_", " "): str_of(value) for key, value in state.items()}}


def str_of(value: Any) -> Any:
    """Numbers as a scenario file holds them: as text."""
    if isinstance(value, dict):
        return {key: str_of(inner) for key, inner in value.items()}
    return value if isinstance(value, list) else str(value)


def table(*, active: str = "A", step: str = "precombat main", **players: dict[str, Any]) -> dict[str, Any]:
    """The position; every player has cards to draw, so that nobody loses for want of them."""
    seated = {name: {"library": LIBRARY_CARDS} | str_of(given) for name, given in players.items()}
    return {"active": active, "step": step, "players": seated}


def number(condition: dict[str, Any], at: str = "end") -> dict[str, Any]:
    """The claim that sees the number."""
    return {"id": NUMBER, "claim": "the number asked for", "at": at, "always": condition}


def yes_no(condition: dict[str, Any], slip: str, at: str = "end") -> tuple[list[dict[str, Any]], Options]:
    """The two claims of a yes-or-no question, and its options; the slip leads to whichever is wrong."""
    claims = [
        {"id": "yes", "claim": "it is so", "at": at, "always": condition},
        {"id": "no", "claim": "it is not so", "at": at, "never": condition},
    ]
    return claims, Options((("options.yes", "yes", slip), ("options.no", "no", slip)))

"""The positions of a trial: an empty table and a full one, in which whatever an effect may count differs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from pydantic import TypeAdapter

from rules_engine.card_text import CardText
from rules_engine.scenario.files import loads, shared_stand_ins
from rules_engine.scenario.report import ScenarioReport
from rules_engine.scenario.runner import run
from rules_engine.scenario.schema import StandIn

NAME: Final = "trial"
FIRST: Final = "the first card"
SECOND: Final = "the second card"
LANDS: Final = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest"}
MOST_STATES: Final = 3_000
MOST_CHOICES: Final = 2_500
"""Of so many choices no more are followed: three of twenty-six permanents are 2,600."""
_COST: Final = re.compile(r"(?:\{[^{}]+\})+")
MAY: Final = "may-"
"""In front of an outcome: that it comes out in some line of play."""

STAND_INS: Final[Mapping[str, Mapping[str, str]]] = {
    "Gray Idol": {"mana cost": "{2}", "type": "Artifact"},
    "Old Custom": {"mana cost": "{1}{W}", "type": "Enchantment"},
    "Ford Sage": {"mana cost": "{2}{U}", "type": "Planeswalker — Sage", "loyalty": "4"},
    "Far Hollow": {"type": "Land"},
    "Small Word": {"mana cost": "{U}", "type": "Instant", "text": "Scry 1."},
    "Long Word": {"mana cost": "{2}{B}", "type": "Sorcery", "text": "Surveil 3."},
    "Moor Cat": {"mana cost": "{1}{B}", "type": "Creature — Cat", "P/T": "3/1"},
    "Last Word": {"mana cost": "{1}{B}", "type": "Instant", "text": "Destroy target creature. Scry 1."},
    "Hill Goat": {"mana cost": "{R}", "type": "Creature — Goat", "P/T": "1/1"},
    "Many Shape": {
        "mana cost": "{W}{U}{B}{R}{G}",
        "type": "Creature — Shapeshifter",
        "P/T": "5/5",
        "text": "Changeling",
    },
}
_PERMANENTS: Final = (
    "Old Bear",
    "Field Ox",
    "Many Shape",
    "Gray Idol",
    "Old Custom",
    {"Ford Sage": {"counters": {"loyalty": "4"}}},
    "Far Hollow",
)
_BURIED: Final = ("Moor Cat", "Hill Goat", "Small Word", "Long Word", "Gray Idol", "Old Custom", "Far Hollow")


@dataclass(frozen=True, slots=True)
class Position:
    """What is on the table besides the cards that are tried."""

    name: str
    full: bool
    life: Mapping[str, int]

    def player(self, who: str, mana: Mapping[str, int], **zones: Sequence[Any]) -> dict[str, Any]:
        """A player's part of the position with lands for so much mana, and the given cards added."""
        lands = [f"4 {_plural(land)}" for land in LANDS.values()]
        if not self.full:
            lands = [f"{number} {_plural(LANDS[color])}" for color, number in mana.items()]
        found: dict[str, Any] = {"life": str(self.life[who]), "library": "12 cards", "battlefield": lands}
        if self.full:
            found["battlefield"] = [*lands, *_PERMANENTS]
            found["graveyard"] = list(_BURIED)
            found["hand"] = ["3 cards"]
        for zone, cards in zones.items():
            found[zone] = [*found.get(zone, ()), *cards]
        return found


BARE: Final = Position("bare", full=False, life={"A": 20, "B": 20})
FULL: Final = Position("full", full=True, life={"A": 11, "B": 7})


@cache
def stand_ins() -> Mapping[str, StandIn]:
    """The ordinary cards of the positions."""
    return {**shared_stand_ins(), **TypeAdapter(dict[str, StandIn]).validate_python(STAND_INS)}


def _plural(land: str) -> str:
    return land if land == "Plains" else f"{land}s"


def mana_for(*cards: CardText | None) -> Mapping[str, int]:
    """So many lands of each colour pay for any of the cards, their abilities and a little more."""
    needed: dict[str, int] = {}
    for card in cards:
        for cost in _COST.findall(f"{card.mana_cost}\n{card.oracle_text}") if card is not None else ():
            symbols = re.findall(r"\{([^{}]+)\}", cost)
            for color in LANDS:
                needed[color] = max(needed.get(color, 0), sum(color in symbol for symbol in symbols))
            generic = sum(int(symbol) for symbol in symbols if symbol.isdigit())
            needed["any"] = max(needed.get("any", 0), generic)
    colored = {color: number for color, number in needed.items() if number and color in LANDS} or {"R": 0}
    first = next(iter(colored))
    return {**colored, first: colored[first] + needed.get("any", 0) + 2}


def named(card: CardText, handle: str, **state: str) -> dict[str, dict[str, str]]:
    """The card in a zone, under the name by which the trial speaks of it."""
    return {card.name: {"as": handle, **{key.replace("_", " "): value for key, value in state.items()}}}


@dataclass(frozen=True)
class Script:
    """One position with what is done in it and what may come out, each outcome with its condition at the end."""

    given: dict[str, Any]
    do: list[dict[str, Any]]
    outcomes: Mapping[str, dict[str, Any]]
    explore: tuple[str, ...] | str = "all"
    at: str | dict[str, Any] = "end"
    answers: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """The scenario as a file holds it."""
        claims = [
            {"id": f"{MAY}{name}", "claim": name.replace("-", " "), "at": self.at, "possible": condition}
            for name, condition in self.outcomes.items()
        ]
        claims += [
            {"id": name, "claim": name.replace("-", " "), "at": self.at, "always": condition}
            for name, condition in self.outcomes.items()
        ]
        found: dict[str, Any] = {"id": NAME, "title": NAME, "cites": [], "stand-ins": STAND_INS}
        found |= {"given": self.given, "do": self.do, "expect": claims}
        found["explore"] = {
            "decisions": self.explore if isinstance(self.explore, str) else list(self.explore),
            "bounds": {"states": str(MOST_STATES), "runs": str(MOST_STATES), "choices": str(MOST_CHOICES)},
        }
        if self.answers:
            found["answers"] = dict(self.answers)
        return json.dumps(found, ensure_ascii=False)

    def play(self, cards: Mapping[str, CardText], without: frozenset[str]) -> ScenarioReport:
        """The run; equal scripts have equal runs."""
        return run(loads(self.text(), NAME), cards=cards, without=without, twin=False)


Seats = Mapping[str, Mapping[str, Sequence[Any]]]
"""What each player has besides, by zone."""
Condition = dict[str, Any]


def given(
    position: Position,
    mana: Mapping[str, int],
    players: Seats,
    *,
    active: str = "A",
    step: str = "precombat main",
    pays: str = "A",
) -> dict[str, Any]:
    """The position with what each player has besides; on an empty table only those who pay have lands."""
    seated = {
        who: position.player(who, mana if who in pays else {}, **players.get(who, {})) for who in ("A", "B")
    }
    return {"active": active, "step": step, "turn": "5", "players": seated}


def may_come_out(report: ScenarioReport) -> frozenset[str] | None:
    """Outcomes that come out in some line of play; None where not everything could be explored."""
    if report.status not in ("passed", "failed") or not report.explored.complete or report.explored.cut:
        return None
    if any(found.result == "unknown" for found in report.expectations):
        return None
    return frozenset(
        found.id.removeprefix(MAY)
        for found in report.expectations
        if found.result == "holds" and found.id.startswith(MAY)
    )

"""The seam to the rules engine: scenarios that may confirm, and their runs, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Protocol

from bot.answers.matching import AskableQuestion, Matcher
from knowledge import Card, Ruling
from rules_engine.oracle import CardText
from rules_engine.scenario import ScenarioFile, ScenarioReport, library, run
from rules_engine.scenario.roles import BASICS, BLANK, roles


class CardSource(Protocol):
    """Where cards' Oracle texts come from: `Knowledge`, or a few cards in a test."""

    def card(self, name: str) -> Card | None:
        """The card of that name."""
        ...


@dataclass(frozen=True, slots=True)
class RunKey:
    """What a run depends on; equal keys have equal reports."""

    scenario: str
    without: frozenset[str]
    texts: tuple[tuple[str, CardText], ...]
    substitutes: tuple[tuple[str, CardText], ...]


def card_text(card: Card) -> CardText:
    """A card as the engine takes it."""
    return CardText(
        name=card.name,
        mana_cost=card.mana_cost,
        type_line=card.type_line,
        oracle_text=card.oracle_text,
        power=card.power,
        toughness=card.toughness,
        loyalty=card.loyalty,
    )


class Engine:
    """The library of scenarios with a cache of its runs. Safe to use from several threads."""

    def __init__(self, scenarios: Mapping[str, ScenarioFile] | None = None) -> None:
        self._given = scenarios
        self._runs: dict[RunKey, ScenarioReport] = {}
        self._lock = Lock()

    @cached_property
    def scenarios(self) -> Mapping[str, ScenarioFile]:
        """The library by id."""
        return self._given if self._given is not None else library()

    @cached_property
    def matcher(self) -> Matcher:
        """All that the library can be asked."""
        names = {
            name for file in self.scenarios.values() for name in (*file.stand_ins, *real_card_names(file))
        }
        return Matcher((question for file in self.scenarios.values() for question in askable(file)), names)

    @cached_property
    def stand_ins(self) -> frozenset[str]:
        """Names of the invented cards that scenarios play with."""
        return frozenset(name for scenario in self.scenarios.values() for name in stand_in_names(scenario))

    def run(
        self,
        scenario: str,
        cards: CardSource,
        *,
        without: frozenset[str] = frozenset(),
        substitutes: Mapping[str, Card] | None = None,
    ) -> ScenarioReport:
        """Play a scenario with the real cards' own texts; an equal run is taken from the cache."""
        file = self.scenarios[scenario]
        texts = {
            name: card_text(card) for name in real_card_names(file) if (card := cards.card(name)) is not None
        }
        replaced = {name: card_text(card) for name, card in (substitutes or {}).items()}
        key = RunKey(
            scenario,
            without,
            tuple(sorted(texts.items(), key=_name)),
            tuple(sorted(replaced.items(), key=_name)),
        )
        with self._lock:
            known = self._runs.get(key)
        if known is None:
            known = self.play(file, texts, without, replaced)
            with self._lock:
                self._runs[key] = known
        return known

    def play(
        self,
        file: ScenarioFile,
        texts: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
    ) -> ScenarioReport:
        """One run, in this process; a server that must go on serving puts it into another."""
        return run(file, cards=texts, without=without, substitute=substitutes)


def askable(file: ScenarioFile) -> list[AskableQuestion]:
    """What a scenario says that it can be asked."""
    return [
        AskableQuestion(
            scenario=file.scenario.id,
            id=question.id,
            about=question.about,
            situation=question.in_,
            yes_when=question.yes_when,
            ask={language: tuple(texts) for language, texts in question.ask.items()},
            answer=dict(question.answer),
            needs=tuple(tuple(group) for group in question.needs),
            excludes=tuple(question.not_),
        )
        for question in file.scenario.questions
    ]


def stand_in_names(file: ScenarioFile) -> frozenset[str]:
    """The invented cards that a scenario can play with."""
    return frozenset(file.stand_ins)


def real_card_names(file: ScenarioFile) -> tuple[str, ...]:
    """The real cards whose texts a scenario, its twins and its variants need."""
    parts = (file.scenario, *file.twins.values(), *file.variants.values())
    names = dict.fromkeys(name for part in parts for name in roles(part))
    return tuple(
        name for name in names if name not in file.stand_ins and name not in BASICS and name != BLANK
    )


def confirms(file: ScenarioFile, ruling: Ruling) -> bool:
    """Whether the scenario says that it confirms this ruling: by the ruling's key, or by how its text begins."""
    return any(
        one.card == ruling.card
        and (one.ruling == ruling.key or _folded(ruling.comment).startswith(_folded(one.ruling)))
        for one in file.scenario.confirms
    )


def _folded(text: str) -> str:
    return " ".join(text.replace("’", "'").replace("“", '"').replace("”", '"').casefold().split())


def _name(item: tuple[str, CardText]) -> str:
    return item[0]

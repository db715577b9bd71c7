"""All items that can be asked: those of the library, as it is, and those of the generators."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from bot.answers.models import Language
from bot.quiz.asked import AskedItem
from bot.quiz.generators import GENERATORS
from bot.quiz.made import MadeItem
from bot.quiz.models import Question
from bot.quiz.plays import Plays
from bot.quiz.topics import level_of, topics, topics_of
from bot.quiz.truths import TruthItem
from rules_engine.scenario import ScenarioFile, Summary, summaries


class Item(Protocol):
    """Something that can be asked again and again, in different dress."""

    @property
    def id(self) -> str:
        """Its name, at most 100 characters: progress is kept under it."""
        ...

    @property
    def level(self) -> int:
        """From 1 to 3."""
        ...

    @property
    def topics(self) -> tuple[str, ...]:
        """The main one first."""
        ...

    def build(self, plays: Plays, seed: int, language: Language) -> Question | None:
        """The question of this seed; None when its run is not conclusive."""
        ...


class Items:
    """The items by id, in a fixed order."""

    def __init__(self, library: Mapping[str, ScenarioFile]) -> None:
        self._items: dict[str, Item] = {item.id: item for item in _made()}
        for one in summaries(library).values():
            items: list[Item] = [*_asked(one, library), *_truths(one, library)]
            self._items |= {item.id: item for item in items}

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Item]:
        return iter(self._items.values())

    def get(self, ident: str) -> Item | None:
        """The item of that id."""
        return self._items.get(ident)

    def choose(self, topic: str | None = None, level: int | None = None) -> list[Item]:
        """Those of a topic and level."""
        return [
            item
            for item in self
            if (topic is None or topic in item.topics) and (level is None or item.level == level)
        ]

    @property
    def topics(self) -> tuple[str, ...]:
        """Topics that there are items of: our own in their order, then keywords."""
        there = {topic for item in self for topic in item.topics}
        own = [topic for topic in topics() if topic in there]
        return (*own, *sorted(there - set(own)))


def _made() -> Iterator[MadeItem]:
    for generator in GENERATORS.values():
        yield MadeItem(f"made.{generator.id}", generator.level, topics_of(generator.rules), generator)


def _asked(summary: Summary, scenarios: Mapping[str, ScenarioFile]) -> Iterator[AskedItem]:
    level, found = level_of(summary.cites), topics_of(summary.cites, need=summary.topic, file=summary.file)
    for question in summary.questions:
        ident = f"ask.{summary.id}.{question.id}"
        yield AskedItem(ident, level, found, scenarios, summary.id, question)


def _truths(summary: Summary, scenarios: Mapping[str, ScenarioFile]) -> Iterator[TruthItem]:
    """The scenario and its controls; without a control there would be nothing wrong to choose."""
    if not summary.twins:
        return
    level, found = level_of(summary.cites), topics_of(summary.cites, need=summary.topic, file=summary.file)
    for twin in ("", *summary.twins):
        ident = f"true.{summary.id}{f'.{twin}' if twin else ''}"
        yield TruthItem(ident, level, found, scenarios, summary.id, twin)

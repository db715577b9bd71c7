"""A question with its choices, what came of an answer, and how somebody is getting on, as values."""

from __future__ import annotations

import datetime as dt
import hashlib
import random
from dataclasses import dataclass
from typing import Literal

from bot.answers.models import Language
from rules_engine.scenario import Step

SEPARATOR = "@"


@dataclass(frozen=True, slots=True)
class ShownCard:
    """A card whose text a question rests on; stand_in: whether it is an invented one."""

    name: str
    cost: str
    type_line: str
    size: str
    text: str
    stand_in: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be answered; slip: the mistake that leads to it where it is wrong, explained."""

    text: str
    slip: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question in one language. right: the index of the right choice, which a run of the engine found out.

    steps are those of `text`, a scenario, or where it is empty of the library's `scenario`; of its twin or variant
    `part` where there is one. in_english: what there is in no other language.
    """

    item: str
    seed: int
    language: Language
    level: int
    topics: tuple[str, ...]
    situation: tuple[str, ...]
    cards: tuple[ShownCard, ...]
    ask: str
    choices: tuple[Choice, ...]
    right: int
    why: tuple[str, ...]
    rules: tuple[str, ...]
    steps: tuple[Step, ...]
    scenario: str = ""
    text: str = ""
    part: str = ""
    in_english: frozenset[Literal["choices", "why"]] = frozenset()

    def __post_init__(self) -> None:
        texts = [choice.text for choice in self.choices]
        if not 2 <= len(texts) <= 4 or len(set(texts)) != len(texts) or not 0 <= self.right < len(texts):
            raise ValueError(f"{self.id}: not two to four different choices with one right one: {texts}")

    @property
    def id(self) -> str:
        """Item and seed: enough to make the same question again."""
        return f"{self.item}{SEPARATOR}{self.seed}"

    @property
    def fingerprint(self) -> str:
        """A name for what is asked and can be chosen, in six characters: it shows that a question has changed."""
        text = "\n".join((*self.situation, self.ask, *(choice.text for choice in self.choices)))
        return hashlib.sha256(text.encode()).hexdigest()[:6]


def dice(item: str, seed: int) -> random.Random:
    """What varies a question; the same item and seed give the same question."""
    return random.Random(f"{item}{SEPARATOR}{seed}")  # noqa: S311 - it draws questions, not secrets


def split_id(text: str) -> tuple[str, int] | None:
    """Item and seed of a question's id; None for what is none."""
    item, found, seed = text.rpartition(SEPARATOR)
    if not found or not item or not seed.isascii() or not seed.isdigit() or len(seed) > 9:
        return None
    return item, int(seed)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an answer. counted: False when this very question had been answered before, which changes nothing."""

    question: Question
    chosen: int
    counted: bool
    due: dt.datetime | None

    @property
    def is_right(self) -> bool:
        """Whether the right choice was chosen."""
        return self.chosen == self.question.right


@dataclass(frozen=True, slots=True)
class TopicProgress:
    """How many answers there were within a topic, and how many were right."""

    topic: str
    answered: int
    right: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How somebody is getting on. seen and due count items, known those answered right the last time."""

    answered: int
    right: int
    seen: int
    known: int
    due: int
    items: int
    next_due: dt.datetime | None
    topics: tuple[TopicProgress, ...]

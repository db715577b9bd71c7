"""The quiz: which question comes next for a person, what their answer was worth, and how they are getting on."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Final

from bot.answers.models import Language
from bot.engine_process import RunLimitError
from bot.quiz.items import Item, Items
from bot.quiz.models import Outcome, Progress, Question, TopicProgress, split_id
from bot.quiz.plays import Plays
from bot.quiz.schedule import advance
from bot.quiz.topics import topics
from bot.state.quiz import Memory, QuizState
from rules_engine.scenario import ScenarioFile, library

LOCAL_USER: Final = 0
"""Whose progress it is at the terminal; no id of Discord's is 0."""

SEEDS: Final = 10_000
TRIES: Final = 12
LIMITED: Final = 2
"""After so many runs beyond their limits nobody waits for another one."""

FIRST_ONES: Final = 10
"""So many items come in the order of their level, while nothing is known of the person."""


class Quiz:
    """Questions and what becomes of answers; playing them blocks, so on Discord it is called in a worker thread.

    Progress is read and written by `bot.state`; what was read comes in here as a `Memory`.
    """

    def __init__(
        self,
        plays: Plays,
        *,
        scenarios: Callable[[], Mapping[str, ScenarioFile]] = library,
        rng: random.Random | None = None,
    ) -> None:
        self.plays = plays
        self._scenarios = scenarios
        self._rng = rng or random.SystemRandom()

    @cached_property
    def items(self) -> Items:
        """All items."""
        return Items(self._scenarios())

    def next(
        self,
        memory: Memory,
        language: Language,
        at: dt.datetime,
        *,
        topic: str | None = None,
        level: int | None = None,
    ) -> Question | None:
        """What is due longest, else something new, else what is due next; None when no item can be asked."""
        items = {item.id: item for item in self.items.choose(topic, level)}
        limited = 0
        for item in self._in_order(memory, items, at)[:TRIES]:
            seed = self._seed(memory.seeds.get(item.id, frozenset()))
            try:
                question = item.build(self.plays, seed, language)
            except RunLimitError:
                limited += 1
                if limited == LIMITED:
                    return None
                continue
            if question is not None:
                return question
        return None

    def question(self, ident: str, language: Language) -> Question | None:
        """The question of an id, made again; None when there is none, or its run is no longer conclusive.

        Raises `RunLimitError` when it needs more time or memory than a run may have.
        """
        parts = split_id(ident)
        item = self.items.get(parts[0]) if parts else None
        return item.build(self.plays, parts[1], language) if item is not None and parts else None

    def progress(self, memory: Memory, at: dt.datetime) -> Progress:
        """How somebody is getting on."""
        seen = memory.seen.values()
        counts: dict[str, list[int]] = {}
        for one in seen:
            item = self.items.get(one.item)
            topic = item.topics[0] if item is not None and item.topics else ""
            counted = counts.setdefault(topic, [0, 0])
            counted[0] += one.rights + one.wrongs
            counted[1] += one.rights
        order = [*topics(), *sorted(set(counts) - set(topics()) - {""})]
        later = [one.due for one in seen if one.due > at]
        return Progress(
            answered=sum(one.rights + one.wrongs for one in seen),
            right=sum(one.rights for one in seen),
            seen=len(seen),
            known=sum(one.last_right for one in seen),
            due=len(seen) - len(later),
            items=len(self.items),
            next_due=min(later, default=None),
            topics=tuple(TopicProgress(topic, *counts[topic]) for topic in order if topic in counts),
        )

    def _in_order(self, memory: Memory, items: Mapping[str, Item], at: dt.datetime) -> list[Item]:
        known = sorted((one.due, one.item) for one in memory.seen.values() if one.item in items)
        due = [items[ident] for when, ident in known if when <= at]
        later = [items[ident] for when, ident in known if when > at]
        new = [item for ident, item in items.items() if ident not in memory.seen]
        self._rng.shuffle(new)
        if len(memory.seen) < FIRST_ONES:
            new.sort(key=lambda item: item.level)
        return [*due, *new, *later]

    def _seed(self, used: frozenset[int]) -> int:
        """A seed with which this person has not answered the item."""
        while (seed := self._rng.randrange(SEEDS)) in used and len(used) < SEEDS:
            pass
        return seed


def record(
    state: QuizState, user: int, question: Question, chosen: int, at: dt.datetime, guild: int | None = None
) -> Outcome:
    """Write an answer down; the same question counts once. Raises `ValueError` for what is no choice, `StateError`."""
    if not 0 <= chosen < len(question.choices):
        raise ValueError(f"{question.id} has no choice {chosen}")
    right = chosen == question.right
    counted, due = state.record(
        user,
        question.item,
        question.seed,
        right=right,
        at=at,
        guild=guild,
        remember=partial(advance, right=right, at=at),
    )
    return Outcome(question, chosen, counted, due)

"""Answers as values, and an answerer that hands them out, for what the real one cannot be made to do on demand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Any

from bot.answers.engine import Engine
from bot.answers.models import (
    Answer,
    Confirmation,
    DataUsed,
    Language,
    RuleCited,
    RulingCited,
    Step,
    Timings,
    Verdict,
)

DATA = DataUsed(
    retrieval="hybrid", cards_as_of="2026-02-01", rulings_as_of="2026-02-01", rules_effective=None
)
TIMINGS = Timings(total=1, understand=0, retrieve=0, confirm=0)


def an_answer(question: str = "Is the copy gone?", language: Language = "en", **changes: Any) -> Answer:
    """A confirmed answer with one ruling, one rule and two steps; `changes` replace fields."""
    fields: dict[str, Any] = {
        "question": question,
        "language": language,
        "verdict": Verdict(label="yes", value="yes", text="Yes. The copy is gone."),
        "confidence": "confirmed",
        "headline": "Yes. The copy is gone.",
        "explanation": "A copy of a card that is not cast ceases to exist (704.5e).",
        "rulings": (
            RulingCited(
                card="Grey Ledger",
                comment="The copy ceases to exist.",
                published_at="2024-04-12",
                source="wotc",
                score=0.9,
                key="00112233445566aa",
            ),
        ),
        "rules": (
            RuleCited(number="704.5e", text=None, summary="Copies outside the stack vanish.", score=0.9),
        ),
        "confirmation": Confirmation(
            status="confirmed",
            scenario="cipher/not-cast",
            steps=(
                Step(text="The trigger resolves.", rules=("608.2",)),
                Step(text="The copy is gone.", rules=("704.5e",)),
            ),
            status_text="Confirmed by the engine",
        ),
        "data": DATA,
        "timings_ms": TIMINGS,
    }
    return Answer(**{**fields, **changes})


class Handed:
    """Answers whatever the test hands over; a callable is called with question and language."""

    def __init__(self, make: Callable[[str, Language], Answer] = an_answer) -> None:
        self.make = make
        self.engine = Engine({})
        self.topics: list[tuple[str, ...]] = []
        self.asked: list[tuple[str, Language | None]] = []
        self.release = threading.Event()
        self.release.set()

    def warm_up(self) -> bool:
        return True

    def answer(
        self, text: str, *, language: Language | None = None, topic_cards: Iterable[str] = ()
    ) -> Answer:
        self.topics.append(tuple(topic_cards))
        self.asked.append((text, language))
        assert self.release.wait(20)
        return self.make(text, language or "en")

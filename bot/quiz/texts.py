"""What the quiz says, in the eight languages: `bot/locale/quiz/<language>.yaml`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from bot.answers.models import LANGUAGES, Language

WITHOUT_PLURAL = frozenset({"ja", "zh"})


class QuizTexts:
    """The texts of one language: `say("slips.storm")`; a missing key is a bug and raises `KeyError`."""

    def __init__(self, language: Language, entries: Mapping[str, str]) -> None:
        self.language = language
        self.entries = entries

    def __call__(self, key: str, **values: object) -> str:
        text = self.entries[key]
        return text.format(**values) if values else text

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return key in self.entries

    def count(self, key: str, n: int) -> str:
        """The form of `key` for `n` things."""
        one = n == 1 or (self.language in ("fr", "pt") and n == 0)
        form = "one" if one and self.language not in WITHOUT_PLURAL else "other"
        return self(f"{key}.{form}", n=n)

    def topic(self, topic: str) -> str:
        """A topic's name; keywords of the rules are English everywhere."""
        return self(f"topics.{topic}") if self.has(f"topics.{topic}") else topic

    def again(self, due: dt.datetime, now: dt.datetime) -> str:
        """When a question comes again."""
        minutes = max(1, round((due - now).total_seconds() / 60))
        if minutes < 90:
            return self.count("ui.minutes", minutes)
        hours = round(minutes / 60)
        return self.count("ui.hours", hours) if hours < 36 else self.count("ui.days", round(hours / 24))

    def listed(self, parts: list[str]) -> str:
        """Parts one after the other, as the language separates them."""
        return self("frame.comma").join(parts)


@cache
def quiz_texts(language: Language) -> QuizTexts:
    """The catalogue of a language."""
    source = files("bot") / "locale" / "quiz" / f"{language}.yaml"
    return QuizTexts(language, dict(_flat(yaml.safe_load(source.read_text(encoding="utf-8")))))


def all_quiz_texts() -> tuple[QuizTexts, ...]:
    """Every catalogue."""
    return tuple(quiz_texts(language) for language in LANGUAGES)


def _flat(tree: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)

"""Trials by choice instead of by words: what is tried, one or two cards, and the question that asks for it."""

from __future__ import annotations

from typing import Final

from bot.answers.catalogue import catalogue
from bot.answers.models import Language

TRIES: Final = (
    "does",
    "target",
    "counter",
    "block",
    "fight",
    "trigger",
    "trigger-theirs",
    "trigger-dies",
    "cast-with",
    "trigger-with",
    "their-turn",
    "response",
    "combat",
    "attack",
    "size",
    "loses",
)
"""What can be tried; each has a question in every language, `trial.ask.<name>`, which `asking` reads."""

OF_ONE_CARD: Final = frozenset({"their-turn", "response", "combat", "attack"})


def question_for(what: str, first: str, second: str | None, language: Language) -> str:
    """The question in that language, with the cards' names marked as names.

    Raises `ValueError` where the second card is missing, and `KeyError` for what is none of `TRIES`.
    """
    if what not in TRIES:
        raise KeyError(what)
    if what not in OF_ONE_CARD and not second:
        raise ValueError(f"{what} needs a second card")
    return catalogue(language)(f"trial.ask.{what}", first=f"[[{first}]]", second=f"[[{second}]]")

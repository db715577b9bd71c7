"""What the rules and rulings cannot answer: questions out of scope, and questions that say too little."""

from __future__ import annotations

import re
from functools import cache
from typing import cast, get_args

from bot.answers.concepts import SCRIPTIO_CONTINUA, compile_pattern, normalise
from bot.answers.data_files import load_data
from bot.answers.models import LANGUAGES, Language, OutOfScope

_VARIABLE = re.compile(r"(?<![a-z])x(?![a-z])")


@cache
def _patterns(language: Language) -> tuple[tuple[OutOfScope, tuple[re.Pattern[str], ...]], ...]:
    data = load_data("scope")
    assert set(data) == set(get_args(OutOfScope))
    assert all(set(by_language) == set(LANGUAGES) for by_language in data.values())
    return tuple(
        (cast(OutOfScope, kind), tuple(_compile(pattern, language) for pattern in by_language[language]))
        for kind, by_language in data.items()
    )


def _compile(pattern: str, language: Language) -> re.Pattern[str]:
    if pattern.endswith("$") and language not in SCRIPTIO_CONTINUA:
        return re.compile(compile_pattern(pattern[:-1], language).pattern + r"\W*$")
    return compile_pattern(pattern, language)


def out_of_scope(text: str, language: Language) -> OutOfScope | None:
    """The kind of a question that rules data does not answer, or None."""
    normalised = normalise(text, language)
    for kind, patterns in _patterns(language):
        if kind == "price" and _VARIABLE.search(normalised):
            continue
        if any(pattern.search(normalised) for pattern in patterns):
            return kind
    return None


@cache
def function_words() -> frozenset[str]:
    """English words that are never what a question is about."""
    return frozenset(load_data("names")["function_words"].split())


@cache
def small_words() -> frozenset[str]:
    """English words that change nothing about a situation."""
    return function_words() | frozenset(load_data("names")["small_words"].split())


def says_nothing(text: str, language: Language) -> bool:
    """Whether an English text consists of function words only ("does it work?")."""
    if language != "en":
        return False
    words = re.findall(r"[a-z]+", normalise(text, "en"))
    return not any(word not in function_words() for word in words)

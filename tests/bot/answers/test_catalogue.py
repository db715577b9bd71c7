"""The words of answers: the same keys and placeholders in every language, each in its own script."""

from __future__ import annotations

import re
import string

import pytest

from bot.answers.catalogue import catalogue
from bot.answers.models import LANGUAGES, Language
from bot.terminal.words import words

OTHERS = [language for language in LANGUAGES if language != "en"]


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_answers_in_another_language__have_the_same_keys_and_placeholders(language: Language) -> None:
    english, other = catalogue("en").entries, catalogue(language).entries
    assert set(other) == set(english)
    assert {key: _placeholders(text) for key, text in other.items()} == {
        key: _placeholders(text) for key, text in english.items()
    }


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_in_another_language__are_not_left_in_english(language: Language) -> None:
    english, other = catalogue("en").entries, catalogue(language).entries
    long = {key for key, text in english.items() if len(text.split()) > 4}
    assert [key for key in long if other[key] == english[key]] == []


@pytest.mark.parametrize(("language", "script"), [("ja", "[\u3040-\u30ff]"), ("zh", "[\u4e00-\u9fff]")])
def test_japanese_and_chinese__are_written_in_their_script(language: Language, script: str) -> None:
    texts = {**catalogue(language).entries, **words(language)}
    missing = [key for key, text in texts.items() if not re.search(script, text)]
    only_values = {"verdict.number", "note.unsupported", "verdict.x", "verdict.yes"}
    han_only = {key for key, text in texts.items() if re.search("[\u4e00-\u9fff]", text)}
    assert set(missing) - only_values - han_only == set()


@pytest.mark.parametrize("language", OTHERS)
def test_terminal_words__have_the_same_keys(language: Language) -> None:
    assert set(words(language)) == set(words("en"))

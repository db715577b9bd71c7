"""The catalogues: the same keys and placeholders in every language, each in its own script."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest

from bot.views.texts import Texts, all_texts, texts

OWN_SCRIPT = {"ja": ("HIRAGANA", "KATAKANA", "CJK"), "zh": ("CJK",)}
# The examples of what can be typed are partly English everywhere.
SAME_EVERYWHERE = ("languages.", "dates.pattern", "sources.", "commands.rule.query", "commands.define.term")


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("say", all_texts(), ids=lambda say: say.language)
def test_catalogue__has_the_keys_and_placeholders_of_the_english_one(say: Texts) -> None:
    english = texts("en").entries
    without_plural = (
        {key for key in english if key.endswith(".one")} if say.language in ("ja", "zh") else set()
    )
    assert set(say.entries) == set(english) - without_plural
    for key, text in say.entries.items():
        if isinstance(text, str):
            wanted = _placeholders(english[key])
            if key.endswith(".one"):
                wanted = _placeholders(text)  # "and one more" needs no number
            assert _placeholders(text) == wanted, key
            assert text.strip() == text != "", key


@pytest.mark.parametrize(
    "say", [say for say in all_texts() if say.language != "en"], ids=lambda say: say.language
)
def test_catalogue__is_written_in_its_own_words(say: Texts) -> None:
    english = texts("en").entries
    long = [
        k
        for k, v in say.entries.items()
        if isinstance(v, str) and len(v) > 25 and not k.startswith(SAME_EVERYWHERE)
    ]
    assert not [key for key in long if say.entries[key] == english[key]]
    scripts = OWN_SCRIPT.get(say.language)
    for key in long:
        letters = [c for c in re.sub(r"\{\w+\}", "", say.entries[key]) if c.isalpha()]
        if scripts:
            own = [c for c in letters if unicodedata.name(c, "").startswith(scripts)]
            assert len(own) * 3 >= len(letters), key
        else:
            assert all(unicodedata.name(c, "").startswith("LATIN") for c in letters), key


@pytest.mark.parametrize("say", all_texts(), ids=lambda say: say.language)
def test_dates__are_written_as_the_language_writes_them(say: Texts) -> None:
    written = {
        "en": "April 12, 2024",
        "de": "12. April 2024",
        "es": "12 de abril de 2024",
        "fr": "12 avril 2024",
        "it": "12 aprile 2024",
        "ja": "2024年4月12日",
        "pt": "12 de abril de 2024",
        "zh": "2024年4月12日",
    }
    assert say.date("2024-04-12") == written[say.language]
    assert say.date("someday") == "someday"


def test_counts__take_the_form_of_the_language() -> None:
    assert texts("it").count("answer.more", 1) == "e un altro"
    assert texts("it").count("answer.more", 3) == "e altri 3"
    assert texts("ja").count("answer.more", 1) == "ほか 1 件"
    assert texts("de").count("answer.more", 1) == "und 1 weiteres"

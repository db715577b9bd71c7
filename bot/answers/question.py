"""From a person's text to a `Question`: cleaned, its language recognised, marked names and rule numbers taken out."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING

from bot.answers.data_files import load_data
from bot.answers.errors import QuestionError
from bot.answers.models import LANGUAGES, Language, Question

if TYPE_CHECKING:
    from lingua import LanguageDetector

MAX_CHARACTERS = 2000
"""Longer texts are refused; real questions have 17 words."""

_BRACKETED = re.compile(r"\[\[([^\[\]]{1,200})\]\]")
_RULE_NUMBER = re.compile(r"(?<![\w.])([1-9]\d{2}(?:\.\d{1,3}[a-z]?)?)(?![\w]|\.\d)", re.IGNORECASE)
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
_SPACES = {"\t", "\n", "\r", "\v", "\f", "\x85"}
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
_KANA = re.compile(r"[\u3040-\u30ff\uff66-\uff9f]")
_LETTERS_OF_OUR_LANGUAGES = re.compile(
    r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff21-\uff3a\uff41-\uff5a\uff66-\uff9f]"
)
_DETECTED: dict[str, Language] = {
    "ENGLISH": "en", "GERMAN": "de", "SPANISH": "es", "FRENCH": "fr",
    "ITALIAN": "it", "JAPANESE": "ja", "PORTUGUESE": "pt", "CHINESE": "zh",
}  # fmt: skip
FEW_WORDS = 4
SURE = 0.85


def clean(text: str) -> str:
    """NFC, on one line, without control, bidirectional and other invisible characters.

    Joiners inside emoji go too: no name or rule needs them.
    """
    text = unicodedata.normalize("NFC", text)
    kept = (
        " " if char in _SPACES else "" if unicodedata.category(char) in _HIDDEN else char for char in text
    )
    return " ".join("".join(kept).split())


def read_question(
    text: str,
    *,
    language: Language | None = None,
    names: Iterable[str] = (),
    without: Iterable[str] = (),
    topic_cards: Iterable[str] = (),
) -> Question:
    """Understand a text as a question; raises `QuestionError` for what cannot be one.

    `language` overrides recognition; `names` are card names in the text that say nothing about its language.
    """
    if len(text) > MAX_CHARACTERS:
        raise QuestionError("too_long", limit=MAX_CHARACTERS, length=len(text))
    cleaned = clean(text)
    if not cleaned:
        raise QuestionError("empty")
    letters = [char for char in cleaned if char.isalpha()]
    numbers = tuple(dict.fromkeys(match[1].lower() for match in _RULE_NUMBER.finditer(cleaned)))
    if not letters and not any("." in number for number in numbers):
        raise QuestionError("no_words")
    ours = sum(1 for char in letters if _LETTERS_OF_OUR_LANGUAGES.match(char))
    if letters and ours * 2 < len(letters):
        raise QuestionError("unsupported_language")
    return Question(
        text=cleaned,
        language=language or recognise(cleaned, names),
        marked=tuple(dict.fromkeys(name.strip() for name in _BRACKETED.findall(cleaned) if name.strip())),
        rule_numbers=numbers,
        without=tuple(without),
        topic_cards=tuple(topic_cards),
    )


def recognise(text: str, names: Iterable[str] = ()) -> Language:
    """The language of a text; card names in it do not count as long as enough is left. English when nothing is clear."""
    bare = _RULE_NUMBER.sub(" ", _BRACKETED.sub(" ", text))
    for name in sorted(names, key=len, reverse=True):
        bare = re.sub(re.escape(name), " ", bare, flags=re.IGNORECASE)
    if _KANA.search(bare):
        return "ja"
    if len(_HAN.findall(bare)) * 3 >= len([char for char in bare if char.isalpha()]) and _HAN.search(bare):
        return "zh"
    if _KANA.search(text) or _HAN.search(text):
        return "ja" if _KANA.search(text) else "zh"
    if re.search("[¿¡]", bare):
        return "es"
    if len(re.findall(r"[^\W\d_]{2,}", bare)) < 2:
        bare = _RULE_NUMBER.sub(" ", text)
    values = {
        _DETECTED[value.language.name]: value.value
        for value in _detector().compute_language_confidence_values(bare)
    }
    votes = _votes(bare)
    best = max(votes, key=lambda language: values[language])
    words = len(re.findall(r"[^\W\d_]{2,}", bare))
    if not any(votes.values()) and words < FEW_WORDS and (not words or values[best] < SURE):
        return "en"
    if votes[best] == max(votes.values()):
        return best
    most = max(votes, key=lambda language: (votes[language], values[language]))
    if votes[most] >= votes[best] + (1 if votes[best] == 0 else 2):
        return most
    return best


def _votes(text: str) -> dict[Language, int]:
    """How many different small words of each language stand in the text."""
    words = set(re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", text.casefold().replace("’", "'")))
    return {language: len(words & small) for language, small in _small_words().items()}


@cache
def _small_words() -> dict[Language, frozenset[str]]:
    data = load_data("languages")
    return {language: frozenset(data[language].split()) for language in LANGUAGES if language in data}


@cache
def _detector() -> LanguageDetector:
    from lingua import Language as Lingua
    from lingua import LanguageDetectorBuilder

    languages = [getattr(Lingua, name) for name in _DETECTED]
    return LanguageDetectorBuilder.from_languages(*languages).with_low_accuracy_mode().build()

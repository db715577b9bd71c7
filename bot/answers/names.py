"""Names in a question: those that no card has (marked in any language, capitalised in English), and a text without names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache

from bot.answers.data_files import load_data
from bot.answers.models import Language
from bot.answers.scope import function_words
from knowledge import CardMatch

_MARKED = re.compile(r"\[\[([^\[\]]+)\]\]|《([^《》]+)》")
_QUOTED = re.compile(r"[“\"„«]\s?([^“”\"„«»]{2,80}?)\s?[”\"“»]")
_ASKED_FOR = re.compile(
    r"\b(?i:the card|card (?:called|named)|die karte|karte namens|la carta(?: llamada| chiamata)?|la carte(?: appelee| nommee)?|o card|a carta)"
    r"\s+((?:[A-Z][\w'’-]*)(?:\s+(?:of|the|and|to|in|from|a|de|der|des|di|du|la|le|von|//|[A-Z][\w'’-]*))*)"
)
_JOINING = r"(?:of|the|and|to|in|from|for|with|a|at|on|by)"
_CAPITALISED = re.compile(rf"[A-Z][\w'’-]*(?:,? (?:{_JOINING} )*[A-Z][\w'’-]*)*")


@cache
def _not_cards() -> frozenset[str]:
    return frozenset(name.casefold() for name in load_data("names")["not_cards"])


def unknown_names(text: str, language: Language, known: Iterable[tuple[int, int]]) -> tuple[str, ...]:
    """Names in the text outside the `known` spans, in their order. German nouns are capitalised, so only English is read so."""
    spans = tuple(known)
    found: dict[str, None] = {}
    for start, name in sorted(_candidates(text, language)):
        ordinary = name.casefold() in _not_cards() or all(
            _ordinary(word) for word in re.findall(r"[\w'’-]+", name)
        )
        marked = text[:start].endswith(("[[", "《"))
        if not _touches(start, start + len(name), spans) and (marked or not ordinary):
            found.setdefault(name)
    names = tuple(found)
    return tuple(name for name in names if not any(name != other and name in other for other in names))


def _touches(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(start < span_end and span_start < end for span_start, span_end in spans)


def _candidates(text: str, language: Language) -> Iterable[tuple[int, str]]:
    for pattern in (_MARKED, _ASKED_FOR):
        for match in pattern.finditer(text):
            group = next(index for index, value in enumerate(match.groups(), 1) if value)
            yield match.start(group), match[group].strip()
    for match in _QUOTED.finditer(text):
        if (
            match[1][:1].isupper()
            and len(match[1].split()) <= 7
            and not match[1].rstrip().endswith((".", "?", "!"))
        ):
            yield match.start(1), match[1]
    if language == "en":
        yield from _english(text)


def _english(text: str) -> Iterable[tuple[int, str]]:
    """Capitalised words inside a sentence; at its beginning only when two or more stand together."""
    for match in _CAPITALISED.finditer(text):
        name = re.sub(r"['’]s$", "", match[0])
        start = match.start()
        first, _, rest = name.partition(" ")
        opens = _opens_sentence(text, start)
        if opens and (first.casefold() in function_words() or not rest):
            # "If Fireball …": the sentence's first word is capitalised anyhow
            if not rest or rest.partition(" ")[0].islower():
                continue
            start += len(first) + 1
            name = rest
        words = re.findall(r"[\w'’-]+", name)
        if all(_ordinary(word) for word in words):
            continue
        yield start, name


def _ordinary(word: str) -> bool:
    """Whether a capitalised word is no name: "I", "X", "A", an abbreviation such as "ETB", a function word."""
    if re.search(r"n['’]t$", word, re.IGNORECASE):  # "Isn't", "Don't" at the beginning
        return True
    bare = re.sub(r"['’]\w+$", "", word)
    return (
        len(bare) < 2
        or bare.isupper()
        or bare.casefold() in function_words()
        or bare.casefold() in _not_cards()
    )


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip(" \"“'([")
    return not before or before[-1] in ".?!:;"


def without_names(
    text: str, matches: Iterable[CardMatch], instead: Callable[[CardMatch], str] = lambda match: " "
) -> str:
    """The text with something else, by default a space, in the place of each name that was found in it."""
    for match in sorted(matches, key=lambda one: -one.start):
        text = f"{text[: match.start]}{instead(match)}{text[match.end :]}"
    return text

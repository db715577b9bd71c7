"""What a question is about, led to the rules that decide such questions: a reviewed map from words to rule numbers.

Rules are written in words that players do not use, and most questions turn on rules that name nothing of what the
question names: "can he respond before I get the token" is decided by who has priority. `builtin/topics.yaml` says
which words ask for which rules, and which texts of cards bring which rules with them.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from knowledge import builtin_corpus
from knowledge.lexical_index import stem, words_and_pairs

NEXT = 0.8  # what a topic's second rule counts of its first, the third of the second, and so on
_LONGEST = 6  # words that are looked for next to each other
_SIGNS = (
    (re.compile(r"\+1/\+1"), " plusplus "),
    (re.compile(r"[-−–]1/[-−–]1"), " minusminus "),
    (re.compile(r"\{t\}", re.IGNORECASE), " tapsign "),
    (re.compile(r"\{q\}", re.IGNORECASE), " untapsign "),
    (re.compile(r"\{x\}", re.IGNORECASE), " xsign "),
    (re.compile(r"\*/\*"), " starstar "),
)
_REMINDER = re.compile(r"\([^()]*\)")
_SENTENCE = re.compile(r"[.\n•]+")

Weigh = Callable[[str], float]
"""How much a word tells, 0..1."""


class Words:
    """The words of a text and its runs of words, ready to be looked through."""

    __slots__ = ("_runs", "_sorted")

    def __init__(self, text: str) -> None:
        raw = _words(text)
        runs = set(_runs(raw))
        runs.update(_runs([stem(word) for word in raw]))
        self._runs = frozenset(runs)
        self._sorted = sorted(runs)

    def find(self, run: str, *, begins: bool) -> str | None:
        """The run of words as it stands in the text, or None; with `begins`, its last word may go on."""
        if run in self._runs:
            return run
        if not begins:
            return None
        place = bisect_left(self._sorted, run)
        if place == len(self._sorted) or not self._sorted[place].startswith(run):
            return None
        return " ".join(self._sorted[place].split(" ")[: run.count(" ") + 1])


def _words(text: str) -> list[str]:
    for sign, word in _SIGNS:
        text = sign.sub(word, text)
    return words_and_pairs(text)


def _runs(words: Sequence[str]) -> Iterable[str]:
    for size in range(1, _LONGEST + 1):
        for place in range(len(words) - size + 1):
            yield " ".join(words[place : place + size])


@dataclass(frozen=True, slots=True)
class Pattern:
    """Words that must all be in a text, each given as its alternatives: a run, and whether it only begins."""

    needs: tuple[tuple[tuple[str, bool], ...], ...]

    def found(self, text: Words) -> list[str] | None:
        """Those of the words that the text has, or None if one is missing."""
        fitting = []
        for runs in self.needs:
            for run, begins in runs:
                if (word := text.find(run, begins=begins)) is not None:
                    fitting.append(word)
                    break
            else:
                return None
        return fitting


def parse_pattern(text: str) -> Pattern:
    """Reads a pattern of the data file; a ValueError says which part is no word, or too long."""
    return Pattern(tuple(tuple(map(_alternative, token.split("|"))) for token in text.split()))


def _alternative(option: str) -> tuple[str, bool]:
    words = _words(option.replace("_", " "))
    if not 0 < len(words) <= _LONGEST:
        raise ValueError(f"{option!r} is not one to {_LONGEST} words")
    return " ".join(words), option.endswith("*") and option != "*/*"


@dataclass(frozen=True, slots=True)
class _Topic:
    rules: tuple[str, ...]
    ask: tuple[Pattern, ...]
    card: tuple[Pattern, ...]


@cache
def _topics() -> tuple[_Topic, ...]:
    return tuple(
        _Topic(topic.rules, tuple(map(parse_pattern, topic.ask)), tuple(map(parse_pattern, topic.card)))
        for topic in builtin_corpus.topics()
    )


@cache
def often_decides() -> Mapping[str, float]:
    """By rule number, how widely a rule decides: the logarithm of the topics that lead to it."""
    counts: Counter[str] = Counter()
    for topic in _topics():
        for place, number in enumerate(topic.rules):
            counts[number] += NEXT**place  # type: ignore[assignment]
    return {number: math.log1p(count) for number, count in counts.items()}


@lru_cache(maxsize=512)
def sentences(card_text: str, name: str) -> tuple[Words, ...]:
    """The sentences of a card's text, without reminders; its name becomes "this"."""
    text = _REMINDER.sub(" ", card_text)
    for short in dict.fromkeys((name, name.partition(",")[0])):
        text = text.replace(short, "this")
    return tuple(Words(part) for part in _SENTENCE.split(text) if part.strip())


@dataclass(frozen=True, slots=True)
class Topics:
    """By rule number, how strongly a question's words, and its cards' texts, speak of what the rule decides."""

    asked: Mapping[str, float]
    on_card: Mapping[str, float]


def find_topics(english: str, cards: Iterable[Words], weigh: Weigh) -> Topics:
    """The rules that a question, read in English, and the sentences of its cards speak of."""
    question, texts = (Words(english),), tuple(cards)
    asked: dict[str, float] = {}
    on_card: dict[str, float] = {}
    for topic in _topics():
        _add(asked, topic.rules, _strength(topic.ask, question, weigh))
        _add(on_card, topic.rules, _strength(topic.card, texts, weigh))
    return Topics(asked, on_card)


def _add(found: dict[str, float], rules: Sequence[str], strength: float) -> None:
    if strength:
        for place, number in enumerate(rules):
            found[number] = found.get(number, 0.0) + strength * NEXT**place


def _strength(patterns: Iterable[Pattern], texts: Sequence[Words], weigh: Weigh) -> float:
    """The best pattern counts: the more and the rarer its words, the more."""
    best = 0.0
    for pattern in patterns:
        for text in texts:
            if (words := pattern.found(text)) is not None:
                best = max(best, sum(map(weigh, words)))
    return best

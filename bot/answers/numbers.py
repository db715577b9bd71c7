"""Numbers that a question claims: "twice", "only one", "more than 0"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bot.answers.models import Language

Comparison = Literal["equal", "other", "more", "less", "at_least", "at_most"]

_WORDS: dict[Language, dict[str, int]] = {
    "en": {"zero": 0, "one": 1, "once": 1, "a single": 1, "two": 2, "twice": 2, "both": 2, "three": 3, "thrice": 3, "three times": 3,
           "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "nothing": 0},
    "de": {"null": 0, "einmal": 1, "eins": 1, "zwei": 2, "zweimal": 2, "beide": 2, "drei": 3, "dreimal": 3, "vier": 4, "funf": 5},
    "es": {"cero": 0, "una vez": 1, "uno": 1, "dos": 2, "ambos": 2, "tres": 3, "cuatro": 4, "cinco": 5},
    "fr": {"zero": 0, "une fois": 1, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5},
    "it": {"zero": 0, "una volta": 1, "uno": 1, "due": 2, "tre": 3, "quattro": 4, "cinque": 5},
    "pt": {"zero": 0, "uma vez": 1, "dois": 2, "duas": 2, "tres": 3, "quatro": 4, "cinco": 5},
    "ja": {"零": 0, "一回": 1, "1回": 1, "二回": 2, "2回": 2, "三回": 3, "3回": 3},
    "zh": {"零": 0, "一次": 1, "两次": 2, "二次": 2, "三次": 3},
}  # fmt: skip
_COMPARISONS: tuple[tuple[Comparison, str], ...] = (
    ("other", r"(?:other than|anything but|different from|besides|except|not equal to) (?:just )?$"),
    ("more", r"(?:more|greater|higher|larger|bigger|above|over)(?: than)? (?:just |only )?$"),
    ("less", r"(?:less|fewer|lower|smaller|below|under)(?: than)? $"),
    ("at_least", r"(?:at least) $"),
    ("at_most", r"(?:at most|no more than|up to|not more than) $"),
)


_NAMES = re.compile(
    r"\bmain (?:phase )?(?:one|two|[12])\b|\b(?:one|two|three|four|[2-9])-\w+|\bonce (?:for|per) (?:each|every)\b|\bat once\b|\bno one\b"
)


@dataclass(frozen=True, slots=True)
class NumberClaim:
    """A number with the comparison that the question puts before it."""

    comparison: Comparison
    value: int

    def holds(self, observed: int) -> bool:
        """Whether the claim is true of the observed number."""
        return {
            "equal": observed == self.value,
            "other": observed != self.value,
            "more": observed > self.value,
            "less": observed < self.value,
            "at_least": observed >= self.value,
            "at_most": observed <= self.value,
        }[self.comparison]


def numbers_in(text: str, language: Language) -> Iterator[tuple[int, int, int]]:
    """Value, start and end of each number in a normalised text; not those of rules, costs, sizes and phases."""
    words = _WORDS[language]
    alternatives = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    boundary = "" if language in {"ja", "zh"} else r"\b"
    hidden = [match.span() for match in _NAMES.finditer(text)]
    for match in re.finditer(rf"(?<![\w./{{+-])(\d+)(?![\w./}}])|{boundary}({alternatives}){boundary}", text):
        if not any(start < match.end() and match.start() < end for start, end in hidden):
            yield (int(match[1]) if match[1] else words[match[2]]), match.start(), match.end()


def claimed_number(query: str, language: Language) -> NumberClaim | None:
    """The one number in a normalised text that is not part of a rule number, cost or power/toughness; None when there are several."""
    found: dict[int, NumberClaim] = {}
    for value, start, _ in numbers_in(query, language):
        comparison: Comparison = next(
            (name for name, text in _COMPARISONS if re.search(text, query[:start])), "equal"
        )
        found[value] = NumberClaim(comparison, value)
    if re.search(r"\bnon ?zero\b", query):
        return NumberClaim("other", 0)
    return next(iter(found.values())) if len(found) == 1 else None

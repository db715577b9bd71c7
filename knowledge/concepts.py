"""Players' words led to the words of rules and rulings ("steals" to "gains control")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from knowledge import builtin_corpus
from knowledge.lexical_index import words_and_pairs

_LONGEST = 6  # words of a form


@cache
def _forms() -> tuple[Mapping[tuple[str, ...], tuple[str, ...]], Mapping[tuple[str, ...], tuple[str, ...]]]:
    whole: dict[tuple[str, ...], tuple[str, ...]] = {}
    stems: dict[tuple[str, ...], tuple[str, ...]] = {}
    for concept in builtin_corpus.concepts():
        for form in concept.say:
            target = stems if form.endswith("*") else whole
            key = tuple(words_and_pairs(form.rstrip("*")))
            target[key] = (*target.get(key, ()), concept.mean)
    return whole, stems


def expansions(english: str) -> list[str]:
    """What the words of an English text mean in the words of the rules, each once, in the order of the text."""
    words = words_and_pairs(english)
    found: dict[str, None] = {}
    for place in range(len(words)):
        for size in range(1, min(_LONGEST, len(words) - place) + 1):
            for meaning in _meanings(words[place : place + size]):
                found[meaning] = None
    return list(found)


def _meanings(run: Sequence[str]) -> tuple[str, ...]:
    whole, stems = _forms()
    exact = whole.get(tuple(run), ())
    last = run[-1]
    for length in range(len(last), 2, -1):
        if stem := stems.get((*run[:-1], last[:length])):
            return (*exact, *stem)
    return exact

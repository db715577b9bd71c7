"""Foreign words to English ones, learned from cards printed in both languages (IBM Model 1).

Brown et al. 1993, "The Mathematics of Statistical Machine Translation", model 1: every foreign word is explained
by one of the English words of the same line, or by none.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from knowledge.content import Progress
from knowledge.lexical_index import STOP_WORDS, stem, words_and_pairs

MOST_LINES = 12_000
FEWEST_LINES = 400  # below, a word's company says too little about its meaning
LEARNED = ("de", "es", "fr", "it", "ja", "pt", "zh")
_ROUNDS = 6
_KEPT_MEANINGS = 3
_LEAST_PROBABILITY = 0.08
_LONGEST_LINE = 60


def learn_gloss(store: sqlite3.Connection, progress: Progress) -> Iterator[tuple[str, str, str, float]]:
    """Rows of (language, foreign word, English word, probability) for every language with enough aligned lines."""
    for done, language in enumerate(LEARNED):
        progress("learning words", done, len(LEARNED))
        pairs = aligned_lines(store, language)
        if len(pairs) >= FEWEST_LINES:
            for foreign, english, probability in train(pairs):
                yield language, foreign, english, probability
    progress("learning words", len(LEARNED), len(LEARNED))


def foreign_words(text: str) -> list[str]:
    """A foreign text as the model reads it."""
    return words_and_pairs(text)


def aligned_lines(store: sqlite3.Connection, language: str) -> list[tuple[list[str], list[str]]]:
    """Pairs of (foreign words, English stems) of lines that say the same, of the newest printings first."""
    rows = store.execute(
        "SELECT p.text, json_extract(c.card, '$.oracle_text') FROM printed p JOIN cards c USING (oracle_id)"
        " WHERE p.language = ? AND p.text IS NOT NULL AND c.standing = 0 ORDER BY p.released_at DESC, p.oracle_id",
        (language,),
    )
    pairs: list[tuple[list[str], list[str]]] = []
    seen: set[tuple[str, str]] = set()
    for printed, oracle in rows:
        foreign_lines, english_lines = printed.split("\n"), (oracle or "").split("\n")
        if len(foreign_lines) != len(english_lines):
            continue
        for pair in zip(foreign_lines, english_lines, strict=True):
            if pair in seen:
                continue
            seen.add(pair)
            foreign, english = foreign_words(pair[0]), [stem(w) for w in words_and_pairs(pair[1])]
            if foreign and english and max(len(foreign), len(english)) <= _LONGEST_LINE:
                pairs.append((foreign, english))
        if len(pairs) >= MOST_LINES:
            break
    return pairs


def train(pairs: Sequence[tuple[list[str], list[str]]]) -> Iterator[tuple[str, str, float]]:
    """Expectation maximisation over all word pairs of all lines; yields the likely English meanings of each word."""
    foreign_ids, english_ids = _Ids(), _Ids()
    null = english_ids[""]
    sources, targets, groups = _word_pairs(pairs, foreign_ids, english_ids, null)
    cells, cell_of_pair = np.unique(
        sources.astype(np.int64) * len(english_ids.words) + targets, return_inverse=True
    )
    cell_english = cells % len(english_ids.words)
    cell_foreign = cells // len(english_ids.words)
    # t(foreign | english), first uniform
    probability = np.ones(len(cells), dtype=np.float64)
    counts = np.ones(len(cells), dtype=np.float64)
    for _ in range(_ROUNDS):
        shares = probability[cell_of_pair]
        shares /= np.bincount(groups, weights=shares)[groups]
        counts = np.bincount(cell_of_pair, weights=shares, minlength=len(cells)).astype(np.float64)
        probability = counts / np.bincount(cell_english, weights=counts)[cell_english]
    # what a foreign word means is read the other way round: of its occurrences, how many each English word explains
    meaning = counts / np.bincount(cell_foreign, weights=counts)[cell_foreign]
    yield from _best_meanings(
        cell_foreign, cell_english, meaning, counts, foreign_ids.words, english_ids.words
    )


class _Ids(defaultdict[str, int]):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []

    def __missing__(self, word: str) -> int:
        self[word] = len(self.words)
        self.words.append(word)
        return self[word]


def _word_pairs(
    pairs: Sequence[tuple[list[str], list[str]]], foreign_ids: _Ids, english_ids: _Ids, null: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """All (foreign occurrence, English word of its line): parallel arrays, `groups` numbering the occurrences."""
    sources, targets, groups = [], [], []
    occurrence = 0
    for foreign, english in pairs:
        line = np.array([null, *(english_ids[word] for word in dict.fromkeys(english))], dtype=np.int32)
        words = np.array([foreign_ids[word] for word in foreign], dtype=np.int32)
        sources.append(np.repeat(words, len(line)))
        targets.append(np.tile(line, len(words)))
        groups.append(np.repeat(np.arange(occurrence, occurrence + len(words), dtype=np.int32), len(line)))
        occurrence += len(words)
    return np.concatenate(sources), np.concatenate(targets), np.concatenate(groups)


def _best_meanings(
    foreign: NDArray[np.int64],
    english: NDArray[np.int64],
    meaning: NDArray[np.float64],
    counts: NDArray[np.float64],
    foreign_words: Sequence[str],
    english_words: Sequence[str],
) -> Iterator[tuple[str, str, float]]:
    order = np.lexsort((-meaning, foreign))
    kept: Counter[int] = Counter()
    for cell in order:
        word, probability = int(foreign[cell]), float(meaning[cell])
        target = english_words[int(english[cell])]
        if probability < _LEAST_PROBABILITY or counts[cell] < 1.5 or kept[word] >= _KEPT_MEANINGS:
            continue
        kept[word] += 1
        if target and target not in STOP_WORDS:
            yield foreign_words[word], target, round(probability, 4)

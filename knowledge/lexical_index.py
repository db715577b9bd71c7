"""The lexical index: BM25 over words, and over pairs of characters in scripts without spaces (bm25s)."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from knowledge.folding import UNSPACED, fold_quotes, fold_word
from knowledge.threads import cap_threads

FOLDER = "lexical"

_RUN = re.compile(rf"[{UNSPACED}]+|[^\W_{UNSPACED}]+(?:'[^\W_{UNSPACED}]+)*")
_UNSPACED = re.compile(rf"[{UNSPACED}]")
_ELISIONS = frozenset(
    [
        "l",
        "d",
        "j",
        "m",
        "n",
        "s",
        "t",
        "c",
        "qu",
        "un",
        "dell",
        "all",
        "nell",
        "sull",
        "dall",
        "quell",
        "jusqu",
        "lorsqu",
        "puisqu",
        "quelqu",
        "gl",
    ]
)
STOP_WORDS = frozenset(
    [
        "a",
        "an",
        "and",
        "are",
        "as",
        "at",
        "be",
        "been",
        "but",
        "by",
        "did",
        "do",
        "does",
        "for",
        "from",
        "had",
        "has",
        "have",
        "he",
        "her",
        "his",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "me",
        "my",
        "of",
        "on",
        "or",
        "our",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "too",
        "up",
        "us",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whose",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)


@lru_cache(maxsize=1 << 15)
def stem(word: str) -> str:
    """A light English stem: plurals and the commonest verb endings, nothing that joins different words."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def words_and_pairs(text: str) -> list[str]:
    """The folded words of a text in order (elided articles split off), and character pairs of unspaced scripts."""
    found: list[str] = []
    for run in _RUN.findall(fold_quotes(text)):
        if _UNSPACED.match(run):
            folded = fold_word(run)
            found += [folded[place : place + 2] for place in range(max(1, len(folded) - 1))]
            continue
        head, _, tail = run.partition("'")
        if not tail:
            found.append(fold_word(run))
        elif tail.lower() == "s":
            found.append(fold_word(head))
        elif head.lower() in _ELISIONS and len(tail) > 1:
            found += words_and_pairs(tail)
        else:
            found.append(fold_word(run))
    return found


def terms(text: str) -> list[str]:
    """What of a text is indexed: stems without stop words."""
    return [stem(word) for word in words_and_pairs(text) if word not in STOP_WORDS]


def write_lexical(folder: Path, texts: Sequence[str]) -> None:
    """Writes the index; document i is passage i."""
    bm25s = _bm25s()
    index = bm25s.BM25(method="lucene", k1=1.2, b=0.75)
    index.index([terms(text) or ["\0"] for text in texts], show_progress=False, create_empty_token=False)
    index.save(str(folder / FOLDER), show_progress=False)


def _bm25s() -> Any:
    cap_threads()
    import bm25s

    # Importing it sets its logger to DEBUG, so this comes after.
    logging.getLogger("bm25s").setLevel(logging.WARNING)
    return bm25s


class LexicalIndex:
    """Scores every passage against weighted terms. A score is at most the query's `bound`."""

    def __init__(self, folder: Path) -> None:
        try:
            index = _bm25s().BM25.load(str(folder / FOLDER), mmap=True, show_progress=False)
            self._vocabulary: dict[str, int] = index.vocab_dict
            self._data: NDArray[np.float32] = index.scores["data"]
            self._rows: NDArray[np.int32] = index.scores["indices"]
            self._starts: NDArray[np.int64] = np.asarray(index.scores["indptr"])
            self.size = int(index.scores["num_docs"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"{FOLDER} cannot be read: {error}") from error
        if len(self._starts) < 2 or int(self._starts[-1]) > len(self._data):
            raise ValueError(f"{FOLDER} is truncated")

    def frequency(self, term: str) -> int:
        """In how many passages a term stands."""
        place = self._vocabulary.get(term)
        return 0 if place is None else int(self._starts[place + 1] - self._starts[place])

    def idf(self, term: str) -> float:
        """How much a term tells, at most (that of a word that stands nowhere) about ln(2 · passages)."""
        frequency = self.frequency(term)
        return float(np.log(1 + (self.size - frequency + 0.5) / (frequency + 0.5)))

    @property
    def rarest(self) -> float:
        """The weight of a word that stands nowhere."""
        return float(np.log(1 + (self.size + 0.5) / 0.5))

    def scores(self, query: Mapping[str, float]) -> NDArray[np.float32]:
        """One score a passage: the sum over the query's terms of weight times BM25."""
        scores = np.zeros(self.size, dtype=np.float32)
        for term, weight in query.items():
            place = self._vocabulary.get(term)
            if place is not None:
                start, end = self._starts[place], self._starts[place + 1]
                scores[self._rows[start:end]] += weight * self._data[start:end]
        return scores

    def bound(self, query: Mapping[str, float]) -> float:
        """What a passage that held every term of the query over and over would come near to."""
        return sum(weight * self.idf(term) for term, weight in query.items())

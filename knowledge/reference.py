"""The frozen reference system that every gain is measured against: do not improve it.

MiniLM 0.6 and BM25 0.4, each over its best score for the question, on the question read in English by the learned
words, and 0.2 for a ruling on a card whose name stands in the question.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from knowledge.embedders import Encoder
from knowledge.gloss import gloss
from knowledge.language import Language
from knowledge.lexical_index import LexicalIndex, terms
from knowledge.models import CardMatch
from knowledge.store import Store
from knowledge.vector_index import VectorIndex

DENSE, LEXICAL, CARD = 0.6, 0.4, 0.2


class ReferenceSystem:
    """Ranks the rulings of a generation the way the first measurements did."""

    def __init__(
        self, store: Store, language: Language, lexical: LexicalIndex, vectors: VectorIndex, encoder: Encoder
    ) -> None:
        self._store = store
        self._language = language
        self._lexical = lexical
        self._encoder = encoder
        self._size = store.count("SELECT count(*) FROM passages WHERE kind = 'ruling'")
        self._vectors = vectors.vectors(np.arange(self._size))

    def rank(
        self, question: str, language: str, cards: Sequence[CardMatch], k: int = 10
    ) -> list[tuple[str, float]]:
        """The k best rulings' texts with their scores."""
        english, weights = question, dict.fromkeys(terms(question), 1.0)
        if language != "en":
            reading = gloss(question, language, self._language)
            english, weights = reading.text, dict(reading.terms)
        dense = np.clip(self._vectors @ self._encoder.encode_query(english or question), 0.0, None)
        lexical = self._lexical.scores(weights)[: self._size]
        scores = DENSE * _over_best(dense) + LEXICAL * _over_best(lexical)
        for passage in self._store.passages_of_cards(match.oracle_id for match in cards):
            scores[passage] += CARD
        best = np.argsort(-scores, kind="stable")[:k]
        passages = self._store.passages(int(place) for place in best)
        return [(passages[int(place)].text, round(float(scores[place]), 4)) for place in best]


def _over_best(
    scores: np.ndarray[tuple[int], np.dtype[np.float32]],
) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    best = float(scores.max(initial=0.0))
    return (scores / np.float32(best)).astype(np.float32) if best > 0 else scores

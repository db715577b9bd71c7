"""A small index over given texts: which of some prepared phrasings is a question nearest to?"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import math
import secrets
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from knowledge.embedders import Encoder, Vectors
from knowledge.errors import EmbedderError
from knowledge.gloss import gloss
from knowledge.language import Language
from knowledge.lexical_index import terms

LOG = logging.getLogger(__name__)

FOLDER = "phrases"
DENSE = 0.7  # the share of the encoder in a score; the rest is shared rare words


class PhraseIndex:
    """Finds the nearest of the texts it was made over.

    The vectors are made on first use and kept in `folder` under a hash of model and texts; without an encoder
    (or on a disk that cannot be written) it does with what there is.
    """

    def __init__(
        self,
        texts: Sequence[str],
        *,
        folder: Path | None,
        encoder: Callable[[], Encoder | None],
        language: Language | None,
    ) -> None:
        self._texts = tuple(texts)
        self._folder = folder
        self._encoder = encoder
        self._language = language
        self._vectors: Vectors | None = None
        documents = [Counter(terms(text)) for text in self._texts]
        frequency = Counter(term for document in documents for term in document)
        self._idf = {term: math.log(1 + len(documents) / count) for term, count in frequency.items()}
        self._unseen = math.log(1 + len(documents)) if documents else 0.0
        self._lexical = [self._normed(document) for document in documents]

    def __len__(self) -> int:
        return len(self._texts)

    def search(self, query: str, k: int = 5, *, language: str = "en") -> list[tuple[int, float]]:
        """(index, score in 0..1) of the k texts nearest to the query, best first."""
        if not self._texts:
            return []
        if language == "en":
            english, weights = query, Counter(terms(query))
        else:
            reading = gloss(query, language, self._language)
            english, weights = reading.text, Counter(dict(reading.terms))
        wanted = self._normed(weights)
        lexical = np.array([_cosine(wanted, document) for document in self._lexical], dtype=np.float32)
        dense = self._similar(english) if english.strip() else None
        scores = lexical if dense is None else DENSE * dense + (1 - DENSE) * lexical
        order = np.argsort(-scores, kind="stable")[:k]
        return [(int(place), round(float(scores[place]), 4)) for place in order]

    def _similar(self, english: str) -> NDArray[np.float32] | None:
        """How near the encoder finds each text, None where there is none."""
        encoder = self._encoder()
        if encoder is None:
            return None
        try:
            near: NDArray[np.float32] = np.clip(
                self._dense(encoder) @ encoder.encode_query(english), 0.0, 1.0
            )
        except EmbedderError as error:
            LOG.warning("the encoder is lost: %s", error)
            return None
        return near

    def _normed(self, counts: Mapping[str, float]) -> dict[str, float]:
        weights = {term: count * self._idf.get(term, self._unseen) for term, count in counts.items()}
        length = math.sqrt(sum(weight * weight for weight in weights.values()))
        return {term: weight / length for term, weight in weights.items()} if length else {}

    def _dense(self, encoder: Encoder) -> NDArray[np.float32]:
        if self._vectors is None:
            path = self._path(encoder)
            vectors = _read(path, (len(self._texts), encoder.card.dimension)) if path else None
            if vectors is None:
                vectors = encoder.encode_passages(self._texts)
                if path is not None:
                    _write(path, vectors)
            self._vectors = vectors
        return self._vectors

    def _path(self, encoder: Encoder) -> Path | None:
        if self._folder is None:
            return None
        key = json.dumps([encoder.card.model_dump(), self._texts]).encode("utf-8", "surrogatepass")
        return self._folder / f"{hashlib.sha256(key).hexdigest()[:24]}.npy"


def _cosine(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    return sum(weight * right.get(term, 0.0) for term, weight in left.items())


def _read(path: Path, shape: tuple[int, int]) -> Vectors | None:
    try:
        vectors = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    if vectors.shape != shape or vectors.dtype != np.float32 or not np.isfinite(vectors).all():
        return None
    return np.asarray(vectors)


def _write(path: Path, vectors: Vectors) -> None:
    """Keeps the vectors for the next start; where nothing can be written they are made again then."""
    aside = path.with_name(f".{secrets.token_hex(6)}.npy")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        np.save(aside, vectors)
        aside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            aside.unlink()

"""Finds the rulings and rules that a question is about: two indexes, one ranking.

The dense index finds texts that mean the same, the lexical one texts that share rare words with the question;
a ruling on a card that the question names is preferred, not required. A question in another language is read in
English first, and besides compared with official translations in its own language.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from knowledge.concepts import expansions
from knowledge.embedders import Encoder
from knowledge.fusion import (
    HYBRID,
    HYBRID_SCORE,
    LEXICAL,
    LEXICAL_SCORE,
    calibrate,
    fuse,
    substance,
)
from knowledge.gloss import Gloss, gloss, read_english
from knowledge.language import Language
from knowledge.lexical_index import LexicalIndex, terms
from knowledge.models import CardMatch, Hit, PassageKind, Translation
from knowledge.passages import GROUPS
from knowledge.store import Store
from knowledge.vector_index import VectorIndex

CANDIDATES = 120  # taken from each index and kind of passage
LONGEST_QUERY = 2000  # characters that are read
MEANT = 0.6  # what a word counts that the question does not say but means
SOFT = 0.25  # what a card counts whose name may be an ordinary word
MOST_CARDS = 10  # names listed with a ruling that stands on many cards


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it is searched for: `cards` weighs the cards it is about (oracle id to 0..1)."""

    text: str
    language: str
    matches: tuple[CardMatch, ...] = ()
    cards: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Found:
    """A passage that was found, with its evidence, each 0..1, and the score made of them."""

    passage: int
    score: float
    dense: float
    lexical: float
    card: float


class Retriever:
    """Searches one generation."""

    def __init__(
        self, store: Store, language: Language, lexical: LexicalIndex, vectors: VectorIndex | None
    ) -> None:
        self._store = store
        self._language = language
        self._lexical = lexical
        self.vectors = vectors
        self._ranges: dict[PassageKind, tuple[int, int]] = {
            kind: (first, last + 1)
            for kind, first, last in store.file.query(
                "SELECT kind, min(id), max(id) FROM passages GROUP BY kind"
            )
        }
        rows = store.file.query("SELECT leads_to FROM passages ORDER BY id")
        self._leads_to: NDArray[np.int64] = np.array([row[0] for row in rows], dtype=np.int64)
        translated = store.file.query("SELECT DISTINCT language FROM passages WHERE kind = 'translation'")
        self._translated = frozenset(row[0] for row in translated)

    def read(self, query: Query) -> Gloss:
        """The query in English, and in the words that rules and rulings have for what players say."""
        text = query.text[:LONGEST_QUERY]
        matches = [match for match in query.matches if match.end <= len(text)]
        if query.language == "en":
            reading = read_english(text, matches)
        else:
            reading = gloss(text, query.language, self._language, matches)
        meant = expansions(reading.text)
        if not meant:
            return reading
        weights = dict(reading.terms)
        for term in terms(" ".join(meant)):
            weights[term] = max(weights.get(term, 0.0), MEANT)
        return Gloss(f"{reading.text} ({'; '.join(meant)})", weights, reading.unread)

    def find(
        self, query: Query, reading: Gloss, kinds: Sequence[str], k: int, encoder: Encoder | None
    ) -> list[Found]:
        """The k best passages (rulings and rules only: what is found by another passage is led back to those)."""
        ranges = [self._ranges[kind] for group in kinds for kind in GROUPS[group] if kind in self._ranges]
        if not ranges:
            return []
        lexical = self._lexical_scores(query, reading)
        vector = self._vector(reading, encoder)
        candidates = self._candidates(ranges, lexical, vector, query if "rulings" in kinds else None)
        if not len(candidates):
            return []
        return self._rank(candidates, lexical, vector, query, reading)[:k]

    def _vector(self, reading: Gloss, encoder: Encoder | None) -> NDArray[np.float32] | None:
        if encoder is None or self.vectors is None or not reading.text.strip():
            return None
        return encoder.encode_query(reading.text)

    def _lexical_scores(self, query: Query, reading: Gloss) -> NDArray[np.float32]:
        """What share of the question's weight of words each passage covers, 0..1."""
        scores = self._share(reading.terms)
        if query.language != "en" and query.language in self._translated:
            native = self._share(dict.fromkeys(terms(query.text[:LONGEST_QUERY]), 1.0))
            scores = np.maximum(scores, native)
        return scores

    def _share(self, weighted: Mapping[str, float]) -> NDArray[np.float32]:
        bound = self._lexical.bound(weighted)
        scores = self._lexical.scores(weighted)
        return scores / np.float32(bound) if bound > 0 else scores

    def _candidates(
        self,
        ranges: Sequence[tuple[int, int]],
        lexical: NDArray[np.float32],
        vector: NDArray[np.float32] | None,
        query: Query | None,
    ) -> NDArray[np.int64]:
        parts: list[NDArray[np.int64]] = []
        for start, end in ranges:
            count = min(CANDIDATES, end - start)
            best = np.argpartition(-lexical[start:end], count - 1)[:count] + start
            parts.append(best[lexical[best] > 0])
        if vector is not None and self.vectors is not None:
            parts.append(self.vectors.nearest(vector, CANDIDATES, ranges))
        if query is not None and query.cards:
            parts.append(np.array(list(self._store.passages_of_cards(query.cards)), dtype=np.int64))
        found = np.concatenate(parts).astype(np.int64)
        return np.unique(np.concatenate([found, self._leads_to[found]]))

    def _rank(
        self,
        candidates: NDArray[np.int64],
        lexical: NDArray[np.float32],
        vector: NDArray[np.float32] | None,
        query: Query,
        reading: Gloss,
    ) -> list[Found]:
        targets, place = np.unique(self._leads_to[candidates], return_inverse=True)
        best_lexical = np.zeros(len(targets), dtype=np.float32)
        np.maximum.at(best_lexical, place, lexical[candidates])
        best_dense = np.zeros(len(targets), dtype=np.float32)
        if vector is not None and self.vectors is not None:
            np.maximum.at(best_dense, place, self.vectors.similarities(vector, candidates))
        card = self._card_evidence(targets, query)
        fused = fuse(HYBRID if vector is not None else LEXICAL, best_dense, best_lexical, card)
        order = np.argsort(-fused, kind="stable")
        calibration = HYBRID_SCORE if vector is not None else LEXICAL_SCORE
        bound, rarest = self._lexical.bound(reading.terms), self._lexical.rarest
        said = substance(bound, rarest)
        read = bound / (bound + reading.unread * rarest) if reading.unread else 1.0
        found: list[Found] = []
        for at in order:
            dense, shared, named = float(best_dense[at]), float(best_lexical[at]), float(card[at])
            score = calibrate(calibration, dense, shared, named, said=said, read=read)
            # the order is the ranking's; a score never rises along it
            score = min(score, found[-1].score) if found else score
            found.append(Found(int(targets[at]), round(score, 4), dense, shared, named))
        return found

    def _card_evidence(self, targets: NDArray[np.int64], query: Query) -> NDArray[np.float32]:
        weight = np.zeros(len(targets), dtype=np.float32)
        if query.cards:
            place = {int(target): at for at, target in enumerate(targets)}
            for passage, oracle_ids in self._store.passages_of_cards(query.cards).items():
                if passage in place:
                    weight[place[passage]] = max(query.cards[oracle_id] for oracle_id in oracle_ids)
        return weight

    def hits(self, found: Sequence[Found], query: Query) -> tuple[Hit, ...]:
        """What is shown of the passages that were found."""
        passages = self._store.passages(item.passage for item in found)
        hits = []
        for item in found:
            passage = passages[item.passage]
            if passage.kind == "ruling":
                hits.append(self._ruling_hit(passage.key, passage.text, item.score, query))
            elif passage.kind == "rule" and (rule := self._store.rule(passage.key)) is not None:
                hits.append(
                    Hit(
                        kind="rule",
                        key=rule.number,
                        number=rule.number,
                        text=rule.text,
                        title=rule.title,
                        summary=rule.summary,
                        score=item.score,
                        published_at=rule.effective,
                    )
                )
        return tuple(hits)

    def _ruling_hit(self, hashed: str, text: str, score: float, query: Query) -> Hit:
        rows = self._store.file.query(
            "SELECT r.key, r.oracle_id, c.name, r.published_at, r.source FROM texts t"
            " JOIN rulings r ON r.text = t.id JOIN cards c ON c.oracle_id = r.oracle_id WHERE t.hash = ?",
            (hashed,),
        )
        rows.sort(key=lambda row: (-query.cards.get(row[1], 0.0), row[2], row[3]))
        translations = {
            language: Translation(text=translation, official=bool(official), source=source)
            for language, translation, official, source in self._store.file.query(
                "SELECT x.language, x.translation, x.official, x.source FROM translations x"
                " JOIN texts t ON t.id = x.text WHERE t.hash = ?",
                (hashed,),
            )
        }
        first = rows[0]
        return Hit(
            kind="ruling",
            key=first[0],
            text=text,
            score=score,
            cards=tuple(row[2] for row in rows[:MOST_CARDS]),
            oracle_ids=tuple(row[1] for row in rows[:MOST_CARDS]),
            published_at=dt.date.fromisoformat(first[3]),
            source=first[4],
            translations=translations,
        )

"""Finds the rulings and rules that a question is about: two indexes, one ranking.

The dense index finds texts that mean the same, the lexical one texts that share rare words with the question;
a ruling on a card that the question names is preferred, not required. A question in another language is read in
English first, and besides compared with official translations in its own language.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from knowledge.concepts import expansions
from knowledge.embedders import Encoder
from knowledge.folding import fold_text
from knowledge.fusion import (
    HYBRID,
    HYBRID_RULES,
    HYBRID_SCORE,
    LEXICAL,
    LEXICAL_RULES,
    LEXICAL_SCORE,
    answerable,
    calibrate,
    fuse,
    rule_chances,
    substance,
)
from knowledge.gloss import Gloss, gloss, read_english
from knowledge.language import Language
from knowledge.lexical_index import STOP_WORDS, LexicalIndex, stem, terms
from knowledge.models import CardMatch, Hit, PassageKind, Translation
from knowledge.passages import GROUPS
from knowledge.store import Store
from knowledge.topics import Words, find_topics, often_decides, sentences
from knowledge.vector_index import VectorIndex

CANDIDATES = 120  # taken from each index and kind of passage
LONGEST_QUERY = 2000  # characters that are read
MEANT = 0.6  # what a word counts that the question does not say but means
SOFT = 0.25  # what a card counts whose name may be an ordinary word
STOP_WEIGHT = 0.15  # what a word that stands everywhere tells beside a rare one
SHOWN = 10  # rules that a person is shown
KNOWN_IN = 3000  # a word that stands in one of so many passages belongs to the game
MOST_CARDS = 10  # names listed with a ruling that stands on many cards


@dataclass(frozen=True, slots=True)
class Query:
    """A question as it is searched for: `cards` weighs the cards it is about (oracle id to 0..1).

    `maybe` are oracle ids of cards that a shared name in it could mean: their texts tell what it is about.
    """

    text: str
    language: str
    matches: tuple[CardMatch, ...] = ()
    cards: Mapping[str, float] = field(default_factory=dict)
    maybe: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A ruling or rule that was found (by its passage), and its score in 0..1."""

    passage: int
    score: float


class FoundEach(NamedTuple):
    """What was found for a question, and the chance that rules and rulings answer it at all."""

    rulings: list[Found]
    rules: list[Found]
    answerable: float


@dataclass(frozen=True, slots=True)
class _RuleTopics:
    """By passage of a rule, how strongly the question and its cards speak of it."""

    asked: Mapping[int, float]
    on_card: Mapping[int, float]

    @property
    def passages(self) -> tuple[int, ...]:
        return (*self.asked, *self.on_card)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question on its way: read, with each passage's lexical score, and as a vector where there is an encoder."""

    query: Query
    reading: Gloss
    lexical: NDArray[np.float32]
    vector: NDArray[np.float32] | None
    topics: _RuleTopics


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What speaks for each of the candidates."""

    targets: NDArray[np.int64]
    dense: NDArray[np.float32]
    lexical: NDArray[np.float32]

    def of(self, values: Mapping[int, float]) -> NDArray[np.float32]:
        """Values by passage as an array over the candidates, 0 where there is none."""
        return np.array([values.get(int(target), 0.0) for target in self.targets], dtype=np.float32)


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
        self._rule_passages: dict[str, int] = dict(
            store.file.query("SELECT key, id FROM passages WHERE kind = 'rule'")
        )
        self._often = self._by_passage(often_decides())
        self._weights: dict[str, float] = {}

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
        asked = self._asked(query, reading, encoder)
        found = [item for kind in kinds for item in self._find_kind(asked, kind, k)]
        return sorted(found, key=lambda item: -item.score)[:k]

    def find_each(self, query: Query, reading: Gloss, k: int, encoder: Encoder | None) -> FoundEach:
        """The k best rulings and the k best rules, with one encoding of the question."""
        asked = self._asked(query, reading, encoder)
        rules = self._find_kind(asked, "rules", max(k, SHOWN))
        return FoundEach(self._find_kind(asked, "rulings", k), rules[:k], self._answerable(asked, rules))

    def _asked(self, query: Query, reading: Gloss, encoder: Encoder | None) -> _Asked:
        return _Asked(
            query,
            reading,
            self._lexical_scores(query, reading),
            self._vector(reading, encoder),
            self._topics(query, reading),
        )

    def _answerable(self, asked: _Asked, rules: Sequence[Found]) -> float:
        """The chance that rules and rulings answer a question, given the rules that were found for it."""
        missed = 1.0
        for rule in rules[:SHOWN]:
            missed *= 1.0 - rule.score
        query = asked.query
        named = bool(query.maybe) or any(weight >= 1.0 for weight in query.cards.values())
        least = max(1, self._lexical.size // KNOWN_IN)
        words = sum(
            self._weight(term) for term in asked.reading.terms if self._lexical.frequency(term) >= least
        )
        spoken = sum(sorted(asked.topics.asked.values())[-3:])
        return round(answerable(1.0 - missed, named=named, words=words, asked=spoken), 4)

    def _find_kind(self, asked: _Asked, kind: str, k: int) -> list[Found]:
        ranges = [self._ranges[passages] for passages in GROUPS[kind] if passages in self._ranges]
        if not ranges or k <= 0:
            return []
        topics = asked.topics if kind == "rules" else None
        cards = self._store.passages_of_cards(asked.query.cards) if kind == "rulings" else {}
        candidates = self._candidates(ranges, asked, [*cards, *(topics.passages if topics else ())])
        if not len(candidates):
            return []
        evidence = self._evidence(candidates, asked)
        if topics is not None:
            return self._rank_rules(evidence, asked, topics)[:k]
        return self._rank_rulings(evidence, asked, cards)[:k]

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
        self, ranges: Sequence[tuple[int, int]], asked: _Asked, further: Sequence[int]
    ) -> NDArray[np.int64]:
        parts: list[NDArray[np.int64]] = [np.array(further, dtype=np.int64)]
        for start, end in ranges:
            count = min(CANDIDATES, end - start)
            best = np.argpartition(-asked.lexical[start:end], count - 1)[:count] + start
            parts.append(best[asked.lexical[best] > 0])
        if asked.vector is not None and self.vectors is not None:
            parts.append(self.vectors.nearest(asked.vector, CANDIDATES, ranges))
        found = np.concatenate(parts).astype(np.int64)
        return np.unique(np.concatenate([found, self._leads_to[found]]))

    def _evidence(self, candidates: NDArray[np.int64], asked: _Asked) -> _Evidence:
        """The best dense and lexical evidence of the passages that lead to each ruling or rule."""
        targets, place = np.unique(self._leads_to[candidates], return_inverse=True)
        lexical = np.zeros(len(targets), dtype=np.float32)
        np.maximum.at(lexical, place, asked.lexical[candidates])
        dense = np.zeros(len(targets), dtype=np.float32)
        if asked.vector is not None and self.vectors is not None:
            np.maximum.at(dense, place, self.vectors.similarities(asked.vector, candidates))
        return _Evidence(targets, dense, lexical)

    def _rank_rulings(
        self, evidence: _Evidence, asked: _Asked, cards: Mapping[int, Sequence[str]]
    ) -> list[Found]:
        weights, calibration = (
            (HYBRID, HYBRID_SCORE) if asked.vector is not None else (LEXICAL, LEXICAL_SCORE)
        )
        named = {
            passage: max(asked.query.cards[oracle_id] for oracle_id in oracle_ids)
            for passage, oracle_ids in cards.items()
        }
        card = evidence.of(named)
        order = np.argsort(-fuse(weights, evidence.dense, evidence.lexical, card), kind="stable")
        bound, rarest = self._lexical.bound(asked.reading.terms), self._lexical.rarest
        said = substance(bound, rarest)
        read = bound / (bound + asked.reading.unread * rarest) if asked.reading.unread else 1.0
        found: list[Found] = []
        for at in order:
            dense, shared = float(evidence.dense[at]), float(evidence.lexical[at])
            score = calibrate(calibration, dense, shared, float(card[at]), said=said, read=read)
            # the order is the ranking's; a score never rises along it
            score = min(score, found[-1].score) if found else score
            found.append(Found(int(evidence.targets[at]), round(score, 4)))
        return found

    def _rank_rules(self, evidence: _Evidence, asked: _Asked, topics: _RuleTopics) -> list[Found]:
        chances = rule_chances(
            HYBRID_RULES if asked.vector is not None else LEXICAL_RULES,
            evidence.dense,
            evidence.lexical,
            evidence.of(topics.asked),
            evidence.of(topics.on_card),
            evidence.of(self._often),
        )
        order = np.argsort(-chances, kind="stable")
        return [Found(int(evidence.targets[at]), round(float(chances[at]), 4)) for at in order]

    def _topics(self, query: Query, reading: Gloss) -> _RuleTopics:
        """The rules that the question's words and its cards' texts speak of, by passage."""
        sure = [oracle_id for oracle_id, weight in query.cards.items() if weight >= 1.0]
        texts: list[Words] = []
        for oracle_id in dict.fromkeys((*sure, *query.maybe)):
            if (card := self._store.card_by_id(oracle_id)) is not None:
                texts += sentences(f"{card.type_line or ''}. {card.oracle_text or ''}", card.name)
        found = find_topics(reading.text, texts, self._weight)
        return _RuleTopics(self._by_passage(found.asked), self._by_passage(found.on_card))

    def _by_passage(self, by_number: Mapping[str, float]) -> dict[int, float]:
        return {
            passage: value
            for number, value in by_number.items()
            if (passage := self._rule_passages.get(number)) is not None
        }

    def _weight(self, words: str) -> float:
        """How much words tell, 0..1 for each, by how rare they are in the texts."""
        if (known := self._weights.get(words)) is None:
            known = sum(
                STOP_WEIGHT if word in STOP_WORDS else self._lexical.idf(stem(word)) / self._lexical.rarest
                for word in words.split(" ")
            )
            self._weights[words] = known
        return known

    def hits(self, found: Sequence[Found], query: Query) -> tuple[Hit, ...]:
        """What is shown of the passages that were found; of rulings that differ in quotes and dashes only the best."""
        passages = self._store.passages(item.passage for item in found)
        hits = []
        said: set[str] = set()
        for item in found:
            passage = passages[item.passage]
            if passage.kind == "ruling":
                words = fold_text(passage.text)
                if words in said:
                    continue
                said.add(words)
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

"""From a question to the run that decides it, or to nothing.

Two signals must agree: how near the encoder finds the question to a phrasing of the scenario's, and what the words say
(`frames`): the question may say nothing of weight that the scenario's phrasings do not speak of, must say what the
nearest phrasing turns on, and both must ask for the same thing, or clearly for its contrary. Anything less is no
match; a guess would be worse.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from bot.answers.concepts import SCRIPTIO_CONTINUA, Concepts, load_concepts, normalise
from bot.answers.frames import Frame, frames, stems_of
from bot.answers.models import LANGUAGES

MIN_SCORE = 0.5
MIN_MARGIN = 0.04
MAX_STRANGE = 0.34
"""At most this share of what the question says (weighted by rarity) may be new to the entry."""
MAX_MISSING = 0.45
"""At most this share of what the nearest phrasing says may be missing from the question."""

STEM_WEIGHT = 0.6
"""A word that means no known concept weighs less than one that does."""
MIN_SHARED = 2
"""Concepts that question and phrasing must share when they are in different languages."""


@dataclass(frozen=True, slots=True)
class AskableQuestion:
    """One entry of a scenario's `questions`: what a player may ask that the scenario's run decides."""

    scenario: str
    id: str
    about: str
    situation: str  # "" for the scenario itself, else the id of its twin or variant
    yes_when: Literal["holds", "fails"] | None  # None: the answer is the value that the run observed
    ask: dict[str, tuple[str, ...]]
    answer: dict[str, str]
    needs: tuple[tuple[str, ...], ...] = ()
    excludes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """Unique over the library."""
        return f"{self.scenario}#{self.id}"


@dataclass(frozen=True, slots=True)
class Phrasing:
    """One phrasing of an entry, taken apart."""

    entry: AskableQuestion
    text: str
    frame: Frame


Similarities = Sequence[float] | Callable[[], Sequence[float] | None] | None
"""How near each phrasing is to a question, or a function that tells; None where nothing can tell."""


@dataclass(frozen=True, slots=True)
class Match:
    """A question and the entry that decides it."""

    entry: AskableQuestion
    frame: Frame
    phrasing: str
    turned: bool  # the question asks for the contrary of what the entry's "yes" says
    score: float


class Matcher:
    """All askable questions of a library, ready to be matched."""

    def __init__(
        self, entries: Iterable[AskableQuestion], names: Iterable[str] = (), concepts: Concepts | None = None
    ) -> None:
        """`names` are the scenarios' cards, which say nothing about what is asked."""
        self.concepts = concepts or load_concepts()
        self._ignored = frozenset(stem for name in names for stem in stems_of(name))
        self.entries = tuple(entries)
        self.contrary: list[Phrasing] = []  # phrasings that ask for the contrary of their entry's others
        self.phrasings: tuple[Phrasing, ...] = tuple(
            phrasing for entry in self.entries for phrasing in self._phrasings(entry)
        )
        self._of_entry: dict[str, list[Phrasing]] = {}
        self._spoken: dict[str, set[str]] = {}  # by scenario: every word of its phrasings
        for phrasing in self.phrasings:
            self._of_entry.setdefault(phrasing.entry.key, []).append(phrasing)
            self._spoken.setdefault(phrasing.entry.scenario, set()).update(phrasing.frame.words)
        self._topics = {
            key: self.concepts.topics(name for phrasing in phrasings for name in phrasing.frame.concepts)
            for key, phrasings in self._of_entry.items()
        }
        self._count = Counter(word for phrasing in self.phrasings for word in phrasing.frame.words)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The phrasings' texts, in the order that a similarity function scores them."""
        return tuple(phrasing.text for phrasing in self.phrasings)

    def _phrasings(self, entry: AskableQuestion) -> list[Phrasing]:
        """The entry's phrasings, without those whose "yes" would be the others' "no" (at a draw without both)."""
        found = [
            Phrasing(entry, text, frame)
            for language in LANGUAGES
            for text in entry.ask.get(language, ())
            for frame in frames(text, language, self.concepts)[-1:]
        ]
        if entry.yes_when is None:
            return found
        polar = [phrasing for phrasing in found if phrasing.frame.form == "yes_no" and phrasing.frame.head]
        votes = {phrasing.text: self._votes_against(phrasing, polar) for phrasing in polar}
        contrary = [phrasing for phrasing in polar if 0 < len(polar) <= 2 * votes[phrasing.text]]
        self.contrary += contrary
        return [phrasing for phrasing in found if phrasing not in contrary]

    def _votes_against(self, phrasing: Phrasing, others: Sequence[Phrasing]) -> int:
        return sum(self._polarity(phrasing.frame, other.frame) is True for other in others)

    # Matching

    def matches(
        self,
        frame: Frame,
        similarities: Similarities,
        *,
        scenarios: Collection[str] | None = None,
        skip: Collection[int] = (),
    ) -> list[Match]:
        """The best match with each fitting entry, best first. `skip` leaves phrasings out (for measuring).

        Similarities that are a function are asked for only when some phrasing fits: encoding takes time.
        """
        best: dict[str, Match] = {}
        left_out = {id(self.phrasings[index]) for index in skip}
        fits: dict[str, bool] = {}
        fitting: list[tuple[int, Phrasing, bool]] = []
        for index, phrasing in enumerate(self.phrasings):
            entry = phrasing.entry
            if index in skip or (scenarios is not None and entry.scenario not in scenarios):
                continue
            if entry.key not in fits:
                fits[entry.key] = self._speaks_of(frame, entry, left_out)
            turned = self._turned(frame, phrasing) if fits[entry.key] else None
            if turned is not None:
                fitting.append((index, phrasing, turned))
        scores = similarities() if fitting and callable(similarities) else similarities
        for index, phrasing, turned in fitting:
            entry = phrasing.entry
            score = self._score(
                frame, phrasing, None if scores is None or callable(scores) else scores[index]
            )
            known = best.get(entry.key)
            if score >= MIN_SCORE and (known is None or score > known.score):
                best[entry.key] = Match(entry, frame, phrasing.text, turned, score)
        return sorted(best.values(), key=lambda match: -match.score)

    def _speaks_of(self, frame: Frame, entry: AskableQuestion, left_out: Collection[int]) -> bool:
        """Whether the entry's cues stand in the question and its phrasings speak of all that the question says."""
        if any(self._says(frame, cue) for cue in entry.excludes):
            return False
        if not all(any(self._says(frame, cue) for cue in group) for group in entry.needs):
            return False
        phrasings = [one.frame for one in self._of_entry[entry.key] if id(one) not in left_out]
        spoken = {word for other in phrasings for word in other.words | other.concepts}
        asked = self.concepts.to_be_spoken(frame.query)
        if any(name not in spoken and self.concepts.opposite(name) not in spoken for name in asked):
            return False
        told = {name for other in phrasings for name in other.concepts}
        if any(name not in told for name in self.concepts.to_be_spoken(frame.situation)):
            return False
        if any(word.startswith("#") and word not in spoken for word in frame.situation_words):
            return False
        words = frame.words - self._ignored if frame.language == "en" else _meanings(frame.words)
        spoken |= {word for word in self._spoken[entry.scenario] if word.startswith("=")}
        strange = {word for word in words if word not in spoken and self._opposite(word) not in spoken}
        return self._weight(strange) <= MAX_STRANGE * self._weight(words)

    def _turned(self, frame: Frame, phrasing: Phrasing) -> bool | None:
        """None when the phrasing does not fit the question; else whether it asks for the contrary."""
        entry, other = phrasing.entry, phrasing.frame
        if frame.unsure or frame.exclusive != other.exclusive or self._contrary_situation(frame, other):
            return None
        if frame.actor and other.actor and frame.actor != other.actor:
            return None
        if self.concepts.disjoint(frame.concepts, other.concepts) or _reversed(frame, other):
            return None
        if not self._says_enough(frame, other):
            return None
        if (
            frame.language != other.language
            and len(self._strong(frame.concepts & other.concepts)) < MIN_SHARED
        ):
            return None
        if entry.yes_when is None:
            if frame.form == "yes_no" and frame.number is None:
                return None
        elif (
            (frame.form == "what" and other.form != "what")
            or (frame.form == "how_many") != (other.form == "how_many")
            or (frame.form == "yes_no" and frame.number != other.number)
        ):
            return None
        mine, theirs = self.concepts.topics(frame.query), self._topics[entry.key]
        if mine and theirs and not mine & theirs:
            return None
        return self._polarity(frame, other, value=entry.yes_when is None)

    def _comparable(self, frame: Frame, other: Frame) -> bool:
        """Between languages only concepts can be compared, so all that is asked for must be known on both sides."""
        if len(self._strong(frame.concepts & other.concepts)) < MIN_SHARED:
            return False
        known = self._canonical(_meanings(other.words))
        return self._canonical(_meanings(frame.query_words)) <= known

    def _says_enough(self, frame: Frame, other: Frame) -> bool:
        """Whether the question says what the phrasing turns on."""
        for name in self._strong(other.concepts):
            if name not in frame.concepts and (name != other.head or self._opposite(name) != frame.head):
                return False
        claimed = f"#{frame.number.value}" if frame.number else None
        if any(
            word.startswith("#") and word not in frame.words and word != claimed
            for word in other.situation_words
        ):
            return False
        words = other.words - self._ignored if frame.language == other.language else other.concepts
        missing = {
            word for word in words if word not in frame.words and self._opposite(word) not in frame.query
        }
        return self._weight(missing) <= MAX_MISSING * self._weight(words)

    def _polarity(self, frame: Frame, other: Frame, *, value: bool = False) -> bool | None:
        """Whether the frames ask for the same (False), for the contrary (True), or for different things (None)."""
        if frame.optional != other.optional:
            return None
        if frame.head is None or other.head is None:
            if frame.head is not other.head or not self._same_query(frame, other):
                return None
            turned = False
        elif frame.head == other.head or (value and self._like(frame.head) == self._like(other.head)):
            turned = False
        elif self.concepts.opposite(frame.head) == other.head:
            turned = True
        else:
            return None
        return turned != (frame.denied != other.denied)

    def _like(self, name: str) -> str:
        return self.concepts.entries[name].like or name

    def _same_query(self, frame: Frame, other: Frame) -> bool:
        shared = frame.query_words & other.query_words
        return self._weight(shared) * 2 >= self._weight(frame.query_words | other.query_words)

    def _contrary_situation(self, frame: Frame, other: Frame) -> bool:
        """Whether beside what is asked for the one says the contrary of what the other says."""
        if frame.situation_denials % 2 != other.situation_denials % 2:
            return True
        mine, theirs = frame.concepts - {frame.head}, other.concepts - {other.head}
        for name in mine - theirs:
            opposite = self.concepts.opposite(name)
            if opposite in theirs and opposite not in frame.concepts:
                return True
        return False

    # Cues and weights

    def _says(self, frame: Frame, cue: str) -> bool:
        """Whether the question says the cue: by its words, or (whatever its language) by what they mean."""
        words = normalise(cue, "en")
        if frame.language not in SCRIPTIO_CONTINUA and f" {words} " in f" {_plain(frame.text)} ":
            return f"not {words}" not in frame.text
        meant = self.concepts.names(words, "en", "situation") | self.concepts.names(words, "en", "query")
        strong = self.concepts.strong(meant) or meant
        return bool(strong) and strong <= frame.concepts

    def _strong(self, names: Iterable[str]) -> frozenset[str]:
        return self.concepts.strong(names)

    def _opposite(self, word: str) -> str | None:
        return self.concepts.opposite(word) if word in self.concepts.entries else None

    def _weight(self, words: Iterable[str]) -> float:
        """Rare words weigh more; a word that no phrasing has weighs as the rarest."""
        return sum(
            math.log(1 + len(self.phrasings) / (1 + self._count[word]))
            * (STEM_WEIGHT if word[0] == "=" else 1.0)
            for word in words
        )

    def _score(self, frame: Frame, phrasing: Phrasing, similarity: float | None) -> float:
        other = phrasing.frame
        if frame.language == other.language:
            mine, theirs = frame.words - self._ignored, other.words - self._ignored
        else:
            mine, theirs = _meanings(frame.words), _meanings(other.words)
        mine, theirs = self._canonical(mine), self._canonical(theirs)
        union = self._weight(mine | theirs)
        overlap = self._weight(mine & theirs) / union if union else 0.0
        return overlap if similarity is None else 0.5 * similarity + 0.5 * overlap

    def _canonical(self, words: Iterable[str]) -> frozenset[str]:
        """Opposites as one word; the polarity is compared by itself."""
        return frozenset(min(word, self._opposite(word) or word) for word in words)


def _reversed(frame: Frame, other: Frame) -> bool:
    """Whether what the one puts before something, the other puts after it."""
    if frame.before is None or other.before is None:
        return ("before" in frame.query_text) != ("before" in other.query_text)
    (first, then), (other_first, other_then) = frame.before, other.before
    straight = len(first & other_first) + len(then & other_then)
    return len(first & other_then) + len(then & other_first) >= max(straight, 1)


def _meanings(words: Iterable[str]) -> frozenset[str]:
    """Concepts only: what can be compared between languages."""
    return frozenset(word for word in words if word[0] not in "=#")


def _plain(text: str) -> str:
    return " ".join("".join(char if char.isalnum() else " " for char in text).split())

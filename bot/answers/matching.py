"""From a question to the run that decides it, or to nothing.

Two signals must agree: how near the encoder finds the question to a phrasing of the scenario's, and what the words say
(`frames`): everything in the question that changes a situation must be spoken of by the scenario, the scenario's cues
must stand in the question, and both must ask for the same thing. Anything less is no match; a guess would be worse.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from bot.answers.concepts import SCRIPTIO_CONTINUA, Concepts, load_concepts, normalise
from bot.answers.frames import Frame, frames
from bot.answers.models import LANGUAGES

Similarity = Callable[[str], Sequence[float]]

MIN_SCORE = 0.45
MIN_MARGIN = 0.03
REQUIRED_SHARE = 0.999


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


@dataclass(frozen=True, slots=True)
class Match:
    """A question and the entry that decides it."""

    entry: AskableQuestion
    frame: Frame
    phrasing: str
    turned: bool  # the question asks for the contrary of what the entry's "yes" says
    score: float


@dataclass(frozen=True, slots=True)
class _Situation:
    """What the phrasings of one scenario (or of its twin) speak of."""

    concepts: frozenset[str]


class Matcher:
    """All askable questions of a library, ready to be matched."""

    def __init__(self, entries: Iterable[AskableQuestion], concepts: Concepts | None = None) -> None:
        self.concepts = concepts or load_concepts()
        self.entries = tuple(entries)
        self.contrary: list[Phrasing] = []  # phrasings that ask for the contrary of their entry's others
        self.phrasings: tuple[Phrasing, ...] = tuple(
            phrasing for entry in self.entries for phrasing in self._phrasings(entry)
        )
        self._situations = {
            (entry.scenario, entry.situation): self._situation(entry.scenario, entry.situation)
            for entry in self.entries
        }

        self._topics = {
            entry.key: self.concepts.topics(
                name
                for phrasing in self.phrasings
                if phrasing.entry is entry
                for name in phrasing.frame.query
            )
            for entry in self.entries
        }

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

    def _situation(self, scenario: str, situation: str) -> _Situation:
        concepts: set[str] = set()
        for phrasing in self.phrasings:
            if (phrasing.entry.scenario, phrasing.entry.situation) == (scenario, situation):
                concepts |= phrasing.frame.concepts
        return _Situation(frozenset(concepts))

    def matches(
        self,
        frame: Frame,
        similarities: Sequence[float] | None,
        *,
        scenarios: Collection[str] | None = None,
        skip: Collection[int] = (),
    ) -> list[Match]:
        """The best match with each fitting entry, best first. `skip` leaves phrasings out (for measuring)."""
        best: dict[str, Match] = {}
        for index, phrasing in enumerate(self.phrasings):
            if index in skip or (scenarios is not None and phrasing.entry.scenario not in scenarios):
                continue
            turned = self._fits(frame, phrasing)
            if turned is None:
                continue
            score = self._score(frame, phrasing, similarities[index] if similarities is not None else None)
            known = best.get(phrasing.entry.key)
            if score >= MIN_SCORE and (known is None or score > known.score):
                best[phrasing.entry.key] = Match(phrasing.entry, frame, phrasing.text, turned, score)
        return sorted(best.values(), key=lambda match: -match.score)

    def _fits(self, frame: Frame, phrasing: Phrasing) -> bool | None:
        """None when the phrasing does not fit the question; else whether it asks for the contrary."""
        entry, other = phrasing.entry, phrasing.frame
        if frame.unsure or not self._cued(frame, entry) or not self._covered(frame, entry):
            return None
        if self._contrary_situation(frame, other):
            return None
        return self._turned(frame, phrasing)

    def _cued(self, frame: Frame, entry: AskableQuestion) -> bool:
        if any(self._says(frame, cue) for cue in entry.excludes):
            return False
        return all(any(self._says(frame, cue) for cue in group) for group in entry.needs)

    def _says(self, frame: Frame, cue: str) -> bool:
        """Whether the question says the cue: by its words, or (whatever its language) by what they mean."""
        words = normalise(cue, "en")
        if frame.language not in SCRIPTIO_CONTINUA and f" {words} " in f" {_plain(frame.text)} ":
            return not self._denied_words(frame.text, words)
        meant = self.concepts.names(words, "en", "situation") | self.concepts.names(words, "en", "query")
        strong = self.concepts.strong(meant) or meant
        return bool(strong) and strong <= frame.concepts

    def _denied_words(self, text: str, words: str) -> bool:
        return f"not {words}" in text and f"not {words}" not in words

    def _covered(self, frame: Frame, entry: AskableQuestion) -> bool:
        """Whether the scenario speaks of everything in the question that changes a situation."""
        known = self._situations[(entry.scenario, entry.situation)].concepts
        opposites = {self.concepts.opposite(name) for name in frame.query & known}
        strange = {
            name
            for name in self.concepts.strong(frame.concepts)
            if name not in known
            and not (name in frame.query and (self.concepts.opposite(name) in known or name in opposites))
        }
        return not strange

    def _contrary_situation(self, frame: Frame, other: Frame) -> bool:
        for name in frame.situation:
            opposite = self.concepts.opposite(name)
            if (
                opposite in other.situation
                and name not in other.situation
                and opposite not in frame.situation
            ):
                return True
        return False

    def _turned(self, frame: Frame, phrasing: Phrasing) -> bool | None:
        other = phrasing.frame
        mine, theirs = self.concepts.topics(frame.query), self._topics[phrasing.entry.key]
        if mine and theirs and not mine & theirs:
            return None
        if phrasing.entry.yes_when is None and frame.form == "yes_no" and frame.number is None:
            return None
        if phrasing.entry.yes_when is not None and frame.form == "yes_no" and frame.number != other.number:
            return None
        if (frame.form == "how_many") != (other.form == "how_many") and phrasing.entry.yes_when is not None:
            return None
        return self._polarity(frame, other)

    def _polarity(self, frame: Frame, other: Frame) -> bool | None:
        """Whether the frames ask for the same (False), for the contrary (True), or for different things (None)."""
        if frame.head is None or other.head is None:
            return None
        if frame.head == other.head:
            turned = False
        elif self.concepts.opposite(frame.head) == other.head:
            turned = True
        else:
            return None
        return turned != (frame.denied != other.denied)

    def _score(self, frame: Frame, phrasing: Phrasing, similarity: float | None) -> float:
        mine, theirs = frame.concepts, phrasing.frame.concepts
        union = mine | theirs
        overlap = len(mine & theirs) / len(union) if union else 0.0
        if similarity is None:
            return overlap
        return 0.5 * similarity + 0.5 * overlap


def _plain(text: str) -> str:
    return "".join(char if char.isalnum() else " " for char in text).replace("  ", " ")

"""Names that are nearly right: a misspelt word is led back to the words of names, then whole names are compared."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rapidfuzz import fuzz, process

from knowledge.folding import Token, join_tokens
from knowledge.language import Language
from knowledge.store import Store

FEWEST_LETTERS = 5
NEAR_WORD = 78.0  # of 100: a misspelt word and the word that was meant
NEAR_NAME = 88.0  # a misspelt name and the name that was meant
NEAR_LONE_WORD = (
    91.0  # the same for one word without a capital letter, or in German, where all nouns have one
)
LONE_WORD_LETTERS = 8
LONGEST_RUN_TOGETHER = 30  # letters
FEWEST_LETTERS_OF_A_PART = 3  # of the first of words that were written as one
NEAR_MARKED_NAME = 78.0  # the same where brackets say that it is a name
NEAR_PREFIX = 80.0
LEAD = 3.0  # by how much the best name must lead, or the reader is asked
MOST_WORDS = 12  # unknown words looked at in one text
_WORDS_PER_WORD = 8
_NAMES_PER_WORD = 400


class Near(NamedTuple):
    """A name that may have been meant."""

    folded: str
    oracle_id: str
    language: str
    standing: int


class FuzzyNames:
    """Leads misspelt names back to the right ones."""

    def __init__(self, store: Store, language: Language) -> None:
        self._store = store
        self._language = language
        self._lock = threading.Lock()
        self._by_start: dict[tuple[str, int], list[str]] | None = None

    def find(
        self,
        text: str,
        tokens: Sequence[Token],
        taken: Sequence[bool],
        marks: Sequence[tuple[int, int]],
        language: str | None,
    ) -> Iterator[tuple[int, int, list[Near]]]:
        """(first token, last token, the names nearest to them) for each misspelt name among the free tokens."""
        free = list(taken)
        for start, end in marks:
            inside = [
                place for place, token in enumerate(tokens) if start <= token.start and token.end <= end
            ]
            if inside and not any(free[inside[0] : inside[-1] + 1]):
                names = self._nearest_to_run(tokens[inside[0] : inside[-1] + 1], language, NEAR_MARKED_NAME)
                if names:
                    free[inside[0] : inside[-1] + 1] = [True] * len(inside)
                    yield inside[0], inside[-1] + 1, names
        for place in self._unknown(tokens, free):
            if free[place]:
                continue
            together = self._run_together(tokens[place].word, language)
            best = (
                (place, place + 1, together)
                if together
                else self._around(text, tokens, place, free, language)
            )
            if best is not None:
                first, last, names = best
                free[first:last] = [True] * (last - first)
                yield first, last, names

    def complete(self, folded: str, language: str | None) -> list[str]:
        """The names that begin nearly like a folded prefix, the nearest first."""
        words = [near for word in folded.split(" ") for near in self._near_words(word)]
        scored = {
            near.folded: score
            for near in self._names_with(words, language)
            if (score := fuzz.ratio(folded, near.folded[: len(folded)])) >= NEAR_PREFIX
        }
        shown = dict(
            self._store.file.query_in(
                "SELECT folded, shown FROM names WHERE how <> 'short' AND folded IN (?)", scored
            )
        )
        return [
            shown[name] for name in sorted(scored, key=lambda name: (-scored[name], name)) if name in shown
        ]

    def _unknown(self, tokens: Sequence[Token], free: Sequence[bool]) -> list[int]:
        """Where words stand that no text of the game uses."""
        places = [
            place
            for place, token in enumerate(tokens)
            if not free[place]
            and not token.unspaced
            and len(token.word) >= FEWEST_LETTERS
            and token.word.isalpha()
        ]
        known = self._language.word_counts(tokens[place].word for place in places)
        return [place for place in places if not known.get(tokens[place].word)][:MOST_WORDS]

    def _around(
        self, text: str, tokens: Sequence[Token], place: int, free: Sequence[bool], language: str | None
    ) -> tuple[int, int, list[Near]] | None:
        """The best name that has the word at `place` misspelt, with the words beside it."""
        scored: dict[tuple[int, int], list[tuple[float, Near]]] = defaultdict(list)
        for near in self._names_with(self._near_words(tokens[place].word), language):
            words = near.folded.split(" ")
            for position in range(len(words)):
                first, last = place - position, place - position + len(words)
                if first < 0 or last > len(tokens) or any(free[first:last]):
                    continue
                score = fuzz.ratio(join_tokens(tokens[first:last]), near.folded)
                if score >= _least(text, tokens[first:last], language):
                    scored[first, last].append((score, near))
        if not scored:
            return None
        (first, last), found = max(
            scored.items(), key=lambda item: (item[0][1] - item[0][0], max(item[1])[0])
        )
        return first, last, _leading(found)

    def _run_together(self, word: str, language: str | None) -> list[Near]:
        """The names whose two or three words were written as one ("bloodmoon")."""
        if not LONE_WORD_LETTERS <= len(word) <= LONGEST_RUN_TOGETHER:
            return []
        pairs = [(word[:at], word[at:]) for at in range(FEWEST_LETTERS_OF_A_PART, len(word) - 1)]
        keys = [f"{first} {rest}" for first, rest in pairs]
        keys += [
            f"{first} {rest[:at]} {rest[at:]}" for first, rest in pairs for at in range(2, len(rest) - 2)
        ]
        rows = self._store.file.query_in(
            "SELECT folded, oracle_id, language, standing FROM names WHERE how <> 'short' AND folded IN (?)",
            keys,
        )
        languages = {"en", language or "en"}
        near = list(dict.fromkeys(Near(*row) for row in rows if row[2] in languages))
        return _leading([(100.0, name) for name in near]) if near else []

    def _nearest_to_run(self, run: Sequence[Token], language: str | None, least: float) -> list[Near]:
        """The names nearest to a whole run of words."""
        key = join_tokens(run)
        words = [near for token in run for near in self._near_words(token.word)]
        found = [
            (score, near)
            for near in self._names_with(words, language)
            if (score := fuzz.ratio(key, near.folded)) >= least
        ]
        return _leading(found) if found else []

    def _near_words(self, word: str) -> list[str]:
        """Words of names that begin with the same letter and are otherwise nearly the same."""
        by_start = self._words()
        choices = [
            candidate
            for length in range(max(3, len(word) - 2), len(word) + 3)
            for candidate in by_start.get((word[0], length), ())
        ]
        found = process.extract(
            word, choices, scorer=fuzz.ratio, score_cutoff=NEAR_WORD, limit=_WORDS_PER_WORD
        )
        return [candidate for candidate, _, _ in found]

    def _words(self) -> dict[tuple[str, int], list[str]]:
        """All words of names by first letter and length, read once."""
        with self._lock:
            if self._by_start is None:
                by_start: dict[tuple[str, int], list[str]] = defaultdict(list)
                for (word,) in self._store.file.query("SELECT DISTINCT word FROM name_words"):
                    by_start[word[:1], len(word)].append(word)
                self._by_start = dict(by_start)
            return self._by_start

    def _names_with(self, words: Sequence[str], language: str | None) -> list[Near]:
        rows = self._store.file.query_in(
            "SELECT n.folded, n.oracle_id, n.language, n.standing FROM name_words w JOIN names n ON n.id = w.name"
            " WHERE w.word IN (?)",
            words,
        )
        languages = {"en", language or "en"}
        near = [Near(*row) for row in rows if row[2] in languages]
        return list(dict.fromkeys(near))[: _NAMES_PER_WORD * _WORDS_PER_WORD]


def _least(text: str, run: Sequence[Token], language: str | None) -> float:
    """How near a name must be to be taken for a misspelling: the less it looks like a name, the nearer."""
    if len(run) > 1 or (language != "de" and text[run[0].start].isupper()):
        return NEAR_NAME
    if len(run[0].word) < LONE_WORD_LETTERS or language not in ("en", "de", None):
        return 101.0
    return NEAR_LONE_WORD


def _leading(found: list[tuple[float, Near]]) -> list[Near]:
    """The names that no other leads clearly, of the best standing."""
    standing = min(near.standing for _, near in found)
    found = sorted((item for item in found if item[1].standing == standing), key=lambda item: -item[0])
    return [near for score, near in found if score > found[0][0] - LEAD]

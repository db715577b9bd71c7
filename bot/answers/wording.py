"""What a text says, word by word: the closed vocabulary by which general questions are compared.

Nothing in a question may be passed over unread: a word that changes the case ("tapped", "another", "planeswalker") would
be one. So a text becomes tokens (words of one meaning share one), and only the words listed as fillers are left out. In
English it is also told whose a thing is ("my creature"), and which thing has a property ("a blocker with deathtouch").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise

from pydantic import BaseModel, ConfigDict

from bot.answers.concepts import SCRIPTIO_CONTINUA, normalise
from bot.answers.data_files import load_data
from bot.answers.models import Language

_TOKEN = re.compile(r"[+-]?\d+/[+-]?\d+|\w+|\.")
_CJK = re.compile(r"[\u30a0-\u30ff]+|[a-z0-9_/+-]+|[\u3400-\u9fff]")


class Words(BaseModel):
    """One language's part of `data/general/words.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fillers: str
    same: Mapping[str, tuple[str, ...]] = {}
    sorts: Mapping[str, str] = {}
    sides: Mapping[str, str] = {}
    things: str = ""
    properties: str = ""
    bound: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What a text says."""

    tokens: frozenset[str]
    relations: frozenset[str]
    """Whose a thing is, which thing has a property, and what stands beside a bound word: "opponent:creature",
    "blocker:deathtouch", "menace>block"."""

    def __le__(self, other: Said) -> bool:
        return self.tokens <= other.tokens and self.relations <= other.relations

    def __sub__(self, other: Said) -> Said:
        return Said(self.tokens - other.tokens, self.relations - other.relations)


NOTHING = Said(frozenset(), frozenset())


class Vocabulary:
    """Reads texts of one language."""

    def __init__(self, words: Words, language: Language) -> None:
        self._language = language
        self._fillers = frozenset(normalise(words.fillers, language).split())
        self._same = {normalise(form, language): name for name, forms in words.same.items() for form in forms}
        forms = sorted(self._same, key=len, reverse=True)
        edge = "" if language in SCRIPTIO_CONTINUA else r"(?![\w/])"
        start = "" if language in SCRIPTIO_CONTINUA else r"(?<![\w/])"
        self._forms = (
            re.compile(start + "(" + "|".join(map(re.escape, forms)) + ")" + edge) if forms else None
        )
        self._sorts = {name: frozenset(map(_stem, row.split())) for name, row in words.sorts.items()}
        self._sides = {word: side for side, row in words.sides.items() for word in row.split()}
        self._things = frozenset(words.things.split())
        self._properties: frozenset[str] = frozenset(self._row(words.properties))
        self._bound: frozenset[str] = frozenset(self._row(words.bound))

    def read(self, text: str, *, closely: bool = False) -> Said:
        """What a normalised text says; `closely` with every three words that stand together."""
        if self._language != "en":
            row = list(self._pieces(text) if self._language in SCRIPTIO_CONTINUA else self._row(text))
            threes = frozenset(_threes(row)) if closely else frozenset()
            return Said(frozenset(_counted(word for word in row if word != ".")), threes)
        row = self._sorted(list(self._row(text)))
        kept = frozenset(word for word in row if word != "." and self._sides.get(word) in (None, word))
        return Said(kept, frozenset((*self._owned(row), *self._held(row), *self._beside(row, closely))))

    def _named(self, text: str, apart: str) -> str:
        if self._forms is None:
            return text
        return self._forms.sub(lambda match: f"{apart}{self._same[match[1]]}{apart}", text)

    def _pieces(self, text: str) -> Iterator[str]:
        """Words in Chinese and Japanese: names of meanings, runs of katakana, single characters; kana only join."""
        text = self._named(text, " ")
        for filler in sorted(self._fillers, key=len, reverse=True):
            text = text.replace(filler, " ")
        yield from _CJK.findall(text)

    def _row(self, text: str) -> Iterator[str]:
        """The tokens in their order, fillers left out."""
        for word in _TOKEN.findall(self._named(text, "")):
            if word in self._fillers:
                continue
            plain = word in self._sides or word in self._things or not word.isalpha()
            yield word if plain or self._language != "en" else _stem(word)

    def _sorted(self, row: list[str]) -> list[str]:
        """The tokens, with the sort's name for the one member of a sort that is named: which colour it is does not matter."""
        for name, members in self._sorts.items():
            if len(members & set(row)) == 1:
                row = [name if word in members else word for word in row]
        return row

    def _owned(self, row: list[str]) -> Iterator[str]:
        for place, word in enumerate(row):
            side = self._sides.get(word)
            if side is None:
                continue
            for one in row[place + 1 :]:
                if one == "." or one in self._sides:
                    break
                yield f"{side}:{one}"
                if one not in self._properties:
                    break

    def _held(self, row: list[str]) -> Iterator[str]:
        """Which thing has a property: the one right behind it, or else the last one named before it.

        Two properties of two things are told from two of one: "deathtouch|first_strike".
        """
        thing: int | None = None
        held: list[tuple[str, int]] = []
        for place, word in enumerate(row):
            if word in self._things:
                thing = place
            elif word == ".":
                thing = None
            elif word in self._properties:
                behind = next(
                    (at for at in range(place + 1, len(row)) if row[at] not in self._properties), place
                )
                holder = behind if row[behind] in self._things else thing
                if holder is not None:
                    held.append((word, holder))
                    yield f"{row[holder]}:{word}"
        for (one, its), (other, others) in combinations(held, 2):
            if its != others:
                yield "|".join(sorted((one, other)))

    def _beside(self, row: list[str], closely: bool) -> Iterator[str]:
        """What stands right before and behind the words that turn their meaning with it: who blocks, and who is blocked."""
        if closely:
            yield from _threes([self._sides.get(word, word) for word in row])
            return
        for left, right in pairwise(row):
            apart = "." in (left, right) or left in self._sides or right in self._sides
            if not apart and (left in self._bound or right in self._bound):
                yield f"{left}>{right}"


@cache
def vocabulary(language: Language) -> Vocabulary:
    """The vocabulary of a language, from the package's data file."""
    return Vocabulary(Words.model_validate(load_data("general/words")[language]), language)


def joined(said: Iterable[Said]) -> Said:
    """Everything that some texts say."""
    kept = list(said)
    return Said(
        frozenset().union(*(one.tokens for one in kept)), frozenset().union(*(one.relations for one in kept))
    )


def _threes(row: list[str]) -> Iterator[str]:
    """Every three words that stand together, and the last two."""
    yield from (">".join(three) for three in zip(row, row[1:], [*row[2:], ""], strict=False))


def _counted(words: Iterable[str]) -> Iterator[str]:
    """The words, a second one of a kind told from the first."""
    count: Counter[str] = Counter()
    for word in words:
        count[word] += 1
        yield word if count[word] == 1 else f"{word}*{count[word]}"


def _stem(word: str) -> str:
    for ending, put in (("ies", "y"), ("ing", ""), ("ied", "y"), ("ed", ""), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return (word[: -len(ending)] + put).rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word

"""What players' words mean, independent of language: `data/concepts.yaml` as compiled patterns.

A pattern is a row of words. `a|b` is either word, `cast*` any word that begins so, `the?` may be missing, and `~`
stands for up to three other words. Chinese and Japanese patterns are plain pieces of text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict

from bot.answers.data_files import load_data
from bot.answers.models import Language

SCRIPTIO_CONTINUA: frozenset[Language] = frozenset({"ja", "zh"})

_CONTRACTIONS = (
    (re.compile(r"\b(can)(?:no|')t\b"), r"\1 not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"\bshan't\b"), "shall not"),
    (re.compile(r"\bain't\b"), "is not"),
    (re.compile(r"\b(\w+)n't\b"), r"\1 not"),
    (
        re.compile(r"\b(dont|doesnt|didnt|isnt|arent|wasnt|couldnt|wouldnt|havent|hasnt)\b"),
        lambda m: m[0][:-2] + " not",
    ),
    (re.compile(r"\bcant\b"), "can not"),
    (re.compile(r"\bwont\b"), "will not"),
    (re.compile(r"\b(\w+)'ll\b"), r"\1 will"),
    (re.compile(r"\b(\w+)'re\b"), r"\1 are"),
    (re.compile(r"\b(\w+)'ve\b"), r"\1 have"),
    (re.compile(r"\b(i)'m\b"), r"\1 am"),
    (re.compile(r"\b(it|that|what|there|he|she|who|where|how)'s\b"), r"\1 is"),
    (re.compile(r"\bgonna\b"), "going to"),
    (re.compile(r"\b(?:wanna)\b"), "want to"),
)


class ConceptEntry(BaseModel):
    """One concept of the data file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    opposite: str | None = None
    hides: str | None = None
    like: str | None = None
    head: int | None = None
    weak: bool = False
    spoken: bool = False
    topic: bool = False
    group: str | None = None
    where: str | None = None
    en: tuple[str, ...]
    de: tuple[str, ...] = ()
    es: tuple[str, ...] = ()
    fr: tuple[str, ...] = ()
    it: tuple[str, ...] = ()
    ja: tuple[str, ...] = ()
    pt: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Span:
    """Words of a text (by character offsets) that mean a concept."""

    concept: str
    start: int
    end: int


def normalise(text: str, language: Language) -> str:
    """Lower case, one kind of quotes, contractions spelled out, accents off (not in Chinese and Japanese)."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").replace("ʼ", "'")
    if language in SCRIPTIO_CONTINUA:
        return " ".join(text.split())
    if language == "en":
        for pattern, replacement in _CONTRACTIONS:
            text = pattern.sub(replacement, text)
    decomposed = unicodedata.normalize("NFD", text)
    text = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(re.sub(r"['\"“”„«»*_`~]", " ", text).split())


def _word(token: str) -> str:
    if token.endswith("*"):
        return re.escape(token[:-1]) + r"\w*"
    return re.escape(token)


def compile_pattern(pattern: str, language: Language) -> re.Pattern[str]:
    """The regular expression for one pattern of the data file, to be used on normalised text."""
    if language in SCRIPTIO_CONTINUA:
        return re.compile(re.escape(normalise(pattern, language)))
    parts: list[str] = []
    separator = ""
    for token in pattern.split():
        if token == "~":  # noqa: S105
            parts.append(r"(?:\W+\w+){0,3}?")
            continue
        optional = token.endswith("?")
        alternatives = "|".join(_word(option) for option in token.rstrip("?").split("|"))
        parts.append(f"(?:{separator}(?:{alternatives})\\b)" + ("?" if optional else ""))
        separator = r"\W+" if not optional or separator else separator
    return re.compile(r"\b" + "".join(parts))


@dataclass(slots=True)
class _Pattern:
    """One pattern of one concept; compiled when it is first needed."""

    text: str
    language: Language
    concept: str
    where: str | None
    compiled_: re.Pattern[str] | None = None

    @property
    def compiled(self) -> re.Pattern[str]:
        if self.compiled_ is None:
            self.compiled_ = compile_pattern(self.text, self.language)
        return self.compiled_


class _Patterns:
    """The patterns of one language, found by what a text must say for them to fit.

    Most patterns have nothing to do with most texts: trying each costs a hundred times as much as looking them up.
    """

    def __init__(self, patterns: Iterable[_Pattern], language: Language) -> None:
        self._always: list[tuple[int, _Pattern]] = []
        self._pieces: list[tuple[str, int, _Pattern]] = []
        self._by_word: dict[str, list[tuple[int, _Pattern, list[frozenset[str]]]]] = {}
        for place, pattern in enumerate(patterns):
            if language in SCRIPTIO_CONTINUA:
                self._pieces.append((normalise(pattern.text, language), place, pattern))
            elif needed := _needed(pattern.text):
                for word in needed[0]:
                    self._by_word.setdefault(word, []).append((place, pattern, needed[1:]))
            else:
                self._always.append((place, pattern))

    def fitting(self, text: str) -> list[_Pattern]:
        """The patterns that may fit a normalised text, in the order of the data file."""
        found = dict(self._always)
        found.update((place, pattern) for piece, place, pattern in self._pieces if piece in text)
        words = set(_WORD.findall(text))
        said = words | {f"{word[:length]}*" for word in words for length in range(1, len(word) + 1)}
        for word in said & self._by_word.keys():
            for place, pattern, others in self._by_word[word]:
                if not any(other.isdisjoint(said) for other in others):
                    found[place] = pattern
        return [found[place] for place in sorted(found)]


_WORD = re.compile(r"\w+")


def _needed(pattern: str) -> list[frozenset[str]]:
    """What a text must say for the pattern to fit: one of each set of words; `cast*` is a word that begins so."""
    needed: list[frozenset[str]] = []
    for token in pattern.split():
        if token == "~" or token.endswith("?"):  # noqa: S105
            continue
        words = [_WORD.match(option) for option in token.split("|")]
        if all(words):
            needed.append(
                frozenset(
                    word[0] + "*" * (option[word.end() :] == "*")
                    for word, option in zip(words, token.split("|"), strict=True)
                    if word
                )
            )
    return needed


class Concepts:
    """All concepts, ready to find in text."""

    def __init__(self, entries: Mapping[str, ConceptEntry]) -> None:
        self.entries = entries
        self._patterns: dict[Language, _Patterns] = {}

    def _patterns_of(self, language: Language) -> _Patterns:
        if language not in self._patterns:
            self._patterns[language] = _Patterns(
                (
                    _Pattern(
                        pattern.removeprefix("!"), language, name, None if pattern[0] == "!" else entry.where
                    )
                    for name, entry in self.entries.items()
                    for pattern in getattr(entry, language)
                ),
                language,
            )
        return self._patterns[language]

    def spans(self, text: str, language: Language, where: str) -> tuple[Span, ...]:
        """Concepts in normalised text; `where` is situation or query. A concept inside a longer contrary is not meant."""
        found = [
            Span(pattern.concept, match.start(), match.end())
            for pattern in self._patterns_of(language).fitting(text)
            if pattern.where in (None, where)
            for match in pattern.compiled.finditer(text)
        ]
        return tuple(span for span in found if not any(self._overrules(other, span) for other in found))

    def _overrules(self, longer: Span, span: Span) -> bool:
        if (
            self.entries[span.concept].opposite != longer.concept
            and self.entries[longer.concept].hides != span.concept
        ):
            return False
        overlap = max(longer.start, span.start) < min(longer.end, span.end)
        return overlap and (longer.start, -longer.end) < (span.start, -span.end)

    def names(self, text: str, language: Language, where: str) -> frozenset[str]:
        """Names of the concepts in normalised text."""
        return frozenset(span.concept for span in self.spans(text, language, where))

    def strong(self, names: Iterable[str]) -> frozenset[str]:
        """Those that change the situation."""
        return frozenset(name for name in names if not self.entries[name].weak)

    def to_be_spoken(self, names: Iterable[str]) -> frozenset[str]:
        """Those that a scenario must speak of when a question does."""
        return frozenset(name for name in names if not self.entries[name].weak or self.entries[name].spoken)

    def topics(self, names: Iterable[str]) -> frozenset[str]:
        """Those that questions are about."""
        return frozenset(name for name in names if self.entries[name].topic)

    def disjoint(self, mine: Iterable[str], theirs: Iterable[str]) -> bool:
        """Whether both name members of a group and none in common."""
        groups: dict[str, tuple[set[str], set[str]]] = {}
        for side, names in enumerate((mine, theirs)):
            for name in names:
                if (group := self.entries[name].group) is not None:
                    groups.setdefault(group, (set(), set()))[side].add(name)
        return any(left and right and not left & right for left, right in groups.values())

    def opposite(self, name: str) -> str | None:
        """The contrary concept."""
        return self.entries[name].opposite

    def head(self, names: Iterable[str]) -> str | None:
        """The concept that is asked for, among those of the asking part."""
        ranked = sorted((self.entries[name].head or 99, name) for name in names if self.entries[name].head)
        return ranked[0][1] if ranked else None


@cache
def load_concepts() -> Concepts:
    """Read the package's data file."""
    raw = load_data("concepts")
    entries = {name: ConceptEntry.model_validate(entry) for name, entry in raw.items()}
    for name, entry in entries.items():
        if entry.opposite is not None and entries[entry.opposite].opposite != name:
            raise ValueError(f"concepts.yaml: {name} and {entry.opposite} must name each other as opposite")
    return Concepts(entries)

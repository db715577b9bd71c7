"""Finds the cards that a text names: in any language, shortened, nicknamed or misspelt.

The longest name wins. A name that is also an ordinary word and is not marked (by brackets, quotes or, within a
sentence, a capital letter) is reported as soft: it may well not be meant. A name that several cards share is
reported with its candidates; nothing is guessed.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, get_args

from knowledge.folding import Token, fold_name, fold_word, join_tokens, tokenize
from knowledge.fuzzy_names import FuzzyNames
from knowledge.language import Language
from knowledge.models import Ambiguity, CardMatch, CardMatches, How, Standing
from knowledge.store import Store

LONGEST_TEXT = 4000  # characters that are read; a question that names a card later than that is none
LONGEST_NAME = 14  # words
LONGEST_UNSPACED_NAME = 26  # characters
MOST_CANDIDATES = 10
MOST_COMPLETIONS = 400  # names looked at for one prefix
_LAST = "\U0010ffff"  # sorts after every name
LONG_WORD = 8  # letters; a longer word in lower case that no text uses is likelier a name than a word
BASIC_LANDS = frozenset({"plain", "island", "swamp", "mountain", "forest", "waste"})
EVERYDAY_FROM = (
    25  # texts in which a name stands as an ordinary word before that is all it is when not marked
)
COMMON_FROM = 2  # texts in which a name stands as an ordinary word before it counts as one
_ORDER: dict[str, int] = {"exact": 0, "printed": 1, "nickname": 2, "short": 3, "fuzzy": 4}
_MARKED = re.compile(
    r"\[\[(?P<brackets>[^\[\]]{1,150})\]\]|[\"“„«「『《](?P<quotes>[^\"“”„«»「」『』《》]{2,80})[\"”“»」』》]"
)
_DOES = re.compile("し[たてなま]|す[るれ]|さ[せれ]|でき")  # makes a verb of the Japanese noun before it
_ELIDED = re.compile(
    r"(?:l|d|qu|un|dell|all|dall|nell|sull)['’](?=\w)", re.IGNORECASE
)  # "l'Ange", "dell'Orso"
_SENTENCE_START = re.compile(r"(?:^|[.!?:;…\n¿¡(]|\s[-–—])[\s\"“„'¿¡(]*$")


class Name(NamedTuple):
    """A row of the names: what was folded, the card it leads to, and in what way."""

    folded: str
    oracle_id: str
    how: How
    language: str
    standing: int


BETTER_KNOWN_FROM = 3
"""Printed in so many languages more, a card may be meant by another one's whole name."""


@dataclass(frozen=True, slots=True)
class _Span:
    """Tokens [first, last) that fold to a known name."""

    first: int
    last: int
    key: str
    names: tuple[Name, ...]

    @property
    def order(self) -> int:
        return min(_ORDER[name.how] for name in self.names)

    def overlaps(self, other: _Span) -> bool:
        return self.first < other.last and other.first < self.last


class CardNames:
    """Resolves names against the store of one generation."""

    def __init__(self, store: Store, language: Language) -> None:
        self._store = store
        self._language = language
        self._fuzzy = FuzzyNames(store, language)
        self._all_languages: frozenset[str] | None = None

    def resolve(self, text: str, language: str | None = None) -> CardMatches:
        """The cards that a text names, in the order in which they stand there. Never raises on any text."""
        text = text[:LONGEST_TEXT]
        tokens = tokenize(text)
        marks = _marks(text)
        spans = self._choose(self._spans(text, tokens), tokens, marks)
        looks = self._looks(text, tokens, spans, marks, language)
        soft = [span for span in spans if looks.is_soft(span, _best(span.names, language)[0])]
        sure = [span for span in spans if span not in soft]
        misspelt = [
            span
            for span in self._misspelt(text, tokens, sure, marks, language)
            if not any(other.first <= span.first and span.last <= other.last for other in soft)
        ]
        # a misspelt name may hold a word that is a name too; then that is not what was meant
        spans = [span for span in spans if not any(span.overlaps(other) for other in misspelt)] + misspelt
        return self._matches(tokens, sorted(spans, key=lambda span: span.first), looks, text, language)

    # Exact names

    def _spans(self, text: str, tokens: Sequence[Token]) -> list[_Span]:
        keys: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for first, last in _windows(tokens):
            for key in _forms(text, tokens[first:last]):
                keys[key].append((first, last))
        found: dict[str, list[Name]] = defaultdict(list)
        for row in self._store.file.query_in(
            "SELECT folded, oracle_id, how, language, standing FROM names WHERE folded IN (?)", keys
        ):
            found[row[0]].append(Name(*row))
        return [
            _Span(first, last, key, tuple(names)) for key, names in found.items() for first, last in keys[key]
        ]

    def _choose(
        self, spans: Iterable[_Span], tokens: Sequence[Token], marks: Sequence[tuple[int, int]]
    ) -> list[_Span]:
        """The spans that stand: longest first, full names before short ones, none overlapping another."""
        taken = [False] * len(tokens)
        chosen: list[_Span] = []

        def rank(span: _Span) -> tuple[bool, int, int, int]:
            length = sum(len(token.word) for token in tokens[span.first : span.last])
            return (not _is_marked(tokens, span, marks), -length, span.order, span.first)

        for span in sorted(spans, key=rank):
            if not any(taken[span.first : span.last]):
                taken[span.first : span.last] = [True] * (span.last - span.first)
                chosen.append(span)
        return chosen

    # Misspelt names

    def _misspelt(
        self,
        text: str,
        tokens: Sequence[Token],
        spans: Sequence[_Span],
        marks: Sequence[tuple[int, int]],
        language: str | None,
    ) -> list[_Span]:
        taken = [False] * len(tokens)
        for span in spans:
            taken[span.first : span.last] = [True] * (span.last - span.first)
        found = []
        for first, last, names in self._fuzzy.find(text, tokens, taken, marks, language):
            key = names[0][0]
            rows = tuple(
                Name(key, oracle_id, "fuzzy", row_language, standing)
                for _, oracle_id, row_language, standing in names
            )
            found.append(_Span(first, last, key, rows))
        return found

    # Autocomplete

    def complete(self, prefix: str, language: str | None, k: int) -> list[str]:
        """Names that continue a prefix: those that begin with it, those with a word that does, those nearly so.

        English names and those of `language`; where they have none, names of all languages.
        """
        folded = fold_name(prefix)
        if not folded:
            return []
        own = tuple(dict.fromkeys(("en", language or "en")))
        found = dict.fromkeys(self._beginning_with(folded, own, k))
        if len(found) < k:
            found.update(dict.fromkeys(self._with_word_beginning(folded, own)))
        if not found:
            others = tuple(sorted(self._languages() - set(own)))
            found = dict.fromkeys(self._beginning_with(folded, others, k))
            found.update(dict.fromkeys(self._with_word_beginning(folded, others)))
        if not found:
            found.update(dict.fromkeys(self._fuzzy.complete(folded, language)))
        return list(found)[:k]

    def _beginning_with(self, folded: str, languages: Sequence[str], k: int) -> list[str]:
        """One small look-up a language and standing: sorting all that begins with one letter would take far longer."""
        found: list[tuple[str, str]] = []
        for standing in range(len(get_args(Standing))):
            rows: list[tuple[str, str]] = []
            for language in languages:
                rows += self._store.file.query(
                    "SELECT folded, shown FROM names WHERE language = ? AND standing = ? AND folded >= ? AND folded < ?"
                    " AND how IN ('exact', 'printed') ORDER BY folded LIMIT ?",
                    (language, standing, folded, folded + _LAST, k),
                )
            found += sorted(rows)
            if len(found) >= k:
                break
        return [shown for _, shown in found]

    def _with_word_beginning(self, folded: str, languages: Sequence[str]) -> list[str]:
        *whole, last = folded.split(" ")
        longest = max(whole, key=len, default="")
        # a longer word that is complete leads to fewer names than the beginning of a short one
        low, high = (longest, longest) if len(longest) > len(last) else (last, last + _LAST)
        rows = self._store.file.query(
            "SELECT n.shown, n.folded FROM name_words w JOIN names n ON n.id = w.name"
            " WHERE w.word BETWEEN ? AND ? AND n.how IN ('exact', 'printed')"
            " AND n.language IN (SELECT value FROM json_each(?)) ORDER BY n.standing, length(n.folded), n.folded LIMIT ?",
            (low, high, json.dumps(languages), MOST_COMPLETIONS),
        )
        return [shown for shown, name in rows if f" {folded}" in f" {name}"]

    def _languages(self) -> frozenset[str]:
        """The languages that names are in."""
        if self._all_languages is None:
            rows = self._store.file.query("SELECT DISTINCT language FROM names")
            self._all_languages = frozenset(language for (language,) in rows)
        return self._all_languages

    # What is reported

    def _matches(
        self,
        tokens: Sequence[Token],
        spans: Sequence[_Span],
        looks: _Looks,
        text: str,
        language: str | None,
    ) -> CardMatches:
        best = [
            [*names, *self._better_known(names, span.names)]
            if span.last - span.first == 1 and not _is_marked(tokens, span, looks.marks)
            else names
            for span in spans
            for names in [_best(span.names, language)]
        ]
        english = self._store.card_names(name.oracle_id for names in best for name in names)
        surely = {
            names[0].oracle_id: fold_name(english[names[0].oracle_id])
            for span, names in zip(spans, best, strict=True)
            if len(_cards(names)) == 1 and names[0].how in ("exact", "printed") and span.last - span.first > 1
        }
        cards: list[CardMatch] = []
        ambiguous: list[Ambiguity] = []
        for span, names in zip(spans, best, strict=True):
            start, end = tokens[span.first].start, tokens[span.last - 1].end
            if (elided := _ELIDED.match(text, start)) and not span.key.startswith(tokens[span.first].word):
                start = elided.end()
            soft = looks.is_soft(span, names[0])
            candidates, how = _cards(names), names[0].how
            meant = _already_named(span.key, candidates, surely)
            if meant is not None:
                candidates, soft = [meant], False
                how = how if meant in _cards(names) else "short"
            elif soft and (how == "short" or looks.is_everyday(span)):
                continue
            if len(candidates) == 1:
                cards.append(
                    CardMatch(
                        name=english[candidates[0]],
                        oracle_id=candidates[0],
                        matched=text[start:end],
                        how=how,
                        start=start,
                        end=end,
                        soft=soft,
                        looks_meant=not soft or looks.is_meant(span, names[0]),
                    )
                )
            elif not soft or (how == "exact" and looks.is_meant(span, names[0])):
                shown = sorted({english[card] for card in candidates})[:MOST_CANDIDATES]
                ambiguous.append(
                    Ambiguity(matched=text[start:end], candidates=tuple(shown), start=start, end=end)
                )
        return CardMatches(cards=tuple(cards), ambiguous=tuple(ambiguous))

    def _better_known(self, names: Sequence[Name], others: Sequence[Name]) -> list[Name]:
        """Cards that players shorten to the whole name of an obscure one ("Urborg"): who says it is asked which is meant.

        A card counts as better known that was printed in so many more languages.
        """
        own = names[0]
        longer = [one for one in others if one.how == "short" and one.standing == own.standing == 0]
        if own.how != "exact" or own.language != "en" or not longer:
            return []
        languages = self._store.printed_languages(one.oracle_id for one in (own, *longer))
        enough = languages.get(own.oracle_id, 0) + BETTER_KNOWN_FROM
        return [one for one in longer if languages.get(one.oracle_id, 0) >= enough]

    def _looks(
        self,
        text: str,
        tokens: Sequence[Token],
        spans: Sequence[_Span],
        marks: Sequence[tuple[int, int]],
        language: str | None,
    ) -> _Looks:
        words = [tokens[span.first].word for span in spans if span.last - span.first == 1]
        return _Looks(
            text,
            tokens,
            marks,
            language,
            self._language.name_counts(span.key for span in spans),
            self._language.word_counts(words),
        )


@dataclass(frozen=True, slots=True)
class _Looks:
    """Tells names from ordinary words by how they are written and how common they are."""

    text: str
    tokens: Sequence[Token]
    marks: Sequence[tuple[int, int]]
    language: str | None
    as_words: Mapping[str, int]
    words: Mapping[str, int]

    def is_soft(self, span: _Span, name: Name) -> bool:
        """Whether what looks like a name may be ordinary words."""
        if _is_marked(self.tokens, span, self.marks):
            return False
        count = self.as_words.get(span.key, 0)
        size = span.last - span.first
        if self.tokens[span.first].unspaced:
            return count >= COMMON_FROM or size < 3
        capital = self._has_capitals(span)
        if size > 1:
            return not capital and (count >= COMMON_FROM or name.how == "short")
        return self._is_soft_word(span, name, count, capital)

    def is_everyday(self, span: _Span) -> bool:
        """Whether a name that may be ordinary words is so common in texts that nobody means the card ("turn")."""
        first = self.tokens[span.first].word
        if self.tokens[span.first].unspaced and _DOES.match(self.text, self.tokens[span.last - 1].end):
            return True
        count = self.as_words.get(span.key, 0)
        return max(count, self.words.get(first, 0) if span.last - span.first == 1 else 0) >= EVERYDAY_FROM

    def is_meant(self, span: _Span, name: Name) -> bool:
        """Whether a name that may be ordinary words is likelier the card: "Rewind on …", but "I hit …", "a Forest"."""
        token = self.tokens[span.first]
        if name.how == "nickname" or token.unspaced or span.last - span.first > 1:
            return True
        alone = (
            _SENTENCE_START.search(self.text[: token.start]) and self.text[token.end : token.end + 1] in "?!."
        )
        return self._has_capitals(span) and not alone and token.word.rstrip("s") not in BASIC_LANDS

    def _is_soft_word(self, span: _Span, name: Name, count: int, capital: bool) -> bool:
        token = self.tokens[span.first]
        if name.standing > 0 or token.word.rstrip("s") in BASIC_LANDS:
            return True
        if name.language not in ("en", self.language or name.language):
            return True  # a word of a third language that happens to be a name in it
        if not capital:
            known = count or self.words.get(token.word)
            return name.how in ("short", "printed") or bool(known) or len(token.word) < LONG_WORD
        if count < COMMON_FROM:
            return False
        return self.language == "de" or bool(_SENTENCE_START.search(self.text[: token.start]))

    def _has_capitals(self, span: _Span) -> bool:
        run = self.tokens[span.first : span.last]
        return self.text[run[0].start].isupper() and all(
            self.text[token.start].isupper() or len(token.word) < 4 for token in run
        )


def _already_named(key: str, candidates: Sequence[str], surely: Mapping[str, str]) -> str | None:
    """The one card named in full elsewhere in the text that a shorter or shared name then means."""
    named = [card for card in candidates if card in surely]
    if len(named) == 1 and len(candidates) > 1:
        return named[0]
    if not named:
        longer = [card for card, name in surely.items() if name.startswith(f"{key} ")]
        if len(longer) == 1:
            return longer[0]
    return None


def _windows(tokens: Sequence[Token]) -> Iterable[tuple[int, int]]:
    """All runs of tokens that may be a name."""
    for first, token in enumerate(tokens):
        longest = LONGEST_UNSPACED_NAME if token.unspaced else LONGEST_NAME
        shortest = 2 if token.unspaced else 1
        for last in range(first + shortest, min(len(tokens), first + longest) + 1):
            yield first, last


def _forms(text: str, run: Sequence[Token]) -> list[str]:
    """What a run of words may be looked up as: itself, and without a possessive or plural s or an article before it."""
    key = join_tokens(run)
    if elided := _ELIDED.match(text, run[0].start):
        bare = run[0]._replace(word=fold_word(text[elided.end() : run[0].end]))
        return [key, join_tokens([bare, *run[1:]])]
    last = run[-1]
    if last.unspaced or not last.word.endswith("s") or len(last.word) < 4:
        return [key]
    return [key, key[:-1]]


def _marks(text: str) -> list[tuple[int, int]]:
    """The [start, end) of what stands in double brackets or quotes."""
    found = []
    for mark in _MARKED.finditer(text):
        group = "brackets" if mark["brackets"] is not None else "quotes"
        found.append(mark.span(group))
    return found


def _is_marked(tokens: Sequence[Token], span: _Span, marks: Sequence[tuple[int, int]]) -> bool:
    """Whether a name fills what brackets or quotes hold."""
    start, end = tokens[span.first].start, tokens[span.last - 1].end
    return any(
        left <= start
        and end <= right
        and (span.first == 0 or tokens[span.first - 1].end <= left)
        and (span.last == len(tokens) or tokens[span.last].start >= right)
        for left, right in marks
    )


def _best(names: Sequence[Name], language: str | None) -> list[Name]:
    """Of the cards that bear a name, those that count: real cards before others, full names before short ones,
    English and the question's language before further ones."""

    def rank(name: Name) -> tuple[int, int, bool]:
        foreign = name.how == "printed" and language is not None and name.language not in ("en", language)
        return (name.standing, _ORDER[name.how], foreign)

    first = min(rank(name) for name in names)
    return [name for name in names if rank(name) == first]


def _cards(names: Iterable[Name]) -> list[str]:
    return list(dict.fromkeys(name.oracle_id for name in names))

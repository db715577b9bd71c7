"""A foreign question read in English, word by word: by the reviewed terms, then by what was learned."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from knowledge import builtin_corpus
from knowledge.folding import UNSPACED_RUN, fold_name
from knowledge.language import Language
from knowledge.lexical_index import STOP_WORDS, stem, terms, words_and_pairs
from knowledge.models import CardMatch

UNSPACED_LANGUAGES = frozenset({"ja", "zh"})
SURE = 0.3  # a learned meaning that is likelier goes into the English reading
THIS_CARD = "this card"
UNREAD_WORD = 0.5  # foreign words that could not be read are often little ones
UNREAD_PAIR = 0.15  # of characters
SHORTEST_UNREAD = 4
_LONGEST_TERM = 8


@dataclass(frozen=True, slots=True)
class Gloss:
    """The English reading of a text: a text for the encoder, weighted stems for the lexical index.

    `unread` is about how many words of a foreign text could not be read.
    """

    text: str
    terms: Mapping[str, float]
    unread: float = 0.0


@dataclass(frozen=True, slots=True)
class _Forms:
    """The forms of one language: whole ones by their words, stems by their last word's beginning."""

    whole: Mapping[tuple[str, ...], str]
    stems: Mapping[tuple[str, ...], str]
    unspaced: Mapping[str, str]


@cache
def _forms(language: str) -> _Forms:
    whole: dict[tuple[str, ...], str] = {}
    stems: dict[tuple[str, ...], str] = {}
    unspaced: dict[str, str] = {}
    for term in builtin_corpus.terms():
        english = term["en"][0]
        for form in term.get(language, ()):
            if language in UNSPACED_LANGUAGES:
                unspaced.setdefault(fold_name(form), english)
            elif form.endswith("*"):
                stems.setdefault(tuple(words_and_pairs(form[:-1])), english)
            else:
                whole.setdefault(tuple(words_and_pairs(form)), english)
    return _Forms(whole, stems, unspaced)


def read_english(text: str, cards: Sequence[CardMatch] = ()) -> Gloss:
    """Reads an English text: as it is, but for the names of cards that are surely meant.

    A name says which card's rulings are wanted, nothing about which of them; so the card counts for itself, and
    in the text "this card" stands for it.
    """
    parts: list[str] = []
    rest: list[str] = []
    place = 0
    for match in sorted(cards, key=lambda match: match.start):
        if match.soft or match.start < place:
            continue
        parts += [text[place : match.start], THIS_CARD]
        rest.append(text[place : match.start])
        place = match.end
    rest.append(text[place:])
    wanted = terms(" ".join(rest))
    if not wanted:
        return Gloss(text, dict.fromkeys(terms(text), 1.0))
    return Gloss("".join([*parts, text[place:]]), dict.fromkeys(wanted, 1.0))


def gloss(text: str, language: str, learned: Language | None, cards: Sequence[CardMatch] = ()) -> Gloss:
    """Reads a foreign text in English; of `cards`, those surely meant become "this card", the others their name."""
    reading = _Reading()
    place = 0
    for match in sorted(cards, key=lambda match: match.start):
        if match.start < place:
            continue
        if match.soft and _is_read(text[match.start : match.end], language, learned):
            continue  # "lance" is to cast, whatever card bears that name
        _read(text[place : match.start], language, learned, reading)
        reading.card(match)
        place = match.end
    _read(text[place:], language, learned, reading)
    if not reading.weights:
        # not one word of it is known: it is searched for as it stands
        plain = read_english(" ".join(match.name for match in cards) or text)
        return Gloss(plain.text, plain.terms, 0.0 if cards else reading.unread)
    return Gloss(" ".join(reading.words), dict(reading.weights), reading.unread)


@dataclass(frozen=True, slots=True)
class _Meanings:
    """What was learned about some words: their English meanings, and which of them are English themselves."""

    learned: Mapping[str, Sequence[tuple[str, float]]]
    english: frozenset[str]


class _Reading:
    """Collects the English words."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.weights: dict[str, float] = defaultdict(float)
        self.unread = 0.0

    def card(self, match: CardMatch) -> None:
        self.words.append(match.name if match.soft else THIS_CARD)
        if match.soft:
            self._weigh(match.name, 0.5)

    def term(self, english: str) -> None:
        if not english:
            return
        self.words.append(english)
        self._weigh(english, 1.0)

    def word(self, english: str, probability: float) -> None:
        self._weigh(english, probability)

    def _weigh(self, english: str, weight: float) -> None:
        for term in terms(english):
            self.weights[term] = max(self.weights[term], weight)


def _is_read(text: str, language: str, learned: Language | None) -> bool:
    """Whether words are known in their own language."""
    trial = _Reading()
    _read(text, language, learned, trial)
    return bool(trial.weights) and not trial.unread


def _read(text: str, language: str, learned: Language | None, reading: _Reading) -> None:
    if language in UNSPACED_LANGUAGES:
        _read_unspaced(text, language, learned, reading)
    else:
        _read_spaced(text, language, learned, reading)


def _read_spaced(text: str, language: str, learned: Language | None, reading: _Reading) -> None:
    words = words_and_pairs(text)
    meanings = _meanings(words, language, learned)
    forms = _forms(language)
    place = 0
    while place < len(words):
        size, english = _longest(words, place, forms)
        if english is not None:
            reading.term(english)
            place += size
            continue
        _read_word(words[place], meanings, reading)
        place += 1


def _longest(words: Sequence[str], place: int, forms: _Forms) -> tuple[int, str | None]:
    for size in range(min(_LONGEST_TERM, len(words) - place), 0, -1):
        run = tuple(words[place : place + size])
        if run in forms.whole:
            return size, forms.whole[run]
        last = run[-1]
        for length in range(len(last), 2, -1):
            if (english := forms.stems.get((*run[:-1], last[:length]))) is not None:
                return size, english
    return 1, None


def _read_unspaced(text: str, language: str, learned: Language | None, reading: _Reading) -> None:
    folded = fold_name(text)
    forms = _forms(language).unspaced
    longest = max((len(form) for form in forms), default=0)
    place = 0
    rest: list[str] = []
    found: list[tuple[int, str]] = []
    while place < len(folded):
        for size in range(min(longest, len(folded) - place), 0, -1):
            if (english := forms.get(folded[place : place + size])) is not None:
                found.append((len(rest), english))
                rest.append(" ")
                place += size
                break
        else:
            rest.append(folded[place])
            place += 1
    left = words_and_pairs("".join(rest))
    meanings = _meanings(left, language, learned)
    for _, english in found:
        reading.term(english)
    for word in left:
        _read_word(word, meanings, reading)


def _meanings(words: Sequence[str], language: str, learned: Language | None) -> _Meanings:
    if learned is None:
        return _Meanings({}, frozenset())
    return _Meanings(learned.gloss(language, words), frozenset(learned.english_words(words)))


def _read_word(word: str, meanings: _Meanings, reading: _Reading) -> None:
    known = meanings.learned.get(word)
    if known:
        for english, probability in known:
            reading.word(english, probability)
        if known[0][1] >= SURE:
            reading.words.append(known[0][0])
    elif word == "x" or word.isdigit() or (word in meanings.english and word not in STOP_WORDS):
        # a name, a number or an English word within a foreign sentence
        reading.words.append(word)
        reading.word(stem(word), 0.3)
    elif UNSPACED_RUN.match(word):
        reading.unread += UNREAD_PAIR
    elif len(word) >= SHORTEST_UNREAD:
        reading.unread += UNREAD_WORD

"""Oracle text → tokens: the text as the grammar sees it, with what carries no meaning folded away.

Reminder text (CR 207.2a) and ability words (CR 207.2c) have no effect on play and are left out; the card's own
name becomes `~` (CR 201.5); curly quotes become straight ones; "enters the battlefield" becomes "enters".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules_engine.model.subtypes import SUBTYPES
from rules_engine.oracle.subtypes import PLURALS
from rules_engine.oracle.wordlist import words

OWN_NAME = "~"
PARAGRAPH = "\n"

# CR 207.2c: italicised words that tie together cards with a similar function.
ABILITY_WORDS = words(
    "adamant addendum alliance battalion bloodrush celebration channel chroma cohort constellation converge "
    "council-'s-dilemma coven delirium descend-4 descend-8 disappear domain eerie eminence enrage fateful-hour "
    "fathomless-descent ferocious flurry formidable grandeur hellbent heroic imprint inspired join-forces kinship "
    "landfall lieutenant magecraft metalcraft morbid pack-tactics paradox parley radiance raid rally renew revolt "
    "secret-council spell-mastery strive survival sweep tempting-offer threshold undergrowth valiant vivid void "
    "will-of-the-council"
)

_TOKEN = re.compile(
    r"""
    (?P<symbol>\{[^{}\s]+\})
  | \[(?P<loyalty>[+-]?(?:\d+|X))\](?=:)
  | (?P<pt>[+-]?(?:\d+|X|\*)/[+-]?(?:\d+|X|\*)(?![\w/]))
  | (?P<number>(?:(?<![\w.])[+-])?(?:\d+|(?<=[+-])X)(?!\w))
  | (?P<word>and/or\b|[^\W\d_]+(?:[-'][^\W\d_]+)*(?<!'s)|'s(?!\w)|'(?=\s))
  | (?P<newline>\n)
  | (?P<mark>[^\s])
    """,
    re.VERBOSE,
)
_FOLD = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "–": "-"})
_REMINDER = re.compile(r"\([^()]*\)")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, symbol or mark: `text` as compared (lower case), `raw` as written, offsets into the card's text."""

    text: str
    raw: str
    start: int
    end: int


def fold(text: str) -> str:
    """The same text, length kept, with curly quotes and long minus signs made plain."""
    return text.translate(_FOLD)


def tokenize(text: str, name: str = "", *, legendary: bool = False) -> tuple[Token, ...]:
    """All tokens of an Oracle text that carry meaning; paragraphs are separated by one PARAGRAPH token."""
    folded = _blank_reminders(fold(text))
    tokens = _split(folded)
    for own in own_names(name, legendary=legendary):
        tokens = _fold_name(tokens, [token.raw for token in _split(fold(own))])
    if legendary:
        tokens = _fold_pronouns(tokens)
    return tuple(_drop_ability_words(_drop_battlefield(_tidy_paragraphs(tokens))))


def own_names(name: str, *, legendary: bool = False) -> tuple[str, ...]:
    """The ways a card's text names the card itself, longest first; legends also go by a short form (CR 201.5c)."""
    if not name:
        return ()
    names = [name]
    if legendary:
        for cut in (", ", " of ", " the "):
            if cut in name and len(name.split(cut)[0]) > 2:
                names.append(name.split(cut)[0])
        first, _, rest = name.partition(" ")
        if rest and not rest[0].islower() and first not in {"The", "A", "An"}:
            names.append(first.rstrip(","))
    return tuple(dict.fromkeys(names))


def _blank_reminders(text: str) -> str:
    return _REMINDER.sub(lambda match: " " * len(match.group()), text)


def _split(text: str) -> list[Token]:
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        raw, start = match.group(), match.start()
        lower = raw.lower()
        if match.lastgroup == "loyalty":
            # CR 606: a loyalty symbol, as some sources write it.
            tokens.append(Token(match.group("loyalty").lower(), raw, start, match.end()))
        elif match.lastgroup == "symbol":
            tokens.append(Token(raw.upper(), raw, start, match.end()))
        elif match.lastgroup == "loyalty":
            # "[+1]:" and "+1:" are the same loyalty symbol (CR 107.7).
            tokens.append(Token(match.group("loyalty").lower(), raw, start, match.end()))
        else:
            tokens.append(Token(lower, raw, start, match.end()))
    return tokens


def _fold_name(tokens: list[Token], name: list[str]) -> list[Token]:
    result: list[Token] = []
    index = 0
    size = len(name)
    while index < len(tokens):
        window = tokens[index : index + size]
        if size and [token.raw for token in window] == name:
            raw = " ".join(token.raw for token in window)
            result.append(Token(OWN_NAME, raw, window[0].start, window[-1].end))
            index += size
        else:
            result.append(tokens[index])
            index += 1
    return result


# Words that follow "her" where it means what she has.
_HERS = frozenset({"owner", "controller", "power", "toughness", "loyalty", "mana", "base", "colors", "name"})
_PRONOUNS = {"he": ("~",), "she": ("~",), "him": ("~",), "his": ("~", "'s")}


def _fold_pronouns(tokens: list[Token]) -> list[Token]:
    """ "He", "her": a legendary character's card speaks of itself only, and never of another object, in that way."""
    result: list[Token] = []
    for index, token in enumerate(tokens):
        if token.text == "her":
            following = tokens[index + 1].text if index + 1 < len(tokens) else ""
            words: tuple[str, ...] = ("~", "'s") if following in _HERS else ("~",)
        else:
            words = _PRONOUNS.get(token.text, (token.text,))
        result += [Token(word, token.raw, token.start, token.end) for word in words]
    return result


def _tidy_paragraphs(tokens: Sequence[Token]) -> list[Token]:
    result: list[Token] = []
    for token in tokens:
        if token.text == PARAGRAPH and (not result or result[-1].text == PARAGRAPH):
            continue
        result.append(token)
    while result and result[-1].text == PARAGRAPH:
        result.pop()
    return result


def _drop_battlefield(tokens: Sequence[Token]) -> list[Token]:
    result: list[Token] = []
    index = 0
    while index < len(tokens):
        result.append(tokens[index])
        following = [token.text for token in tokens[index + 1 : index + 3]]
        index += 3 if tokens[index].text in {"enters", "enter"} and following == ["the", "battlefield"] else 1
    return result


def _drop_ability_words(tokens: Sequence[Token]) -> list[Token]:
    result: list[Token] = []
    index = 0
    while index < len(tokens):
        if index == 0 or tokens[index - 1].text in (PARAGRAPH, "•"):
            dash = next((k for k in range(index, min(index + 5, len(tokens))) if tokens[k].text == "—"), None)
            if dash and "-".join(token.text for token in tokens[index:dash]) in ABILITY_WORDS:
                index = dash + 1
                continue
        result.append(tokens[index])
        index += 1
    return result


_NO_SPACE_BEFORE = frozenset({",", ".", ":", ";", "'s", "'", ")", PARAGRAPH, "?", "!", "—"})
_NO_SPACE_AFTER = frozenset({PARAGRAPH, "("})
_PROPER = (SUBTYPES | frozenset(PLURALS)) - {"will", "case"}


def join(spoken: Sequence[str]) -> str:
    """Words as text again: spaces, and capitals where Oracle text has them (subtypes, X, starts of sentences)."""
    text = ""
    capital = True
    quoted = False
    previous = PARAGRAPH
    for index, word in enumerate(spoken):
        opens = word == '"' and not quoted
        closes = word == '"' and quoted
        symbols = word.startswith("{") and previous.startswith("{")
        tight = word in _NO_SPACE_BEFORE and not (
            word == "—" and spoken[index + 1 : index + 2] == [PARAGRAPH]
        )
        if (
            previous not in _NO_SPACE_AFTER
            and not tight
            and not closes
            and not symbols
            and not (previous == "—" and word != PARAGRAPH)
        ):
            text += "" if previous == '"' and quoted else " "
        text += _written(word, capital=capital)
        quoted = (quoted or opens) and not closes
        capital = opens or word in {".", PARAGRAPH, "•", ":", "—"} or (capital and word.startswith("{"))
        previous = word
    return text


def _written(word: str, *, capital: bool) -> str:
    if word == "x" or ("/" in word and "x" in word and word.strip("+-x/0123456789") == ""):
        return word.upper()
    if word.startswith("non-"):
        return word[:4] + word[4:].capitalize()
    return word[:1].upper() + word[1:] if (capital or word in _PROPER) and word[:1].isalpha() else word

"""Text folded for comparing: case, diacritics, quotes and dashes do not tell two texts apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

_SAME = {
    **dict.fromkeys("‘’‚‛′`´ʼ", "'"),
    **dict.fromkeys("“”„‟″«»「」『』", '"'),
    **dict.fromkeys("‐‑‒–—―−", "-"),
    "…": "...",
    "\u00a0": " ",
}
_SAME_TABLE = str.maketrans(_SAME)
_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})

# Kana (the middle dot left out, it only separates), Han, Hangul, and their half-width and compatibility forms
UNSPACED = "\u3005\u3040-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
_MARKS = "\u0300-\u036f"
_WORD = re.compile(
    rf"[{UNSPACED}][\u3099\u309a\uff9e\uff9f]?|(?:[^\W_{UNSPACED}]|[{_MARKS}])+(?:['‘’‛′`´ʼ](?:[^\W_{UNSPACED}]|[{_MARKS}])+)*"
)
UNSPACED_RUN = re.compile(rf"[{UNSPACED}]+")
SPACED_WORD = re.compile(rf"(?:[^\W_{UNSPACED}]|[{_MARKS}])+(?:['‘’‛′`´ʼ](?:[^\W_{UNSPACED}]|[{_MARKS}])+)*")
_IS_UNSPACED = re.compile(rf"[{UNSPACED}]")
_APOSTROPHES = re.compile("['‘’‛′`´ʼ]")


class Token(NamedTuple):
    """A word, or one character of a script written without spaces, and where it stood: [start, end)."""

    word: str
    start: int
    end: int
    unspaced: bool


def fold_quotes(text: str) -> str:
    """Quotes, dashes, ellipses and hard spaces in their plain forms; everything else as it was."""
    return text.translate(_SAME_TABLE)


@lru_cache(maxsize=1 << 16)
def fold_word(word: str) -> str:
    """A word without case, width, apostrophes and Latin, Greek or Cyrillic diacritics ("Dûl’s" → "duls")."""
    plain = _APOSTROPHES.sub("", word)
    if not plain.isascii():
        decomposed = unicodedata.normalize("NFKD", plain)
        kept = "".join(c for c in decomposed if not 0x300 <= ord(c) < 0x370)
        plain = unicodedata.normalize("NFC", kept).casefold().translate(_LETTERS)
    return plain.casefold()


def tokenize(text: str) -> list[Token]:
    """The words of a text, folded, with their places. An apostrophe inside a word does not split it.

    Scripts written without spaces (Chinese, Japanese, and Korean, whose particles hang on the word) give one
    token a character.
    """
    tokens = []
    for found in _WORD.finditer(text):
        raw = found.group()
        word = fold_word(raw)
        if word:
            tokens.append(Token(word, found.start(), found.end(), bool(_IS_UNSPACED.match(raw))))
    return tokens


def join_tokens(tokens: Sequence[Token]) -> str:
    """The comparable form of a run of tokens: a space between two spaced words, nothing beside other scripts."""
    parts: list[str] = []
    before_spaced = False
    for token in tokens:
        if before_spaced and not token.unspaced:
            parts.append(" ")
        parts.append(token.word)
        before_spaced = not token.unspaced
    return "".join(parts)


def fold_name(name: str) -> str:
    """A name as it is looked up."""
    return join_tokens(tokenize(name))


def fold_text(text: str) -> str:
    """A text in the form in which gold patterns and texts are compared: plain quotes and dashes, lower case."""
    return " ".join(fold_quotes(text).split()).casefold()

"""Text that others wrote, made harmless and short enough for Discord without changing a word of a quotation."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# Bidirectional controls, zero-width characters, byte order mark, interlinear and tag characters. The zero-width
# joiner U+200D stays: emoji and some scripts need it.
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_MARKUP = re.compile(r"([\\*_~`|<>\[\]@])|(?<=:)(/)(?=/)|^(\s*)([#\-+])|^(\s*\d+)([.)])(?=\s)", re.MULTILINE)
_ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
_BLANKS = re.compile(r"\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])")
MAX_COMBINING = 4
_SLACK = 12


def units(text: str) -> int:
    """Length in UTF-16 units."""
    return len(text) + sum(1 for char in text if ord(char) > 0xFFFF)


def clean(text: str) -> str:
    """`text` in NFC without control, bidirectional and invisible characters, half surrogates or towers of accents."""
    kept: list[str] = []
    combining = 0
    for char in unicodedata.normalize("NFC", _INVISIBLE.sub("", text)):
        category = unicodedata.category(char)
        combining = combining + 1 if category in ("Mn", "Me") else 0
        if combining > MAX_COMBINING or category in ("Cs", "Co", "Cn"):
            continue
        kept.append(" " if category in ("Cc", "Zl", "Zp") and char != "\n" else char)
    return "".join(kept)


def one_line(text: str) -> str:
    """Cleaned, and all blanks one space each."""
    return _BLANKS.sub(" ", clean(text)).strip()


def escape(text: str) -> str:
    """Cleaned, and written so that Discord shows exactly these characters: no markup, mention, emoji or link."""

    def guard(match: re.Match[str]) -> str:
        plain, slash, before, mark, number, stop = match.groups()
        if plain or slash:
            return "\\" + (plain or slash)
        return f"{before or number or ''}\\{mark or stop}"

    return _MARKUP.sub(guard, clean(text))


def unescape(text: str) -> str:
    """What `escape` was given, for text that `clean` leaves alone."""
    return _ESCAPED.sub(r"\1", text)


def quote(text: str) -> str:
    """`text` word for word as a block quotation."""
    return "\n".join(f"> {line}" for line in escape(text).split("\n"))


def clip(text: str, limit: int) -> str:
    """`text`, or as many of its whole words as fit into `limit` units together with an ellipsis."""
    if units(text) <= limit:
        return text
    kept, size = [], 1
    for char in text:
        size += 2 if ord(char) > 0xFFFF else 1
        if size > limit:
            break
        kept.append(char)
    cut = "".join(kept)
    at = cut.rfind(" ")
    if at > limit * 2 // 3:
        cut = cut[:at]
    cut = cut.rstrip()
    if (len(cut) - len(cut.rstrip("\\"))) % 2:
        cut = cut[:-1]
    return cut + "…"


def sentences(text: str) -> list[str]:
    """`text` split behind the ends of sentences."""
    return [part for part in _SENTENCE_END.split(text) if part]


def pieces(text: str, limit: int) -> Iterator[str]:
    """`text` whole where its quotation fits into `limit` units, else in parts that do, cut behind sentences or words."""
    if units(quote(text)) <= limit:
        yield text
        return
    part, used = "", 0
    for word in _words(text, limit // 4):
        # A word counts as if it began a line, which is never less than what it takes; the slack covers a "//" cut apart.
        size = units(quote(word)) - len("> ")
        if part and used + size > limit - _SLACK:
            yield part.strip()
            part, used = "", 0
        part += word
        used += size
    if part.strip():
        yield part.strip()


def _words(text: str, longest: int) -> Iterator[str]:
    """Sentences with the blanks behind them; one that is longer than `longest` comes in words, a longer word in bits."""
    for sentence in re.findall(r".+?(?:[.!?。！？]+\s*|\s*$|\n)", text, re.DOTALL):
        if len(sentence) <= longest:
            yield sentence
            continue
        for word in re.findall(r"\S+\s*|\s+", sentence):
            yield from (word[i : i + longest] for i in range(0, len(word), longest))

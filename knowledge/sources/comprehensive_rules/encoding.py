"""Bytes of a rules file → text, in whichever of the encodings used over the years they are."""

from __future__ import annotations

from knowledge.errors import SourceError

OPENING = "Magic: The Gathering"
PROBE = "Dandân"
"""A card named in the rules whose accent shows whether a decoding is the right one."""

SELF_CHECKING = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be")
"""Encodings in which other bytes are not valid, so they can be trusted even without the probe."""
ENCODINGS = (*SELF_CHECKING, "cp1252", "mac-roman")


def decode(data: bytes, source: str = "Comprehensive Rules") -> tuple[str, str]:
    """The text with "\\n" as its only line end, and the name of the encoding it was in."""
    readable: list[tuple[str, str]] = []
    for encoding in ENCODINGS:
        try:
            text = data.decode(encoding).removeprefix("\ufeff")
        except UnicodeError:
            continue
        if not text.lstrip().startswith(OPENING):
            continue
        if PROBE in text:
            return _one_line_end(text), encoding
        readable.append((text, encoding))
    for text, encoding in readable:
        # The card may leave the rules one day; then an encoding that checks itself has to do.
        if encoding in SELF_CHECKING and "Dand" not in text:
            return _one_line_end(text), encoding
    reason = f"the file does not begin with {OPENING!r}" if not readable else f"{PROBE!r} is misspelled in it"
    raise SourceError(
        source,
        f"the rules text cannot be read in any known encoding ({', '.join(ENCODINGS)}): {reason}. "
        "The stored rules stay in use; check what the address delivers.",
    )


def _one_line_end(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\x00", "")

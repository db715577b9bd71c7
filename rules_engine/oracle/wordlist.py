"""Lists of words written as one string."""

from __future__ import annotations


def words(text: str, separator: str | None = None) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split(separator))


def ordered(text: str, separator: str | None = None) -> tuple[str, ...]:
    """The words of a text in their order."""
    return tuple(text.split(separator))

"""Rule numbers of the Comprehensive Rules, as they are cited here."""

from __future__ import annotations

import re
from functools import total_ordering

_PATTERN = re.compile(r"(\d{3})(?:\.(\d+)([a-z]?))?$")


@total_ordering
class RuleNumber(str):
    """A rule number such as "704.5e"; ordered as in the rules, not as text."""

    __slots__ = ()

    def __new__(cls, number: str) -> RuleNumber:
        """Check the shape of the number; ValueError names it when it is none."""
        if not _PATTERN.fullmatch(number):
            raise ValueError(f"not a rule number: {number!r} (expected something like 704.5e)")
        return super().__new__(cls, number)

    def sort_key(self) -> tuple[int, int, str]:
        """Section, rule and subrule letter, for ordering."""
        found = _PATTERN.fullmatch(self)
        assert found is not None
        return int(found[1]), int(found[2] or 0), found[3]

    def __lt__(self, other: object) -> bool:
        if isinstance(other, RuleNumber):
            return self.sort_key() < other.sort_key()
        return NotImplemented

    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other) is True

    def __hash__(self) -> int:
        return str.__hash__(self)

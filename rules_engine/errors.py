"""What can go wrong in the rules engine.

EngineError
├── RefusedText      a card's text is not (wholly) understood; carries reason and span
├── IllegalAction    a player tried what the rules forbid; carries the rule
├── LimitReached     a bound of states, steps or depth was hit
└── ScenarioError    a scenario file is wrong; carries file, line and field
"""

from __future__ import annotations


class EngineError(Exception):
    """Base of everything this package raises on purpose."""


class RefusedText(EngineError):
    """A text that the compiler does not understand: nothing is guessed, the span is named."""

    def __init__(self, reason: str, start: int = 0, end: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.start = start
        self.end = end


class IllegalAction(EngineError):
    """An action that the rules forbid; `rule` is the number that forbids it."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


class LimitReached(EngineError):
    """A bound on work was reached, so nothing may be concluded."""


class ScenarioError(EngineError):
    """A scenario file that cannot be played; says where and what was expected."""

    def __init__(self, message: str, *, file: str = "", line: int | None = None, field: str = "") -> None:
        where = ":".join(part for part in (file, str(line) if line else "") if part)
        super().__init__(": ".join(part for part in (where, field, message) if part))
        self.message = message
        self.file = file
        self.line = line
        self.field = field

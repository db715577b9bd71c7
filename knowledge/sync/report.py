"""What a sync found and did."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from knowledge.sync.options import Part

PartState = Literal["updated", "unchanged", "failed", "skipped"]


@dataclass(frozen=True, slots=True)
class Change:
    """How a part differs from what is stored; `examples` names a few of the new and changed ones."""

    total: int
    added: int = 0
    removed: int = 0
    changed: int = 0
    examples: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


@dataclass(frozen=True, slots=True)
class PartReport:
    """What became of one part. `error` says why it failed and what to do; `notes` what else was odd."""

    part: Part
    state: PartState
    change: Change | None = None
    error: str | None = None
    notes: tuple[str, ...] = ()
    as_of: dt.date | None = None
    url: str | None = None

    def line(self) -> str:
        """The part in one line."""
        if self.state == "failed":
            return f"{self.part}: {self.error}"
        if self.change is None or self.state in ("unchanged", "skipped"):
            return f"{self.part}: {self.state}"
        change = self.change
        numbers = (
            f"{change.total:,} ({change.added:,} new, {change.changed:,} changed, {change.removed:,} gone)"
        )
        return f"{self.part}: {numbers}" + (f", as of {self.as_of}" if self.as_of else "")


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync found and did.

    `generation` is the new generation's name (None: the old one stays in use), `notes` what was wrong with the
    stored data.
    """

    parts: tuple[PartReport, ...]
    started: dt.datetime
    seconds: float
    dry_run: bool
    generation: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every part that was asked for is as its source has it."""
        return all(part.state != "failed" for part in self.parts)

    @property
    def changed(self) -> bool:
        """Whether a part differs from what was stored."""
        return any(part.state == "updated" for part in self.parts)

    @property
    def result(self) -> str:
        """The outcome in one line, as `status` shows it."""
        failed = [part for part in self.parts if part.state == "failed"]
        updated = [part.part for part in self.parts if part.state == "updated"]
        words = f"updated {', '.join(updated)}" if updated else "nothing new"
        if self.dry_run:
            words = f"would have {words}" if updated else words
        return "; ".join([words, *(f"{part.part} failed: {part.error}" for part in failed)])

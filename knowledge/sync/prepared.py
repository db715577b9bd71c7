"""A part of the data on its way: what the parts need, and what each of them hands over."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from knowledge.content import Progress, SourceStamp
from knowledge.errors import ContentError
from knowledge.notes import Notes
from knowledge.store import Store
from knowledge.sync.options import LEAST_SHARE, Part, SyncOptions, least
from knowledge.sync.report import Change
from knowledge.sync.state import Seen, State

Rows = TypeVar("Rows")


@dataclass(slots=True)
class Prepared(Generic[Rows]):
    """A part that was compared with its source. `rows` is None when the stored data is what the source has.

    `seen` is what to remember of the server; `stamp` goes into the generation that is built from the rows.
    """

    part: Part
    url: str
    as_of: dt.date | None = None
    change: Change | None = None
    rows: Rows | None = None
    stamp: SourceStamp | None = None
    seen: Seen | None = None
    notes: Notes = field(default_factory=Notes)


@dataclass(frozen=True, slots=True)
class Sources:
    """What every part needs: the options, what is stored, what was seen last time, and a folder to work in.

    `incomplete` are stored parts of which rows were left out for want of their cards, which are coming now.
    """

    options: SyncOptions
    store: Store | None
    state: State
    folder: Path
    progress: Progress
    incomplete: frozenset[Part] = frozenset()

    def stored_digest(self, part: Part) -> str | None:
        """The digest of the stored part, if a sync made it and all of it could be stored."""
        if part in self.incomplete:
            return None
        stamp = self.store.sources().get(part) if self.store is not None else None
        return stamp.sha256 if stamp else None

    def refuse_shrunken(self, part: Part, stored: int, delivered: int) -> None:
        """Raise ContentError when a delivery is much smaller than what is stored."""
        if delivered >= least(stored) or self.options.accept_shrink:
            return
        raise ContentError(
            f"{part}: only {delivered:,} records came where {stored:,} are stored; less than "
            f"{LEAST_SHARE:.0%} is refused and the stored data stays in use. "
            "If it is right that so many are gone, sync again with --accept-shrink"
        )


def digest_of(parts: Iterable[str]) -> str:
    """One digest over many texts, in their order."""
    hashed = hashlib.sha256()
    for part in parts:
        hashed.update(part.encode())
        hashed.update(b"\n")
    return hashed.hexdigest()

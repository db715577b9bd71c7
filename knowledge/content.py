"""What a source of data delivers, and what a generation is built from."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from knowledge.models import Card, Fact, GlossaryEntry, LastSync, Printing, Rule, RulingSource


class Progress(Protocol):
    """Told how far a long task is: `stage` in words, `done` of `total` (None while unknown)."""

    def __call__(self, stage: str, done: int, total: int | None) -> None: ...


def no_progress(stage: str, done: int, total: int | None) -> None:
    """The progress that nobody watches."""


class RulingRow(Fact):
    """One ruling on one card as a source delivers it."""

    oracle_id: str
    published_at: dt.date
    source: RulingSource
    comment: str


class RulingTranslation(Fact):
    """A ruling's text in another language, paired with the English text it translates."""

    english: str
    language: str
    text: str
    official: bool
    source: str
    published_at: dt.date | None = None


class Ruleset(Fact):
    """One edition of the Comprehensive Rules; `effective` is None for the built-in numbers without text."""

    effective: dt.date | None
    rules: tuple[Rule, ...]
    glossary: tuple[GlossaryEntry, ...] = ()


class SourceStamp(Fact):
    """Where a part of the content came from; what the next sync needs to ask whether it is still the same."""

    name: str
    url: str
    fetched_at: dt.datetime
    updated_at: dt.datetime | None = None
    etag: str | None = None
    last_modified: str | None = None
    sha256: str | None = None
    size: int | None = None
    records: int | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """Everything one generation of data is built from.

    The iterables are walked once, in the order of the fields, so a source may stream them from disk; whatever
    they raise ends the build and leaves nothing behind. None means "as in the previous generation": those
    rows are copied over, which is what makes a sync with few changes fast. `cards` come without `printed`
    (that is filled from `printings`); printings and rulings of unknown oracle ids are dropped and counted in
    the manifest. Of `rulesets` the one with the latest `effective` is searched; the others serve look-up and
    comparison. `sources` are merged by name over the previous generation's.
    """

    cards: Iterable[Card] | None
    printings: Iterable[Printing] | None = ()
    rulings: Iterable[RulingRow] | None = ()
    translations: Iterable[RulingTranslation] | None = ()
    rulesets: Sequence[Ruleset] | None = ()
    cards_as_of: dt.date | None = None
    rulings_as_of: dt.date | None = None
    sources: tuple[SourceStamp, ...] = field(default=())
    last_sync: LastSync | None = None


NOTHING_NEW = Content(cards=None, printings=None, rulings=None, translations=None, rulesets=None)
"""A generation like the previous one; `dataclasses.replace` says what is new."""

"""The sync: every part compared with its source, then one new generation of all that changed."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from knowledge.builtin_corpus import builtin_content
from knowledge.content import NOTHING_NEW, Content, Progress, Ruleset, RulingRow, SourceStamp, no_progress
from knowledge.errors import DataFolderError, KnowledgeError
from knowledge.generations import add_vectors, build_generation
from knowledge.last_sync import SyncNote, read_note, unwritable, write_note
from knowledge.models import Card, LastSync
from knowledge.sources.scryfall import BulkClient
from knowledge.spool import PrintingSpool
from knowledge.sync.bulk import Listing, prepare_cards, prepare_printings, prepare_rulings
from knowledge.sync.encoding import LateEncoder, model_of
from knowledge.sync.imports import all_translations
from knowledge.sync.options import PARTS, Part, SyncOptions
from knowledge.sync.prepared import Prepared, Rows, Sources
from knowledge.sync.report import PartReport, SyncReport
from knowledge.sync.rules import prepare_rules, with_stored_editions
from knowledge.sync.state import Seen, State, folder, only_sync, read_state, write_state
from knowledge.sync.stored import Stored, has_vectors, open_stored

T = TypeVar("T")


def sync(options: SyncOptions, progress: Progress = no_progress) -> SyncReport:
    """Bring the data folder up to date with its sources and say what became of each part.

    A part that cannot be fetched, or that came shrunken or misshapen, fails alone: its stored data stays in
    use and the other parts go on. The new generation replaces the old one by one rename; until then, and when
    anything breaks, the old one serves. With `dry_run` nothing but the downloads is done.

    Raises DataFolderError when the folder cannot be written or another sync runs in it, and what building a
    generation raises.
    """
    started, clock = options.now(), time.monotonic()
    with only_sync(options.data_dir):
        run = _Run(options, progress)
        try:
            generation = run.run()
        except (KnowledgeError, OSError) as error:
            _note(options, f"failed: {error}", ok=False, reports={})
            if isinstance(error, OSError):
                raise DataFolderError(options.data_dir, unwritable(error)) from error
            raise
        finally:
            run.close()
        report = SyncReport(
            parts=tuple(run.reports[part] for part in PARTS),
            started=started,
            seconds=time.monotonic() - clock,
            dry_run=options.dry_run,
            generation=generation.name if generation is not None else None,
            notes=run.notes,
        )
        _note(options, report.result, ok=report.ok, reports=run.reports)
        return report


def _note(options: SyncOptions, result: str, *, ok: bool, reports: Mapping[Part, PartReport]) -> None:
    """Leave a note of what came of it. On a disk that cannot take it, the outcome itself is what counts."""
    if options.dry_run:
        return
    before = read_note(options.data_dir)
    as_of = dict(before.as_of) if before is not None else {}
    as_of |= {part: report.as_of for part, report in reports.items() if report.as_of is not None}
    with contextlib.suppress(KnowledgeError):
        write_note(options.data_dir, SyncNote(at=options.now(), result=result, ok=ok, as_of=as_of))


@dataclass
class _Parts:
    """What came of each part; None when it was not asked for or failed."""

    cards: Prepared[list[Card]] | None = None
    printings: Prepared[PrintingSpool] | None = None
    rulings: Prepared[list[RulingRow]] | None = None
    rules: Prepared[Ruleset] | None = None

    def changed(self) -> bool:
        """Whether there is anything to build."""
        parts = (self.cards, self.printings, self.rulings, self.rules)
        return any(part is not None and part.rows is not None for part in parts)

    def stamps(self) -> tuple[SourceStamp, ...]:
        """Where the new data came from."""
        parts = (self.cards, self.printings, self.rulings, self.rules)
        return tuple(p.stamp for p in parts if p is not None and p.stamp is not None and p.rows is not None)

    def seen(self) -> dict[str, Seen]:
        """What the servers said."""
        parts = (self.cards, self.printings, self.rulings, self.rules)
        return {part.part: part.seen for part in parts if part is not None and part.seen is not None}


@dataclass
class _Run:
    options: SyncOptions
    progress: Progress
    reports: dict[Part, PartReport] = field(default_factory=dict)
    parts: _Parts = field(default_factory=_Parts)
    stored: Stored = field(default_factory=Stored)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was wrong with the stored data."""
        return self.stored.notes

    def run(self) -> Path | None:
        """Prepare every part, build what changed, remember what was seen; the new generation, if any."""
        options = self.options
        self.stored = open_stored(options.data_dir)
        state = read_state(options.data_dir)
        store = self.stored.store
        sources = Sources(options, store, state, folder(options.data_dir), self.progress)
        listing = _Once(lambda: BulkClient(options.cards_url, options.http).listing())
        parts = self.parts
        parts.cards = self._prepare("cards", lambda: prepare_cards(sources, listing()))
        if parts.cards is not None and parts.cards.change and parts.cards.change.added:
            sources = replace(sources, incomplete=self.stored.incomplete())
        parts.printings = self._prepare("printings", lambda: prepare_printings(sources, listing()))
        parts.rulings = self._prepare("rulings", lambda: prepare_rulings(sources, listing()))
        parts.rules = self._prepare("rules", lambda: prepare_rules(sources))
        if options.dry_run:
            return None
        generation = self._build() if parts.changed() else None
        generation = self._complete(generation)
        seen = dict(state.seen) | parts.seen()
        if seen != state.seen:
            write_state(options.data_dir, State(seen=seen))
        return generation

    def close(self) -> None:
        """Remove what was only on its way."""
        if self.parts.printings is not None and self.parts.printings.rows is not None:
            self.parts.printings.rows.discard()
        self.stored.close()

    def _prepare(self, part: Part, prepare: Callable[[], Prepared[Rows]]) -> Prepared[Rows] | None:
        if part not in self.options.only:
            self.reports[part] = PartReport(part, "skipped")
            return None
        try:
            prepared = prepare()
        except KnowledgeError as error:
            self.reports[part] = PartReport(part, "failed", error=str(error))
            return None
        self.reports[part] = PartReport(
            part,
            "unchanged" if prepared.rows is None else "updated",
            change=prepared.change,
            notes=prepared.notes.lines(),
            as_of=prepared.as_of,
            url=prepared.url,
        )
        return prepared

    def _build(self) -> Path:
        """A generation of what is new and, for the rest, of what is stored (or built in, the first time)."""
        options, stored = self.options, self.stored
        stored.give_up_damaged()
        in_use = model_of(stored.generation)
        # The first time nearly every text is new: then lexical search gets them at once, the vectors follow.
        encoder = None
        if options.embed and in_use is not None and stored.was_synced:
            encoder = LateEncoder(options.embedder, in_use, low_priority=options.low_priority)
        return build_generation(
            self._content(),
            options.data_dir,
            previous=stored.generation,
            progress=self.progress,
            encoder=encoder,
        )

    def _complete(self, built: Path | None) -> Path | None:
        """Make the vectors that the generation in use lacks, also those that an earlier sync did not get to."""
        current = built or self.stored.generation
        if not self.options.embed or current is None or has_vectors(current, self.options.embedder):
            return built
        encoder = LateEncoder(self.options.embedder, None, low_priority=self.options.low_priority)
        return add_vectors(
            current, self.options.data_dir, encoder, lender=self.stored.generation, progress=self.progress
        )

    def _content(self) -> Content:
        store, parts = self.stored.store, self.parts
        base = builtin_content() if store is None else NOTHING_NEW
        cards = parts.cards.rows if parts.cards else None
        spool = parts.printings.rows if parts.printings else None
        rulings = parts.rulings.rows if parts.rulings else None
        rules = parts.rules.rows if parts.rules else None
        texts = {row.comment for row in rulings} if rulings is not None else set()
        translations = all_translations(self.options.data_dir, store, texts) if texts else base.translations
        return Content(
            cards=_draining(cards) if cards is not None else base.cards,
            printings=spool if spool is not None else base.printings,
            rulings=_draining(rulings) if rulings is not None else base.rulings,
            translations=translations,
            rulesets=with_stored_editions(store, rules) if rules is not None else base.rulesets,
            cards_as_of=parts.cards.as_of if parts.cards else None,
            rulings_as_of=parts.rulings.as_of if parts.rulings else None,
            sources=parts.stamps(),
            last_sync=LastSync(at=self.options.now(), result="built"),
        )


class _Once:
    """Asks for the listing when the first part needs it; a failure fails each part that needs it."""

    def __init__(self, ask: Callable[[], Listing]) -> None:
        self._ask = ask
        self._listing: Listing | None = None
        self._error: KnowledgeError | None = None

    def __call__(self) -> Listing:
        if self._error is not None:
            raise self._error
        if self._listing is None:
            try:
                self._listing = self._ask()
            except KnowledgeError as error:
                self._error = error
                raise
        return self._listing


def _draining(rows: list[T]) -> Iterator[T]:
    """The rows in order, each let go of when it is handed on: nothing is held while texts are encoded."""
    rows.reverse()
    while rows:
        yield rows.pop()

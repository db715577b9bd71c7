"""Cards, printings and rulings: fetched from the card API, read, checked, compared."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.content import Progress, RulingRow, SourceStamp
from knowledge.downloads import Downloaded, NotModified
from knowledge.errors import ContentError, SourceError
from knowledge.models import Card, Printing, card_digest, ruling_key
from knowledge.sources.scryfall import (
    BulkClient,
    BulkEntry,
    BulkKind,
    CardRecord,
    Cards,
    PrintingRecord,
    Printings,
    RulingRecord,
    Rulings,
    read_records,
)
from knowledge.spool import PrintingSpool
from knowledge.store import Store
from knowledge.sync.options import Part
from knowledge.sync.prepared import Prepared, Rows, Sources, digest_of
from knowledge.sync.report import Change
from knowledge.sync.state import Seen

EXAMPLES = 5
KINDS: Mapping[Part, BulkKind] = {"cards": "oracle_cards", "printings": "all_cards", "rulings": "rulings"}
Listing = Mapping[BulkKind, BulkEntry]


def prepare_cards(sources: Sources, listing: Listing) -> Prepared[list[Card]]:
    """Cards with their Oracle text, sorted by oracle id."""
    bulk = _Bulk.of("cards", sources, listing)
    prepared: Prepared[list[Card]] = bulk.blank()
    if not bulk.fetch(prepared):
        return prepared
    with bulk.reading() as path:
        records = read_records(
            path, bulk.kind, CardRecord, prepared.notes, size=bulk.entry.size, jsonl=bulk.jsonl
        )
        found = Cards(records, prepared.notes).by_oracle_id(_former_names(sources.store))
    cards = sorted(found.values(), key=lambda card: card.oracle_id)
    if not cards:
        raise ContentError("cards: the file holds no card; it is refused")
    stored = sources.store.card_digests() if sources.store is not None else {}
    sources.refuse_shrunken("cards", len(stored), len(cards))
    new = {card.oracle_id: card_digest(card) for card in cards}
    change = _compare(stored, new, {card.oracle_id: card.name for card in cards})
    bulk.finish(prepared, change, digest_of(new.values()), cards)
    return prepared


def prepare_rulings(sources: Sources, listing: Listing) -> Prepared[list[RulingRow]]:
    """Official rulings, sorted by card; within a card in the source's order."""
    bulk = _Bulk.of("rulings", sources, listing)
    prepared: Prepared[list[RulingRow]] = bulk.blank()
    if not bulk.fetch(prepared):
        return prepared
    with bulk.reading() as path:
        records = read_records(
            path, bulk.kind, RulingRecord, prepared.notes, size=bulk.entry.size, jsonl=bulk.jsonl
        )
        rows = sorted(Rulings(records, prepared.notes), key=lambda row: row.oracle_id)
    if not rows:
        raise ContentError("rulings: the file holds no ruling; it is refused")
    stored = sources.store.ruling_keys() if sources.store is not None else set()
    sources.refuse_shrunken("rulings", len(stored), len(rows))
    keys = [ruling_key(row.oracle_id, row.published_at, row.comment) for row in rows]
    new = [row.comment for key, row in zip(keys, rows, strict=True) if key not in stored]
    examples = tuple(comment[:80] for comment in new[:EXAMPLES])
    change = Change(len(rows), added=len(new), removed=len(stored.difference(keys)), examples=examples)
    bulk.finish(
        prepared, change, digest_of(f"{k} {row.source}" for k, row in zip(keys, rows, strict=True)), rows
    )
    return prepared


def prepare_printings(sources: Sources, listing: Listing) -> Prepared[PrintingSpool]:
    """Printed names and texts in other languages; they are spooled to disk, never held."""
    bulk = _Bulk.of("printings", sources, listing)
    prepared: Prepared[PrintingSpool] = bulk.blank()
    if not bulk.fetch(prepared):
        return prepared
    store = sources.store
    stored = store.count("SELECT count(*) FROM printed") if store is not None else 0
    spool = PrintingSpool(sources.folder / "printings.spool")
    try:
        with bulk.reading() as path:
            records = read_records(
                path, bulk.kind, PrintingRecord, prepared.notes, size=bulk.entry.size, jsonl=bulk.jsonl
            )
            spool.fill(_counted(Printings(records, prepared.notes), sources.progress))
        sources.refuse_shrunken("printings", stored, len(spool))
        more = len(spool) - stored
        same = spool.digest == sources.stored_digest("printings")
        # Which of them changed is not worth reading all the stored ones for; that some did, the digest says.
        changed = 0 if same or more else len(spool)
        bulk.finish(prepared, Change(len(spool), max(more, 0), max(-more, 0), changed), spool.digest, spool)
    except BaseException:
        spool.discard()
        raise
    if prepared.rows is None:
        spool.discard()
    return prepared


@dataclass(slots=True)
class _Bulk:
    """One bulk file: where it comes from, and where it is on disk while it is read."""

    sources: Sources
    part: Part
    kind: BulkKind
    entry: BulkEntry
    got: Downloaded | None = None
    file_hash: str = ""

    @classmethod
    def of(cls, part: Part, sources: Sources, listing: Listing) -> _Bulk:
        kind = KINDS[part]
        if kind not in listing:
            raise SourceError("Scryfall", f"the bulk listing has no {kind}; the stored {part} stay in use")
        return cls(sources, part, kind, listing[kind])

    @property
    def jsonl(self) -> bool:
        """Whether the promised size is that of another form of the file (the array instead of the lines)."""
        return self.entry.best_uri != self.entry.download_uri

    def blank(self) -> Prepared[Rows]:
        return Prepared(self.part, self.entry.best_uri, as_of=self.entry.updated_at.date())

    def fetch(self, prepared: Prepared[Rows]) -> bool:
        """Download the file; False when the stored part was made from the very same."""
        sources, url = self.sources, self.entry.best_uri
        stored = sources.stored_digest(self.part)
        target = sources.folder / f"{self.part}.download"
        client = BulkClient(sources.options.cards_url, sources.options.http)
        known = sources.state.validators(self.part, url, stored)
        got = client.fetch(self.kind, self.entry, target, known, sources.progress)
        if isinstance(got, NotModified):
            return False
        self.got = got
        with got.path.open("rb") as file:
            self.file_hash = hashlib.file_digest(file, "sha256").hexdigest()
        if stored is not None and sources.state.same_file(self.part, stored, self.file_hash):
            got.path.unlink(missing_ok=True)
            prepared.seen = self._seen(got, stored)
            return False
        return True

    def reading(self) -> _Reading:
        """The downloaded file, which is gone when it has been read."""
        assert self.got is not None
        return _Reading(self.got.path)

    def finish(self, prepared: Prepared[Rows], change: Change, digest: str, rows: Rows) -> None:
        """Note what was found; the rows are handed on only when they differ from what is stored."""
        assert self.got is not None
        prepared.change = change
        prepared.seen = self._seen(self.got, digest)
        prepared.stamp = SourceStamp(
            name=self.part,
            url=self.entry.best_uri,
            fetched_at=self.sources.options.now(),
            updated_at=self.entry.updated_at,
            etag=prepared.seen.etag,
            last_modified=prepared.seen.last_modified,
            sha256=digest,
            size=self.entry.size,
            records=change.total,
        )
        if change or digest != self.sources.stored_digest(self.part):
            prepared.rows = rows

    def _seen(self, got: Downloaded, content: str) -> Seen:
        return Seen(
            url=self.entry.best_uri,
            content=content,
            etag=got.validators.etag,
            last_modified=got.validators.last_modified,
            file_hash=self.file_hash,
        )


@dataclass(frozen=True, slots=True)
class _Reading:
    path: Path

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.path.unlink(missing_ok=True)


def _compare(stored: Mapping[str, str], new: Mapping[str, str], names: Mapping[str, str]) -> Change:
    added = [key for key in new if key not in stored]
    changed = [key for key in new if key in stored and stored[key] != new[key]]
    removed = sum(key not in new for key in stored)
    examples = tuple(names[key] for key in [*added[:EXAMPLES], *changed[:EXAMPLES]][:EXAMPLES])
    return Change(len(new), added=len(added), removed=removed, changed=len(changed), examples=examples)


def _former_names(store: Store | None) -> Mapping[str, Sequence[str]]:
    """The names under which cards were known: an old question or ruling may still use them."""
    return store.known_names() if store is not None else {}


def _counted(printings: Printings, progress: Progress) -> Iterator[Printing]:
    for number, printing in enumerate(printings):
        if number % 5000 == 0:
            progress("reading printed names and texts", number, None)
        yield printing

"""Scryfall's bulk listing, its files, and their records one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

from pydantic import ValidationError

from knowledge.content import Progress, no_progress
from knowledge.downloads import Downloaded, Http, HttpSettings, NotModified, Validators
from knowledge.errors import ContentError, SourceError
from knowledge.notes import Notes
from knowledge.sources.scryfall.models import BulkEntry, BulkKind, Record
from knowledge.unpacking import json_records, unpacked, validated

NAME = "Scryfall"
API = "https://api.scryfall.com"
MOST_BYTES: dict[BulkKind, int] = {"oracle_cards": 1 << 30, "rulings": 1 << 29, "all_cards": 12 << 30}
"""Unpacked sizes that no honest file comes near (today about 0.17, 0.03 and 2.5 GB)."""
BROKEN_PER_MILLE = 1
"""Records in a thousand that may be unreadable before the whole file is taken for misshapen."""

SomeRecord = TypeVar("SomeRecord", bound=Record)


class BulkClient:
    """The bulk-data part of the card API at `url` (with or without the path `/bulk-data`)."""

    def __init__(self, url: str = API, http: HttpSettings | None = None) -> None:
        base = url.rstrip("/")
        self._listing_url = base if urlsplit(base).path.endswith("/bulk-data") else f"{base}/bulk-data"
        self._http = http

    def listing(self) -> dict[BulkKind, BulkEntry]:
        """The files on offer, as far as they are read here."""
        with Http(NAME, self._http) as http:
            response = http.get(self._listing_url)
        try:
            value = response.json()
        except ValueError:
            kind = "a web page" if response.text.lstrip().startswith("<") else "something that is not JSON"
            raise self._misshapen(kind) from None
        entries = value.get("data") if isinstance(value, dict) else None
        if not isinstance(entries, list):
            raise self._misshapen("JSON without a list of files")
        by_type = {entry.get("type"): entry for entry in entries if isinstance(entry, dict)}
        found = {kind: self._entry(by_type[kind]) for kind in MOST_BYTES if kind in by_type}
        if not found:
            raise self._misshapen("a list without any of " + ", ".join(MOST_BYTES))
        return found

    def fetch(
        self,
        kind: BulkKind,
        entry: BulkEntry,
        target: Path,
        known: Validators | None,
        progress: Progress = no_progress,
    ) -> Downloaded | NotModified:
        """Download one file, unless the server says that the stored version is the newest."""
        with Http(NAME, self._http) as http:
            return http.download(
                entry.best_uri,
                target,
                known=known,
                limit=MOST_BYTES[kind],
                progress=progress,
                stage=_words(kind),
            )

    def _entry(self, entry: object) -> BulkEntry:
        try:
            return BulkEntry.model_validate(entry)
        except ValidationError as error:
            raise SourceError(NAME, f"{self._listing_url}: {first_problem(error)} of a listed file") from None

    def _misshapen(self, what: str) -> SourceError:
        reason = f"{self._listing_url} answers with {what} instead of the bulk listing"
        return SourceError(NAME, f"{reason}; check --cards-url. The stored data stays in use.")


def read_records(
    path: Path,
    kind: BulkKind,
    model: type[SomeRecord],
    notes: Notes,
    *,
    size: int | None = None,
    jsonl: bool = False,
) -> Iterator[SomeRecord]:
    """The records of a downloaded file, each checked when it is reached.

    `size` is the unpacked length that the listing promises (for JSON Lines it may be that of the array with
    the same records). An unreadable record is noted and left out; when there are too many, or the file is not
    what was promised, a ContentError or SourceError names the first of them.
    """
    limit = MOST_BYTES[kind] if size is None else min(MOST_BYTES[kind], size + (64 << 10))
    source = f"{NAME} {kind}"
    count, broken, first = 0, 0, None
    with unpacked(path, limit=limit, source=source) as stream:
        for number, raw in json_records(stream, source):
            count += 1
            try:
                yield validated(model, number, raw, source)
            except ValidationError as error:
                broken += 1
                problem = f"{first_problem(error)} of {_named(kind, number, raw)}"
                first = first or problem
                notes.add("unreadable record left out", problem)
                if broken * 1000 > max(count, 20_000) * BROKEN_PER_MILLE:
                    break
        else:
            _check_size(stream.count, size, count if jsonl else 0, kind)
    if broken * 1000 > count * BROKEN_PER_MILLE:
        raise ContentError(
            f"{source}: {first}; {broken:,} of {count:,} records cannot be read, the file is refused"
        )
    if not count:
        raise ContentError(f"{source}: the file holds no record; it is refused")


def first_problem(error: ValidationError) -> str:
    """The first thing that is wrong with a record, in words."""
    detail = error.errors(include_url=False, include_context=False, include_input=False)[0]
    where = ".".join(str(part) for part in detail["loc"]) or "the value"
    return f"field {where} is missing" if detail["type"] == "missing" else f"field {where}: {detail['msg']}"


def _check_size(count: int, size: int | None, lines: int, kind: BulkKind) -> None:
    """An array of the same records has up to two bytes more a record, for the commas and line ends."""
    slack = 2 * lines + 8 if lines else 0
    if size is not None and not size - slack <= count <= size + (1 if lines else 0):
        raise SourceError(
            f"{NAME} {kind}",
            f"the file has {count:,} bytes where the listing promises {size:,}; it is refused",
        )


def _named(kind: BulkKind, number: int, raw: object) -> str:
    if isinstance(raw, bytes):
        raw = json.loads(raw)
    if not isinstance(raw, dict):
        return f"{kind} record {number}"
    shown = [str(raw[key])[:60] for key in ("name", "oracle_id", "id") if isinstance(raw.get(key), str)][:2]
    return f"{kind} record {number}" + (f" ({', '.join(shown)})" if shown else "")


def _words(kind: BulkKind) -> str:
    return {"oracle_cards": "cards", "rulings": "rulings", "all_cards": "printed names and texts"}[kind]

"""The note that a sync leaves: when, with what result, and up to which dates the data was compared.

It lies beside the generations, which nothing writes any more once they are built: most syncs find nothing new.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import os
from collections.abc import Mapping
from pathlib import Path

from pydantic import ValidationError

from knowledge.errors import DataFolderError
from knowledge.models import Fact, LastSync

FOLDER = "sync"
FILE = "last.json"


class SyncNote(Fact):
    """`as_of` has, by part, the date of what the source had when it was last asked with success."""

    at: dt.datetime
    result: str
    ok: bool
    as_of: Mapping[str, dt.date] = {}

    @property
    def last_sync(self) -> LastSync:
        """What `status` shows of it."""
        return LastSync(at=self.at, result=self.result)


def read_note(data_dir: Path) -> SyncNote | None:
    """The note of the last sync; None before the first one, or when it cannot be read."""
    try:
        return SyncNote.model_validate_json((data_dir / FOLDER / FILE).read_bytes())
    except (OSError, ValidationError):
        return None


def write_note(data_dir: Path, note: SyncNote) -> None:
    """Keep the note for `status` and for the next sync."""
    path = data_dir / FOLDER / FILE
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, note.model_dump_json())


def write_whole(path: Path, text: str) -> None:
    """Write a small file aside, flush it to disk and put it in place by one rename. Raises DataFolderError."""
    aside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with aside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(aside, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            aside.unlink()
        raise DataFolderError(path.parent, unwritable(error)) from error


def unwritable(error: OSError) -> str:
    """Why a folder cannot be written, and what to do."""
    return f"cannot be written ({error.strerror or error}); check owner, rights and free space, or set JUDGECALL_DATA"

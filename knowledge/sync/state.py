"""What a sync leaves beside the generations: its lock, its downloads, and what the servers said last time."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from knowledge.downloads import Validators
from knowledge.errors import DataFolderError
from knowledge.last_sync import FOLDER, unwritable, write_whole

STATE = "state.json"
LOCK = "lock"


class Seen(BaseModel):
    """What a server said about the file that a part was made from.

    `content` is the digest of what was made of it; it only counts while the generation in use has the same.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    url: str
    content: str
    etag: str | None = None
    last_modified: str | None = None
    file_hash: str | None = None


class State(BaseModel):
    """What was seen, by part."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    seen: Mapping[str, Seen] = {}

    def validators(self, part: str, url: str, content: str | None) -> Validators | None:
        """What lets the server answer that nothing changed, if the stored part is still what came from there."""
        seen = self.seen.get(part)
        if seen is None or seen.url != url or seen.content != content:
            return None
        return Validators(seen.etag, seen.last_modified)

    def same_file(self, part: str, content: str | None, file_hash: str) -> bool:
        """Whether a downloaded file is, byte for byte, the one that the stored part was made from."""
        seen = self.seen.get(part)
        return seen is not None and seen.content == content and seen.file_hash == file_hash


def folder(data_dir: Path) -> Path:
    """The sync's own folder, made when it is not there yet."""
    path = data_dir / FOLDER
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataFolderError(data_dir, unwritable(error)) from error
    return path


def read_state(data_dir: Path) -> State:
    """What was seen last time; a missing or damaged note only costs a download."""
    try:
        return State.model_validate_json((data_dir / FOLDER / STATE).read_bytes())
    except (OSError, ValidationError):
        return State()


def write_state(data_dir: Path, state: State) -> None:
    """Keep what was seen for the next sync."""
    write_whole(folder(data_dir) / STATE, state.model_dump_json(indent=1))


@contextmanager
def only_sync(data_dir: Path) -> Iterator[None]:
    """Hold the folder's lock; the system frees it when the process ends, however it ends."""
    path = folder(data_dir) / LOCK
    try:
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise DataFolderError(data_dir, unwritable(error)) from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            holder = file.read(40).strip()
            who = f" (process {holder})" if holder.isdigit() else ""
            raise DataFolderError(data_dir, f"another sync is running{who}; let it finish") from None
        file.seek(0)
        file.truncate()
        file.write(str(os.getpid()))
        file.flush()
        yield

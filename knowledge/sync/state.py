"""What a sync leaves beside the generations: its lock, its downloads, and what the servers said last time."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from knowledge.downloads import Validators
from knowledge.errors import DataFolderError
from knowledge.models import LastSync

FOLDER = "sync"
LAST = "last.json"
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
        raise DataFolderError(data_dir, _unwritable(error)) from error
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


def read_last_sync(data_dir: Path) -> LastSync | None:
    """When the data was last compared with its sources and what came of it, also when nothing was new."""
    try:
        return LastSync.model_validate_json((data_dir / FOLDER / LAST).read_bytes())
    except (OSError, ValidationError):
        return None


def write_last_sync(data_dir: Path, last: LastSync) -> None:
    """Keep the outcome for `status`."""
    write_whole(folder(data_dir) / LAST, last.model_dump_json())


def write_whole(path: Path, text: str) -> None:
    """Write a small file aside, flush it to disk and put it in place by one rename."""
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
        raise DataFolderError(path.parent, _unwritable(error)) from error


@contextmanager
def only_sync(data_dir: Path) -> Iterator[None]:
    """Hold the folder's lock; the system frees it when the process ends, however it ends."""
    path = folder(data_dir) / LOCK
    try:
        file = path.open("a+", encoding="utf-8")
    except OSError as error:
        raise DataFolderError(data_dir, _unwritable(error)) from error
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


def _unwritable(error: OSError) -> str:
    return f"cannot be written ({error.strerror or error}); check owner, rights and free space, or set JUDGECALL_DATA"


def as_json(value: object) -> str:
    """Compact JSON with a fixed order of keys, for digests."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)

"""A file that is being downloaded: it grows beside its target, survives the process, and becomes it whole."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from knowledge.errors import DataFolderError


class PartialFile:
    """The growing file beside the target, and a note saying which version of what address it is a part of."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self._part = target.with_name(target.name + ".part")
        self._note = target.with_name(target.name + ".part.json")

    def resumable(self, url: str) -> tuple[int, str | None]:
        """How many bytes are there, and the validator under which they may be continued (None: start anew)."""
        try:
            note = json.loads(self._note.read_text("utf-8"))
            size = self._part.stat().st_size
        except (OSError, ValueError):
            return 0, None
        if not isinstance(note, dict) or note.get("url") != url or not size:
            return 0, None
        guard = note.get("guard")
        return (size, guard) if isinstance(guard, str) and guard else (0, None)

    @contextmanager
    def writing(self, url: str, guard: str | None, *, append: bool) -> Iterator[Sink]:
        """Write to the file, which is flushed to disk at the end. Raises DataFolderError."""
        try:
            if not append:
                self.discard()
                self._note.write_text(json.dumps({"url": url, "guard": guard}), "utf-8")
            with self._part.open("ab" if append else "wb") as file:
                yield Sink(file.write)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            if error.errno == errno.ENOSPC:
                self.discard()
            reason = (
                f"cannot write the download: {error.strerror or error}. Make room or choose another folder"
            )
            raise DataFolderError(self.target.parent, reason) from error

    def size(self) -> int:
        """How many bytes have arrived."""
        try:
            return self._part.stat().st_size
        except OSError:
            return 0

    def finish(self) -> None:
        """Make it the target: it is whole."""
        os.replace(self._part, self.target)
        self._note.unlink(missing_ok=True)

    def discard(self) -> None:
        """Forget what has arrived."""
        self._part.unlink(missing_ok=True)
        self._note.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Sink:
    """Where the bytes go."""

    write: Callable[[bytes], int]

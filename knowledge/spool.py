"""Printings on their way from the download to a generation: on disk, of each card and language the newest."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from knowledge.errors import DataFolderError
from knowledge.models import Printing


@dataclass(slots=True)
class _Kept:
    """Where the printing kept so far stands in the file, how new it is, and the names of the others."""

    offset: int
    length: int
    rank: tuple[bool, str]
    name: str
    names: list[str]


class PrintingSpool:
    """A file of printings, one a card and language, in the order of card and language.

    Of several printings in a language the newest with a text is kept; the names that stand only on the others
    still find the card. Nothing but the keys is held in memory.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._kept: dict[tuple[str, str], _Kept] = {}
        self.digest = ""

    def fill(self, printings: Iterable[Printing]) -> None:
        """Write the printings down and keep the best of each card and language."""
        offset = 0
        try:
            with self._path.open("wb") as file:
                for printing in printings:
                    line = printing.model_dump_json(exclude_defaults=True).encode() + b"\n"
                    file.write(line)
                    self._keep(printing, offset, len(line))
                    offset += len(line)
        except OSError as error:
            self.discard()
            raise DataFolderError(
                self._path.parent, f"cannot be written ({os.strerror(error.errno or 0)})"
            ) from error
        self.digest = self._digest()

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[Printing]:
        for kept, line in self._lines():
            printing = Printing.model_validate_json(line)
            others = dict.fromkeys((*printing.other_names, *kept.names))
            others.pop(printing.name, None)
            yield printing.model_copy(update={"other_names": tuple(others)}) if others else printing

    def _lines(self) -> Iterator[tuple[_Kept, bytes]]:
        with self._path.open("rb") as file:
            for key in sorted(self._kept):
                kept = self._kept[key]
                file.seek(kept.offset)
                yield kept, file.read(kept.length)

    def _digest(self) -> str:
        hashed = hashlib.sha256()
        for kept, line in self._lines():
            hashed.update(line)
            hashed.update("\n".join(sorted(kept.names)).encode())
        return hashed.hexdigest()

    def discard(self) -> None:
        """Remove the file."""
        self._path.unlink(missing_ok=True)

    def _keep(self, printing: Printing, offset: int, length: int) -> None:
        key = (printing.oracle_id, printing.language)
        released = printing.released_at.isoformat() if printing.released_at else ""
        rank = (printing.text is not None, released)
        names = [printing.name, *printing.other_names]
        kept = self._kept.get(key)
        if kept is None:
            self._kept[key] = _Kept(offset, length, rank, printing.name, [])
            return
        if rank > kept.rank:
            names = [kept.name]
            kept.offset, kept.length, kept.rank, kept.name = offset, length, rank, printing.name
        kept.names += [name for name in names if name not in kept.names]

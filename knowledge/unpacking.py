"""Reading downloaded files: gzip recognised by its first bytes, unpacking bounded, JSON read as a stream."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

import ijson

from knowledge.errors import SourceError

GZIP_MAGIC = b"\x1f\x8b"
MOST_RATIO = 300
"""Bytes that one packed byte may become before it is taken for a gzip bomb; real data stays below 40."""
ALWAYS_BELIEVABLE = 16 << 20
"""Unpacked bytes below which the ratio is not looked at."""
LONGEST_LINE = 16 << 20
MOST_LAYERS = 2
"""A file that is packed at rest may be packed once more on the way."""


class ByteReader(Protocol):
    """What a JSON parser needs of a file."""

    def read(self, size: int = -1, /) -> bytes: ...


class Unpacked:
    """The plain bytes of a downloaded file, counted and refused beyond `limit` or beyond a believable ratio."""

    def __init__(self, file: IO[bytes], packed_size: int, limit: int, source: str) -> None:
        self.count = 0
        self._file = file
        self._limit = (
            limit if packed_size < 0 else min(limit, max(packed_size * MOST_RATIO, ALWAYS_BELIEVABLE))
        )
        self._source = source
        self._ahead = b""

    def peek(self, size: int = 512) -> bytes:
        """The next bytes without moving on."""
        while len(self._ahead) < size and (more := self._take(size - len(self._ahead))):
            self._ahead += more
        return self._ahead[:size]

    def read(self, size: int = -1, /) -> bytes:
        """Up to `size` bytes; at most a mebibyte at once, so nothing large is ever held."""
        wanted = size if 0 <= size < 1 << 20 else 1 << 20
        if self._ahead:
            head, self._ahead = self._ahead[:wanted], self._ahead[wanted:]
            return head
        return self._take(wanted)

    def lines(self) -> Iterator[bytes]:
        """The lines of the file without their ends."""
        rest = b""
        while chunk := self.read():
            *whole, rest = (rest + chunk).split(b"\n")
            yield from whole
            if len(rest) > LONGEST_LINE:
                raise SourceError(self._source, f"a line of the file is longer than {LONGEST_LINE:,} bytes")
        if rest:
            yield rest

    def _take(self, size: int) -> bytes:
        try:
            data = self._file.read(size)
        except EOFError as error:
            raise SourceError(
                self._source, "the file ends in the middle of its gzip data; it was cut off"
            ) from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise SourceError(self._source, f"the file's gzip data is damaged ({error})") from error
        self.count += len(data)
        if self.count > self._limit:
            raise SourceError(
                self._source,
                f"the file unpacks to more than the {self._limit:,} bytes that are believable; it is refused",
            )
        return data


@contextmanager
def unpacked(path: Path, *, limit: int, source: str) -> Iterator[Unpacked]:
    """Open a downloaded file as plain bytes, whether it came packed or not."""
    with path.open("rb") as raw:
        layers: list[IO[bytes]] = [raw]
        while _is_gzip(layers[-1]) and len(layers) <= MOST_LAYERS:
            layers.append(gzip.GzipFile(fileobj=layers[-1], mode="rb"))  # type: ignore[arg-type]
        packed_size = path.stat().st_size if len(layers) > 1 else -1
        yield Unpacked(layers[-1], packed_size, limit, source)


def _is_gzip(file: IO[bytes]) -> bool:
    try:
        start = file.read(2)
        file.seek(0)
    except (OSError, EOFError, zlib.error):
        return False
    return start == GZIP_MAGIC


def json_records(stream: Unpacked, source: str) -> Iterator[object]:
    """The records of a JSON array or of JSON Lines, one at a time; which of the two, its first byte says."""
    start = stream.peek().lstrip(b"\xef\xbb\xbf \t\r\n")
    if start.startswith(b"["):
        yield from _array_records(stream, source)
    elif start.startswith(b"{"):
        yield from _line_records(stream, source)
    else:
        raise SourceError(source, f"the file is not JSON but {_described(start)}; check the address")


def _array_records(stream: Unpacked, source: str) -> Iterator[object]:
    if stream.peek(3).startswith(b"\xef\xbb\xbf"):
        stream.read(3)
    number = 0
    try:
        for record in ijson.items(stream, "item", use_float=True):
            number += 1
            yield record
    except ijson.JSONError as error:
        reason = f"the JSON breaks off or is malformed after record {number} ({_first_line(error)})"
        raise SourceError(source, reason) from error


def _line_records(stream: Unpacked, source: str) -> Iterator[object]:
    for number, line in enumerate(stream.lines(), 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line.removeprefix(b"\xef\xbb\xbf"))
        except (ValueError, RecursionError) as error:
            reason = f"line {number} of the file is not a JSON record ({_first_line(error)})"
            raise SourceError(source, reason) from error


def _described(start: bytes) -> str:
    if not start:
        return "empty"
    if start.startswith(b"<"):
        return "a web page"
    return f"something that begins {start[:20]!r}"


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0][:120]

"""Reading downloaded files: gzip recognised by its first bytes, unpacking bounded, JSON read as a stream."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol, TypeVar

import ijson
from pydantic import BaseModel, ValidationError

from knowledge.errors import SourceError

Model = TypeVar("Model", bound=BaseModel)

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
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


def json_records(stream: Unpacked, source: str) -> Iterator[tuple[int, object]]:
    """The records of a JSON array or of JSON Lines, one at a time; which of the two, its first byte says.

    Each comes with its place, counted from 1. A line comes as it is (bytes), for `validated` to read.
    """
    start = stream.peek().lstrip(BYTE_ORDER_MARK + b" \t\r\n")
    if start.startswith(b"["):
        yield from _array_records(stream, source)
    elif start.startswith(b"{"):
        for number, line in enumerate(stream.lines(), 1):
            if line.strip():
                yield number, line.removeprefix(BYTE_ORDER_MARK)
    else:
        raise SourceError(source, f"the file is not JSON but {_described(start)}; check the address")


def validated(model: type[Model], number: int, raw: object, source: str) -> Model:
    """A record as a model. What UTF-8 and SQLite cannot store (NUL, halves of surrogate pairs) is dropped.

    Raises ValidationError when the record is not of that shape, SourceError when a line is no JSON at all.
    """
    if not isinstance(raw, bytes):
        return model.model_validate(without_unstorable(raw))
    if b"\\u0000" not in raw:
        try:
            return model.model_validate_json(raw)
        except ValidationError as error:
            # A lone surrogate counts as broken JSON there; the standard library reads it.
            if error.errors(include_url=False, include_context=False)[0]["type"] != "json_invalid":
                raise
    try:
        value = json.loads(raw)
    except (ValueError, RecursionError) as error:
        reason = f"line {number} of the file is not a JSON record ({_first_line(error)})"
        raise SourceError(source, reason) from error
    return model.model_validate(without_unstorable(value))


def without_unstorable(value: object) -> object:
    """A value of JSON without NUL and halves of surrogate pairs in its texts."""
    if isinstance(value, str):
        return UNSTORABLE.sub("", value) if UNSTORABLE.search(value) else value
    if isinstance(value, dict):
        return {key: without_unstorable(part) for key, part in value.items()}
    if isinstance(value, list):
        return [without_unstorable(part) for part in value]
    return value


class _WithoutLoneSurrogates:
    """JSON without escaped halves of surrogate pairs, on which the array parser would give up.

    They become escaped NULs, which are dropped with the others.
    """

    _SUSPECT = re.compile(rb"\\u[dD][89a-fA-F]")
    _ESCAPES = re.compile(
        rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
        re.DOTALL,
    )
    _LONGEST = 12

    def __init__(self, stream: Unpacked) -> None:
        self._stream = stream
        self._rest = b""

    def read(self, size: int = -1, /) -> bytes:
        if size == 0:
            return b""
        chunk = self._stream.read(size)
        data = self._rest + chunk
        cut = len(data)
        if chunk:
            # An escape may go on in the next chunk: keep back from the first backslash near the end.
            near = data.find(b"\\", max(0, len(data) - self._LONGEST))
            cut = near if near >= 0 else cut
            if near >= 0 and self._SUSPECT.match(data, max(0, cut - 6)):
                cut -= 6
            while 0 < cut < len(data) and data[cut - 1 : cut] == b"\\":
                cut -= 1
        data, self._rest = data[:cut], data[cut:]
        if self._SUSPECT.search(data):
            data = self._ESCAPES.sub(lambda found: b"\\u0000" if found[1] else found[0], data)
        # An empty answer would mean the end of the file.
        return data if data or not chunk else self.read(size)


def _array_records(stream: Unpacked, source: str) -> Iterator[tuple[int, object]]:
    if stream.peek(3).startswith(BYTE_ORDER_MARK):
        stream.read(3)
    number = 0
    try:
        for record in ijson.items(_WithoutLoneSurrogates(stream), "item", use_float=True):
            number += 1
            yield number, record
    except ijson.JSONError as error:
        reason = f"the JSON breaks off or is malformed after record {number} ({_first_line(error)})"
        raise SourceError(source, reason) from error


def _described(start: bytes) -> str:
    if not start:
        return "empty"
    if start.startswith(b"<"):
        return "a web page"
    return f"something that begins {start[:20]!r}"


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0][:120]

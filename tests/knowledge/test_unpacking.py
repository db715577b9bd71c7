"""Downloaded files that are packed, cut off, damaged, or not what they claim to be."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import pytest
from pydantic import RootModel

from knowledge.errors import SourceError
from knowledge.unpacking import json_records, unpacked, validated
from tests.knowledge.web import json_array, json_lines, packed

ROWS: list[object] = [{"n": number, "text": f"row {number} ’ \u4e2d"} for number in range(500)]


class Row(RootModel[dict[str, Any]]):
    pass


def records(path: Path, limit: int = 1 << 26) -> list[object]:
    with unpacked(path, limit=limit, source="test") as stream:
        return [validated(Row, number, raw, "test").root for number, raw in json_records(stream, "test")]


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "file"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("shape", [json_array, json_lines])
@pytest.mark.parametrize("layers", [0, 1, 2])
def test_array_or_lines_packed_or_not__give_the_same_records(
    tmp_path: Path, shape: object, layers: int
) -> None:
    assert callable(shape)
    data = shape(ROWS)
    for _ in range(layers):
        data = packed(data)
    assert records(written(tmp_path, data)) == ROWS


def test_byte_order_mark_before_the_array__does_no_harm(tmp_path: Path) -> None:
    assert records(written(tmp_path, b"\xef\xbb\xbf" + json_array(ROWS))) == ROWS


@pytest.mark.parametrize("shape", [json_array, json_lines])
def test_gzip_cut_off__is_said_not_swallowed(tmp_path: Path, shape: object) -> None:
    assert callable(shape)
    with pytest.raises(SourceError, match="cut off"):
        records(written(tmp_path, packed(shape(ROWS))[:-20]))


def test_gzip_with_a_flipped_bit__is_damaged(tmp_path: Path) -> None:
    data = bytearray(packed(json_lines(ROWS)))
    data[-6] ^= 1
    with pytest.raises(SourceError, match="damaged"):
        records(written(tmp_path, bytes(data)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<!doctype html><title>Down for maintenance</title>", "a web page"),
        (b"", "empty"),
        (b"   \n", "empty"),
        (b"%PDF-1.7", "begins"),
    ],
)
def test_something_else__is_named(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        records(written(tmp_path, data))


@pytest.mark.parametrize("data", [b'[{"a":1},{"b":', b'[{"a":1} {"b":2}]', b'[{"a":1},'])
def test_array_breaks_off__says_after_which_record(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(SourceError, match="after record 1"):
        records(written(tmp_path, data))


def test_line_is_no_record__says_which_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="line 2"):
        records(written(tmp_path, b'{"a":1}\n{"b":\n{"c":3}\n'))


def test_nested_deeper_than_any_record__is_refused_not_a_crash(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        records(written(tmp_path, b'{"a":' + b"[" * 200_000 + b"\n"))


def test_gzip_bomb__stops_early(tmp_path: Path) -> None:
    bomb = gzip.compress(b'{"a":"' + b"0" * (96 << 20) + b'"}')
    path = written(tmp_path, bomb)
    with unpacked(path, limit=1 << 40, source="test") as stream:
        with pytest.raises(SourceError, match="believable"):
            list(iter(stream.read, b""))
        assert stream.count < 48 << 20


def test_bomb_inside_a_bomb__stops_too(tmp_path: Path) -> None:
    bomb = gzip.compress(gzip.compress(b'{"a":"' + b"0" * (96 << 20) + b'"}'))
    with pytest.raises(SourceError, match="believable"):
        records(written(tmp_path, bomb), limit=1 << 40)


def test_more_than_the_listing_promises__is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="believable"):
        records(written(tmp_path, json_lines(ROWS)), limit=1000)


def test_one_endless_line__is_refused(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="longer than"):
        records(written(tmp_path, b'{"a":"' + b"ab" * (9 << 20)))


@pytest.mark.parametrize("shape", [json_array, json_lines])
@pytest.mark.parametrize("padding", [0, 1, *range((1 << 16) + 250, (1 << 16) + 520, 5)])
def test_nul_and_lone_surrogates__are_dropped(tmp_path: Path, shape: object, padding: int) -> None:
    assert callable(shape)
    texts = ["a\x00b", "c\ud800d", "e\udfff\x00f", "\U0001f600", "\\ud800 is how it is written", "\\\ud800"]
    data = shape([{"pad": "x" * padding}, *({"text": text} for text in texts)])
    read = [
        row["text"] for row in records(written(tmp_path, data)) if isinstance(row, dict) and "text" in row
    ]
    assert read == ["ab", "cd", "ef", "\U0001f600", "\\ud800 is how it is written", "\\"]

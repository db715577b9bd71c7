"""Official rulings in other languages, imported from a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from knowledge import ContentError, Knowledge, KnowledgeError, SourceError
from knowledge.sync import import_rulings
from tests.knowledge.samples import oracle_id, ruling
from tests.knowledge.shared import shared_file
from tests.knowledge.sync.mirror import NAMES, Mirror
from tests.knowledge.web import json_lines, packed

RING = "A bell rings once for each player."


def row(english: str, text: str, lang: str = "zhs", **fields: Any) -> dict[str, Any]:
    return {"lang": lang, "comment": text, "en": english, "published_at": "2024-05-05", **fields}


def written(tmp_path: Path, rows: list[dict[str, Any]], data: bytes | None = None) -> Path:
    path = tmp_path / "rulings-zhs.json"
    path.write_bytes(json.dumps(rows, ensure_ascii=False).encode() if data is None else data)
    return path


def translation(data_dir: Path, place: int = 0, language: str = "zh") -> str | None:
    found = (
        Knowledge.open(data_dir, model=False).rulings(oracle_id(NAMES[place]))[0].translations.get(language)
    )
    return found.text if found else None


@pytest.fixture
def synced(mirror: Mirror, data_dir: Path) -> Path:
    assert mirror.sync(data_dir).ok
    return data_dir


def test_translation__stands_beside_the_original_on_every_card(synced: Path, tmp_path: Path) -> None:
    report = import_rulings(written(tmp_path, [row(RING, "铃响一次。")]), synced)
    assert (report.rows, report.new, report.paired, report.unpaired) == (1, 1, 1, 0)
    assert report.languages == ("zh",)
    for place in (0, 9):
        assert translation(synced, place) == "铃响一次。"
    beside = Knowledge.open(synced, model=False).rulings(oracle_id(NAMES[0]))[0]
    assert beside.comment == RING
    assert beside.translations["zh"].official


def test_other_quotes_in_the_english__still_pair(synced: Path, tmp_path: Path) -> None:
    straight = f"{NAMES[10]} isn't loud."
    assert import_rulings(written(tmp_path, [row(straight, "不响。")]), synced).paired == 1
    assert translation(synced, 10) == "不响。"


@pytest.mark.parametrize("shape", ["array", "lines", "packed"])
def test_array_lines_or_packed__are_read(synced: Path, tmp_path: Path, shape: str) -> None:
    rows: list[Any] = [row(RING, "铃响一次。")]
    data = {"array": json.dumps(rows).encode(), "lines": json_lines(rows), "packed": packed(json_lines(rows))}
    assert import_rulings(written(tmp_path, rows, data[shape]), synced).paired == 1


def test_same_file_again__changes_nothing(synced: Path, tmp_path: Path) -> None:
    path = written(tmp_path, [row(RING, "铃响一次。")])
    import_rulings(path, synced)
    report = import_rulings(path, synced)
    assert (report.new, report.generation) == (0, None)


def test_corrected_file__replaces_the_old_text(synced: Path, tmp_path: Path) -> None:
    import_rulings(written(tmp_path, [row(RING, "铃响。")]), synced)
    import_rulings(written(tmp_path, [row(RING, "铃响一次。")]), synced)
    assert translation(synced) == "铃响一次。"


def test_sync_with_new_rulings__keeps_the_translations_and_pairs_those_that_waited(
    mirror: Mirror, synced: Path, tmp_path: Path
) -> None:
    late = "It can be rung twice."
    report = import_rulings(written(tmp_path, [row(RING, "铃响一次。"), row(late, "可响两次。")]), synced)
    assert (report.paired, report.unpaired) == (1, 1)
    mirror.rulings.insert(0, ruling(NAMES[15], late))
    mirror.publish()
    assert mirror.sync(synced).ok
    assert translation(synced) == "铃响一次。"
    assert translation(synced, 15) == "可响两次。"


def test_before_any_sync__pairs_with_the_built_in_corpus(data_dir: Path, tmp_path: Path) -> None:
    report = import_rulings(written(tmp_path, [row("No such ruling.", "无。")]), data_dir)
    assert (report.paired, report.unpaired) == (0, 1)
    assert Knowledge.open(data_dir, model=False).card("Arcane Heist") is not None


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([row(RING, "x"), {"lang": "zhs", "comment": "x"}], r"field en is missing.*row 2"),
        ([row(RING, "")], r"comment.*row 1"),
        ([row(RING, "x", lang="Chinese!")], r"lang.*row 1"),
        ([], "no ruling"),
    ],
)
def test_file_with_a_wrong_row__is_refused_whole_and_the_row_named(
    synced: Path, tmp_path: Path, rows: list[dict[str, Any]], words: str
) -> None:
    with pytest.raises(ContentError, match=words):
        import_rulings(written(tmp_path, rows), synced)
    assert translation(synced) is None


@pytest.mark.parametrize("data", [b"<html>", b"\x00\x01", b"", b"[{]"])
def test_file_that_is_none__is_refused(synced: Path, tmp_path: Path, data: bytes) -> None:
    with pytest.raises((ContentError, SourceError)):
        import_rulings(written(tmp_path, [], data), synced)


def test_no_file__says_so(synced: Path, tmp_path: Path) -> None:
    with pytest.raises(KnowledgeError, match="check the path"):
        import_rulings(tmp_path / "nowhere.json", synced)


def test_real_file__pairs_with_the_built_in_rulings(data_dir: Path) -> None:
    report = import_rulings(shared_file("data/mirror/rulings-zhs.json.gz"), data_dir)
    assert (report.rows, report.paired, report.unpaired) == (14, 14, 0)

"""Vectors in a sync: made once a text, at the lowest priority, and made again when they cannot be trusted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from knowledge import Knowledge
from knowledge.embedders import Encoder, ModelCard, Vectors, load_encoder
from knowledge.generations import current_generation
from knowledge.manifest import read_manifest
from knowledge.sync import encoding
from tests.knowledge.samples import ruling
from tests.knowledge.sync.mirror import NAMES, Mirror


class Counting:
    """The real encoder, counted."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.texts: list[str] = []

    @property
    def card(self) -> ModelCard:
        return self.encoder.card

    def encode_query(self, text: str) -> Vectors:
        return self.encoder.encode_query(text)

    def encode_passages(self, texts: Sequence[str], report: Callable[[int], None] | None = None) -> Vectors:
        self.texts += texts
        return self.encoder.encode_passages(texts, report)


@pytest.fixture(scope="module")
def real_encoder() -> Encoder:
    return load_encoder()


@pytest.fixture
def encoder(real_encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> Counting:
    """Loading takes seconds, so the tests here share one encoder."""
    counting = Counting(real_encoder)
    monkeypatch.setattr(encoding, "load_encoder", lambda _setting, **_options: counting)
    return counting


def model(data_dir: Path) -> ModelCard | None:
    generation = current_generation(data_dir)
    assert generation is not None
    return read_manifest(generation).model


def test_first_sync__encodes_each_text_once(mirror: Mirror, data_dir: Path, encoder: Counting) -> None:
    mirror.sync(data_dir, embed=True)
    assert len(encoder.texts) == len(set(encoder.texts))
    assert "A bell rings once for each player." in encoder.texts
    assert model(data_dir) == encoder.card


def test_few_new_rulings__only_they_are_encoded(mirror: Mirror, data_dir: Path, encoder: Counting) -> None:
    mirror.sync(data_dir, embed=True)
    encoder.texts.clear()
    mirror.rulings.append(ruling(NAMES[1], "It can be rung twice."))
    mirror.rulings.append(ruling(NAMES[2], "A bell rings once for each player.", date="2025-01-01"))
    mirror.publish()
    mirror.sync(data_dir, embed=True)
    assert encoder.texts == ["It can be rung twice."]
    assert model(data_dir) == encoder.card


def test_nothing_new__the_encoder_is_not_even_loaded(
    mirror: Mirror, data_dir: Path, encoder: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror.sync(data_dir, embed=True)
    monkeypatch.setattr(encoding, "load_encoder", lambda _setting, **_options: pytest.fail("loaded"))
    assert mirror.sync(data_dir, embed=True).ok
    mirror.cards[0]["oracle_text"] = "It does something else."
    mirror.publish()
    assert mirror.sync(data_dir, embed=True).ok
    assert model(data_dir) == encoder.card


def test_vectors_missing_from_an_earlier_sync__are_made_by_the_next(
    mirror: Mirror, data_dir: Path, encoder: Counting
) -> None:
    mirror.sync(data_dir, embed=False)
    assert model(data_dir) is None
    report = mirror.sync(data_dir, embed=True)
    assert not report.changed
    assert model(data_dir) == encoder.card


def test_vectors_of_another_model__are_made_again(mirror: Mirror, data_dir: Path, encoder: Counting) -> None:
    mirror.sync(data_dir, embed=True)
    generation = current_generation(data_dir)
    assert generation is not None
    manifest = read_manifest(generation)
    other = encoder.card.model_copy(update={"weights": "0" * 64})
    (generation / "manifest.json").write_text(manifest.model_copy(update={"model": other}).model_dump_json())
    encoder.texts.clear()
    assert mirror.sync(data_dir, embed=True).ok
    assert model(data_dir) == encoder.card
    assert len(encoder.texts) > 20


def test_vectors_damaged_on_disk__are_made_again(mirror: Mirror, data_dir: Path, encoder: Counting) -> None:
    mirror.sync(data_dir, embed=True)
    generation = current_generation(data_dir)
    assert generation is not None
    (generation / "vectors.faiss").write_bytes(b"not an index")
    assert Knowledge.open(data_dir, model=False).search("bell").retrieval == "lexical"
    encoder.texts.clear()
    assert mirror.sync(data_dir, embed=True).ok
    assert len(encoder.texts) > 20
    after = current_generation(data_dir)
    assert after is not None
    assert (after / "vectors.faiss").stat().st_size > 100


def test_words_index_damaged_on_disk__is_made_again(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    generation = current_generation(data_dir)
    assert generation is not None
    for path in (generation / "lexical").iterdir():
        path.write_bytes(b"x")
    report = mirror.sync(data_dir)
    assert report.ok
    assert report.notes
    assert Knowledge.open(data_dir, model=False).search("bell rings").hits


def test_killed_while_encoding__words_search_has_the_new_data_and_the_next_sync_finishes(
    mirror: Mirror, data_dir: Path, encoder: Counting
) -> None:
    code = (
        "import os, signal\nfrom pathlib import Path\nfrom knowledge.sync import SyncOptions, sync\n"
        "def progress(stage, done, total):\n    if stage == 'encoding': os.kill(os.getpid(), signal.SIGKILL)\n"
        f"sync(SyncOptions(Path({str(data_dir)!r}), cards_url={mirror.web.url!r}, "
        f"rules_url={mirror.web.url + '/en/rules'!r}), progress)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).resolve().parents[3], timeout=300, check=False
    )
    assert done.returncode == -9
    assert Knowledge.open(data_dir, model=False).card(NAMES[0]) is not None
    assert mirror.sync(data_dir, embed=True).ok
    assert model(data_dir) == encoder.card


def test_encoding__runs_behind_everything_else(mirror: Mirror, data_dir: Path) -> None:
    code = (
        "import os\nfrom pathlib import Path\nfrom knowledge.sync import SyncOptions, sync\n"
        "seen = {}\n"
        "def progress(stage, done, total): seen[stage] = os.nice(0)\n"
        f"sync(SyncOptions(Path({str(data_dir)!r}), cards_url={mirror.web.url!r}, "
        f"rules_url={mirror.web.url + '/en/rules'!r}), progress)\n"
        "print(seen['cards'], seen['encoding'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).resolve().parents[3],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    before, while_encoding = done.stdout.split()
    assert int(before) == os.nice(0), done.stderr
    assert int(while_encoding) == 19

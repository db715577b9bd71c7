"""Which encoder is loaded, and that it is the one that was pinned."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from knowledge import embedders
from knowledge.embedders import (
    MINILM_SHA256,
    batches,
    load_encoder,
    model_folder,
    parse_setting,
    weights_sha256,
)
from knowledge.errors import EmbedderError


@pytest.mark.parametrize(
    "setting, kind, name, revision",
    [
        ("bundled:minilm", "bundled", "minilm", None),
        (" bundled:minilm ", "bundled", "minilm", None),
        ("path:/models/x", "path", "/models/x", None),
        ("hub:somebody/some-model.v2@0123abc", "hub", "somebody/some-model.v2", "0123abc"),
        ("hub:somebody/model@main", "hub", "somebody/model", "main"),
    ],
)
def test_setting__is_read(setting: str, kind: str, name: str, revision: str | None) -> None:
    parsed = parse_setting(setting)
    assert (parsed.kind, parsed.name, parsed.revision) == (kind, name, revision)
    assert parse_setting(str(parsed)) == parsed


@pytest.mark.parametrize(
    "setting",
    ["", "minilm", "bundled:other", "path:", "hub:somebody/model", "hub:model@main", "ftp:x", "hub:@"],
)
def test_setting_that_cannot_be_read__says_what_it_may_be(setting: str) -> None:
    with pytest.raises(EmbedderError, match="bundled:minilm, path:FOLDER"):
        parse_setting(setting)


def test_bundled_weights__are_the_pinned_ones() -> None:
    folder = model_folder(parse_setting("bundled:minilm"))
    assert folder is not None
    assert weights_sha256(folder) == MINILM_SHA256
    assert MINILM_SHA256.startswith("53aa5117")


def test_bundled_weights_that_were_changed__are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "model.safetensors").write_bytes(b"not the weights")
    monkeypatch.setattr(embedders, "model_folder", lambda setting: tmp_path)
    with pytest.raises(EmbedderError, match="not the pinned ones"):
        load_encoder()


def test_folder_without_a_model__is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(EmbedderError, match="no sentence-transformers model"):
        load_encoder(f"path:{tmp_path}")
    (tmp_path / "modules.json").write_text("[]")
    with pytest.raises(EmbedderError, match="no weights"):
        load_encoder(f"path:{tmp_path}")


def test_folder_with_a_broken_model__is_an_error(tmp_path: Path) -> None:
    (tmp_path / "modules.json").write_text("not json")
    (tmp_path / "model.safetensors").write_bytes(b"")
    with pytest.raises(EmbedderError, match="cannot be loaded"):
        load_encoder(f"path:{tmp_path}")


def test_same_weights_in_another_folder__are_another_setting_with_the_same_vectors(tmp_path: Path) -> None:
    bundled = model_folder(parse_setting("bundled:minilm"))
    assert bundled is not None
    shutil.copytree(bundled, tmp_path / "copy")
    one, other = load_encoder(), load_encoder(f"path:{tmp_path / 'copy'}")
    assert one.card != other.card
    assert one.card.weights == other.card.weights
    assert other.card.dimension == 384
    text = "The copy ceases to exist."
    assert np.allclose(one.encode_query(text), other.encode_query(text), atol=1e-5)


def test_vectors__have_length_one_and_the_order_of_the_texts() -> None:
    encoder = load_encoder()
    texts = [
        "a short text",
        "a much longer text about combat damage and copies of cards " * 3,
        "\ud800 odd",
        "",
    ]
    done: list[int] = []
    vectors = encoder.encode_passages(texts, done.append)
    assert vectors.shape == (4, encoder.card.dimension)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-4)
    for text, vector in zip(texts, vectors, strict=True):
        assert np.allclose(encoder.encode_query(text), vector, atol=1e-4)
    assert done == [4]


def test_knowledge_without_a_model__never_imports_torch(indexed_data_dir: Path) -> None:
    script = (
        "import sys\n"
        "from pathlib import Path\n"
        "from knowledge import Knowledge\n"
        "knowledge = Knowledge.open(Path(sys.argv[1]), model=False)\n"
        "knowledge.search('cipher copy'); knowledge.status(); knowledge.phrases(['a b']).search('a')\n"
        "assert not {'torch', 'sentence_transformers', 'transformers'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script, str(indexed_data_dir)], check=True, timeout=120)


def test_batches__hold_every_text_once_with_its_like_and_never_more_than_the_limit() -> None:
    tokens = [3, 300, 8, 1, 8, 120, 2, 9]
    found = batches(tokens, 64)
    assert sorted(place for batch in found for place in batch) == list(range(len(tokens)))
    for batch in found:
        assert len(batch) == 1 or len(batch) * max(tokens[place] for place in batch) <= 64
    assert found[0] == [1], "the longest comes first and alone"
    assert batches([], 64) == []


def test_passages_encoded_by_several_workers__are_those_of_one_in_the_order_given() -> None:
    texts = [f"The {number} cards in it are exiled. " * (number % 7 + 1) for number in range(90)] + ["\ud800"]
    heard: list[int] = []
    one, two = load_encoder(), load_encoder(workers=2)
    vectors = two.encode_passages(texts, heard.append)
    np.testing.assert_allclose(vectors, one.encode_passages(texts), atol=1e-5)
    np.testing.assert_allclose(vectors[5], two.encode_query(texts[5]), atol=1e-5)
    assert heard == sorted(heard)
    assert heard[-1] == len(texts)
    assert two.encode_passages([]).shape == (0, two.card.dimension)

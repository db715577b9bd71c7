"""The encoder in a process of its own: the same vectors, nobody waits for it who need not, and it comes back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from knowledge import EmbedderError, Knowledge, start_encoder
from knowledge.embedders import DEFAULT, load_encoder
from knowledge.encoder_process import AT_ONCE, EncoderProcess

TEXTS = [f"A spell number {n} deals {n} damage to each creature without flying." for n in range(AT_ONCE + 3)]


@pytest.fixture(scope="module")
def apart() -> Iterator[EncoderProcess]:
    """One process for the tests of this module."""
    encoder = EncoderProcess(DEFAULT)
    yield encoder
    encoder.close()


def test_process__encodes_as_the_encoder_in_this_process_does(apart: EncoderProcess) -> None:
    here = load_encoder()
    heard: list[int] = []
    assert apart.card == here.card
    assert np.allclose(apart.encode_passages(TEXTS, heard.append), here.encode_passages(TEXTS), atol=1e-5)
    assert heard == [AT_ONCE, len(TEXTS)]
    for text in ("Is the copy gone?", "複製品", "a lone \ud800 surrogate", "two\nlines"):
        assert np.allclose(apart.encode_query(text), here.encode_query(text), atol=1e-5)


def test_no_texts__no_vectors(apart: EncoderProcess) -> None:
    assert apart.encode_passages([]).shape == (0, apart.card.dimension)


def test_killed__is_started_again_for_the_next_text(apart: EncoderProcess) -> None:
    before = apart.encode_query("Is the copy gone?")
    lost = apart._process
    os.kill(lost.pid, signal.SIGKILL)
    lost.wait()
    assert np.allclose(apart.encode_query("Is the copy gone?"), before, atol=1e-5)
    assert apart._process.pid != lost.pid


def test_ctrl_c_and_sigterm__leave_it_to_the_process_that_started_it(apart: EncoderProcess) -> None:
    apart.wait()
    apart._process.send_signal(signal.SIGINT)
    apart._process.send_signal(signal.SIGTERM)
    assert apart.encode_query("Is the copy gone?").shape == (apart.card.dimension,)


def test_while_it_loads__search_is_by_words(indexed_data_dir: Path) -> None:
    encoder = EncoderProcess(DEFAULT)
    knowledge = Knowledge.open(indexed_data_dir, encoder=encoder)
    try:
        assert knowledge.search("the copy is not cast", language="en").retrieval == "lexical"
        assert not encoder.ready
        assert knowledge.warm_up()
        assert knowledge.search("the copy is not cast", language="en").retrieval == "hybrid"
    finally:
        knowledge.close()
    assert encoder._process.poll() is not None
    with pytest.raises(EmbedderError, match="closed"):
        encoder.encode_query("too late")


def test_model_that_is_not_there__search_stays_by_words_and_status_says_why(
    indexed_data_dir: Path, tmp_path: Path
) -> None:
    setting = f"path:{tmp_path / 'nothing'}"
    encoder = EncoderProcess(setting)
    with pytest.raises(EmbedderError, match="no sentence-transformers model"):
        encoder.wait()
    knowledge = Knowledge.open(indexed_data_dir, embedder=setting, encoder=encoder)
    try:
        assert knowledge.search("the copy is not cast", language="en").retrieval == "lexical"
        assert any("no sentence-transformers model" in problem for problem in knowledge.status().problems)
    finally:
        knowledge.close()


def test_closed_while_it_loads__ends_at_once() -> None:
    encoder = EncoderProcess(DEFAULT)
    encoder.close()
    assert encoder._process.returncode == -signal.SIGKILL
    with pytest.raises(EmbedderError):
        encoder.wait()


def test_owner_killed_while_it_loads__says_nothing() -> None:
    """Whoever stops the owner for good must not find a traceback of ours on the terminal."""
    child = subprocess.Popen(
        [sys.executable, "-m", "knowledge.encoder_child", DEFAULT],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.close()
    with child.stderr:
        assert "Traceback" not in child.stderr.read()
    assert child.wait() == 0


def test_pytorch_is_loaded_here_already__no_process_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", sys)
    assert start_encoder(DEFAULT) is None

"""What all tests share: a data folder of their own, and the built-in corpus indexed once a process."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.architecture.repository import ROOT, files

LONG = 600

os.environ.setdefault("HF_HUB_OFFLINE", "1")

# The same examples everywhere: what fails for one fails for all. `--hypothesis-profile=search` draws new ones.
settings.register_profile("judgecall", derandomize=True, deadline=None)
settings.register_profile("search", deadline=None)
settings.load_profile("judgecall")


@pytest.fixture(autouse=True)
def data_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that no other test sees; the environment holds no setting of the machine's."""
    folder = tmp_path / "judgecall-data"
    for name in ("DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "EMBEDDER", "CARDS_URL", "RULES_URL", "SYNC_CONTACT"):
        monkeypatch.delenv(name, raising=False)
    for name in ("JUDGECALL_DISCORD_API", "JUDGECALL_DISCORD_GATEWAY", "HEALTH_PORT", "HEALTH_HOST"):
        monkeypatch.delenv(name, raising=False)
    for name in ("DATABASE_URL", "SYNC_DAILY", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("JUDGECALL_DATA", str(folder))
    return folder


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the built-in corpus and its vectors, to be copied and never to be written."""
    from knowledge import Knowledge

    folder = tmp_path_factory.mktemp("indexed") / "data"
    knowledge = Knowledge.open(folder)
    assert knowledge.warm_up(), knowledge.status().problems
    knowledge.close()
    return folder


@pytest.fixture
def indexed_data_dir(indexed: Path, data_dir: Path) -> Path:
    """The test's own data folder, already indexed."""
    shutil.copytree(indexed, data_dir)
    return data_dir


@pytest.fixture(scope="session")
def answerer(indexed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """The real answerer with the real model over the built-in corpus."""
    from bot.answers.answerer import Answerer
    from bot.terminal.engine import KeptEngine
    from knowledge import Knowledge

    folder = tmp_path_factory.mktemp("answerer") / "data"
    shutil.copytree(indexed, folder)
    knowledge = Knowledge.open(folder)
    yield Answerer(knowledge, KeptEngine(folder))
    knowledge.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says after the tests which files have grown long: a place to look for the seam, no failure."""
    lines = {path: path.read_bytes().count(b"\n") for path in files() if path.suffix == ".py"}
    long = sorted(((count, path) for path, count in lines.items() if count > LONG), reverse=True)
    counts = sorted(lines.values())
    median = counts[len(counts) // 2] if counts else 0
    terminalreporter.write_line(f"{len(counts)} Python files, median {median} lines, {len(long)} over {LONG}")
    for count, path in long:
        terminalreporter.write_line(f"  {count} lines: {path.relative_to(ROOT)}")

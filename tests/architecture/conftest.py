"""Says after the tests which files have grown long: a place to look for the seam, no failure."""

from __future__ import annotations

import pytest

from tests.architecture.repository import ROOT, files

LONG = 600


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = {path: path.read_bytes().count(b"\n") for path in files() if path.suffix == ".py"}
    long = sorted(((count, path) for path, count in lines.items() if count > LONG), reverse=True)
    counts = sorted(lines.values())
    median = counts[len(counts) // 2] if counts else 0
    terminalreporter.write_line(f"{len(counts)} Python files, median {median} lines, {len(long)} over {LONG}")
    for count, path in long:
        terminalreporter.write_line(f"  {count} lines: {path.relative_to(ROOT)}")

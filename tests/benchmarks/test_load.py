"""The load script itself, for three seconds: that it measures, not how quick this machine is."""

from __future__ import annotations

import json
from pathlib import Path

from tests.benchmarks.load import library_questions, load, write


async def test_three_seconds_of_load__everybody_is_answered_and_the_figures_are_written(
    data_dir: Path, tmp_path: Path
) -> None:
    without_encoder = {"EMBEDDER": "path:/nonexistent/model"}
    questions = library_questions()[:3]
    result = await load(data_dir, questions, rate=5, seconds=3, encode=False, settings=without_encoder)
    assert result.interactions == 15
    assert result.unacknowledged == 0
    assert result.unanswered == 0
    assert result.problems == []
    assert 0 < result.acknowledgement_p50 <= result.acknowledgement_p99 < 3000
    assert 0 < result.answer_p50 <= result.answer_p95 <= result.answer_max
    write(result, tmp_path / "load.json")
    written = json.loads((tmp_path / "load.json").read_text())
    assert written["acknowledgement_p99"] == result.acknowledgement_p99
    assert written["loop_ms_before"] > 0

"""What each part of the process does to the letter: scenarios that changes of its code made fail, and nothing else did."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.scenario import load, problems
from tests.rules_engine.scenario.texts import play

FILES = sorted(Path(__file__).resolve().parent.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_scenario__passes_with_its_controls(path: Path) -> None:
    file = load(path)
    assert file.id == path.stem
    found = play(file)
    assert found.status == "passed", "\n".join((found.problem, *problems(found)))
    assert all(part.status == "passed" for part in (*found.twins, *found.variants))

"""Positions seen in other engines' tests and bug reports, as scenarios with stand-ins: what is in reach passes."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from rules_engine.scenario import load, problems
from rules_engine.scenario.yaml_text import read
from tests.rules_engine.scenario.texts import play

HERE = Path(__file__).resolve().parent
OUT_OF_REACH = HERE / "out_of_reach.yaml"
IN_LIBRARY = HERE / "in_library.yaml"
FILES = sorted(path for path in HERE.glob("*.yaml") if path not in (OUT_OF_REACH, IN_LIBRARY))
LIBRARY = HERE.parents[2] / "rules_engine" / "library"
SHARED = Path(os.environ.get("JUDGECALL_SHARED", HERE.parents[3] / "shared")) / "data" / "positions_dev.jsonl"


def _position(path: Path) -> str:
    """The position's id, which every file's name begins with."""
    found = re.match(r"(pos|bug)-\d{3}(?=-)", path.name)
    assert found is not None, path.name
    return found[0]


def _listed(path: Path) -> dict[str, str]:
    found = read(path.read_text(encoding="utf-8"), path.name).value
    assert isinstance(found, dict)
    return {ident: str(text) for ident, text in found.items()}


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_position__passes_and_its_twins_claim_the_opposite(path: Path) -> None:
    file = load(path)
    assert file.id == path.stem
    report = play(file)
    assert report.status == "passed", "\n".join((report.problem, *problems(report)))
    assert report.twins
    assert all(part.status == "passed" for part in report.twins)


def test_positions__are_in_one_file_or_out_of_reach_for_a_reason() -> None:
    library, reasons = _listed(IN_LIBRARY), _listed(OUT_OF_REACH)
    places = Counter([*map(_position, FILES), *library, *reasons])
    assert not [ident for ident, count in places.items() if count > 1]
    assert all(reason.strip() for reason in reasons.values())


def test_positions_of_the_library__are_there() -> None:
    missing = [path for path in _listed(IN_LIBRARY).values() if not (LIBRARY / path).exists()]
    assert not missing


def test_every_shared_position__is_accounted_for() -> None:
    if not SHARED.exists():
        pytest.skip(f"the shared positions are not here: {SHARED}")
    wanted = {json.loads(line)["id"] for line in SHARED.read_text(encoding="utf-8").splitlines() if line}
    here = {_position(path) for path in FILES}
    assert here | set(_listed(IN_LIBRARY)) | set(_listed(OUT_OF_REACH)) == wanted

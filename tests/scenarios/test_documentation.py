"""Every example of docs/scenarios.md runs as it stands and passes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_engine.model.zones import Step
from rules_engine.scenario import json_schema, loads, problems
from tests.rules_engine.scenario.texts import play

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scenarios.md"
TEXT = PAGE.read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```yaml\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def test_page__has_ten_worked_examples_and_the_first_one() -> None:
    assert [loads(text).id for text in EXAMPLES] == ["first-jab", *(f"example-{n}" for n in range(1, 11))]


@pytest.mark.parametrize("text", EXAMPLES, ids=[text.split("\n", 1)[0] for text in EXAMPLES])
def test_example__passes(text: str) -> None:
    report = play(loads(text, "docs/scenarios.md"))
    assert report.status == "passed", "\n".join((report.problem, *problems(report)))


def _fields(definition: str) -> set[str]:
    return set(json_schema()["$defs"][definition]["properties"])


@pytest.mark.parametrize(
    "definition", ["Item", "Condition", "ScriptStep", "Explore", "Asked", "Change", "Question", "Expectation"]
)
def test_every_field__is_explained(definition: str) -> None:
    missing = [name for name in _fields(definition) if f"`{name}`" not in TEXT and f"{name}:" not in TEXT]
    assert not missing


def test_every_field_of_the_file__is_in_the_table() -> None:
    assert not [name for name in json_schema()["properties"] if f"| `{name}` |" not in TEXT]


def test_every_step_and_status__is_named() -> None:
    assert not [step.value for step in Step if f"`{step.value}`" not in TEXT]
    for status in ("passed", "failed", "inconclusive", "undecided", "unsupported", "error"):
        assert f"| `{status}` |" in TEXT

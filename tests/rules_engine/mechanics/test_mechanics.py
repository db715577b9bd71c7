"""Mechanics one at a time, each with a control; and with a rule that they cite switched off they fail."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from rules_engine.game import UNITS
from rules_engine.scenario import ScenarioFile, ScenarioReport, load, problems
from tests.rules_engine.scenario.texts import play

HERE = Path(__file__).resolve().parent
NAMES = sorted(path.stem for path in HERE.glob("*.yaml"))


@cache
def scenario(name: str) -> ScenarioFile:
    """The scenario of that name."""
    return load(HERE / f"{name}.yaml")


@cache
def report(name: str) -> ScenarioReport:
    """Its run."""
    return play(scenario(name))


@pytest.mark.parametrize("name", NAMES)
def test_mechanic__passes_with_its_control(name: str) -> None:
    assert scenario(name).id == name
    found = report(name)
    assert found.status == "passed", "\n".join((found.problem, *problems(found)))
    assert found.twins
    assert all(part.status == "passed" for part in (*found.twins, *found.variants))


CITED = [(name, rule) for name in NAMES for rule in scenario(name).scenario.cites if rule in UNITS]


@pytest.mark.parametrize(("name", "rule"), CITED)
def test_mechanic_without_a_rule_it_cites__fails(name: str, rule: str) -> None:
    assert play(scenario(name), without=rule, twin=False).status != "passed"


def test_mechanics__can_mostly_be_switched_off() -> None:
    assert len({name for name, _ in CITED}) >= len(NAMES) * 2 // 3

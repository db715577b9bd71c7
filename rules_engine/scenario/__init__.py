"""Scenarios: positions that judges write, played out in every way their bounds allow, with a verdict for each claim."""

from rules_engine.scenario.drawing import draw
from rules_engine.scenario.explaining import explain
from rules_engine.scenario.files import ScenarioFile, library, load, loads
from rules_engine.scenario.report import (
    ExpectationResult,
    Explored,
    RanWith,
    ScenarioReport,
    Step,
    Unsupported,
)
from rules_engine.scenario.runner import problems, run
from rules_engine.scenario.schema import schema

__all__ = [
    "ExpectationResult",
    "Explored",
    "RanWith",
    "ScenarioFile",
    "ScenarioReport",
    "Step",
    "Unsupported",
    "draw",
    "explain",
    "library",
    "load",
    "loads",
    "problems",
    "run",
    "schema",
]

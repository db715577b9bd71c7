"""Scenarios: positions that judges write, played out in every way their bounds allow, with a verdict for each claim."""

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

__all__ = [
    "ExpectationResult",
    "Explored",
    "RanWith",
    "ScenarioFile",
    "ScenarioReport",
    "Step",
    "Unsupported",
    "library",
    "load",
    "loads",
    "problems",
    "run",
]

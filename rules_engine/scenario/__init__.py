"""Scenarios: positions that judges write, played out in every way their bounds allow, with a verdict for each claim.

What is imported from here is loaded when it is first asked for: whoever only lists the library does not wait for the
engine.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_engine.scenario.drawing import Area, Drawing, Frame, Note, Seat, Thing, draw, frames
    from rules_engine.scenario.explaining import explain
    from rules_engine.scenario.files import ScenarioFile, load, loads
    from rules_engine.scenario.index import Library, Summary, library, summaries
    from rules_engine.scenario.report import (
        ExpectationResult,
        Explored,
        RanWith,
        ScenarioReport,
        Step,
        Unsupported,
        Word,
    )
    from rules_engine.scenario.runner import problems, run
    from rules_engine.scenario.schema import json_schema

__all__ = [
    "Area",
    "Drawing",
    "ExpectationResult",
    "Explored",
    "Frame",
    "Library",
    "Note",
    "RanWith",
    "ScenarioFile",
    "ScenarioReport",
    "Seat",
    "Step",
    "Summary",
    "Thing",
    "Unsupported",
    "Word",
    "draw",
    "explain",
    "frames",
    "json_schema",
    "library",
    "load",
    "loads",
    "problems",
    "run",
    "summaries",
]

_MODULES = {
    "drawing": ("Area", "Drawing", "Frame", "Note", "Seat", "Thing", "draw", "frames"),
    "explaining": ("explain",),
    "files": ("ScenarioFile", "load", "loads"),
    "index": ("Library", "Summary", "library", "summaries"),
    "report": ("ExpectationResult", "Explored", "RanWith", "ScenarioReport", "Step", "Unsupported", "Word"),
    "runner": ("problems", "run"),
    "schema": ("json_schema",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found

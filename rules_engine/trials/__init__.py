"""Trials: what becomes of two named cards, played out in several positions that nobody had to write.

A scenario answers for one position. A trial asks the same thing in several (an empty table and a full one, either
player's permanent, lands of few and of many types) and has an outcome only where all of them agree; where they do not,
it depends, and a trial says so. Every trial has a control that shows that the opposite could have come out.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_engine.trials.models import KINDS, Branch, Kind, Trial, TrialReport
    from rules_engine.trials.trying import try_out

__all__ = ["KINDS", "Branch", "Kind", "Trial", "TrialReport", "try_out"]

_HOMES = dict.fromkeys(("KINDS", "Branch", "Kind", "Trial", "TrialReport"), "models") | {"try_out": "trying"}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found

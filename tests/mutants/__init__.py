"""Rules switched off one by one: each should be missed by some scenario. `python -m tests.mutants` tries all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rules_engine.process.units import UNITS
from rules_engine.scenario import ScenarioFile, ScenarioReport, library, load
from rules_engine.scenario.schema import Bounds, Scenario
from rules_engine.scenario.yaml_text import read
from tests.rules_engine.scenario.texts import play

HERE = Path(__file__).resolve().parent
SURVIVORS = HERE / "survivors.yaml"
_ENGINE = HERE.parent / "rules_engine"
FOLDERS = (HERE.parent / "scenarios" / "positions", _ENGINE / "mechanics", _ENGINE / "process")
FEW = 60


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule that was switched off, the scenario that missed it (None: nobody did), how many were tried."""

    rule: str
    noticed_by: str | None
    tried: int


@cache
def scenarios() -> tuple[ScenarioFile, ...]:
    """The library's scenarios, then those that only test."""
    listed = {"out_of_reach.yaml", "in_library.yaml"}
    paths = [path for folder in FOLDERS for path in sorted(folder.glob("*.yaml")) if path.name not in listed]
    return (*library().values(), *(load(path) for path in paths))


def survivors() -> dict[str, str]:
    """Rules that nobody misses, and why: the reviewed list."""
    found = read(SURVIVORS.read_text(encoding="utf-8"), SURVIVORS.name).value
    return {rule: str(reason) for rule, reason in found.items()} if isinstance(found, dict) else {}


def units() -> tuple[str, ...]:
    """Every rule that can be switched off."""
    return tuple(sorted(UNITS))


def cited(file: ScenarioFile) -> tuple[str, ...]:
    """The rules that a scenario and its controls cite."""
    lists = [file.scenario.cites]
    lists += [twin.cites for twin in file.scenario.twins]
    lists += [variant.cites for variant in file.scenario.variants]
    return tuple(dict.fromkeys(rule for rules in lists for rule in rules))


def bounded(file: ScenarioFile, states: int = FEW) -> ScenarioFile:
    """The scenario and its controls with few states to explore: a game without a rule can be endless."""
    bounds = Bounds.model_validate({"states": str(states), "runs": str(states)})

    def few(scenario: Scenario) -> Scenario:
        explore = scenario.explore.model_copy(update={"bounds": bounds})
        return scenario.model_copy(update={"explore": explore})

    return replace(
        file,
        scenario=few(file.scenario),
        twins={name: few(part) for name, part in file.twins.items()},
        variants={name: few(part) for name, part in file.variants.items()},
    )


def notices(file: ScenarioFile, rule: str) -> bool:
    """Whether the scenario no longer passes without the rule; at first only a few lines of play are looked at."""
    report = play(bounded(file), without=rule)
    if any(_is_wrong(part) for part in _parts(report)):
        return True
    if all(part.explored.complete for part in _parts(report)):
        return report.status != "passed"
    return rule in cited(file) and play(file, without=rule).status != "passed"


def _parts(report: ScenarioReport) -> Iterator[ScenarioReport]:
    yield from (report, *report.twins, *report.variants)


def _is_wrong(report: ScenarioReport) -> bool:
    """Whether something is wrong that more lines of play can't put right."""
    fails = any(
        found.result == "fails" and (found.quantifier != "possible" or report.explored.complete)
        for found in report.expectations
    )
    return fails or report.status in ("error", "undecided")


def switch_off(rule: str, files: Sequence[ScenarioFile] | None = None) -> Mutant:
    """Play scenarios without the rule until one misses it: first those that cite it, then the others."""
    ordered = sorted(files if files is not None else scenarios(), key=lambda file: rule not in cited(file))
    for tried, file in enumerate(ordered, 1):
        if notices(file, rule):
            return Mutant(rule, file.id, tried)
    return Mutant(rule, None, len(ordered))

"""What must fit together within a scenario file, beyond the form of its fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules_engine.errors import ScenarioError
from rules_engine.scenario.claims import Expectation, When
from rules_engine.scenario.expectations import check_conditions
from rules_engine.scenario.fields import nearest
from rules_engine.scenario.patches import count_changes
from rules_engine.scenario.schema import Scenario
from rules_engine.scenario.yaml_text import Document, Path


def check(scenario: Scenario, document: Document, parts: Mapping[str, Scenario]) -> None:
    """ScenarioError for the first thing that does not fit: marks, ids, twins with more than one change, questions."""
    for problem, path in _problems(scenario, parts):
        raise document.error(problem, path)


def _problems(scenario: Scenario, parts: Mapping[str, Scenario]) -> Iterator[tuple[str, Path]]:
    yield from _marks(scenario, ("expect",))
    for index, twin in enumerate(scenario.twins):
        yield from _twin(scenario, index, parts[twin.id])
    ids = [found.id for found in scenario.expect]
    for ident in {ident for ident in ids if ids.count(ident) > 1}:
        yield f"two expectations have the id {ident!r}", ("expect",)
    names = [twin.id for twin in scenario.twins] + [variant.id for variant in scenario.variants]
    for name in {name for name in names if names.count(name) > 1 or name in ("twin", scenario.id)}:
        yield f"the id {name!r} is used twice or is reserved", ("twins",)
    yield from _questions(scenario, parts)


def _marks(scenario: Scenario, path: Path) -> Iterator[tuple[str, Path]]:
    known = ("end", *scenario.marks)
    for index, expectation in enumerate(scenario.expect):
        for mark in _marks_of(expectation):
            if mark not in known and not mark.startswith("try "):
                yield f"there is no mark {mark!r}{nearest(mark, known)}", (*path, index, "at")
        try:
            check_conditions(expectation)
        except ScenarioError as error:
            yield error.message, (*path, index)
    start = scenario.explore.start
    if start is not None and start not in known:
        yield f"there is no mark {start!r}{nearest(start, known)}", ("explore", "from")


def _marks_of(expectation: Expectation) -> list[str]:
    at = expectation.at
    if isinstance(at, When):
        return [mark for mark in (at.start, at.end) if mark is not None]
    return [at]


def _twin(scenario: Scenario, index: int, changed: Scenario) -> Iterator[tuple[str, Path]]:
    twin = scenario.twins[index]
    path: Path = ("twins", index)
    if count_changes(twin.change) != 1:
        yield f"a twin differs in one thing; this one changes {count_changes(twin.change)}", (*path, "change")
    known = [found.id for found in scenario.expect]
    for ident in twin.opposite:
        if ident not in known:
            yield f"there is no expectation {ident!r}{nearest(ident, known)}", (*path, "opposite")
    if not twin.opposite:
        yield "name the expectation whose opposite holds here", (*path, "opposite")
    yield from _marks(changed, (*path, "expect"))


def _questions(scenario: Scenario, parts: Mapping[str, Scenario]) -> Iterator[tuple[str, Path]]:
    ids = [question.id for question in scenario.questions]
    for index, question in enumerate(scenario.questions):
        path: Path = ("questions", index)
        if ids.count(question.id) > 1:
            yield f"two questions have the id {question.id!r}", path
        where = question.in_
        first = scenario.twins[0].id if scenario.twins else ""
        part = scenario if where in ("", scenario.id) else parts.get(first if where == "twin" else where)
        if part is None:
            yield f"there is no twin or variant {where!r}{nearest(where, ['twin', *parts])}", (*path, "in")
            continue
        known = [found.id for found in part.expect]
        if question.about not in known:
            yield (
                f"there is no expectation {question.about!r}{nearest(question.about, known)}",
                (*path, "about"),
            )

"""A scenario's run as prose for a person: the position, what happened, what was claimed and what became of it."""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.scenario.files import ScenarioFile
from rules_engine.scenario.report import ExpectationResult, ScenarioReport, Step
from rules_engine.scenario.schema import GivenPlayer, Item, Placement, Scenario

_RESULTS = {"holds": "holds", "fails": "FAILS", "unknown": "is unknown"}
_QUANTIFIERS = {
    "always": "in every line of play",
    "never": "in no line of play is it otherwise",
    "possible": "in some line of play",
}


def explain(file: ScenarioFile, report: ScenarioReport) -> str:
    """The whole run in plain text, with rule numbers; the same run gives the same text."""
    return "\n".join(_lines(file, report)) + "\n"


def _lines(file: ScenarioFile, report: ScenarioReport) -> Iterator[str]:
    yield f"{report.title} ({report.id})"
    yield f"Result: {report.status}" + (f". {report.problem}" if report.problem else "")
    for card, ruling in report.confirms:
        yield f"Confirms the ruling of {card} that begins: {ruling}"
    if file.scenario.note:
        yield file.scenario.note
    yield ""
    yield from position(file.scenario)
    yield ""
    yield from _run(report)
    for kind, parts in (("Control", report.twins), ("Variant", report.variants)):
        for part in parts:
            yield ""
            yield f"{kind}: {part.title} ({part.id}): {part.status}" + (
                f". {part.problem}" if part.problem else ""
            )
            yield from _run(part)


def _run(report: ScenarioReport) -> Iterator[str]:
    for card in report.unsupported:
        yield f"Not supported: {card.card}: {card.reason}"
    if report.steps:
        yield "What happens:"
        yield from (f"  {number}. {told(step)}" for number, step in enumerate(report.steps, 1))
    if report.expectations:
        yield f"What was claimed ({_explored(report)}):"
        yield from (f"  - {claim(found)}" for found in report.expectations)
    for found in report.opposite:
        yield f"  - The claim of the scenario “{found.claim}” {_RESULTS[found.result]} here, as it should fail."


def told(step: Step) -> str:
    """A step with its rule numbers."""
    return f"{step.text} ({', '.join(step.rules)})" if step.rules else step.text


def claim(found: ExpectationResult) -> str:
    """A claim with its quantifier, its result and what shows it."""
    text = f"{found.claim}: {_RESULTS[found.result]} ({_QUANTIFIERS[found.quantifier]}"
    if found.single_run:
        text += "; only one was there to look at"
    text += ")"
    return f"{text}. {found.witness}" if found.result != "holds" and found.witness else text


def _explored(report: ScenarioReport) -> str:
    explored = report.explored
    lines = f"{explored.runs} line{'s' if explored.runs != 1 else ''} of play, {explored.states} states"
    return lines if explored.complete else f"{lines}; a bound was reached"


def position(scenario: Scenario) -> Iterator[str]:
    """The position in words."""
    given = scenario.given
    yield f"Turn {given.turn}, {given.active}'s {given.step}."
    for name, player in given.players.items():
        yield f"  {name}: life {player.life}{_zones(player)}"


def _zones(player: GivenPlayer) -> str:
    parts = [
        f"{zone}: {', '.join(_placement(placement) for placement in placements)}"
        for zone, placements in player.zones()
        if placements
    ]
    return "".join(f"; {part}" for part in parts)


def _placement(placement: Placement) -> str:
    name = f"{placement.count} {placement.name}" if placement.count > 1 else placement.name
    state = ", ".join(_states(placement.state))
    return f"{name} ({state})" if state else name


def _states(state: Item) -> Iterator[str]:
    for field, value in state.model_dump(by_alias=True, exclude_unset=True).items():
        yield field if value is True else f"{field} {value}"

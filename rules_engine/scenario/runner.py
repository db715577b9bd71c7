"""Running a scenario: compile its cards, play every line of play, judge its claims, then its twins and variants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules_engine.errors import EngineError, IllegalAction, LimitReached, ScenarioError
from rules_engine.game import Game
from rules_engine.oracle import CardText
from rules_engine.scenario.actions import Action
from rules_engine.scenario.attempts import attempt
from rules_engine.scenario.claims import Condition, Expectation, Tried
from rules_engine.scenario.expectations import Tally
from rules_engine.scenario.explorer import Explorer, Line, Visitor
from rules_engine.scenario.files import ScenarioFile
from rules_engine.scenario.known_names import check_names
from rules_engine.scenario.references import Names
from rules_engine.scenario.report import ExpectationResult, Explored, RanWith, ScenarioReport, Status, Step
from rules_engine.scenario.schema import Scenario
from rules_engine.scenario.script import Script, ScriptError
from rules_engine.scenario.setting_up import Refused, Table, gather, start
from rules_engine.scenario.transcript import tell
from rules_engine.scenario.watching import Watch

NOTHING: frozenset[str] = frozenset()


def run(
    scenario: ScenarioFile,
    *,
    cards: Mapping[str, CardText] | None = None,
    without: frozenset[str] = NOTHING,
    substitute: Mapping[str, CardText] | None = None,
    twin: bool = True,
) -> ScenarioReport:
    """Run a scenario and, with `twin`, its twins and variants.

    cards: texts of the real cards it names. without: rule numbers that are switched off. substitute: other cards that
    play the role of a card the scenario names.
    """
    table = Table(scenario.stand_ins, cards or {}, substitute or {})
    report = _play(scenario.scenario, scenario, table, without, ())
    if not twin:
        return report
    twins = tuple(
        _control(
            part.id, part.title, scenario.twins[part.id], scenario, table, without, scenario.against[part.id]
        )
        for part in scenario.scenario.twins
    )
    variants = tuple(
        _control(part.id, part.title, scenario.variants[part.id], scenario, table, without, ())
        for part in scenario.scenario.variants
    )
    return replace(report, twins=twins, variants=variants, status=_overall(report, twins + variants))


def shown_line(
    file: ScenarioFile,
    cards: Mapping[str, CardText],
    *,
    part: str = "",
    without: frozenset[str] = NOTHING,
    substitute: Mapping[str, CardText] | None = None,
) -> Iterator[Game]:
    """The games at each decision of the line of play that a report of this part shows; ScenarioError when there is none."""
    scenario = file.part(part)
    try:
        cast = gather(scenario, Table(file.stand_ins, cards, substitute or {}))
    except Refused as refused:
        raise ScenarioError(f"not supported: {refused}", file=file.name) from refused
    game, names = start(scenario, cast, without)
    explorer = _explorer(scenario, names, Watch((), names), lambda name, line: None)
    explorer.only_first = True
    explorer.explore(game)
    if explorer.first is None:
        raise ScenarioError("no line of play reaches the end of the script", file=file.name)
    yield game
    for choice in explorer.first.choices.all() if explorer.first.choices is not None else []:
        game = game.apply(choice.option)
        yield game


def _explorer(scenario: Scenario, names: Names, watch: Watch, visit: Visitor) -> Explorer:
    def tried(game: Game, action: Action) -> IllegalAction | None:
        return attempt(game, action, names)

    return Explorer(Script(scenario, names, tried), watch, scenario.explore.bounds, visit)


def _control(
    ident: str,
    title: str,
    changed: Scenario,
    scenario: ScenarioFile,
    table: Table,
    without: frozenset[str],
    opposite: tuple[Expectation, ...],
) -> ScenarioReport:
    report = _play(changed, scenario, table, without, opposite)
    return replace(report, id=ident, title=title, confirms=())


def _play(
    scenario: Scenario,
    file: ScenarioFile,
    table: Table,
    without: frozenset[str],
    opposite: tuple[Expectation, ...],
) -> ScenarioReport:
    base = ScenarioReport(
        id=scenario.id,
        title=scenario.title,
        status="error",
        confirms=tuple((found.card, found.ruling) for found in scenario.confirms),
        rules=tuple(scenario.cites),
        file=file.name,
    )
    try:
        cast = gather(scenario, table)
        check_names(scenario, file, cast)
        game, names = start(scenario, cast, without)
        return _explored(base, scenario, game, names, cast.ran_with, opposite)
    except Refused as refused:
        return replace(base, status="unsupported", unsupported=refused.unsupported, problem=str(refused))
    except ScriptError as error:
        return replace(base, problem=file.located(error))
    except LimitReached as error:
        return replace(base, status="inconclusive", problem=str(error))
    except EngineError as error:
        return replace(base, problem=str(error))


def _explored(
    base: ScenarioReport,
    scenario: Scenario,
    game: Game,
    names: Names,
    ran_with: tuple[RanWith, ...],
    opposite: tuple[Expectation, ...],
) -> ScenarioReport:
    own = (*scenario.expect, *_tries(scenario))
    watch = Watch.of((*own, *opposite), names)
    tallies = [Tally(expectation, watch) for expectation in (*own, *opposite)]
    undecided: list[str] = []
    listening: dict[str, list[Tally]] = {}
    for tally in tallies:
        for name in tally.names:
            listening.setdefault(name, []).append(tally)

    def visit(name: str, line: Line) -> None:
        if line.game.view.undecided and line.game.view.undecided not in undecided:
            undecided.append(line.game.view.undecided)
        for tally in listening.get(name, ()):
            tally.visit(name, line)

    explorer = _explorer(scenario, names, watch, visit)
    explored = explorer.explore(game)
    results = [tally.result(explored) for tally in tallies]
    mine, against = tuple(results[: len(own)]), tuple(results[len(own) :])
    steps = tell(explorer.first.game) if explorer.first is not None else ()
    return replace(
        base,
        status=_status(mine, against, undecided),
        expectations=mine,
        opposite=against,
        explored=explored,
        ran_with=ran_with,
        steps=steps,
        rules=_rules(base.rules, mine, steps),
        problem=undecided[0] if undecided else _problem(mine, against, explored),
    )


def _tries(scenario: Scenario) -> tuple[Expectation, ...]:
    """A claim for every `try` of the script: it must be illegal, by that rule."""
    return tuple(
        Expectation(
            id=f"try-{index + 1}",
            claim=f"{line.try_.verb} {line.try_.thing} is not legal here",
            at=f"try {index}",
            always=Condition.model_validate({"illegal": Tried(**line.try_.model_dump())}),
        )
        for index, line in enumerate(scenario.do)
        if line.try_ is not None
    )


def _status(
    mine: tuple[ExpectationResult, ...], against: tuple[ExpectationResult, ...], undecided: list[str]
) -> Status:
    if undecided:
        return "undecided"
    if any(found.result == "fails" for found in mine) or any(found.result == "holds" for found in against):
        return "failed"
    if any(found.result == "unknown" for found in (*mine, *against)):
        return "inconclusive"
    return "passed"


def _problem(
    mine: tuple[ExpectationResult, ...], against: tuple[ExpectationResult, ...], explored: Explored
) -> str:
    for found in mine:
        if found.result != "holds":
            return f"{found.id}: {found.claim}: {found.result} ({found.witness})"
    for found in against:
        if found.result != "fails":
            return f"the opposite of {found.id} should hold here, but it {found.result}"
    return "" if explored.complete else "a bound of exploring was reached"


def _rules(
    cited: tuple[str, ...], results: tuple[ExpectationResult, ...], steps: tuple[Step, ...]
) -> tuple[str, ...]:
    """Cited rules first, then those that the shown line of play used."""
    used = [rule for found in results for rule in found.rules] + [
        rule for step in steps for rule in step.rules
    ]
    return tuple(dict.fromkeys((*cited, *used)))


def _overall(report: ScenarioReport, controls: tuple[ScenarioReport, ...]) -> Status:
    order: list[Status] = ["error", "failed", "unsupported", "undecided", "inconclusive"]
    if report.status != "passed":
        return report.status
    for status in order:
        if any(control.status == status for control in controls):
            return "failed" if status == "error" else status
    return "passed"


def problems(report: ScenarioReport) -> tuple[str, ...]:
    """What is wrong, in one line each, in the scenario and its controls."""
    found = []
    for part in (report, *report.twins, *report.variants):
        if part.status != "passed" and (part.problem or part is not report):
            found.append(f"{part.id}: {part.status}: {part.problem}")
    return tuple(found)


__all__ = ["ScenarioError", "problems", "run"]

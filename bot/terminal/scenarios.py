"""`judgecall scenario run | list | schema | explain | draw`."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.errors import NotFoundError, UsageError
from bot.terminal.setting import add_json, console, opened, print_json

if TYPE_CHECKING:
    from knowledge import Knowledge
    from rules_engine import CardText
    from rules_engine.scenario import ScenarioFile, ScenarioReport

EXAMPLES = """\
examples:
  judgecall scenario run --library
  judgecall scenario run my-scenario.yaml folder/ --json
  judgecall scenario run --library --without 704.5e
  judgecall scenario list
  judgecall scenario explain heist-copy-not-cast
  judgecall scenario draw heist-copy-not-cast
"""


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    actions = parser.add_subparsers(dest="action", metavar="run|list|schema|explain|draw", required=True)
    run_parser = actions.add_parser("run", help="play scenarios and judge their claims")
    run_parser.add_argument("paths", nargs="*", metavar="PATH", help="scenario files, or folders of them")
    run_parser.add_argument("--library", action="store_true", help="the scenarios that answers rely on")
    run_parser.add_argument(
        "--without", action="append", default=[], metavar="RULE", help="switch a rule off, such as 704.5e"
    )
    add_json(run_parser)
    add_json(actions.add_parser("list", help="the scenarios of the library and what they confirm"))
    add_json(actions.add_parser("schema", help="the JSON Schema of a scenario file"))
    explain = actions.add_parser("explain", help="a scenario's run told step by step")
    explain.add_argument("id", metavar="ID", help="the id of a scenario of the library, or a file")
    explain.add_argument("--without", action="append", default=[], metavar="RULE", help="switch a rule off")
    add_json(explain)
    drawing = actions.add_parser("draw", help="a picture of the zones and the stack over the steps")
    drawing.add_argument("id", metavar="ID", help="the id of a scenario of the library, or a file")
    add_json(drawing)
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 when a scenario did not pass or there is none of that id."""
    if args.action == "schema":
        return _schema()
    if args.action == "list":
        return _list(args)
    if args.action == "draw":
        return _draw(args)
    return _run(args) if args.action == "run" else _explain(args)


def _schema() -> int:
    from rules_engine.scenario.schema import Scenario

    print(json.dumps(Scenario.model_json_schema(), ensure_ascii=False, indent=2))
    return 0


# Running


def _run(args: argparse.Namespace) -> int:
    from bot.terminal.ask import check_rules
    from bot.terminal.outputs import ScenarioRun, ScenarioRunOutput

    check_rules(args.without)
    if bool(args.paths) == args.library:
        raise UsageError("judgecall scenario run: name files or folders, or give --library")
    scenarios = _library() if args.library else _loaded(args.paths)
    with opened(model=False) as knowledge:
        runs = [_timed(file, knowledge, frozenset(args.without)) for file in scenarios]
    output = ScenarioRunOutput(
        passed=sum(report.status == "passed" for report, _ in runs),
        failed=sum(report.status != "passed" for report, _ in runs),
        scenarios=tuple(
            ScenarioRun.model_validate(report.as_json() | {"elapsed_ms": elapsed}) for report, elapsed in runs
        ),
    )
    if args.json:
        print_json(output)
    else:
        _print_runs([report for report, _ in runs], output.passed, output.failed)
    return 1 if output.failed else 0


def _library() -> list[ScenarioFile]:
    from rules_engine.scenario import library

    return list(library().values())


def _loaded(paths: Iterable[str]) -> list[ScenarioFile]:
    """The scenario files; a wrong one is bad input that names file, line, field and the nearest valid name."""
    from rules_engine.errors import ScenarioError
    from rules_engine.scenario import load

    found: list[ScenarioFile] = []
    for path in paths:
        files = sorted(Path(path).rglob("*.yaml")) if Path(path).is_dir() else [Path(path)]
        if not files:
            raise UsageError(f"judgecall: there is no .yaml file in {path}")
        for file in files:
            try:
                found.append(load(file))
            except ScenarioError as error:
                raise UsageError(f"judgecall: {error}") from error
    return found


def _timed(file: ScenarioFile, knowledge: Knowledge, without: frozenset[str]) -> tuple[ScenarioReport, float]:
    from rules_engine.scenario import run as play

    texts = _texts(file, knowledge)
    start = time.perf_counter()
    report = play(file, cards=texts, without=without)
    return report, round((time.perf_counter() - start) * 1000, 3)


def _texts(file: ScenarioFile, knowledge: Knowledge) -> Mapping[str, CardText]:
    from bot.answers.engine import card_text

    return {name: card_text(card) for name in file.real_cards if (card := knowledge.card(name)) is not None}


_COLOURS = {"passed": "green", "failed": "red", "error": "red"}


def _print_runs(reports: Iterable[ScenarioReport], passed: int, failed: int) -> None:
    from rich.text import Text

    from rules_engine.scenario import problems

    out = console()
    for report in reports:
        out.print(
            Text.assemble(
                (f"{report.status:<12}", _COLOURS.get(report.status, "yellow")), (report.id, "bold")
            )
        )
        out.print(Text(f"            {report.title}", style="bright_black"))
        for expectation in report.expectations:
            if expectation.result != "holds":
                out.print(Text(f"            {expectation.result}: {expectation.claim}"))
        for problem in problems(report):
            out.print(Text(f"            {problem}", style="yellow"))
    out.print(Text(f"{passed} passed, {failed} not", style="bold"))


# Listing and explaining


def _list(args: argparse.Namespace) -> int:
    from bot.terminal.outputs import Confirms, ScenarioLine, ScenarioListOutput
    from rules_engine.scenario import library

    output = ScenarioListOutput(
        scenarios=tuple(
            ScenarioLine(
                id=one.id,
                title=one.title,
                file=one.file,
                confirms=tuple(Confirms(card=said.card, ruling=said.ruling) for said in one.confirms),
                rules=one.cites,
                twins=one.twins,
                variants=one.variants,
                questions=len(one.questions),
                topic=one.topic,
                why=one.why,
            )
            for one in library().summaries.values()
        )
    )
    if args.json:
        print_json(output)
        return 0
    from rich.text import Text

    out = console()
    for line in output.scenarios:
        out.print(Text.assemble((line.id, "bold"), f"  {line.title}"))
        for one in line.confirms:
            out.print(Text(f"  confirms {one.card}: “{one.ruling}…”", style="bright_black"))
        if line.topic:
            out.print(Text(f"  about {line.topic}", style="bright_black"))
    return 0


def _explain(args: argparse.Namespace) -> int:
    from bot.terminal.ask import check_rules
    from bot.terminal.outputs import ScenarioRun

    check_rules(args.without)
    file = _find(args.id)
    with opened(model=False) as knowledge:
        report, elapsed = _timed(file, knowledge, frozenset(args.without))
    if args.json:
        print_json(ScenarioRun.model_validate(report.as_json() | {"elapsed_ms": elapsed}))
    else:
        _print_story(report)
    return 0 if report.status == "passed" else 1


def _draw(args: argparse.Namespace) -> int:
    from rules_engine.scenario import draw

    file = _find(args.id)
    with opened(model=False) as knowledge:
        picture = draw(file, cards=_texts(file, knowledge))
    if args.json:
        print_json({"id": file.id, "picture": picture})
    else:
        print(picture, end="")
    return 0


def _find(name: str) -> ScenarioFile:
    import difflib

    from rules_engine.scenario import library

    scenarios = library()
    if name in scenarios:
        return scenarios[name]
    if Path(name).exists():
        return _loaded([name])[0]
    near = difflib.get_close_matches(name, scenarios, n=1)
    hint = f"; did you mean {near[0]}?" if near else "; `judgecall scenario list` shows them"
    raise NotFoundError(f"judgecall: there is no scenario “{name}”{hint}")


def _print_story(report: ScenarioReport, prefix: str = "") -> None:
    from rich.text import Text

    out = console()
    out.print(Text(f"{prefix}{report.title}", style="bold"))
    for number, step in enumerate(report.steps, 1):
        rules = f"  ({', '.join(step.rules)})" if step.rules else ""
        out.print(Text(f"{number:>3}. {step.text}{rules}"))
    for expectation in report.expectations:
        out.print(
            Text(
                f"  {expectation.result:<8}{expectation.quantifier}: {expectation.claim}",
                style=_result_colour(expectation),
            )
        )
    explored = report.explored
    out.print(Text(f"  lines of play: {explored.runs}, positions: {explored.states}", style="bright_black"))
    for twin in report.twins:
        out.print()
        _print_story(twin, "The opposite case: ")


def _result_colour(expectation: Any) -> str:
    return "green" if expectation.result == "holds" else "red" if expectation.result == "fails" else "yellow"

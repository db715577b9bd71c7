"""`judgecall reports`: answers that people called wrong."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import NotFoundError, UsageError
from bot.terminal.setting import add_json, console, print_json, settings

if TYPE_CHECKING:
    from bot.state import Report, State
    from bot.terminal.outputs import ReportOutput

EXAMPLES = """\
examples:
  judgecall reports
  judgecall reports show 12
  judgecall reports scenario 12 --output report-12.yaml
  judgecall reports export reports.jsonl --status all
  judgecall reports close 12
"""
STATUSES = ("open", "closed", "all")


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    add_json(parser)
    parser.set_defaults(status="open")
    actions = parser.add_subparsers(dest="action", metavar="list|show|export|scenario|close|reopen|delete")
    listing = actions.add_parser("list", help="the reports, newest first (what happens without an action)")
    exporting = actions.add_parser("export", help="write reports to a file, one JSON document a line")
    exporting.add_argument("file", metavar="FILE", help="the file to write, or - for the terminal")
    for one in (listing, exporting):
        one.add_argument("--status", choices=STATUSES, default="open", help="which reports (default: open)")
        _json(one)
    for name, what in (
        ("show", "everything about one report"),
        ("scenario", "a scenario file begun from a report, for you to finish"),
        ("close", "it has been dealt with"),
        ("reopen", "it has not been dealt with after all"),
        ("delete", "take it away for good, for example because somebody asks for that"),
    ):
        action = actions.add_parser(name, help=what)
        action.add_argument("id", type=int, metavar="ID", help="the number of the report")
        if name == "scenario":
            action.add_argument("-o", "--output", metavar="FILE", help="write it to a new file")
        _json(action)
    parser.epilog = EXAMPLES


def _json(parser: argparse.ArgumentParser) -> None:
    """The same option behind the action; it must not take back what was said before the action."""
    parser.add_argument(
        "--json", action="store_true", default=argparse.SUPPRESS, help="one JSON document on stdout"
    )


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 where there is no report of that number, 3 where the database cannot be used."""
    from bot.state import State

    with State.open(settings().database) as state:
        if args.action in (None, "list"):
            return _list(args, state)
        if args.action == "export":
            return _export(args, state)
        report = _found(args, state)
        if args.action == "scenario":
            return _scenario(args, report)
        return _shown(args, report)


def _found(args: argparse.Namespace, state: State) -> Report:
    """The report, after closing, opening or deleting it where that was asked."""
    found: Report | None
    if args.action == "close":
        found = state.reports.set_status(args.id, "closed")
    elif args.action == "reopen":
        found = state.reports.set_status(args.id, "open")
    elif args.action == "delete":
        found = state.reports.delete(args.id)
    else:
        found = state.reports.get(args.id)
    if found is None:
        raise NotFoundError(f"judgecall reports: there is no report {args.id}")
    return found


def _document(report: Report) -> ReportOutput:
    from bot.terminal.outputs import ReportOutput

    return ReportOutput(
        id=report.id,
        status=report.status,
        made_at=report.made_at.isoformat(),
        expires_at=report.expires_at.isoformat(),
        closed_at=report.closed_at.isoformat() if report.closed_at else None,
        language=report.language,
        question=report.question,
        reason=report.reason,
        right=report.right,
        answer=dict(report.answer),
        version=report.version,
    )


def _chosen(args: argparse.Namespace, state: State) -> Sequence[Report]:
    return state.reports.all(None if args.status == "all" else args.status)


def _list(args: argparse.Namespace, state: State) -> int:
    from bot.terminal.outputs import ReportsOutput

    reports = _chosen(args, state)
    if args.json:
        print_json(ReportsOutput(reports=tuple(map(_document, reports))))
        return 0
    from rich.text import Text

    from bot.views.text import clip, one_line

    out = console()
    if not reports:
        out.print(f"There are no {'' if args.status == 'all' else args.status + ' '}reports.")
    for report in reports:
        made = report.made_at.date().isoformat()
        out.print(
            Text.assemble((f"{report.id:>5}", "bold"), f"  {made}  {report.status:<6}  {report.language}")
        )
        out.print(Text(f"       {clip(one_line(report.question), 100)}"))
        out.print(Text(f"       {clip(one_line(report.reason), 100)}", style="yellow"))
    return 0


def _shown(args: argparse.Namespace, report: Report) -> int:
    if args.action == "delete":
        from bot.terminal.outputs import ReportDeleted

        if args.json:
            print_json(ReportDeleted(deleted=report.id))
        else:
            print(f"Report {report.id} is deleted.")
        return 0
    if args.json:
        print_json(_document(report))
        return 0
    if args.action != "show":
        print(f"Report {report.id} is {report.status}.")
        return 0
    _print(report)
    return 0


def _print(report: Report) -> None:
    from rich.text import Text

    from bot.views.text import one_line

    answer, out = report.answer, console()
    told = answer.get("confirmation") or {}
    verdict = answer.get("verdict") or {}
    facts = {
        "report": f"{report.id}, {report.status}",
        "made": f"{report.made_at:%Y-%m-%d %H:%M} UTC by version {report.version}; goes on {report.expires_at:%Y-%m-%d}",
        "asked": f"{report.question} ({report.language})",
        "wrong": report.reason,
        "right": report.right or "(not said)",
        "shown": answer.get("shown") or "(not known)",
        "answered": f"{answer.get('headline')} ({verdict.get('label') or 'no verdict'}, {answer.get('confidence')})",
        "engine": f"{told['status']}: {told.get('scenario')} – {told.get('claim')}" if told else "not asked",
        "cards": ", ".join(card["name"] for card in answer.get("cards", [])) or "none",
        "rulings": ", ".join(answer.get("rulings", [])) or "none",
        "rules": ", ".join(answer.get("rules", [])) or "none",
        "data": ", ".join(f"{key} {value}" for key, value in (answer.get("data") or {}).items()),
    }
    for name, value in facts.items():
        out.print(Text.assemble((f"{name:<9}", "bold"), one_line(value)))


def _export(args: argparse.Namespace, state: State) -> int:
    """Written aside and put in place at once, so that an export is never half there."""
    from bot.terminal.outputs import ReportsExported

    reports = _chosen(args, state)
    text = "".join(_document(report).model_dump_json() + "\n" for report in reports)
    if args.file == "-":
        if args.json:
            raise UsageError("judgecall reports export: - writes the lines to stdout; --json needs a file")
        sys.stdout.write(text)
        return 0
    place = Path(args.file)
    aside = place.with_name(f".{place.name}.{os.getpid()}.new")
    try:
        aside.write_text(text, encoding="utf-8")
        aside.replace(place)
    except OSError as error:
        aside.unlink(missing_ok=True)
        raise UsageError(
            f"judgecall reports export: {place} cannot be written: {error.strerror or error}"
        ) from error
    if args.json:
        print_json(ReportsExported(written=len(reports), file=str(place)))
    else:
        print(f"{len(reports)} reports are in {place}.")
    return 0


def _scenario(args: argparse.Namespace, report: Report) -> int:
    from bot.terminal.outputs import ReportScenario
    from bot.terminal.report_scenario import skeleton

    name = args.output or f"report-{report.id}.yaml"
    text = skeleton(report, name)
    if args.output:
        try:
            with Path(args.output).open("x", encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise UsageError(
                f"judgecall reports scenario: {args.output} cannot be made: {error.strerror or error}"
            ) from error
    if args.json:
        print_json(ReportScenario(id=report.id, file=args.output, scenario=text))
    elif args.output:
        print(f"Begun in {args.output}; replace every TODO, then: judgecall scenario run {args.output}")
    else:
        sys.stdout.write(text)
    return 0

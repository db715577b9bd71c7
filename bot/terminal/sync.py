"""`judgecall sync` and `judgecall import rulings`."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import UsageError
from bot.terminal.setting import add_json, console, print_json, progress_bar, settings

if TYPE_CHECKING:
    from bot.settings import Settings
    from knowledge import KnowledgeError
    from knowledge.sync import SyncOptions, SyncReport

_EXAMPLES = {
    "sync": "examples:\n  judgecall sync\n  judgecall sync --only rules --dry-run\n  judgecall sync --watch\n  judgecall sync --cards-url http://127.0.0.1:8000 --rules-url http://127.0.0.1:8000/rules\n",
    "import": "example:\n  judgecall import rulings rulings-zh.json\n",
}


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The commands' arguments."""
    parser.epilog = _EXAMPLES[command]
    add_json(parser)
    if command == "import":
        parser.add_argument("what", choices=("rulings",), help="what the file holds")
        parser.add_argument("file", metavar="FILE", type=Path, help="official rulings in two languages")
        return
    parser.add_argument("--cards-url", metavar="URL", help="the card API (else CARDS_URL, else Scryfall)")
    parser.add_argument(
        "--rules-url", metavar="URL", help="the page that links the rules, or the text (else RULES_URL)"
    )
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="PART",
        help="cards, printings, rulings or rules; several with commas",
    )
    parser.add_argument(
        "--watch", action="store_true", help="go on: sync once a day until stopped, an hour after a failure"
    )
    parser.add_argument(
        "--gently", action="store_true", help="give way to whatever else the machine does (nice 19)"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would change and change nothing")
    parser.add_argument(
        "--accept-shrink",
        action="store_true",
        help="take a delivery that is much smaller than what is stored",
    )


def run(args: argparse.Namespace) -> int:
    """Do it; 3 when a source failed."""
    return _import(args) if args.command == "import" else _sync(args)


def _sync(args: argparse.Namespace) -> int:
    from knowledge.sync import sync

    options = _options(args, settings())
    if args.gently and hasattr(os, "nice"):
        os.nice(19)
    if args.watch:
        return _watch(args, options)
    with progress_bar() as report_progress:
        report = sync(options, report_progress) if report_progress else sync(options)
    _show(args, report)
    return 0 if report.ok else 3


def _watch(args: argparse.Namespace, options: SyncOptions) -> int:
    """Until SIGTERM or Ctrl-C; one line (with --json one document a line) for each sync."""
    from knowledge.sync import watch

    stopped = threading.Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())

    def report(outcome: SyncReport | KnowledgeError) -> None:
        if isinstance(outcome, Exception):
            print(f"judgecall sync: {outcome}", file=sys.stderr, flush=True)
        else:
            _show(args, outcome, line=True)

    watch(options, report, stopped.wait)
    return 0


def _show(args: argparse.Namespace, report: SyncReport, *, line: bool = False) -> None:
    if args.json:
        if line:
            print(json.dumps(_document(report), ensure_ascii=False), flush=True)
        else:
            print_json(_document(report))
    else:
        out = console()
        for part in report.parts:
            out.print(part.line(), style="red" if part.state == "failed" else None, markup=False)
            for note in part.notes:
                out.print(f"  {note}", style="bright_black", markup=False)
        for note in report.notes:
            out.print(note, style="yellow", markup=False)
        out.print(f"{report.result} ({report.seconds:.1f} s)", style="bold", markup=False)


def _options(args: argparse.Namespace, env: Settings) -> SyncOptions:
    from knowledge import KnowledgeError
    from knowledge.downloads import HttpSettings, user_agent
    from knowledge.sync import SyncOptions, parse_only

    try:
        only = parse_only(args.only)
    except KnowledgeError as error:
        raise UsageError(f"judgecall sync: {error}") from error
    urls = {"cards_url": args.cards_url or env.cards_url, "rules_url": args.rules_url or env.rules_url}
    for name, url in urls.items():
        if url is not None and not url.startswith(("http://", "https://")):
            raise UsageError(
                f"judgecall sync: --{name.replace('_', '-')} needs an address that begins with http:// or https://"
            )
    defaults = SyncOptions(data_dir=env.data_dir)
    return dataclasses.replace(
        defaults,
        cards_url=urls["cards_url"] or defaults.cards_url,
        rules_url=urls["rules_url"] or defaults.rules_url,
        only=only,
        dry_run=args.dry_run,
        accept_shrink=args.accept_shrink,
        embedder=env.embedder,
        http=HttpSettings(user_agent=user_agent(env.sync_contact)),
    )


def _document(report: SyncReport) -> dict[str, object]:
    return {
        "ok": report.ok,
        "result": report.result,
        "dry_run": report.dry_run,
        "generation": report.generation,
        "started": report.started.isoformat(),
        "seconds": round(report.seconds, 2),
        "notes": list(report.notes),
        "parts": [
            {
                "part": part.part,
                "state": part.state,
                "error": part.error,
                "notes": list(part.notes),
                "as_of": part.as_of.isoformat() if part.as_of else None,
                "url": part.url,
                "change": None
                if part.change is None
                else {
                    "total": part.change.total,
                    "added": part.change.added,
                    "removed": part.change.removed,
                    "changed": part.change.changed,
                    "examples": list(part.change.examples),
                },
            }
            for part in report.parts
        ],
    }


def _import(args: argparse.Namespace) -> int:
    from knowledge.sync import import_rulings

    if not args.file.is_file():
        raise UsageError(f"judgecall import: there is no file {args.file}")
    env = settings()
    with progress_bar() as report_progress:
        if report_progress:
            report = import_rulings(args.file, env.data_dir, report_progress, embedder=env.embedder)
        else:
            report = import_rulings(args.file, env.data_dir, embedder=env.embedder)
    if args.json:
        print_json(
            {
                "rows": report.rows,
                "new": report.new,
                "paired": report.paired,
                "unpaired": report.unpaired,
                "languages": list(report.languages),
                "generation": report.generation,
            }
        )
    else:
        console().print(
            f"{report.rows} translations read ({', '.join(report.languages)}), {report.new} new; "
            f"{report.paired} stand beside their ruling, {report.unpaired} wait for it.",
            markup=False,
        )
    return 0

"""`judgecall status`."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from bot.terminal.setting import add_json, console, opened, print_json

if TYPE_CHECKING:
    from bot.terminal.outputs import StatusOutput
    from knowledge import Knowledge


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    add_json(parser)
    parser.epilog = "example:\n  judgecall status --json\n"


def run(args: argparse.Namespace) -> int:
    """Show it; 3 when something is wrong with the data."""
    with opened(model=False) as knowledge:
        output = status_output(knowledge)
    if args.json:
        print_json(output)
    else:
        _print(output)
    return 3 if output.problems else 0


def status_output(knowledge: Knowledge) -> StatusOutput:
    """The state of the data as the command shows it."""
    from bot.terminal.outputs import LastSyncOutput, StatusOutput

    status = knowledge.status()
    return StatusOutput(
        cards=status.cards,
        rulings=status.rulings,
        distinct_rulings=status.distinct_rulings,
        rules=status.rules,
        languages=status.languages,
        generation=status.generation,
        model=status.model,
        index=status.index,
        cards_as_of=_iso(status.cards_as_of),
        rulings_as_of=_iso(status.rulings_as_of),
        rules_effective=_iso(status.rules_effective),
        last_sync=None
        if status.last_sync is None
        else LastSyncOutput(at=status.last_sync.at.isoformat(), result=status.last_sync.result),
        problems=status.problems,
        data_dir=str(knowledge.data_dir),
    )


def _iso(value: object) -> str | None:
    return None if value is None else str(value)


def _print(status: StatusOutput) -> None:
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=False)
    synced = (
        f"{status.last_sync.at}: {status.last_sync.result}"
        if status.last_sync
        else "never; `judgecall sync` fetches the data"
    )
    rows = {
        "cards": f"{status.cards:,} (as of {status.cards_as_of or 'the built-in corpus'})",
        "rulings": f"{status.rulings:,}, of these distinct {status.distinct_rulings:,} (as of {status.rulings_as_of or 'the built-in corpus'})",
        "rules": f"{status.rules:,} ({status.rules_effective or 'numbers and summaries only'})",
        "languages": " ".join(status.languages),
        "index": f"{status.index} ({status.model})",
        "generation": status.generation,
        "last sync": synced,
        "folder": status.data_dir,
    }
    for name, value in rows.items():
        table.add_row(name, value)
    out = console()
    out.print(table)
    for problem in status.problems:
        out.print(f"Problem: {problem}", style="red", markup=False)

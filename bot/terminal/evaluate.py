"""`judgecall evaluate`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ConfigDict

from bot.answers.evaluation import QuestionReport
from bot.errors import UsageError
from bot.terminal.setting import add_json, opened

EXAMPLES = """\
examples:
  judgecall evaluate questions.jsonl
  judgecall evaluate questions.jsonl --details shown.jsonl --json

A line with gold_patterns or gold_text measures retrieval; one with answer_label measures answers.
"""


class Report(QuestionReport):
    """The command's document."""

    model_config = ConfigDict(extra="forbid")

    rows: int
    not_in_corpus: int
    retrieval: dict[str, Any] | None
    reference: dict[str, Any] | None


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a file of questions, one JSON object a line")
    parser.add_argument(
        "--details",
        metavar="OUT",
        type=Path,
        help="write for every row what was shown, one JSON object a line",
    )
    add_json(parser)
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Measure; 1 when a confirmed answer was wrong."""
    rows = list(_rows(args.file))
    from bot.answers.answerer import Answerer
    from bot.terminal.engine import KeptEngine

    with opened(model=True) as knowledge:
        answerer = Answerer(knowledge, KeptEngine(knowledge.data_dir))
        answerer.warm_up()
        report, details = _measure(rows, answerer)
    if args.details is not None:
        _write(args.details, details)
    if args.json:
        sys.stdout.write(report.model_dump_json(by_alias=True, indent=2) + "\n")
    else:
        _print(report)
    return 1 if report.confirmed.wrong else 0


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"judgecall evaluate: {path} cannot be read: {error}") from error
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except json.JSONDecodeError as error:
            raise UsageError(f"judgecall evaluate: {path}, line {number}: not JSON ({error})") from error
        if not isinstance(row, dict) or not isinstance(row.get("question"), str):
            raise UsageError(f'judgecall evaluate: {path}, line {number}: needs a "question"')
        if not any(row.get(key) for key in ("answer_label", "gold_patterns", "gold_text")):
            raise UsageError(
                f"judgecall evaluate: {path}, line {number}: needs gold_patterns, gold_text or answer_label"
            )
        yield row

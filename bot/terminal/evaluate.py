"""`judgecall evaluate`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import ConfigDict

from bot.answers.evaluation import QuestionEvaluation, QuestionReport, QuestionRow
from bot.errors import UsageError
from bot.terminal.setting import add_json, answering, console, print_json

if TYPE_CHECKING:
    from rich.table import Table

    from bot.answers.answerer import Answerer
    from knowledge.evaluation import EvaluationRow

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
    gain: dict[str, Any] | None


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
    from knowledge.evaluation import load_rows

    rows = load_rows(args.file)
    for number, row in enumerate(rows, 1):
        if not row.is_retrieval and row.answer_label is None:
            raise UsageError(
                f"judgecall evaluate: {args.file}, row {number} needs gold_patterns, gold_text or answer_label"
            )
    with answering() as answerer:
        report, lines = measure(rows, answerer)
    if args.details is not None:
        _write(args.details, lines)
    if args.json:
        print_json(report.model_dump(mode="json", by_alias=True))
    else:
        _print(report)
    return 1 if report.confirmed.wrong else 0


def measure(rows: Sequence[EvaluationRow], answerer: Answerer) -> tuple[Report, list[str]]:
    """The report, and a line of JSON for every row with what was shown."""
    from knowledge.evaluation import details

    retrieval = answerer.knowledge.evaluate_retrieval(rows) if any(row.is_retrieval for row in rows) else None
    lines = list(details(retrieval)) if retrieval is not None else []
    questions = QuestionEvaluation(answerer)
    for row in rows:
        if row.answer_label is not None:
            shown = questions.add(QuestionRow.model_validate(row.model_dump()))
            lines.append(json.dumps(shown, ensure_ascii=False))
    figures = retrieval.as_dict() if retrieval is not None else {}
    report = Report(
        **dict(questions.report()),
        rows=len(rows),
        not_in_corpus=retrieval.not_in_corpus if retrieval is not None else 0,
        reference=figures.pop("reference", None),
        gain=figures.pop("gain", None),
        retrieval=figures or None,
    )
    return report, lines


def _write(path: Path, lines: Sequence[str]) -> None:
    aside = path.with_name(f".{path.name}.new")
    try:
        aside.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        raise UsageError(
            f"judgecall evaluate: {path} cannot be written: {error.strerror or error}"
        ) from error


def _print(report: Report) -> None:
    from rich.table import Table

    out = console()
    out.print(
        f"{report.rows} rows, {report.not_in_corpus} of them about texts that are not in the data",
        markup=False,
    )
    if report.retrieval is not None:
        table = Table("retrieval", "n", "recall@1", "recall@5", "recall@10", "MRR", "reference MRR", box=None)
        for name in ("all", "english", "other"):
            _retrieval_row(table, name, report.retrieval[name], (report.reference or {}).get(name))
        for name, figures in report.retrieval["by"].items():
            _retrieval_row(table, name, figures, ((report.reference or {}).get("by") or {}).get(name))
        out.print(table)
    cards, verdicts, rules = report.cards, report.verdicts, report.rules
    silent = report.abstained
    for line in (
        f"cards      {cards.right} right, {cards.asked} asked back, {cards.missed} missed of {cards.n}; {cards.wrong} wrong",
        f"verdicts   {verdicts.answered} answered of {verdicts.n}: {verdicts.right} right, {verdicts.wrong} wrong"
        + (f", balanced {verdicts.balanced:.2f}" if verdicts.balanced is not None else ""),
        f"confirmed  {report.confirmed.n}: {report.confirmed.right} right, {report.confirmed.wrong} wrong",
        f"rules      recall@5 {_share(rules.recall_5)}, recall@10 {_share(rules.recall_10)} of {rules.n} rows",
        f"silent     {silent.unanswerable.right} of {silent.unanswerable.n} that nothing answers; "
        f"{silent.answerable.turned_away} of {silent.answerable.n} others turned away",
        f"time       p50 {_ms(report.timings_ms.p50)}, p95 {_ms(report.timings_ms.p95)}",
    ):
        out.print(line, markup=False)


def _retrieval_row(
    table: Table, name: str, figures: dict[str, Any] | None, reference: dict[str, Any] | None
) -> None:
    if figures is not None:
        shares = [_share(figures[key]) for key in ("recall@1", "recall@5", "recall@10", "mrr")]
        table.add_row(name, str(figures["n"]), *shares, _share(reference["mrr"] if reference else None))


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _ms(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f} ms"

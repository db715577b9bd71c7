"""Measure answers over all cards and rulings: files of questions against the whole data, floors held.

Takes a data folder that was synced (`--data`, or DATA), or makes one from a mirror of the sources (`--mirror`, or the
shared folder beside the repository). Asks every file of questions in the folder `--questions` (or QUESTIONS, or the
shared one) and our own, prints a table, writes the same figures as JSON, and ends with 1 when a floor is missed.
Beside the figures of retrieval stand those of the frozen reference system on the same rows in the same run, with the
bounds of the difference (paired bootstrap, 95 %).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))  # so that it runs as a script too

from tests.benchmarks.bench import JUDGECALL, loop_ms  # noqa: E402

SHARED = Path(os.environ.get("JUDGECALL_SHARED", ROOT.parent / "shared"))
OWN = ROOT / "tests" / "bot" / "answers" / "questions.jsonl"

FLOORS = {
    "retrieval english mrr": 0.50,
    "retrieval other mrr": 0.50,
    "retrieval all recall@10": 0.70,
    "retrieval english gain, lower bound": 0.0,
    "retrieval other gain, lower bound": 0.0,
    "rules english found@10": 0.60,
    "rules other found@10": 0.60,
    "unanswerable, silent": 0.90,
    "answerable, not turned away": 0.90,
    "verdicts, not wrong": 1.0,
}
"""The least that each figure may be, in every file that has it."""


def figures_of(report: dict[str, Any]) -> dict[str, float]:
    """The figures of `judgecall evaluate --json` that have a floor, those whose rows the file has."""
    found: dict[str, float | None] = {}
    retrieval, rules = report["retrieval"], report["rules"]
    if retrieval is not None:
        for name in ("english", "other"):
            found[f"retrieval {name} mrr"] = (retrieval[name] or {}).get("mrr")
            found[f"retrieval {name} gain, lower bound"] = ((report["gain"] or {}).get(name) or {}).get("low")
        found["retrieval all recall@10"] = retrieval["all"]["recall@10"]
    for name in ("english", "other"):
        found[f"rules {name} found@10"] = rules[name]["found@10"]
    unanswerable, answerable = report["abstained"]["unanswerable"], report["abstained"]["answerable"]
    if unanswerable["n"]:
        found["unanswerable, silent"] = unanswerable["right"] / unanswerable["n"]
    if answerable["n"]:
        found["answerable, not turned away"] = 1 - answerable["turned_away"] / answerable["n"]
    if answered := report["verdicts"]["answered"]:
        found["verdicts, not wrong"] = 1 - report["verdicts"]["wrong"] / answered
    return {name: value for name, value in found.items() if value is not None}


def missed(figures: dict[str, float]) -> list[str]:
    """The names of the figures below their floor."""
    return [name for name, value in figures.items() if value < FLOORS[name]]


def evaluate(data: Path, questions: Path, details: Path | None) -> dict[str, Any]:
    """What `judgecall evaluate` says about one file, and how long the fixed loop took before it."""
    beside = loop_ms()
    command = [str(JUDGECALL), "evaluate", str(questions), "--json"]
    if details is not None:
        command += ["--details", str(details / f"{questions.stem}.details.jsonl")]
    done = subprocess.run(
        command,
        env={**os.environ, "JUDGECALL_DATA": str(data)},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if not done.stdout:
        sys.exit(f"bench-data: judgecall evaluate {questions} ended with {done.returncode}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report | {"loop_ms": beside}


@contextmanager
def synced(mirror: Path) -> Iterator[Path]:
    """A data folder made by `judgecall sync` from a mirror served on loopback."""
    with tempfile.TemporaryDirectory(prefix="judgecall-data-") as folder:
        server = subprocess.Popen(
            [sys.executable, "-u", str(mirror), "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = _address(server.stdout.readline())
            start = time.perf_counter()
            subprocess.run(
                [
                    str(JUDGECALL),
                    "sync",
                    "--cards-url",
                    f"{address}/bulk-data",
                    "--rules-url",
                    f"{address}/en/rules",
                ],
                env={**os.environ, "JUDGECALL_DATA": folder, "SYNC_CONTACT": "bench@localhost"},
                check=True,
            )
            print(f"synced in {time.perf_counter() - start:.0f} s", file=sys.stderr)
            yield Path(folder)
        finally:
            server.terminate()
            server.wait()


def _address(line: str) -> str:
    found = next((word for word in line.split() if word.startswith("http://")), None)
    if found is None:
        sys.exit(f"bench-data: the mirror does not say where it serves: {line!r}")
    scheme, _, rest = found.partition("://")
    return f"{scheme}://{rest.split('/')[0]}"


def measure(data: Path, files: Sequence[Path], details: Path | None, output: Path) -> int:
    """Measure each file, print the table, write the JSON; 1 when a floor was missed."""
    table = Table("file", "figure", "value", "floor", "", box=None, title="judgecall bench-data")
    document: dict[str, Any] = {"data": str(data), "files": {}}
    failed = False
    for path in files:
        report = evaluate(data, path, details)
        figures = figures_of(report)
        low = missed(figures)
        failed = failed or bool(low)
        for name, value in figures.items():
            table.add_row(
                path.name, name, f"{value:.3f}", f"{FLOORS[name]:.2f}", "below" if name in low else ""
            )
        timing = report["timings_ms"]
        if timing["p50"] is not None:
            shown = f"{timing['p50']:.0f} / {timing['p95']:.0f} ms"
            table.add_row(path.name, "answer p50 / p95", shown, "", f"loop {report['loop_ms']:.0f} ms")
        document["files"][path.name] = {"figures": figures, "below": low, "report": report}
    Console().print(table)
    aside = output.with_name(f"{output.name}.new")
    aside.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    aside.replace(output)
    return 1 if failed else 0


def main() -> int:
    """Read the options, find or make the data, measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    environment = os.environ.get
    parser.add_argument("--data", type=Path, default=environment("DATA"), help="a synced data folder")
    parser.add_argument(
        "--questions",
        type=Path,
        default=environment("QUESTIONS", str(SHARED / "data" / "questions")),
        help="a folder of *.jsonl files of questions",
    )
    parser.add_argument(
        "--mirror",
        type=Path,
        default=SHARED / "tools" / "mirror_server.py",
        help="the script that serves a mirror",
    )
    parser.add_argument(
        "--details", type=Path, help="a folder for what was shown, one file for each of questions"
    )
    parser.add_argument("--output", type=Path, default=Path("bench-data.json"), help="where the JSON goes")
    options = parser.parse_args()

    files = [*sorted(Path(options.questions).glob("*.jsonl")), OWN]
    if options.details is not None:
        options.details.mkdir(parents=True, exist_ok=True)
    if options.data:
        return measure(Path(options.data), files, options.details, options.output)
    if not options.mirror.is_file():
        parser.error("there is no mirror to sync from; give a synced data folder with --data")
    with synced(options.mirror) as data:
        return measure(data, files, options.details, options.output)


if __name__ == "__main__":
    sys.exit(main())

"""Measure judgecall as a person meets it; a table for the eye, JSON for comparing.

Beside every figure stands the time of a fixed loop in pure Python, taken just before it, so that figures
from different machines, or from a busy one, can be set against each other: compare the column "loops".
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from knowledge import Knowledge
from rules_engine import CardText, compile_card
from rules_engine.scenario import library

JUDGECALL = Path(sys.executable).with_name("judgecall")
FIRST_QUESTION = "If I let the cipher copy go and don't cast it, can I cast it later this turn?"


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; `loop_ms` is what the fixed loop took beside it."""

    name: str
    value: float
    unit: str
    samples: int
    loop_ms: float

    @property
    def loops(self) -> float | None:
        """A time as a multiple of the loop; None for what is not a time."""
        milliseconds = {"ms": self.value, "s": self.value * 1000}.get(self.unit)
        return None if milliseconds is None else milliseconds / self.loop_ms


def loop_ms() -> float:
    """The fixed loop: a million small integer steps, best of three, in milliseconds."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        total = 0
        for number in range(1_000_000):
            total = (total + number * 7) % 1_000_003
        times.append((time.perf_counter() - start) * 1000)
    return min(times)


def _judgecall(data: Path, *words: str, lines: Sequence[str] = ()) -> tuple[float, int, str]:
    """Run the command in a process of its own: seconds, peak memory in bytes, what it printed."""
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as typed:
        typed.write("".join(f"{line}\n" for line in lines))
        typed.seek(0)
        process = subprocess.Popen(
            [JUDGECALL, *words], stdin=typed, stdout=out, env={**os.environ, "JUDGECALL_DATA": str(data)}
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.perf_counter() - start
        if process.returncode != 0:
            sys.exit(f"bench: judgecall {' '.join(words)} ended with {process.returncode}")
        out.seek(0)
        return seconds, _peak(usage), out.read()


def _peak(usage: resource.struct_rusage) -> int:
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _questions(wanted: int) -> list[str]:
    """Questions in players' words, those that the scenarios of the library decide."""
    asked = [
        line
        for summary in library().summaries.values()
        if summary.confirms
        for question in summary.questions
        for line in question.ask["en"]
    ]
    return list(islice(cycle(dict.fromkeys(asked)), wanted))


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def measure(warm: int, report: Callable[[Figure], None]) -> None:
    """Take every figure in turn, each into a fresh data folder, and hand it to `report`."""
    with tempfile.TemporaryDirectory(prefix="judgecall-bench-") as folder:
        data = Path(folder)
        beside = loop_ms()
        seconds, _, _ = _judgecall(data, "status", "--json")
        report(Figure("first start, index built", seconds, "s", 1, beside))

        beside = loop_ms()
        starts = [_judgecall(data, "ask", FIRST_QUESTION, "--json") for _ in range(3)]
        report(Figure("start to first answer", statistics.median(run[0] for run in starts), "s", 3, beside))
        report(Figure("peak memory, one answer", max(run[1] for run in starts) / 2**20, "MiB", 3, beside))

        beside = loop_ms()
        _, peak, printed = _judgecall(data, "ask", "-", "--json", lines=_questions(warm + 5))
        totals = [json.loads(line)["timings_ms"]["total"] for line in printed.splitlines()][5:]
        report(Figure("ask, warm, p50", statistics.median(totals), "ms", len(totals), beside))
        report(Figure("ask, warm, p95", _percentile(totals, 0.95), "ms", len(totals), beside))
        report(Figure(f"peak memory, {warm + 5} answers", peak / 2**20, "MiB", 1, beside))

        beside = loop_ms()
        elapsed = [
            scenario["elapsed_ms"]
            for _ in range(5)
            for scenario in json.loads(_judgecall(data, "scenario", "run", "--library", "--json")[2])[
                "scenarios"
            ]
        ]
        report(Figure("scenario run, median", statistics.median(elapsed), "ms", len(elapsed), beside))

        beside = loop_ms()
        compiled = list(_compile_times(data))
        report(Figure("compile, one card", statistics.median(compiled), "ms", len(compiled), beside))


def _compile_times(data: Path) -> list[float]:
    """How long the cards of the built-in corpus take to compile, in milliseconds."""
    knowledge = Knowledge.open(data, model=False)
    times = []
    for name in ("Arcane Heist", "Step Between Worlds"):
        card = knowledge.card(name)
        assert card is not None, f"{name} is part of the built-in corpus"
        text = CardText(
            name=card.name, mana_cost=card.mana_cost, type_line=card.type_line, oracle_text=card.oracle_text
        )
        for _ in range(50):
            start = time.perf_counter()
            compile_card(text)
            times.append((time.perf_counter() - start) * 1000)
    return times


def main() -> None:
    """Measure, print the table, write the JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=Path("bench.json"), help="where the JSON goes")
    parser.add_argument("--warm", type=int, default=60, help="how many warm questions (default 60)")
    options = parser.parse_args()

    figures: list[Figure] = []
    with Console(stderr=True).status("measuring; a minute or two"):
        measure(options.warm, figures.append)

    table = Table(title="judgecall bench")
    for heading in ("figure", "value", "unit", "samples", "loop ms", "loops"):
        table.add_column(heading, justify="left" if heading in {"figure", "unit"} else "right")
    for figure in figures:
        loops = "–" if figure.loops is None else f"{figure.loops:.3g}"
        table.add_row(
            figure.name,
            f"{figure.value:.4g}",
            figure.unit,
            str(figure.samples),
            f"{figure.loop_ms:.1f}",
            loops,
        )
    Console().print(table)

    machine = {"python": platform.python_version(), "system": platform.platform(), "cores": os.cpu_count()}
    document = {
        "machine": machine,
        "figures": [{**asdict(figure), "loops": figure.loops} for figure in figures],
    }
    aside = options.output.with_name(options.output.name + ".new")
    aside.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    aside.replace(options.output)


if __name__ == "__main__":
    main()

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
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from knowledge import Knowledge
from rules_engine import CardText, CompiledCard, compile_card
from rules_engine.game import Game, Placed, PlayerSetup, Setup, new_game
from rules_engine.model.zones import Zone
from rules_engine.scenario import library, run

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
    """Run the command in a process of its own: seconds, peak memory in bytes, what it printed.

    The memory is that of the largest of its processes, which is the encoder's where there is one.
    """
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
        words = [_judgecall(data, "chat", "--json", lines=[FIRST_QUESTION]) for _ in range(3)]
        report(Figure("start to answer by words", statistics.median(run[0] for run in words), "s", 3, beside))
        report(Figure("… peak memory, answering", max(run[1] for run in words) / 2**20, "MiB", 3, beside))
        report(Figure("… peak memory, encoder", max(run[1] for run in starts) / 2**20, "MiB", 3, beside))

        beside = loop_ms()
        _, peak, printed = _judgecall(data, "ask", "-", "--json", lines=_questions(warm + 5))
        totals = [json.loads(line)["timings_ms"]["total"] for line in printed.splitlines()][5:]
        report(Figure("ask, warm, p50", statistics.median(totals), "ms", len(totals), beside))
        report(Figure("ask, warm, p95", _percentile(totals, 0.95), "ms", len(totals), beside))
        report(Figure(f"… the same, {warm + 5} answers", peak / 2**20, "MiB", 1, beside))

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

        beside = loop_ms()
        burnt = [_milliseconds(_burn_the_bear) for _ in range(200)]
        report(Figure("a burn spell kills a bear", statistics.median(burnt), "ms", len(burnt), beside))

        beside = loop_ms()
        rates = [_states_a_second(data) for _ in range(5)]
        report(Figure("states explored a second", statistics.median(rates), "states/s", len(rates), beside))
        report(Figure("memory of a state", _state_bytes() / 2**10, "KiB", 1, beside))


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


def _milliseconds(what: Callable[[], object]) -> float:
    start = time.perf_counter()
    what()
    return (time.perf_counter() - start) * 1000


@cache
def _bear_and_burn() -> Game:
    """A player with a burn spell, two lands and priority; the other one has a bear."""
    cards = (
        (CardText("Mountain", "", "Basic Land — Mountain", ""), Zone.BATTLEFIELD, 0),
        (CardText("Mountain", "", "Basic Land — Mountain", ""), Zone.BATTLEFIELD, 0),
        (
            CardText("Warm Flick", "{1}{R}", "Instant", "Warm Flick deals 2 damage to any target."),
            Zone.HAND,
            0,
        ),
        (CardText("Even Bear", "{1}{G}", "Creature — Bear", "", "2", "2"), Zone.BATTLEFIELD, 1),
    )
    placed = []
    for text, zone, owner in cards:
        compiled = compile_card(text)
        assert isinstance(compiled, CompiledCard), compiled
        placed.append(Placed(compiled.definition, zone, owner))
    return new_game(Setup((PlayerSetup("A"), PlayerSetup("B")), tuple(placed)))


def _burn_the_bear() -> list[Game]:
    """Cast it at the bear and let it resolve; the games at every decision on the way."""
    games = [_bear_and_burn()]
    bear = next(obj.id for obj in games[0].view.battlefield if obj.owner == 1)
    for wanted in ("cast", "target", "pass", "pass"):
        options = games[-1].legal_actions()
        option = next(o for o in options if o.verb == wanted and (o.object == bear or wanted != "target"))
        games.append(games[-1].apply(option))
    assert games[-1].view.zone(Zone.GRAVEYARD, 1), "the bear is dead"
    return games


def _states_a_second(data: Path) -> float:
    """How many states a second one scenario explores, reading it and compiling its cards included."""
    knowledge = Knowledge.open(data, model=False)
    texts = {}
    for name in ("Arcane Heist", "Step Between Worlds"):
        card = knowledge.card(name)
        assert card is not None, f"{name} is part of the built-in corpus"
        texts[name] = CardText(card.name, card.mana_cost, card.type_line, card.oracle_text)
    scenario = library()["heist-copy-not-cast"]
    start = time.process_time()
    report = run(scenario, cards=texts, twin=False)
    assert report.explored.complete, report.problem
    return report.explored.states / (time.process_time() - start)


def _state_bytes() -> float:
    """What every further state costs while all states of a line of play are kept."""
    _burn_the_bear()
    tracemalloc.start()
    kept = [_burn_the_bear()[1:] for _ in range(50)]
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / sum(map(len, kept))


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

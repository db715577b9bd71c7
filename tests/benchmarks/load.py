"""How the bot keeps up: ten interactions a second for a minute, beside a process that encodes at the lowest priority.

The real bot in a process of its own, over a copy of a data folder, talks to the fake Discord of the tests on this machine.
Interactions come at fixed times, however long the answers take. Run it on a machine that does nothing else:

    JUDGECALL_DATA=/path/to/data .venv/bin/python -m tests.benchmarks.load
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bot.discord_work import in_thread
from bot.health_check import ask as ask_health
from rules_engine.scenario import library
from tests.benchmarks.bench import loop_ms
from tests.bot.discord.fake import FakeDiscord, FakeUser, Interaction

ACKNOWLEDGED_MS: Final = 250
ANSWERED_MS: Final = 1500
PATIENCE: Final = 60.0
"""Seconds after which an answer counts as missing."""
ENCODE: Final = """
import os
os.nice(19)
from knowledge.embedders import load_encoder
encoder = load_encoder()
print("encoding", flush=True)
while True:
    encoder.encode_passages([f"A spell number {n} deals {n} damage to each creature without flying." for n in range(64)])
"""


@dataclass
class Load:
    """What came of it; times in milliseconds."""

    interactions: int
    seconds: float
    loop_ms_before: float
    loop_ms_after: float = 0.0
    encoding_beside: bool = True
    unacknowledged: int = 0
    unanswered: int = 0
    turned_away: int = 0
    acknowledgement_p50: float = math.nan
    acknowledgement_p99: float = math.nan
    answer_p50: float = math.nan
    answer_p95: float = math.nan
    answer_max: float = math.nan
    start_to_ready_s: float = math.nan
    start_to_loaded_s: float = math.nan
    bot_memory_mib: float = math.nan
    problems: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether the targets are met."""
        return (
            not self.unacknowledged
            and not self.unanswered
            and not self.turned_away
            and self.acknowledgement_p99 < ACKNOWLEDGED_MS
            and self.answer_p95 < ANSWERED_MS
        )


def _percentile(values: Sequence[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else math.nan


def library_questions() -> list[str]:
    """Questions in players' words, those that the scenarios of the library decide."""
    found = [
        line
        for summary in library().summaries.values()
        for question in summary.questions
        for line in question.ask["en"]
    ]
    return list(dict.fromkeys(found))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def _encoding() -> Iterator[None]:
    """A process that encodes without a pause, as a sync does."""
    process = subprocess.Popen([sys.executable, "-c", ENCODE], stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        if not process.stdout.readline():
            sys.exit("load: the encoding process has ended")
        yield
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@contextlib.asynccontextmanager
async def _bot(fake: FakeDiscord, data: Path, result: Load, settings: dict[str, str]) -> AsyncIterator[None]:
    """The bot, ready and with its encoder loaded; its log is shown when it ends too early."""
    port = _free_port()
    environment = {
        **os.environ,
        "DISCORD_TOKEN": fake.token,
        "JUDGECALL_DISCORD_API": fake.api,
        "JUDGECALL_DISCORD_GATEWAY": fake.gateway_url,
        "JUDGECALL_DATA": str(data),
        "HEALTH_PORT": str(port),
        **settings,
    }
    began = time.monotonic()
    log = data.with_name("bot.log")
    with log.open("wb") as lines:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "bot", env=environment, stdout=lines, stderr=lines
        )
    try:
        ready, ended = asyncio.create_task(fake.wait_ready(180)), asyncio.create_task(process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            sys.exit(f"load: the bot has ended\n{log.read_text()}")
        await ready
        result.start_to_ready_s = round(time.monotonic() - began, 2)
        while not (await in_thread(lambda: ask_health("127.0.0.1", port, "ready"), "probe"))[0]:
            await asyncio.sleep(0.2)
        result.start_to_loaded_s = round(time.monotonic() - began, 2)
        yield
        result.bot_memory_mib = _memory_mib(process.pid)
        process.terminate()
        await asyncio.wait_for(process.wait(), 20)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def _memory_mib(process: int) -> float:
    """The most that the process has had in memory; not a number where that cannot be read."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return round(int(line.split()[1]) / 1024)
    return math.nan


async def _settled(data: Path, seconds: float) -> None:
    """Wait until the bot has played its library, as it has on every start but the first."""
    until, runs = time.monotonic() + seconds, -1
    while time.monotonic() < until:
        now = len(list((data / "engine-runs").glob("*.json")))
        if now == runs:
            return
        runs = now
        await asyncio.sleep(10)


async def _one(user: FakeUser, number: int, question: str) -> Interaction:
    """Of ten interactions seven are questions."""
    kind = number % 10
    if kind == 3:
        return await user.slash("card", name="Arcane Heist")
    if kind == 6:
        return await user.slash("rule", query="704.5e")
    if kind == 9:
        return await user.typing("card", "name", "step betw")
    return await user.slash("ask", question=question)


async def _followed(interaction: Interaction, times: list[float]) -> bool:
    """Wait for the end of one interaction; whether it was turned away because of too much work."""
    began = time.monotonic()
    if interaction.kind == 4:
        await interaction.suggestions(PATIENCE)
        return False
    message = await interaction.answer(PATIENCE)
    times.append((time.monotonic() - began) * 1000)
    return "try again in" in message.text


async def load(
    data: Path,
    questions: Sequence[str],
    *,
    rate: float = 10.0,
    seconds: float = 60.0,
    settle: float = 0.0,
    encode: bool = True,
    settings: dict[str, str] | None = None,
) -> Load:
    """Put `rate` interactions a second on a bot over a copy of `data` (made anew if there is none)."""
    result = Load(int(rate * seconds), seconds, loop_ms(), encoding_beside=encode)
    fake = await FakeDiscord().start()
    with tempfile.TemporaryDirectory(prefix="judgecall-load-") as folder:
        copy = Path(folder) / "data"
        if data.is_dir():
            shutil.copytree(data, copy)
        try:
            async with _bot(fake, copy, result, settings or {}):
                await _settled(copy, settle)
                with _encoding() if encode else contextlib.nullcontext():
                    await _put_on(fake, questions, rate, result)
        finally:
            await fake.stop()
    result.loop_ms_after = loop_ms()
    result.problems = fake.problems[:20]
    return result


async def _put_on(fake: FakeDiscord, questions: Sequence[str], rate: float, result: Load) -> None:
    users = cycle([fake.user(f"Player{n}") for n in range(20)])
    texts = cycle(questions)
    times: list[float] = []
    sent: list[Interaction] = []
    followed: list[asyncio.Task[bool]] = []
    start = time.monotonic()
    for number in range(result.interactions):
        await asyncio.sleep(max(0.0, start + number / rate - time.monotonic()))
        interaction = await _one(next(users), number, next(texts))
        sent.append(interaction)
        followed.append(asyncio.create_task(_followed(interaction, times)))
    ends = await asyncio.gather(*followed, return_exceptions=True)
    acknowledged = [one.ack_seconds * 1000 for one in sent if one.ack_seconds is not None]
    result.unacknowledged = len(sent) - len(acknowledged)
    result.unanswered = sum(isinstance(end, BaseException) for end in ends)
    result.turned_away = sum(end is True for end in ends)
    result.acknowledgement_p50 = round(_percentile(acknowledged, 0.5), 1)
    result.acknowledgement_p99 = round(_percentile(acknowledged, 0.99), 1)
    result.answer_p50 = round(_percentile(times, 0.5), 1)
    result.answer_p95 = round(_percentile(times, 0.95), 1)
    result.answer_max = round(max(times, default=math.nan), 1)


def write(result: Load, path: Path) -> None:
    """The figures as JSON, whole or not at all."""
    document: dict[str, Any] = {**asdict(result), "good": result.good}
    aside = path.with_name(path.name + ".new")
    aside.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    aside.replace(path)


def main() -> int:
    """Measure, print, write; 1 when a target is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=Path("load.json"), help="where the JSON goes")
    parser.add_argument("--rate", type=float, default=10.0, help="interactions a second (default 10)")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (default 60)")
    parser.add_argument(
        "--settle", type=float, default=600.0, help="wait at most so long for the library's runs"
    )
    parser.add_argument("--alone", action="store_true", help="no encoding process beside")
    parser.add_argument(
        "--questions", type=Path, help="a file with one JSON object a line, each with `question`"
    )
    options = parser.parse_args()
    questions = library_questions()
    if options.questions is not None:
        lines = options.questions.read_text(encoding="utf-8").splitlines()
        questions = [str(json.loads(line)["question"]) for line in lines if line.strip()]
    data = Path(os.environ.get("JUDGECALL_DATA", "/nonexistent"))
    result = asyncio.run(
        load(
            data,
            questions,
            rate=options.rate,
            seconds=options.seconds,
            settle=options.settle,
            encode=not options.alone,
        )
    )
    table = Table(title="judgecall load", show_header=False)
    for name, value in asdict(result).items():
        table.add_row(name, str(value))
    Console().print(table)
    write(result, options.output)
    return 0 if result.good else 1


if __name__ == "__main__":
    sys.exit(main())

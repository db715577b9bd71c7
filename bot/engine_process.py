"""Engine runs in processes with limits: whatever is asked or pasted, the bot goes on serving the others.

Everything in here blocks and is called from worker threads.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import logging
import queue
import subprocess
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Final

from pydantic import TypeAdapter

from bot.answers.engine import CardSource, Engine, card_text
from bot.answers.models import Confirmation
from bot.engine_cache import RunCache
from knowledge import Card
from rules_engine import CardText
from rules_engine.scenario import Drawing, ScenarioReport, Summary, library
from rules_engine.trials import Trial, TrialReport

_log = logging.getLogger(__name__)

SECONDS: Final = 60.0
MEGABYTES: Final = 1024
START_SECONDS: Final = 120.0
_REPORT: Final = TypeAdapter(ScenarioReport)
_DRAWING: Final = TypeAdapter(Drawing)
_TRIAL: Final = TypeAdapter(Trial)
_TRIAL_REPORT: Final = TypeAdapter(TrialReport)
_REPORT_LIMIT: Final = "the run needed more time or memory than it may have"


class RunRefusedError(Exception):
    """The engine cannot play this; the text says why, with the line of the scenario where there is one."""


class RunLimitError(Exception):
    """The run needed more time or memory than it may have."""


def scenarios() -> Mapping[str, Summary]:
    """What the library's scenarios say about themselves, by id."""
    return library().summaries


class _Child:
    """One process; killed, not asked, when its time is over."""

    def __init__(self, megabytes: int) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - our own module, no shell
            [sys.executable, "-m", "bot.engine_child", str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._ready = False

    def ask(self, what: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """One request and its answer; raises `RunLimitError` and leaves a dead process when there is none in time."""
        if not self._ready:
            self._line(None, START_SECONDS)
            self._ready = True
        return self._line(json.dumps(what).encode() + b"\n", seconds)

    def _line(self, request: bytes | None, seconds: float) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        alarm = threading.Timer(seconds, self._process.kill)
        alarm.daemon = True
        alarm.start()
        try:
            if request is not None:
                self._process.stdin.write(request)
                self._process.stdin.flush()
            answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            # It died without a word: killed by the alarm or by the system.
            self.kill()
            raise RunLimitError from None
        finally:
            alarm.cancel()
        return answer

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        with contextlib.suppress(OSError):
            self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


class EnginePool:
    """A few processes that play scenarios; a thread that asks waits for a free one. Safe to use from several threads."""

    def __init__(self, size: int = 1, *, seconds: float = SECONDS, megabytes: int = MEGABYTES) -> None:
        self.seconds = seconds
        self._megabytes = megabytes
        self._places: queue.LifoQueue[_Child | None] = queue.LifoQueue()
        for _ in range(size):
            self._places.put(None)
        self._children: set[_Child] = set()
        self._closed = False

    def run(
        self,
        *,
        text: str | None = None,
        id: str | None = None,
        cards: Mapping[str, CardText],
        without: frozenset[str] = frozenset(),
        substitutes: Mapping[str, CardText] | None = None,
    ) -> ScenarioReport:
        """Play a scenario's text or one of the library's; raises `RunRefusedError` or `RunLimitError`."""
        asked = {
            "text": text,
            "id": id,
            "cards": {name: dataclasses.asdict(card) for name, card in cards.items()},
            "without": sorted(without),
            "substitutes": {name: dataclasses.asdict(card) for name, card in (substitutes or {}).items()},
        }
        return _REPORT.validate_python(self._ask({"run": asked})["report"])

    def draw(
        self,
        id: str | None,
        part: str,
        cards: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
        *,
        text: str | None = None,
    ) -> Drawing:
        """The zones over the steps of a part of a scenario, the library's or a text; raises as `run` does."""
        asked = {
            "text": text,
            "id": id,
            "part": part,
            "cards": {name: dataclasses.asdict(card) for name, card in cards.items()},
            "without": sorted(without),
            "substitutes": {name: dataclasses.asdict(card) for name, card in substitutes.items()},
        }
        return _DRAWING.validate_python(self._ask({"draw": asked})["drawing"])

    def play_text(self, text: str, find_card: Callable[[str], Card | None]) -> ScenarioReport:
        """Play a scenario that somebody wrote, with the official texts of the cards that it names."""
        needed = self._ask({"needs": text})["needs"]
        found = {name: card for name in needed if (card := find_card(name)) is not None}
        return self.run(text=text, cards={name: card_text(card) for name, card in found.items()})

    def try_out(self, trial: Trial, without: frozenset[str]) -> TrialReport:
        """Play a trial."""
        asked = {"trial": _TRIAL.dump_python(trial, mode="json"), "without": sorted(without)}
        return _TRIAL_REPORT.validate_python(self._ask({"try": asked})["tried"])

    def _ask(self, what: Mapping[str, Any]) -> dict[str, Any]:
        child = self._places.get()
        try:
            if child is None or not child.alive:
                child = self._start()
            told = child.ask(what, self.seconds)
        except RunLimitError:
            self._children.discard(child) if child else None
            child = None
            raise
        finally:
            self._places.put(child)
        if "error" in told:
            raise RunRefusedError(told["error"])
        if "crash" in told:
            _log.error("the engine failed: %s", told["crash"])
        if "limit" in told or "crash" in told:
            raise RunLimitError
        return told

    def _start(self) -> _Child:
        if self._closed:
            raise RunLimitError
        child = _Child(self._megabytes)
        self._children.add(child)
        return child

    def warm_up(self) -> None:
        """Start a process now, so that the first run does not wait for it."""
        with contextlib.suppress(RunLimitError, RunRefusedError):
            self._ask({"needs": ""})

    def close(self) -> None:
        """End all processes; what they were playing comes out as beyond its limits."""
        self._closed = True
        for child in list(self._children):
            child.kill()


class ProcessEngine(Engine):
    """The engine of the answers, its runs in a pool; equal runs that are asked for at the same time are one run."""

    def __init__(
        self, pool: EnginePool, kept: RunCache, waiting: Callable[[], AbstractContextManager[Any]]
    ) -> None:
        """`waiting` makes the context in which a thread waits for a run: it gives up its turn meanwhile."""
        super().__init__()
        self._kept = kept
        self._pool = pool
        self._waiting = waiting
        self._turns: dict[str, threading.Lock] = defaultdict(threading.Lock)

    def run(
        self,
        scenario: str,
        cards: CardSource,
        *,
        without: frozenset[str] = frozenset(),
        substitutes: Mapping[str, Card] | None = None,
    ) -> ScenarioReport:
        """As `Engine.run`; a run beyond its limits is inconclusive, and is tried again when it is asked for again."""
        try:
            with self._waiting(), self._turns[scenario]:
                return super().run(scenario, cards, without=without, substitutes=substitutes)
        except RunLimitError:
            title = self.summaries[scenario].title
            return ScenarioReport(scenario, title, "inconclusive", problem=_REPORT_LIMIT)

    def drawing(self, told: Confirmation, cards: CardSource) -> Drawing | None:
        """As `Engine.drawing`; none where it can't be made within the limits of a run."""
        try:
            with self._waiting():
                return super().drawing(told, cards)
        except (RunLimitError, RunRefusedError):
            return None

    def try_out(self, trial: Trial, without: frozenset[str] = frozenset()) -> TrialReport:
        """As `Engine.try_out`; a trial beyond its limits is inconclusive."""
        try:
            with self._waiting():
                return super().try_out(trial, without)
        except (RunLimitError, RunRefusedError):
            return TrialReport(trial.kind, "inconclusive", problem=_REPORT_LIMIT)

    def play_trial(self, trial: Trial, without: frozenset[str]) -> TrialReport:
        """One trial, in the pool."""
        return self._pool.try_out(trial, without)

    def draw(
        self,
        scenario: str | None,
        part: str,
        texts: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
        *,
        text: str | None = None,
    ) -> Drawing:
        """One drawing, in the pool."""
        return self._pool.draw(scenario, part, texts, without, substitutes, text=text)

    def play(
        self,
        scenario: str,
        texts: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
    ) -> ScenarioReport:
        """One run, in the pool, unless it was played on this machine before."""
        return self._kept.played(
            scenario,
            texts,
            without,
            substitutes,
            lambda: self._pool.run(id=scenario, cards=texts, without=without, substitutes=substitutes),
        )

    def play_all(self, cards: CardSource, go_on: Callable[[], bool]) -> int:
        """Play every scenario that answers rely on once, so that no question waits for it; how many were played."""
        played = 0
        for name in self.answering:
            if not go_on():
                break
            try:
                with self._turns[name]:
                    super().run(name, cards)
                played += 1
            except (RunLimitError, RunRefusedError) as error:
                _log.warning("the scenario %s could not be played: %s", name, error or "beyond its limits")
        return played

"""`python -m bot.engine_child`: plays scenarios in a process of its own, which can be limited and killed.

Speaks lines of JSON. It says {"ready": true} once; then each request gets one answer:
{"needs": text} → {"needs": [names of real cards]}; {"run": {"text" or "id", "cards", "without", "substitutes"}} →
{"report": …}; {"draw": {the same, and "part"}} → {"drawing": …};
{"try": {"trial", "without"}} → {"tried": …}. A request that cannot be played gets {"error": why}, one beyond the limits {"limit": true},
one that the engine fails at {"crash": traceback}.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from rules_engine import CardText
from rules_engine.errors import EngineError, ScenarioError
from rules_engine.scenario import Drawing, ScenarioFile, ScenarioReport, frames, library, loads, run
from rules_engine.trials import Trial, TrialReport, try_out

REPORT = TypeAdapter(ScenarioReport)
DRAWING = TypeAdapter(Drawing)
TRIAL = TypeAdapter(Trial)
TRIAL_REPORT = TypeAdapter(TrialReport)
NAME = "scenario"
NICER = 5
"""Runs give way to the process that serves people."""


def main() -> int:
    """Serve until the other side hangs up."""
    # Ctrl-C on a terminal reaches all processes, but answers under way still need this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _limit(int(sys.argv[1]))
    _say({"ready": True})
    for line in sys.stdin:
        _say(_answer(json.loads(line)))
    return 0


def _limit(megabytes: int) -> None:
    with contextlib.suppress(OSError, AttributeError):
        os.nice(NICER)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # not on every system; the parent's clock holds everywhere

        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _say(value: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(value) + "\n")
    sys.stdout.flush()


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        if "needs" in asked:
            return {"needs": list(loads(asked["needs"], NAME).real_cards)}
        if "try" in asked:
            tried = try_out(TRIAL.validate_python(asked["try"]["trial"]), frozenset(asked["try"]["without"]))
            return {"tried": TRIAL_REPORT.dump_python(tried, mode="json")}
        if "draw" in asked:
            return {"drawing": DRAWING.dump_python(_draw(asked["draw"]), mode="json")}
        return {"report": REPORT.dump_python(_run(asked["run"]), mode="json")}
    except (ScenarioError, EngineError) as error:
        return {"error": str(error)}
    except (MemoryError, RecursionError):
        return {"limit": True}
    except Exception:  # noqa: BLE001 - a bug of the engine; the other side logs it and answers without a run
        return {"crash": traceback.format_exc()}


def _file(asked: dict[str, Any]) -> ScenarioFile:
    return loads(asked["text"], NAME) if asked.get("text") is not None else library()[asked["id"]]


def _run(asked: dict[str, Any]) -> ScenarioReport:
    return run(
        _file(asked),
        cards=_texts(asked["cards"]),
        without=frozenset(asked["without"]),
        substitute=_texts(asked["substitutes"]),
    )


def _draw(asked: dict[str, Any]) -> Drawing:
    return frames(
        _file(asked),
        _texts(asked["cards"]),
        part=asked["part"],
        without=frozenset(asked["without"]),
        substitute=_texts(asked["substitutes"]),
    )


def _texts(cards: Mapping[str, dict[str, Any]]) -> dict[str, CardText]:
    return {name: CardText(**fields) for name, fields in cards.items()}


if __name__ == "__main__":
    sys.exit(main())

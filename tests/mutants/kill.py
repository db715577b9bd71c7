"""`python -m tests.mutants.kill`: 1 as soon as anything notices that the engine's code is not what it was.

The quick way first: in this process, the scenarios that come by the changed lines. Then tests of scenarios and of the
compiler, and a few random games. Made for mutants of code; `docs/mutants.md` says how they are run. `--map FILE` notes,
before anything is changed, which scenario comes by which lines; the variable MUTANTS_MAP names that file afterwards.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import functools
import gc
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from rules_engine.errors import EngineError
from rules_engine.scenario import ScenarioFile
from tests.mutants import scenarios
from tests.rules_engine.scenario.texts import play

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ("rules_engine/process", "rules_engine/model")
SCENARIO, ORACLE = "tests/rules_engine/scenario", "tests/rules_engine/oracle"
TESTS = (
    *(
        f"{SCENARIO}/test_{name}.py"
        for name in ("twins", "claims", "following_scripts", "references", "transcript")
    ),
    f"{ORACLE}/test_compiler.py",
    f"{ORACLE}/test_refusals.py",
)
GAMES = 8
BREAKS = (EngineError, AssertionError, LookupError, TypeError, ValueError, AttributeError, RecursionError)


def main() -> int:
    """Print what noticed it."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.kill", description=__doc__)
    parser.add_argument("--map", type=Path, help="write the map and stop")
    args = parser.parse_args()
    if args.map is not None:
        args.map.write_text(json.dumps({"sources": _sources(), "lines": dict(_lines())}), encoding="utf-8")
        return 0
    noticed = _scenario(_in_order()) or _game()
    if noticed:
        print(noticed)
        return 1
    import pytest

    return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *TESTS]))


def _scenario(files: Iterable[ScenarioFile]) -> str:
    for file in files:
        try:
            status: str = play(file).status
        except BREAKS as error:
            status = type(error).__name__
        if status != "passed":
            return f"{file.id}: {status}"
    return ""


def _game() -> str:
    from tests.properties.__main__ import play_one

    for seed in range(GAMES):
        wrong = play_one(seed, 60).wrong
        if wrong:
            return f"random game {seed}: {wrong[0].splitlines()[-1]}"
    return ""


# ------------------------------------------------------------------------------ who comes by where


def _sources() -> dict[str, str]:
    paths = sorted(path for folder in ENGINE for path in (ROOT / folder).rglob("*.py"))
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in paths}


def _lines() -> Iterator[tuple[str, list[str]]]:
    """Each scenario with the lines that it comes by, with nothing remembered from the one before."""
    for file in scenarios():
        seen: set[tuple[str, int]] = set()
        caches = [found for found in gc.get_objects() if isinstance(found, functools._lru_cache_wrapper)]
        for cache in caches:
            if cache is not scenarios:
                cache.cache_clear()
        _traced(file, seen)
        yield file.id, sorted({f"{Path(path).relative_to(ROOT)}:{line}" for path, line in seen})


def _traced(file: ScenarioFile, seen: set[tuple[str, int]]) -> None:
    wanted = tuple(str(ROOT / folder) for folder in ENGINE)

    def line(frame: FrameType, event: str, _: Any) -> Any:
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: FrameType, event: str, _: Any) -> Any:
        return line(frame, event, None) if frame.f_code.co_filename.startswith(wanted) else None

    sys.settrace(call)
    try:
        play(file)
    finally:
        sys.settrace(None)


def _in_order() -> list[ScenarioFile]:
    """The scenarios that come by the lines that were changed; all of them where that is not known."""
    name = os.environ.get("MUTANTS_MAP")
    if not name:
        return list(scenarios())
    known = json.loads(Path(name).read_text(encoding="utf-8"))
    changed = list(_changed(known["sources"], _sources()))
    if not changed:
        return list(scenarios())
    by = {ident: set(lines) for ident, lines in known["lines"].items()}
    found = [file for file in scenarios() if by.get(file.id, set()) & set(changed)]
    return sorted(found, key=lambda file: len(by[file.id]))


def _changed(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    """The lines in bodies of functions that are not what they were, and the first line of the statement around each.

    Nothing where a line outside of functions has changed: it was run when the module was imported.
    """
    for path, text in now.items():
        if text == before[path]:
            continue
        old = before[path].splitlines()
        blocks = difflib.SequenceMatcher(None, old, text.splitlines(), autojunk=False).get_opcodes()
        lines = {
            n + 1
            for tag, start, end, *_ in blocks
            if tag != "equal"
            for n in range(start, max(end, start + 1))
        }
        inside = _bodies(before[path])
        if not lines <= inside.keys():
            return
        for number in lines:
            yield from (f"{path}:{near}" for near in inside[number])


def _bodies(text: str) -> dict[int, set[int]]:
    """Each line of a function's body, and the lines of the innermost statement that it belongs to."""
    found: dict[int, set[int]] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            for part in ast.walk(node):
                if isinstance(part, ast.stmt) and part is not node:
                    body = getattr(part, "body", None)
                    last = body[0].lineno - 1 if body else part.end_lineno or part.lineno
                    span = set(range(part.lineno, max(last, part.lineno) + 1))
                    found.update(dict.fromkeys(span, span))
    return found


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.mutants.kill`: 1 as soon as anything notices that the engine's code is not what it was.

The quick way first: every scenario in this process. Then the engine's other tests, but for those that play the
scenarios again. Made for mutants of code; `docs/mutants.md` says how they are run.
"""

from __future__ import annotations

import sys

import pytest

from rules_engine.errors import EngineError
from tests.mutants import scenarios
from tests.rules_engine.scenario.texts import play

AGAIN = (
    "mechanics",
    "scenario/test_library.py",
    "scenario/test_switched_off.py",
    "oracle/test_coverage.py",
    "oracle/test_variations.py",
)


def main() -> int:
    """Print what noticed it."""
    for file in sorted(scenarios(), key=_size):
        try:
            status: str = play(file).status
        except (EngineError, AssertionError, LookupError, TypeError, ValueError, AttributeError) as error:
            status = type(error).__name__
        if status != "passed":
            print(f"{file.id}: {status}")
            return 1
    ignored = [f"--ignore=tests/rules_engine/{name}" for name in AGAIN]
    return int(
        pytest.main(
            ["-x", "-q", "-p", "no:cacheprovider", "tests/rules_engine", "tests/properties", *ignored]
        )
    )


def _size(file: object) -> int:
    return len(repr(file))


if __name__ == "__main__":
    sys.exit(main())

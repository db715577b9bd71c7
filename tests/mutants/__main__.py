"""`python -m tests.mutants [RULE …]`: every rule off in turn; 1 if one survives that is not on the list, or is on it in vain."""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from rules_engine.process.units import UNITS
from tests.mutants import Mutant, notices, scenarios, survivors, switch_off, units
from tests.rules_engine.scenario.test_switched_off import STILL_PASS


def main() -> int:
    """Print a line for each rule, and what is wrong with the lists."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULE", help="only these; all rules unless given")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    args = parser.parse_args()
    known = survivors()
    problems: list[str] = []
    with ProcessPoolExecutor(args.jobs) as pool:
        for mutant in pool.map(switch_off, args.rules or units()):
            print(_line(mutant), flush=True)
            if mutant.noticed_by is None and mutant.rule not in known:
                problems.append(f"{mutant.rule}: no scenario misses it ({UNITS[mutant.rule]})")
            if mutant.noticed_by is not None and mutant.rule in known:
                problems.append(f"{mutant.rule}: {mutant.noticed_by} misses it; drop it from the list")
        if not args.rules:
            pairs = sorted(STILL_PASS)
            for pair, noticed in zip(pairs, pool.map(_noticed, pairs), strict=True):
                if noticed:
                    problems.append(f"{' without '.join(pair)} no longer passes; drop it from the exceptions")
    print("\n".join(problems) or "every rule is missed, or there is a reason")
    return 1 if problems else 0


def _line(mutant: Mutant) -> str:
    if mutant.noticed_by is None:
        return f"{mutant.rule:<10}survives {mutant.tried} scenarios: {UNITS[mutant.rule]}"
    return f"{mutant.rule:<10}missed by {mutant.noticed_by} (tried {mutant.tried})"


def _noticed(pair: tuple[str, str]) -> bool:
    name, rule = pair
    return notices(next(file for file in scenarios() if file.id == name), rule)


if __name__ == "__main__":
    sys.exit(main())

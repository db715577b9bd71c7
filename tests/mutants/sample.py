"""`python -m tests.mutants.sample SESSION --process 200 --model 100 --seed 1`: keep a random sample of a session's mutants.

SESSION is what `cosmic-ray init` has made. A place of the code counts once for each kind of change, however many
variants there are of it, and one of them is drawn. Left out is what changes nothing or can't be missed:
annotations, unions of types, `is` for `==` and the other way round, and decorators that make a class or a property.
"""

from __future__ import annotations

import argparse
import ast
import random
import sqlite3
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PARTS = ("process", "model")
_SAME = {"Is_Eq", "Eq_Is", "IsNot_NotEq", "NotEq_IsNot"}
_QUERY = """
    SELECT job_id, module_path, operator_name, start_pos_row, start_pos_col FROM mutation_specs
    ORDER BY module_path, start_pos_row, start_pos_col, operator_name, occurrence
"""


def main() -> int:
    """Draw, delete the rest, and say how many there were."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.sample", description=__doc__)
    parser.add_argument("session", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    for part in PARTS:
        parser.add_argument(
            f"--{part}", type=int, default=0, metavar="N", help=f"mutants of rules_engine/{part}"
        )
    args = parser.parse_args()
    rng = random.Random(args.seed)
    kept: list[str] = []
    with sqlite3.connect(args.session) as session:
        places = _places(session)
        for part in PARTS:
            here = [jobs for (path, *_), jobs in places.items() if f"rules_engine/{part}/" in path]
            drawn = rng.sample(here, min(getattr(args, part), len(here)))
            kept += [rng.choice(jobs) for jobs in drawn]
            print(f"{part}: {len(drawn)} of {len(here)} places, {sum(map(len, here))} mutants")
        for table in ("work_results", "mutation_specs", "work_items"):
            marks = ",".join("?" * len(kept))
            session.execute(f"DELETE FROM {table} WHERE job_id NOT IN ({marks})", kept)
    return 0


Place = tuple[str, int, int, str]


def _places(session: sqlite3.Connection) -> dict[Place, list[str]]:
    """Where the code may be changed, and the mutants that do."""
    places: dict[Place, list[str]] = {}
    for job, path, operator, row, column in session.execute(_QUERY):
        family, _, change = operator.rpartition("/")[2].partition("_")
        if change in _SAME or (row, column) in _pointless(path, family, change):
            continue
        places.setdefault((path, row, column, family), []).append(job)
    return places


@cache
def _pointless(path: str, family: str, change: str) -> frozenset[tuple[int, int]]:
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    if family == "RemoveDecorator":
        return frozenset(_plain_decorators(tree))
    if family == "ReplaceBinaryOperator" and change.startswith("BitOr"):
        return frozenset(_unions(tree))
    return frozenset()


def _plain_decorators(tree: ast.AST) -> Iterator[tuple[int, int]]:
    for node in ast.walk(tree):
        for decorator in getattr(node, "decorator_list", ()):
            if ast.unparse(decorator).partition("(")[0] in ("dataclass", "property", "cache", "classmethod"):
                yield decorator.lineno, decorator.col_offset - 1


def _unions(tree: ast.AST) -> Iterator[tuple[int, int]]:
    """Where `|` stands between types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
            if _is_type(node.left) and _is_type(node.right):
                yield node.left.end_lineno or 0, (node.left.end_col_offset or 0) + 1


def _is_type(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp):
        return _is_type(node.left) and _is_type(node.right)
    text = ast.unparse(node).partition("[")[0].rpartition(".")[2]
    return text in ("None", "int", "str", "bool", "tuple", "list", "dict", "frozenset") or text[:1].isupper()


if __name__ == "__main__":
    sys.exit(main())

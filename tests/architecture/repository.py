"""The repository seen as files: what the tests in this folder look through."""

from __future__ import annotations

import os
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bot", "knowledge", "rules_engine")
SHARED = Path(os.environ.get("JUDGECALL_SHARED") or ROOT.parent / "shared")
_NOT_OURS = {".git", ".venv", ".lock-venv", "__pycache__", "build", "dist"}


@cache
def files() -> tuple[Path, ...]:
    """All files of the project: what git tracks or would track; without git, what lies here."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode == 0:
        found = [ROOT / name for name in listed.stdout.split("\0") if name]
    else:
        found = [path for path in ROOT.rglob("*") if not _NOT_OURS & set(path.relative_to(ROOT).parts)]
    return tuple(sorted(path for path in found if path.is_file()))


def files_of(*folders: str, suffixes: tuple[str, ...]) -> list[Path]:
    """The project's files below the given top folders that end in one of the suffixes."""
    return [
        path for path in files() if path.relative_to(ROOT).parts[0] in folders and path.suffix in suffixes
    ]


@cache
def pyproject() -> dict[str, Any]:
    """pyproject.toml as data."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

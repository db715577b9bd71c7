"""Which way data flows is written in pyproject.toml; here it is held."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib.metadata import packages_distributions

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.architecture.repository import PACKAGES, ROOT, files_of, pyproject


def test_arrows_between_and_inside_the_packages__are_kept() -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from importlinter.cli import lint_imports_command as run; run()",
            "--no-cache",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def _third_party(folder: str) -> dict[str, str]:
    """The top-level modules from outside that a folder imports, each with one file that does."""
    found: dict[str, str] = {}
    for path in files_of(folder, suffixes=(".py",)):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
                names = [node.module]
            else:
                continue
            for name in names:
                top = name.partition(".")[0]
                if top not in sys.stdlib_module_names and top not in (*PACKAGES, "tests"):
                    found.setdefault(top, str(path.relative_to(ROOT)))
    return found


@pytest.mark.parametrize("folder", [*PACKAGES, "tests"])
def test_every_imported_distribution__is_declared(folder: str) -> None:
    project = pyproject()["project"]
    declared = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    if folder == "tests":
        extra = project["optional-dependencies"]["dev"]
        declared |= {canonicalize_name(Requirement(line).name) for line in extra}
    owners = packages_distributions()
    undeclared = {
        module: path
        for module, path in _third_party(folder).items()
        if not declared & {canonicalize_name(name) for name in owners.get(module, ())}
    }
    assert not undeclared

"""What the documents claim is true: commands run, files and targets that they name are there."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bot.settings import Settings
from bot.terminal.main import COMMANDS
from tests.architecture.repository import ROOT, files, pyproject
from tests.command_line import judgecall

JUDGECALL = Path(sys.executable).with_name("judgecall")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def _documents() -> list[Path]:
    return [path for path in files() if path.suffix == ".md"]


def _commands(document: Path) -> list[str]:
    """The lines of all `sh` blocks, without comments."""
    found = []
    for kind, block in _BLOCK.findall(document.read_text(encoding="utf-8")):
        if kind == "sh":
            lines = (line.partition(" #")[0].strip() for line in block.splitlines())
            found += [line for line in lines if line]
    return found


README = _commands(ROOT / "README.md")
_JUDGECALL = [
    line for line in README if "judgecall " in line.partition("|")[0] and not line.startswith(("sudo", "git"))
]
_FIRST = next(tuple(shlex.split(line)[1:]) for line in _JUDGECALL if " ask " in line)
_MAKE = sorted(
    {line for path in _documents() for line in _commands(path) if re.search(r"(^|\s)make\b", line)}
)


def test_readme__shows_commands_of_both_kinds() -> None:
    assert len(_JUDGECALL) >= 5
    assert "make run" in _MAKE


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One data folder for all commands, as a reader of the README has it."""
    return tmp_path_factory.mktemp("data")


@cache
def _judgecall(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The reader's first command in a process of its own, the others in this one."""
    settings = {"JUDGECALL_DATA": str(data), "COLUMNS": "100"}
    if words != _FIRST:
        with pytest.MonkeyPatch.context() as patch, contextlib.chdir(ROOT):
            for name, value in settings.items():
                patch.setenv(name, value)
            return judgecall(*words)
    return subprocess.run(
        [JUDGECALL, *words],
        cwd=ROOT,
        env={**os.environ, **settings},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("line", _JUDGECALL)
def test_judgecall_command_of_the_readme__runs(line: str, data: Path) -> None:
    words = shlex.split(line)
    assert words[0] == ".venv/bin/judgecall", (
        "the README calls the command by the path that `make setup` makes"
    )
    done = _judgecall(data, *words[1:])
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()
    assert "Traceback" not in done.stderr


def test_first_question_of_the_readme__has_the_answer_that_the_readme_shows(data: Path) -> None:
    (example,) = (
        block for kind, block in _BLOCK.findall((ROOT / "README.md").read_text("utf-8")) if kind == "text"
    )
    done = _judgecall(data, *_FIRST)
    assert _words(done.stdout) == _words(example), "the example in the README is stale"


def _words(page: str) -> list[str]:
    """A page's words, without how many positions the engine visited: that follows every change of it."""
    words = page.split()
    return [
        "N" if before in {"explored:", "positions:"} else word
        for before, word in zip(["", *words], words, strict=False)
    ]


def test_page_of_commands__lists_those_that_there_are() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(COMMANDS)


def test_page_of_settings__lists_those_that_there_are() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    known = {str(field.validation_alias) for field in Settings.model_fields.values()}
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == known


@pytest.mark.parametrize("line", _MAKE)
def test_make_target_of_a_document__exists(line: str) -> None:
    words = shlex.split(re.sub(r" -C \S+", "", line))
    targets = [word for word in words[words.index("make") + 1 :] if "=" not in word]
    # The test runs below make already; -n prints what would be done and does nothing.
    environment = {
        key: value for key, value in os.environ.items() if key not in {"MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
    }
    done = subprocess.run(
        ["make", "-n", *targets], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_links_of_documents__lead_to_files() -> None:
    broken = []
    for document in _documents():
        text = _BLOCK.sub("", document.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", text):
            if (
                not target.startswith(("https://", "http://", "mailto:"))
                and not (document.parent / target).exists()
            ):
                broken.append(f"{document.relative_to(ROOT)}: {target}")
    assert not broken


def test_every_dependency__has_its_reason_in_the_architecture_page() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    project = pyproject()["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert not [name for line in wanted if f"`{(name := Requirement(line).name)}`" not in page]


def test_folders_of_the_architecture_page__exist() -> None:
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    paths = re.findall(r"`((?:bot|knowledge|rules_engine|tests|deploy|docs)/[\w./-]*)`", page)
    assert paths
    assert not [path for path in paths if not (ROOT / path).exists()]


def test_the_page_of_the_architecture__stays_one_page() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split()) < 1100

"""Every rule number that the project cites exists in the Comprehensive Rules."""

from __future__ import annotations

import gzip
import io
import os
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.architecture.repository import PACKAGES, ROOT, SHARED, files, files_of

# Wherever it stands in words: "704.5e", "702.99"; a section without a dot only after "CR" or "rule".
_RULE = re.compile(r"(?<![\d.\w])([1-9]\d\d\.\d{1,3}[a-z]?)(?![\d\w]|\.\d)")
_SECTION = re.compile(r"\b(?:CR|rules?) ([1-9]\d\d)(?![\d.]|[a-z])")
_HEADING = re.compile(r"(\d{3})-|(\d{3}\.\d+)-")
# Numbers that are wrong on purpose, to show what happens then.
_ON_PURPOSE: frozenset[str] = frozenset()


@cache
def _rules() -> frozenset[str]:
    texts = sorted((SHARED / "data" / "mirror" / "cr").glob("*.txt.gz"))
    if not texts:
        message = f"no rules text below {SHARED}: cited rule numbers are not checked"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)
    text = gzip.decompress(texts[-1].read_bytes()).decode("utf-8-sig")
    numbers = re.findall(
        r"^(\d{3}(?:\.\d+[a-z]?)?)\.? ", text.replace("\r\n", "\n").replace("\r", "\n"), re.MULTILINE
    )
    return frozenset(numbers)


def _words_of_python(path: Path) -> Iterator[tuple[int, str]]:
    """Comments and strings; a number in code is a number."""
    wanted = {tokenize.COMMENT, tokenize.STRING}
    if hasattr(tokenize, "FSTRING_MIDDLE"):
        wanted.add(tokenize.FSTRING_MIDDLE)
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type in wanted:
            yield token.start[0], token.string


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    if path.suffix == ".py":
        yield from _words_of_python(path)
    else:
        yield from enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)


def _cited(paths: list[Path]) -> dict[str, list[str]]:
    """Each cited number with the places that cite it."""
    found: dict[str, list[str]] = {}
    for path in paths:
        for line, text in _lines(path):
            for number in (*_RULE.findall(text), *_SECTION.findall(text)):
                found.setdefault(number, []).append(f"{path.relative_to(ROOT)}:{line}")
    return found


def _missing(paths: list[Path]) -> dict[str, list[str]]:
    cited = _cited(paths)
    assert cited, "found no citation at all: the search is broken"
    rules = _rules()
    return {number: places for number, places in cited.items() if number not in rules | _ON_PURPOSE}


def test_the_search__finds_citations_and_leaves_other_numbers_alone() -> None:
    text = "CR 704.5e, 702.99a–b; see rule 613 (or 100.1a). Version 0.3.0, 127.0.0.1, 3.14, 200.50 ms, 1024.5x, CR 1"
    assert _RULE.findall(text) == ["704.5e", "702.99a", "100.1a", "200.50"]
    assert _SECTION.findall(text) == ["613"]


def test_folders_of_the_library__are_named_by_a_rule() -> None:
    library = ROOT / "rules_engine" / "library"
    folders = [path.name for path in library.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert folders
    assert not [name for name in folders if not re.fullmatch(r"\d{3}(\.\d+[a-z]?)?-[a-z-]+", name)]


def test_rule_numbers_that_are_cited__exist() -> None:
    assert not _missing(files_of(*PACKAGES, suffixes=(".py", ".yaml", ".json", ".jsonl", ".toml")))
    assert not _missing([path for path in files() if path.suffix == ".md" and path.name != "CHANGELOG.md"])
    folders = [path.name for path in (ROOT / "rules_engine" / "library").iterdir() if path.name[0].isdigit()]
    assert not [name for name in folders if name.partition("-")[0] not in _rules()]

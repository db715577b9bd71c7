"""Scenario files are read as text: nothing is turned into a number, a date or a truth value."""

from __future__ import annotations

import pytest

from rules_engine.errors import ScenarioError
from rules_engine.scenario.yaml_text import describe, read


def test_scalars__stay_as_they_are_written() -> None:
    assert read("rule: 702.170\nanswer: no\nx: 007\ndate: 2024-04-12\nempty:\n").value == {
        "rule": "702.170",
        "answer": "no",
        "x": "007",
        "date": "2024-04-12",
        "empty": "",
    }


def test_lines__are_kept_for_every_place() -> None:
    document = read("a: 1\nb:\n  - x\n  - y: 2\n")
    assert document.line(("b", 1, "y")) == 4
    assert document.line(("b", 1, "nowhere")) == 4
    assert document.line(("nowhere",)) == 1


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("cost: {2}{U}\n", 1, "in quotes"),
        ("a: 1\nb: 2\na: 3\n", 3, "twice"),
        ("a: [1, 2\n", 2, ""),
        ("", None, "empty"),
        ("# only a comment\n", None, "empty"),
        ("? [a, b]\n: 1\n", 1, "name was expected"),
    ],
)
def test_bad_yaml__says_where_and_what(text: str, line: int | None, words: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        read(text, "bad.yaml")
    assert caught.value.file == "bad.yaml"
    assert caught.value.line == line
    assert words in str(caught.value)


def test_alias_of_itself__is_refused() -> None:
    with pytest.raises(ScenarioError, match="too much"):
        read("a: &a [*a]\n")


def test_many_aliases__are_refused_before_they_fill_the_memory() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(ScenarioError, match="too much"):
        read("\n".join(lines))


def test_paths__are_told_counting_from_one() -> None:
    assert describe(("do", 2, "targets", 0)) == "do[3].targets[1]"

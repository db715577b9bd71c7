"""Rule numbers as links: only a rule's number becomes one, and it leads nowhere else."""

from __future__ import annotations

import re

import pytest

from bot.views.rule_links import rule_link, rule_links


@pytest.mark.parametrize(
    ("number", "anchor"),
    [("704.5e", "R7045e"), ("613.11", "R61311"), ("704", "R704"), ("702.19b", "R70219b")],
)
def test_rule_number__leads_to_its_own_place(number: str, anchor: str) -> None:
    assert rule_link(number) == f"[{number}](https://yawgatog.com/resources/magic-rules/#{anchor})"


@pytest.mark.parametrize(
    "text", ["", "70", "704.5ee", "٧٠٤", "704.5e)](https://evil.example", "704.5e\n", "004.1"]
)
def test_what_is_no_rule_number__is_no_link(text: str) -> None:
    assert not re.search(r"(?<!\\)\]\(", rule_link(text))


def test_several_numbers__are_told_apart() -> None:
    assert rule_links(["704.5e", "x"]) == f"{rule_link('704.5e')}, x"

"""Rule numbers that lead to the rule's text: a public copy of the Comprehensive Rules has an address for each."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from bot.views.text import escape

RULES_PAGE: Final = "https://yawgatog.com/resources/magic-rules/#R"
"""Kept up to date with every release; a rule's anchor is its number without the dot (#R7045e for 704.5e).

The official page (https://magic.wizards.com/en/rules) offers files only, in which no rule has an address.
"""
_NUMBER: Final = re.compile(r"[1-9]\d\d(?:\.\d{1,3}[a-z]?)?")


def rule_link(number: str) -> str:
    """The number as a link in Discord's markup; what is no rule number comes back escaped and leads nowhere."""
    if not _NUMBER.fullmatch(number):
        return escape(number)
    return f"[{number}]({RULES_PAGE}{number.replace('.', '')})"


def rule_links(numbers: Iterable[str]) -> str:
    """Several, with commas."""
    return ", ".join(rule_link(number) for number in numbers)

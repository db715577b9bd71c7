"""A scenario file begun from a report: what is known is filled in, what is not says TODO, and it fails until it is done."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from bot.views.text import one_line

if TYPE_CHECKING:
    from bot.state import Report

_RULE = re.compile(r"\d{3}\.\d{1,3}[a-z]?")
_MAX_CARDS = 8


def skeleton(report: Report, file: str) -> str:
    """The text of the file. Everything that people wrote stands in comments and quoted strings only."""
    answer = report.answer
    told: dict[str, Any] = answer.get("confirmation") or {}
    lines = [
        f"# Unfinished: begun from report {report.id}. Replace every TODO, then run",
        f"#   judgecall scenario run {file}",
        "# which fails until the claim at the end is yours. docs/scenarios.md explains each field.",
        "#",
        f"# Asked:     {one_line(report.question)}",
        f"# Answered:  {one_line(str(answer.get('headline') or answer.get('shown') or 'nothing'))} ({answer.get('confidence')})",
        f"# Wrong is:  {one_line(report.reason)}",
        f"# Right is:  {one_line(report.right) or '(not said)'}",
    ]
    if told.get("scenario"):
        scenario = one_line(str(told["scenario"]))
        lines.append(f"# The engine answered from {scenario}: judgecall scenario explain {scenario}")
    cards = [one_line(str(card["name"])) for card in answer.get("cards", [])][:_MAX_CARDS]
    return "\n".join([*lines, *_scenario(report, told, cards), ""])


def _scenario(report: Report, told: dict[str, Any], cards: list[str]) -> list[str]:
    rules = [*told.get("rules", []), *report.answer.get("rules", [])]
    cites = list(dict.fromkeys(rule for rule in map(str, rules) if _RULE.fullmatch(rule)))[:6] or ["608.2"]
    title = json.dumps(f"TODO: {one_line(report.question)[:200]}", ensure_ascii=False)
    hand = json.dumps(cards, ensure_ascii=False)
    return [
        f"id: report-{report.id}",
        f"title: {title}  # TODO: say in one sentence what is so",
        f"cites: [{', '.join(cites)}]  # TODO: the rules that the claim rests on",
        "given:",
        "  players:",
        "    A:",
        "      battlefield: []  # TODO: lands, and what is in play",
        f"      hand: {hand}  # TODO: put each card where it is",
        "    B: {}",
        "do: []  # TODO: what happens, one step a line",
        "expect:",
        "  - id: todo",
        '    claim: "TODO: what must hold"',
        "    always: {life: {A: 0}}  # TODO: this never holds; put the claim here",
    ]

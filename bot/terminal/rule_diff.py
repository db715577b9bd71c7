"""`judgecall rule --diff OLD NEW`: what changed between two stored editions of the rules."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from bot.errors import UsageError
from bot.terminal.setting import console, opened, print_json

if TYPE_CHECKING:
    from knowledge import Rule
    from knowledge.rules_diff import RulesDiff


def show(query: str | None, dates: list[str], *, as_json: bool) -> int:
    """Print the difference, of the whole rules or of those whose number begins with the query."""
    old, new = (_date(text) for text in dates)
    with opened(model=False) as knowledge:
        diff = knowledge.rules_diff(old, new)
    document = _document(diff, (query or "").strip().lower())
    if as_json:
        print_json(document)
    else:
        _print(document)
    return 0


def _date(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise UsageError(
            f"judgecall rule: --diff needs two dates such as 2026-01-16 2026-02-27, not “{text}”"
        ) from None


def _document(diff: RulesDiff, start: str) -> dict[str, object]:
    def meant(*rules: Rule) -> bool:
        return not start or any(rule.number.startswith(start) for rule in rules)

    return {
        "old_effective": diff.old_effective.isoformat() if diff.old_effective else None,
        "new_effective": diff.new_effective.isoformat() if diff.new_effective else None,
        "added": [{"number": rule.number, "text": rule.text} for rule in diff.added if meant(rule)],
        "removed": [{"number": rule.number, "text": rule.text} for rule in diff.removed if meant(rule)],
        "changed": [
            {"number": one.new.number, "old": one.old.text, "new": one.new.text}
            for one in diff.changed
            if meant(one.old, one.new)
        ],
        "moved": [
            {"old": one.old.number, "new": one.new.number, "reworded": one.reworded, "text": one.new.text}
            for one in diff.moved
            if meant(one.old, one.new)
        ],
    }


def _print(document: dict[str, object]) -> None:
    from rich.text import Text

    out = console()
    out.print(Text(f"Rules of {document['old_effective']} → {document['new_effective']}", style="bold"))
    for kind in ("added", "removed", "changed", "moved"):
        entries = document[kind]
        assert isinstance(entries, list)
        out.print(Text(f"{kind}: {len(entries)}", style="bold"))
        for entry in entries:
            if kind == "moved":
                words = f"{entry['old']} → {entry['new']}{'  (reworded)' if entry['reworded'] else ''}"
                out.print(Text(f"  {words}"))
            elif kind == "changed":
                out.print(Text.assemble("  ", (entry["number"], "bold")))
                out.print(Text(f"    − {entry['old']}", style="red"))
                out.print(Text(f"    + {entry['new']}", style="green"))
            else:
                out.print(Text.assemble("  ", (entry["number"], "bold"), "  ", entry["text"] or ""))

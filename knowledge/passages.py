"""What is one searchable passage: a ruling's text, a rule, a glossary entry, an example, a translated ruling."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from knowledge.models import GlossaryEntry, PassageKind, Rule, text_hash

KINDS: tuple[PassageKind, ...] = ("ruling", "rule", "glossary", "example", "translation")
"""The kinds in the order of their ids, so that each is one range. Translations come last: an English encoder
does not read them, so they have no vectors."""

GROUPS: dict[str, tuple[PassageKind, ...]] = {
    "rulings": ("ruling", "translation"),
    "rules": ("rule", "glossary", "example"),
}
"""Which kinds of passages a search for rulings or for rules looks through."""


class Draft(NamedTuple):
    """A passage before it has an id; `leads_to` is the (kind, key) that it is shown as."""

    kind: PassageKind
    key: str
    language: str
    text: str
    leads_to: tuple[PassageKind, str]


def is_heading(rule: Rule) -> bool:
    """Whether a numbered line only names what follows ("702.99. Cipher")."""
    return rule.text is not None and rule.text == rule.title


def rule_text(rule: Rule) -> str:
    """What of a rule is searched: its heading and its text, or our own line before the rules were synced."""
    text = rule.text or rule.summary or ""
    if rule.title and not text.lower().startswith(rule.title.lower()):
        return f"{rule.title}: {text}"
    return text


def draft_passages(connection: sqlite3.Connection, effective: str) -> Iterator[Draft]:
    """All passages of a store that is being written, in the order of `KINDS`."""
    for hashed, text in connection.execute("SELECT hash, text FROM texts ORDER BY id"):
        yield Draft("ruling", hashed, "en", text, ("ruling", hashed))
    rules = [
        Rule.model_validate_json(rule)
        for (rule,) in connection.execute(
            "SELECT rule FROM rules WHERE effective = ? ORDER BY place", (effective,)
        )
    ]
    for rule in rules:
        if not is_heading(rule) and rule_text(rule):
            yield Draft("rule", rule.number, "en", rule_text(rule), ("rule", rule.number))
    numbers = [rule.number for rule in rules if not is_heading(rule) and rule_text(rule)]
    for (data,) in connection.execute(
        "SELECT entry FROM glossary WHERE effective = ? ORDER BY term", (effective,)
    ):
        entry = GlossaryEntry.model_validate(json.loads(data))
        see = _first_rule(entry.see, numbers)
        if see is not None and not entry.obsolete:
            yield Draft("glossary", entry.term, "en", f"{entry.term}: {entry.text}", ("rule", see))
    for rule in rules:
        for example in rule.examples:
            yield Draft("example", rule.number, "en", example, ("rule", rule.number))
    for hashed, language, text in connection.execute(
        "SELECT t.hash, x.language, x.translation FROM translations x JOIN texts t ON t.id = x.text"
        " ORDER BY x.language, t.id"
    ):
        yield Draft("translation", hashed, language, text, ("ruling", hashed))


def _first_rule(see: Sequence[str], numbers: Sequence[str]) -> str | None:
    """The rule that a reference leads to; one to a whole group leads to the group's first rule."""
    for wanted in see:
        below = re.compile(rf"{re.escape(wanted)}(?![0-9])")
        if found := next((number for number in numbers if below.match(number)), None):
            return found
    return None


def write_passages(connection: sqlite3.Connection, effective: str) -> int:
    """Fills the table of passages and returns how many there are; ids count up from 0."""
    ids: dict[tuple[str, str], int] = {}
    rows = []
    for place, draft in enumerate(draft_passages(connection, effective)):
        if draft.kind in ("ruling", "rule"):
            ids[draft.kind, draft.key] = place
        leads_to = ids[draft.leads_to]
        rows.append(
            (place, draft.kind, draft.key, draft.language, draft.text, text_hash(draft.text), leads_to)
        )
    connection.executemany("INSERT INTO passages VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    return len(rows)

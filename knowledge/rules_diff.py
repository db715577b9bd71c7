"""Comparing editions of the rules: what came, what went, what changed, and which texts moved to another number."""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz, process

from knowledge.content import Ruleset
from knowledge.errors import KnowledgeError
from knowledge.folding import fold_text
from knowledge.models import Rule
from knowledge.store import Store

NUMBER = re.compile(r"([1-9](?:\d\d)?)(?:\.(\d{1,3})([a-z])?)?")
CITED = re.compile(r"\b\d{3}(?:\.\d+[a-z]?)?\b")
SAME_RULE = 60.0
"""Likeness (0–100) from which a text under its old number is the old rule, reworded."""
MOVED_RULE = 85.0
"""Likeness from which a text under another number is the old rule, moved and reworded."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A text that has another number now; `reworded` when it is not word for word the same."""

    old: Rule
    new: Rule
    reworded: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """A rule that has another text under the same number."""

    old: Rule
    new: Rule


@dataclass(frozen=True, slots=True)
class RulesDiff:
    """What differs between two editions. Each rule of either edition is in at most one of the lists."""

    old_effective: dt.date | None
    new_effective: dt.date | None
    added: tuple[Rule, ...]
    removed: tuple[Rule, ...]
    changed: tuple[Changed, ...]
    moved: tuple[Moved, ...]

    def moves(self) -> dict[str, str]:
        """Old number → new number of everything that moved."""
        return {move.old.number: move.new.number for move in self.moved}


def number_order(number: str) -> tuple[int, int, str]:
    """A sort key that puts rule numbers in the order of the book; anything else comes last."""
    found = NUMBER.fullmatch(number)
    if found is None:
        return 1000, 0, number
    group = int(found[1]) if len(found[1]) == 3 else int(found[1]) * 100 - 1
    return group, int(found[2] or 0), found[3] or ""


def rules_diff(old: Ruleset, new: Ruleset) -> RulesDiff:
    """Compare two editions by text: a rule whose text stands elsewhere moved, whatever its old number says now.

    Quotes, spaces and the numbers that a text cites do not count as differences; the citations change whenever
    the cited rule moves.
    """
    return _Comparison(old, new).result()


def diff_stored(store: Store, old: dt.date, new: dt.date) -> RulesDiff:
    """Compare two editions that are stored. A KnowledgeError names the dates at hand when one is not."""
    at_hand = store.effective_dates()
    for date in (old, new):
        if date not in at_hand:
            dates = ", ".join(str(d) for d in at_hand) or "none; run `judgecall sync`"
            raise KnowledgeError(f"there are no rules effective {date} in the data; at hand are {dates}")
    return rules_diff(_stored(store, old), _stored(store, new))


def check_stored_citations(
    store: Store, numbers: Iterable[str], *, written_for: dt.date | None = None
) -> tuple[CitationProblem, ...]:
    """Check cited rule numbers against the rules in use; see `check_citations`.

    Before the rules were synced only the built-in numbers are known and nothing can be checked: no problems.
    """
    dates = store.effective_dates()
    if not dates:
        return ()
    older = [_stored(store, date) for date in dates[:-1]]
    return check_citations(numbers, _stored(store, dates[-1]), older, written_for=written_for)


def _stored(store: Store, effective: dt.date) -> Ruleset:
    return Ruleset(effective=effective, rules=store.rules(effective))


class _Comparison:
    def __init__(self, old: Ruleset, new: Ruleset) -> None:
        self._effective = old.effective, new.effective
        self._old = {rule.number: rule for rule in old.rules}
        self._new = {rule.number: rule for rule in new.rules}
        self._old_key = {number: _key(rule) for number, rule in self._old.items()}
        self._new_key = {number: _key(rule) for number, rule in self._new.items()}
        self._changed: list[Changed] = []
        self._moved: list[Moved] = []

    def result(self) -> RulesDiff:
        self._drop_equal()
        self._match_same_text()
        self._match_same_number()
        self._match_similar_text()
        return RulesDiff(
            *self._effective,
            added=_ordered(self._new.values()),
            removed=_ordered(self._old.values()),
            changed=tuple(sorted(self._changed, key=lambda change: number_order(change.new.number))),
            moved=tuple(sorted(self._moved, key=lambda move: number_order(move.old.number))),
        )

    def _drop_equal(self) -> None:
        for number in [n for n in self._old if self._old_key[n] == self._new_key.get(n)]:
            old, new = self._old.pop(number), self._new.pop(number)
            if [fold_text(example) for example in old.examples] != [fold_text(e) for e in new.examples]:
                self._changed.append(Changed(old, new))

    def _match_same_text(self) -> None:
        """Where the same text went; of several rules with one text, the nearest numbers belong together."""
        where: dict[str, list[str]] = defaultdict(list)
        for number in self._new:
            where[self._new_key[number]].append(number)
        for number in sorted(self._old, key=number_order):
            places = where[self._old_key[number]]
            if places:
                place = min(places, key=lambda candidate: _distance(number, candidate))
                places.remove(place)
                self._pair(number, place, reworded=False)

    def _match_same_number(self) -> None:
        for number in [n for n in self._old if n in self._new]:
            if fuzz.ratio(self._old_key[number], self._new_key[number]) >= SAME_RULE:
                self._changed.append(Changed(self._old.pop(number), self._new.pop(number)))

    def _match_similar_text(self) -> None:
        for number in sorted(self._old, key=number_order):
            # Short titles look alike by chance ("Scry" and "Cry"); only whole sentences are compared by likeness.
            texts = {n: self._new_key[n] for n in self._new if len(self._new_key[n]) > 40}
            if len(self._old_key[number]) <= 40:
                continue
            best = process.extractOne(
                self._old_key[number], texts, scorer=fuzz.ratio, score_cutoff=MOVED_RULE
            )
            if best is not None:
                self._pair(number, best[2], reworded=True)

    def _pair(self, old: str, new: str, *, reworded: bool) -> None:
        before, after = self._old.pop(old), self._new.pop(new)
        if old == new:
            self._changed.append(Changed(before, after))
        else:
            self._moved.append(Moved(before, after, reworded))


CitationReason = Literal["no such rule", "moved", "gone"]


@dataclass(frozen=True, slots=True)
class CitationProblem:
    """A cited number that does not hold in the rules in use.

    `now` is where the rule went ("moved"), `nearest` the existing number next to a number that no edition at
    hand has; `effective` is the date of the rules in use.
    """

    number: str
    reason: CitationReason
    now: str | None
    nearest: str | None
    effective: dt.date | None

    def line(self) -> str:
        """The problem in one line."""
        where = f"; it is {self.now} now" if self.now else ""
        near = f"; the nearest is {self.nearest}" if self.nearest and not self.now else ""
        return f"{self.number}: {self.reason} in the rules of {self.effective}{where}{near}"


def check_citations(
    numbers: Iterable[str],
    current: Ruleset,
    older: Iterable[Ruleset] = (),
    *,
    written_for: dt.date | None = None,
) -> tuple[CitationProblem, ...]:
    """Which of the cited numbers do not exist in `current`, or mean another rule than when they were written.

    `older` are further editions at hand. With `written_for` (the effective date of the edition that was cited)
    a number is also reported when it still exists but its text moved away from it. Each number is looked at
    once; the problems come in the order of the book.
    """
    editions = {edition.effective: edition for edition in older if edition.effective != current.effective}
    existing = {rule.number for rule in current.rules}
    wanted = sorted(set(numbers), key=number_order)
    problems: dict[str, CitationProblem] = {}
    if written_for is not None and (cited := editions.get(written_for)) is not None:
        moves = rules_diff(cited, current).moves()
        for number in wanted:
            if number in moves:
                problems[number] = _problem(number, "moved", moves[number], current, existing)
    missing = [number for number in wanted if number not in existing and number not in problems]
    for edition in sorted(editions.values(), key=lambda e: e.effective or dt.date.min, reverse=True):
        known = {rule.number for rule in edition.rules}
        had = [number for number in missing if number in known]
        if not had:
            continue
        moves = rules_diff(edition, current).moves()
        for number in had:
            now = moves.get(number)
            problems[number] = _problem(number, "moved" if now else "gone", now, current, existing)
        missing = [number for number in missing if number not in known]
    for number in missing:
        problems[number] = _problem(number, "no such rule", None, current, existing)
    return tuple(problems[number] for number in wanted if number in problems)


def nearest_number(number: str, existing: Iterable[str]) -> str | None:
    """The existing number next to one that does not exist: its parent, else the closest in the book."""
    known = set(existing)
    parent = number
    while parent:
        parent = parent.rpartition(".")[0] if parent[-1:].isdigit() else parent[:-1]
        if parent in known:
            return parent
    return min(
        known, key=lambda candidate: (_distance(number, candidate), number_order(candidate)), default=None
    )


def _problem(
    number: str, reason: CitationReason, now: str | None, current: Ruleset, existing: set[str]
) -> CitationProblem:
    nearest = None if now else nearest_number(number, existing)
    return CitationProblem(number, reason, now, nearest, current.effective)


def _key(rule: Rule) -> str:
    """What is compared of a rule: its words, without the numbers it cites, and whether it is a keyword's title."""
    return " ".join(CITED.sub("#", fold_text(rule.text or "")).split())


def _distance(one: str, other: str) -> tuple[int, int, int]:
    a, b = number_order(one), number_order(other)
    letters = ord(a[2][0]) - ord(b[2][0]) if a[2] and b[2] else 0
    return abs(a[0] - b[0]), abs(a[1] - b[1]), abs(letters)


def _ordered(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    return tuple(sorted(rules, key=lambda rule: number_order(rule.number)))


def as_numbers(diff: RulesDiff) -> Mapping[str, list[str]]:
    """The diff as numbers only, for a first look: "702.5 → 702.6" for what moved."""
    return {
        "added": [rule.number for rule in diff.added],
        "removed": [rule.number for rule in diff.removed],
        "changed": [change.new.number for change in diff.changed],
        "moved": [f"{move.old.number} → {move.new.number}" for move in diff.moved],
    }

"""Claims over all explored lines of play: always, never, possible, and "unknown" where a bound was reached."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_engine.errors import ScenarioError
from rules_engine.scenario.answering import named
from rules_engine.scenario.claims import Condition, Expectation, When
from rules_engine.scenario.conditions import Moment, is_history, judge
from rules_engine.scenario.explorer import Line
from rules_engine.scenario.report import ExpectationResult, Explored, Result, Value
from rules_engine.scenario.watching import Hit, Watch


@dataclass
class Tally:
    """How often a claim's condition held and failed, with the first line of play for each, and the numbers seen."""

    expectation: Expectation
    watch: Watch
    held: int = 0
    failed: int = 0
    held_by: str = ""
    failed_by: str = ""
    values: set[Value] = field(default_factory=set)

    @property
    def names(self) -> tuple[str, ...]:
        """The moments it wants to hear of: a mark, "" for every decision, "end"."""
        at = self.expectation.at
        if isinstance(at, str):
            return (at,)
        if at.asked is None and is_history(self.expectation.condition):
            return (at.end or "end",)
        return ("",) if at.asked is not None else ("", "end")

    def visit(self, name: str, line: Line) -> None:
        """Judge the claim if this is a moment it is about; name: a mark, "" for every decision, or "end"."""
        at = self.expectation.at
        if isinstance(at, str):
            if name == at:
                self._judge(line, line.hits)
            return
        if at.asked is not None:
            self._judge_asked(at, name, line)
            return
        part = between(at, line.hits)
        if part is None:
            return
        if is_history(self.expectation.condition):
            if name == (at.end or "end"):
                self._judge(line, part)
        elif name in ("", "end") and not (at.end is not None and _passed(at.end, line.hits)):
            self._judge(line, part)

    def _judge_asked(self, at: When, name: str, line: Line) -> None:
        decision = line.game.decision
        if name or decision is None or at.asked is None or not named(decision, at.asked):
            return
        if at.by is not None and (
            decision.player is None or self.watch.names.players[decision.player] != at.by
        ):
            return
        if between(at, line.hits) is not None:
            self._judge(line, line.hits)

    def _judge(self, line: Line, hits: tuple[Hit, ...]) -> None:
        moment = Moment(line.game, hits, self.watch)
        where = self.expectation.where
        if where is not None and not judge(where, moment).holds:
            return
        found = judge(self.expectation.condition, moment)
        if found.value is not None:
            self.values.add(found.value)
        if found.holds:
            self.held += 1
            self.held_by = self.held_by or line.witness
        else:
            self.failed += 1
            self.failed_by = self.failed_by or f"{found.reason}, after: {line.witness}"

    def result(self, explored: Explored) -> ExpectationResult:
        """What the claim came to, over everything that was explored."""
        result, witness = self._result(explored.complete)
        values = tuple(sorted(self.values, key=str))
        return ExpectationResult(
            self.expectation.id,
            self.expectation.claim,
            self.expectation.quantifier,
            result,
            values[0] if len(values) == 1 else values or None,
            witness,
            self.expectation.quantifier != "possible" and explored.runs <= 1,
            tuple(self.expectation.rules),
        )

    def _result(self, complete: bool) -> tuple[Result, str]:
        quantifier = self.expectation.quantifier
        if quantifier == "possible":
            if self.held:
                return "holds", self.held_by
            return ("fails", self.failed_by) if complete and self.failed else self._open(complete)
        against, witness = (
            (self.failed, self.failed_by) if quantifier == "always" else (self.held, self.held_by)
        )
        if against:
            return "fails", witness
        if not complete or not self.held + self.failed:
            return self._open(complete)
        return "holds", ""

    def _open(self, complete: bool) -> tuple[Result, str]:
        if complete and self.expectation.quantifier == "possible":
            return "fails", "the moment it is about never came"
        return (
            "unknown",
            "the moment it is about never came" if complete else "a bound of exploring was reached",
        )


def between(at: When, hits: tuple[Hit, ...]) -> tuple[Hit, ...] | None:
    """The hits of a stretch; None before it begins."""
    start, stop = 0, len(hits)
    if at.start is not None:
        found = _first(at.start, hits, 0)
        if found is None:
            return None
        start = found + 1
    if at.end is not None and at.end != "end":
        found = _first(at.end, hits, start)
        stop = found if found is not None else stop
    return hits[start:stop]


def _first(mark: str, hits: tuple[Hit, ...], start: int) -> int | None:
    """Where the mark stands first, from a place on."""
    for index in range(start, len(hits)):
        if hits[index].mark == mark:
            return index
    return None


def _passed(mark: str, hits: tuple[Hit, ...]) -> bool:
    return _first(mark, hits, 0) is not None


def check_conditions(expectation: Expectation) -> None:
    """A claim about a stretch is about states or about events, not about both in one condition."""
    condition = expectation.condition
    if isinstance(expectation.at, When) and expectation.at.asked is None and _mixed(condition):
        raise ScenarioError(
            f"{expectation.id}: over a stretch, ask about events and about states in two claims"
        )


def _mixed(condition: Condition) -> bool:
    history = {"seen", "also_seen", "order", "asked"} & condition.model_fields_set
    rest = condition.model_fields_set - {"seen", "also_seen", "order", "asked", "not_", "any"}
    return bool(history) and bool(rest)

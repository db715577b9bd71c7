"""Exploring: every line of play that the script and its bounds allow, depth first, each state once.

Two lines of play that reach the same game, the same place in the script and the same hits have the same future, so
the second is counted but not played again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from functools import cached_property

from rules_engine.game import Game
from rules_engine.model.decisions import Option
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.scenario.answering import describe
from rules_engine.scenario.report import Explored
from rules_engine.scenario.schema import Bounds
from rules_engine.scenario.script import Cursor, Script, ScriptError, Undone
from rules_engine.scenario.watching import Hit, Watch


@dataclass(frozen=True, slots=True)
class Choice:
    """An option taken on a line of play, in words where it is worth telling, and those before it."""

    option: Option
    text: str
    before: Choice | None = None

    def all(self) -> list[Choice]:
        """Every choice from the start."""
        found: list[Choice] = []
        last: Choice | None = self
        while last is not None:
            found.append(last)
            last = last.before
        return found[::-1]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play so far: game, cursor, hits up to the last priority (`kept`, from the log's first `read` events).

    checks: options that were tried and refused; choices: what was chosen where there was a choice.
    """

    game: Game
    cursor: Cursor
    kept: tuple[Hit, ...] = ()
    read: int = 0
    tail: tuple[Hit, ...] = ()
    choices: Choice | None = None

    @property
    def hits(self) -> tuple[Hit, ...]:
        """All hits up to now."""
        return self.kept + self.tail

    @property
    def witness(self) -> str:
        """The line of play in words: its choices."""
        told = (
            [choice.text for choice in self.choices.all() if choice.text] if self.choices is not None else []
        )
        return "; ".join(told) if told else "the only line of play"


Visitor = Callable[[str, Line], None]


@dataclass
class Explorer:
    """Explores; tells a visitor of every mark, decision and end, as ("mark name", line), ("", line), ("end", line).

    first: the first line that reached the end, which is the one to show; only_first: stop there.
    """

    script: Script
    watch: Watch
    bounds: Bounds
    visit: Visitor
    states: int = 0
    runs: int = 0
    choices: int = 0
    cut: int = 0
    complete: bool = True
    branched: bool = False
    first: Line | None = None
    cut_by: ScriptError | None = None
    only_first: bool = False
    seen: set[Hashable] = field(default_factory=set)

    def explore(self, game: Game) -> Explored:
        """Play every line; ScriptError when the script itself can't be followed."""
        waiting = [Line(game, Cursor())]
        while waiting and not (self.only_first and self.first is not None):
            if (
                self.states >= self.bounds.states
                or self.runs >= self.bounds.runs
                or self.choices > self.bounds.choices
            ):
                self.complete = False
                break
            line = self._arrive(waiting.pop())
            if line is not None:
                waiting.extend(reversed(self._go_on(line)))
        if self.first is None and self.cut_by is not None:
            raise self.cut_by
        return Explored(self.states, self.runs, self.complete, self.cut)

    def _arrive(self, line: Line) -> Line | None:
        """The line with its marks passed and its events read; None when it has been here before or can't go on."""
        try:
            cursor, passed = self.script.settle(line.game, line.cursor, line.game.log[line.read :])
        except Undone as error:
            # An explored attempt that is undone leads nowhere new; a scripted one must go through.
            if line.cursor.acted or not line.cursor.deviated:
                self._stop(line, error)
            return None
        except ScriptError as error:
            self._stop(line, error)
            return None
        line = self._read(line, cursor)
        for name in passed:
            line = Line(
                line.game,
                cursor,
                line.kept,
                line.read,
                (*line.tail, Hit(mark=name, at=len(line.game.log))),
                line.choices,
            )
        line = Line(
            line.game, cursor, line.kept, line.read, line.tail + self.watch.refusals(line.game), line.choices
        )
        if self._was_here(line):
            self.runs += 1
            return None
        self.states += 1
        for name in passed:
            self.visit(name, line)
        self.visit("", line)
        return self._keep(line)

    def _was_here(self, line: Line) -> bool:
        """Whether this state was met before; as long as there is one line of play only, it can't have been."""
        if not self.branched:
            return False
        key = (line.game.key(), line.cursor, normal(line.hits), self._whereabouts(line.game.view))
        # Such a key is large: it is hashed once, not once for asking and once for adding.
        before = len(self.seen)
        self.seen.add(key)
        return len(self.seen) == before

    def _whereabouts(self, state: State) -> Hashable:
        """Where the things are that have a name of their own: games that are alike without it are told apart by it."""
        cards, tokens = self._named
        if not cards and not tokens:
            return ()
        found = []
        for obj in state.objects.values():
            if obj.card in cards or obj.id in tokens:
                place = state.zones[obj.zone, obj.owner if obj.zone.is_owned else None]
                at = 0 if obj.zone in (Zone.HAND, Zone.LIBRARY) else place.index(obj.id)
                found.append((obj.card, obj.id if obj.id in tokens else 0, obj.zone, obj.owner, at))
        return frozenset(found)

    @cached_property
    def _named(self) -> tuple[frozenset[int], frozenset[int]]:
        """The cards and tokens that the scenario calls by a name of their own (`as`)."""
        players = self.script.scenario.given.players.values()
        handles = {
            handle
            for player in players
            for _, placements in player.zones()
            for placement in placements
            if placement.state.handle is not None
            for handle in _numbered(placement.state.handle, placement.count)
        }
        names = self.script.names
        return (
            frozenset(number for handle, number in names.cards.items() if handle in handles),
            frozenset(number for handle, number in names.tokens.items() if handle in handles),
        )

    def _stop(self, line: Line, error: ScriptError) -> None:
        """A line that an explored choice led away from the script ends here; the script itself must go through."""
        if not line.cursor.deviated:
            raise error
        self.cut_by = self.cut_by or error
        self.runs += 1
        self.cut += 1

    def _read(self, line: Line, cursor: Cursor) -> Line:
        """Read the events since the last priority; what a step does may still change until the next one."""
        events = tuple(line.game.log[line.read :])
        checks = tuple(hit for hit in line.tail if hit.batch < 0 or hit.mark)
        tail = merge(self.watch.hits(events, line.game.view, line.read), checks)
        return Line(line.game, cursor, line.kept, line.read, tail, line.choices)

    def _keep(self, line: Line) -> Line:
        decision = line.game.decision
        if decision is not None and decision.kind != "priority":
            return line
        return Line(line.game, line.cursor, line.hits, len(line.game.log), (), line.choices)

    def _go_on(self, line: Line) -> list[Line]:
        try:
            moves = self.script.moves(line.game, line.cursor)
        except ScriptError as error:
            self._stop(line, error)
            return []
        if not moves:
            self._end(line)
            return []
        self.branched = self.branched or len(moves) > 1
        self.choices += len(moves)
        if self.choices > self.bounds.choices:
            # before the games behind them are made: one decision may have thousands of options
            self.complete = False
            return []
        found = []
        for move in moves:
            told = len(moves) > 1 or move.option.verb != "pass"
            choice = Choice(move.option, self._words(line.game, move.option) if told else "", line.choices)
            game = line.game.apply(move.option)
            found.append(Line(game, move.cursor, line.kept, line.read, line.tail, choice))
        return found

    def _end(self, line: Line) -> None:
        self.runs += 1
        if line.cursor.step < len(self.script.scenario.do):
            if not line.cursor.deviated:
                raise ScriptError("the game ended before this", line.cursor.step)
            self.cut += 1
            return
        if self.first is None:
            self.first = line
        self.visit("end", line)

    @staticmethod
    def _words(game: Game, option: Option) -> str:
        decision = game.decision
        assert decision is not None
        who = game.view.player(decision.player).name if decision.player is not None else "chance"
        what = "" if decision.kind == "priority" else f" {decision.what or decision.kind}:"
        return (
            f"{who}:{what} {describe(option, game.view)}" if what else f"{who} {describe(option, game.view)}"
        )


def _numbered(handle: str, count: int) -> list[str]:
    return [handle] if count == 1 else [f"{handle} {number + 1}" for number in range(count)]


def merge(hits: tuple[Hit, ...], checks: tuple[Hit, ...]) -> tuple[Hit, ...]:
    """Hits of events and those that are not from events, in the order of the log; a mark comes before what follows it."""
    return tuple(sorted(checks + hits, key=lambda hit: hit.at))


def normal(hits: tuple[Hit, ...]) -> Hashable:
    """Hits with their batches renumbered, so that lines of play which differ only in numbering are alike."""
    order: dict[int, int] = {}
    return tuple(
        [
            (
                hit.patterns,
                hit.passed,
                hit.batch if hit.batch < 0 else order.setdefault(hit.batch, len(order)),
                hit.mark,
            )
            for hit in hits
        ]
    )

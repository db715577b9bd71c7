"""Following a script: at each decision, what the script, the defaults and the exploration say may be chosen.

A cursor is where a line of play stands in its script; with the game it determines everything that can follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.errors import ScenarioError
from rules_engine.game import Game, mana_activations
from rules_engine.model.decisions import PASS, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import GameObject
from rules_engine.model.state import State
from rules_engine.model.zones import Step, Zone
from rules_engine.scenario.actions import ACTION_VERBS, VERBS, Action
from rules_engine.scenario.answering import (
    Answer,
    are_alike,
    asked,
    describe,
    find_option,
    means,
    named,
)
from rules_engine.scenario.fields import nearest
from rules_engine.scenario.references import Names, find, one
from rules_engine.scenario.schema import Scenario, ScriptStep

MAX_TURNS = 12


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a script.

    step: index of the line; begun: whether its action was taken or its goal fixed; waiting: answers it still holds, as
    indices; goal: the object a `resolve` waits for, or the step a `to` began in; read: how many choices of this atomic
    step have been read from the log (those that answer themselves use up an answer too); deviated: whether an explored choice led away from the script; marks: names of the marks passed.
    """

    step: int = 0
    begun: bool = False
    acted: bool = False
    waiting: tuple[int, ...] = ()
    goal: object = None
    moved: bool = False
    read: int = 0
    deviated: bool = False
    marks: tuple[str, ...] = ()


class ScriptError(ScenarioError):
    """A script that can't be followed; `step` is the index of its line."""

    def __init__(self, message: str, step: int) -> None:
        super().__init__(message, field=f"do[{step + 1}]")
        self.step = step


class Undone(ScriptError):
    """An action that was begun and undone as illegal."""


@dataclass(frozen=True)
class Move:
    """One way on: the option, and where the script stands after it."""

    option: Option
    cursor: Cursor


@dataclass(frozen=True)
class Script:
    """A scenario's script, ready to be followed in a game."""

    scenario: Scenario
    names: Names
    attempt: Callable[[Game, Action], Any]

    # ------------------------------------------------------------------------------- where are we

    def settle(self, game: Game, cursor: Cursor, events: Sequence[Event]) -> tuple[Cursor, tuple[str, ...]]:
        """The cursor after every line that is done now, and the marks passed on the way.

        events: those since the last priority decision.
        """
        passed: list[str] = []
        _check_attempts(events, cursor)
        cursor = self._read_choices(game, cursor, events)
        while cursor.step < len(self.scenario.do):
            line = self.scenario.do[cursor.step]
            cursor = self._inner_marks(line, cursor, passed)
            if line.mark is not None:
                passed.append(line.mark)
                cursor = Cursor(cursor.step + 1, deviated=cursor.deviated, marks=(*cursor.marks, line.mark))
                continue
            if line.try_ is not None:
                passed.append(f"try {cursor.step}")
                cursor = Cursor(cursor.step + 1, deviated=cursor.deviated, marks=cursor.marks)
                continue
            if not cursor.begun:
                cursor = self._begin(game, line, cursor)
            if not self._is_done(game, line, cursor):
                break
            if cursor.waiting and not cursor.deviated:
                left = [
                    f"{_key(answer)}: {_value(answer)}"
                    for answer in (_answers(line)[i] for i in cursor.waiting)
                ]
                raise ScriptError(f"nothing asked for {', '.join(left)}, or it was not possible", cursor.step)
            cursor = Cursor(cursor.step + 1, deviated=cursor.deviated, marks=cursor.marks)
        return cursor, tuple(passed)

    def _read_choices(self, game: Game, cursor: Cursor, events: Sequence[Event]) -> Cursor:
        """Answers for decisions that had one option only, and so answered themselves, are used up."""
        choices = [event for event in events if event.kind == "chooses"]
        if cursor.step < len(self.scenario.do) and cursor.waiting:
            answers = _answers(self.scenario.do[cursor.step])
            for event in choices[cursor.read :]:
                if len(event.options) == 2:
                    cursor = self._use_up(game, cursor, event, answers)
        nested = game.decision is not None and game.decision.kind != "priority"
        return replace(cursor, read=len(choices) if nested else 0)

    def _use_up(self, game: Game, cursor: Cursor, event: Event, answers: list[dict[str, Answer]]) -> Cursor:
        decision = asked(event)
        options = decision.options
        for position, index in enumerate(cursor.waiting):
            if self._is_for(answers[index], decision):
                if not means(options[0], _value(answers[index]), decision, game.view, self.names):
                    return cursor
                waiting = cursor.waiting[:position] + cursor.waiting[position + 1 :]
                return replace(cursor, waiting=waiting, moved=True)
        return cursor

    def _inner_marks(self, line: ScriptStep, cursor: Cursor, passed: list[str]) -> Cursor:
        answers = _answers(line)
        while cursor.begun and cursor.moved and cursor.waiting and "mark" in answers[cursor.waiting[0]]:
            name = str(answers[cursor.waiting[0]]["mark"])
            passed.append(name)
            cursor = replace(cursor, waiting=cursor.waiting[1:], marks=(*cursor.marks, name))
        return cursor

    def _begin(self, game: Game, line: ScriptStep, cursor: Cursor) -> Cursor:
        waiting = tuple(range(len(_answers(line))))
        goal: object = None
        if line.resolve is not None:
            stack = game.view.stack
            if not stack and not cursor.deviated and line.resolve != "all":
                raise ScriptError("nothing is on the stack that could resolve", cursor.step)
            goal = stack[-1] if stack else -1
        if line.to is not None:
            goal = _moment(game)
        return replace(cursor, begun=True, acted=False, moved=False, waiting=waiting, goal=goal)

    def _is_done(self, game: Game, line: ScriptStep, cursor: Cursor) -> bool:
        decision = game.decision
        if decision is None:
            return cursor.acted or line.resolve is not None
        if decision.kind != "priority":
            return False
        if line.resolve is not None:
            if line.resolve == "all":
                return not game.view.stack
            return cursor.goal not in game.view.stack
        if line.to is not None:
            return _moment(game) != cursor.goal and self._has_arrived(game, line.to)
        return cursor.acted

    def _has_arrived(self, game: Game, goal: str) -> bool:
        player, step = parse_moment(goal, self.names)
        turn = game.view.turn
        if player is not None and turn.active != player:
            return False
        if step is None:
            return turn.step in (Step.UPKEEP, Step.DRAW, Step.PRECOMBAT_MAIN)
        return turn.step is step

    # -------------------------------------------------------------------------------- what may follow

    def moves(self, game: Game, cursor: Cursor) -> tuple[Move, ...]:
        """Every way on at the pending decision; none when the line of play ends here."""
        decision = game.decision
        if decision is None:
            return ()
        over = cursor.step >= len(self.scenario.do)
        begun = cursor.goal[0] if isinstance(cursor.goal, tuple) else self.scenario.given.turn + MAX_TURNS
        if not over and game.view.turn.number > begun + len(self.names.players) + 1:
            raise ScriptError(f"{self.scenario.do[cursor.step].to or 'this'} is never reached", cursor.step)
        if over and self._is_over(game):
            return ()
        if decision.kind == "priority":
            return tuple(self._at_priority(game, decision, cursor, over))
        line = None if over else self.scenario.do[cursor.step]
        if decision.kind in ("attackers", "blockers"):
            return tuple(self._in_combat(game, decision, cursor, line))
        return tuple(self._at_choice(game, decision, cursor, line))

    def _is_over(self, game: Game) -> bool:
        until = self.scenario.explore.until
        if until is None or until == "end of script":
            return True
        if until == "stack empty":
            return not game.view.stack and game.decision is not None and game.decision.kind == "priority"
        if until == "end of turn":
            return (
                game.view.turn.number > self.scenario.given.turn and game.view.turn.step is not Step.CLEANUP
            )
        return self._has_arrived(game, until)

    def _at_priority(self, game: Game, decision: Decision, cursor: Cursor, over: bool) -> Iterator[Move]:
        line = None if over else self.scenario.do[cursor.step]
        if line is not None and not cursor.acted and self._acts_now(game, decision, line, cursor):
            yield Move(self._scripted(game, decision, line, cursor), replace(cursor, acted=True))
            return
        yield Move(PASS, cursor)
        for option in self._explored_actions(game, decision, cursor):
            yield Move(option, replace(cursor, deviated=True))

    def _acts_now(self, game: Game, decision: Decision, line: ScriptStep, cursor: Cursor) -> bool:
        """Whether it is the scripted player's turn to act; passing that would end a step or resolve is an error."""
        if (
            line.resolve is not None
            or line.to is not None
            or line.attack is not None
            or line.block is not None
        ):
            return False
        actor = self._actor(game, line, cursor)
        if decision.player == actor:
            return True
        if game.view.turn.passes + 1 >= len(game.view.in_turn_order()):
            raise ScriptError(
                f"{game.view.player(actor).name} gets no priority before everybody has passed; "
                "write  resolve: top  or  to: …  before it",
                cursor.step,
            )
        return False

    def _actor(self, game: Game, line: ScriptStep, cursor: Cursor) -> int:
        name = line.pass_ or line.by
        if name is not None:
            return self.names.number(name)
        return self.guessed_actor(game.view, line)

    def guessed_actor(self, state: State, action: Action) -> int:
        """Who would do it when nobody is named: the object's controller, or its owner off stack and battlefield."""
        found = {_holder(obj) for obj in find(action.thing, state, self.names)}
        return found.pop() if len(found) == 1 else state.turn.active

    def _scripted(self, game: Game, decision: Decision, line: ScriptStep, cursor: Cursor) -> Option:
        if line.pass_ is not None:
            return PASS
        options = matching(game, decision, line, self.names)
        if len(options) > 1:
            plain = [option for option in options if option.method in ("", "normal")]
            options = plain if len(plain) == 1 and line.method is None else options
        if len(options) == 1 or are_alike(options, game.view):
            return options[0]
        if options:
            ways = "; ".join(describe(option, game.view) for option in options)
            raise ScriptError(
                f"several ways to do it ({ways}); say which with method or ability", cursor.step
            )
        raise ScriptError(self._why_not(game, line), cursor.step)

    def _why_not(self, game: Game, line: ScriptStep) -> str:
        try:
            one(line.thing, game.view, self.names)
        except ScenarioError as error:
            return error.message
        reason = self.attempt(game, line)
        return f"{line.verb} {line.thing} is not legal now: {reason}"

    def _explored_actions(self, game: Game, decision: Decision, cursor: Cursor) -> Iterator[Option]:
        explore = self.scenario.explore
        if explore.actions == "none" or (explore.start is not None and explore.start not in cursor.marks):
            return
        if explore.players != "all" and game.view.player(decision.player or 0).name not in explore.players:
            return
        for option in decision.options:
            if option.verb == "pass":
                continue
            verb = "play" if option.verb == "play land" else option.verb
            if explore.actions == "all" or verb in explore.actions:
                yield option

    def _in_combat(
        self, game: Game, decision: Decision, cursor: Cursor, line: ScriptStep | None
    ) -> Iterator[Move]:
        scripted = (
            None
            if line is None or cursor.acted
            else line.attack
            if decision.kind == "attackers"
            else line.block
        )
        if scripted is not None:
            yield Move(self._option(game, decision, scripted, cursor), replace(cursor, acted=True))
            return
        nothing = [option for option in decision.options if not option.extra] or list(decision.options[:1])
        explored = self._is_explored(decision, named_only=True)
        for option in (
            *nothing,
            *(option for option in decision.options if option not in nothing and explored),
        ):
            yield Move(option, replace(cursor, deviated=cursor.deviated or option not in nothing))

    def _at_choice(
        self, game: Game, decision: Decision, cursor: Cursor, line: ScriptStep | None
    ) -> Iterator[Move]:
        answers = _answers(line) if line is not None else []
        for position, index in enumerate(cursor.waiting):
            if self._is_for(answers[index], decision):
                option = self._option(game, decision, _value(answers[index]), cursor)
                waiting = cursor.waiting[:position] + cursor.waiting[position + 1 :]
                yield Move(option, replace(cursor, waiting=waiting, moved=True))
                return
        explored = decision.player is None or self._is_explored(decision)
        default = self._default(game, decision, cursor)
        if len(decision.options) == 1:
            default = decision.options[0]
        if default is None and not explored:
            raise ScriptError(_unanswered(game, decision, cursor, answers), cursor.step)
        first = default if default is not None else decision.options[0]
        yield Move(first, replace(cursor, deviated=cursor.deviated or default is None))
        if explored:
            for option in decision.options:
                if option != first:
                    yield Move(option, replace(cursor, deviated=True))

    def _is_for(self, answer: dict[str, Answer], decision: Decision) -> bool:
        by = answer.get("by")
        if by is not None and (decision.player is None or self.names.players[decision.player] != by):
            return False
        return named(decision, _key(answer))

    def _is_explored(self, decision: Decision, named_only: bool = False) -> bool:
        which = self.scenario.explore.decisions
        if which == "all":
            return not named_only
        return which != "none" and any(named(decision, name) for name in which)

    def _default(self, game: Game, decision: Decision, cursor: Cursor) -> Option | None:
        for name in (decision.what, decision.kind):
            if name in self.scenario.answers:
                return self._option(game, decision, self.scenario.answers[name], cursor)
        return None

    def _option(self, game: Game, decision: Decision, answer: Answer, cursor: Cursor) -> Option:
        try:
            return find_option(decision, answer, game.view, self.names)
        except ScenarioError as error:
            raise ScriptError(error.message, min(cursor.step, len(self.scenario.do) - 1)) from error


def matching(game: Game, decision: Decision, action: Action, names: Names) -> list[Option]:
    """The options of a priority decision that an action describes."""
    verb = VERBS.get(action.verb or "", action.verb or "")
    things = {obj.id for obj in find(action.thing, game.view, names)}
    found = [option for option in decision.options if option.verb == verb and option.object in things]
    if verb == "activate" and not found:
        # Mana abilities are not listed, as they are mostly activated while a cost is paid (CR 605.3a).
        found = [option for option in mana_activations(game) if option.object in things]
    if action.method is not None:
        found = [option for option in found if option.method == action.method]
    if action.ability is not None:
        found = [option for option in found if option.number == action.ability - 1]
    return found


def parse_moment(text: str, names: Names) -> tuple[int | None, Step | None]:
    """A goal such as "combat damage", "A's upkeep", "next turn": whose turn, which step (None: the turn's first)."""
    player: int | None = None
    rest = text
    if text[1:3] == "'s" and text[0] in names.players:
        player, rest = names.number(text[0]), text[3:].strip()
    if rest in ("turn", "next turn"):
        return player, None
    rest = {"main": "precombat main", "main phase": "precombat main", "end step": "end"}.get(rest, rest)
    steps = [step.value for step in Step]
    if rest not in steps:
        raise ScenarioError(f"unknown moment {text!r}{nearest(rest, steps)}")
    return player, Step(rest)


def _moment(game: Game) -> object:
    """What tells the step the game is in from every other one."""
    turn = game.view.turn
    return (turn.number, turn.step, turn.damage_steps, turn.main_phases, len(turn.upcoming))


def _holder(obj: GameObject) -> int:
    if obj.zone in (Zone.BATTLEFIELD, Zone.STACK) and obj.controller is not None:
        return obj.controller
    return obj.owner


def _answers(line: ScriptStep) -> list[dict[str, Answer]]:
    return line.answers() if line.verb in ACTION_VERBS else line.given


def _check_attempts(events: Sequence[Event], cursor: Cursor) -> None:
    """What the script does must go through; an attempt that was undone did nothing (CR 732.1)."""
    for event in events:
        if event.kind == "illegal attempt":
            raise Undone(
                f"{event.name or 'this'}: not legal, and undone: {event.detail} ({event.rules[0]})",
                cursor.step,
            )


def _key(answer: dict[str, Answer]) -> str:
    return next(key for key in answer if key != "by")


def _value(answer: dict[str, Answer]) -> Answer:
    return answer[_key(answer)]


def _unanswered(game: Game, decision: Decision, cursor: Cursor, answers: list[dict[str, Answer]]) -> str:
    state = game.view
    who = state.player(decision.player).name if decision.player is not None else "chance"
    what = f"{decision.kind} ({decision.what})" if decision.what else decision.kind
    offered = "; ".join(describe(option, state) for option in decision.options[:12])
    waiting = [_key(answers[index]) for index in cursor.waiting if index < len(answers)]
    more = f"; still waiting: {', '.join(waiting)}" if waiting else ""
    return f"{who} must decide: {what}, and the script does not say how (options: {offered}){more}"

"""Trying an action: is it legal now, and if not, which rule forbids it?

An action is followed through every choice it asks for, until it is announced or undone; the game that is asked about
stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.errors import IllegalAction, ScenarioError
from rules_engine.game import Game, mana_activations
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.scenario.actions import VERBS, Action
from rules_engine.scenario.answering import Answer, asked, find_option, means, named
from rules_engine.scenario.references import Names, find
from rules_engine.scenario.watching import options_meant


def attempt(game: Game, action: Action, names: Names, *, why: bool = True) -> IllegalAction | None:
    """None when some way to carry out the action as described is legal now, otherwise why it is not.

    why: whether the rule that forbids something which is not offered matters; finding it takes longer.
    """
    decision = game.decision
    if decision is None:
        return IllegalAction("the game is over", "104.1")
    player = names.player(action.by) if action.by is not None else None
    if decision.kind != "priority" or (player is not None and decision.player != player):
        return IllegalAction(f"{action.by or 'that player'} does not have priority", "117.1")
    things = find(action.thing, game.view, names)
    if not things:
        return IllegalAction(f"there is no {action.thing}", "")
    verb = VERBS.get(action.verb or "", action.verb or "")
    idents = {obj.id for obj in things}
    offered = [
        option
        for option in (*decision.options, *(mana_activations(game) if verb == "activate" else ()))
        if option.verb == verb
        and option.object in idents
        and (action.method is None or option.method == action.method)
        and (action.ability is None or option.number == action.ability - 1)
    ]
    if not offered and not why:
        return IllegalAction(f"{action.verb} {action.thing} is not offered", "")
    if not offered:
        number = None if action.ability is None else action.ability - 1
        return _refused(game, Option(verb, object=things[0].id, number=number, method=action.method or ""))
    return _first_reason(
        _follow(game.apply(option), action.answers(), names, len(game.log)) for option in offered
    )


def _first_reason(reasons: Iterable[IllegalAction | None]) -> IllegalAction | None:
    """Why no way is legal, as the first one says; None as soon as one is: the ways behind it are not tried."""
    first: IllegalAction | None = None
    for reason in reasons:
        if reason is None:
            return None
        first = first or reason
    return first


def _refused(game: Game, option: Option) -> IllegalAction:
    tried = game.try_action(option)
    if isinstance(tried, IllegalAction):
        return tried
    raise ScenarioError(f"{option.verb} is legal although it is not offered")


def _follow(game: Game, answers: list[dict[str, Answer]], names: Names, start: int) -> IllegalAction | None:
    """Answer what the action asks, as described where it is, in every way where it is not."""
    undone = next((event for event in game.log[start:] if event.kind == "illegal attempt"), None)
    if undone is not None:
        return IllegalAction(
            undone.detail or "the attempt was undone", undone.rules[0] if undone.rules else ""
        )
    decision = game.decision
    if decision is None or decision.kind == "priority":
        return _left_over(game, answers, names, start)
    for index, answer in enumerate(answers):
        key = next(key for key in answer if key != "by")
        if named(decision, key):
            return _choose(game, decision, answer[key], answers[:index] + answers[index + 1 :], names, start)
    return _first_reason(_follow(game.apply(option), answers, names, start) for option in decision.options)


def _left_over(
    game: Game, answers: list[dict[str, Answer]], names: Names, start: int
) -> IllegalAction | None:
    """A choice that the action describes and that nothing asked for could not be made."""
    taken = [event for event in game.log[start:] if event.kind == "chooses" and len(event.options) == 2]
    for answer in answers:
        key = next(key for key in answer if key != "by")
        fitting = next((event for event in taken if _meant(event, key, answer[key], game, names)), None)
        if fitting is None:
            return IllegalAction(f"{key}: {answer[key]} can't be chosen", "")
        taken.remove(fitting)
    return None


def _meant(event: Event, key: str, answer: Answer, game: Game, names: Names) -> bool:
    """Whether the one option that was there is what the answer means."""
    decision = asked(event)
    return named(decision, key) and means(decision.options[0], answer, decision, game.view, names)


def _choose(
    game: Game, decision: Decision, answer: Answer, rest: list[dict[str, Answer]], names: Names, start: int
) -> IllegalAction | None:
    try:
        option = find_option(decision, answer, game.view, names)
    except ScenarioError:
        if not isinstance(answer, str):
            raise
        tried = [
            game.try_action(option) for option in options_meant(answer, decision.options, game.view, names)
        ]
        refused = [reason for reason in tried if isinstance(reason, IllegalAction)]
        return refused[0] if refused else IllegalAction(f"{answer} can't be chosen", decision.rule)
    return _follow(game.apply(option), rest, names, start)

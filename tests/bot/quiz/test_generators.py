"""Questions that are made up: one right choice each, found by the engine, and another one without the rule."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest

from bot.quiz import Items, Plays, Question, play_here
from bot.quiz.generators import GENERATORS, Draft, Numeric
from bot.quiz.made import MadeItem
from bot.quiz.models import dice
from rules_engine.scenario import loads, run

SEEDS = range(2)
ITEMS = {item.id.removeprefix("made."): item for item in Items({})}
BY_RULES = [
    ("who-dies", "704.5g"),
    ("who-dies", "704.5h"),
    ("damage-shield", "615.7"),
    ("storm", "707.10"),
    ("dies-together", "603.2c"),
    ("counters-cancel", "704.5q"),
    ("layers", "613.4b"),
    ("layers", "613.4c"),
    ("legends", "704.5j"),
    ("growth-in-time", "704.5g"),
    ("wilting", "704.5f"),
    ("who-loses", "704.5a"),
    ("may-cast-now", "601.3"),
    ("redirect", "614.9"),
]


@cache
def _built(name: str, seed: int, *without: str) -> Question:
    question = _fresh(name, seed, *without)
    assert question is not None, (name, seed)
    return question


def _fresh(name: str, seed: int, *without: str) -> Question | None:
    return ITEMS[name].build(Plays(play_here, lambda name: None, without=frozenset(without)), seed, "en")


def _right(question: Question) -> str:
    return question.choices[question.right].text


def test_generators__are_many_and_are_all_items() -> None:
    assert len(GENERATORS) >= 12
    assert set(ITEMS) == set(GENERATORS)


@pytest.mark.parametrize("name", GENERATORS)
def test_generator__each_seed_has_one_right_choice_that_another_run_confirms(name: str) -> None:
    item = ITEMS[name]
    assert isinstance(item, MadeItem)
    for seed in SEEDS:
        question = _built(name, seed)
        draft = item.generator.make(dice(item.id, seed))
        if isinstance(draft.answer, Numeric):
            held = _confirmed(draft, [int(choice.text) for choice in question.choices])
        else:
            report = run(loads(json.dumps(draft.scenario("again", item.generator.rules))))
            results = [report.expectation(claim) for _, claim, _ in draft.answer.options]
            held = [one is not None and one.result == "holds" for one in results]
        assert held == [n == question.right for n in range(len(question.choices))], (name, seed)


def _confirmed(draft: Draft, numbers: list[int]) -> list[bool]:
    """Which of the numbers is the answer, by claims that name them instead of asking for one."""
    assert isinstance(draft.answer, Numeric)
    scenario = draft.scenario("again", ("117.1",))
    (asked,) = scenario["expect"]
    scenario["expect"] = [
        {
            "id": f"n{number}-{quantifier}",
            "claim": "it is this number",
            "at": asked["at"],
            quantifier: _with(asked["always"], amount),
        }
        for number in numbers
        for quantifier, amount in _claims(draft.answer.read, number)
    ]
    report = run(loads(json.dumps(scenario)))
    return [
        all(one.result == "holds" for one in report.expectations if one.id.startswith(f"n{number}-"))
        for number in numbers
    ]


def _claims(read: str, number: int) -> list[tuple[str, str]]:
    """What is so exactly if the number is the only one, the least or the most."""
    if read == "only":
        return [("always", str(number))]
    beyond = f"at most {number - 1}" if read == "least" else f"at least {number + 1}"
    return [("possible", str(number)), ("never", beyond)]


def _with(condition: Any, amount: str) -> Any:
    """The condition with an amount in the place of the one that was asked for."""
    if condition == "any":
        return amount
    if isinstance(condition, dict):
        return {key: _with(part, amount) for key, part in condition.items()}
    return copy.deepcopy(condition)


@pytest.mark.parametrize(("name", "rule"), BY_RULES)
def test_generator_without_its_rule__has_another_right_choice(name: str, rule: str) -> None:
    assert rule in GENERATORS[name].rules
    pairs = [(_right(_built(name, seed)), _right(_built(name, seed, rule))) for seed in range(3)]
    assert any(with_it != without for with_it, without in pairs), pairs


def test_generator_without_a_rule_of_something_else__keeps_its_answer() -> None:
    for seed in SEEDS:
        assert _right(_built("storm", seed)) == _right(_built("storm", seed, "704.5q"))


@pytest.mark.parametrize("name", GENERATORS)
def test_generator__same_seed_same_question_and_other_seeds_others(name: str) -> None:
    questions = [_built(name, seed) for seed in range(7)]
    assert questions[0] == _fresh(name, 0)
    assert len({(question.situation, question.cards) for question in questions}) >= 3
    answers = {_right(question) for question in questions}
    assert len(answers) >= 2, f"the answer is always {answers}"

"""Verdicts come out of the engine's runs: right ones where the question is covered, none where it is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.answers.answerer import Answerer
from bot.answers.models import Answer

HERE = Path(__file__).parent
CONFIRMED_FLOOR = 0.85
"""Share of the questions about the 21 rulings, in players' words, that must get a confirmed answer."""


def _rows(name: str) -> Any:
    return yaml.load((HERE / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def _verdict(answer: Answer) -> str:
    if answer.verdict is None:
        return "none"
    return str(answer.verdict.value) if answer.verdict.label == "number" else answer.verdict.label


@pytest.mark.parametrize("row", _rows("three_cases"), ids=lambda row: row["ask"][:70])
def test_question_about_the_first_three_cases__gets_the_right_verdict_or_none(
    row: dict[str, str], answerer: Answerer
) -> None:
    answer = answerer.answer(row["ask"], "en")
    expected = row["label"]
    if expected == "none" and answer.verdict is not None:
        pytest.fail(f"{answer.verdict.text} ({answer.confirmation and answer.confirmation.scenario})")
    assert _verdict(answer) == expected


@pytest.mark.parametrize("row", _rows("near_misses"), ids=lambda row: row["ask"][:70])
def test_question_one_word_away__never_gets_a_wrong_verdict(row: dict[str, str], answerer: Answerer) -> None:
    assert _verdict(answerer.answer(row["ask"], "en")) in {"none", row["label"]}


@pytest.mark.parametrize("row", _rows("other_languages"), ids=lambda row: row["ask"][:40])
def test_question_in_another_language__never_gets_a_wrong_verdict(
    row: dict[str, str], answerer: Answerer
) -> None:
    assert _verdict(answerer.answer(row["ask"])) in {"none", row["label"]}


def test_the_21_rulings_in_players_words__none_wrong_and_most_confirmed(answerer: Answerer) -> None:
    asked = [(scenario, row) for scenario, rows in _rows("rulings_in_players_words").items() for row in rows]
    wrong, confirmed, by_scenario = [], 0, set()
    for scenario, row in asked:
        answer = answerer.answer(row["ask"], "en")
        if answer.verdict is None:
            continue
        confirmed += 1
        if answer.confirmation is not None and answer.confirmation.scenario == scenario:
            by_scenario.add(scenario)
        if _verdict(answer) != row.get("value", row["label"]):
            wrong.append((row["ask"], answer.verdict.text))
    assert wrong == []
    assert confirmed / len(asked) >= CONFIRMED_FLOOR
    assert by_scenario == set(_rows("rulings_in_players_words"))


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("If I let the cipher copy go and don't cast it, can I cast it later this turn?", "704.5e"),
        ("What is X if I cast an X spell with Arcane Heist?", "107.3b"),
        ("My encoded creature damages two players simultaneously. How often does cipher trigger?", "603.2c"),
    ],
)
def test_rule_switched_off__is_contradicted_and_no_verdict_is_given(
    question: str, rule: str, answerer: Answerer
) -> None:
    answer = answerer.answer(question, without=[rule])
    assert answer.confirmation is not None
    assert answer.confirmation.status == "contradicted"
    assert (answer.verdict, answer.confidence) == (None, "uncertain")
    with_it = answerer.answer(question)
    assert with_it.confirmation is not None
    assert with_it.confirmation.status == "confirmed"
    assert rule in [cited.number for cited in with_it.rules]


def test_confirmed_answer__leads_with_the_ruling_that_the_scenario_confirms(answerer: Answerer) -> None:
    answer = answerer.answer("If I let the cipher copy go and don't cast it, can I cast it later this turn?")
    assert answer.rulings[0].comment.startswith("If you choose not to cast the copy")
    assert answer.confidence == "confirmed"
    assert answer.confirmation is not None
    assert any(card.name == "Arcane Heist" and not card.stand_in for card in answer.confirmation.ran_with)


def test_library_phrasings__agree_with_each_other_and_find_their_own_entry(answerer: Answerer) -> None:
    matcher = answerer.engine.matcher
    assert [
        phrasing.text for phrasing in matcher.contrary if phrasing.entry.scenario != "heist-ability-lost"
    ] == []
    lost = []
    for phrasing in matcher.phrasings:
        if phrasing.frame.language == "en":
            found = matcher.matches(phrasing.frame, None)
            if not any(match.entry.key == phrasing.entry.key and not match.turned for match in found):
                lost.append(phrasing.text)
    assert lost == []

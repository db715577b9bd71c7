"""General questions get the verdict of the library's scenario that decides them, and what is a fact away gets none."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.answers.answerer import Answerer
from bot.answers.compose import UNRELATED
from bot.answers.general import KINDS, asked, facts, frames_of, general
from bot.answers.models import LANGUAGES, Answer, Language
from rules_engine.scenario import run

HERE = Path(__file__).parent
RIGHT = {"en": 720, "de": 13, "es": 5, "fr": 5, "it": 3, "ja": 4, "pt": 3, "zh": 5}
"""So many of the questions at least, by language, must get the right verdict; what was measured, less a small margin."""
RIGHT_UNSEEN = 170
"""And of those that were written after the phrasings, and in other words."""

RIGHT_TYPED = 210
"""And of those that are put as players type them."""


def _rows(name: str) -> Any:
    return yaml.load((HERE / f"{name}.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader)


def _verdict(answer: Answer) -> str:
    if answer.verdict is None:
        return "none"
    return str(answer.verdict.value) if answer.verdict.label == "number" else answer.verdict.label


def _outcome(answer: Answer, scenario: str, label: str) -> str:
    verdict = _verdict(answer)
    if verdict == "none":
        return "none"
    decided = answer.confirmation.scenario if answer.confirmation is not None else None
    return "right" if verdict == label and (verdict != "phrase" or decided == scenario) else "wrong"


def _measured(answerer: Answerer, name: str) -> tuple[Counter[str], list[str]]:
    """How many are right by language, and those that are wrong."""
    right: Counter[str] = Counter()
    wrong = []
    for scenario, rows in _rows(name).items():
        for row in rows:
            answer = answerer.answer(row["ask"])
            outcome = _outcome(answer, scenario, row["label"])
            right[answer.language] += outcome == "right"
            if outcome == "wrong":
                wrong.append(row["ask"])
    return right, wrong


def test_general_questions__none_wrong_and_most_right(answerer: Answerer) -> None:
    right, wrong = _measured(answerer, "general_questions")
    assert wrong == []
    assert not {language: right[language] for language, least in RIGHT.items() if right[language] < least}


def test_general_questions_in_words_not_seen_before__none_wrong(answerer: Answerer) -> None:
    right, wrong = _measured(answerer, "general_unseen")
    assert wrong == []
    assert right.total() >= RIGHT_UNSEEN


def test_general_questions_as_they_are_typed__none_wrong(answerer: Answerer) -> None:
    right, wrong = _measured(answerer, "general_typed")
    assert wrong == []
    assert right.total() >= RIGHT_TYPED


@pytest.mark.parametrize("row", _rows("general_near_misses"), ids=lambda row: row["ask"][:70])
def test_question_a_fact_away__never_gets_a_wrong_verdict(row: dict[str, str], answerer: Answerer) -> None:
    assert _verdict(answerer.answer(row["ask"])) in {"none", row["label"]}


def test_fact__rests_on_a_claim_that_holds(answerer: Answerer) -> None:
    reports = {
        name: run(answerer.engine.scenarios[name]) for name in {rests.scenario for rests in facts().values()}
    }
    for name, rests in facts().items():
        part = reports[rests.scenario].part(rests.part)
        claim = part.expectation(rests.claim) if part is not None else None
        assert claim is not None, name
        assert (reports[rests.scenario].status, claim.result) == ("passed", "holds"), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_phrasing__is_one_question_and_gets_its_own_answer(language: Language, answerer: Answerer) -> None:
    assert set(asked(language)) <= set(facts())
    lost = []
    for name, entry in asked(language).items():
        for kind in KINDS:
            for text in entry.spelled(kind):
                (frame,) = frames_of(text, language)[-1:]
                found = {
                    (match.entry.id, match.entry.yes_when, match.turned)
                    for match in general(language).matches(frame)
                }
                wanted = (name, "fails" if kind == "no" else "holds", False)
                others = {key for key in found if key[0] != name}
                if wanted not in found or (others and not _agree(found)):
                    lost.append((name, kind, text, found))
    assert lost == []


def _agree(found: set[tuple[str, Any, bool]]) -> bool:
    return len({(yes_when == "holds") != turned for _, yes_when, turned in found}) == 1


def test_general_question__is_confirmed_by_a_run_without_a_ruling(answerer: Answerer) -> None:
    answer = answerer.answer("Does an indestructible creature die if its toughness becomes 0?")
    assert answer.confidence == "confirmed"
    assert answer.confirmation is not None
    assert (answer.confirmation.status, answer.confirmation.scenario) == (
        "confirmed",
        "indestructible-and-zero-toughness",
    )
    assert "704.5f" in answer.confirmation.rules
    assert answer.confirmation.steps
    assert any(card.stand_in for card in answer.confirmation.ran_with)
    assert all(ruling.score >= UNRELATED for ruling in answer.rulings)


def test_rule_of_a_general_question_switched_off__takes_the_verdict_away(answerer: Answerer) -> None:
    question = "Does an indestructible creature die if its toughness becomes 0?"
    assert _verdict(answerer.answer(question)) == "yes"
    answer = answerer.answer(question, without=["704.5f"])
    assert answer.verdict is None
    assert answer.confirmation is not None
    assert answer.confirmation.status == "contradicted"


def test_general_question_that_names_a_card__gets_no_verdict(answerer: Answerer) -> None:
    answer = answerer.answer(
        "With Arcane Heist, does an indestructible creature die if its toughness becomes 0?"
    )
    assert answer.verdict is None

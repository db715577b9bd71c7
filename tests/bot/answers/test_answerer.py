"""From a person's text to an answer: what is out of scope, unknown, ambiguous or no question at all is said plainly."""

from __future__ import annotations

import json

import pytest

from bot.answers.answerer import Answerer
from bot.answers.catalogue import catalogue
from bot.answers.models import LANGUAGES, Answer, Language

COPY_RULING = "If you choose not to cast the copy"


def test_best_deck__gets_no_verdict(answerer: Answerer) -> None:
    answer = answerer.answer("What is the best deck in Modern?")
    assert (answer.out_of_scope, answer.verdict, answer.language) == ("deck", None, "en")


def test_card_that_is_not_there__is_said(answerer: Answerer) -> None:
    answer = answerer.answer("What does the card Zorblax the Unfolding do?")
    assert answer.unknown_names == ("Zorblax the Unfolding",)
    assert "Zorblax the Unfolding" in answer.headline
    assert answer.verdict is None


def test_question_with_an_unknown_card_beside_a_known_one__gets_no_verdict(answerer: Answerer) -> None:
    answer = answerer.answer(
        "If Mighty Gust is out and I don't cast the copy of Arcane Heist, is the copy gone?"
    )
    assert answer.verdict is None
    assert any("Mighty Gust" in note for note in answer.notes)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        ("x" * 20_000, "too_long"),
        ("𝕏🂡" * 9_999 + "?", "too_long"),
        ("🙂🙂🙂", "no_words"),
        ("מה קורה לעותק אם לא מטילים אותו?", "unsupported_language"),
        ("does it work", "vague"),
    ],
)
def test_hopeless_input__gets_a_clear_answer(text: str, code: str, answerer: Answerer) -> None:
    answer = answerer.answer(text)
    assert answer.problem is not None
    assert (answer.problem.code, answer.headline) == (code, answer.problem.text)
    assert (answer.verdict, answer.confidence, answer.rulings) == (None, "unknown", ())
    assert len(answer.question) < 2_100


@pytest.mark.parametrize("language", LANGUAGES)
def test_problem_in_a_given_language__is_said_in_it(language: Language, answerer: Answerer) -> None:
    assert answerer.answer("", language).headline == catalogue(language)("problem.empty")


def test_rule_number_that_does_not_exist__names_the_nearest(answerer: Answerer) -> None:
    answer = answerer.answer("What does rule 704.5zz or 704.99a say about copies?")
    assert any("704.99a" in note and "704." in note for note in answer.notes)


def test_rule_number_in_the_question__is_shown_first(answerer: Answerer) -> None:
    assert answerer.answer("What does 704.5e say?").rules[0].number == "704.5e"


@pytest.mark.parametrize(
    "question",
    [
        "如果我不施放暗码的复制品，本回合稍后还能施放吗？",
        "Arkaner Raub: Wenn ich die Kopie nicht wirke, kann ich sie später wirken?",
        "秘儀の強奪のコピーを唱えなかった場合、後で唱えられますか？",
    ],
)
def test_question_in_another_language__has_the_right_ruling_among_the_first_three(
    question: str, answerer: Answerer
) -> None:
    rulings = answerer.answer(question).rulings[:3]
    assert any(ruling.comment.startswith(COPY_RULING) for ruling in rulings)


def test_chinese_question__shows_the_official_translation_beside_the_ruling(answerer: Answerer) -> None:
    answer = answerer.answer("如果我不施放暗码的复制品，本回合稍后还能施放吗？")
    ruling = next(one for one in answer.rulings if one.comment.startswith(COPY_RULING))
    assert ruling.translation is not None
    assert (ruling.translation.language, ruling.translation.official) == ("zh", True)


def test_follow_up_without_a_card__keeps_the_cards_of_the_question_before(answerer: Answerer) -> None:
    first = answerer.answer("Can Arcane Heist be encoded on a land?")
    follow_up = answerer.answer(
        "And does it target the creature?", topic_cards=[card.oracle_id for card in first.cards]
    )
    assert follow_up.rulings[0].card == "Arcane Heist"


def test_answer_as_json__reads_back_the_same(answerer: Answerer) -> None:
    answer = answerer.answer("Is the copy gone if I don't cast it?")
    assert Answer.model_validate(json.loads(answer.model_dump_json())) == answer


def test_question_that_rules_answer__shows_them_and_no_ruling_that_only_shares_words(
    answerer: Answerer,
) -> None:
    answer = answerer.answer("Does trample go over deathtouch blockers?")
    assert answer.rules[0].number == "702.19b"
    assert answer.verdict is None
    assert answer.confidence in ("supported", "uncertain")
    if answer.confidence == "supported":
        assert not answer.rulings
    assert answer.related_only is (answer.confidence != "supported")


def test_target_that_is_gone__is_a_question_of_its_rule(answerer: Answerer) -> None:
    answer = answerer.answer("My opponent sacrifices the only target of my spell. Do I still draw a card?")
    assert answer.problem is None
    assert "608.2b" in [rule.number for rule in answer.rules]


def test_unknown_name_beside_a_question_that_rules_answer__is_said_and_rules_are_shown(
    answerer: Answerer,
) -> None:
    answer = answerer.answer(
        "Quandlefax the Unwashed is the only target of my spell and dies in response. Do I still draw?"
    )
    assert answer.verdict is None
    assert "608.2b" in [rule.number for rule in answer.rules]
    assert answer.confidence in ("uncertain", "unknown")
    assert any("Quandlefax" in text for text in (*answer.notes, answer.headline))

"""The scenarios that answers rely on: all of them pass, with their controls, by exploring."""

from __future__ import annotations

import re
from collections import Counter
from typing import get_args

import pytest

from knowledge.builtin_corpus import cards, rulings
from rules_engine import CardText, Refusal, compile_card
from rules_engine.scenario import library, problems
from rules_engine.scenario.files import shared_stand_ins
from rules_engine.scenario.index import Asking
from rules_engine.scenario.schema import Topic
from rules_engine.scenario.setting_up import card_text
from tests.rules_engine.scenario.texts import play

NAMES = sorted(library())
CONFIRMING = {name for name, summary in library().summaries.items() if summary.confirms}

# Rows that follow from rules and text alone; no official ruling says them.
WITHOUT_A_RULING = {
    "heist-exile-instead",
    "heist-stops-being-a-creature",
    "heist-copy-not-encodable",
    "step-exiles-itself",
}


TAUGHT = sorted(set(NAMES) - CONFIRMING - WITHOUT_A_RULING)


def _folded(text: str) -> str:
    return text.replace("’", "'").replace("“", '"').replace("”", '"').casefold()


@pytest.mark.parametrize("name", NAMES)
def test_scenario_of_the_library__passes_with_its_controls_and_answers_what_it_can_be_asked(
    name: str,
) -> None:
    report = play(library()[name])
    assert report.status == "passed", "\n".join(problems(report))
    assert report.twins
    for part in (report, *report.twins, *report.variants):
        assert part.status == "passed"
        assert part.explored.complete
    for question in library().summaries[name].questions:
        asked = report.part(question.situation)
        assert asked is not None
        found = asked.expectation(question.about)
        assert found is not None
        assert found.result == "holds"
        assert question.yes_when is not None or found.value is not None
    if name in CONFIRMING | WITHOUT_A_RULING:
        # What answers rely on is proved by exploring, not shown by one line of play.
        assert report.explored.runs > 1
        assert not [found.id for found in report.expectations if found.single_run]


def test_every_ruling_of_the_two_cards__is_confirmed_by_a_scenario() -> None:
    confirmed: Counter[tuple[str, str]] = Counter()
    for file in library().summaries.values():
        for confirms in file.confirms:
            fitting = [
                ruling
                for ruling in rulings()
                if ruling.card == confirms.card
                and _folded(ruling.comment).startswith(_folded(confirms.ruling))
            ]
            assert len(fitting) == 1, f"{file.id}: {confirms.ruling!r} is the start of {len(fitting)} rulings"
            confirmed[fitting[0].card, fitting[0].comment] += 1
    assert set(confirmed) == {(ruling.card, ruling.comment) for ruling in rulings()}
    assert len(confirmed) == 21


def test_scenarios_without_a_ruling__say_so_or_tell_how_they_follow_from_the_rules() -> None:
    silent = {name for name, summary in library().summaries.items() if not (summary.confirms or summary.why)}
    assert silent == WITHOUT_A_RULING
    assert all("no official ruling" in library()[name].scenario.note for name in silent)


def test_situations_that_judges_teach__have_a_topic_a_reason_and_questions_of_both_polarities() -> None:
    for name in TAUGHT:
        summary = library().summaries[name]
        assert summary.topic, name
        assert summary.why.endswith("."), name
        assert summary.cites, name
        polarities = {_polarity(name, question) for question in summary.questions}
        assert len(polarities) > 1, name
        assert all(question.answer["en"].endswith(".") for question in summary.questions), name
        assert all(text.endswith("?") for q in summary.questions for text in q.ask["en"]), name


def _polarity(name: str, question: Asking) -> str:
    return question.yes_when or f"{name}: a number"


def test_every_topic__has_several_situations() -> None:
    count = Counter(summary.topic for summary in library().summaries.values())
    assert {topic for topic in get_args(Topic) if count[topic] < 6} == set()
    assert len(library()) >= 150


def test_every_ruling__can_be_asked_about_in_players_words() -> None:
    for name in CONFIRMING:
        questions = library().summaries[name].questions
        phrasings = [text for question in questions for text in question.ask.get("en", ())]
        assert len(phrasings) >= 6, name
        assert len(phrasings) == len(set(phrasings)), name
        assert any(question.situation for question in questions), f"{name}: no twin can be asked about"
        assert all(question.answer.get("en", "").endswith(".") for question in questions), name


def test_phrasings__belong_to_one_question_only() -> None:
    seen: dict[str, str] = {}
    for summary in library().summaries.values():
        for question in summary.questions:
            for text in question.ask.get("en", ()):
                key = f"{summary.id}#{question.id}"
                assert seen.setdefault(text, key) == key, f"{text!r}: {seen[text]} and {key}"


@pytest.mark.parametrize("name", sorted(shared_stand_ins()))
def test_stand_in__is_understood_by_the_compiler(name: str) -> None:
    compiled = compile_card(card_text(name, shared_stand_ins()[name]))
    assert not isinstance(compiled, Refusal), str(compiled)


def test_stand_ins__are_no_real_cards_of_the_corpus() -> None:
    assert not set(shared_stand_ins()) & {card.name for card in cards()}


def test_substitute__plays_the_role_of_the_named_card() -> None:
    from rules_engine.scenario import run

    other = CardText(
        "Silent Theft",
        "{2}{U}",
        "Sorcery",
        "You may cast target instant or sorcery card from an opponent's graveyard without paying its mana cost. "
        "If that spell would be put into their graveyard, exile it instead.\nCipher",
    )
    report = run(library()["heist-copy-not-cast"], substitute={"Arcane Heist": other})
    assert report.status == "passed", report.problem
    assert "Silent Theft" in [card.name for card in report.ran_with]
    assert "Arcane Heist" not in [card.name for card in report.ran_with]
    assert any("copy of Silent Theft" in step.text for step in report.steps)


def test_substitute_that_does_not_fit_the_script__gives_no_result() -> None:
    from rules_engine.scenario import run

    other = CardText("Plain Draw", "{U}", "Instant", "Draw a card.")
    report = run(library()["heist-x-is-zero"], substitute={"Arcane Heist": other})
    assert report.status in ("error", "inconclusive", "failed")


def test_cited_rules__are_part_of_the_report() -> None:
    report = play(library()["heist-copy-not-cast"], twin=False)
    assert report.rules[:6] == ("702.99a", "707.12", "704.5e", "704.3", "608.2g", "601.3")
    assert all(re.fullmatch(r"\d{3}\.\d+[a-z]?", rule) for rule in report.rules)

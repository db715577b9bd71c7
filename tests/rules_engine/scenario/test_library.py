"""The scenarios that answers rely on: all of them pass, with their controls, by exploring."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from knowledge.builtin_corpus import cards, rulings
from rules_engine import CardText, Refusal, compile_card
from rules_engine.scenario import library, problems
from rules_engine.scenario.files import shared_stand_ins
from rules_engine.scenario.setting_up import card_text
from tests.rules_engine.scenario.texts import play

NAMES = sorted(library())

# Rows that follow from rules and text alone; no official ruling says them.
WITHOUT_A_RULING = {
    "heist-exile-instead",
    "heist-stops-being-a-creature",
    "heist-copy-not-encodable",
    "step-exiles-itself",
}


def _folded(text: str) -> str:
    return text.replace("’", "'").replace("“", '"').replace("”", '"').casefold()


@pytest.mark.parametrize("name", NAMES)
def test_scenario_of_the_library__passes_with_its_twins_and_variants(name: str) -> None:
    report = play(library()[name])
    assert report.status == "passed", "\n".join(problems(report))
    assert all(part.status == "passed" for part in (*report.twins, *report.variants))


@pytest.mark.parametrize("name", NAMES)
def test_scenario_of_the_library__has_a_control_and_proves_by_exploring(name: str) -> None:
    report = play(library()[name])
    assert report.twins
    assert report.explored.runs > 1
    assert report.explored.complete
    assert not [found.id for found in report.expectations if found.single_run]


def test_every_ruling_of_the_two_cards__is_confirmed_by_a_scenario() -> None:
    confirmed: Counter[tuple[str, str]] = Counter()
    for file in library().values():
        for confirms in file.scenario.confirms:
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


def test_scenarios_without_a_ruling__say_so() -> None:
    silent = {name for name, file in library().items() if not file.scenario.confirms}
    assert silent == WITHOUT_A_RULING
    assert all("no official ruling" in library()[name].scenario.note for name in silent)


def test_every_ruling__can_be_asked_about_in_players_words() -> None:
    for file in library().values():
        if not file.scenario.confirms:
            continue
        phrasings = [text for question in file.scenario.questions for text in question.ask.get("en", [])]
        assert len(phrasings) >= 6, file.id
        assert len(phrasings) == len(set(phrasings)), file.id
        assert {question.yes_when for question in file.scenario.questions} - {None} or file.id, file.id
        assert any(question.in_ for question in file.scenario.questions), (
            f"{file.id}: no twin can be asked about"
        )
        assert all(question.answer.get("en", "").endswith(".") for question in file.scenario.questions), (
            file.id
        )


def test_phrasings__belong_to_one_question_only() -> None:
    seen: dict[str, str] = {}
    for file in library().values():
        for question in file.scenario.questions:
            for text in question.ask.get("en", []):
                key = f"{file.id}#{question.id}"
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

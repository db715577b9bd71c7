"""Questions about named cards that no scenario was written for: how they are read, and what is answered.

The cards are of our own invention; `trials.yaml` holds the questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
import yaml

from bot.answers.asking import SPOKEN, Asked, asking
from bot.answers.engine import Engine
from bot.answers.models import LANGUAGES, How, Language, Question
from bot.answers.question import read_question
from bot.answers.trials import Told, try_out
from bot.answers.tries import TRIES, question_for
from knowledge import Card, CardFace, CardMatch, PrintedCard
from tests.architecture.repository import ROOT

DATA: Mapping[str, Any] = yaml.load(
    (ROOT / "tests/bot/answers/trials.yaml").read_text(encoding="utf-8"), Loader=yaml.BaseLoader
)
ENGINE = Engine({})


def _card(name: str, entry: Mapping[str, str]) -> Card:
    power, _, toughness = entry.get("pt", "").partition("/")
    return Card(
        oracle_id=name,
        name=name,
        layout="normal",
        mana_cost=entry.get("cost", ""),
        type_line=entry["type"],
        oracle_text=entry.get("text", ""),
        power=power or None,
        toughness=toughness or None,
    )


CARDS = {name: _card(name, entry) for name, entry in DATA["cards"].items()}


def _named(text: str) -> Iterator[CardMatch]:
    for found in re.finditer("|".join(sorted(CARDS, key=len, reverse=True)), text):
        yield CardMatch(
            name=found[0],
            oracle_id=found[0],
            matched=found[0],
            how="exact",
            start=found.start(),
            end=found.end(),
        )


def _told(text: str, language: Language = "en", without: Sequence[str] = ()) -> Told | None:
    question = Question(text=text, language=language, without=tuple(without))
    return try_out(question, tuple(_named(text)), CARDS.get, ENGINE.try_out)


def _read(text: str, language: Language) -> tuple[Asked, ...]:
    ways = asking(language)
    return () if ways is None else ways.read(text, tuple(_named(text)))


ANSWERED = [
    pytest.param(language, answer, question, id=f"{language}: {question}")
    for language, by_answer in DATA["answered"].items()
    for answer, questions in by_answer.items()
    for question in questions
]
SILENT = [
    pytest.param(language, question, id=f"{language}: {question}")
    for language, questions in DATA["silent"].items()
    for question in questions
]


@pytest.mark.parametrize(("language", "answer", "question"), ANSWERED)
def test_question_about_named_cards__gets_what_the_engine_found(
    language: Language, answer: str, question: str
) -> None:
    told = _told(question, language)
    assert told is not None, _read(question, language)
    label, _, says = answer.partition(": ")
    assert told.verdict is not None, told.confirmation
    assert told.verdict.label == label, told.verdict
    assert says in told.verdict.text
    assert told.confirmation.status == "confirmed"
    assert told.confirmation.rules or told.confirmation.steps or label == "yes"


@pytest.mark.parametrize(("language", "question"), SILENT)
def test_question_that_says_more_or_something_else__gets_no_verdict(
    language: Language, question: str
) -> None:
    told = _told(question, language)
    assert told is None or told.verdict is None, told.verdict


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language in SPOKEN])
def test_every_way_to_ask__is_a_pattern_that_something_fits(language: Language) -> None:
    """A line of the file that no question of ours is put as may be a slip."""
    asked = {
        (one.section, one.sense)
        for other, by_answer in DATA["answered"].items()
        if other == language
        for questions in by_answer.values()
        for question in questions
        for one in _read(question, language)
    }
    ways = asking(language)
    assert ways is not None
    assert {section for section, _ in ways.sections} == {section for section, _ in asked}


@pytest.mark.parametrize(
    ("language", "question", "how", "read"),
    [
        ("de", "Tötet Odd Blast Odd Boar?", "exact", True),
        ("de", "Tötet Odd Blast Odd Boar?", "printed", False),  # German writes every noun with a capital
        ("fr", "Odd Blast tue-t-il Odd Boar ?", "printed", True),
        ("en", "Does Odd Blast kill Odd Boar?", "exact", False),
    ],
)
def test_words_that_may_be_a_name__are_one_where_only_a_name_fits(
    language: Language, question: str, how: How, read: bool
) -> None:
    first, second = _named(question)
    may_be = first.model_copy(update={"soft": True, "how": how})
    told = try_out(Question(text=question, language=language), (may_be, second), CARDS.get, ENGINE.try_out)
    assert (told is not None) is read


def test_answer__names_cards_as_printed_in_the_language() -> None:
    cards = CARDS | {
        "Odd Boar": CARDS["Odd Boar"].model_copy(update={"printed": {"fr": PrintedCard(name="Sanglier")}})
    }
    question = Question(text="Odd Boar peut-il bloquer Odd Owl ?", language="fr")
    told = try_out(question, tuple(_named(question.text)), cards.get, ENGINE.try_out)
    assert told is not None
    assert told.statement == "Oui. Sanglier peut bloquer Odd Owl."


def test_what_is_not_understood__is_said_with_its_clause() -> None:
    told = _told("Does Odd Blast kill Strange Boar?")
    assert told is not None
    assert told.verdict is None
    assert told.confirmation.status == "not_supported"
    assert "sings" in told.confirmation.status_text


def test_what_the_table_decides__is_said_to_depend_on_it() -> None:
    told = _told("Does Odd Blast kill my opponent's Odd Hoarder?")
    assert told is not None
    assert told.verdict is None
    assert told.confirmation.status == "inconclusive"
    assert "depends" in told.confirmation.status_text


def test_face_that_was_named__is_up_on_the_table() -> None:
    faces = (
        CardFace(name="Dusk Pup", mana_cost="{G}", type_line="Creature — Dog", power="1", toughness="1"),
        CardFace(name="Dusk Hound", type_line="Creature — Dog", power="6", toughness="6", colors=("G",)),
    )
    pup = Card(
        oracle_id="pup",
        name="Dusk Pup // Dusk Hound",
        layout="transform",
        type_line="Creature — Dog",
        faces=faces,
    )
    burn = next(name for name, card in CARDS.items() if "3 damage to any target" in card.oracle_text)

    def told(face: str) -> Told | None:
        text = f"Does {burn} kill {face}?"
        matches = [
            CardMatch(
                name=name,
                oracle_id=ident,
                matched=found,
                how="exact",
                start=text.index(found),
                end=text.index(found) + len(found),
            )
            for name, ident, found in ((burn, burn, burn), (pup.name, "pup", face))
        ]
        question = Question(text=text, language="en")
        return try_out(question, matches, {**CARDS, "pup": pup}.get, ENGINE.try_out)

    front = told("Dusk Pup")
    assert front is not None
    assert front.verdict is not None
    assert front.verdict.label == "yes"
    back = told("Dusk Hound")
    assert back is not None
    assert back.verdict is not None
    assert back.verdict.label == "no"


def test_rule_switched_off__turns_the_answer() -> None:
    question = "Does Odd Blast kill Odd Boar?"
    with_it, without = _told(question), _told(question, without=["704.5g"])
    assert with_it is not None
    assert without is not None
    assert with_it.verdict is not None
    assert without.verdict is not None
    assert (with_it.verdict.label, without.verdict.label) == ("yes", "no")
    assert without.confirmation.without == ("704.5g",)


def test_played_scenario__is_told_and_can_be_drawn() -> None:
    told = _told("Does Odd Blast kill Odd Boar?")
    assert told is not None
    assert told.confirmation.steps

    class Source:
        def card(self, name: str) -> Card | None:
            return CARDS.get(name)

    drawing = ENGINE.drawing(told.confirmation, Source())
    assert drawing is not None
    assert [step.text for step in drawing.steps] == [step.text for step in told.confirmation.steps]


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("what", TRIES)
def test_what_can_be_tried_by_choice__is_read_in_every_language(what: str, language: Language) -> None:
    """The sentence that stands for a choice asks for that trial, with the cards in their places."""
    first, second = "Odd Owl", "Odd Boar"
    question = read_question(question_for(what, first, second, language), language=language)
    matches = tuple(_named(question.text))
    (asked,) = _read(question.text, language)
    wanted: Mapping[str, tuple[str, str, str]] = {
        "does": ("fate", "what", ""),
        "target": ("target", "", ""),
        "counter": ("counter", "", ""),
        "block": ("block", "", ""),
        "fight": ("fight", "is-blocked", "what"),
        "trigger": ("trigger", "", ""),
        "trigger-theirs": ("trigger", "", ""),
        "trigger-dies": ("trigger", "dies", ""),
        "cast-with": ("hinder", "cast", "goes on"),
        "trigger-with": ("hinder", "trigger", "goes on"),
        "their-turn": ("timing", "their turn", ""),
        "response": ("timing", "response", ""),
        "combat": ("timing", "combat", ""),
        "attack": ("attack", "new", ""),
        "size": ("looks", "size", ""),
        "loses": ("looks", "abilities", "lost"),
    }
    assert (asked.section, asked.sense, asked.asked) == wanted[what]
    assert matches[asked.first].name == first
    assert asked.second is None or matches[asked.second].name == second
    if what in ("trigger", "trigger-theirs"):
        assert asked.actor == ("mine" if what == "trigger" else "theirs")


def test_what_can_be_tried__needs_the_cards_that_it_is_about() -> None:
    assert question_for("combat", "Odd Owl", None, "en") == "Can I cast [[Odd Owl]] during combat?"
    with pytest.raises(ValueError, match="second card"):
        question_for("does", "Odd Owl", None, "en")
    with pytest.raises(KeyError):
        question_for("juggle", "Odd Owl", "Odd Boar", "en")


@pytest.mark.parametrize(("language", "answer", "question"), ANSWERED)
def test_what_a_pattern_needs__is_said_wherever_it_fits(
    language: Language, answer: str, question: str
) -> None:
    """Patterns are compared only where their words stand; that must leave out none that fits."""
    ways = asking(language)
    assert ways is not None
    assert ways.read(question, tuple(_named(question))) == ways.read(
        question, tuple(_named(question)), all_patterns=True
    )


def test_several_cards_of_a_name__get_no_answer() -> None:
    """Two of them may do what one does not."""
    text = "Do Odd Blasts kill Old Tusker?"
    matches = [
        match.model_copy(update={"matched": "Odd Blasts", "end": match.end + 1})
        if match.name == "Odd Blast"
        else match
        for match in _named(text)
    ]
    assert try_out(Question(text=text, language="en"), matches, CARDS.get, ENGINE.try_out) is None
    told = _told("Does Odd Blast kill Old Tusker?")
    assert told is not None
    assert told.verdict is not None

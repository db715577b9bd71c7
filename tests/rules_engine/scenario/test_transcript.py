"""Transcripts: sentences with rule numbers, the same for the same choices, out of a catalogue of texts."""

from __future__ import annotations

from typing import get_args

import pytest

from rules_engine.errors import ScenarioError
from rules_engine.model.events import EventKind
from rules_engine.scenario import draw, explain, frames, library, loads
from rules_engine.scenario.transcript import catalogue
from tests.rules_engine.scenario.texts import JAB, play, real_cards, replaced

SCRIPTED = replaced("  - cast: Ember Jab\n", "  - cast: Ember Jab\n    targets: Old Bear\n")

TOLD = [
    "A pays {R}.",
    "A casts Ember Jab from hand, targeting Old Bear.",
    "Ember Jab begins to resolve.",
    "Ember Jab deals 2 damage to Old Bear.",
    "Ember Jab goes from the stack to graveyard.",
    "Ember Jab has resolved.",
    "Old Bear is destroyed and goes to graveyard.",
]


def test_transcript__tells_what_happened_with_the_rules_behind_it() -> None:
    steps = play(SCRIPTED).steps
    assert [step.text for step in steps] == TOLD
    assert all(step.rules for step in steps)
    assert "601.2i" in steps[1].rules
    assert "704.5g" in steps[-1].rules


def test_same_choices__give_the_same_transcript() -> None:
    assert play(SCRIPTED).steps == play(SCRIPTED).steps


def test_explored_scenario__shows_the_line_that_follows_its_answers() -> None:
    text = replaced("explore:\n", "answers: {target: B}\nexplore:\n")
    assert play(text).steps[1].text == "A casts Ember Jab from hand, targeting B."


def test_catalogue__has_a_text_for_every_kind_of_event() -> None:
    texts = catalogue()
    assert not [kind for kind in get_args(EventKind) if kind not in texts]


def test_language_without_texts__is_an_error() -> None:
    with pytest.raises(ScenarioError, match="language 'xx'"):
        catalogue("xx")


def test_copies__are_told_from_cards() -> None:
    report = play(library()["heist-copy-not-cast"], twin=False)
    told = [step.text for step in report.steps]
    made = told.index("A creates a copy of Arcane Heist in exile.")
    gone = told.index("Copy of Arcane Heist ceases to exist.")
    assert made < told.index("Ability of Lane Runner has resolved.") < gone
    assert "704.5e" in report.steps[gone].rules


def test_what_happens_several_times_in_a_row__is_told_once() -> None:
    report = play(library()["step-all-choose-then-act"], twin=False)
    assert "A draws a card. (7 times)" in [step.text for step in report.steps]


def test_explanation__names_position_steps_claims_and_controls() -> None:
    file = library()["heist-x-is-zero"]
    text = explain(file, play(file))
    assert "Turn 5, A's precombat main." in text
    assert "A chooses X for Ember Wave: X is 0. Legal values: 0. (107.3b)" in text
    assert "X is 0 for the spell that is cast without paying its mana cost: holds" in text
    assert "Control: The same card is cast from the hand" in text
    assert "FAILS here, as it should fail" in text


def test_explanation_of_a_failure__says_what_is_wrong() -> None:
    file = library()["heist-x-is-zero"]
    text = explain(file, play(file, without="107.3b"))
    assert "Result: failed" in text
    assert "FAILS" in text


def test_drawing__shows_stack_and_zones_as_they_change() -> None:
    frames = draw(loads(SCRIPTED), real_cards())
    assert frames.count("turn 5, A's precombat main") == 3
    assert "stack         Ember Jab" in frames
    assert "battlefield Old Bear [2/2]" in frames
    assert frames.index("battlefield Old Bear [2/2]") < frames.index("graveyard   Old Bear")
    assert all(len(line) <= 76 for line in frames.splitlines())


def test_drawing_of_a_scenario_that_can_not_be_played__says_why() -> None:
    with pytest.raises(ScenarioError, match="not say how"):
        draw(loads(JAB.replace("explore:\n  decisions: all\n", "")), real_cards())


def test_frames__stand_over_the_steps_of_the_part_that_was_played() -> None:
    file = library()["heist-copy-not-cast"]
    report = play(file)
    for name in ("", "twin"):
        part = report.part(name)
        drawn = frames(file, real_cards(), part=name)
        assert part is not None
        assert drawn.steps == part.steps
        told = [frame.after for frame in drawn.frames]
        assert told == sorted(told)
        assert told[-1] <= len(part.steps)
    assert frames(file, real_cards()).steps != drawn.steps


def test_frames_of_a_part_that_does_not_exist__say_so() -> None:
    with pytest.raises(ScenarioError, match="no part 'nowhere'"):
        frames(library()["heist-copy-not-cast"], real_cards(), part="nowhere")


def test_frames__name_what_moved_between_two_steps() -> None:
    before, stacked, after = frames(loads(SCRIPTED), real_cards()).frames
    assert (before.stack, stacked.stack, after.stack) == ((), ("Ember Jab [controlled by A]",), ())
    assert before.after < stacked.after < after.after
    graveyards = {
        seat.player: [a.things for a in seat.areas if a.zone == "graveyard"] for seat in after.seats
    }
    assert graveyards == {"A": [("Ember Jab",)], "B": [("Old Bear",)]}

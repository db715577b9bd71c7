"""Which question comes next, when it comes again, and that no progress is lost."""

from __future__ import annotations

import dataclasses
import datetime as dt
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.quiz import Plays, Question, Quiz, play_here, record
from bot.quiz.models import Choice, split_id
from bot.quiz.schedule import advance
from bot.state import State
from bot.state.quiz import Memory

MONDAY = dt.datetime(2026, 3, 2, 18, 0, tzinfo=dt.UTC)
DAY = dt.timedelta(days=1)
ADA, BO = 11, 12


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tmp_path / "state.sqlite3"


def _quiz(seed: int = 1) -> Quiz:
    return Quiz(Plays(play_here, lambda name: None), scenarios=dict, rng=random.Random(seed))


def _answer(
    state: State, question: Question, at: dt.datetime, *, right: bool, user: int = ADA
) -> dt.datetime:
    chosen = question.right if right else (question.right + 1) % len(question.choices)
    outcome = record(state.quiz, user, question, chosen, at)
    assert outcome.counted
    assert outcome.is_right is right
    assert outcome.due is not None
    return outcome.due


def test_answers_right_each_time__come_again_later_and_later_and_a_wrong_one_soon() -> None:
    memory, due, gaps = None, MONDAY, []
    for _ in range(6):
        at = due
        memory, due = advance(memory, right=True, at=at)
        gaps.append(due - at)
    assert gaps == sorted(gaps)
    assert gaps[-1] > 30 * DAY
    memory, again = advance(memory, right=False, at=due)
    assert again - due < DAY
    assert advance(memory, right=True, at=again) == advance(memory, right=True, at=again)


@pytest.mark.parametrize("memory", ["", "{}", "null", "[1]", '{"card_id": "x"}'])
def test_memory_of_another_version__begins_anew_instead_of_failing(memory: str) -> None:
    assert advance(memory, right=True, at=MONDAY) == advance(None, right=True, at=MONDAY)


def test_next_question__is_what_is_due_then_something_new_then_what_is_due_next(place: Path) -> None:
    quiz = _quiz()
    with State.open(place) as state:
        first = quiz.next(Memory(), "en", MONDAY, topic="layers")
        assert first is not None
        assert first.item == "made.layers"
        due = _answer(state, first, MONDAY, right=False)
        fresh = quiz.next(state.quiz.memory(ADA), "en", MONDAY)
        assert fresh is not None
        assert fresh.item != "made.layers"
        later = quiz.next(state.quiz.memory(ADA), "en", due)
        assert later is not None
        assert later.item == "made.layers"
        assert later.seed != first.seed
        only = quiz.next(state.quiz.memory(ADA), "en", MONDAY, topic="layers")
        assert only is not None
        assert only.item == "made.layers"


def test_topic_and_level__are_kept_to(place: Path) -> None:
    quiz = _quiz()
    for topic, level in (("combat", 1), ("state", 2), ("triggers", 2)):
        question = quiz.next(Memory(), "en", MONDAY, topic=topic, level=level)
        assert question is not None
        assert (question.level, topic in question.topics) == (level, True)
    assert quiz.next(Memory(), "en", MONDAY, topic="nothing") is None
    assert quiz.next(Memory(), "en", MONDAY, topic="layers", level=1) is None


def test_first_questions__are_easy_ones() -> None:
    levels = {question.level for seed in range(8) if (question := _quiz(seed).next(Memory(), "en", MONDAY))}
    assert levels == {1}


def test_question_by_its_id__is_the_same_again() -> None:
    question = _quiz(3).next(Memory(), "de", MONDAY)
    assert question is not None
    assert _quiz(4).question(question.id, "de") == question
    english = _quiz().question(question.id, "en")
    assert english is not None
    assert english.right == question.right
    assert english.fingerprint != question.fingerprint
    for wrong in ("", "@", "made.storm", "made.storm@", "made.storm@-1", "made.storm@1x", "nothing@1", "@7"):
        assert _quiz().question(wrong, "en") is None
    assert split_id("ask.a.b@12") == ("ask.a.b", 12)
    assert split_id("a@" + "9" * 40) is None


def test_answer__is_there_after_a_restart_and_belongs_to_one_person(place: Path) -> None:
    quiz = _quiz()
    question = quiz.question("made.storm@5", "en")
    assert question is not None
    with State.open(place) as state:
        due = _answer(state, question, MONDAY, right=True)
    with State.open(place) as state:
        memory = state.quiz.memory(ADA)
        assert (memory.seen["made.storm"].due, memory.seeds["made.storm"]) == (due, frozenset({5}))
        assert state.quiz.memory(BO) == Memory()
        progress = quiz.progress(memory, MONDAY)
        assert (progress.answered, progress.right, progress.known, progress.due) == (1, 1, 1, 0)
        assert [(one.topic, one.answered) for one in progress.topics] == [("copies", 1)]
        assert quiz.progress(memory, MONDAY + 400 * DAY).due == 1


def test_item_that_is_gone_from_the_library__still_counts_in_the_progress(place: Path) -> None:
    with State.open(place) as state:
        state.quiz.record(ADA, "ask.gone.x", 1, right=True, at=MONDAY, remember=lambda _: ("{}", MONDAY))
        memory = state.quiz.memory(ADA)
    quiz = _quiz()
    assert quiz.progress(memory, MONDAY).answered == 1
    assert quiz.next(memory, "en", MONDAY) is not None


def test_choice_that_there_is_not__is_refused_and_not_written_down(place: Path) -> None:
    question = _quiz().question("made.storm@5", "en")
    assert question is not None
    with State.open(place) as state:
        for chosen in (-1, len(question.choices)):
            with pytest.raises(ValueError, match="no choice"):
                record(state.quiz, ADA, question, chosen, MONDAY)
        assert state.quiz.memory(ADA) == Memory()


def test_question__has_two_to_four_different_choices_and_one_right_one() -> None:
    question = _quiz().question("made.storm@5", "en")
    assert question is not None
    same = (Choice("a"), Choice("a"))
    for choices, right in ((question.choices[:1], 0), (same, 0), (question.choices, len(question.choices))):
        with pytest.raises(ValueError, match="not two to four"):
            dataclasses.replace(question, choices=choices, right=right)


def test_many_answers_at_once__count_one_for_each_question(place: Path) -> None:
    quiz = _quiz()
    questions = [quiz.question(f"made.storm@{seed}", "en") for seed in range(3)]
    State.open(place).close()

    def press(question: Question) -> bool:
        with State.open(place) as state:
            return record(state.quiz, ADA, question, question.right, MONDAY).counted

    with ThreadPoolExecutor(6) as pool:
        counted = list(pool.map(press, [one for one in questions if one is not None] * 4))
    assert sum(counted) == 3
    with State.open(place) as state:
        assert state.quiz.memory(ADA).seen["made.storm"].rights == 3

"""The quiz's tables in both kinds of database: an answer counts once, boards hold who wants to be there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.state import State
from bot.state.quiz import ANSWERS_KEPT, BOARD_DAYS, Memory, Place

AT = dt.datetime(2026, 3, 2, 18, 0, tzinfo=dt.UTC)
ADA, BO, HERE, THERE = 1 << 60, 12, 1 << 61, 78


@pytest.fixture
def state(place: str | Path) -> Iterator[State]:
    with State.open(place) as opened:
        yield opened


def _answer(
    state: State,
    user: int,
    item: str,
    seed: int,
    *,
    right: bool = True,
    guild: int | None = None,
    at: dt.datetime = AT,
) -> bool:
    counted, _ = state.quiz.record(
        user, item, seed, right=right, at=at, guild=guild, remember=lambda old: ((old or "") + "x", at)
    )
    return counted


def test_answer__counts_once_and_carries_on_what_was_remembered(state: State) -> None:
    assert _answer(state, ADA, "a", 1)
    assert not _answer(state, ADA, "a", 1, right=False)
    assert _answer(state, ADA, "a", 2, right=False)
    assert _answer(state, BO, "a", 1)
    memory = state.quiz.memory(ADA)
    seen = memory.seen["a"]
    assert (seen.rights, seen.wrongs, seen.last_right, seen.due) == (1, 1, False, AT)
    assert memory.seeds == {"a": frozenset({1, 2})}
    rows = state.privacy.rows(ADA)["quiz"]
    assert [row["memory"] for row in rows if "memory" in row] == ["xx"]


def test_failure_while_remembering__leaves_nothing_half_written(state: State) -> None:
    def broken(old: str | None) -> tuple[str, dt.datetime]:
        raise RuntimeError

    with pytest.raises(RuntimeError):
        state.quiz.record(ADA, "a", 1, right=True, at=AT, remember=broken)
    assert state.quiz.memory(ADA) == Memory()
    assert _answer(state, ADA, "a", 1)


def test_leaderboard__counts_different_items_of_those_who_take_part_there(state: State) -> None:
    state.quiz.take_part(ADA, HERE, True)
    state.quiz.take_part(ADA, HERE, True)
    state.quiz.take_part(BO, THERE, True)
    for seed in range(3):
        _answer(state, ADA, "a", seed, guild=HERE)
    _answer(state, ADA, "b", 1, guild=HERE)
    _answer(state, ADA, "c", 1, guild=HERE, right=False)
    _answer(state, ADA, "d", 1, guild=THERE)
    _answer(state, BO, "a", 1, guild=HERE)
    _answer(state, ADA, "e", 1, guild=HERE, at=AT - dt.timedelta(days=BOARD_DAYS + 1))
    assert state.quiz.leaderboard(HERE, AT) == [Place(ADA, 2, 5)]
    assert state.quiz.leaderboard(THERE, AT) == []
    state.quiz.take_part(BO, HERE, True)
    assert [one.user_id for one in state.quiz.leaderboard(HERE, AT)] == [ADA], "nothing counts afterwards"


def test_who_leaves_a_board_or_whose_server_goes__is_in_no_row_of_it(state: State) -> None:
    for user in (ADA, BO):
        state.quiz.take_part(user, HERE, True)
        _answer(state, user, "a", 1, guild=HERE)
    state.quiz.take_part(ADA, HERE, False)
    assert not state.quiz.takes_part(ADA, HERE)
    assert [one.user_id for one in state.quiz.leaderboard(HERE, AT)] == [BO]
    assert {row.get("guild_id") for row in state.privacy.rows(ADA)["quiz"]} == {None}
    state.quiz.forget_server(HERE)
    assert not state.quiz.takes_part(BO, HERE)
    assert {row.get("guild_id") for row in state.privacy.rows(BO)["quiz"]} == {None}
    assert state.quiz.memory(BO).seen


def test_personal_data__is_counted_forgotten_and_cleared(state: State) -> None:
    for user in (ADA, BO):
        state.quiz.take_part(user, HERE, True)
        _answer(state, user, "a", 1)
    assert state.privacy.counts(ADA) == {"quiz": 3}
    assert state.privacy.delete(ADA) == 3
    assert state.privacy.counts(ADA) == {}
    assert state.quiz.forget(BO) == 3
    _answer(state, ADA, "a", 1)
    assert state.privacy.clear_expired(AT + ANSWERS_KEPT) == 1
    assert state.quiz.memory(ADA).seen, "what is remembered stays until the person deletes it"

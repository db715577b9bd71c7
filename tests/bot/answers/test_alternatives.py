"""One line with alternatives stands for each question that it can be read as."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.answers.alternatives import alternatives


def test_line_without_alternatives__is_itself() -> None:
    assert alternatives("Can I block (with it)?") == ("Can I block (with it)?",)


def test_two_groups__stand_for_every_pair() -> None:
    assert alternatives("(Can|May) I (block|attack)?") == (
        "Can I block?",
        "Can I attack?",
        "May I block?",
        "May I attack?",
    )


def test_empty_alternative__leaves_the_word_out_with_its_space() -> None:
    assert alternatives("Does it (still|) die?") == ("Does it still die?", "Does it die?")


def test_without_spaces__joins_what_is_around() -> None:
    assert alternatives("(対戦相手|相手)は死にますか？") == ("対戦相手は死にますか？", "相手は死にますか？")


def test_three_groups__every_two_neighbours_stand_together_but_not_every_question() -> None:
    made = alternatives("(a|b)(c|d)(e|f)")
    assert {text[:2] for text in made} == {x + y for x in "ab" for y in "cd"}
    assert {text[1:] for text in made} == {x + y for x in "cd" for y in "ef"}
    assert len(made) < 8


def test_last_word_left_out__the_question_mark_stands_behind_the_word_before() -> None:
    assert alternatives("Is it dead (now|)?") == ("Is it dead now?", "Is it dead?")


def test_line_of_many_groups__every_two_neighbours_stand_together() -> None:
    made = alternatives("(a|b|c)-(d|e)-(f|g|h|i)-(j|k)")
    pairs = {(place, *two) for text in made for place, two in enumerate(pairwise(text.split("-")))}
    assert len(pairs) == 3 * 2 + 2 * 4 + 4 * 2
    assert len(made) < 3 * 2 * 4 * 2


def test_more_than_anybody_would_read__is_refused() -> None:
    with pytest.raises(ValueError, match="stands for"):
        alternatives("(a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p)" * 2)

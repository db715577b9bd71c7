"""One line with alternatives stands for each question that it can be read as."""

from __future__ import annotations

import pytest

from bot.answers.alternatives import MOST, spelled_out


def test_line_without_alternatives__is_itself() -> None:
    assert spelled_out("Can I block (with it)?") == ("Can I block (with it)?",)


def test_two_groups__stand_for_every_pair() -> None:
    assert spelled_out("(Can|May) I (block|attack)?") == (
        "Can I block?",
        "Can I attack?",
        "May I block?",
        "May I attack?",
    )


def test_empty_alternative__leaves_the_word_out_with_its_space() -> None:
    assert spelled_out("Does it (still|) die?") == ("Does it still die?", "Does it die?")


def test_without_spaces__joins_what_is_around() -> None:
    assert spelled_out("(対戦相手|相手)は死にますか？") == ("対戦相手は死にますか？", "相手は死にますか？")


def test_more_than_anybody_would_read__is_refused() -> None:
    with pytest.raises(ValueError, match="stands for"):
        spelled_out("(a|b|c)" * 4 + f"{MOST}")

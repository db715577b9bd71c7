"""`judgecall try`: by hand, for scripts, and what it says to wrong input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot.terminal.main import run


def test_card_tried_out__is_answered_as_a_question_is(
    indexed_data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["try", "their-turn", "Arcane Heist", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["question"] == "Can I cast [[Arcane Heist]] on my opponent's turn?"
    assert answer["verdict"]["label"] == "no"
    assert answer["confirmation"]["scenario"] == "trial:timing"
    assert "307.1" in answer["confirmation"]["rules"]
    assert run(["try", "combat", "Step Between Worlds"]) == 0
    assert "No. Step Between Worlds can't be cast then." in " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["juggle", "Arcane Heist"], 2, "invalid choice"),
        (["does", "Arcane Heist"], 2, "name a second card"),
        (["combat", "Arcane Heist", "Step Between Worlds"], 2, "one card is enough"),
        (["combat", "Arcane Hoist of Nowhere"], 1, "there is no card"),
        (["combat", "Arcane Heist", "--without", "x"], 2, "rule number"),
    ],
)
def test_wrong_call__is_one_line_that_says_what_to_do(
    indexed_data_dir: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, says: str
) -> None:
    assert run(["try", *arguments]) == code
    printed = capsys.readouterr()
    assert says in printed.err
    assert printed.err.count("\n") == 1

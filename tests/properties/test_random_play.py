"""Random legal play: whatever is chosen, the game stays consistent, and the same choices give the same game."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.scenario import loads
from tests.properties.__main__ import main, play_one
from tests.properties.play import beginning, play
from tests.properties.skeleton import skeleton
from tests.rules_engine.scenario.texts import play as run_scenario

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
FEW = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(SEEDS)
def test_whatever_is_chosen__the_game_stays_consistent(seed: int) -> None:
    assert play_one(seed, 60).wrong == []


@FEW
@given(SEEDS)
def test_the_same_choices__give_the_same_transcript_and_the_same_key(seed: int) -> None:
    first = play(*beginning(seed), 40)[-1]
    second = play(*beginning(seed), 40)[-1]
    assert first.log == second.log
    assert first.key() == second.key()


@pytest.mark.parametrize("seed", range(12))
def test_skeleton_of_a_random_game__is_a_scenario_that_can_be_played(seed: int) -> None:
    played = play_one(seed, 8)
    text = skeleton(seed, played.chosen, ["something"])
    assert run_scenario(loads(text, "random.yaml")).status == "passed"


def test_runner__says_how_much_it_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--minutes", "0.01", "--seed", "3", "--choices", "10"]) == 0
    assert ": 0 wrong" in capsys.readouterr().out
    assert main(["--replay", "3", "--choices", "10"]) == 0
    assert "nothing is wrong" in capsys.readouterr().out

"""Random legal play: whatever is chosen, the game stays consistent, and the same choices give the same game."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.properties.play import beginning, play, problems

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)
FEW = settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(SEEDS)
def test_whatever_is_chosen__the_game_stays_consistent(seed: int) -> None:
    game, rng = beginning(seed)
    for later in play(game, rng, 60):
        assert problems(later) == []


@FEW
@given(SEEDS)
def test_the_same_choices__give_the_same_transcript_and_the_same_key(seed: int) -> None:
    first = play(*beginning(seed), 40)[-1]
    second = play(*beginning(seed), 40)[-1]
    assert first.log == second.log
    assert first.key() == second.key()

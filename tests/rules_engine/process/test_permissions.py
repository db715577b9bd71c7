"""Who may begin to cast a spell: the player who has priority (CR 117.1a)."""

from __future__ import annotations

import pytest

from rules_engine.game import Game, Placed
from rules_engine.model.decisions import PASS
from rules_engine.model.zones import Zone
from rules_engine.process.permissions import NORMAL, may_begin
from tests.rules_engine.process.positions import at_work, card, two_players


def game_at(priority: int) -> Game:
    """Both players hold an instant; that one has priority."""
    spell = card("Small Word", "You gain 1 life.", "Instant")
    game = two_players(*(Placed(spell, Zone.HAND, owner) for owner in (0, 1)))
    return game if priority == 0 else game.apply(PASS)


@pytest.mark.parametrize("priority", [0, 1])
@pytest.mark.parametrize("player", [0, 1])
def test_instant__may_be_cast_by_the_player_with_priority_only(priority: int, player: int) -> None:
    e = at_work(game_at(priority))
    assert e.state.turn.priority == priority
    refused = may_begin(e, player, e.state.zone(Zone.HAND, player)[0], NORMAL)
    assert (refused is None) is (player == priority)

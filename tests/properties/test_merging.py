"""What random games have found about decisions and keys, and a little of the looking for it."""

from __future__ import annotations

from collections import Counter

import pytest

from rules_engine.game import Placed, PlayerSetup, Setup, new_game
from rules_engine.model.characteristics import CardDefinition
from rules_engine.model.zones import Zone
from rules_engine.oracle import CardText, CompiledCard, compile_card
from tests.properties.merging import merging

PERMISSION = CardText(
    "Free Hour", "{2}", "Enchantment", "You may cast spells from your hand without paying their mana costs."
)
SPELL = CardText("Old Page", "{7}", "Sorcery", "Draw a card.")


def card(text: CardText) -> CardDefinition:
    """The compiled card."""
    found = compile_card(text)
    assert isinstance(found, CompiledCard)
    return found.definition


@pytest.mark.parametrize("seed", range(6))
def test_games_with_equal_keys__lead_to_the_same_games(seed: int) -> None:
    found = merging(seed, lines=12, choices=10)
    assert found.wrong == []
    assert found.compared > 10


def test_two_permissions_of_one_name__are_one_way_to_cast() -> None:
    permissions = [Placed(card(PERMISSION), Zone.BATTLEFIELD, 0) for _ in range(2)]
    setup = Setup((PlayerSetup("A"), PlayerSetup("B")), (*permissions, Placed(card(SPELL), Zone.HAND, 0)))
    casts = Counter(option.method for option in new_game(setup).legal_actions() if option.verb == "cast")
    assert casts == {"free by Free Hour": 1}

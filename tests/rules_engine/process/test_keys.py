"""Keys: games with the same future share one, whatever ids their objects have; what makes a difference tells them apart."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from rules_engine.game import Game, Placed
from rules_engine.model.effects import DamageShield, Expiry
from rules_engine.model.objects import CastRecord, Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.drawing import shuffled
from rules_engine.process.keys import state_key
from tests.properties.checks import is_settled
from tests.properties.play import beginning
from tests.rules_engine.process.positions import at_work, card, library_of, two_players


def with_later_ids(game: Game) -> Game:
    """The same game, but objects that come into being from here get other ids and timestamps."""
    state = game.state.copy()
    state.next_id += 1000
    state.clock += 77
    return replace(game, state=state, view=state)


@pytest.mark.parametrize("seed", range(16))
def test_games_that_differ_in_ids_only__have_the_same_keys(seed: int) -> None:
    one, rng = beginning(seed)
    while not is_settled(one):
        # Only between steps are all ids in the state itself.
        seed += 100
        one, rng = beginning(seed)
    other = with_later_ids(one)
    for _ in range(40):
        if one.decision is None or other.decision is None:
            break
        assert len(one.decision.options) == len(other.decision.options)
        index = rng.randrange(len(one.decision.options))
        one, other = one.apply(one.decision.options[index]), other.apply(other.decision.options[index])
        assert state_key(one.view) == state_key(other.view)
    assert one.log != other.log


def shield(*, left: int = 40, controller: int = 0, recipient: int = 0, source: int = 1) -> DamageShield:
    """A prevention shield for a player."""
    expiry = Expiry("until end of turn", 0, 5)
    to = Chosen(player=recipient)
    return DamageShield(9, 9, controller, source, "Shield", expiry, left=left, original=to, to=None)


@pytest.mark.parametrize(
    "other", [shield(left=41), shield(left=1), shield(controller=1), shield(recipient=1), shield(source=2)]
)
def test_effects_that_differ__have_different_keys(other: DamageShield) -> None:
    game = two_players(*(Placed(card(name), Zone.BATTLEFIELD, 0) for name in ("One", "Two")))
    keys = []
    for effect in (shield(), other, shield()):
        e = at_work(game)
        e.add_effect(effect)
        keys.append(state_key(e.state))
    assert keys[0] != keys[1]
    assert keys[0] == keys[2]


def test_random_games__are_not_all_alike() -> None:
    rng = random.Random(1)
    keys = {state_key(beginning(rng.randrange(1000))[0].view) for _ in range(5)}
    assert len(keys) == 5


def test_library_in_another_order__has_another_key_while_its_order_is_known() -> None:
    game = two_players(*library_of("One", "Two", "Three"))
    keys = []
    for shuffle_it in (False, True):
        e = at_work(game)
        if shuffle_it:
            shuffled(e, 0)
        one, two, three = e.state.zone(Zone.LIBRARY, 0)
        keys.append(state_key(e.state))
        e.set_zone((Zone.LIBRARY, 0), (two, one, three))
        keys.append(state_key(e.state))
    ordered, other_order, unordered, other_unordered = keys
    assert ordered != other_order
    assert unordered == other_unordered
    assert unordered not in (ordered, other_order)


def test_a_spell_cast_as_something_else__has_another_key() -> None:
    # A card with bestow has one name as an Aura and as a creature, of which only one may count (CR 101.2).
    keys = []
    for types in (frozenset({"enchantment"}), frozenset({"enchantment", "creature"})):
        state = two_players().state.copy()
        state.casts = (CastRecord(0, 1, "Sash Ox", types, Zone.HAND),)
        keys.append(state_key(state))
    assert keys[0] != keys[1]

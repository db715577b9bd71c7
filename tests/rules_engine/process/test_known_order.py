"""How much of a shuffled library is known: what was put on top or on the bottom, until it leaves (CR 701.24)."""

from __future__ import annotations

import pytest

from rules_engine.model.decisions import Option
from rules_engine.model.zones import Zone
from rules_engine.process.drawing import settle_top, shuffled
from rules_engine.process.engine import AnswerNeeded, Engine
from rules_engine.process.moving import commit_move
from rules_engine.process.proposals import Move
from tests.rules_engine.process.positions import at_work, library_of, two_players


@pytest.fixture
def shuffle() -> Engine:
    """A's library of six different cards, shuffled."""
    e = at_work(two_players(*library_of("One", "Two", "Three", "Four", "Five", "Six")))
    shuffled(e, 0)
    return e


def known(e: Engine) -> tuple[int, int]:
    """How many cards are known on top and on the bottom."""
    player = e.state.player(0)
    return player.known_top, player.known_bottom


def put(e: Engine, ident: int, to: Zone, position: int = 0) -> int:
    """Move the object; its new id."""
    moved = commit_move(e, Move(ident, to, "put", position=position), e.new_batch())[0].object
    assert moved is not None
    return moved


def test_shuffled_library__is_known_nowhere(shuffle: Engine) -> None:
    assert known(shuffle) == (0, 0)


def test_cards_put_on_the_bottom__are_known_until_they_leave(shuffle: Engine) -> None:
    first, second, third = shuffle.state.zone(Zone.LIBRARY, 0)[:3]
    lowest = [
        put(shuffle, put(shuffle, ident, Zone.HAND), Zone.LIBRARY, -1) for ident in (first, second, third)
    ]
    assert known(shuffle) == (0, 3)
    put(shuffle, lowest[1], Zone.HAND)
    assert known(shuffle) == (0, 2)
    put(shuffle, lowest[2], Zone.HAND)
    assert known(shuffle) == (0, 1)


def test_cards_put_on_top__are_known_until_they_leave(shuffle: Engine) -> None:
    first, second = shuffle.state.zone(Zone.LIBRARY, 0)[:2]
    top = [put(shuffle, put(shuffle, ident, Zone.HAND), Zone.LIBRARY) for ident in (first, second)]
    assert known(shuffle) == (2, 0)
    put(shuffle, top[0], Zone.HAND)
    assert known(shuffle) == (1, 0)


def test_card_that_leaves_the_unknown_middle__changes_nothing(shuffle: Engine) -> None:
    first, second = shuffle.state.zone(Zone.LIBRARY, 0)[:2]
    put(shuffle, put(shuffle, first, Zone.HAND), Zone.LIBRARY)
    put(shuffle, put(shuffle, second, Zone.HAND), Zone.LIBRARY, -1)
    put(shuffle, shuffle.state.zone(Zone.LIBRARY, 0)[2], Zone.HAND)
    assert known(shuffle) == (1, 1)


def test_library_with_a_known_order__counts_nothing() -> None:
    e = at_work(two_players(*library_of("One", "Two")))
    put(e, put(e, e.state.zone(Zone.LIBRARY, 0)[0], Zone.HAND), Zone.LIBRARY)
    assert known(e) == (0, 0)


def test_looking_at_the_top__lets_chance_say_which_card_it_is_and_only_that(shuffle: Engine) -> None:
    with pytest.raises(AnswerNeeded) as asked:
        settle_top(shuffle, 0, 1)
    options = asked.value.decision.options
    assert len(options) == 6
    third = options[2]
    assert isinstance(third, Option)
    e = Engine(shuffle.state, (third,))
    settle_top(e, 0, 1)
    assert known(e) == (1, 0)
    assert e.state.zone(Zone.LIBRARY, 0)[0] == third.object
    settle_top(e, 0, 1)

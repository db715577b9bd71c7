"""Small positions made without a scenario file, for what a scenario can't say."""

from __future__ import annotations

from rules_engine.game import Game, Placed, PlayerSetup, Setup, new_game
from rules_engine.model.characteristics import CardDefinition
from rules_engine.model.zones import Zone
from rules_engine.oracle import CardText, CompiledCard, compile_card
from rules_engine.process.engine import Engine


def card(name: str, text: str = "", kind: str = "Creature — Ox", cost: str = "{G}") -> CardDefinition:
    """A compiled 2/2 of that text, or another card of that kind."""
    size = ("2", "2") if "Creature" in kind else (None, None)
    found = compile_card(CardText(name, cost, kind, text, *size))
    assert isinstance(found, CompiledCard)
    return found.definition


def two_players(*objects: Placed, active: int = 0) -> Game:
    """A game of two players with these objects, in the active player's main phase."""
    return new_game(Setup((PlayerSetup("A"), PlayerSetup("B")), objects, active=active))


def library_of(*names: str) -> tuple[Placed, ...]:
    """Cards in A's library, the top one first."""
    return tuple(Placed(card(name), Zone.LIBRARY, 0) for name in names)


def at_work(game: Game) -> Engine:
    """An engine that may change a copy of the game's state."""
    return Engine(game.state.copy())

"""A judge's engine: Oracle text is compiled, positions are played out by the Comprehensive Rules, every step says why.

Importing the package fills the tables of instructions and keywords, so that whatever is imported from it knows all
that the engine can carry out.
"""

from rules_engine.errors import EngineError, IllegalAction, LimitReached, ScenarioError
from rules_engine.game import Game, Placed, PlayerSetup, Setup, new_game
from rules_engine.oracle import CardText, CompiledCard, Refusal, compile_card

__all__ = [
    "CardText",
    "CompiledCard",
    "EngineError",
    "Game",
    "IllegalAction",
    "LimitReached",
    "Placed",
    "PlayerSetup",
    "Refusal",
    "ScenarioError",
    "Setup",
    "compile_card",
    "new_game",
]

"""A judge's engine: Oracle text is compiled, positions are played out by the Comprehensive Rules, every step says why.

What is imported from here is loaded, with the tables of instructions and keywords that belong to it, when it is first
asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_engine.card_text import CardText
    from rules_engine.errors import EngineError, IllegalAction, LimitReached, ScenarioError
    from rules_engine.game import Game, Placed, PlayerSetup, Setup, new_game
    from rules_engine.oracle import CompiledCard, Refusal, compile_card

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

_MODULES = {
    "card_text": ("CardText",),
    "errors": ("EngineError", "IllegalAction", "LimitReached", "ScenarioError"),
    "game": ("Game", "Placed", "PlayerSetup", "Setup", "new_game"),
    "oracle": ("CompiledCard", "Refusal", "compile_card"),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found

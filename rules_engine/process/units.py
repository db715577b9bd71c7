"""Rules that stand as units of their own: each can be switched off by its number, to show that a claim rests on it.

`@unit("112.2a", otherwise=…)` marks the function that is what the rule says; a game without that rule does the other
thing instead. Rules that are questions within a function, or entries of a table (state-based actions, layers,
replacement effects), are declared here and asked with `state.holds`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    from rules_engine.process.engine import Engine

F = TypeVar("F", bound=Callable[..., Any])
# Number → what happens when it is switched off, in a few words.
UNITS: dict[str, str] = {}


def unit(rule: str, instead: str, otherwise: Callable[..., Any]) -> Callable[[F], F]:
    """The function is what the rule says; `instead` tells what `otherwise` does in a game without it.

    The function's first argument is the engine at work.
    """
    declare(rule, instead)

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def call(e: Engine, /, *args: Any, **kwargs: Any) -> Any:
            without = e.state.without
            if without and rule in without:
                return otherwise(e, *args, **kwargs)
            return function(e, *args, **kwargs)

        return cast(F, call)

    return decorate


def declare(rule: str, instead: str) -> None:
    """A rule that is asked for by `state.holds`."""
    UNITS[rule] = f"{UNITS[rule]}; {instead}" if rule in UNITS else instead


def unknown(rules: Iterable[str]) -> list[str]:
    """Those of the numbers that nothing here is switched off by."""
    return [rule for rule in rules if rule not in UNITS]


for _rule, _instead in {
    "101.2": "what can't be done can be done where something allows it",
    "107.3b": "X of a spell cast free may be any number",
    "120.3g": "toxic gives no poison",
    "120.8": "zero damage is dealt",
    "510.2": "combat damage is dealt one part after the other",
    "603.2c": "an ability triggers at most once for all that happens at one time",
    "603.4": "an intervening if is not asked when the event occurs",
    "608.2a": "an intervening if is not asked on resolution",
    "608.2b": "illegal targets stay legal",
    "608.2e": "each player acts as soon as they have chosen",
    "613.8": "only timestamps order effects within a layer",
    "613.7a": "an ability granted from exile is as old as the game",
    "700.1": "all that happens at one time is one event for every ability",
    "732.1": "what an illegal attempt has done stays done",
    "614.1a": "effects that replace one event by another do nothing",
    "614.9": "damage is not redirected",
    "614.1c": "permanents enter as if nothing said how",
    "614.11": "draws are not replaced",
    "614.16": "numbers of tokens and counters are not changed",
    "615.1a": "all of the damage is not prevented",
    "615.7": "damage shields do nothing",
    "615.10": "static prevention does nothing",
    "702.16e": "protection does not prevent damage",
    "701.19a": "regeneration does nothing",
    "702.27a": "buyback does not return the spell",
    "702.34a": "flashback does not exile the spell",
    "702.35a": "madness does not exile the card",
    "702.88a": "rebound does not exile the spell",
    "702.89a": "umbra armor does nothing",
}.items():
    declare(_rule, _instead)

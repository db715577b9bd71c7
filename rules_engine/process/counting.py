"""Numbers that are counted over objects by a rule of their own: devotion, card types (CR 700.5, 205.2a)."""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.process.looking import Look


def devotion(look: Look, player: int, colors: frozenset[str]) -> int:
    """The mana symbols of any of these colours in the mana costs of permanents the player controls (CR 700.5)."""
    return sum(
        not colors.isdisjoint(symbol.split("/"))
        for seen in look.permanents()
        if seen.controller == player and seen.chars.mana_cost is not None
        for symbol in seen.chars.mana_cost.symbols
    )


def card_types(look: Look, idents: Iterable[int]) -> int:
    """How many card types there are among these objects."""
    found = [look.at(ident) for ident in idents]
    return len({name for seen in found if seen is not None for name in seen.chars.types})

"""What enters the engine: a card's words. Apart from the compiler, so that whoever only hands cards on does not load it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CardText:
    """A card as its text says it is: everything the engine may know about it."""

    name: str
    mana_cost: str
    type_line: str
    oracle_text: str
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None

"""What enters the engine: a card's words. Apart from the compiler, so that whoever only hands cards on does not load it."""

from __future__ import annotations

from dataclasses import dataclass

# Between what stands on the two faces of a card.
FACES = " // "


@dataclass(frozen=True, slots=True)
class CardText:
    """A card as its text says it is: everything the engine may know about it.

    Of a card with two faces each field holds both, with " // " between them, the texts with a line of "//".
    colors: the letters of its colour indicator (CR 204). layout: how its faces belong together, where their type lines
    do not tell: "transform", "modal_dfc".
    """

    name: str
    mana_cost: str
    type_line: str
    oracle_text: str
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    colors: str = ""
    layout: str = ""

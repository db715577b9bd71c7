"""Characteristics of objects (CR 109.3) and the card definitions they start from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_engine.model.abilities import Ability, Keyword
from rules_engine.model.mana import ManaCost

SUPERTYPES = frozenset({"legendary", "basic", "snow", "world"})
CARD_TYPES = frozenset(
    {"artifact", "battle", "creature", "enchantment", "instant", "kindred", "land", "planeswalker", "sorcery"}
)
PERMANENT_TYPES = frozenset({"artifact", "battle", "creature", "enchantment", "land", "planeswalker"})
BASIC_LAND_MANA = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}


Frame = Literal["", "split", "adventure", "transforming", "transformed", "modal", "modal back"]


@dataclass(frozen=True, slots=True)
class Characteristics:
    """An object's characteristics; types and subtypes in lower case, colours as letters, numbers or None.

    mana_cost None: no mana cost, which is unpayable (CR 118.6). Also the copiable values of an object (CR 707.2).
    parts: the halves of a split card, what an adventurer card is as an Adventure, or the other face of a double-faced
    one (CR 709, 715, 712). frame: what the parts are; of a double-faced object also which face this is.
    """

    name: str = ""
    mana_cost: ManaCost | None = None
    colors: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    abilities: tuple[Ability, ...] = ()
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    parts: tuple[Characteristics, ...] = ()
    frame: Frame = ""

    def has_keyword(self, name: str) -> bool:
        """Whether it has a keyword ability of that name."""
        return any(isinstance(ability, Keyword) and ability.name == name for ability in self.abilities)

    def keywords(self, name: str) -> tuple[Keyword, ...]:
        """Its keyword abilities of that name, in order."""
        return tuple(a for a in self.abilities if isinstance(a, Keyword) and a.name == name)

    @property
    def is_permanent_card(self) -> bool:
        """Whether it can be on the battlefield by its types (CR 110.4)."""
        return bool(self.types & PERMANENT_TYPES)


@dataclass(frozen=True, slots=True)
class CardDefinition:
    """A card as the compiler delivers it: its characteristics and its Oracle text, for showing."""

    characteristics: Characteristics
    text: str = ""

    @property
    def name(self) -> str:
        """The card's name."""
        return self.characteristics.name

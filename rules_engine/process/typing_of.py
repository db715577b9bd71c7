"""Card types and the subtypes that go with them, as effects set and take them (CR 205.1)."""

from __future__ import annotations

from rules_engine.model.abilities import ChangeTypes
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.evolving import replace
from rules_engine.model.subtypes import (
    ARTIFACT_TYPES,
    ENCHANTMENT_TYPES,
    LAND_TYPES,
    NOT_CREATURE_TYPES,
    PLANESWALKER_TYPES,
    SPELL_TYPES,
)

_OF: dict[str, frozenset[str]] = {
    "artifact": ARTIFACT_TYPES,
    "enchantment": ENCHANTMENT_TYPES,
    "land": LAND_TYPES,
    "planeswalker": PLANESWALKER_TYPES,
    "instant": SPELL_TYPES,
    "sorcery": SPELL_TYPES,
    "battle": frozenset({"siege"}),
}


def correlated(subtypes: frozenset[str], types: frozenset[str]) -> frozenset[str]:
    """Those of the subtypes that are of one of these card types (CR 205.3)."""
    found = frozenset(name for kind in types for name in subtypes & _OF.get(kind, frozenset()))
    if types & {"creature", "kindred"}:
        found |= subtypes - NOT_CREATURE_TYPES
    return found


def with_new_types(chars: Characteristics, change: ChangeTypes) -> Characteristics:
    """New card types replace the old ones; subtypes stay that are of a type it has still, unless new ones of that type
    are set (CR 205.1a)."""
    still = change.types & chars.types
    renewed = frozenset(kind for kind in still if correlated(change.subtypes, frozenset({kind})))
    kept = correlated(chars.subtypes, still - renewed)
    return replace(chars, types=change.types, subtypes=kept | change.subtypes)


def without_types(
    chars: Characteristics, types: frozenset[str], supertypes: frozenset[str]
) -> Characteristics:
    """Types that are taken go with the subtypes that no type it still has goes with (CR 205.1a)."""
    left = chars.types - types
    subtypes = correlated(chars.subtypes, left) if types else chars.subtypes
    return replace(chars, types=left, subtypes=subtypes, supertypes=chars.supertypes - supertypes)

"""What a continuous effect does to characteristics, one kind a layer (CR 613)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules_engine.model.terms import Amount, Filter, PlayerRef, You

if TYPE_CHECKING:
    from rules_engine.model.abilities.kinds import Ability


@dataclass(frozen=True, slots=True)
class SetController:
    """Layer 2: the player gains control (CR 613.1b)."""

    who: PlayerRef = You()


@dataclass(frozen=True, slots=True)
class ChangeTypes:
    """Layer 4: adds types and subtypes, or sets them when `replace` ("is a …" against "in addition to …")."""

    supertypes: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    subtypes: frozenset[str] = frozenset()
    replace: bool = False


@dataclass(frozen=True, slots=True)
class LoseTypes:
    """Layer 4: "isn't a creature", "isn't legendary"; a type goes with the subtypes that are of it alone (CR 205.1a)."""

    types: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ChangeColors:
    """Layer 5: sets the colours (letters), or adds them when `add`."""

    colors: frozenset[str]
    add: bool = False


@dataclass(frozen=True, slots=True)
class AddAbility:
    """Layer 6: has or gains the abilities (CR 613.1f)."""

    abilities: tuple[Ability, ...]


@dataclass(frozen=True, slots=True)
class LoseAllAbilities:
    """Layer 6: loses all abilities (CR 613.1f)."""


@dataclass(frozen=True, slots=True)
class LoseKeyword:
    """Layer 6: loses one keyword."""

    name: str


@dataclass(frozen=True, slots=True)
class GrantForetell:
    """Layer 6: has foretell, for its own mana cost reduced by so much generic mana (CR 702.143, 613.1f)."""

    reduction: Amount


@dataclass(frozen=True, slots=True)
class GrantFlashback:
    """Layer 6: has flashback for its own mana cost (CR 702.34, 613.1f)."""


@dataclass(frozen=True, slots=True)
class SetPT:
    """Layer 7b: base power and/or toughness become a number (7a for a characteristic-defining ability)."""

    power: Amount | None
    toughness: Amount | None


@dataclass(frozen=True, slots=True)
class AddPT:
    """Layer 7c: +N/+N or -N/-N (CR 613.4c)."""

    power: Amount
    toughness: Amount


@dataclass(frozen=True, slots=True)
class SwitchPT:
    """Layer 7d: switches power and toughness (CR 613.4d)."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A statement about what the object can't or must do; it is no ability (CR 113.12, 613.11).

    kind: "can't attack", "can't block", "can't be blocked", "attacks if able", "blocks if able", "can't be countered",
    "can't be blocked except by", "can't be blocked by", "doesn't untap", "can't be sacrificed", "can't be regenerated",
    "can't attack you", "must be blocked", "can block additional", "activated abilities can't be activated",
    "no maximum hand size", "assigns no combat damage", "can block only" (filter), "all able block this",
    "can't transform", "can attack despite defender", "can't be blocked by more than one creature".
    """

    kind: str
    filter: Filter | None = None
    amount: int = 1


Modification = (
    SetController
    | ChangeTypes
    | LoseTypes
    | ChangeColors
    | AddAbility
    | LoseAllAbilities
    | LoseKeyword
    | GrantForetell
    | GrantFlashback
    | SetPT
    | AddPT
    | SwitchPT
    | Rule
)

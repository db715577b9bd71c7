"""The kinds of abilities (CR 113.3), and a paragraph of a card with its ability."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules_engine.model.abilities.costs import Cost
from rules_engine.model.abilities.instructions import Effect, Modal
from rules_engine.model.abilities.statics import StaticEffect
from rules_engine.model.abilities.triggers import Trigger
from rules_engine.model.terms import Amount, Condition, Filter, PlayerFilter, Timing
from rules_engine.model.zones import Zone


@dataclass(frozen=True, slots=True)
class SpellAbility:
    """Followed as an instant or sorcery spell resolves (CR 113.3a)."""

    effect: Effect | Modal


@dataclass(frozen=True, slots=True)
class ActivatedAbility:
    """ "[Cost]: [Effect.]" (CR 602); zone: where it can be activated from; loyalty: change of loyalty (CR 606).

    condition: "Activate only if …" (CR 602.5b). anyone: "Any player may activate this ability" (CR 602.2).
    """

    cost: Cost
    effect: Effect | Modal
    timing: Timing | None = None
    zone: Zone = Zone.BATTLEFIELD
    loyalty: int | None = None
    condition: Condition | None = None
    anyone: bool = False


@dataclass(frozen=True, slots=True)
class TriggeredAbility:
    """ "When/Whenever/At [trigger], if [condition], [effect]" (CR 603); condition is the intervening "if" (CR 603.4).

    optional: "you may" in front of the whole effect (decided on resolution, CR 603.5). once: "only once each turn".
    zone: where it works; the graveyard for "return this card from your graveyard" (CR 113.6m).
    """

    trigger: Trigger
    effect: Effect | Modal
    condition: Condition | None = None
    optional: bool = False
    once_each_turn: bool = False
    word: Literal["When", "Whenever", "At"] = "Whenever"
    zone: Zone = Zone.BATTLEFIELD


@dataclass(frozen=True, slots=True)
class StaticAbility:
    """Simply true (CR 604); condition: "as long as …"; zone: where it works; cda: characteristic-defining (CR 604.3)."""

    effect: StaticEffect
    condition: Condition | None = None
    zone: Zone = Zone.BATTLEFIELD
    cda: bool = False


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword ability (CR 702), lower case; cost, number or quality as printed ("kicker {2}", "ward {2}", "protection from red").

    `filter` holds a quality (protection, landwalk, hexproof from, "enchant creature"): a filter on the thing in question.
    """

    name: str
    cost: Cost | None = None
    amount: Amount | None = None
    filter: Filter | PlayerFilter | None = None


Ability = SpellAbility | ActivatedAbility | TriggeredAbility | StaticAbility | Keyword


@dataclass(frozen=True, slots=True)
class Printed:
    """A paragraph of a card's text and the ability it became; `start`, `end` are offsets into the text."""

    ability: Ability
    start: int = field(compare=False, default=0)
    end: int = field(compare=False, default=0)

"""Extort and ingest: what keywords' rules say beyond the usual instructions (CR 702.101, 702.115)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    ByRule,
    CastsSpell,
    Cost,
    DealsDamage,
    Effect,
    Keyword,
    TriggeredAbility,
)
from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import This
from rules_engine.model.zones import Zone
from rules_engine.process.applying import may_pay
from rules_engine.process.drawing import top_card
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen
from rules_engine.process.proposals import Life, Move
from rules_engine.process.registry import keyword
from rules_engine.process.resolving import BY_RULE
from rules_engine.process.triggering import TRIGGERED_KEYWORDS

PRICE = Cost(ManaCost(("W/B",)))
EXTORT = TriggeredAbility(CastsSpell("you"), Effect((ByRule("extort"),)))
INGEST = TriggeredAbility(DealsDamage(This(), "player", True), Effect((ByRule("ingest"),)))


def extort_abilities(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever you cast a spell (CR 702.101a)."""
    return (EXTORT,)


def ingest_abilities(given: Keyword) -> tuple[TriggeredAbility, ...]:
    """Whenever it deals combat damage to a player (CR 702.115a)."""
    return (INGEST,)


def extort(e: Engine, frame: Frame) -> None:
    """You may pay {W/B}; each opponent loses 1 life and you gain what was lost in all (CR 702.101a)."""
    if not may_pay(e, frame.you, PRICE, frame):
        return
    events = happen(e, [Life(player, -1, frame.this) for player in e.state.opponents(frame.you)])
    lost = sum(event.amount for event in events if event.kind == "loses life")
    happen(e, [Life(frame.you, lost, frame.this)])


def ingest(e: Engine, frame: Frame) -> None:
    """That player exiles the top card of their library (CR 702.115a)."""
    player = frame.facts.player
    card = top_card(e, player) if player is not None else None
    if card is not None:
        happen(e, [Move(card, Zone.EXILE, "exiled", ("702.115a",), player=player, source=frame.this)])


TRIGGERED_KEYWORDS["extort"] = (Zone.BATTLEFIELD, extort_abilities)
TRIGGERED_KEYWORDS["ingest"] = (Zone.BATTLEFIELD, ingest_abilities)
BY_RULE["extort"] = extort
BY_RULE["ingest"] = ingest
keyword("extort", "702.101", "702.101a")
keyword("ingest", "702.115", "702.115a")

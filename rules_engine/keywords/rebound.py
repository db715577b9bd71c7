"""Rebound (CR 702.88): cast from hand, it is exiled as it resolves and may be cast again at the next upkeep."""

from __future__ import annotations

from rules_engine.model.abilities import BeginningOf, CastDuring, Effect
from rules_engine.model.effects import DelayedTrigger
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, EventFacts
from rules_engine.model.terms import Those
from rules_engine.model.zones import Step, Zone
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.lasting import expiry
from rules_engine.process.proposals import Move, Proposal
from rules_engine.process.registry import keyword
from rules_engine.process.replacing import MOVE_REPLACEMENTS

NAME = "rebound"


def replacements(e: Engine, move: Move) -> list[Candidate]:
    """Only if it was cast from hand and resolves; a copy was not cast from there (CR 702.88a)."""
    obj = e.state.objects[move.object]
    if move.cause != "resolved" or move.to is not Zone.GRAVEYARD or obj.zone is not Zone.STACK:
        return []
    if obj.spell is None or obj.spell.cast_from is not Zone.HAND or not obj.base.has_keyword(NAME):
        return []
    controller = obj.controller if obj.controller is not None else obj.owner

    def apply(e: Engine) -> list[Proposal]:
        e.add_effect(
            DelayedTrigger(
                id=e.new_id(),
                timestamp=e.tick(),
                controller=controller,
                source=obj.id,
                source_name=obj.name,
                expiry=expiry(e, "permanent", controller, None),
                trigger=BeginningOf(Step.UPKEEP, "you"),
                effect=Effect((CastDuring(Those("was"), free=True, optional=True),)),
                slots=(("was", (Chosen(object=obj.id),)),),
                facts=EventFacts(),
            )
        )
        return [replace(move, to=Zone.EXILE, rules=(*move.rules, "702.88a"))]

    return [Candidate((NAME, obj.id), obj.name, "702.88a", apply, source=obj.id)]


MOVE_REPLACEMENTS.append(replacements)
keyword(NAME, "702.88")

"""Umbra armor (CR 702.89): the Aura is destroyed instead of the permanent it enchants, which loses its damage."""

from __future__ import annotations

from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move, Proposal
from rules_engine.process.registry import keyword
from rules_engine.process.replacing import MOVE_REPLACEMENTS

NAME = "umbra armor"


def replacements(e: Engine, move: Move) -> list[Candidate]:
    """If the enchanted permanent would be destroyed, instead its damage is removed and the Aura destroyed (CR 702.89a)."""
    if move.cause != "destroyed":
        return []
    found = []
    for seen in look(e.state).permanents():
        if seen.obj.attached_to == Chosen(object=move.object) and seen.chars.has_keyword(NAME):
            aura = seen.obj.id

            def apply(e: Engine, aura: int = aura) -> list[Proposal]:
                e.change(move.object, damage=0, deathtouched=False)
                if look(e.state).projection(aura).chars.has_keyword("indestructible"):
                    return []
                return [Move(aura, Zone.GRAVEYARD, "destroyed", ("702.89a",))]

            found.append(Candidate((NAME, aura), seen.chars.name, "702.89a", apply, source=aura))
    return found


MOVE_REPLACEMENTS.append(replacements)
keyword(NAME, "702.89")

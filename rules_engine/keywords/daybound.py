"""Daybound and nightbound (CR 702.145): their permanents show the face of the day or of the night (see CR 730)."""

from __future__ import annotations

from rules_engine.model.evolving import replace
from rules_engine.model.zones import Zone
from rules_engine.process.candidates import Candidate
from rules_engine.process.engine import Engine
from rules_engine.process.faces import turned_over
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword
from rules_engine.process.replacing import MOVE_REPLACEMENTS
from rules_engine.process.turning_over import HELD_BY
from rules_engine.process.units import declare

DAY, NIGHT = "daybound", "nightbound"
declare("702.145b", "a card with daybound enters with its front face up at night, and anything transforms it")


def at_night(e: Engine, move: Move) -> list[Candidate]:
    """If it is night, a double-faced card with daybound enters transformed (CR 702.145b, 616.1d)."""
    obj = e.state.objects[move.object]
    chars = move.copy_of if move.copy_of is not None else obj.base
    enters = move.to is Zone.BATTLEFIELD and not move.face_down and obj.kind == "card"
    if not (
        enters and e.state.daytime == "night" and chars.frame == "transforming" and chars.has_keyword(DAY)
    ):
        return []
    changed = replace(move, copy_of=turned_over(chars))
    return [
        Candidate((DAY, obj.id), chars.name, "702.145b", lambda e: [changed], kind="back face", source=obj.id)
    ]


MOVE_REPLACEMENTS.append(at_night)
HELD_BY.update((DAY, NIGHT))
keyword(DAY, "702.145")
keyword(NIGHT, "702.145")

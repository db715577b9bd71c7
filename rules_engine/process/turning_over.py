"""Turning double-faced permanents over: transforming and converting (CR 701.27, 701.28, 712.9)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.model.characteristics import PERMANENT_TYPES
from rules_engine.model.effects import DelayedTrigger
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.process.engine import Engine
from rules_engine.process.faces import is_double_faced, turned_over
from rules_engine.process.happening import notify
from rules_engine.process.projecting import look
from rules_engine.process.registry import RULE_KINDS
from rules_engine.process.units import declare, unit

CANNOT = "can't transform"
RULE_KINDS.add(CANNOT)
# Keywords by which alone their permanent can transform (CR 702.145b, 702.145e), filled by keywords/.
HELD_BY: set[str] = set()
declare("613.7g", "a permanent that transforms keeps its timestamp")
declare("701.27d", "a permanent can be turned to a face that is no permanent")


def can_transform(e: Engine, ident: int, *, by_keyword: bool = False) -> bool:
    """Only a double-faced card or token, face up, whose other face is that of a permanent (CR 701.27c–d, 712.15a).

    by_keyword: due to its own daybound or nightbound.
    """
    obj = e.state.objects[ident]
    view = look(e.state)
    if obj.face_down or view.statements(ident, CANNOT):
        return False
    held = any(view.projection(ident).chars.has_keyword(name) for name in HELD_BY)
    if held and not by_keyword and e.state.holds("702.145b"):
        return False
    # What entered as a copy of something else still is a double-faced card (CR 712.9).
    printed = e.state.cards[obj.card] if obj.card is not None and obj.kind == "card" else obj.base
    own = obj.base if is_double_faced(obj.base) else printed
    if not is_double_faced(own):
        return False
    return bool(own.parts[0].types & PERMANENT_TYPES) or not e.state.holds("701.27d")


@unit("701.27a", "nothing transforms", lambda e, idents, rule="": [])
def turn_over(e: Engine, idents: Sequence[int], rule: str = "701.27a") -> Sequence[int]:
    """Turn these to their other face: no new object, and all that applies to them goes on applying (CR 712.18)."""
    events = []
    for ident in idents:
        obj = e.state.objects[ident]
        # What is a copy of something else by how it entered stays that, whichever face is up.
        base = turned_over(obj.base) if is_double_faced(obj.base) else obj.base
        stamp = e.tick() if e.state.holds("613.7g") else obj.timestamp
        e.change(ident, base=base, timestamp=stamp)
        _note_for_abilities(e, ident)
        events.append(Event("transforms", object=ident, name=base.name, detail=obj.name, rules=(rule,)))
    if events:
        notify(e, *events)
    return idents


def _note_for_abilities(e: Engine, ident: int) -> None:
    """Its abilities that are on the stack or delayed already can't transform it once more (CR 701.27f)."""
    for stacked in e.state.stack:
        record = e.state.objects[stacked].ability
        if record is not None and record.source == ident:
            e.change(stacked, ability=replace(record, transformed=True))
    for effect in e.state.effects:
        if isinstance(effect, DelayedTrigger) and effect.source == ident:
            e.replace_effect(effect, replace(effect, transformed=True))
    e.state.waiting = tuple(
        replace(pending, transformed=True) if pending.delayed and pending.source == ident else pending
        for pending in e.state.waiting
    )

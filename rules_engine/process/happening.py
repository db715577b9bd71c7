"""The inner loop: proposals → replacement and prevention → commit → notice triggers, and nobody acts in between."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules_engine.model.effects import UntilLeaves
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.attaching import with_hosts
from rules_engine.process.damage import change_counters, commit_damage, commit_life, merge_lifelink
from rules_engine.process.drawing import commit_draw, shuffled
from rules_engine.process.engine import Engine
from rules_engine.process.moving import commit_move, commit_token, remember
from rules_engine.process.proposals import Counters, Damage, DrawOne, Life, Move, NewToken, Proposal
from rules_engine.process.replacing import after_replacement
from rules_engine.process.triggering import notice, watchers


def _commit_counters(e: Engine, counters: Counters, batch: int) -> list[Event]:
    return change_counters(
        e, counters.object, counters.kind, counters.amount, batch, counters.rules or ("122.6",)
    )


_COMMIT: dict[type, Callable[[Engine, Any, int], list[Event]]] = {
    Move: commit_move,
    Damage: commit_damage,
    Life: commit_life,
    DrawOne: commit_draw,
    NewToken: commit_token,
    Counters: _commit_counters,
}


def happen(e: Engine, proposals: Sequence[Proposal]) -> list[Event]:
    """Let these happen at the same time, as replaced and prevented; returns the events that did (CR 614, 700.1)."""
    if e.collecting is not None:
        e.collecting.extend(proposals)
        return []
    final = with_hosts(e, after_replacement(e, proposals))
    before = watchers(e) if any(isinstance(p, Move | Damage) for p in final) else None
    moving = [p.object for p in final if isinstance(p, Move)]
    for ident in moving:
        # CR 704.8, 603.10: what leaves is remembered as it was before any of this happened.
        remember(e, ident)
    outer, e.remembered = e.remembered, e.remembered | frozenset(moving)
    batch = e.new_batch()
    events: list[Event] = []
    for proposal in final:
        events += _COMMIT[type(proposal)](e, proposal, batch)
    events += _shuffled_in(e, final)
    e.remembered = outer
    events = merge_lifelink(events)
    _watch_for_undecided(e, events)
    e.log.extend(events)
    notice(e, events, before)
    _bring_back(e, events)
    return events


def _shuffled_in(e: Engine, final: Sequence[Proposal]) -> list[Event]:
    """Libraries into which something was shuffled lose their order (CR 701.24a)."""
    into = [p.object for p in final if isinstance(p, Move) and p.shuffled and p.to is Zone.LIBRARY]
    owners = [e.state.last_known[i].object.owner for i in into if i in e.state.last_known]
    return [shuffled(e, owner) for owner in dict.fromkeys(owners)]


def _bring_back(e: Engine, events: list[Event]) -> None:
    """What was exiled until an object leaves the battlefield comes back right after it did (CR 610.3)."""
    if not any(ev.kind == "moves" and ev.origin is Zone.BATTLEFIELD for ev in events):
        return
    for effect in e.state.effects:
        if isinstance(effect, UntilLeaves) and _has_left(e, effect.source):
            e.replace_effect(effect, None)
            back = [i for i in sorted(effect.objects) if is_on(e, i, Zone.EXILE)]
            happen(e, [Move(i, effect.back_to, "returned", ("610.3",), source=effect.source) for i in back])


def _has_left(e: Engine, ident: int) -> bool:
    """Phasing out is not leaving the battlefield (CR 702.26d)."""
    return not is_on(e, ident, Zone.BATTLEFIELD) and not is_on(e, ident, Zone.PHASED_OUT)


def _watch_for_undecided(e: Engine, events: list[Event]) -> None:
    """One source damaging the same player twice at once, through redirection, is not settled by the rules text."""
    seen: set[tuple[int | None, int | None]] = set()
    for event in events:
        if event.kind == "damage" and event.player is not None:
            pair = (event.source, event.player)
            if pair in seen:
                e.state.undecided = "one source dealt damage to the same player twice at the same time"
            seen.add(pair)


def moved_to(events: list[Event], was: int) -> int | None:
    """The id under which an object that moved is found now, None when it did not move (CR 400.7j)."""
    for event in events:
        if event.kind == "moves" and event.was == was:
            return event.object
    return None


def move_all(e: Engine, moves: Sequence[Move]) -> dict[int, int]:
    """Move objects at the same time; a map from old ids to new ones for those that moved."""
    events = happen(e, moves)
    return {
        ev.was: ev.object
        for ev in events
        if ev.kind == "moves" and ev.was is not None and ev.object is not None
    }


def notify(e: Engine, *events: Event) -> None:
    """Log events that need no replacement (tapping, attacking, casting …) and let triggers notice them."""
    batch = e.new_batch()
    stamped = list(events)
    for event in stamped:
        # As in `emit`: made for this call, and seen by nobody yet.
        object.__setattr__(event, "batch", batch)
    e.log.extend(stamped)
    notice(e, stamped, None)


def is_on(e: Engine, ident: int | None, zone: Zone) -> bool:
    """Whether the object still is in that zone."""
    obj = e.state.objects.get(ident) if ident is not None else None
    return obj is not None and obj.zone is zone


def as_objects(idents: Sequence[int]) -> tuple[Chosen, ...]:
    """Chosen things for object ids."""
    return tuple(Chosen(object=ident) for ident in idents)

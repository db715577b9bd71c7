"""Phasing (CR 702.26): what is phased out is on the battlefield, and treated as though it did not exist.

It is kept in a place of its own beside the zones, so that nothing that looks for permanents finds it; no event moves
it, it stays the same object, and what is asked about it is answered by how it last was (CR 608.2h).
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.model.events import Event
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.moving import remember, remove_from_combat
from rules_engine.process.projecting import look
from rules_engine.process.units import declare, unit

declare("702.26g", "what is attached does not phase out with it")


def _attached(e: Engine, hosts: Sequence[int], zone: Zone) -> list[int]:
    """What is attached to these, and to that in turn, in the same place."""
    found: list[int] = []
    for obj in e.state.in_zone(zone):
        if obj.attached_to is not None and obj.attached_to.object in hosts:
            found.append(obj.id)
    return found + (_attached(e, found, zone) if found else [])


@unit("702.26b", "nothing phases out", lambda e, idents: [])
def phase_out(e: Engine, idents: Sequence[int]) -> list[int]:
    """These phase out, what is attached to them with them; they leave combat (CR 702.26b, 702.26g–h)."""
    view = look(e.state)
    here = [i for i in dict.fromkeys(idents) if i in e.state.zone(Zone.BATTLEFIELD)]
    with_them = _attached(e, here, Zone.BATTLEFIELD) if e.state.holds("702.26g") else []
    controllers = {i: view.projection(i).controller for i in (*here, *with_them)}
    for ident in controllers:
        remember(e, ident)
    for ident, controller in controllers.items():
        remove_from_combat(e, ident)
        # CR 702.26h: what would phase out both ways does so indirectly.
        e.change(ident, zone=Zone.PHASED_OUT, phased=(controller or 0, ident not in with_them))
    _swap(e, list(controllers), Zone.BATTLEFIELD, Zone.PHASED_OUT)
    _tell(e, "phases out", list(controllers))
    return list(controllers)


def phase_in(e: Engine, player: int) -> list[int]:
    """All that phased out under the player's control phase in, with what phased out with them (CR 702.26a, 702.26g)."""
    back = [o.id for o in e.state.in_zone(Zone.PHASED_OUT) if o.phased == (player, True)]
    with_them = [i for i in _attached(e, back, Zone.PHASED_OUT) if i not in back]
    idents = [*back, *with_them]
    for ident in idents:
        e.change(ident, zone=Zone.BATTLEFIELD, phased=None)
        e.state.last_known.pop(ident, None)
    _swap(e, idents, Zone.PHASED_OUT, Zone.BATTLEFIELD)
    _tell(e, "phases in", idents)
    return idents


@unit("702.26a", "permanents with phasing neither phase out nor in", lambda e, active: [])
def in_untap_step(e: Engine, active: int) -> list[int]:
    """Before untapping, at the same time: what has phasing phases out, what is phased out phases in (CR 502.1)."""
    leaving = [
        seen.obj.id
        for seen in look(e.state).permanents()
        if seen.controller == active and seen.chars.has_keyword("phasing")
    ]
    arrived = phase_in(e, active)
    phase_out(e, leaving)
    return arrived


def _swap(e: Engine, idents: Sequence[int], origin: Zone, to: Zone) -> None:
    if idents:
        e.set_zone((origin, None), tuple(i for i in e.state.zone(origin) if i not in idents))
        e.set_zone((to, None), (*e.state.zone(to), *idents))


def _tell(e: Engine, kind: str, idents: Sequence[int]) -> None:
    batch = e.new_batch()
    for ident in idents:
        event = Event(
            kind,  # type: ignore[arg-type]
            batch=batch,
            object=ident,
            player=e.state.objects[ident].controller,
            name=e.name(ident),
            rules=("702.26b" if kind == "phases out" else "702.26c",),
        )
        e.emit(event)

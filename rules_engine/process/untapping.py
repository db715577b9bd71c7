"""Untapping permanents (CR 701.26b), and what happens instead (CR 122.1d)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.model.events import Event
from rules_engine.process.engine import Engine
from rules_engine.process.happening import happen, notify
from rules_engine.process.lasting import end_dependent_effects
from rules_engine.process.proposals import Counters
from rules_engine.process.units import unit


def _everything(e: Engine, idents: Sequence[int]) -> list[int]:
    return list(idents)


@unit("122.1d", "stun counters do nothing", _everything)
def not_stunned(e: Engine, idents: Sequence[int]) -> list[int]:
    """Those that really untap; from the others a stun counter is removed instead (CR 122.1d)."""
    stunned = [i for i in idents if e.state.objects[i].counter("stun")]
    if stunned:
        happen(e, [Counters(i, "stun", -1, rules=("122.1d",)) for i in stunned])
    return [i for i in idents if i not in stunned]


def untap(e: Engine, idents: Sequence[int], rule: str, player: int | None = None) -> list[int]:
    """Untap these at the same time; those that did."""
    untapped = not_stunned(e, [i for i in idents if e.state.objects[i].tapped])
    for ident in untapped:
        e.change(ident, tapped=False)
    if untapped:
        events = (Event("untapped", object=i, player=player, name=e.name(i), rules=(rule,)) for i in untapped)
        notify(e, *events)
        end_dependent_effects(e)
    return untapped

"""Untapping permanents (CR 701.26b), and what happens instead (CR 122.1d)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rules_engine.model.abilities import UntapLimit
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.terms import Filter
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, notify
from rules_engine.process.lasting import end_dependent_effects
from rules_engine.process.looking import Look
from rules_engine.process.matching import holds, matches
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters
from rules_engine.process.registry import STATICS
from rules_engine.process.statics import static_abilities
from rules_engine.process.units import unit

STATICS.add(UntapLimit)


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


def within_limits(e: Engine, player: int, tapped: list[int]) -> list[int]:
    """Which of these untap, as the player determines where no more than so many can (CR 502.3)."""
    view = look(e.state)
    limits = [
        (static.effect.amount, frozenset(i for i in tapped if _fits(view, i, static.effect.what, frame)))
        for _, frame, _, static in static_abilities(e)
        if isinstance(static.effect, UntapLimit) and holds(view, frame, static.condition)
    ]
    if all(len(limited) <= most for most, limited in limits):
        return tapped
    # As many as can: whoever may untap a permanent does (CR 502.3). Only what is limited is chosen among.
    among = frozenset().union(*(limited for most, limited in limits if len(limited) > most))
    free = [ident for ident in tapped if ident not in among]
    contested = [ident for ident in tapped if ident in among]
    for size in range(min(len(contested), sum(most for most, _ in limits)), -1, -1):
        groups = [
            group
            for group in combinations(contested, size)
            if all(len(limited & {*free, *group}) <= most for most, limited in limits)
        ]
        if groups:
            options = tuple(Option("choose", extra=group) for group in groups)
            picked = e.choose(Decision(player, "choose", options, "502.3", what="untap")).extra
            return [ident for ident in tapped if ident in free or ident in picked]
    return free


def _fits(view: Look, ident: int, what: Filter, frame: Frame) -> bool:
    seen = view.now(ident)
    return seen is not None and matches(view, seen, what, frame)

"""Targets (CR 115): what may be chosen, choosing (601.2c), and what is still legal on resolution (608.2b)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.errors import IllegalAction
from rules_engine.model.decisions import DONE, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.terms import PlayerFilter, TargetSpec
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import notify
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import holds, matches, untargetable
from rules_engine.process.player_rules import player_has, player_protected
from rules_engine.process.projecting import look

Targets = tuple[tuple[Chosen, ...], ...]


def legal_targets(view: Look, spec: TargetSpec, frame: Frame) -> list[Chosen]:
    """Everything that may be chosen for this instance of "target", in zone order, then players."""
    found: list[Chosen] = []
    for alternative in spec.what:
        if isinstance(alternative, PlayerFilter):
            continue
        zones = {part.zone for part in alternative.any_of} if alternative.any_of else {alternative.zone}
        for zone in sorted(zones):
            for obj in view.state.in_zone(zone):
                chosen = Chosen(object=obj.id)
                if chosen not in found and why_illegal(view, spec, chosen, frame) is None:
                    found.append(chosen)
    for player in view.state.in_turn_order():
        chosen = Chosen(player=player)
        if why_illegal(view, spec, chosen, frame) is None:
            found.append(chosen)
    return found


def why_illegal(view: Look, spec: TargetSpec, chosen: Chosen, frame: Frame) -> str | None:
    """The rule that makes this an illegal choice, or None when it is legal."""
    if chosen.player is not None:
        players = [a for a in spec.what if isinstance(a, PlayerFilter)]
        if view.state.player(chosen.player).lost or not players:
            return "115.1"
        if not any(a.who == "player" or chosen.player != frame.you for a in players):
            return "115.1"
        source = _source(view, frame)
        if source is not None and player_protected(view, chosen.player, source):
            return "702.16b"
        if player_has(view, chosen.player, "shroud"):
            return "702.18a"
        if chosen.player != frame.you and player_has(view, chosen.player, "hexproof"):
            return "702.11c"
        return None
    seen = view.now(chosen.object) if chosen.object is not None else None
    if seen is None:
        return "608.2b"
    if chosen.object == frame.stack_object:
        return "115.5"
    if not any(not isinstance(a, PlayerFilter) and matches(view, seen, a, frame) for a in spec.what):
        return "115.1"
    return untargetable(view, seen, _source(view, frame), frame.you)


def _source(view: Look, frame: Frame) -> Seen | None:
    return view.at(frame.this) if frame.this is not None else None


def choose_targets(e: Engine, specs: Sequence[TargetSpec], frame: Frame) -> Targets:
    """The player chooses every target in order; IllegalAction (601.2c) when too few can be."""
    chosen: list[tuple[Chosen, ...]] = []
    for number, spec in enumerate(specs):
        if not holds(look(e.state), frame, spec.only_if):
            chosen.append(())
            continue
        chosen.append(_choose_for(e, number, spec, list(specs[number + 1 :]), chosen, frame))
    return tuple(chosen)


def _choose_for(
    e: Engine,
    number: int,
    spec: TargetSpec,
    later: list[TargetSpec],
    earlier: list[tuple[Chosen, ...]],
    frame: Frame,
) -> tuple[Chosen, ...]:
    view = look(e.state)
    taken = {target for group in earlier for target in group} if spec.another else set()
    candidates = [c for c in legal_targets(view, spec, frame) if c not in taken]
    picked: list[Chosen] = []
    while len(picked) < spec.maximum:
        left = [c for c in candidates if c not in picked]
        if len(picked) >= spec.minimum and not left:
            break
        left = [c for c in left if _later_possible(view, later, [*earlier, (*picked, c)], frame)]
        options = [Option("target", object=c.object, player=c.player) for c in left]
        if len(picked) >= spec.minimum:
            options.append(DONE)
        if not options:
            raise IllegalAction("there is no legal target", "601.2c")
        decision = Decision(
            frame.you, "target", tuple(options), "601.2c", frame.stack_object, what=str(number + 1)
        )
        option = e.choose(decision)
        if option == DONE:
            break
        picked.append(option.chosen)
    return tuple(picked)


def _later_possible(
    view: Look, later: list[TargetSpec], earlier: list[tuple[Chosen, ...]], frame: Frame
) -> bool:
    """Whether the targets that must differ can still be chosen after this choice."""
    taken = {target for group in earlier for target in group}
    for spec in later:
        if spec.another and spec.minimum and holds(view, frame, spec.only_if):
            if sum(c not in taken for c in legal_targets(view, spec, frame)) < spec.minimum:
                return False
    return True


def announce_targets(e: Engine, targets: Targets, frame: Frame, kind: str, name: str) -> None:
    """Objects and players have become targets (CR 601.2c); abilities that watch for it trigger."""
    events = [
        Event(
            "becomes target",
            object=chosen.object,
            player=frame.you,
            recipient=chosen,
            source=frame.stack_object,
            source_name=name,
            name=e.name(chosen.object),
            detail=kind,
            rules=("601.2c", "115.1"),
        )
        for group in targets
        for chosen in group
    ]
    if events:
        notify(e, *events)


def still_legal(e: Engine, specs: Sequence[TargetSpec], targets: Targets, frame: Frame) -> Targets:
    """The targets that are still legal as the spell or ability starts to resolve (CR 608.2b)."""
    view = look(e.state)
    if not e.state.holds("608.2b"):
        return targets
    return tuple(
        tuple(chosen for chosen in group if why_illegal(view, spec, chosen, frame) is None)
        for spec, group in zip(specs, targets, strict=False)
    )

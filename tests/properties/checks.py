"""What must hold between and after choices: nothing is remembered that is no longer so, nothing happens without an event."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from rules_engine.game import Game
from rules_engine.model.events import Event
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.keys import state_key
from rules_engine.process.player_rules import player_has
from rules_engine.process.projecting import look
from rules_engine.process.state_based import check
from rules_engine.scenario.transcript import tell
from tests.properties.play import problems

# CR 702.26d: what phases out or in changes no zones by the rules, however the engine keeps it.
_PHASING = {Zone.BATTLEFIELD, Zone.PHASED_OUT}
_HOLE = re.compile(r"\{[a-z_]+\}|None|\bZone\b|  ")


def everything_wrong(before: Game | None, game: Game) -> list[str]:
    """What is wrong with a game, and with how it came out of the one before; both wait for priority or are over.

    In the middle of a step only what holds there too is looked at.
    """
    found = [*problems(game), *_decision(game), *_stale(game)]
    if not is_settled(game):
        return found
    if game.decision is not None:
        found += [*_settled(game), *_combat(game.view), *_attached(game.view)]
    if before is not None:
        found += [*_accounts(before, game), *_cards(before.view, game.view)]
    return found


def is_settled(game: Game) -> bool:
    """Whether nothing is half done: a player has priority, or the game is over."""
    return game.decision is None or game.decision.kind == "priority"


def untold(game: Game) -> list[str]:
    """Events whose sentences lack something."""
    return [f"told as {step.text!r}" for step in tell(game) if _HOLE.search(step.text)]


# ---------------------------------------------------------------------------------------- decisions


def _decision(game: Game) -> Iterator[str]:
    decision = game.decision
    if decision is None:
        if not game.view.over:
            yield "nothing is asked and the game is not over"
        return
    if not decision.options:
        yield f"{decision.kind} without an option"
    twice = [option for option, count in Counter(decision.options).items() if count > 1]
    if twice:
        yield f"{decision.kind} offers {twice[0]} twice"
    if decision.player is not None and game.view.player(decision.player).lost:
        yield f"{decision.kind} is asked of a player who has left the game (CR 800.4)"
    if decision.player is None and decision.kind != "chance":
        yield f"{decision.kind} is asked of nobody"


# ------------------------------------------------------------------------------------- what is kept


def fresh(state: State) -> State:
    """The same state with nothing worked out yet: no projection, no keys."""
    other = state.copy()
    other.projected = None
    return other


def _stale(game: Game) -> Iterator[str]:
    """A projection that was kept must be the one that would be made now (CR 613.1)."""
    kept, anew = look(game.view), look(fresh(game.view))
    if kept.projected.keys() != anew.projected.keys():
        yield "the kept projection is of other objects"
        return
    for ident, now in anew.projected.items():
        old = kept.projected[ident]
        for name in ("chars", "controller", "linked", "statements"):
            if getattr(old, name) != getattr(now, name):
                yield f"{game.view.objects[ident].name}: the kept {name} is stale"
    seen = [part.obj for part in kept.permanents()]
    if seen != [game.view.objects[ident] for ident in game.view.zone(Zone.BATTLEFIELD)]:
        yield "the kept permanents are stale"


def _settled(game: Game) -> Iterator[str]:
    """When a player has priority, no state-based action applies and no trigger waits (CR 117.5, 704.3)."""
    state = game.view
    if state.waiting:
        yield f"{len(state.waiting)} triggers wait when a player has priority"
    e = Engine(fresh(state))
    if check(e):
        yield f"state-based actions apply when a player has priority: {[event.rules for event in e.log]}"
    view = look(state)
    for player in state.players:
        doomed = player.life <= 0 or player.poison >= 10
        if doomed and not player.lost and not player_has(view, player.number, "can't lose the game"):
            yield f"{player.name} has {player.life} life, {player.poison} poison and plays on"
    legends = Counter(
        (seen.controller, seen.chars.name)
        for seen in view.permanents()
        if "legendary" in seen.chars.supertypes
    )
    yield from (f"{name} twice under one player" for (_, name), count in legends.items() if count > 1)
    for seen in view.permanents():
        toughness = seen.chars.toughness or 0
        if "creature" in seen.chars.types and toughness <= 0:
            yield f"{seen.chars.name} has toughness {toughness}"
        both = min(seen.obj.counter("+1/+1"), seen.obj.counter("-1/-1"))
        if both:
            yield f"{seen.chars.name} has +1/+1 and -1/-1 counters"
        if seen.controller is None or state.player(seen.controller).lost:
            yield f"{seen.chars.name} is controlled by nobody in the game (CR 800.4a)"


def _combat(state: State) -> Iterator[str]:
    """What attacks or blocks is a creature on the battlefield, each once (CR 506.3, 506.4)."""
    view = look(state)
    attackers = [attack.attacker for attack in state.turn.attacks]
    blockers = [blocker for attack in state.turn.attacks for blocker in attack.blockers]
    if len(set(attackers)) != len(attackers):
        yield "a creature attacks twice"
    for ident in (*attackers, *blockers):
        seen = view.now(ident)
        if seen is None or seen.obj.zone is not Zone.BATTLEFIELD or "creature" not in seen.chars.types:
            yield f"{ident} is in combat and is no creature on the battlefield"
    for attack in state.turn.attacks:
        seen = view.now(attack.attacker)
        if seen is not None and seen.controller != state.turn.active:
            yield f"{seen.chars.name} attacks under a player whose turn it is not"
        if attack.blockers and not attack.blocked:
            yield f"{attack.attacker} has blockers and is not blocked"


def _attached(state: State) -> Iterator[str]:
    """What is attached is attached to something that is there (CR 301.5c, 303.4c)."""
    for obj in state.battlefield:
        host = obj.attached_to
        if host is None:
            continue
        there = state.objects.get(host.object) if host.object is not None else None
        if host.object is not None and (there is None or there.zone is not Zone.BATTLEFIELD):
            yield f"{obj.name} is attached to something that is gone"
        if host.object == obj.id:
            yield f"{obj.name} is attached to itself"
        if host.player is not None and state.player(host.player).lost:
            yield f"{obj.name} is attached to a player who has left"


# ------------------------------------------------------------------------------------- the accounts


def _accounts(before: Game, game: Game) -> Iterator[str]:
    """Life, counters, zones and designations change by events and by nothing else."""
    count = len(before.log)
    if game.log[:count] != before.log:
        yield "what was logged has changed"
    events = game.log[count:]
    if events and events[-1].kind == "illegal attempt" and _key(before)[1] != _key(game)[1]:
        yield "an attempt that was undone has left something behind (CR 732.1)"
    old, new = before.view, game.view
    change = Counter[int]()
    for event in events:
        if event.player is not None and event.kind in ("gains life", "loses life"):
            change[event.player] += event.amount if event.kind == "gains life" else -event.amount
    for one, other in zip(old.players, new.players, strict=True):
        if other.life - one.life != change[one.number]:
            yield f"{one.name} has {other.life} life after {one.life}, events say {change[one.number]:+}"
        if one.lost and not other.lost:
            yield f"{one.name} is in the game again"
    yield from _moves(old, new, events)
    yield from _counters(old, new, events)


def _moves(old: State, new: State, events: tuple[Event, ...]) -> Iterator[str]:
    """Each object that is gone has left by an event, and each that is new has come by one (CR 400.7)."""
    left = {event.was for event in events if event.kind in ("moves", "announces")}
    left |= {event.object for event in events if event.kind == "ceases to exist"}
    leavers = {event.player for event in events if event.kind == "leaves the game"}
    for ident, obj in old.objects.items():
        if ident not in new.objects and ident not in left and obj.owner not in leavers:
            if obj.kind != "ability":
                yield f"{obj.name} left {obj.zone} without an event"
    for ident, obj in new.objects.items():
        was = old.objects.get(ident)
        if was is not None and was.zone is not obj.zone and {was.zone, obj.zone} != _PHASING:
            yield f"{obj.name} is in another zone and is the same object"
        if was is not None and (was.owner, was.kind, was.card) != (obj.owner, obj.kind, obj.card):
            yield f"{obj.name} has another owner, kind or card"
    came = {event.object for event in events}
    for ident, obj in new.objects.items():
        if ident not in old.objects and ident not in came:
            yield f"{obj.name} came to {obj.zone} without an event"


def _counters(old: State, new: State, events: tuple[Event, ...]) -> Iterator[str]:
    """Counters on what stays are put and removed by events (CR 122.6)."""
    change = Counter[tuple[int | None, str]]()
    for event in events:
        if event.kind == "counters put":
            change[event.object, event.detail] += event.amount
        if event.kind == "counters removed":
            change[event.object, event.detail] -= event.amount
    for ident, obj in new.objects.items():
        was = old.objects.get(ident)
        if was is None or was.counters == obj.counters:
            continue
        for kind in {kind for kind, _ in (*was.counters, *obj.counters)}:
            if obj.counter(kind) - was.counter(kind) != change[ident, kind]:
                yield f"{obj.name}: {kind} counters changed without an event"


def _cards(old: State, new: State) -> Iterator[str]:
    """A physical card never vanishes while its owner is in the game (CR 800.4a)."""
    there = {obj.card for obj in new.objects.values()}
    for obj in old.objects.values():
        if obj.card is not None and obj.card not in there and not new.player(obj.owner).lost:
            if not new.over:
                yield f"the card {obj.name} is gone"


def unchanged(game: Game, key: object) -> list[str]:
    """A game that was played on from must be what it was: nothing may write into it."""
    return [] if _key(game) == key else ["applying an option has changed the game it was applied to"]


def _key(game: Game) -> tuple[object, object, object]:
    """What the game is, without what was worked out on the way."""
    state = game.view
    hidden = {"batch", "numbered", "numbered_by_id", "projected"}
    parts = [getattr(state, field.name) for field in fields(state) if field.name not in hidden]
    return state_key(state), [dict(part) if isinstance(part, dict) else part for part in parts], game.log


def key(game: Game) -> object:
    """For `unchanged`."""
    return _key(game)

"""State-based actions (CR 704): all that apply from one view, performed at once, until none applies.

Each function looks for one of them and says what would happen; the list below is the order of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from rules_engine.model.abilities import NoLegendRule
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.objects import GameObject
from rules_engine.model.zones import Zone
from rules_engine.process.attaching import cease_to_be_bestowed, may_be_attached
from rules_engine.process.damage import change_counters
from rules_engine.process.day_and_night import keep_up
from rules_engine.process.engine import Engine
from rules_engine.process.happening import happen
from rules_engine.process.lasting import end_dependent_effects, notice_control
from rules_engine.process.leaving import can_lose, lose_together
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import holds, matches
from rules_engine.process.moving import cease
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import STATICS
from rules_engine.process.statics import static_abilities
from rules_engine.process.units import declare, unit

STATICS.add(NoLegendRule)


@dataclass(slots=True)
class Findings:
    """What one check found, before any of it happens."""

    losers: dict[int, str] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    ceasing: list[tuple[int, str]] = field(default_factory=list)
    unattach: list[tuple[int, str]] = field(default_factory=list)
    counters: list[tuple[int, int]] = field(default_factory=list)
    unbestow: list[int] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(
            self.losers or self.moves or self.ceasing or self.unattach or self.counters or self.unbestow
        )


Check = Callable[[Engine, Look, Findings], None]
CHECKS: list[tuple[str, Check]] = []


def state_based(rule: str) -> Callable[[Check], Check]:
    """Register a state-based action under its number."""

    declare(rule, "this state-based action is not performed")

    def register(check: Check) -> Check:
        CHECKS.append((rule, check))
        return check

    return register


@state_based("704.5a")
def no_life(e: Engine, view: Look, found: Findings) -> None:
    """A player with 0 or less life loses (CR 704.5a)."""
    for player in e.state.players:
        if not player.lost and player.life <= 0 and can_lose(e, player.number):
            found.losers.setdefault(player.number, "704.5a")


@state_based("704.5b")
def empty_library(e: Engine, view: Look, found: Findings) -> None:
    """A player who tried to draw from an empty library since the last check loses (CR 704.5b)."""
    for player in e.state.players:
        if not player.lost and player.drew_from_empty and can_lose(e, player.number):
            found.losers.setdefault(player.number, "704.5b")


@state_based("704.5c")
def ten_poison(e: Engine, view: Look, found: Findings) -> None:
    """A player with ten or more poison counters loses (CR 704.5c)."""
    for player in e.state.players:
        if not player.lost and player.poison >= 10 and can_lose(e, player.number):
            found.losers.setdefault(player.number, "704.5c")


def _no_cards(view: Look) -> list[GameObject]:
    """Tokens and copies, wherever they are."""
    known: list[GameObject] | None = view.memory.get("no cards")
    if known is None:
        objects = view.state.objects.values()
        known = view.memory["no cards"] = [obj for obj in objects if obj.kind not in ("card", "ability")]
    return known


@state_based("704.5d")
def stray_tokens(e: Engine, view: Look, found: Findings) -> None:
    """A token outside the battlefield ceases to exist (CR 704.5d)."""
    for obj in _no_cards(view):
        if obj.kind == "token" and obj.zone is not Zone.BATTLEFIELD:
            found.ceasing.append((obj.id, "704.5d"))


@state_based("704.5e")
def stray_copies(e: Engine, view: Look, found: Findings) -> None:
    """A copy of a spell outside the stack, or of a card outside stack and battlefield, ceases to exist (CR 704.5e)."""
    for obj in _no_cards(view):
        if obj.kind == "copy of a spell" and obj.zone is not Zone.STACK:
            found.ceasing.append((obj.id, "704.5e"))
        if obj.kind == "copy of a card" and obj.zone not in (Zone.STACK, Zone.BATTLEFIELD):
            found.ceasing.append((obj.id, "704.5e"))


declare("702.103f", "an unattached bestowed Aura is put into the graveyard")


def _sorted_out(view: Look, kind: str) -> list[Seen]:
    """The permanents of a card type, subtype or supertype, found once for all checks of a look."""
    known: dict[str, list[Seen]] | None = view.memory.get("kinds")
    if known is None:
        known = view.memory["kinds"] = {}
        for seen in view.permanents():
            chars = seen.chars
            for word in (*chars.types, *(chars.subtypes & _ATTACHING), *(chars.supertypes & _SUPERTYPES)):
                known.setdefault(word, []).append(seen)
    return known.get(kind, [])


_ATTACHING = frozenset({"aura", "equipment"})
_SUPERTYPES = frozenset({"legendary", "world"})


def _creatures(view: Look) -> list[Seen]:
    return _sorted_out(view, "creature")


@state_based("704.5f")
def no_toughness(e: Engine, view: Look, found: Findings) -> None:
    """A creature with toughness 0 or less is put into its owner's graveyard (CR 704.5f); nothing saves it."""
    for seen in _creatures(view):
        if (seen.chars.toughness or 0) <= 0:
            found.moves.append(Move(seen.obj.id, Zone.GRAVEYARD, "state-based", ("704.5f",)))


@state_based("704.5g")
def lethal_damage(e: Engine, view: Look, found: Findings) -> None:
    """A creature with damage marked on it at least as great as its toughness is destroyed (CR 704.5g)."""
    for seen in _creatures(view):
        toughness = seen.chars.toughness or 0
        if 0 < toughness <= seen.obj.damage and not seen.chars.has_keyword("indestructible"):
            found.moves.append(Move(seen.obj.id, Zone.GRAVEYARD, "destroyed", ("704.5g",)))


@state_based("704.5h")
def deathtouched(e: Engine, view: Look, found: Findings) -> None:
    """A creature dealt damage by a source with deathtouch since the last check is destroyed (CR 704.5h)."""
    for seen in _creatures(view):
        alive = (seen.chars.toughness or 0) > 0 and not seen.chars.has_keyword("indestructible")
        if seen.obj.deathtouched and alive:
            found.moves.append(Move(seen.obj.id, Zone.GRAVEYARD, "destroyed", ("704.5h",)))


@state_based("704.5i")
def no_loyalty(e: Engine, view: Look, found: Findings) -> None:
    """A planeswalker with loyalty 0 is put into its owner's graveyard (CR 704.5i)."""
    for seen in _sorted_out(view, "planeswalker"):
        if seen.obj.counter("loyalty") == 0:
            found.moves.append(Move(seen.obj.id, Zone.GRAVEYARD, "state-based", ("704.5i",)))


@state_based("704.5j")
def legend_rule(e: Engine, view: Look, found: Findings) -> None:
    """Of legendary permanents with one name under one player, that player keeps one (CR 704.5j)."""
    groups: dict[tuple[int | None, str], list[int]] = {}
    for seen in _sorted_out(view, "legendary"):
        if _is_exempt(e, view, seen):
            continue
        groups.setdefault((seen.controller, seen.chars.name), []).append(seen.obj.id)
    for (player, _), idents in groups.items():
        if len(idents) < 2 or player is None:
            continue
        options = tuple(Option("choose", object=ident) for ident in idents)
        kept = e.choose(Decision(player, "choose", options, "704.5j", what="keep")).object
        found.moves += [Move(i, Zone.GRAVEYARD, "state-based", ("704.5j",)) for i in idents if i != kept]


def _is_exempt(e: Engine, view: Look, seen: Seen) -> bool:
    """Whether something says that the "legend rule" doesn't apply to it."""
    return any(
        isinstance(static.effect, NoLegendRule)
        and holds(view, frame, static.condition)
        and (static.effect.what is None or matches(view, seen, static.effect.what, frame))
        for _, frame, _, static in static_abilities(e)
    )


@state_based("704.5k")
def world_rule(e: Engine, view: Look, found: Findings) -> None:
    """Of permanents with the supertype world all but the latest are put into their owners' graveyards (CR 704.5k)."""
    worlds = sorted(_sorted_out(view, "world"), key=lambda seen: seen.obj.timestamp)
    found.moves += [Move(seen.obj.id, Zone.GRAVEYARD, "state-based", ("704.5k",)) for seen in worlds[:-1]]


@state_based("704.5m")
def loose_auras(e: Engine, view: Look, found: Findings) -> None:
    """An Aura attached to nothing or to something illegal is put into its owner's graveyard (CR 704.5m)."""
    for seen in _sorted_out(view, "aura"):
        if not may_be_attached(view, seen, seen.obj.attached_to):
            if "bestowed" in seen.obj.marks and e.state.holds("702.103f"):
                found.unbestow.append(seen.obj.id)
            else:
                found.moves.append(Move(seen.obj.id, Zone.GRAVEYARD, "state-based", ("704.5m",)))


@state_based("704.5n")
def loose_equipment(e: Engine, view: Look, found: Findings) -> None:
    """Equipment attached to something illegal becomes unattached and stays (CR 704.5n)."""
    for seen in _sorted_out(view, "equipment"):
        if seen.obj.attached_to is not None and "creature" not in seen.chars.types:
            if not may_be_attached(view, seen, seen.obj.attached_to):
                found.unattach.append((seen.obj.id, "704.5n"))


@state_based("704.5p")
def attached_creatures(e: Engine, view: Look, found: Findings) -> None:
    """A creature, or what is no Aura or Equipment, becomes unattached (CR 704.5p)."""
    for seen in view.permanents():
        if seen.obj.attached_to is None:
            continue
        if "creature" in seen.chars.types or not seen.chars.subtypes & {"aura", "equipment", "fortification"}:
            found.unattach.append((seen.obj.id, "704.5p"))


@state_based("704.5q")
def opposite_counters(e: Engine, view: Look, found: Findings) -> None:
    """+1/+1 and -1/-1 counters on one permanent are removed in pairs (CR 704.5q)."""
    for seen in view.permanents():
        pairs = min(seen.obj.counter("+1/+1"), seen.obj.counter("-1/-1")) if seen.obj.counters else 0
        if pairs:
            found.counters.append((seen.obj.id, pairs))


@unit("704.3", "state-based actions are not checked", lambda e: False)
def check(e: Engine) -> bool:
    """One check: everything that applies happens at the same time (CR 704.3). True when anything did."""
    end_dependent_effects(e)
    notice_control(e)
    keep_up(e)
    view = look(e.state)
    if view.memory.get("in order") == _beside_objects(e):
        return False
    found = Findings()
    without = e.state.without
    for rule, look_for in CHECKS:
        if rule not in without:
            look_for(e, view, found)
    for player in e.state.players:
        if player.drew_from_empty:
            e.change_player(player.number, drew_from_empty=False)
    for obj in e.state.battlefield:
        if obj.deathtouched:
            e.change(obj.id, deathtouched=False)
    if not found:
        look(e.state).memory["in order"] = _beside_objects(e)
        return False
    _perform(e, found)
    return True


def _beside_objects(e: Engine) -> tuple[object, ...]:
    """What state-based actions may depend on beside what a look shows: while none of it changes, no check finds more."""
    state, turn = e.state, e.state.turn
    return (
        state.players,
        turn.number,
        turn.active,
        turn.step,
        turn.attacks,
        state.casts,
        state.happened,
        state.last_turn,
        state.daytime,
    )


def _perform(e: Engine, found: Findings) -> None:
    rules = tuple(
        dict.fromkeys(
            [*found.losers.values()]
            + [rule for move in found.moves for rule in move.rules]
            + [rule for _, rule in found.ceasing]
            + [rule for _, rule in found.unattach]
            + (["704.5q"] if found.counters else [])
        )
    )
    e.emit(Event("state-based actions", rules=("704.3", *rules)))
    batch = e.new_batch()
    for ident, rule in found.ceasing:
        if ident in e.state.objects:
            e.log.append(cease(e, ident, batch, (rule,)))
    for ident, pairs in found.counters:
        for kind in ("+1/+1", "-1/-1"):
            e.log.extend(change_counters(e, ident, kind, -pairs, batch, ("704.5q",)))
    for ident, rule in found.unattach:
        e.change(ident, attached_to=None)
        e.emit(Event("unattached", object=ident, name=e.name(ident), rules=(rule,)))
    for ident in found.unbestow:
        cease_to_be_bestowed(e, ident)
        e.emit(Event("unattached", object=ident, name=e.name(ident), rules=("702.103f",)))
    if found.moves:
        # CR 704.8, 704.7: one event from one view; an object that several actions name moves once.
        happen(e, found.moves)
    if found.losers:
        lose_together(e, found.losers)

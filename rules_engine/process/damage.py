"""Damage and its results (CR 120), life (CR 119)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import KEYWORD_COUNTERS
from rules_engine.model.terms import Fixed
from rules_engine.process.engine import Engine
from rules_engine.process.looking import Seen
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters, Damage, Life, Proposal

# Damage that was dealt is processed into its results as effects on those modify it (CR 120.4c); set by replacing,
# which this file must not import.
AS_MODIFIED: list[Callable[[Engine, Sequence[Proposal]], list[Proposal]]] = []


def _life(e: Engine, result: Life, batch: int) -> list[Event]:
    changed = [p for p in AS_MODIFIED[0](e, [result]) if isinstance(p, Life)]
    return [event for life in changed for event in commit_life(e, life, batch)]


def _counters(e: Engine, result: Counters, batch: int) -> list[Event]:
    changed = [p for p in AS_MODIFIED[0](e, [result]) if isinstance(p, Counters)]
    return [
        event for c in changed for event in change_counters(e, c.object, c.kind, c.amount, batch, c.rules)
    ]


def commit_damage(e: Engine, damage: Damage, batch: int) -> list[Event]:
    """Damage is dealt and has its results (CR 120.3); zero damage is not dealt at all (CR 120.8)."""
    if damage.amount <= 0 and e.state.holds("120.8"):
        return []
    source = look(e.state).at(damage.source)
    event = Event(
        "damage",
        batch=batch,
        source=damage.source,
        source_name=e.name(damage.source),
        recipient=damage.recipient,
        object=damage.recipient.object,
        player=damage.recipient.player,
        name=e.name(damage.recipient.object),
        amount=damage.amount,
        combat=damage.combat,
        rules=("510.2",) if damage.combat else ("120.3",),
    )
    events = [event]
    if damage.recipient.player is not None:
        events += _to_player(e, damage, source, batch)
    else:
        events += _to_permanent(e, damage, source, batch)
    if source is not None and source.chars.has_keyword("lifelink") and source.controller is not None:
        # CR 119.9, 120.3f: one gain for each source; parts of one source are summed by whoever commits the batch.
        events += _life(e, Life(source.controller, damage.amount, damage.source, "lifelink"), batch)
    return events


def _to_player(e: Engine, damage: Damage, source: Seen | None, batch: int) -> list[Event]:
    player = damage.recipient.player
    assert player is not None
    if source is not None and source.chars.has_keyword("infect"):
        before = e.state.player(player).poison
        e.change_player(player, poison=before + damage.amount)
        return [
            Event(
                "counters put",
                batch=batch,
                player=player,
                detail="poison",
                amount=damage.amount,
                rules=("120.3b",),
            )
        ]
    events = _life(e, Life(player, -damage.amount, damage.source, "damage"), batch)
    counts = damage.combat and e.state.holds("120.3g")
    toxic = _toxic(source) if counts and source is not None else 0
    if toxic:
        # CR 120.3g: poison counters besides the loss of life.
        e.change_player(player, poison=e.state.player(player).poison + toxic)
        poison = Event(
            "counters put", batch=batch, player=player, detail="poison", amount=toxic, rules=("120.3g",)
        )
        events.append(poison)
    return events


def _toxic(source: Seen) -> int:
    """The creature's total toxic value (CR 702.164b)."""
    if "creature" not in source.chars.types:
        return 0
    amounts = [k.amount for k in source.chars.keywords("toxic")]
    return sum(number.value for number in amounts if isinstance(number, Fixed))


def _to_permanent(e: Engine, damage: Damage, source: Seen | None, batch: int) -> list[Event]:
    ident = damage.recipient.object
    seen = look(e.state).now(ident) if ident is not None else None
    if seen is None:
        return []
    events: list[Event] = []
    if "planeswalker" in seen.chars.types:
        events += change_counters(e, seen.obj.id, "loyalty", -damage.amount, batch, ("120.3c",))
    if "battle" in seen.chars.types:
        events += change_counters(e, seen.obj.id, "defense", -damage.amount, batch, ("120.3h",))
    if "creature" in seen.chars.types:
        if source is not None and (source.chars.has_keyword("wither") or source.chars.has_keyword("infect")):
            result = Counters(seen.obj.id, "-1/-1", damage.amount, rules=("120.3d",), cause="damage")
            events += _counters(e, result, batch)
        else:
            obj = e.state.objects[seen.obj.id]
            e.change(obj.id, damage=obj.damage + damage.amount)
        if source is not None and source.chars.has_keyword("deathtouch"):
            e.change(seen.obj.id, deathtouched=True)
    return events


def change_counters(
    e: Engine, ident: int, kind: str, change: int, batch: int, rules: tuple[str, ...]
) -> list[Event]:
    """Put counters on an object, or remove them, never below zero (CR 122)."""
    obj = e.state.objects.get(ident)
    if obj is None or change == 0:
        return []
    counters = dict(obj.counters)
    before = counters.get(kind, 0)
    after = max(0, before + change)
    counters[kind] = after
    kept = tuple(sorted((name, count) for name, count in counters.items() if count))
    e.change(ident, counters=kept)
    if kind in KEYWORD_COUNTERS and change > 0:
        stamps = {**dict(obj.counter_stamps), kind: e.tick()}
        e.change(ident, counter_stamps=tuple(sorted(stamps.items())))
    if after == before:
        return []
    return [
        Event(
            "counters put" if change > 0 else "counters removed",
            batch=batch,
            object=ident,
            name=obj.name,
            detail=kind,
            amount=abs(after - before),
            rules=rules,
        )
    ]


def commit_life(e: Engine, life: Life, batch: int) -> list[Event]:
    """A player gains or loses life (CR 119.3)."""
    if life.amount == 0:
        return []
    player = e.state.player(life.player)
    e.change_player(life.player, life=player.life + life.amount)
    return [
        Event(
            "gains life" if life.amount > 0 else "loses life",
            batch=batch,
            player=life.player,
            source=life.source,
            source_name=e.name(life.source),
            amount=abs(life.amount),
            detail=life.cause,
            rules=("119.3",),
        )
    ]


def merge_lifelink(events: list[Event]) -> list[Event]:
    """Life gained through lifelink by one source at one time is one event (CR 119.9)."""
    merged: list[Event] = []
    for event in events:
        if event.kind == "gains life" and event.detail == "lifelink":
            for index, earlier in enumerate(merged):
                if (
                    earlier.kind == "gains life"
                    and earlier.detail == "lifelink"
                    and earlier.source == event.source
                ):
                    merged[index] = replace(earlier, amount=earlier.amount + event.amount)
                    break
            else:
                merged.append(event)
        else:
            merged.append(event)
    return merged

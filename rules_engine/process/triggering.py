"""Triggered abilities: what triggers on an event (CR 603.2), and the pending triggers it leaves (603.3a).

Each matcher reads the events of one batch and says for which of them the ability triggers: the text of the ability
decides what one event is (CR 700.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from rules_engine.model.abilities import (
    CastsSpell,
    ChangesZone,
    Effect,
    EitherTrigger,
    Keyword,
    NoTrigger,
    PlayerDoes,
    StatusChange,
    Trigger,
    TriggeredAbility,
    TriggersAgain,
)
from rules_engine.model.effects import DelayedTrigger
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import EventFacts, SpellRecord
from rules_engine.model.state import PendingTrigger
from rules_engine.model.terms import This
from rules_engine.model.zones import Zone
from rules_engine.process import history
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Held, Look, Seen
from rules_engine.process.matching import holds, matches
from rules_engine.process.projecting import look
from rules_engine.process.registry import STATICS, TRIGGERS, means_nothing
from rules_engine.process.statics import static_abilities
from rules_engine.process.units import unit

STATICS.update({NoTrigger, TriggersAgain})


class Watcher(NamedTuple):
    """An object whose triggered abilities are checked: id, controller, name, and the abilities it has."""

    ident: int
    controller: int
    name: str
    abilities: tuple[tuple[Held, TriggeredAbility], ...]
    record: SpellRecord | None


Matcher = Callable[[Look, Any, list[Event], Watcher, Frame], list[EventFacts]]
MATCHERS: dict[type, Matcher] = {}
# Keyword abilities that stand for triggered abilities, filled by keywords/,
# each with the zone in which it works.
TRIGGERED_KEYWORDS: dict[str, tuple[Zone, Callable[[Any], tuple[TriggeredAbility, ...]]]] = {}


def matcher(trigger: type) -> Callable[[Matcher], Matcher]:
    """Register the matcher of a trigger type."""

    def register(function: Matcher) -> Matcher:
        MATCHERS[trigger] = function
        TRIGGERS.add(trigger)
        return function

    return register


def triggered_abilities(
    held: Iterable[Held], zone: Zone, without: frozenset[str] = frozenset()
) -> list[tuple[Held, TriggeredAbility]]:
    """The triggered abilities among those held that work in the zone, keywords spelled out."""
    found: list[tuple[Held, TriggeredAbility]] = []
    for item in held:
        if isinstance(item.ability, TriggeredAbility):
            if item.ability.zone is zone or (
                zone is not Zone.BATTLEFIELD and _about_this(item.ability.trigger)
            ):
                found.append((item, item.ability))
        elif isinstance(item.ability, Keyword) and item.ability.name in TRIGGERED_KEYWORDS:
            where, spell_out = TRIGGERED_KEYWORDS[item.ability.name]
            if where is zone and not means_nothing(item.ability.name, without):
                found += [(item, ability) for ability in spell_out(item.ability)]
    return found


def _about_this(trigger: Trigger) -> bool:
    """Whether the trigger condition is about the object itself, so that it sees itself outside the battlefield too:
    "when you cast this spell", "when this card is put into a graveyard from anywhere" (CR 113.6)."""
    if isinstance(trigger, EitherTrigger):
        return any(_about_this(part) for part in trigger.options)
    if isinstance(trigger, PlayerDoes):
        return trigger.action == "cycle this"
    return isinstance(trigger, CastsSpell | ChangesZone | StatusChange) and isinstance(trigger.what, This)


def watchers(e: Engine) -> list[Watcher]:
    """Permanents with triggered abilities as they are now, for abilities that look back (CR 603.10a)."""
    view = look(e.state)
    known: list[Watcher] | None = view.memory.get("watchers")
    if known is not None:
        return known
    found = view.memory["watchers"] = []
    for seen in view.permanents():
        watcher = _watcher(view, seen)
        if watcher is not None:
            found.append(watcher)
    for obj in e.state.in_zone(Zone.GRAVEYARD):
        # Abilities that say they work in the graveyard (CR 113.6m).
        if any(isinstance(a, TriggeredAbility) and a.zone is Zone.GRAVEYARD for a in obj.base.abilities):
            seen_here = view.now(obj.id)
            watcher = _watcher(view, seen_here) if seen_here is not None else None
            if watcher is not None:
                found.append(watcher)
    for obj in e.state.in_zone(Zone.EXILE):
        # Abilities that work in exile: suspend.
        seen_there = view.now(obj.id)
        if obj.counters and seen_there is not None and not obj.face_down:
            watcher = _watcher(view, seen_there)
            if watcher is not None:
                found.append(watcher)
    return found


def _watcher(view: Look, seen: Seen) -> Watcher | None:
    if not seen.chars.abilities:
        return None
    abilities = tuple(
        triggered_abilities(view.projection(seen.obj.id).held, seen.obj.zone, view.state.without)
    )
    if not abilities:
        return None
    controller = seen.controller if seen.controller is not None else seen.obj.owner
    return Watcher(seen.obj.id, controller, seen.chars.name, abilities, seen.obj.spell)


def notice(e: Engine, events: list[Event], before: list[Watcher] | None) -> None:
    """Let every ability that these simultaneous events make trigger wait (CR 603.2, 603.3).

    before: who watched as the events happened, for abilities that look back (CR 603.10); None: nothing can have left.
    """
    if not events:
        return
    view = look(e.state)
    if e.state.asked:
        history.keep(e, view, events)
    now = watchers(e) + _off_battlefield(view, events)
    for watcher in now:
        for held, ability in watcher.abilities:
            if not _looks_back(ability):
                _check(e, view, ability, held, watcher, events)
    for watcher in now if before is None else before:
        for held, ability in watcher.abilities:
            if _looks_back(ability):
                _check(e, view, ability, held, watcher, events)
    _notice_delayed(e, view, events)


def _looks_back(ability: TriggeredAbility) -> bool:
    """Leaves-the-battlefield abilities look back in time (CR 603.10a)."""
    trigger = ability.trigger
    if isinstance(trigger, EitherTrigger):
        return all(_looks_back(replace(ability, trigger=part)) for part in trigger.options)
    return isinstance(trigger, ChangesZone) and trigger.origin is Zone.BATTLEFIELD


def _off_battlefield(view: Look, events: list[Event]) -> list[Watcher]:
    """Objects that the events are about and whose own abilities see them elsewhere: a cast spell, a card put somewhere."""
    found: list[Watcher] = []
    for event in events:
        ident = cycled(view, event) if event.kind == "activates" else event.object
        if event.kind in _ABOUT_THEMSELVES and ident is not None:
            seen = view.now(ident)
            if seen is not None and seen.obj.zone is not Zone.BATTLEFIELD and not _is_watched(seen):
                watcher = _watcher(view, seen)
                if watcher is not None and all(w.ident != watcher.ident for w in found):
                    found.append(watcher)
    return found


def cycled(view: Look, event: Event) -> int | None:
    """The card that was discarded to pay for its cycling ability, wherever it wound up (CR 702.29c, 702.29f)."""
    if event.detail not in ("cycling", "typecycling") or event.source is None:
        return None
    return view.state.became.get(event.source)


_ABOUT_THEMSELVES = ("casts", "moves", "discards", "plotted", "counters removed", "activates")


def _is_watched(seen: Seen) -> bool:
    if seen.obj.zone is Zone.GRAVEYARD:
        abilities = seen.obj.base.abilities
        return any(isinstance(a, TriggeredAbility) and a.zone is Zone.GRAVEYARD for a in abilities)
    return seen.obj.zone is Zone.EXILE and bool(seen.obj.counters) and not seen.obj.face_down


def _check(
    e: Engine, view: Look, ability: TriggeredAbility, held: Held, watcher: Watcher, events: list[Event]
) -> None:
    frame = Frame(you=watcher.controller, this=watcher.ident, record=watcher.record, linked=held.linked)
    if type(ability.trigger) not in MATCHERS:
        return
    occurrences = _occurrences(e, view, ability.trigger, events, watcher, frame)
    if not (e.state.holds("603.2c") and e.state.holds("700.1")):
        occurrences = occurrences[:1]
    for facts in occurrences:
        frame.facts, frame.moved = facts, facts.moved
        # CR 603.4: an intervening "if" is checked as the event occurs, and again on resolution.
        if e.state.holds("603.4") and not holds(view, frame, ability.condition):
            continue
        if ability.once_each_turn and not _first_time(e, watcher.ident, ability):
            continue
        for _ in range(1 + _again(e, view, ability, facts, watcher, events)):
            add_trigger(e, watcher, ability, facts, held.linked)


def _occurrences(
    e: Engine, view: Look, trigger: Trigger, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    """For which of the events it triggers; of what enters, only if that may cause it (CR 101.2)."""
    if isinstance(trigger, EitherTrigger):
        return [f for part in trigger.options for f in _occurrences(e, view, part, events, watcher, frame)]
    if isinstance(trigger, ChangesZone) and trigger.to is Zone.BATTLEFIELD:
        events = [event for event in events if not _is_unheard(e, view, event, watcher)]
    return MATCHERS[type(trigger)](view, trigger, events, watcher, frame)


def _is_unheard(e: Engine, view: Look, event: Event, watcher: Watcher) -> bool:
    """Whether something says that this entering doesn't cause the watcher's abilities to trigger."""
    if event.kind != "moves" or event.to is not Zone.BATTLEFIELD or event.object is None:
        return False
    for _, frame, _, static in static_abilities(e):
        effect = static.effect
        if isinstance(effect, NoTrigger) and holds(view, frame, static.condition):
            entered, listener = view.at(event.object), view.at(watcher.ident)
            if entered is None or not matches(view, entered, effect.what, frame, anywhere=True):
                continue
            if effect.of is None or (
                listener is not None
                and listener.obj.zone is Zone.BATTLEFIELD
                and matches(view, listener, effect.of, frame, anywhere=True)
            ):
                return True
    return False


@unit("603.2d", "no ability triggers an additional time", lambda e, view, ability, facts, watcher, events: 0)
def _again(
    e: Engine,
    view: Look,
    ability: TriggeredAbility,
    facts: EventFacts,
    watcher: Watcher,
    events: list[Event],
) -> int:
    """How many times more it triggers, by effects on permanents' triggered abilities (CR 603.2d)."""
    seen = view.now(watcher.ident)
    if seen is None or seen.obj.zone is not Zone.BATTLEFIELD:
        return 0
    more = 0
    for holder, frame, _, static in static_abilities(e):
        effect = static.effect
        if not isinstance(effect, TriggersAgain) or frame.you != watcher.controller:
            continue
        if holds(view, frame, static.condition):
            owner = Watcher(holder.obj.id, frame.you, holder.chars.name, (), None)
            causes = MATCHERS[type(effect.cause)](view, effect.cause, events, owner, frame)
            more += any(_same_event(ability.trigger, facts, cause) for cause in causes)
    return more


def _same_event(trigger: Trigger, facts: EventFacts, cause: EventFacts) -> bool:
    if getattr(trigger, "batched", False):
        return facts.recipient == cause.recipient
    return facts.object == cause.object and facts.recipient == cause.recipient


def _first_time(e: Engine, ident: int, ability: TriggeredAbility) -> bool:
    key = (ident, ability)
    if key in e.state.once_used:
        return False
    e.state.once_used = e.state.once_used | {key}
    return True


def add_trigger(
    e: Engine, watcher: Watcher, ability: TriggeredAbility, facts: EventFacts, linked: int | None = None
) -> None:
    """An ability has triggered and waits; its controller is fixed now (CR 603.3a)."""
    effect = ability.effect if isinstance(ability.effect, Effect) else Effect()
    pending = PendingTrigger(
        watcher.controller,
        ability,
        effect,
        watcher.ident,
        watcher.name,
        facts,
        linked,
        x=watcher.record.x if watcher.record else None,
    )
    e.state.waiting = (*e.state.waiting, pending)
    e.emit(
        Event(
            "triggers",
            player=watcher.controller,
            source=watcher.ident,
            source_name=watcher.name,
            object=facts.object,
            recipient=facts.recipient,
            amount=facts.amount,
            detail=type(ability.trigger).__name__,
            rules=("603.2", "603.3a"),
        )
    )


def _notice_delayed(e: Engine, view: Look, events: list[Event]) -> None:
    for effect in e.state.effects:
        if not isinstance(effect, DelayedTrigger):
            continue
        slots = dict(effect.slots)
        this = next((c.object for c in slots.get("this", ()) if c.object is not None), effect.source)
        frame = Frame(you=effect.controller, this=this, slots=slots, facts=effect.facts)
        watcher = Watcher(this, effect.controller, effect.source_name, (), None)
        known = type(effect.trigger) in MATCHERS
        occurrences = _occurrences(e, view, effect.trigger, events, watcher, frame) if known else []
        if not occurrences:
            continue
        once = effect.expiry.duration == "permanent"
        for facts in occurrences[:1] if once else occurrences:
            ability = TriggeredAbility(effect.trigger, effect.effect)
            merged = facts if facts.object is not None else effect.facts
            pending = PendingTrigger(
                effect.controller,
                ability,
                effect.effect,
                effect.source,
                effect.source_name,
                merged,
                slots=effect.slots,
                x=effect.x,
                delayed=True,
                transformed=effect.transformed,
            )
            e.state.waiting = (*e.state.waiting, pending)
            e.emit(
                Event(
                    "triggers",
                    player=effect.controller,
                    source=effect.source,
                    source_name=effect.source_name,
                    detail="delayed",
                    rules=("603.7b",),
                )
            )
        if once:
            e.replace_effect(effect, None)

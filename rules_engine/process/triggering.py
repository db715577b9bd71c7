"""Triggered abilities: what triggers on an event (CR 603.2), and the pending triggers it leaves (603.3a).

Each matcher reads the events of one batch and says for which of them the ability triggers: the text of the ability
decides what one event is (CR 700.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any, NamedTuple

from rules_engine.model.abilities import (
    Attacks,
    AttacksUnblocked,
    BecomesTarget,
    BeginningOf,
    Blocks,
    CastsSpell,
    ChangesZone,
    DealsDamage,
    Effect,
    EitherTrigger,
    IsDealtDamage,
    Keyword,
    PlayerDoes,
    StatusChange,
    Trigger,
    TriggeredAbility,
    TriggersAgain,
)
from rules_engine.model.effects import DelayedTrigger
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, EventFacts, SpellRecord
from rules_engine.model.state import PendingTrigger
from rules_engine.model.terms import Attached, Filter, This
from rules_engine.model.zones import Step, Zone
from rules_engine.process import history
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Held, Look, Seen
from rules_engine.process.matching import defending_player, holds, matches
from rules_engine.process.projecting import look
from rules_engine.process.registry import STATICS, TRIGGERS, means_nothing
from rules_engine.process.replacing import static_abilities
from rules_engine.process.units import unit

STATICS.add(TriggersAgain)


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


def notice(e: Engine, events: list[Event], before: list[Watcher]) -> None:
    """Let every ability that these simultaneous events make trigger wait (CR 603.2, 603.3)."""
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
    for watcher in before or now:
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
        if event.kind in _ABOUT_THEMSELVES and event.object is not None:
            seen = view.now(event.object)
            if seen is not None and seen.obj.zone is not Zone.BATTLEFIELD and not _is_watched(seen):
                watcher = _watcher(view, seen)
                if watcher is not None and all(w.ident != watcher.ident for w in found):
                    found.append(watcher)
    return found


_ABOUT_THEMSELVES = ("casts", "moves", "discards", "plotted", "counters removed")


def _is_watched(seen: Seen) -> bool:
    if seen.obj.zone is Zone.GRAVEYARD:
        abilities = seen.obj.base.abilities
        return any(isinstance(a, TriggeredAbility) and a.zone is Zone.GRAVEYARD for a in abilities)
    return seen.obj.zone is Zone.EXILE and bool(seen.obj.counters) and not seen.obj.face_down


def _check(
    e: Engine, view: Look, ability: TriggeredAbility, held: Held, watcher: Watcher, events: list[Event]
) -> None:
    frame = Frame(you=watcher.controller, this=watcher.ident, record=watcher.record, linked=held.linked)
    match = MATCHERS.get(type(ability.trigger))
    if match is None:
        return
    occurrences = match(view, ability.trigger, events, watcher, frame)
    if not (e.state.holds("603.2c") and e.state.holds("700.1")):
        occurrences = occurrences[:1]
    for facts in occurrences:
        frame.facts = facts
        # CR 603.4: an intervening "if" is checked as the event occurs, and again on resolution.
        if e.state.holds("603.4") and not holds(view, frame, ability.condition):
            continue
        if ability.once_each_turn and not _first_time(e, watcher.ident, ability):
            continue
        for _ in range(1 + _again(e, view, ability, facts, watcher, events)):
            add_trigger(e, watcher, ability, facts, held.linked)


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
        match = MATCHERS.get(type(effect.trigger))
        occurrences = match(view, effect.trigger, events, watcher, frame) if match else []
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


# ------------------------------------------------------------------------------------------ matchers


def _is(
    view: Look, what: Filter | This | Attached, ident: int | None, watcher: Watcher, frame: Frame
) -> bool:
    """Whether the object of an event is the one meant; it is looked at as it is or last was."""
    if ident is None:
        return False
    if isinstance(what, This):
        return ident == watcher.ident
    if isinstance(what, Attached):
        own = view.at(watcher.ident)
        return own is not None and own.obj.attached_to == Chosen(object=ident)
    seen = view.at(ident)
    return seen is not None and matches(view, seen, what, frame, anywhere=True)


def _who(who: str, player: int | None, frame: Frame) -> bool:
    if player is None:
        return False
    return who == "player" or (who == "you") is (player == frame.you)


@matcher(EitherTrigger)
def _either(
    view: Look, trigger: EitherTrigger, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    return [
        facts
        for part in trigger.options
        for facts in MATCHERS[type(part)](view, part, events, watcher, frame)
    ]


@matcher(DealsDamage)
def _deals_damage(
    view: Look, trigger: DealsDamage, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    found: dict[object, EventFacts] = {}
    for number, event in enumerate(events):
        if event.kind != "damage" or (trigger.combat is not None and event.combat is not trigger.combat):
            continue
        if not _is(view, trigger.source, event.source, watcher, frame) or not _is_hit(
            view, trigger, event, frame
        ):
            continue
        key = _occurrence(trigger, event, number)
        known = found.get(key)
        total = event.amount + (known.amount if known else 0)
        found[key] = EventFacts(
            object=event.source,
            source=event.source,
            recipient=event.recipient,
            player=event.player,
            amount=total,
        )
    return list(found.values())


def _occurrence(trigger: DealsDamage, event: Event, number: int) -> object:
    """What counts as one event is in the words (CR 700.1, 603.2c): "to a player" once for each player and source;
    "one or more … to a player" once for each player; "deals damage" alone once for each source."""
    if trigger.batched:
        return event.recipient
    return ("source", event.source) if trigger.to == "any" else number


def _is_hit(view: Look, trigger: DealsDamage, event: Event, frame: Frame) -> bool:
    to = trigger.to
    if isinstance(to, Filter):
        seen = (
            view.at(event.recipient.object)
            if event.recipient and event.recipient.object is not None
            else None
        )
        return seen is not None and matches(view, seen, to, frame, anywhere=True)
    if to == "any":
        return True
    if to == "creature":
        seen = (
            view.at(event.recipient.object)
            if event.recipient and event.recipient.object is not None
            else None
        )
        return seen is not None and "creature" in seen.chars.types
    if event.player is None:
        return False
    return to == "player" or (to == "you") is (event.player == frame.you)


@matcher(IsDealtDamage)
def _is_dealt_damage(
    view: Look, trigger: IsDealtDamage, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    # One occurrence for each permanent or player dealt damage in this event, however many sources (CR 120.4c).
    totals: dict[object, EventFacts] = {}
    for event in events:
        if event.kind != "damage" or (trigger.combat is not None and event.combat is not trigger.combat):
            continue
        if trigger.what == "you":
            hit = event.player == frame.you
        else:
            hit = event.object is not None and _is(view, trigger.what, event.object, watcher, frame)
        if hit:
            known = totals.get(event.recipient)
            total = event.amount + (known.amount if known else 0)
            totals[event.recipient] = EventFacts(
                object=event.object,
                source=event.source,
                recipient=event.recipient,
                player=event.player,
                amount=total,
            )
    return list(totals.values())


@matcher(ChangesZone)
def _changes_zone(
    view: Look, trigger: ChangesZone, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    found = []
    for event in events:
        if event.kind != "moves" or event.to is event.origin:
            continue
        if trigger.origin not in (None, event.origin) or trigger.to not in (None, event.to):
            continue
        if _moved_matches(view, trigger.what, event, watcher, frame):
            controller = _controller_of(view, event)
            found.append(EventFacts(object=event.object, player=controller, amount=1))
    if trigger.batched and found:
        return [EventFacts(object=found[0].object, player=found[0].player, amount=len(found))]
    return found


def _controller_of(view: Look, event: Event) -> int | None:
    ident = event.was if event.origin is Zone.BATTLEFIELD else event.object
    seen = view.at(ident) if ident is not None else None
    if seen is None:
        return None
    return seen.controller if seen.controller is not None else seen.obj.owner


def _moved_matches(
    view: Look, what: Filter | This | Attached, event: Event, watcher: Watcher, frame: Frame
) -> bool:
    if isinstance(what, This):
        return watcher.ident in (event.was, event.object)
    if isinstance(what, Attached):
        own = view.at(watcher.ident)
        return own is not None and own.obj.attached_to == Chosen(object=event.was)
    # CR 603.10a: an object that left the battlefield is seen as it last was there; others as they are now.
    before = event.origin is Zone.BATTLEFIELD and what.zone is Zone.BATTLEFIELD
    ident = event.was if before else event.object
    seen = view.at(ident) if ident is not None else None
    if seen is None:
        return False
    if what.other and watcher.ident in (event.was, event.object):
        return False
    if what.zone not in (Zone.BATTLEFIELD, Zone.STACK) and not _is_card_put(view, event):
        return False
    return matches(view, seen, what, frame, anywhere=True)


def _is_card_put(view: Look, event: Event) -> bool:
    seen = view.at(event.object) if event.object is not None else None
    return seen is not None and seen.obj.is_card


def _cast_before(view: Look, event: Event) -> int:
    return sum(1 for _ in takewhile(lambda record: record.object != event.object, view.state.casts))


@matcher(CastsSpell)
def _casts_spell(
    view: Look, trigger: CastsSpell, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    found = []
    for event in events:
        if event.kind != "casts" or not _who(trigger.who, event.player, frame):
            continue
        if trigger.origin not in (None, event.origin):
            continue
        if trigger.only_this and set(event.targets) != {Chosen(object=watcher.ident)}:
            continue
        if _is(view, trigger.what, event.object, watcher, frame):
            # The number of spells cast before it this turn is fixed now (CR 702.40a).
            found.append(
                EventFacts(object=event.object, player=event.player, amount=_cast_before(view, event))
            )
    return found


@matcher(BeginningOf)
def _beginning_of(
    view: Look, trigger: BeginningOf, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    for event in events:
        if event.kind == "step begins" and _step_matches(trigger.step, event):
            whose = trigger.whose
            if whose == "next" or _who(whose, event.player, frame):
                return [EventFacts(player=event.player)]
    return []


def _step_matches(step: Step, event: Event) -> bool:
    return event.detail == step.value


@matcher(Attacks)
def _attacks(
    view: Look, trigger: Attacks, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    return [
        EventFacts(
            object=event.object,
            player=defending_player(view, event.recipient) if event.recipient is not None else None,
        )
        for event in events
        if event.kind == "attacks"
        and (not trigger.alone or len(view.state.turn.attacks) == 1)
        and _is(view, trigger.what, event.object, watcher, frame)
    ]


@matcher(Blocks)
def _blocks(
    view: Look, trigger: Blocks, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    if trigger.by is not None:
        # CR 509.3d: once for each creature that blocks it and matches.
        return [
            EventFacts(object=event.object, source=event.source)
            for event in events
            if event.kind == "blocks"
            and _is(view, trigger.what, event.source, watcher, frame)
            and _is(view, trigger.by, event.object, watcher, frame)
        ]
    kind = "becomes blocked" if trigger.becomes_blocked else "blocks"
    return [
        EventFacts(object=event.object, source=event.source, player=_defending(view, event))
        for event in events
        if event.kind == kind and _is(view, trigger.what, event.object, watcher, frame)
    ]


def _defending(view: Look, event: Event) -> int | None:
    """Who defends against the creature that blocks or is blocked (CR 508.5)."""
    attacks = [a for a in view.state.turn.attacks if a.attacker in (event.object, event.source)]
    return defending_player(view, attacks[0].defender) if attacks else event.player


@matcher(AttacksUnblocked)
def _attacks_unblocked(
    view: Look, trigger: AttacksUnblocked, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    return [
        EventFacts(object=event.object, player=event.recipient.player if event.recipient else None)
        for event in events
        if event.kind == "is unblocked" and _is(view, trigger.what, event.object, watcher, frame)
    ]


@matcher(BecomesTarget)
def _becomes_target(
    view: Look, trigger: BecomesTarget, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    found = []
    for event in events:
        if event.kind != "becomes target" or not _is(view, trigger.what, event.object, watcher, frame):
            continue
        if trigger.by != "spell or ability" and trigger.by != event.detail:
            continue
        if trigger.controlled_by is None or _who(trigger.controlled_by, event.player, frame):
            found.append(EventFacts(object=event.object, source=event.source, player=event.player))
    return found


_PLAYER_EVENTS = {
    "draw": "draws",
    "discard": "discards",
    "gain life": "gains life",
    "lose life": "loses life",
    "sacrifice": "sacrifices",
    "shuffle": "shuffles",
    "plot": "special action",
    "foretell": "special action",
    "play a land": "special action",
    "scry": "scries",
    "surveil": "surveils",
    "attack": "attacks",
}


@matcher(PlayerDoes)
def _player_does(
    view: Look, trigger: PlayerDoes, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    kind = _PLAYER_EVENTS.get(trigger.action)
    found: list[EventFacts] = []
    for event in events:
        if event.kind != kind or not _who(trigger.who, event.player, frame):
            continue
        # CR 702.143c, 702.170e: foretelling and plotting are the special actions, nothing else.
        if kind == "special action" and event.detail != trigger.action:
            continue
        if trigger.action == "attack" and found:
            continue
        if trigger.what is not None and not _is(
            view, trigger.what, event.was or event.object, watcher, frame
        ):
            continue
        found.append(EventFacts(object=event.object, player=event.player, amount=event.amount))
    return found


@matcher(StatusChange)
def _status_change(
    view: Look, trigger: StatusChange, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    if trigger.change == "last counter removed":
        return [
            EventFacts(object=event.object, player=event.player)
            for event in events
            if event.kind == "counters removed"
            and event.detail == trigger.kind
            and _is(view, trigger.what, event.object, watcher, frame)
            and (seen := view.now(event.object or 0)) is not None
            and seen.obj.counter(trigger.kind or "") == 0
        ]
    kind = "counters put" if trigger.change == "counter" else trigger.change
    return [
        EventFacts(object=event.object, player=event.player, amount=event.amount)
        for event in events
        if event.kind == kind
        and (trigger.change != "counter" or event.detail == trigger.kind)
        and _is(view, trigger.what, event.object, watcher, frame)
    ]

"""When triggered abilities trigger (CR 603.2), one matcher for each kind of trigger condition."""

from __future__ import annotations

from itertools import takewhile

from rules_engine.model.abilities import (
    Attacks,
    AttacksUnblocked,
    BecomesTarget,
    BeginningOf,
    Blocks,
    CastsSpell,
    ChangesZone,
    DealsDamage,
    EitherTrigger,
    IsDealtDamage,
    PlayerDoes,
    StatusChange,
)
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, EventFacts
from rules_engine.model.terms import Attached, Filter, This
from rules_engine.model.zones import Step, Zone
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look
from rules_engine.process.matching import defending_player, matches
from rules_engine.process.triggering import MATCHERS, Watcher, cycled, matcher


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
            found.append(EventFacts(object=event.object, player=controller, amount=1, was=event.was))
    if trigger.batched and found:
        return [replace(found[0], amount=len(found))]
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
        and (trigger.along is None or _others_attack(view, trigger.along, event, events, watcher, frame))
        and _is(view, trigger.what, event.object, watcher, frame)
    ]


def _others_attack(
    view: Look, along: Filter, event: Event, events: list[Event], watcher: Watcher, frame: Frame
) -> bool:
    """Whether another creature of that description attacks at the same time (CR 508.3d)."""
    others = [e.object for e in events if e.kind == "attacks" and e.object != event.object]
    return any(_is(view, along, ident, watcher, frame) for ident in others)


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
    # CR 702.29d: once when a card is cycled, which is discarded then.
    "cycle or discard": "discards",
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


def _attackers(events: list[Event], event: Event) -> int:
    """How many creatures the player attacks with at that time."""
    return sum(other.kind == "attacks" and other.player == event.player for other in events)


@matcher(PlayerDoes)
def _player_does(
    view: Look, trigger: PlayerDoes, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    kind = _PLAYER_EVENTS.get(trigger.action)
    found: list[EventFacts] = []
    if trigger.action in ("cycle", "cycle this"):
        return [
            EventFacts(object=card, player=event.player)
            for event in events
            if event.kind == "activates"
            and _who(trigger.who, event.player, frame)
            and (card := cycled(view, event)) is not None
            and (trigger.action == "cycle" or card == watcher.ident)
        ]
    for event in events:
        if event.kind != kind or not _who(trigger.who, event.player, frame):
            continue
        # CR 702.143c, 702.170e: foretelling and plotting are the special actions, nothing else.
        if kind == "special action" and event.detail != trigger.action:
            continue
        if trigger.action == "attack" and (found or _attackers(events, event) < trigger.at_least):
            continue
        if trigger.what is not None and not _is(
            view, trigger.what, event.was or event.object, watcher, frame
        ):
            continue
        found.append(EventFacts(object=event.object, player=event.player, amount=event.amount, was=event.was))
    return found


# Changes of status that events of another kind tell, with what their detail must be.
_STATUS_EVENTS: dict[str, tuple[str, str | None]] = {
    "counter": ("counters put", None),
    "turned face up": ("special action", "turn face up"),
    "monstrous": ("effect begins", "monstrous"),
}


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
    kind, detail = _STATUS_EVENTS.get(trigger.change, (trigger.change, None))
    detail = trigger.kind if trigger.change == "counter" else detail
    return [
        EventFacts(object=event.object, player=event.player, amount=event.amount)
        for event in events
        if event.kind == kind
        and (detail is None or event.detail == detail)
        and _is(view, trigger.what, event.object, watcher, frame)
    ]

"""The working object of one atomic step: a private copy of the state, the answers given so far, and the log.

A step runs from one priority to the next (CR 117). It is a pure function of (state, answers): when an answer is
missing it stops and says which; whoever runs the game adds one and runs the step again from the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rules_engine.errors import EngineError, IllegalAction, LimitReached
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.effects import Floating
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, GameObject, Player
from rules_engine.model.state import State, Turn, ZoneKey
from rules_engine.model.zones import Zone
from rules_engine.process.looking import Look

MAX_TRIES = 4000
# Fields of objects and zones that every projection reads.
_HARD = frozenset(
    {
        "base",
        "controller",
        "zone",
        "counters",
        "attached_to",
        "encoded_on",
        "timestamp",
        "face_down",
        "kind",
        "counter_stamps",
    }
)
_AWAY = frozenset({Zone.LIBRARY, Zone.HAND, Zone.GRAVEYARD})


class AnswerNeeded(Exception):
    """A decision without an answer; not an error, the way a step says what it needs."""

    def __init__(self, decision: Decision) -> None:
        super().__init__(decision.kind)
        self.decision = decision


class Engine:
    """One step at work. All changes of the state go through its small setters, so that projections stay true."""

    __slots__ = ("answers", "applied", "collecting", "log", "position", "remembered", "state")

    def __init__(self, state: State, answers: tuple[Option, ...] = ()) -> None:
        self.state = state
        self.answers = answers
        self.position = 0
        self.log: list[Event] = []
        # While several instructions make one event, what they propose is gathered here.
        self.collecting: list[Any] | None = None
        # Replacement effects that what happens now has been through already (CR 614.5).
        self.applied: frozenset[tuple[object, ...]] = frozenset()
        # Objects whose last known information was taken before the event that is being committed (CR 704.8).
        self.remembered: frozenset[int] = frozenset()

    # ------------------------------------------------------------------------------------ decisions

    def choose(self, decision: Decision) -> Option:
        """The answer to a decision; one with a single option answers itself, except for X and priority."""
        if not decision.options:
            raise EngineError(f"a decision without options: {decision.kind} ({decision.rule})")
        if len(decision.options) == 1 and decision.kind not in ("x", "priority"):
            option = decision.options[0]
        elif self.position < len(self.answers):
            option = self.answers[self.position]
            self.position += 1
            if option not in decision.options:
                raise IllegalAction(f"{describe_option(option)} is not a legal choice here", decision.rule)
        else:
            raise AnswerNeeded(decision)
        if decision.kind != "priority":
            self.emit(
                Event(
                    "chooses",
                    player=decision.player,
                    object=decision.about,
                    detail=f"{decision.kind}:{decision.what}" if decision.what else decision.kind,
                    recipient=option.chosen
                    if option.object is not None or option.player is not None
                    else None,
                    amount=option.number or 0,
                    name=self.name(decision.about),
                    options=(describe_option(option), *(describe_option(o) for o in decision.options)),
                    rules=(decision.rule,),
                )
            )
        return option

    # ---------------------------------------------------------------------------------- the state

    def touch(self) -> None:
        """Forget the projection: something it may have read has changed."""
        self.state.projected = None

    def touch_lightly(self) -> None:
        """Something has changed that only projections with conditions and counts in them read."""
        known = self.state.projected
        self.state.projected = (
            Look(self.state, known.projected, True) if known is not None and known.constant else None
        )

    def _touch_no_object(self) -> None:
        """The turn or a player has changed, and no object."""
        known = self.state.projected
        self.state.projected = known.of(self.state) if known is not None and known.constant else None

    def _touch_for(self, zone: Zone) -> None:
        if zone in _AWAY:
            self.touch_lightly()
        else:
            self.touch()

    def put(self, obj: GameObject) -> None:
        """Store an object under its id."""
        self.state.objects[obj.id] = obj
        self._touch_for(obj.zone)

    def change(self, ident: int, **fields: object) -> GameObject:
        """Replace fields of an object."""
        obj = replace(self.state.objects[ident], **fields)
        self.state.objects[ident] = obj
        if _HARD.isdisjoint(fields):
            self.touch_lightly()
        else:
            self.touch()
        return obj

    def set_zone(self, key: ZoneKey, ids: tuple[int, ...]) -> None:
        """Set the ids of a zone."""
        self.state.zones[key] = ids
        self._touch_for(key[0])

    def change_player(self, number: int, **fields: object) -> Player:
        """Replace fields of a player."""
        player = replace(self.state.players[number], **fields)
        self.state.players = tuple([player if p.number == number else p for p in self.state.players])
        self._touch_no_object()
        return player

    def change_turn(self, **fields: object) -> Turn:
        """Replace fields of the turn."""
        self.state.turn = replace(self.state.turn, **fields)
        self._touch_no_object()
        return self.state.turn

    def add_effect(self, effect: Floating) -> None:
        """Let a floating effect begin."""
        self.state.effects = (*self.state.effects, effect)
        self.touch()

    def replace_effect(self, old: Floating, new: Floating | None) -> None:
        """Change a floating effect, or end it."""
        self.state.effects = tuple(
            kept
            for kept in (new if effect is old else effect for effect in self.state.effects)
            if kept is not None
        )
        self.touch()

    def new_id(self) -> int:
        """An id that no object ever had in this game."""
        ident = self.state.next_id
        self.state.next_id = ident + 1
        return ident

    def tick(self) -> int:
        """A timestamp later than all before (CR 613.7)."""
        stamp = self.state.clock
        self.state.clock = stamp + 1
        return stamp

    def new_batch(self) -> int:
        """A number for what happens at the same time from here."""
        self.state.batch += 1
        return self.state.batch

    # ------------------------------------------------------------------------------------- the log

    def emit(self, event: Event) -> Event:
        """Write an event into the log; without a batch of its own it stands alone."""
        if not event.batch:
            # The event was made for this call and nobody has seen it yet: cheaper than a second one.
            object.__setattr__(event, "batch", self.new_batch())
        self.log.append(event)
        return event

    def name(self, ident: int | None) -> str:
        """The object's name now or when it was last seen."""
        if ident is None:
            return ""
        obj = self.state.objects.get(ident)
        if obj is None:
            known = self.state.last_known.get(ident)
            obj = known.object if known else None
        return obj.name if obj else ""

    # ----------------------------------------------------------------------------------- attempts

    def attempt(self, action: Callable[[Engine], None]) -> IllegalAction | None:
        """Carry out an action; when it proves illegal, everything it did is undone (CR 732.1) and the reason returned."""
        saved, length = self.state.copy(), len(self.log)
        try:
            action(self)
        except IllegalAction as illegal:
            self.state = saved
            self.touch()
            del self.log[length:]
            return illegal
        return None

    def is_possible(self, action: Callable[[Engine], None]) -> bool:
        """Whether some way to answer the action's decisions carries it out legally; nothing changes here."""
        waiting: list[tuple[Option, ...]] = [()]
        for _ in range(MAX_TRIES):
            if not waiting:
                return False
            answers = waiting.pop()
            fork = Engine(self.state.copy(), answers)
            try:
                action(fork)
            except AnswerNeeded as needed:
                waiting.extend((*answers, option) for option in reversed(needed.decision.options))
            except IllegalAction:
                continue
            else:
                return True
        raise LimitReached("too many ways to carry out an action")


def describe_option(option: Option) -> str:
    """A short, stable word for an option, for logs and errors."""
    parts = [option.verb]
    if option.method:
        parts.append(option.method)
    if option.object is not None:
        parts.append(f"#{option.object}")
    if option.player is not None:
        parts.append(f"player {option.player}")
    if option.number is not None:
        parts.append(str(option.number))
    if option.extra:
        parts.append(" ".join(_describe_extra(item) for item in option.extra))
    return " ".join(parts)


def _describe_extra(item: object) -> str:
    if isinstance(item, Chosen):
        return f"#{item.object}" if item.object is not None else f"player {item.player}"
    if isinstance(item, tuple):
        return "(" + " ".join(_describe_extra(part) for part in item) + ")"
    return str(item)


def zone_key(zone: Zone, owner: int) -> ZoneKey:
    """The zone an object of that owner goes to (CR 400.3)."""
    return (zone, owner if zone.is_owned else None)


def first_in(order: Iterable[int], wanted: Iterable[int]) -> list[int]:
    """The wanted players in the given order."""
    chosen = set(wanted)
    return [player for player in order if player in chosen]

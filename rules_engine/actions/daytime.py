"""It becomes day or night by an effect, or as something enters (CR 730.1)."""

from __future__ import annotations

from rules_engine.model.abilities import BecomesDaytime, DayAsItEnters, DaytimeChanges
from rules_engine.model.events import Event
from rules_engine.model.objects import EventFacts
from rules_engine.process.day_and_night import becomes
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look
from rules_engine.process.registry import STATICS, executes
from rules_engine.process.replacing import AS_IT_ENTERS
from rules_engine.process.triggering import Watcher, matcher

STATICS.add(DayAsItEnters)


@executes(BecomesDaytime)
def becomes_daytime(e: Engine, frame: Frame, instruction: BecomesDaytime) -> None:
    """From then on the game has exactly that designation (CR 730.1)."""
    becomes(e, instruction.what, "730.1")


def day_as_it_enters(e: Engine) -> None:
    """Only if it is neither day nor night."""
    if not e.state.daytime:
        becomes(e, "day", "730.1")


@matcher(DaytimeChanges)
def changes(
    view: Look, trigger: DaytimeChanges, events: list[Event], watcher: Watcher, frame: Frame
) -> list[EventFacts]:
    """Losing one designation and gaining the other (CR 730.1a); the first day or night of a game is no change."""
    return [
        EventFacts()
        for event in events
        if event.kind == "daytime" and event.options and trigger.to in ("", event.detail)
    ]


AS_IT_ENTERS[DayAsItEnters] = day_as_it_enters

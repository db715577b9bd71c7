"""Day and night (CR 730), and what daybound and nightbound do about it at once (CR 702.145)."""

from __future__ import annotations

from typing import Literal

from rules_engine.model.events import Event
from rules_engine.process.engine import Engine
from rules_engine.process.faces import is_back_face, is_double_faced
from rules_engine.process.happening import notify
from rules_engine.process.looking import Seen
from rules_engine.process.projecting import look
from rules_engine.process.turning_over import can_transform, turn_over
from rules_engine.process.units import unit

Daytime = Literal["day", "night"]


@unit("702.145c", "nothing is turned over by day or night", lambda e: None)
def _turn_over(e: Engine) -> None:
    """At night front faces with daybound, by day back faces with nightbound (CR 702.145c, 702.145f)."""
    if not e.state.daytime:
        return
    wrong = [
        seen.obj.id
        for seen in _bound(e)
        if _is_wrong(seen, e.state.daytime) and can_transform(e, seen.obj.id, by_keyword=True)
    ]
    if wrong:
        turn_over(e, wrong, "702.145c" if e.state.daytime == "night" else "702.145f")


def _is_wrong(seen: Seen, daytime: str) -> bool:
    if not is_double_faced(seen.obj.base):
        return False
    back = is_back_face(seen.obj.base)
    return seen.chars.has_keyword("nightbound" if back else "daybound") and back is (daytime == "day")


def becomes(e: Engine, what: Daytime, rule: str) -> None:
    """The game gains one designation and loses the other (CR 730.1); what that turns over is turned over with it."""
    if e.state.daytime == what:
        return
    before = e.state.daytime
    e.state.daytime = what
    e.touch_lightly()
    notify(e, Event("daytime", detail=what, options=(before,) if before else (), rules=(rule,)))
    _turn_over(e)


@unit("730.2", "day does not become night, and night not day", lambda e: None)
def check_last_turn(e: Engine) -> None:
    """The second part of the untap step: by the spells that the previous turn's active player cast (CR 502.2, 730.2)."""
    cast = e.state.cast_last_turn
    e.state.cast_last_turn = 0
    if e.state.daytime == "day" and cast == 0:
        becomes(e, "night", "730.2a")
    elif e.state.daytime == "night" and cast > 1:
        becomes(e, "day", "730.2b")


@unit("702.145d", "permanents with daybound don't make it day", _turn_over)
def keep_up(e: Engine) -> None:
    """What happens immediately: it becomes day or night, and permanents turn over (CR 702.145c–d, 702.145f–g)."""
    bound = _bound(e)
    if bound and not e.state.daytime:
        if any(seen.chars.has_keyword("daybound") for seen in bound):
            becomes(e, "day", "702.145d")
        else:
            becomes(e, "night", "702.145g")
    if bound:
        _turn_over(e)


def _bound(e: Engine) -> list[Seen]:
    """Permanents with daybound or nightbound."""
    view = look(e.state)
    known: list[Seen] | None = view.memory.get("bound")
    if known is None:
        known = view.memory["bound"] = [
            seen
            for seen in view.permanents()
            if seen.chars.has_keyword("daybound") or seen.chars.has_keyword("nightbound")
        ]
    return known

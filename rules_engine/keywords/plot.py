"""Plot (CR 702.170): exile the card from hand in your main phase, cast it free on a later turn at sorcery timing."""

from __future__ import annotations

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import Keyword
from rules_engine.model.events import Event
from rules_engine.model.zones import Zone
from rules_engine.process.costs import TotalCost, pay
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, moved_to, notify
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_BY_STATUS, CastWay, has_sorcery_timing
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword
from rules_engine.process.special_actions import SpecialAction, announce, register
from rules_engine.process.units import unit

NAME = "plot"


def _plot(seen: Seen) -> Keyword | None:
    return next((k for k in seen.chars.keywords(NAME) if k.cost is not None), None)


@unit(
    "702.170a",
    "cards can't be plotted",
    lambda e, player, seen: IllegalAction("there is no plotting", "702.170a"),
)
@unit(
    "702.170b",
    "cards can't be plotted",
    lambda e, player, seen: IllegalAction("there is no plotting", "702.170b"),
)
def refused(e: Engine, player: int, seen: Seen) -> IllegalAction | None:
    """Priority in one's own main phase while the stack is empty (CR 702.170a; 116.2k alone would be wider)."""
    if _plot(seen) is None:
        return IllegalAction("the card has no plot ability", "702.170a")
    if not has_sorcery_timing(e, player):
        return IllegalAction("only in one's own main phase while the stack is empty", "702.170a")
    return None


def take(e: Engine, player: int, seen: Seen) -> None:
    """Exile it and pay the cost; it becomes plotted (CR 702.170a). Nobody can respond (702.170b, 116.1)."""
    ability = _plot(seen)
    assert ability is not None
    assert ability.cost is not None
    total = TotalCost()
    total.add(ability.cost)
    pay(e, player, total, Frame(you=player, this=seen.obj.id))
    fields = (("plotted_on_turn", e.state.turn.number),)
    rules = ("702.170a", "116.2k")
    events = happen(e, [Move(seen.obj.id, Zone.EXILE, "plotted", rules, player=player, fields=fields)])
    card = moved_to(events, seen.obj.id)
    announce(e, player, seen, NAME, card, ("702.170b", "116.2k"))
    if card is not None:
        notify(e, Event("plotted", player=player, object=card, name=seen.chars.name, rules=("702.170a",)))


@unit("702.170d", "plotted cards can't be cast", lambda e, player, seen: [])
def ways(e: Engine, player: int, seen: Seen) -> list[CastWay]:
    """A plotted card's owner may cast it on a later turn, in their main phase with an empty stack, free (702.170d)."""
    turn = seen.obj.plotted_on_turn
    if turn is None or seen.obj.zone is not Zone.EXILE or seen.obj.owner != player:
        return []
    if turn >= e.state.turn.number:
        return []
    return [CastWay("plotted", free=True, when="sorcery", rule="702.170d")]


register(SpecialAction(NAME, Zone.HAND, refused, take))
WAYS_BY_STATUS.append(ways)
keyword(NAME, "702.170")

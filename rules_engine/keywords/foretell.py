"""Foretell (CR 702.143): pay {2} and exile face down in your turn; cast it after that turn for its foretell cost."""

from __future__ import annotations

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import Cost
from rules_engine.model.mana import ManaCost
from rules_engine.model.zones import Zone
from rules_engine.process.casting import WAYS_BY_STATUS, CastWay
from rules_engine.process.costs import TotalCost, pay
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, moved_to
from rules_engine.process.looking import Seen
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword
from rules_engine.process.special_actions import SpecialAction, announce, register

NAME = "foretell"
PRICE = Cost(ManaCost(("2",)))


def refused(e: Engine, player: int, seen: Seen) -> IllegalAction | None:
    """Any time with priority during one's own turn, the stack may hold something (CR 702.143a, 116.2h)."""
    if not seen.chars.keywords(NAME):
        return IllegalAction("the card has no foretell ability", "702.143a")
    if e.state.turn.active != player:
        return IllegalAction("only during one's own turn", "116.2h")
    return None


def take(e: Engine, player: int, seen: Seen) -> None:
    """Pay {2} and exile the card face down (CR 702.143a, 406.3)."""
    total = TotalCost()
    total.add(PRICE)
    pay(e, player, total, Frame(you=player, this=seen.obj.id))
    fields = (("foretold_on_turn", e.state.turn.number),)
    rules = ("702.143a", "116.2h")
    move = Move(seen.obj.id, Zone.EXILE, "foretold", rules, player=player, face_down=True, fields=fields)
    events = happen(e, [move])
    announce(e, player, seen, NAME, moved_to(events, seen.obj.id), ("702.143b", "116.2h"))


def ways(e: Engine, player: int, seen: Seen) -> list[CastWay]:
    """After the turn has ended, for its foretell cost, at the card's own timing (CR 702.143a)."""
    turn = seen.obj.foretold_on_turn
    if turn is None or seen.obj.zone is not Zone.EXILE or seen.obj.owner != player:
        return []
    if turn >= e.state.turn.number:
        return []
    return [
        CastWay("foretold", cost=ability.cost, rule="702.143a")
        for ability in seen.chars.keywords(NAME)
        if ability.cost is not None
    ]


register(SpecialAction(NAME, Zone.HAND, refused, take))
WAYS_BY_STATUS.append(ways)
keyword(NAME, "702.143")

"""Foretell (CR 702.143): pay {2} and exile face down in your turn; cast it after that turn for its foretell cost."""

from __future__ import annotations

from typing import Any

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import Cost, ForetellFromHand, Keyword
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.evolving import replace
from rules_engine.model.mana import ManaCost, adjust
from rules_engine.model.zones import Zone
from rules_engine.process.applying import pick, relocate
from rules_engine.process.costs import TotalCost, pay
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, moved_to
from rules_engine.process.looking import Seen
from rules_engine.process.matching import amount
from rules_engine.process.permissions import WAYS_BY_STATUS, CastWay
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import executes, keyword
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
    fields = (("foretold_on_turn", e.state.turn.number), *_kept(e, seen))
    rules = ("702.143a", "116.2h")
    move = Move(seen.obj.id, Zone.EXILE, "foretold", rules, player=player, face_down=True, fields=fields)
    events = happen(e, [move])
    announce(e, player, seen, NAME, moved_to(events, seen.obj.id), ("702.143b", "116.2h"))


def _kept(e: Engine, seen: Seen) -> tuple[tuple[str, Any], ...]:
    """A foretell cost that an effect gave the card in hand stays with the foretold card (CR 702.143a, 702.143e)."""
    given = tuple(k for k in seen.chars.keywords(NAME) if k not in seen.obj.base.abilities)
    return _with(seen.obj.base, given) if given else ()


def _with(base: Characteristics, given: tuple[Keyword, ...]) -> tuple[tuple[str, Any], ...]:
    return (("base", replace(base, abilities=(*base.abilities, *given))),)


@executes(ForetellFromHand)
def foretell_from_hand(e: Engine, frame: Frame, instruction: ForetellFromHand) -> None:
    """You exile a card of your choice face down; it becomes foretold, which is not foretelling (CR 702.143c–d)."""
    chosen = pick(e, frame.you, e.state.zone(Zone.HAND, frame.you), 1, NAME, "608.2d", frame.stack_object)
    for ident in chosen:
        base = e.state.objects[ident].base
        less = amount(look(e.state), frame, instruction.reduction)
        cost = None if base.mana_cost is None else Cost(adjust(base.mana_cost, 0, less))
        given = () if cost is None else _with(base, (Keyword(NAME, cost=cost),))
        fields = (("foretold_on_turn", e.state.turn.number), *given)
        rules = ("702.143d", "406.3")
        relocate(
            e,
            frame,
            [Move(ident, Zone.EXILE, "exiled", rules, player=frame.you, face_down=True, fields=fields)],
            "it",
        )


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

"""Morph, megamorph and disguise (CR 702.37, 702.168): cast face down for {3}, turned face up as a special action.

A face-down spell or permanent is what the ability says, and nothing else of the card (CR 708.2); on the stack and on
the battlefield its `base` holds that, while the card keeps what is printed on it.
"""

from __future__ import annotations

from rules_engine.errors import IllegalAction, LimitReached
from rules_engine.model.abilities import Cost, Keyword
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.evolving import replace
from rules_engine.model.mana import ManaCost
from rules_engine.model.zones import Zone
from rules_engine.process.costs import TotalCost, pay
from rules_engine.process.engine import Engine
from rules_engine.process.faces import DISGUISED, FACE_DOWN, MANIFESTED, lies_hidden
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_FACE_DOWN, CastWay, castable_from_there
from rules_engine.process.projecting import project
from rules_engine.process.proposals import Counters
from rules_engine.process.registry import keyword
from rules_engine.process.special_actions import SpecialAction, announce, register
from rules_engine.process.units import declare, unit

PRICE = Cost(ManaCost(("3",)))
TURN_FACE_UP = "turn face up"
_LOOKS = {"morph": FACE_DOWN, "megamorph": FACE_DOWN, "disguise": DISGUISED}
_RULES = {"morph": "702.37c", "megamorph": "702.37c", "disguise": "702.168b"}
declare("702.37b", "megamorph puts no counter on the creature")


@unit("702.37c", "no card is cast face down", lambda e, player, seen: [])
@unit("708.4", "no card is cast face down", lambda e, player, seen: [])
def ways(e: Engine, player: int, seen: Seen) -> list[CastWay]:
    """Face down for {3}, wherever such a face-down card could be cast for its mana cost (CR 702.37c, 702.168b)."""
    found = []
    for name in _LOOKS:
        looks = _LOOKS[name]
        if seen.chars.has_keyword(name) and castable_from_there(e, player, seen._replace(chars=looks)):
            found.append(CastWay(name, cost=PRICE, rule=_RULES[name], chars=looks, face_down=True))
    return found


def _costs(e: Engine, seen: Seen) -> list[tuple[Keyword, Cost]]:
    """The costs for which it could be turned face up, as it would be if it were face up (CR 702.37e, 702.168d)."""
    trial = e.state.copy()
    trial.objects[seen.obj.id] = replace(seen.obj, base=_printed(e, seen), face_down=False)
    trial.projected = None
    chars = project(trial).projection(seen.obj.id).chars
    found = [
        (k, k.cost)
        for k in chars.abilities
        if isinstance(k, Keyword) and k.name in _LOOKS and k.cost is not None
    ]
    printed = _printed(e, seen)
    if MANIFESTED in seen.obj.marks and "creature" in printed.types and printed.mana_cost is not None:
        # CR 701.40b, 701.58b: a creature card also for its mana cost.
        if printed.mana_cost.has_x:
            raise LimitReached(
                "turning a manifested creature with {X} in its mana cost face up is not supported"
            )
        found.append((Keyword(MANIFESTED), Cost(printed.mana_cost)))
    return found


def _printed(e: Engine, seen: Seen) -> Characteristics:
    """Its normal copiable values (CR 708.8); what no card represents has none to go back to."""
    return e.state.cards[seen.obj.card] if seen.obj.card is not None else seen.obj.base


@unit(
    "702.37e",
    "nothing is turned face up",
    lambda e, player, seen: IllegalAction("there is no turning face up", "702.37e"),
)
def refused(e: Engine, player: int, seen: Seen) -> IllegalAction | None:
    """Any time with priority, a face-down permanent that would have a morph or disguise cost (CR 702.37e, 116.2b)."""
    if not lies_hidden(seen.obj):
        return IllegalAction("it is not face down", "702.37e")
    return None if _costs(e, seen) else IllegalAction("it has no cost to be turned face up for", "702.37e")


def take(e: Engine, player: int, seen: Seen) -> None:
    """Pay the cost, then turn it face up; it has not entered, and nobody can respond (CR 702.37e, 708.8, 116.2b)."""
    ident = seen.obj.id
    costs = _costs(e, seen)
    options = tuple(Option("cost", number=index) for index in range(len(costs)))
    pick = e.choose(Decision(player, "additional cost", options, "702.37e", ident, what="one of")).number
    ability, cost = costs[pick or 0]
    total = TotalCost()
    total.add(cost)
    pay(e, player, total, Frame(you=player, this=ident))
    # CR 613.7f
    marks = seen.obj.marks - {MANIFESTED}
    e.change(ident, base=_printed(e, seen), face_down=False, timestamp=e.tick(), marks=marks)
    if ability.name == "megamorph" and e.state.holds("702.37b"):
        happen(e, [Counters(ident, "+1/+1", 1, player, ("702.37b",))])
    rule = {"disguise": "702.168d", MANIFESTED: "701.40b"}.get(ability.name, "702.37e")
    rules = (rule, "116.2b")
    announce(e, player, seen, TURN_FACE_UP, ident, rules)


WAYS_FACE_DOWN.append(ways)
register(SpecialAction(TURN_FACE_UP, Zone.BATTLEFIELD, refused, take))
keyword("morph", "702.37")
keyword("megamorph", "702.37")
keyword("disguise", "702.168")

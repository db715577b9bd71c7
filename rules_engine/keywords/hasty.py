"""Alternative costs for a short visit: dash, blitz, warp (CR 702.109, 702.152, 702.185)."""

from __future__ import annotations

from collections.abc import Callable

from rules_engine.model.abilities import (
    AddAbility,
    BeginningOf,
    ByRule,
    ChangesZone,
    Delayed,
    Draw,
    Effect,
    Keyword,
    Move,
    SacrificeObject,
    StaticAbility,
    StaticChange,
    TriggeredAbility,
)
from rules_engine.model.effects import CastPermission
from rules_engine.model.objects import Chosen
from rules_engine.model.terms import This, Those, WasCastBy, You
from rules_engine.model.zones import Step, Zone
from rules_engine.process.applying import floating, present
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on, moved_to
from rules_engine.process.looking import Seen
from rules_engine.process.permissions import WAYS_BY_KEYWORD, CastWay
from rules_engine.process.projecting import STATIC_KEYWORDS
from rules_engine.process.proposals import Move as Moving
from rules_engine.process.registry import EXECUTORS, keyword
from rules_engine.process.resolving import AFTER_ENTERING, BY_RULE
from rules_engine.process.units import declare

IT = Those("short stay")
AT_THE_END = BeginningOf(Step.END, "next")
DIES = ChangesZone(This(), Zone.BATTLEFIELD, Zone.GRAVEYARD)
DRAWS = TriggeredAbility(DIES, Effect((Draw(You()),)), word="When")
# What happens to the permanent at the beginning of the next end step.
LEAVES = {
    "dash": Effect((Move(IT, Zone.HAND),)),
    "blitz": Effect((SacrificeObject(IT),)),
    "warp": Effect((ByRule("warp"),)),
}
GAINS = {"dash": (Keyword("haste"),), "blitz": (Keyword("haste"), DRAWS)}
RULES = {"dash": "702.109a", "blitz": "702.152a", "warp": "702.185a"}


def ways(name: str) -> Callable[[Engine, int, Seen, Keyword], list[CastWay]]:
    """Where the card could be cast for its mana cost: from its owner's hand (CR 702.109a, 702.152a, 702.185a)."""

    def found(e: Engine, player: int, seen: Seen, ability: Keyword) -> list[CastWay]:
        if seen.obj.zone is Zone.HAND and seen.obj.owner == player and ability.cost is not None:
            return [CastWay(name, cost=ability.cost, rule=RULES[name])]
        return []

    return found


def stay_a_while(name: str) -> Callable[[Engine, Frame, int], None]:
    """As the spell resolves: a delayed trigger about the permanent, which asks for no ability of it (CR 603.7)."""

    def entered(e: Engine, frame: Frame, ident: int) -> None:
        if not e.state.holds(RULES[name]):
            return
        about = Frame(you=frame.you, this=ident, record=frame.record)
        about.remember(IT.slot, Chosen(object=ident))
        EXECUTORS[Delayed](e, about, Delayed(AT_THE_END, LEAVES[name]))

    return entered


def warp_away(e: Engine, frame: Frame) -> None:
    """Exiled; its owner may cast it once the turn has ended, for as long as it remains exiled (CR 702.185a)."""
    for ident in present(e, frame, IT):
        if not is_on(e, ident, Zone.BATTLEFIELD):
            continue
        events = happen(e, [Moving(ident, Zone.EXILE, "exiled", (RULES["warp"],), source=frame.this)])
        card = moved_to(events, ident)
        if card is not None and is_on(e, card, Zone.EXILE) and e.state.objects[card].is_card:
            lasting = floating(e, frame, "for as long as it remains exiled")
            owner = e.state.objects[card].owner
            e.add_effect(
                CastPermission(
                    **lasting, object=card, player=owner, free=False, after_turn=e.state.turn.number
                )
            )


def _while_here(name: str) -> StaticAbility:
    return StaticAbility(StaticChange(This(), (AddAbility(GAINS[name]),)), WasCastBy(name))


for _name, _rule in RULES.items():
    WAYS_BY_KEYWORD[_name] = ways(_name)
    AFTER_ENTERING[_name] = stay_a_while(_name)
    declare(_rule, "what was cast for this cost stays")
    keyword(_name, _rule[:-1])
STATIC_KEYWORDS["dash"] = lambda given: (_while_here("dash"),)
STATIC_KEYWORDS["blitz"] = lambda given: (_while_here("blitz"),)
BY_RULE["warp"] = warp_away

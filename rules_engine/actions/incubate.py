"""Incubate (CR 701.53): an Incubator token with counters, which can be turned over to a Phyrexian."""

from __future__ import annotations

from rules_engine.actions.create import create
from rules_engine.model.abilities import ActivatedAbility, Cost, Effect, Incubate, Transform
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import This
from rules_engine.process.engine import Engine
from rules_engine.process.faces import double_faced
from rules_engine.process.frames import Frame
from rules_engine.process.matching import amount, players_of
from rules_engine.process.projecting import look
from rules_engine.process.proposals import NewToken
from rules_engine.process.registry import executes
from rules_engine.process.units import declare

# CR 111.10i
_INCUBATOR = Characteristics(
    name="Incubator Token",
    types=frozenset({"artifact"}),
    subtypes=frozenset({"incubator"}),
    abilities=(ActivatedAbility(Cost(ManaCost(("2",))), Effect((Transform(This()),))),),
)
_PHYREXIAN = Characteristics(
    name="Phyrexian Token",
    types=frozenset({"artifact", "creature"}),
    subtypes=frozenset({"phyrexian"}),
    power=0,
    toughness=0,
)
INCUBATOR = double_faced(_INCUBATOR, _PHYREXIAN, modal=False)
declare("701.53a", "nobody incubates")


@executes(Incubate)
def incubate(e: Engine, frame: Frame, instruction: Incubate) -> None:
    """The token enters with the counters on it (CR 701.53a)."""
    if not e.state.holds("701.53a"):
        return
    proposals = []
    for player in players_of(look(e.state), frame, instruction.who):
        number = amount(look(e.state), frame.about(player), instruction.count)
        counters = (("+1/+1", number),) if number > 0 else ()
        proposals.append(NewToken(player, INCUBATOR, source=frame.this, counters=counters))
    create(e, frame, proposals)

"""Actions that put +1/+1 counters somewhere: amass, bolster, adapt, monstrosity (CR 701.47, 701.39, 701.46, 701.37)."""

from __future__ import annotations

from rules_engine.model.abilities import (
    Adapt,
    Amass,
    Bolster,
    Change,
    ChangeTypes,
    CreateToken,
    TokenSpec,
)
from rules_engine.model.events import Event
from rules_engine.model.objects import Chosen
from rules_engine.model.terms import Filter, Fixed, Those
from rules_engine.model.zones import Zone
from rules_engine.process.applying import pick
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on, notify
from rules_engine.process.matching import amount, matching
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters
from rules_engine.process.registry import EXECUTORS, executes
from rules_engine.process.units import declare

CREATURE = frozenset({"creature"})
YOURS = Filter(types=CREATURE, controller="you")
ARMIES = Filter(types=CREATURE, subtypes=frozenset({"army"}), controller="you")
MONSTROUS = "monstrous"
for _rule, _instead in {
    "701.47a": "nobody amasses",
    "701.39a": "nobody bolsters",
    "701.46a": "nothing adapts",
    "701.37a": "nothing becomes monstrous",
}.items():
    declare(_rule, _instead)


def _counters(e: Engine, frame: Frame, ident: int, number: int, rule: str) -> None:
    if number and is_on(e, ident, Zone.BATTLEFIELD):
        happen(e, [Counters(ident, "+1/+1", number, frame.you, (rule,))])


@executes(Amass)
def amass(e: Engine, frame: Frame, instruction: Amass) -> None:
    """Counters on an Army you control, a new one if you have none; it gets the subtype besides (CR 701.47a)."""
    if not e.state.holds("701.47a"):
        return
    number = amount(look(e.state), frame, instruction.count)
    name = instruction.subtype
    if not matching(look(e.state), ARMIES, frame):
        spec = TokenSpec(
            f"{name} army",
            CREATURE,
            frozenset({name, "army"}),
            frozenset({"B"}),
            Fixed(0),
            Fixed(0),
        )
        EXECUTORS[CreateToken](e, frame, CreateToken(spec))
    armies = matching(look(e.state), ARMIES, frame)
    for ident in pick(e, frame.you, armies, 1, "amass", "701.47a", frame.stack_object):
        _counters(e, frame, ident, number, "701.47a")
        seen = look(e.state).now(ident)
        if seen is not None and name not in seen.chars.subtypes and not seen.chars.has_keyword("changeling"):
            frame.remember("army", Chosen(object=ident))
            change = Change(Those("army"), (ChangeTypes(subtypes=frozenset({name})),), "permanent")
            EXECUTORS[Change](e, frame, change)


@executes(Bolster)
def bolster(e: Engine, frame: Frame, instruction: Bolster) -> None:
    """Counters on a creature you control with the least toughness among yours, chosen on resolution (CR 701.39a)."""
    if not e.state.holds("701.39a"):
        return
    view = look(e.state)
    sizes = {ident: view.projection(ident).chars.toughness or 0 for ident in matching(view, YOURS, frame)}
    least = [ident for ident, size in sizes.items() if size == min(sizes.values())]
    number = amount(view, frame, instruction.count)
    for ident in pick(e, frame.you, least, 1, "bolster", "701.39a", frame.stack_object):
        _counters(e, frame, ident, number, "701.39a")


@executes(Adapt)
def adapt(e: Engine, frame: Frame, instruction: Adapt) -> None:
    """Only if it has no +1/+1 counter, or for monstrosity if it isn't monstrous yet (CR 701.46a, 701.37a)."""
    ident = frame.this
    if ident is None or not is_on(e, ident, Zone.BATTLEFIELD):
        return
    rule = "701.37a" if instruction.monstrosity else "701.46a"
    obj = e.state.objects[ident]
    over = MONSTROUS in obj.marks if instruction.monstrosity else bool(obj.counter("+1/+1"))
    if over or not e.state.holds(rule):
        return
    _counters(e, frame, ident, amount(look(e.state), frame, instruction.count), rule)
    if instruction.monstrosity and is_on(e, ident, Zone.BATTLEFIELD):
        e.change(ident, marks=e.state.objects[ident].marks | {MONSTROUS})
        name = e.name(ident)
        notify(
            e,
            Event(
                "effect begins", player=frame.you, object=ident, name=name, detail=MONSTROUS, rules=(rule,)
            ),
        )

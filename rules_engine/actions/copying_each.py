"""Copies of a spell for each of several creatures (CR 707.10)."""

from __future__ import annotations

from rules_engine.model.abilities import CopyForEach
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, GameObject, SpellRecord
from rules_engine.process.casting import target_specs
from rules_engine.process.copying import copy_on_stack
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.matching import matching, objects_of
from rules_engine.process.projecting import look
from rules_engine.process.registry import executes
from rules_engine.process.targeting import announce_targets, why_illegal


@executes(CopyForEach)
def copy_for_each(e: Engine, frame: Frame, instruction: CopyForEach) -> None:
    """A copy for each that the spell could target, which then is its target; you say in which order (CR 707.10)."""
    for spell in objects_of(look(e.state), frame, instruction.what)[:1]:
        seen = look(e.state).at(spell)
        if seen is None or seen.obj.spell is None:
            continue
        left = [
            ident
            for ident in matching(look(e.state), instruction.each, frame)
            if _could_target(e, frame.you, seen.obj, Chosen(object=ident))
        ]
        while left:
            options = tuple(Option("choose", object=ident) for ident in left)
            decision = Decision(frame.you, "choose", options, "707.10", frame.stack_object, what="copy for")
            ident = e.choose(decision).object
            assert ident is not None
            left.remove(ident)
            _copy(e, frame, spell, Chosen(object=ident))


def _could_target(e: Engine, player: int, spell: GameObject, target: Chosen) -> bool:
    specs = target_specs(look(e.state).projection(spell.id).chars, spell.spell or SpellRecord())
    frame = Frame(you=player, this=spell.id, stack_object=spell.id, record=spell.spell)
    return bool(specs) and all(why_illegal(look(e.state), spec, target, frame) is None for spec in specs)


def _copy(e: Engine, frame: Frame, spell: int, target: Chosen) -> None:
    copy = copy_on_stack(e, spell, frame.you, frame.this)
    if copy is None:
        return
    obj = e.state.objects[copy]
    assert obj.spell is not None
    targets = tuple(tuple(target for _ in group) for group in obj.spell.targets)
    e.change(copy, spell=replace(obj.spell, targets=targets))
    announce_targets(e, targets, Frame(you=frame.you, this=copy, stack_object=copy), "spell", obj.name)

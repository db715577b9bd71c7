"""Changing targets of what is on the stack (CR 115.7)."""

from __future__ import annotations

from rules_engine.model.abilities import ChangeTargets
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone
from rules_engine.process.applying import present
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.projecting import look
from rules_engine.process.registry import executes
from rules_engine.process.resolving import choose_new_targets, targets_on
from rules_engine.process.targeting import announce_targets, legal_targets


@executes(ChangeTargets)
def change_targets(e: Engine, frame: Frame, instruction: ChangeTargets) -> None:
    """The chooser is the effect's controller; what is legal is judged for the spell or ability itself (CR 115.7e)."""
    for ident in present(e, frame, instruction.what):
        if e.state.objects[ident].zone is not Zone.STACK:
            continue
        if instruction.how == "new":
            choose_new_targets(e, ident, frame.you, only_new=True)
        else:
            _change(e, frame, ident, to_this=instruction.how == "to this")


def _change(e: Engine, frame: Frame, ident: int, *, to_this: bool) -> None:
    obj = e.state.objects[ident]
    specs, targets, source = targets_on(e, obj)
    controller = look(e.state).projection(ident).controller
    own = Frame(
        you=frame.you if controller is None else controller,
        this=source,
        stack_object=ident,
        record=obj.spell,
        x=obj.spell.x if obj.spell else obj.ability.x if obj.ability else None,
    )
    this = Chosen(object=frame.this) if frame.this is not None else None
    places = [(row, column) for row, group in enumerate(targets) for column in range(len(group))]
    possible: list[tuple[tuple[int, int], list[Chosen]]] = []
    for row, column in places:
        taken = targets[row]
        legal = [c for c in legal_targets(look(e.state), specs[row], own) if c not in taken]
        possible.append(((row, column), [c for c in legal if c == this] if to_this else legal))
    if to_this:
        possible = _one(e, frame, ident, [(place, others) for place, others in possible if others])
    elif not all(others for _, others in possible):
        # CR 115.7a: if not all of them can be changed, none is.
        return
    changed = [list(group) for group in targets]
    for (row, column), others in possible:
        free = [c for c in others if c not in changed[row]]
        if not free:
            return
        options = tuple(Option("target", object=c.object, player=c.player) for c in free)
        decision = Decision(frame.you, "target", options, "115.7a", ident, what="new target")
        changed[row][column] = e.choose(decision).chosen
    new = tuple(tuple(group) for group in changed)
    if new == targets:
        return
    if obj.ability is not None:
        e.change(ident, ability=replace(obj.ability, targets=new))
    elif obj.spell is not None:
        e.change(ident, spell=replace(obj.spell, targets=new))
    moved = tuple(tuple(c for c in group if c not in old) for group, old in zip(new, targets, strict=True))
    announce_targets(e, moved, own, "spell" if obj.ability is None else "ability", obj.name)


def _one(
    e: Engine, frame: Frame, ident: int, possible: list[tuple[tuple[int, int], list[Chosen]]]
) -> list[tuple[tuple[int, int], list[Chosen]]]:
    """Which of several targets is changed (CR 115.7b)."""
    if len(possible) < 2:
        return possible
    options = tuple(Option("mode", number=index) for index in range(len(possible)))
    pick = e.choose(Decision(frame.you, "mode", options, "115.7b", ident, what="which target")).number
    return [possible[pick or 0]]

"""Putting waiting triggered abilities onto the stack (CR 603.3): two rounds in APNAP order."""

from __future__ import annotations

from rules_engine.errors import IllegalAction
from rules_engine.model.abilities import DealDamage, Effect, Modal
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import AbilityRecord
from rules_engine.model.state import PendingTrigger
from rules_engine.process.activating import merged, put_ability
from rules_engine.process.casting import choose_modes, divide
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.matching import amount
from rules_engine.process.projecting import look
from rules_engine.process.targeting import announce_targets, choose_targets
from rules_engine.process.units import unit


def place_waiting(e: Engine) -> None:
    """Each player puts theirs on the stack in any order they like, the active player first (CR 603.3b)."""
    waiting = e.state.waiting
    e.state.waiting = ()
    for player in e.state.in_turn_order():
        own = [pending for pending in waiting if pending.controller == player]
        while own:
            place(e, own.pop(_next(e, player, own)))
            own = [pending for pending in own if not e.state.player(pending.controller).lost]


def _next(e: Engine, player: int, own: list[PendingTrigger]) -> int:
    if len(own) == 1:
        return 0
    distinct: dict[PendingTrigger, int] = {}
    for index, pending in enumerate(own):
        distinct.setdefault(pending, index)
    options = tuple(
        Option("order", object=pending.source, number=index, extra=_facts(pending))
        for pending, index in distinct.items()
    )
    return e.choose(Decision(player, "order", options, "603.3b", what="triggers")).number or 0


def _facts(pending: PendingTrigger) -> tuple[object, ...]:
    recipient = pending.facts.recipient
    return (recipient,) if recipient is not None else ()


def place(e: Engine, pending: PendingTrigger) -> None:
    """One ability goes onto the stack with its modes and targets, or is removed if that can't be (CR 603.3c–d)."""
    illegal = e.attempt(lambda engine: _place(engine, pending))
    if illegal is not None:
        e.emit(
            Event(
                "trigger removed",
                player=pending.controller,
                source=pending.source,
                source_name=pending.source_name,
                rules=("603.3d",),
            )
        )


def _present_controller(e: Engine, pending: PendingTrigger) -> int:
    seen = look(e.state).at(pending.source)
    return seen.obj.owner if seen is not None else pending.controller


@unit("113.8", "a triggered ability is controlled by its source's owner", _present_controller)
@unit("603.3a", "a triggered ability is controlled by its source's owner", _present_controller)
def controller_of_trigger(e: Engine, pending: PendingTrigger) -> int:
    """Who controlled the source when the ability triggered (CR 603.3a, 113.8)."""
    return pending.controller


def _place(e: Engine, pending: PendingTrigger) -> None:
    pending = replace(pending, controller=controller_of_trigger(e, pending))
    record = AbilityRecord(
        pending.ability,
        pending.effect,
        source=pending.source,
        facts=pending.facts,
        linked=pending.linked,
        slots=pending.slots,
        x=pending.x,
        transformed=pending.transformed,
    )
    ident = put_ability(e, pending.controller, record, pending.source_name)
    frame = Frame(
        you=pending.controller,
        this=pending.source,
        stack_object=ident,
        facts=pending.facts,
        linked=pending.linked,
        slots=dict(pending.slots),
        x=pending.x,
        moved=pending.facts.moved,
    )
    source = look(e.state).at(pending.source)
    frame.record = source.obj.spell if source is not None else None
    effect: Effect = pending.effect
    if isinstance(pending.ability.effect, Modal):
        modes = choose_modes(e, pending.controller, ident, pending.ability.effect, frame)
        if not modes:
            raise IllegalAction("no mode is chosen", "603.3c")
        effect = merged(pending.ability.effect, modes)
        record = replace(record, modes=modes, effect=effect)
    targets = choose_targets(e, effect.targets, frame)
    if effect.targets and any(spec.minimum for spec in effect.targets) and not any(targets):
        raise IllegalAction("no target can be chosen", "603.3d")
    frame.targets, frame.specs = targets, effect.targets
    record = replace(record, targets=targets, division=_division(e, effect, frame, ident))
    e.change(ident, ability=record)
    announce_targets(e, targets, frame, "ability", pending.source_name)
    e.emit(
        Event(
            "put on stack",
            player=pending.controller,
            object=ident,
            source=pending.source,
            name=pending.source_name,
            source_name=pending.source_name,
            detail="triggered ability",
            targets=tuple(chosen for group in targets for chosen in group),
            rules=("603.3",),
        )
    )


def _division(e: Engine, effect: Effect, frame: Frame, ident: int) -> tuple[int, ...]:
    for instruction in effect.instructions:
        if isinstance(instruction, DealDamage) and instruction.divided:
            total = amount(look(e.state), frame, instruction.amount)
            return divide(e, frame.you, ident, total, sum(len(group) for group in frame.targets))
    return ()

"""Resolving spells and abilities (CR 608), and the instructions that cast, copy, choose or leave effects behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine.errors import LimitReached
from rules_engine.model.abilities import (
    ByRule,
    CastDuring,
    Choose,
    CopyCard,
    CopySpell,
    ForEachPlayer,
    If,
    Instruction,
    May,
    Sacrifice,
    Together,
    TriggeredAbility,
    WhereX,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import NO, NONE, YES, Decision, Option
from rules_engine.model.effects import (
    CastPermission,
)
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import AbilityRecord, Chosen, GameObject, SpellRecord
from rules_engine.model.terms import TargetSpec
from rules_engine.model.zones import Zone
from rules_engine.process import activating, replacing
from rules_engine.process.applying import floating, may_pay, present
from rules_engine.process.attaching import cease_to_be_bestowed
from rules_engine.process.casting import cast, parts_of, target_specs
from rules_engine.process.copying import copy_card, copy_on_stack
from rules_engine.process.costs import payable_with
from rules_engine.process.day_and_night import keep_up
from rules_engine.process.engine import Engine
from rules_engine.process.faces import is_back_face
from rules_engine.process.frames import Frame
from rules_engine.process.happening import happen, is_on, moved_to
from rules_engine.process.lasting import notice_control
from rules_engine.process.matching import amount, holds, matching, objects_of, players_of
from rules_engine.process.moving import cease
from rules_engine.process.permissions import FREE_NOW, CastWay
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import EXECUTORS, RULE_KINDS, executes
from rules_engine.process.targeting import Targets, announce_targets, legal_targets, still_legal
from rules_engine.process.units import declare, unit

# What keywords do when their triggered ability resolves, by name, filled by keywords/.
BY_RULE: dict[str, Callable[[Engine, Frame], None]] = {}
# The same for keywords whose rule speaks of their cost or number.
BY_RULE_OF: dict[str, Callable[[Engine, Frame, ByRule], None]] = {}
# What the way in which it was cast does with the permanent that a spell becomes (dash); method → function of the
# engine, the frame and the permanent's id, filled by keywords/.
AFTER_ENTERING: dict[str, Callable[[Engine, Frame, int], None]] = {}
# What a keyword does as the last of a spell's effects (cipher); name → function, filled by keywords/.
AFTER_EFFECTS: dict[str, Callable[[Engine, Frame], None]] = {}
RULE_KINDS.add("can't be countered")
declare("400.7e", "an ability does not find what its source became by the move that triggered it")
declare("400.7h", "an effect does not find the spell that it let a player cast")
declare("712.13", "a double-faced spell becomes a permanent with its front face up")
declare("702.103e", "a bestowed spell without a legal target does not resolve")
declare("715.3d", "a resolved Adventure is put into the graveyard")
declare("608.2n", "a spell is put into the graveyard before its effects")


# -------------------------------------------------------------------------------------- resolving


def resolve_top(e: Engine) -> None:
    """The topmost object of the stack resolves (CR 608.1); no state-based action in between (704.4)."""
    ident = e.state.stack[-1]
    obj = e.state.objects[ident]
    e.emit(
        Event(
            "resolves", object=ident, player=obj.controller, name=obj.name, detail=obj.kind, rules=("608.1",)
        )
    )
    if obj.kind == "ability":
        _resolve_ability(e, obj)
    else:
        _resolve_spell(e, obj)
    e.emit(Event("finished resolving", object=ident, name=obj.name, rules=("608.2n",)))
    notice_control(e)
    keep_up(e)


def _owner_of_source(e: Engine, obj: GameObject) -> int:
    seen = look(e.state).at(obj.ability.source) if obj.ability is not None else None
    return seen.obj.owner if seen is not None else _controller(e, obj.id)


@unit("109.5", "“you” on an ability is its source's owner", _owner_of_source)
def you_of(e: Engine, obj: GameObject) -> int:
    """Who "you" is on an ability on the stack: its controller (CR 109.5)."""
    return _controller(e, obj.id)


def _resolve_ability(e: Engine, obj: GameObject) -> None:
    record = obj.ability
    assert record is not None
    frame = Frame(
        you=you_of(e, obj),
        this=record.source,
        stack_object=obj.id,
        facts=record.facts,
        linked=record.linked,
        specs=record.effect.targets,
        division=record.division,
        x=record.x,
        slots=dict(record.slots),
        effect=record.effect,
    )
    if record.paid:
        # "The exiled card": neither the source itself nor what was sacrificed or returned to pay.
        exile = {obj.id for obj in e.state.in_zone(Zone.EXILE)}
        frame.slots["paid"] = tuple(
            Chosen(object=e.state.became[i])
            for i in record.paid
            if i != record.source and e.state.became.get(i) in exile
        )
    if e.state.holds("400.7e"):
        frame.moved.update(_found_where_it_went(e, record))
    source = look(e.state).at(record.source)
    frame.record = source.obj.spell if source is not None else None
    if frame.facts.player is not None:
        frame.they = (frame.facts.player,)
    if _stopped(e, obj, record, frame):
        return
    ability = record.ability
    if not (isinstance(ability, TriggeredAbility) and ability.optional) or _wants(e, frame):
        follow(e, frame, record.effect.instructions)
    if obj.id in e.state.objects:
        _end_ability(e, obj.id)


def _found_where_it_went(e: Engine, record: AbilityRecord) -> dict[int, int]:
    """What moved and made the ability trigger is found in the zone it moved to (CR 400.7e).

    So is an Aura that fell off what moved (CR 400.7f).
    """
    moved = record.facts.moved
    became = e.state.became.get(record.source)
    if became is None:
        return moved
    source = look(e.state).at(record.source)
    host = source.obj.attached_to if source is not None and "aura" in source.chars.subtypes else None
    fell_off = host is not None and host.object is not None and host.object == record.facts.was
    if became == record.facts.object or (fell_off and is_on(e, became, Zone.GRAVEYARD)):
        moved[record.source] = became
    return moved


def _controller(e: Engine, ident: int) -> int:
    controller = look(e.state).projection(ident).controller
    assert controller is not None
    return controller


def _stopped(e: Engine, obj: GameObject, record: AbilityRecord, frame: Frame) -> bool:
    """Its intervening "if" is false (608.2a), or every target has become illegal (608.2b)."""
    ability = record.ability
    if isinstance(ability, TriggeredAbility) and ability.condition is not None and e.state.holds("608.2a"):
        if not holds(look(e.state), frame, ability.condition):
            e.emit(
                Event(
                    "does not resolve",
                    object=obj.id,
                    name=obj.name,
                    detail="condition",
                    rules=("608.2a", "603.4"),
                )
            )
            _end_ability(e, obj.id)
            return True
    frame.targets = still_legal(e, record.effect.targets, record.targets, frame)
    if _all_illegal(record.targets, frame.targets):
        e.emit(Event("does not resolve", object=obj.id, name=obj.name, detail="targets", rules=("608.2b",)))
        _end_ability(e, obj.id)
        return True
    return False


def _all_illegal(chosen: Targets, legal: Targets) -> bool:
    return any(chosen) and not any(legal)


def _end_ability(e: Engine, ident: int) -> None:
    # Silent: an ability that leaves the stack is not worth a line of its own.
    cease(e, ident, e.new_batch(), ("608.2n",))


def _wants(e: Engine, frame: Frame) -> bool:
    """ "You may" in front of a whole triggered ability is decided on resolution (CR 603.5)."""
    return e.choose(Decision(frame.you, "may", (YES, NO), "603.5", frame.stack_object, what="effect")) == YES


def _resolve_spell(e: Engine, obj: GameObject) -> None:
    record = obj.spell or SpellRecord()
    chars = look(e.state).projection(obj.id).chars
    frame = Frame(
        you=_controller(e, obj.id),
        this=obj.id,
        stack_object=obj.id,
        record=record,
        x=record.x,
        division=record.division,
        overloaded=record.method == "overload",
    )
    specs = target_specs(chars, record)
    legal = still_legal(e, specs, record.targets, frame)
    if _all_illegal(record.targets, legal):
        if record.method == "bestow" and e.state.holds("702.103e"):
            obj = cease_to_be_bestowed(e, obj.id)
            _becomes_permanent(e, obj, obj.base, record, frame, ())
            return
        e.emit(Event("does not resolve", object=obj.id, name=obj.name, detail="targets", rules=("608.2b",)))
        happen(e, [Move(obj.id, Zone.GRAVEYARD, "did not resolve", ("608.2b",))])
        return
    if chars.is_permanent_card:
        _becomes_permanent(e, obj, chars, record, frame, legal)
        return
    if not e.state.holds("608.2n"):
        _leave_stack(e, obj.id, frame)
    _follow_parts(e, chars, record, frame, legal)
    _leave_stack(e, obj.id, frame)


def _leave_stack(e: Engine, ident: int, frame: Frame) -> None:
    """As the final part of its resolution the spell is put into its owner's graveyard (CR 608.2n)."""
    if not is_on(e, ident, Zone.STACK):
        return
    if frame.record is not None and frame.record.adventure and e.state.holds("715.3d"):
        _on_an_adventure(e, ident, frame)
        return
    happen(e, [Move(ident, Zone.GRAVEYARD, "resolved", ("608.2n",), player=frame.you)])


def _on_an_adventure(e: Engine, ident: int, frame: Frame) -> None:
    """Exiled as it resolves; while it stays there its controller may cast it, but not as an Adventure (CR 715.3d)."""
    events = happen(e, [Move(ident, Zone.EXILE, "resolved", ("715.3d",), player=frame.you)])
    card = moved_to(events, ident)
    if card is not None and is_on(e, card, Zone.EXILE):
        lasting = floating(e, frame, "for as long as it remains exiled")
        e.add_effect(CastPermission(**lasting, object=card, player=frame.you, free=False, whole=True))


def _follow_parts(
    e: Engine, chars: Characteristics, record: SpellRecord, frame: Frame, legal: Targets
) -> None:
    start = 0
    for part in parts_of(chars, record):
        size = 0 if frame.overloaded else len(part.targets)
        own = replace(frame, targets=legal[start : start + size], specs=part.targets, effect=part)
        start += size
        follow(e, own, part.instructions)
    for keyword in chars.abilities:
        name = getattr(keyword, "name", "")
        if name in AFTER_EFFECTS:
            AFTER_EFFECTS[name](e, frame)


def _becomes_permanent(
    e: Engine, obj: GameObject, chars: Characteristics, record: SpellRecord, frame: Frame, legal: Targets
) -> None:
    """A permanent spell becomes a permanent under its controller's control (CR 608.3)."""
    attach = None
    if "aura" in chars.subtypes and legal and legal[-1]:
        attach = legal[-1][0]
    bestowed = record.method == "bestow" and "aura" in obj.base.subtypes
    if bestowed and obj.card is None:
        raise LimitReached("copies of bestowed spells are not supported")
    # CR 708.4: a face-down spell becomes a face-down permanent.
    # CR 712.13: it has the face up that was up on the stack.
    back = is_back_face(obj.base) and e.state.holds("712.13")
    as_it_is = obj.kind == "copy of a spell" or bestowed or obj.face_down or back
    copy_of = obj.base if as_it_is else None
    move = Move(
        obj.id,
        Zone.BATTLEFIELD,
        "resolved",
        ("608.3a",),
        player=frame.you,
        controller=frame.you,
        face_down=obj.face_down,
        attach_to=attach,
        spell=record,
        copy_of=copy_of,
        fields=(("marks", frozenset({"bestowed"})),) if bestowed else (),
    )
    permanent = moved_to(happen(e, [move]), obj.id)
    if permanent is not None and record.method in AFTER_ENTERING and is_on(e, permanent, Zone.BATTLEFIELD):
        AFTER_ENTERING[record.method](e, frame, permanent)


# -------------------------------------------------------------------------------------- following


def _backwards(e: Engine, frame: Frame, instructions: Sequence[Instruction]) -> None:
    for instruction in reversed(instructions):
        EXECUTORS[type(instruction)](e, frame, instruction)


@unit("608.2c", "instructions are followed from the last to the first", _backwards)
def follow(e: Engine, frame: Frame, instructions: Sequence[Instruction]) -> None:
    """Carry out instructions in written order (CR 608.2c)."""
    for instruction in instructions:
        if e.state.over or not goes_on(e, frame):
            return
        EXECUTORS[type(instruction)](e, frame, instruction)


def _is_still_there(e: Engine, frame: Frame) -> bool:
    return frame.stack_object is None or is_on(e, frame.stack_object, Zone.STACK)


@unit("608.2m", "what leaves the stack stops resolving", _is_still_there)
def goes_on(e: Engine, frame: Frame) -> bool:
    """A spell or ability that leaves the stack goes on resolving (CR 608.2m)."""
    return True


def _follow_any(e: Engine, frame: Frame, instructions: tuple[object, ...]) -> None:
    for instruction in instructions:
        EXECUTORS[type(instruction)](e, frame, instruction)


replacing.FOLLOW.append(_follow_any)
activating.MANA_EXTRAS.append(_follow_any)


@unit("101.4", "players choose in the order contrary to the turn's", lambda e, players: players[::-1])
def in_choosing_order(e: Engine, players: tuple[int, ...]) -> tuple[int, ...]:
    """The active player chooses first, then the others in turn order (CR 101.4)."""
    return players


@executes(May)
def may(e: Engine, frame: Frame, instruction: May) -> None:
    """Players decide in APNAP order, knowing earlier choices; then all who chose act (CR 101.4, 608.2d–e)."""
    willing: list[int] = []
    for player in in_choosing_order(e, players_of(look(e.state), frame, instruction.who)):
        about = replace(frame.about(player), you=frame.you)
        if instruction.cost is not None:
            if may_pay(e, player, instruction.cost, frame):
                willing.append(player)
            continue
        options = (YES, NO) if _all_possible(e, about, instruction.do, player) else (NO,)
        decision = Decision(player, "may", options, "608.2d", frame.stack_object, what=_word(instruction.do))
        if e.choose(decision) == YES:
            willing.append(player)
            if not e.state.holds("608.2e"):
                _act(e, frame, instruction, [player])
    if e.state.holds("608.2e") and willing:
        _act(e, frame, instruction, willing)
    elif not willing:
        frame.did = False
        follow(e, frame, instruction.if_not)


def _act(e: Engine, frame: Frame, instruction: May, willing: list[int]) -> None:
    about = frame.about(*willing)
    follow(e, about, instruction.do)
    about.did = True
    follow(e, about, instruction.if_do)
    frame.did = True


def _word(instructions: Sequence[Instruction]) -> str:
    return type(instructions[0]).__name__ if instructions else "effect"


@unit("608.2d", "what is impossible may be chosen", lambda e, frame, instructions, player: True)
def _all_possible(e: Engine, frame: Frame, instructions: Sequence[Instruction], player: int) -> bool:
    """An impossible option can't be chosen, but shuffling nothing and drawing from nothing are possible (608.2d)."""
    for instruction in instructions:
        if isinstance(instruction, Sacrifice):
            pool = payable_with(e, player, instruction.what, frame, "sacrifice", own=True)
            if len(pool) < amount(look(e.state), frame, instruction.count):
                return False
        if type(instruction).__name__ == "Discard" and not e.state.zone(Zone.HAND, player):
            return False
        if isinstance(instruction, CopyCard) and not present(e, frame, instruction.what):
            return False
        if isinstance(instruction, CastDuring) and not _can_cast(e, frame, instruction):
            return False
    return True


@executes(WhereX)
def where_x(e: Engine, frame: Frame, instruction: WhereX) -> None:
    """The text defines X (CR 107.3c)."""
    inner = replace(frame, x=amount(look(e.state), frame, instruction.value))
    follow(e, inner, instruction.do)
    frame.did = inner.did


@executes(Together)
def together(e: Engine, frame: Frame, instruction: Together) -> None:
    """One event out of several instructions (CR 608.2c)."""
    e.collecting = []
    follow(e, frame, instruction.do)
    proposals, e.collecting = e.collecting, None
    frame.did = bool(happen(e, proposals))


@executes(If)
def if_then(e: Engine, frame: Frame, instruction: If) -> None:
    """Checked as the instruction is reached (CR 608.2c)."""
    branch = instruction.then if holds(look(e.state), frame, instruction.condition) else instruction.otherwise
    follow(e, frame, branch)


@executes(ForEachPlayer)
def for_each_player(e: Engine, frame: Frame, instruction: ForEachPlayer) -> None:
    """Every instruction in turn for all of these players (CR 608.2e)."""
    players = players_of(look(e.state), frame, instruction.who)
    follow(e, frame.about(*players), instruction.do)


@executes(ByRule)
def by_rule(e: Engine, frame: Frame, instruction: ByRule) -> None:
    """What a keyword's own rule says."""
    if instruction.name in BY_RULE_OF:
        BY_RULE_OF[instruction.name](e, frame, instruction)
    else:
        BY_RULE[instruction.name](e, frame)


@executes(Choose)
def choose(e: Engine, frame: Frame, instruction: Choose) -> None:
    """An object is chosen on resolution; it is no target (CR 608.2d, 115.10a)."""
    for player in players_of(look(e.state), frame, instruction.who):
        found = matching(look(e.state), instruction.what, frame.about(player))
        options = [Option("choose", object=ident) for ident in found]
        if instruction.optional:
            options.append(NONE)
        if not options:
            frame.remember(instruction.slot)
            continue
        pick = e.choose(
            Decision(player, "choose", tuple(options), "608.2d", frame.stack_object, instruction.slot)
        )
        chosen = () if pick == NONE else (pick.chosen,)
        frame.remember(instruction.slot, *chosen)
        frame.did = bool(chosen)


# ------------------------------------------------------------------------------ casting and copying


def _way(instruction: CastDuring) -> CastWay:
    return FREE_NOW if instruction.free else CastWay("normal", when="any", rule="608.2g")


@unit("608.2g", "nothing can be cast while something resolves", lambda e, frame, instruction: False)
def _can_cast(e: Engine, frame: Frame, instruction: CastDuring) -> bool:
    idents = present(e, frame, instruction.what)
    players = players_of(look(e.state), frame, instruction.who)
    return bool(idents and players) and e.is_possible(lambda x: _cast(x, players[0], idents[0], instruction))


def _cast(e: Engine, player: int, ident: int, instruction: CastDuring) -> None:
    cast(e, player, ident, _way(instruction))


@executes(CastDuring)
def cast_during(e: Engine, frame: Frame, instruction: CastDuring) -> None:
    """Cast a spell while this resolves: the usual steps, but nobody receives priority (CR 608.2g)."""
    frame.did = False
    frame.remember("spell")
    for player in players_of(look(e.state), frame, instruction.who):
        for ident in present(e, frame, instruction.what)[:1]:
            possible = _can_cast(e, frame, instruction)
            if instruction.optional:
                options = (YES, NO) if possible else (NO,)
                decision = Decision(player, "may", options, "608.2g", ident, what="cast")
                if e.choose(decision) == NO:
                    continue
            elif not possible:
                continue
            spell = cast(e, player, ident, _way(instruction))
            frame.moved[ident] = spell
            if e.state.holds("400.7h"):
                frame.remember("spell", Chosen(object=spell))
            frame.did = True


@executes(CopyCard)
def make_copy_of_card(e: Engine, frame: Frame, instruction: CopyCard) -> None:
    """A copy of the card in the zone it is in (CR 707.12)."""
    frame.remember("copy")
    frame.did = False
    if frame.linked is not None and not present(e, frame, instruction.what):
        e.state.undecided = "the encoded card left exile while its ability was on the stack"
    for ident in present(e, frame, instruction.what)[:1]:
        if instruction.optional:
            decision = Decision(frame.you, "may", (YES, NO), "702.99a", frame.stack_object, what="copy")
            if e.choose(decision) == NO:
                return
        copy = copy_card(e, ident, frame.you, frame.this)
        if copy is not None:
            frame.remember("copy", Chosen(object=copy))
            frame.did = True


@executes(CopySpell)
def copy_spell(e: Engine, frame: Frame, instruction: CopySpell) -> None:
    """Copies on the stack; their controller may choose new targets (CR 707.10, 707.10c)."""
    made: list[Chosen] = []
    for ident in objects_of(look(e.state), frame, instruction.what):
        for _ in range(amount(look(e.state), frame, instruction.count)):
            copy = copy_on_stack(e, ident, frame.you, frame.this)
            if copy is not None:
                made.append(Chosen(object=copy))
                if instruction.new_targets:
                    choose_new_targets(e, copy, frame.you)
    frame.remember("copy", *made)
    frame.did = bool(made)


def choose_new_targets(e: Engine, ident: int, player: int, *, only_new: bool = False) -> None:
    """Any number of targets may be left as they are, even illegal ones; new ones must be legal (CR 115.7d).

    What is legal is judged for its controller, whoever chooses. only_new: what was a target before becomes none now.
    """
    obj = e.state.objects[ident]
    specs, targets, source = targets_on(e, obj)
    x = obj.ability.x if obj.ability is not None else obj.spell.x if obj.spell is not None else None
    frame = Frame(you=_controller(e, ident), this=source, stack_object=ident, record=obj.spell, x=x)
    chosen: list[tuple[Chosen, ...]] = []
    for spec, group in zip(specs, targets, strict=False):
        new: list[Chosen] = []
        for old in group:
            others = [c for c in legal_targets(look(e.state), spec, frame) if c != old and c not in new]
            options = tuple(Option("target", object=c.object, player=c.player) for c in (old, *others))
            new.append(
                e.choose(Decision(player, "target", options, "707.10c", ident, what="new target")).chosen
            )
        chosen.append(tuple(new))
    changed = tuple(chosen)
    if changed != targets:
        if obj.ability is not None:
            e.change(ident, ability=replace(obj.ability, targets=changed))
        elif obj.spell is not None:
            e.change(ident, spell=replace(obj.spell, targets=changed))
    if only_new:
        changed = tuple(
            tuple(c for c in group if c not in old) for group, old in zip(changed, targets, strict=True)
        )
    announce_targets(e, changed, frame, "spell" if obj.ability is None else "ability", obj.name)


def targets_on(e: Engine, obj: GameObject) -> tuple[Sequence[TargetSpec], Targets, int]:
    """The targets of a spell or ability: what they must be, what they are, and the source."""
    if obj.ability is not None:
        return obj.ability.effect.targets, obj.ability.targets, obj.ability.source
    record = obj.spell or SpellRecord()
    return target_specs(look(e.state).projection(obj.id).chars, record), record.targets, obj.id

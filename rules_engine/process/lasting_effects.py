"""Instructions that leave something behind: continuous effects, shields, permissions, extra turns, delayed triggers (CR 611.2)."""

from __future__ import annotations

from rules_engine.errors import LimitReached
from rules_engine.model.abilities import (
    AddAbility,
    AddPT,
    BecomeCopy,
    Change,
    ChooseSource,
    Cost,
    Delayed,
    ExtraPhases,
    ExtraTurn,
    FlashFor,
    GainProtection,
    GrantFlashback,
    InsteadOfZone,
    Keyword,
    LetNoDamageBePrevented,
    MayCast,
    Modification,
    PlayerGains,
    Plotted,
    PreventCasting,
    PreventDamage,
    RedirectDamage,
    Reflexive,
    Rule,
    SetController,
    SetPT,
    StateTrigger,
    TriggeredAbility,
)
from rules_engine.model.decisions import Decision, Option
from rules_engine.model.effects import (
    CastPermission,
    CastProhibition,
    ChangeEffect,
    CopyEffect,
    DamageIsFirm,
    DamageShield,
    DelayedTrigger,
    FlashPermission,
    InsteadEffect,
    PlayerStatement,
)
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.mana import COLORS
from rules_engine.model.objects import Chosen, EventFacts
from rules_engine.model.state import PendingTrigger
from rules_engine.model.terms import All, Amount, Compare, DefendingPlayer, Did, Duration, Filter, Fixed
from rules_engine.model.zones import Step, Zone
from rules_engine.process.applying import floating, on_battlefield, present
from rules_engine.process.copying import copiable_values, with_exceptions
from rules_engine.process.engine import Engine
from rules_engine.process.frames import Frame
from rules_engine.process.happening import is_on, notify
from rules_engine.process.lasting import notice_control
from rules_engine.process.looking import Look
from rules_engine.process.matching import amount, as_expected, matches, objects_of, players_of, recipients_of
from rules_engine.process.player_rules import players_meant, says
from rules_engine.process.projecting import look
from rules_engine.process.registry import executes


@executes(Change)
def change(e: Engine, frame: Frame, instruction: Change) -> None:
    """A continuous effect; its set of objects is locked in as it begins (CR 611.2c)."""
    view = look(e.state)
    flashback = instruction.modifications == (GrantFlashback(),)
    where = (Zone.GRAVEYARD,) if flashback else (Zone.BATTLEFIELD, Zone.STACK)
    affected = frozenset(
        ident
        for ident in objects_of(view, frame, instruction.what)
        if ident in e.state.objects and e.state.objects[ident].zone in where
    )
    if flashback and any(e.state.objects[ident].base.parts for ident in affected):
        raise LimitReached("flashback given to a card with two parts is not supported")
    if flashback and any(_has_other_flashback(view, ident) for ident in affected):
        # Either cost could be paid, but a way to cast it is told by its name.
        raise LimitReached("flashback given to a card that has flashback for another cost is not supported")
    if _is_over_already(e, frame, instruction.duration):
        # CR 611.2b: it has ended before it could begin.
        affected = frozenset()
    frame.did = bool(affected)
    if isinstance(instruction.what, All):
        instruction = _stated_of_all(e, frame, instruction, instruction.what.what)
    if not affected or not instruction.modifications:
        return
    new_controller = None
    for modification in instruction.modifications:
        if isinstance(modification, SetController):
            players = players_of(view, frame, modification.who)
            new_controller = players[0] if players else None
    fixed = tuple(_fixed(e, frame, m) for m in instruction.modifications)
    e.add_effect(
        ChangeEffect(
            **floating(e, frame, instruction.duration),
            affected=affected,
            modifications=fixed,
            new_controller=new_controller,
        )
    )
    e.emit(
        Event(
            "effect begins",
            source=frame.this,
            source_name=e.name(frame.this),
            targets=tuple(Chosen(object=i) for i in sorted(affected)),
            detail=", ".join(type(m).__name__ for m in fixed),
            rules=("611.2c",),
        )
    )
    frame.remember("it", *(Chosen(object=i) for i in sorted(affected)))
    notice_control(e)


def _has_other_flashback(view: Look, ident: int) -> bool:
    seen = view.at(ident)
    if seen is None or seen.chars.mana_cost is None:
        return False
    own = Cost(seen.chars.mana_cost)
    return any(keyword.cost != own for keyword in seen.chars.keywords("flashback"))


def _stated_of_all(e: Engine, frame: Frame, instruction: Change, what: Filter) -> Change:
    """Statements change no characteristics, so they are about what matches later as well (CR 611.2c); the rest is left."""
    rules = tuple(m for m in instruction.modifications if isinstance(m, Rule))
    if not rules or instruction.duration in _OF_EACH:
        return instruction
    that_player = frame.facts.player
    if what.controller == "defending player":
        # Who that is stays so when the attacker leaves combat.
        defending = players_of(look(e.state), frame, DefendingPlayer())
        that_player, what = next(iter(defending), None), replace(what, controller="event player")
    e.add_effect(
        ChangeEffect(
            **floating(e, frame, instruction.duration),
            affected=frozenset(),
            modifications=rules,
            what=_with_numbers(look(e.state), frame, what),
            they=frame.they,
            that_player=that_player,
        )
    )
    rest = tuple(m for m in instruction.modifications if not isinstance(m, Rule))
    return replace(instruction, modifications=rest)


def _with_numbers(view: Look, frame: Frame, what: Filter) -> Filter:
    """The description with the numbers in it as they are now; they are determined only once (CR 608.2h, 107.3i)."""

    def now(compare: Compare | None) -> Compare | None:
        return compare and Compare(compare.op, Fixed(amount(view, frame, compare.value)))

    return replace(
        what,
        power=now(what.power),
        toughness=now(what.toughness),
        mana_value=now(what.mana_value),
        any_of=tuple(_with_numbers(view, frame, part) for part in what.any_of),
    )


# Durations that are each affected object's own.
_OF_EACH = ("its controller's next untap step", "your next untap step")


def _is_over_already(e: Engine, frame: Frame, duration: Duration) -> bool:
    """Whether what the duration depends on has come to an end by now (CR 611.2b)."""
    if not duration.startswith("for as long as") or duration == "for as long as it remains exiled":
        return False
    if frame.this is None or not is_on(e, frame.this, Zone.BATTLEFIELD):
        return True
    if duration == "for as long as this remains tapped":
        return not e.state.objects[frame.this].tapped
    controlled = look(e.state).projection(frame.this).controller == frame.you
    return duration == "for as long as you control this" and not controlled


def _fixed(e: Engine, frame: Frame, modification: Modification) -> Modification:
    """Numbers are determined once, as the effect begins (CR 611.2d, 608.2h)."""

    def number(term: Amount) -> Fixed:
        return Fixed(amount(look(e.state), frame, term))

    if isinstance(modification, AddPT):
        return AddPT(number(modification.power), number(modification.toughness))
    if isinstance(modification, SetPT):
        return SetPT(
            None if modification.power is None else number(modification.power),
            None if modification.toughness is None else number(modification.toughness),
        )
    return modification


@executes(GainProtection)
def gain_protection(e: Engine, frame: Frame, instruction: GainProtection) -> None:
    """The colour is chosen as this is carried out (CR 608.2d, 702.16a)."""
    options = tuple(Option("color", extra=(color,)) for color in COLORS)
    picked = e.choose(Decision(frame.you, "choose", options, "608.2d", frame.stack_object, "color")).extra[0]
    quality = Filter(any_colors=frozenset({str(picked)}))
    change(
        e,
        frame,
        Change(
            instruction.what, (AddAbility((Keyword("protection", filter=quality),)),), instruction.duration
        ),
    )


@executes(BecomeCopy)
def become_copy(e: Engine, frame: Frame, instruction: BecomeCopy) -> None:
    """The object takes the other's copiable values, captured now (CR 707.2)."""
    # CR 608.2h: of what left the battlefield, the copy is of what it was there.
    seen = [as_expected(look(e.state), frame, i) for i in objects_of(look(e.state), frame, instruction.of)]
    models = [s.obj.id for s in seen if s is not None]
    exceptions = (*instruction.exceptions, *(_this_ability(e, frame) if instruction.keeps else ()))
    for ident in on_battlefield(e, frame, instruction.what):
        for model in models[:1]:
            e.add_effect(
                CopyEffect(
                    **floating(e, frame, instruction.duration),
                    affected=ident,
                    values=with_exceptions(copiable_values(e, model), exceptions),
                )
            )


def _this_ability(e: Engine, frame: Frame) -> tuple[Modification, ...]:
    """ "Except it has this ability": the one that is resolving (CR 707.9a)."""
    obj = e.state.objects.get(frame.stack_object) if frame.stack_object is not None else None
    return (AddAbility((obj.ability.ability,)),) if obj is not None and obj.ability is not None else ()


@executes(MayCast)
def may_cast(e: Engine, frame: Frame, instruction: MayCast) -> None:
    """A permission that lasts (CR 601.3)."""
    for player in players_of(look(e.state), frame, instruction.who):
        for ident in present(e, frame, instruction.what):
            e.add_effect(
                CastPermission(
                    **floating(e, frame, instruction.duration),
                    object=ident,
                    player=player,
                    free=instruction.free,
                    lands=instruction.play,
                )
            )
            e.emit(
                Event(
                    "effect begins",
                    player=player,
                    object=ident,
                    name=e.name(ident),
                    source=frame.this,
                    source_name=e.name(frame.this),
                    detail="may cast",
                    rules=("601.3",),
                )
            )


@executes(InsteadOfZone)
def instead_of_zone(e: Engine, frame: Frame, instruction: InsteadOfZone) -> None:
    """A replacement effect for that one object, which lasts until it has changed zones (CR 614.1a, 400.7h)."""
    for ident in present(e, frame, instruction.what):
        e.add_effect(
            InsteadEffect(
                **floating(e, frame, instruction.duration),
                object=ident,
                zone=instruction.zone,
                to=instruction.to,
            )
        )


@executes(ChooseSource)
def choose_source(e: Engine, frame: Frame, instruction: ChooseSource) -> None:
    """A permanent, a spell or ability's source on the stack, or what an object there refers to (CR 609.7a)."""
    view = look(e.state)
    found = [seen.obj.id for seen in view.permanents()]
    for ident in e.state.stack:
        obj = e.state.objects[ident]
        if ident != frame.stack_object:
            found.append(obj.ability.source if obj.ability is not None else ident)
    options = tuple(
        Option("choose", object=ident)
        for ident in dict.fromkeys(found)
        if (seen := view.at(ident)) is not None
        and matches(view, seen, instruction.what, frame, anywhere=True)
    )
    if not options:
        frame.remember("source")
        return
    pick = e.choose(Decision(frame.you, "choose", options, "609.7a", frame.stack_object, what="source"))
    frame.remember("source", pick.chosen)


@executes(RedirectDamage)
def redirect_damage(e: Engine, frame: Frame, instruction: RedirectDamage) -> None:
    """A redirection shield (CR 614.9)."""
    view = look(e.state)
    originals = recipients_of(view, frame, instruction.original)
    targets = recipients_of(view, frame, instruction.to)
    if originals and targets:
        _shield(e, frame, instruction, originals[0], targets[0], None)


@executes(LetNoDamageBePrevented)
def no_prevention(e: Engine, frame: Frame, instruction: LetNoDamageBePrevented) -> None:
    """Damage can't be prevented this turn (CR 615.12)."""
    e.add_effect(DamageIsFirm(**floating(e, frame, "this turn")))


@executes(PreventDamage)
def prevent_damage(e: Engine, frame: Frame, instruction: PreventDamage) -> None:
    """Prevention shields, one for each permanent or player meant (CR 615.7, 615.11)."""
    if isinstance(instruction.to, All) and instruction.amount is None:
        _shield(e, frame, instruction, None, None, instruction.to.what)
    elif instruction.to is None:
        _shield(e, frame, instruction, None, None, None)
    else:
        for recipient in recipients_of(look(e.state), frame, instruction.to):
            _shield(e, frame, instruction, recipient, None, None)


def _shield(
    e: Engine,
    frame: Frame,
    instruction: RedirectDamage | PreventDamage,
    original: Chosen | None,
    to: Chosen | None,
    original_filter: Filter | None,
) -> None:
    source = instruction.source
    sources: list[Chosen | None] = [None]
    if source is not None and not isinstance(source, Filter):
        sources = [Chosen(object=ident) for ident in objects_of(look(e.state), frame, source)]
    for by in sources:
        _shield_against(e, frame, instruction, original, to, original_filter, by)


def _shield_against(
    e: Engine,
    frame: Frame,
    instruction: RedirectDamage | PreventDamage,
    original: Chosen | None,
    to: Chosen | None,
    original_filter: Filter | None,
    by: Chosen | None,
) -> None:
    source = instruction.source
    left = None if instruction.amount is None else amount(look(e.state), frame, instruction.amount)
    e.add_effect(
        DamageShield(
            **floating(e, frame, instruction.duration),
            left=left,
            original=original,
            to=to,
            by=by,
            by_filter=source if isinstance(source, Filter) else None,
            original_filter=original_filter,
            combat=instruction.combat,
            once=instruction.once,
            and_yours=isinstance(instruction, RedirectDamage) and instruction.and_yours,
        )
    )
    e.emit(
        Event(
            "effect begins",
            source=frame.this,
            source_name=e.name(frame.this),
            recipient=original,
            targets=(to,) if to is not None else (),
            amount=left or 0,
            detail="redirect damage" if to is not None else "prevent damage",
            rules=("614.9",) if to is not None else ("615.7",),
        )
    )


@executes(PreventCasting)
def prevent_casting(e: Engine, frame: Frame, instruction: PreventCasting) -> None:
    """Players can't cast spells that match (CR 101.2)."""
    players = frozenset(
        p
        for p in e.state.in_turn_order()
        if instruction.who == "player" or (instruction.who == "you") is (p == frame.you)
    )
    e.add_effect(
        CastProhibition(
            **floating(e, frame, instruction.duration),
            players=players,
            what=instruction.what,
        )
    )


@executes(FlashFor)
def flash_for(e: Engine, frame: Frame, instruction: FlashFor) -> None:
    """A permission about when spells may be cast (CR 601.3b)."""
    e.add_effect(FlashPermission(**floating(e, frame, instruction.duration), what=instruction.what))


@executes(PlayerGains)
def player_gains(e: Engine, frame: Frame, instruction: PlayerGains) -> None:
    """Players have what is said of them while this lasts (CR 611.2)."""
    view = look(e.state)
    for kind in instruction.kinds:
        for said, who in says(kind, instruction.who):
            players = players_meant(view, who, frame.you)
            lasting = floating(e, frame, instruction.duration)
            e.add_effect(PlayerStatement(**lasting, players=players, kinds=(said,)))


@executes(Plotted)
def becomes_plotted(e: Engine, frame: Frame, instruction: Plotted) -> None:
    """An exiled card becomes plotted by an effect (CR 702.170c)."""
    for ident in present(e, frame, instruction.what):
        if e.state.objects[ident].zone is Zone.EXILE:
            e.change(ident, plotted_on_turn=e.state.turn.number)
            notify(
                e,
                Event(
                    "plotted",
                    object=ident,
                    player=e.state.objects[ident].owner,
                    name=e.name(ident),
                    rules=("702.170c",),
                ),
            )


@executes(ExtraTurn)
def extra_turn(e: Engine, frame: Frame, instruction: ExtraTurn) -> None:
    """The most recently created extra turn is taken first (CR 500.7)."""
    for player in players_of(look(e.state), frame, instruction.who):
        e.change_turn(extra_turns=(player, *e.state.turn.extra_turns))
        e.emit(Event("extra turn", player=player, rules=("500.7",)))


_COMBAT_STEPS = (
    Step.BEGINNING_OF_COMBAT,
    Step.DECLARE_ATTACKERS,
    Step.DECLARE_BLOCKERS,
    Step.FIRST_STRIKE_DAMAGE,
    Step.COMBAT_DAMAGE,
    Step.END_OF_COMBAT,
)


@executes(ExtraPhases)
def extra_phases(e: Engine, frame: Frame, instruction: ExtraPhases) -> None:
    """Phases are added directly after the current one (CR 500.8)."""
    added: list[Step] = []
    for phase in instruction.phases:
        added += _COMBAT_STEPS if phase == "combat" else (Step.POSTCOMBAT_MAIN,)
    upcoming = e.state.turn.upcoming
    rest = 0
    if e.state.turn.step.is_combat:
        while rest < len(upcoming) and upcoming[rest].is_combat:
            rest += 1
    elif e.state.turn.step in (Step.UNTAP, Step.UPKEEP):
        while rest < len(upcoming) and upcoming[rest] in (Step.UPKEEP, Step.DRAW):
            rest += 1
    e.change_turn(upcoming=(*upcoming[:rest], *added, *upcoming[rest:]))
    e.emit(Event("extra phase", player=frame.you, detail=", ".join(instruction.phases), rules=("500.8",)))


@executes(Delayed)
def delayed(e: Engine, frame: Frame, instruction: Delayed) -> None:
    """A delayed triggered ability; its controller is who controlled what made it (CR 603.7d–e)."""
    slots = dict(frame.slots)
    for index, group in enumerate(frame.targets):
        slots[f"target {index}"] = tuple(
            Chosen(object=frame.moved.get(c.object, c.object)) if c.object is not None else c for c in group
        )
    e.add_effect(
        DelayedTrigger(
            **floating(e, frame, "permanent"),
            trigger=instruction.trigger,
            effect=instruction.effect,
            slots=tuple(sorted(slots.items())),
            facts=frame.facts,
            x=frame.x,
        )
    )
    e.emit(
        Event(
            "effect begins",
            source=frame.this,
            source_name=e.name(frame.this),
            detail="delayed trigger",
            rules=("603.7a",),
        )
    )


@executes(Reflexive)
def reflexive(e: Engine, frame: Frame, instruction: Reflexive) -> None:
    """ "When you do" triggers at once if it was done (CR 603.12)."""
    if not frame.did:
        return
    pending = PendingTrigger(
        frame.you,
        TriggeredAbility(StateTrigger(Did()), instruction.effect, word="When"),
        instruction.effect,
        frame.this or 0,
        e.name(frame.this),
        EventFacts(object=frame.facts.object, player=frame.facts.player, amount=frame.facts.amount),
        slots=tuple(sorted(frame.slots.items())),
        x=frame.x,
    )
    e.state.waiting = (*e.state.waiting, pending)
    e.emit(
        Event(
            "triggers",
            player=frame.you,
            source=frame.this,
            source_name=e.name(frame.this),
            detail="reflexive",
            rules=("603.12",),
        )
    )

"""Replacement and prevention effects (CR 614–616): what would happen becomes what happens.

For each proposal the applicable effects are gathered; the affected player or the object's controller chooses one, in
the classes of 616.1a–e; each applies once to an event, followed through its modifications (614.5); then again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules_engine.model.abilities import (
    Ability,
    ChooseName,
    DamageChange,
    Enters,
    EntersTappedUnlessPaid,
    InOpeningHand,
    InsteadOfDraw,
    InsteadOfMove,
    Keyword,
    May,
    MultiplyTokensOrCounters,
    NoEntering,
    NoPrevention,
    StaticAbility,
    StaticEffect,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import NO, YES, Decision, Option
from rules_engine.model.effects import InsteadEffect, RegenerationShield
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, GameObject
from rules_engine.model.terms import Filter, Fixed, This, You
from rules_engine.model.zones import Step, Zone
from rules_engine.process.candidates import Candidate, Kind
from rules_engine.process.copying import copiable_values, with_exceptions
from rules_engine.process.damage import AS_MODIFIED
from rules_engine.process.engine import Engine
from rules_engine.process.faces import is_double_faced
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look, Seen
from rules_engine.process.matching import amount, holds, matches, matching
from rules_engine.process.moving import kind_there, leave_combat
from rules_engine.process.player_rules import LIFE, player_has
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Counters, Damage, DrawOne, Key, Life, Move, NewToken, Proposal
from rules_engine.process.registry import STATICS, means_nothing
from rules_engine.process.replacing_damage import for_damage
from rules_engine.process.replacing_numbers import entering_numbers, for_numbers
from rules_engine.process.statics import prohibited, static_abilities
from rules_engine.process.units import declare

STATICS.update(
    {
        InsteadOfMove,
        DamageChange,
        Enters,
        ChooseName,
        EntersTappedUnlessPaid,
        MultiplyTokensOrCounters,
        InsteadOfDraw,
        InOpeningHand,
        NoEntering,
        NoPrevention,
    }
)

declare("122.1h", "finality counters do nothing")
_CLASSES: tuple[Kind, ...] = ("self", "control", "copy", "back face", "other")
MAX_ROUNDS = 200


# Keyword abilities that say how a permanent enters, filled by keywords/.
ENTERING_KEYWORDS: dict[str, Callable[[Keyword], tuple[StaticAbility, ...]]] = {}
# Keyword abilities with a choice to make as the permanent enters: the player's own word for it, the counter that it
# gets, or the mark if they don't want that. Filled by keywords/.
ENTERING_CHOICES: dict[str, tuple[str, str, str]] = {}
# What happens as a permanent with such a static ability enters, filled by actions/.
AS_IT_ENTERS: dict[type, Callable[[Engine], None]] = {}
# keywords/ add their own here: flashback, buyback, rebound, madness …
MOVE_REPLACEMENTS: list[Callable[[Engine, Move], list[Candidate]]] = []
# What carries out instructions instead of a draw; set by resolving, which this file must not import.
FOLLOW: list[Callable[[Engine, Frame, tuple[object, ...]], None]] = []


def after_replacement(e: Engine, proposals: Sequence[Proposal]) -> list[Proposal]:
    """What will really happen; the order of the proposals is kept, split ones stand together."""
    pending = list(proposals)
    final: list[Proposal] = []
    for _ in range(MAX_ROUNDS):
        if not pending:
            return _apart(final)
        proposal = pending.pop(0)
        if _cannot_happen(e, proposal):
            continue
        candidates = _applicable(e, proposal)
        if not candidates:
            final.append(proposal)
            continue
        candidate = _choose(e, proposal, candidates)
        pending[:0] = _apply(e, proposal, candidate, pending)
    return _apart(final + pending)


AS_MODIFIED.append(after_replacement)


def _apart(final: list[Proposal]) -> list[Proposal]:
    """An object moves only once in one event; the first proposal for it stands."""
    seen: set[int] = set()
    kept: list[Proposal] = []
    for proposal in final:
        if isinstance(proposal, Counters) and "122.1c" in proposal.rules and proposal in kept:
            # All shield counters on a permanent are one effect, which removes one counter (CR 122.1c).
            continue
        if isinstance(proposal, Move):
            if proposal.object in seen:
                continue
            seen.add(proposal.object)
        kept.append(proposal)
    return kept


def _choose(e: Engine, proposal: Proposal, candidates: list[Candidate]) -> Candidate:
    """Within the first class that has any, the affected player chooses (CR 616.1)."""
    for kind in _CLASSES:
        group = [candidate for candidate in candidates if candidate.kind == kind]
        if group:
            break
    options = tuple(
        Option("apply", object=candidate.source, number=index) for index, candidate in enumerate(group)
    )
    player = _affected_player(e, proposal)
    pick = e.choose(Decision(player, "replacement", options, "616.1", what=" / ".join(c.name for c in group)))
    return group[pick.number or 0]


def _apply(e: Engine, proposal: Proposal, candidate: Candidate, pending: list[Proposal]) -> list[Proposal]:
    result = candidate.apply(e)
    e.emit(
        Event(
            "replaced",
            object=proposal.object if isinstance(proposal, Move) else None,
            recipient=proposal.recipient if isinstance(proposal, Damage) else None,
            amount=proposal.amount if isinstance(proposal, Damage) else 0,
            source=candidate.source,
            name=e.name(proposal.object) if isinstance(proposal, Move) else "",
            source_name=candidate.name,
            detail=type(proposal).__name__.lower(),
            rules=(candidate.rule,),
        )
    )
    # CR 614.5: the effect has had its chance with whatever this event has become.
    return [replace(part, applied=part.applied | proposal.applied | {candidate.key}) for part in result]


def _affected_player(e: Engine, proposal: Proposal) -> int:
    view = look(e.state)
    match proposal:
        case Damage(recipient=Chosen(player=int() as player)):
            return player
        case Damage(recipient=Chosen(object=int() as ident)) | Counters(object=ident):
            seen = view.at(ident)
        case Move():
            seen = view.at(proposal.object)
        case Life(player=player) | DrawOne(player=player) | NewToken(player=player):
            return player
        case _:
            seen = None
    if seen is None:
        return e.state.turn.active
    return seen.controller if seen.controller is not None else seen.obj.owner


def _cannot_happen(e: Engine, proposal: Proposal) -> bool:
    """ "Can't" comes first: such an event is neither replaced nor does it happen (CR 614.17)."""
    if isinstance(proposal, Move | Counters):
        obj = e.state.objects.get(proposal.object)
        if obj is not None and obj.zone is Zone.PHASED_OUT:
            # CR 702.26b
            return True
        return isinstance(proposal, Move) and proposal.to is Zone.BATTLEFIELD and kept_out(e, proposal)
    if isinstance(proposal, Life) and player_has(look(e.state), proposal.player, LIFE):
        return True
    if isinstance(proposal, Life) and proposal.amount > 0:
        return prohibited(e, "gain life", proposal.player)
    if isinstance(proposal, DrawOne):
        drawn = e.state.player(proposal.player).drawn_this_turn
        return prohibited(e, "draw", proposal.player) or prohibited(
            e, "draw more than", proposal.player, drawn
        )
    return False


def kept_out(e: Engine, move: Move) -> bool:
    """Whether a static ability says that the object can't enter the battlefield (CR 101.2)."""
    view = look(e.state)
    seen = view.at(move.object)
    return seen is not None and any(
        isinstance(static.effect, NoEntering)
        and holds(view, frame, static.condition)
        and any(matches(view, seen, what, frame) for what in static.effect.what)
        for _, frame, _, static in static_abilities(e)
    )


# ------------------------------------------------------------------------------ what is applicable


def _applicable(e: Engine, proposal: Proposal) -> list[Candidate]:
    match proposal:
        case Move():
            found = _for_move(e, proposal)
        case Damage():
            found = for_damage(e, proposal)
        case DrawOne():
            found = _for_draw(e, proposal)
        case NewToken():
            found = for_numbers(e, proposal) + _for_token(e, proposal)
        case Counters():
            found = for_numbers(e, proposal)
        case _:
            found = []
    return [c for c in found if c.key not in proposal.applied and e.state.holds(c.rule)]


def _for_move(e: Engine, move: Move) -> list[Candidate]:
    found: list[Candidate] = []
    obj = e.state.objects.get(move.object)
    if obj is None:
        return found
    for effect in e.state.effects:
        if isinstance(effect, InsteadEffect) and effect.object == obj.id and effect.zone in (None, move.to):
            if effect.to is move.to:
                continue
            found.append(
                _elsewhere(("floating", effect.id), effect.source_name, move, effect.to, effect.source)
            )
    view = look(e.state)
    seen = view.at(obj.id)
    for holder, frame, key, static in static_abilities(e):
        if seen is not None and holds(view, frame, static.condition):
            found += _from_static(view, seen, move, holder, frame, key, static.effect)
    found += _by_own_text(obj, move)
    found += _as_it_enters(e, move)
    if move.to is Zone.BATTLEFIELD and move.counters:
        found += entering_numbers(e, move, as_entering(obj, move))
    if move.cause == "destroyed" and move.regenerable:
        found += _regeneration(e, move)
    if (
        obj.counters
        and obj.counter("finality")
        and move.to is Zone.GRAVEYARD
        and obj.zone is Zone.BATTLEFIELD
    ):
        found.append(elsewhere(("finality", obj.id), "finality", move, Zone.EXILE, obj.id, "122.1h"))
    for extra in MOVE_REPLACEMENTS:
        found += extra(e, move)
    return found


def _by_own_text(obj: GameObject, move: Move) -> list[Candidate]:
    """ "If this would be put into a graveyard from anywhere": elsewhere than on the battlefield too (CR 113.6)."""
    if obj.zone is Zone.BATTLEFIELD or obj.kind == "ability":
        return []
    found = []
    for index, ability in enumerate(obj.base.abilities):
        effect = ability.effect if isinstance(ability, StaticAbility) else None
        if isinstance(effect, InsteadOfMove) and effect.what == This() and effect.origin is None:
            if effect.to is move.to and effect.instead is not move.to:
                found.append(_instead(("own text", obj.id, index), obj.name, move, effect, obj.id))
    return found


def as_entering(obj: GameObject, move: Move) -> Seen:
    """What the object will be on the battlefield, as far as it is known by now (CR 614.12)."""
    you = move.controller if move.controller is not None else obj.owner
    chars = move.copy_of if move.copy_of is not None else obj.base
    kind = kind_there(obj, move)
    return Seen(replace(obj, kind=kind, zone=Zone.BATTLEFIELD, controller=you, base=chars), chars, you, True)


def _for_token(e: Engine, new: NewToken) -> list[Candidate]:
    """How a token enters: by its own abilities, and by effects that speak of what it will be (CR 614.12)."""
    view = look(e.state)
    token = GameObject(
        0, "token", new.player, Zone.BATTLEFIELD, new.values, timestamp=0, controller=new.player
    )
    seen = Seen(token, new.values, new.player, True)
    found = []
    for holder, frame, key, static in static_abilities(e):
        effect = static.effect
        if isinstance(effect, Enters) and isinstance(effect.what, Filter):
            if holds(view, frame, static.condition) and matches(
                view, seen, effect.what, frame, anywhere=True
            ):
                found += _entering(view, new, holder.chars.name, effect, frame, key, holder.obj.id)
    if new.counters:
        found += entering_numbers(e, new, seen)
    return found + _by_own_abilities(e, new, new.values, Frame(you=new.player), None)


def _regeneration(e: Engine, move: Move) -> list[Candidate]:
    """Instead of being destroyed: damage removed, tapped, out of combat (CR 701.19a)."""
    if look(e.state).statements(move.object, "can't be regenerated"):
        return []
    found = []
    for effect in e.state.effects:
        if isinstance(effect, RegenerationShield) and effect.object == move.object:

            def apply(e: Engine, shield: RegenerationShield = effect) -> list[Proposal]:
                e.replace_effect(shield, None)
                e.change(shield.object, damage=0, deathtouched=False, tapped=True)
                leave_combat(e, shield.object)
                return []

            found.append(
                Candidate(("floating", effect.id), effect.source_name, "701.19a", apply, source=effect.source)
            )
    return found


def _elsewhere(
    key: Key, name: str, move: Move, to: Zone, source: int | None, rule: str = "614.1a"
) -> Candidate:
    changed = replace(move, to=to, rules=(*move.rules, rule), controller=None, position=0)
    if move.to is Zone.BATTLEFIELD:
        # What was settled about how it enters is of no use elsewhere: what it copies, which face is up, its counters.
        changed = replace(
            changed,
            copy_of=None,
            face_down=False,
            tapped=False,
            counters=(),
            attach_to=None,
            spell=None,
            fields=(),
        )
    return Candidate(key, name, rule, lambda e: [changed], source=source)


def elsewhere(key: Key, name: str, move: Move, to: Zone, source: int | None, rule: str) -> Candidate:
    """A candidate that sends the object to another zone instead."""
    return _elsewhere(key, name, move, to, source, rule)


def _enters_uncast(view: Look, seen: Seen, move: Move, what: Filter, frame: Frame) -> bool:
    """Whether it would enter without having been cast, looked at as it would be there (CR 614.12)."""
    if move.spell is not None and move.spell.cast_from is not None:
        return False
    entering = as_entering(seen.obj, move)
    return matches(view, entering, what, frame, anywhere=True)


def _instead(key: Key, name: str, move: Move, effect: InsteadOfMove, source: int) -> Candidate:
    candidate = _elsewhere(key, name, move, effect.instead, source)
    if not effect.shuffled:
        return candidate
    # CR 701.24a: shuffled in, it has no place of its own in the library.
    return replace(candidate, apply=lambda e: [replace(p, shuffled=True) for p in candidate.apply(e)])


def _from_static(
    view: Look, seen: Seen, move: Move, holder: Seen, frame: Frame, key: Key, effect: StaticEffect
) -> list[Candidate]:
    if isinstance(effect, InsteadOfMove):
        if effect.to is not move.to or effect.origin not in (None, seen.obj.zone):
            return []
        if isinstance(effect.what, This):
            applies = seen.obj.id == holder.obj.id
        elif effect.uncast:
            applies = _enters_uncast(view, seen, move, effect.what, frame)
        else:
            applies = matches(view, seen, effect.what, frame, anywhere=True)
        if applies:
            return [_instead(key, holder.chars.name, move, effect, holder.obj.id)]
    elif isinstance(effect, Enters) and move.to is Zone.BATTLEFIELD and isinstance(effect.what, Filter):
        if matches(view, seen, effect.what, frame, anywhere=True):
            return _entering(view, move, holder.chars.name, effect, frame, key, holder.obj.id)
    return []


def _as_it_enters(e: Engine, move: Move) -> list[Candidate]:
    """How the object itself enters: its own static abilities count already, unless face down (CR 614.12, 708.3)."""
    if move.to is not Zone.BATTLEFIELD or move.face_down:
        return []
    obj = e.state.objects[move.object]
    chars = move.copy_of if move.copy_of is not None else obj.base
    you = move.controller if move.controller is not None else obj.owner
    frame = Frame(you=you, this=obj.id, record=move.spell, x=move.spell.x if move.spell else None)
    return _by_own_abilities(e, move, chars, frame, obj.id)


def _by_own_abilities(
    e: Engine, entering: Move | NewToken, chars: Characteristics, frame: Frame, ident: int | None
) -> list[Candidate]:
    found = []
    for index, ability in enumerate(_entering_abilities(chars, e.state.without)):
        key: Key = ("own", ident, chars.name, index)
        if isinstance(ability, Keyword) and ability.name in ENTERING_CHOICES:
            if not means_nothing(ability.name, e.state.without):
                found.append(_chosen(ability.name, entering, frame.you, key, ident))
        if not isinstance(ability, StaticAbility):
            continue
        if isinstance(ability.effect, ChooseName):
            found.append(_named(ability.effect, entering, frame.you, key, ident))
        if type(ability.effect) in AS_IT_ENTERS:
            found.append(_happens_then(type(ability.effect), entering, chars.name, key, ident))
        if isinstance(ability.effect, EntersTappedUnlessPaid):
            found.append(_unless_paid(ability.effect, entering, frame, key, ident))
        if isinstance(ability.effect, Enters) and isinstance(ability.effect.what, This):
            view = look(e.state)
            if holds(view, frame, ability.condition):
                found += _entering(view, entering, chars.name, ability.effect, frame, key, ident)
    return found


def _entering_abilities(chars: Characteristics, without: frozenset[str]) -> tuple[Ability, ...]:
    """Its abilities, keywords that say how it enters spelled out; a planeswalker's loyalty is one (CR 306.5b)."""
    abilities = chars.abilities
    if "planeswalker" in chars.types and chars.loyalty is not None:
        loyalty = Enters(This(), counters=(("loyalty", Fixed(chars.loyalty)),))
        abilities = (*abilities, StaticAbility(loyalty))
    for ability in chars.abilities:
        if isinstance(ability, Keyword) and ability.name in ENTERING_KEYWORDS:
            if means_nothing(ability.name, without):
                continue
            abilities = (*abilities, *ENTERING_KEYWORDS[ability.name](ability))
    return abilities


def _named(
    choice: ChooseName, entering: Move | NewToken, player: int, key: Key, ident: int | None
) -> Candidate:
    """A name among those of the game's cards, or one that none of them has, is chosen as it enters (CR 614.12a)."""

    def apply(e: Engine) -> list[Proposal]:
        names: dict[str, Option] = {}

        def fits(face: Characteristics) -> bool:
            return not choice.nonland or "land" not in face.types

        for obj in e.state.objects.values():
            # CR 201.4: a card's name; of a split card it would be one of two (201.4b).
            if obj.kind != "card":
                continue
            if obj.name and fits(obj.base) and (not obj.base.parts or is_double_faced(obj.base)):
                names.setdefault(obj.name, Option("choose", object=obj.id))
            if is_double_faced(obj.base) and fits(obj.base.parts[0]):
                # CR 712.19: the name of either face.
                other = obj.base.parts[0].name
                names.setdefault(other, Option("choose", object=obj.id, method=other))
        options = (*names.values(), Option("none"))
        picked = e.choose(Decision(player, "choose", options, "614.12a", about=ident, what="name"))
        named = next((name for name, option in names.items() if option == picked), "")
        return [replace(entering, fields=(*entering.fields, ("named", named)))]

    return Candidate(key, "a name", "614.1c", apply, source=ident)


def _chosen(name: str, entering: Move | NewToken, player: int, key: Key, ident: int | None) -> Candidate:
    """It may enter with a counter more; otherwise it is marked (CR 702.98a, 702.136a, 614.12a)."""
    rule, counter, mark = ENTERING_CHOICES[name]

    def apply(e: Engine) -> list[Proposal]:
        decision = Decision(player, "may", (YES, NO), rule, about=ident, what=f"{name} counter")
        if e.choose(decision) == YES:
            return [replace(entering, counters=_sum(entering.counters, ((counter, 1),)))]
        marks = dict(entering.fields).get("marks", frozenset()) | ({mark} if mark else frozenset())
        others = (field for field in entering.fields if field[0] != "marks")
        return [replace(entering, fields=(*others, ("marks", marks)))]

    return Candidate(key, name, "614.1c", apply, source=ident)


def _happens_then(kind: type, entering: Move | NewToken, name: str, key: Key, ident: int | None) -> Candidate:
    def apply(e: Engine) -> list[Proposal]:
        AS_IT_ENTERS[kind](e)
        return [entering]

    return Candidate(key, name, "614.1c", apply, source=ident)


def _unless_paid(
    effect: EntersTappedUnlessPaid, entering: Move | NewToken, frame: Frame, key: Key, ident: int | None
) -> Candidate:
    """Paying is offered as it enters, before it is on the battlefield (CR 614.12a, 614.13)."""

    def apply(e: Engine) -> list[Proposal]:
        FOLLOW[0](e, frame, (May(You(), cost=effect.cost),))
        return [entering if frame.did else replace(entering, tapped=True)]

    return Candidate(key, "enters tapped", "614.1c", apply, source=ident)


def _entering(
    view: Look,
    entering: Move | NewToken,
    name: str,
    effect: Enters,
    frame: Frame,
    key: Key,
    source: int | None,
) -> list[Candidate]:
    if effect.copy_of is not None:
        return _entering_as_copy(view, entering, name, effect, frame, key, source)
    added = tuple((kind, amount(view, frame, count)) for kind, count in effect.counters)
    tapped = entering.tapped or effect.tapped
    changed = replace(entering, tapped=tapped, counters=_sum(entering.counters, added))
    return [Candidate(key, name, "614.1c", lambda e: [changed], source=source)]


def _sum(
    first: tuple[tuple[str, int], ...], second: tuple[tuple[str, int], ...]
) -> tuple[tuple[str, int], ...]:
    total = dict(first)
    for kind, count in second:
        total[kind] = total.get(kind, 0) + count
    return tuple(sorted(item for item in total.items() if item[1]))


def _entering_as_copy(
    view: Look,
    entering: Move | NewToken,
    name: str,
    effect: Enters,
    frame: Frame,
    key: Key,
    source: int | None,
) -> list[Candidate]:
    what = effect.copy_of
    assert what is not None
    own = entering.object if isinstance(entering, Move) else None
    models = [ident for ident in matching(view, what, frame) if ident != own]

    def apply(e: Engine) -> list[Proposal]:
        options = tuple(Option("choose", object=ident) for ident in models)
        if effect.copy_optional or not options:
            options = (*options, Option("none"))
        pick = e.choose(Decision(frame.you, "choose", options, "614.12a", about=own, what="copy")).object
        if pick is None:
            return [entering]
        values = with_exceptions(copiable_values(e, pick), effect.exceptions)
        if isinstance(entering, NewToken):
            return [replace(entering, values=values, tapped=entering.tapped or effect.tapped)]
        return [replace(entering, copy_of=values, tapped=entering.tapped or effect.tapped)]

    return [Candidate(key, name, "614.1c", apply, kind="copy", source=source)]


# ------------------------------------------------------------------------------------------- draws


def _for_draw(e: Engine, draw: DrawOne) -> list[Candidate]:
    view = look(e.state)
    found = []
    for holder, frame, key, static in static_abilities(e):
        effect = static.effect
        if not isinstance(effect, InsteadOfDraw) or not holds(view, frame, static.condition):
            continue
        if effect.empty_library and e.state.zone(Zone.LIBRARY, draw.player):
            continue
        if effect.but_first and _is_first_in_draw_step(e, draw.player):
            continue
        if effect.who == "player" or (effect.who == "you") is (draw.player == frame.you):
            found.append(_draw_replaced(effect, draw, frame, key, holder))
    return found


def _is_first_in_draw_step(e: Engine, player: int) -> bool:
    """Whether it is the first card that the player draws in a draw step of theirs."""
    turn = e.state.turn
    return turn.step is Step.DRAW and turn.active == player and not e.state.player(player).drawn_this_step


def _draw_replaced(effect: InsteadOfDraw, draw: DrawOne, frame: Frame, key: Key, holder: Seen) -> Candidate:
    def apply(e: Engine) -> list[Proposal]:
        if effect.optional:
            decision = Decision(
                draw.player, "may", (Option("yes"), Option("no")), "614.11", what="replace the draw"
            )
            if e.choose(decision).verb == "no":
                return [draw]
        outer, e.applied = e.applied, e.applied | draw.applied | {key}
        about = frame if effect.mine else frame.about(draw.player)
        FOLLOW[0](e, about, effect.instructions)
        e.applied = outer
        return []

    return Candidate(key, holder.chars.name, "614.11", apply, source=holder.obj.id)

"""Reading terms against a state: does an object match, which objects and players are meant, how much is it (CR 109)."""

from __future__ import annotations

from collections.abc import Iterable

from rules_engine.errors import LimitReached
from rules_engine.model.abilities import Keyword
from rules_engine.model.objects import Chosen, GameObject
from rules_engine.model.state import Attack
from rules_engine.model.subtypes import NOT_CREATURE_TYPES
from rules_engine.model.terms import (
    All,
    Amount,
    AmountIs,
    Attached,
    CardTypes,
    Compare,
    Condition,
    Controller,
    Count,
    DefendingPlayer,
    Devotion,
    Did,
    EachPlayer,
    Encoded,
    EventAmount,
    EventPlayer,
    ExiledWith,
    Exists,
    Filter,
    Fixed,
    Half,
    HasOpponents,
    HighestLife,
    IsDaytime,
    IsTurn,
    LastTurn,
    LifeCompare,
    LifeOf,
    Matches,
    ObjectRef,
    Owner,
    PlayerFilter,
    PlayerRef,
    PlayerRelation,
    Recipient,
    Scaled,
    StatOf,
    Subject,
    Target,
    They,
    This,
    ThisTurn,
    Those,
    TimesKicked,
    WasCastBy,
    WasCastFrom,
    WasForetold,
    WasKicked,
    WasPaid,
    X,
    You,
)
from rules_engine.model.zones import Zone
from rules_engine.process.counting import card_types, devotion
from rules_engine.process.frames import Frame
from rules_engine.process.looking import Look, Seen
from rules_engine.process.units import unit

# ------------------------------------------------------------------------------------------- filters


def matches(look: Look, seen: Seen, what: Filter, frame: Frame, *, anywhere: bool = False) -> bool:
    """Whether the object matches the description (CR 109.2); `anywhere` ignores the filter's zone (for events)."""
    if what.any_of:
        if not any(matches(look, seen, part, frame, anywhere=anywhere) for part in what.any_of):
            return False
        if what == Filter(zone=what.zone, any_of=what.any_of):
            return True
    obj, chars = seen.obj, seen.chars
    if not anywhere and (obj.zone is not what.zone or not seen.exists):
        return False
    if not _kind_matches(seen, what, anywhere):
        return False
    if what.other and obj.id == frame.this:
        return False
    return (
        _types_match(chars.types, what)
        and what.supertypes <= chars.supertypes
        and not what.not_supertypes & chars.supertypes
        and _subtypes_match(seen, what)
        and _colors_match(chars.colors, what)
        and _relation(look, frame, what.controller, seen.controller)
        and _relation(look, frame, what.owner, obj.owner)
        and _status_matches(look, seen, what)
        and _numbers_match(look, seen, what, frame)
        and (what.name is None or _has_name(chars.name, what.name))
        and (what.shares_color is None or _shares_color(look, frame, chars.colors, what.shares_color))
        and (not what.single_target or _has_single_target(obj))
        and (what.keyword is None or chars.has_keyword(what.keyword))
        and (what.without_keyword is None or not chars.has_keyword(what.without_keyword))
    )


def _kind_matches(seen: Seen, what: Filter, anywhere: bool) -> bool:
    obj = seen.obj
    if what.token is not None and (obj.kind == "token") is not what.token:
        return False
    if what.zone is Zone.STACK and obj.zone is Zone.STACK:
        if what.abilities == "spell":
            return obj.kind != "ability"
        if what.abilities == "ability":
            return obj.kind == "ability"
        return obj.ability is not None and type(obj.ability.ability).__name__ == (
            "ActivatedAbility" if what.abilities == "activated" else "TriggeredAbility"
        )
    if obj.kind == "ability":
        return False
    if what.zone in (Zone.BATTLEFIELD, Zone.STACK):
        return True
    # CR 108.2: tokens and copies are no cards.
    return obj.is_card


def _types_match(types: frozenset[str], what: Filter) -> bool:
    return (
        what.types <= types
        and (not what.any_types or bool(what.any_types & types))
        and not (what.not_types & types)
    )


def _subtypes_match(seen: Seen, what: Filter) -> bool:
    if not (what.subtypes or what.any_subtypes or what.not_subtypes):
        return True
    subtypes = seen.chars.subtypes
    if seen.chars.has_keyword("changeling"):
        # CR 702.73a: every creature type, besides the subtypes of other kinds that it has.
        subtypes |= (what.subtypes | what.any_subtypes | what.not_subtypes) - NOT_CREATURE_TYPES
    return (
        what.subtypes <= subtypes
        and (not what.any_subtypes or bool(what.any_subtypes & subtypes))
        and not (what.not_subtypes & subtypes)
    )


def _colors_match(colors: frozenset[str], what: Filter) -> bool:
    if what.any_colors and not what.any_colors & colors:
        return False
    if what.not_colors & colors:
        return False
    if what.color_count is None:
        return True
    count = len(colors)
    return {"colorless": count == 0, "monocolored": count == 1, "multicolored": count > 1}[what.color_count]


def _has_single_target(obj: GameObject) -> bool:
    """Whether it was announced with one target, for one instance of the word (CR 115.8)."""
    record = obj.ability or obj.spell
    return record is not None and sum(len(group) for group in record.targets) == 1


def _shares_color(look: Look, frame: Frame, colors: frozenset[str], with_what: ObjectRef) -> bool:
    others = [look.at(ident) for ident in objects_of(look, frame, with_what)]
    return any(other is not None and other.chars.colors & colors for other in others)


def _relation(look: Look, frame: Frame, relation: PlayerRelation | None, player: int | None) -> bool:
    if relation is None or relation == "any":
        return True
    if player is None:
        return False
    if relation == "you":
        return player == frame.you
    if relation == "opponent":
        return player != frame.you
    if relation == "they":
        return player in frame.they
    if relation == "event player":
        return player == frame.facts.player
    if relation == "defending player":
        return player in _defending(look, frame)
    this = look.at(frame.this) if frame.this is not None else None
    return this is not None and player == this.obj.owner


def _status_matches(look: Look, seen: Seen, what: Filter) -> bool:
    obj = seen.obj
    if what.tapped is not None and obj.tapped is not what.tapped:
        return False
    if what.counters is not None and not obj.counter(what.counters):
        return False
    if what.mark == "first cast":
        if not _is_first_cast(look, seen):
            return False
    elif what.mark is not None and what.mark not in _marks(seen):
        return False
    attacks = look.state.turn.attacks
    if what.attacking is not None and any(a.attacker == obj.id for a in attacks) is not what.attacking:
        return False
    return not (what.blocking is not None and any(obj.id in a.blockers for a in attacks) is not what.blocking)


def _is_first_cast(look: Look, seen: Seen) -> bool:
    """Whether it is the first spell its controller has cast this turn, or is being cast as that; no copy is cast."""
    if seen.obj.spell is None or seen.obj.spell.cast_from is None:
        return False
    first = next((c.object for c in look.state.casts if c.player == seen.controller), seen.obj.id)
    return first == seen.obj.id


def _has_name(name: str, wanted: str) -> bool:
    """A split card has two names, and either will do (CR 709.4a)."""
    return wanted.casefold() in (name.casefold(), *name.casefold().split(" // "))


def _marks(seen: Seen) -> frozenset[str]:
    """What has been put on an object by keywords' rules: madness, and the designations of exiled cards."""
    obj = seen.obj
    found = set(obj.marks)
    if obj.foretold_on_turn is not None:
        found.add("foretold")
    if obj.plotted_on_turn is not None:
        found.add("plotted")
    if obj.zone is Zone.EXILE and obj.counter("time") and seen.chars.has_keyword("suspend"):
        # CR 702.62b
        found.add("suspended")
    return frozenset(found)


def _numbers_match(look: Look, seen: Seen, what: Filter, frame: Frame) -> bool:
    return (
        _compare(look, frame, seen.chars.power, what.power)
        and _compare(look, frame, seen.chars.toughness, what.toughness)
        and (what.mana_value is None or _compare(look, frame, mana_value(look, seen), what.mana_value))
    )


def _compare(look: Look, frame: Frame, value: int | None, compare: Compare | None) -> bool:
    if compare is None:
        return True
    if value is None:
        return False
    other = amount(look, frame, compare.value)
    order = {"<=": value <= other, ">=": value >= other, "=": value == other}
    return {**order, "<": value < other, ">": value > other}[compare.op]


def mana_value(look: Look, seen: Seen) -> int:
    """The object's mana value; {X} is its announced value on the stack and 0 elsewhere (CR 202.3, 107.3g)."""
    cost = seen.chars.mana_cost
    if seen.chars.frame == "transformed" and look.state.holds("202.3b"):
        # CR 202.3b, 712.8e: as though the back face had the mana cost of the front face.
        if seen.obj.kind != "card" and seen.chars.parts[0].mana_cost is not None:
            raise LimitReached(
                "what the mana value of a copy with two faces is, its back face up, is not supported"
            )
        cost = seen.chars.parts[0].mana_cost
    if cost is None:
        return 0
    x = seen.obj.spell.x if seen.obj.zone is Zone.STACK and seen.obj.spell is not None else None
    return cost.mana_value(x or 0)


def matching(look: Look, what: Filter, frame: Frame) -> list[int]:
    """Ids of all objects that match, in the order of their zones."""
    zones = {part.zone for part in what.any_of} if what.any_of else {what.zone}
    found = []
    for zone in sorted(zones):
        for obj in look.state.in_zone(zone):
            seen = look.at(obj.id)
            if seen is not None and matches(look, seen, what, frame):
                found.append(obj.id)
    return found


# ---------------------------------------------------------------------------------------- references


def objects_of(look: Look, frame: Frame, ref: ObjectRef | PlayerRef | Recipient) -> tuple[int, ...]:
    """Ids of the objects meant; some may be gone by now, and a player among the targets is left out."""
    match ref:
        case This():
            return () if frame.this is None else (frame.this,)
        case Target(index):
            return tuple(
                chosen.object for chosen in _targets(look, frame, index) if chosen.object is not None
            )
        case Subject(role):
            return _subject(frame, role)
        case Those("was"):
            # CR 400.7j: what the effect itself moved, found where it went; the link ends at the next move.
            found = (c.object for c in frame.slots.get("was", ()) if c.object is not None)
            return tuple(look.state.became[ident] for ident in found if ident in look.state.became)
        case Those(slot):
            return tuple(chosen.object for chosen in frame.slots.get(slot, ()) if chosen.object is not None)
        case Attached():
            return _attached(look, frame)
        case ExiledWith():
            return tuple(o.id for o in look.state.in_zone(Zone.EXILE) if o.exiled_with == frame.this)
        case Encoded():
            return () if frame.linked is None else (frame.linked,)
        case All(what):
            return tuple(matching(look, what, frame))
        case _:
            return ()


def _targets(look: Look, frame: Frame, index: int) -> tuple[Chosen, ...]:
    if frame.overloaded:
        return tuple(_each_instead_of_target(look, frame, index))
    if index >= len(frame.targets):
        # CR 603.7c: a delayed ability knows the targets of what created it.
        return frame.slots.get(f"target {index}", ())
    return tuple(
        Chosen(object=frame.moved.get(chosen.object, chosen.object)) if chosen.object is not None else chosen
        for chosen in frame.targets[index]
    )


def _each_instead_of_target(look: Look, frame: Frame, index: int) -> Iterable[Chosen]:
    """CR 702.96b: with overload, "each" stands where "target" was written."""
    for alternative in frame.specs[index].what:
        if isinstance(alternative, PlayerFilter):
            for player in look.state.in_turn_order():
                if alternative.who == "player" or player != frame.you:
                    yield Chosen(player=player)
        else:
            for ident in matching(look, alternative, frame):
                yield Chosen(object=frame.moved.get(ident, ident))


def _subject(frame: Frame, role: str) -> tuple[int, ...]:
    facts = frame.facts
    if role == "source":
        ident = facts.source
    elif role == "recipient":
        ident = facts.recipient.object if facts.recipient else None
    else:
        ident = facts.object
    return () if ident is None else (frame.moved.get(ident, ident),)


def as_expected(look: Look, frame: Frame, ident: int) -> Seen | None:
    """The object, or as it last was if this effect took it from the battlefield or the stack (CR 608.2h)."""
    seen = look.at(ident)
    if seen is not None and seen.obj.zone not in (Zone.BATTLEFIELD, Zone.STACK):
        for before, after in frame.moved.items():
            was = look.at(before) if after == ident else None
            if was is not None and was.obj.zone in (Zone.BATTLEFIELD, Zone.STACK):
                return was
    return seen


def _attached(look: Look, frame: Frame) -> tuple[int, ...]:
    this = look.at(frame.this) if frame.this is not None else None
    if this is None or this.obj.attached_to is None or this.obj.attached_to.object is None:
        return ()
    return (this.obj.attached_to.object,)


def players_of(look: Look, frame: Frame, ref: PlayerRef | Recipient) -> tuple[int, ...]:
    """Players meant, in APNAP order where there are several; players who left are left out."""
    state = look.state
    present = state.in_turn_order()
    match ref:
        case You():
            found: tuple[int, ...] = (frame.you,)
        case Controller(of):
            found = tuple(
                seen.controller if seen.controller is not None else seen.obj.owner
                for ident in objects_of(look, frame, of)
                if (seen := as_expected(look, frame, ident)) is not None
            )
        case Owner(of):
            found = tuple(
                seen.obj.owner
                for ident in objects_of(look, frame, of)
                if (seen := look.at(ident)) is not None
            )
        case EventPlayer():
            facts = frame.facts
            player = facts.player
            if player is None and facts.recipient is not None:
                player = facts.recipient.player
            found = () if player is None else (player,)
        case EachPlayer(who):
            return present if who == "player" else tuple(p for p in present if p != frame.you)
        case They():
            found = frame.they
        case DefendingPlayer():
            found = _defending(look, frame)
        case Target(index):
            found = tuple(
                chosen.player for chosen in _targets(look, frame, index) if chosen.player is not None
            )
        case _:
            found = ()
    return tuple(player for player in found if player in present)


@unit(
    "508.5",
    "there is no defending player when the attacker has left combat",
    lambda look, frame: _attacked(look, frame, look.state.turn.attacks),
)
def _defending(look: Look, frame: Frame) -> tuple[int, ...]:
    """Whom this creature attacks, or attacked before it was removed from combat (CR 508.5)."""
    turn = look.state.turn
    return _attacked(look, frame, turn.attacks) or _attacked(look, frame, turn.former)


def _attacked(look: Look, frame: Frame, attacks: Iterable[Attack]) -> tuple[int, ...]:
    mine = (defending_player(look, attack.defender) for attack in attacks if attack.attacker == frame.this)
    return tuple(player for player in mine if player is not None)


def defending_player(look: Look, defender: Chosen) -> int | None:
    """The player attacked, or the controller of the planeswalker attacked (CR 508.5)."""
    if defender.player is not None:
        return defender.player
    seen = look.at(defender.object) if defender.object is not None else None
    return seen.controller if seen else None


def recipients_of(look: Look, frame: Frame, ref: Recipient) -> tuple[Chosen, ...]:
    """Objects and players meant, for damage and the like."""
    objects = tuple(Chosen(object=ident) for ident in objects_of(look, frame, ref))
    return objects + tuple(Chosen(player=player) for player in players_of(look, frame, ref))


# ------------------------------------------------------------------------------- amounts, conditions


def amount(look: Look, frame: Frame, term: Amount) -> int:
    """The number meant (CR 107); a number that can't be determined is 0 (CR 107.2)."""
    match term:
        case Fixed(value):
            return value
        case X():
            return frame.x or 0
        case Count(what):
            return len(matching(look, what, frame))
        case EventAmount():
            return frame.facts.amount
        case StatOf(of, stat):
            return sum(_stat(look, as_expected(look, frame, i), stat) for i in objects_of(look, frame, of))
        case LifeOf(who):
            return sum(look.state.player(player).life for player in players_of(look, frame, who))
        case HighestLife():
            return max((p.life for p in look.state.players if not p.lost), default=0)
        case Half(inner, up):
            return (amount(look, frame, inner) + up) // 2
        case TimesKicked():
            return frame.record.kicked if frame.record else 0
        case Scaled(inner, factor, offset):
            return amount(look, frame, inner) * factor + offset
        case Devotion(colors):
            return devotion(look, frame.you, colors)
        case CardTypes(what):
            return card_types(look, matching(look, what, frame))
    raise TypeError(f"not an amount: {term!r}")


def _stat(look: Look, seen: Seen | None, stat: str) -> int:
    if seen is None:
        return 0
    if stat == "power":
        return seen.chars.power or 0
    if stat == "toughness":
        return seen.chars.toughness or 0
    if stat == "mana value":
        return mana_value(look, seen)
    return seen.obj.counter(stat)


def holds(look: Look, frame: Frame, condition: Condition | None) -> bool:
    """Whether the condition is true now; None is always true."""
    match condition:
        case None:
            return True
        case WasKicked(cost, what, True):
            return not holds(look, frame, WasKicked(cost, what))
        case WasKicked(cost, what) if what != This():
            spells = [as_expected(look, frame, ident) for ident in objects_of(look, frame, what)]
            return any(s is not None and s.obj.spell is not None and s.obj.spell.kicked for s in spells)
        case WasPaid("squad"):
            return frame.record is not None and frame.record.squad > 0
        case WasForetold():
            return frame.record is not None and frame.record.foretold
        case ThisTurn(event, negated):
            return happened(look, frame, event) is not negated
        case IsDaytime(what, negated):
            return (look.state.daytime == what) is not negated
        case LastTurn(event):
            if look.state.last_turn is None:
                raise LimitReached("what happened in the turn before the position begins is not known")
            return event in look.state.last_turn
        case WasKicked(cost):
            if cost is not None:
                return frame.record is not None and cost in frame.record.kicked_with
            return bool(frame.record and frame.record.kicked)
        case Exists(what, at_least, negated):
            return (len(matching(look, what, frame)) >= at_least) is not negated
        case IsTurn(whose):
            return (look.state.turn.active == frame.you) is (whose == "you")
        case LifeCompare(who, compare, negated):
            found = any(
                _compare(look, frame, look.state.player(player).life, compare)
                for player in players_of(look, frame, who)
            )
            return found is not negated
        case AmountIs(term, compare, negated):
            return _compare(look, frame, amount(look, frame, term), compare) is not negated
        case HasOpponents(at_least, negated):
            return (len(look.state.opponents(frame.you)) >= at_least) is not negated
        case Matches(what, description, negated):
            seen = [as_expected(look, frame, ident) for ident in objects_of(look, frame, what)]
            found = any(s is not None and matches(look, s, description, frame, anywhere=True) for s in seen)
            return found is not negated
        case WasCastFrom(zone, what, negated):
            cast = any(_was_cast_from(look, ident, zone) for ident in objects_of(look, frame, what))
            return cast is not negated
        case WasCastBy(method):
            this = look.at(frame.this) if frame.record is None and frame.this is not None else None
            record = this.obj.spell if this is not None else frame.record
            return record is not None and record.method == method
        case Did(negated):
            return frame.did is not negated
    raise TypeError(f"not a condition: {condition!r}")


def happened(look: Look, frame: Frame, event: str) -> bool:
    """Whether something happened this turn, for the player or the object that asks (CR 700.1)."""
    state = look.state
    if event == "you've cast another spell":
        return any(c.player == frame.you and c.object != frame.this for c in state.casts)
    if event == "this attacked":
        return any(what == event and ident == frame.this for what, _, ident in state.happened)
    if event.startswith("an opponent"):
        return any(what == event and player != frame.you for what, player, _ in state.happened)
    return any(what == event and player in (None, frame.you) for what, player, _ in state.happened)


def _was_cast_from(look: Look, ident: int, zone: Zone | None) -> bool:
    seen = look.at(ident)
    record = seen.obj.spell if seen else None
    if record is None or record.cast_from is None:
        return False
    return zone is None or record.cast_from is zone


# ---------------------------------------------------------------------- who can't be targeted (702)


def untargetable(look: Look, seen: Seen, by: Seen | None, controller: int) -> str | None:
    """The rule that keeps this object from being a target of that source, or None (CR 702.11, 702.16, 702.18)."""
    if seen.obj.zone is not Zone.BATTLEFIELD:
        return None
    if seen.chars.has_keyword("shroud"):
        return "702.18a"
    if seen.controller != controller:
        for keyword in seen.chars.keywords("hexproof"):
            if keyword.filter is None or (by is not None and protects(look, keyword, by, seen)):
                return "702.11b" if keyword.filter is None else "702.11d"
    if by is not None and protected(look, seen, by):
        return "702.16b"
    return None


def protected(look: Look, seen: Seen, source: Seen) -> bool:
    """Whether the object has protection from a quality of the source (CR 702.16a)."""
    return any(protects(look, keyword, source, seen) for keyword in seen.chars.keywords("protection"))


def protects(look: Look, keyword: Keyword, source: Seen, holder: Seen) -> bool:
    """Whether the quality that the keyword names is one of the source's."""
    if not isinstance(keyword.filter, Filter):
        return keyword.filter is None
    you = holder.controller if holder.controller is not None else holder.obj.owner
    return matches(look, source, keyword.filter, Frame(you=you, this=holder.obj.id), anywhere=True)

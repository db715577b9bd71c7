"""Objects change zones and become new objects (CR 400.7); tokens and copies come into being."""

from __future__ import annotations

from rules_engine.model.characteristics import Characteristics
from rules_engine.model.effects import CastPermission, ChangeEffect, CopyEffect, InsteadEffect
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import GameObject, ObjectKind
from rules_engine.model.state import LastKnown
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine, zone_key
from rules_engine.process.faces import as_both_faces, lies_hidden
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move, NewToken
from rules_engine.process.units import unit


def remember(e: Engine, ident: int) -> None:
    """Keep the object as it is now, for whoever asks after it is gone (CR 608.2h)."""
    seen = look(e.state).at(ident)
    if seen is not None and seen.exists:
        obj = replace(seen.obj, base=seen.chars)
        e.state.last_known[ident] = LastKnown(obj, seen.controller, copiable_of(e, seen.obj))


def copiable_of(e: Engine, obj: GameObject) -> Characteristics:
    """Printed or captured values of an object that is there, as changed by copy effects only (CR 707.2)."""
    if lies_hidden(obj):
        # CR 708.2, 708.10
        return obj.base
    # CR 702.103b: being bestowed is no copiable value.
    is_bestowed = "bestowed" in obj.marks and obj.card is not None
    values = e.state.cards[obj.card or 0] if is_bestowed else obj.base
    for effect in sorted(
        (x for x in e.state.effects if isinstance(x, CopyEffect)), key=lambda x: x.timestamp
    ):
        if effect.affected == obj.id:
            # CR 707.8a: each face of a double-faced object is the copy then.
            values = as_both_faces(effect.values, values)
    return values


def remove(e: Engine, obj: GameObject) -> None:
    """Take an object out of the game: out of its zone and out of what refers to it."""
    if obj.id not in e.remembered:
        remember(e, obj.id)
    key = zone_key(obj.zone, obj.owner)
    ids = e.state.zones.get(key, ())
    if obj.zone is Zone.LIBRARY:
        _forget_place(e, obj.owner, ids.index(obj.id), len(ids))
    e.set_zone(key, tuple(ident for ident in ids if ident != obj.id))
    del e.state.objects[obj.id]
    if obj.zone is Zone.BATTLEFIELD:
        remove_from_combat(e, obj.id)
        end_encoding(e, obj.id)
    if obj.zone in (Zone.LIBRARY, Zone.HAND, Zone.GRAVEYARD):
        e.touch_lightly()
    else:
        e.touch()


def _forget_place(e: Engine, owner: int, index: int, size: int) -> None:
    """A card that leaves a library's known top or bottom makes that part smaller."""
    player = e.state.player(owner)
    if index < player.known_top:
        e.change_player(owner, known_top=player.known_top - 1)
    elif index >= size - player.known_bottom:
        e.change_player(owner, known_bottom=player.known_bottom - 1)


def remove_from_combat(e: Engine, ident: int) -> None:
    """It stops attacking or blocking; what it blocked stays blocked (CR 506.4, 509.1h)."""
    attacks = e.state.turn.attacks
    if not attacks:
        return
    kept = tuple(
        replace(attack, blockers=tuple(b for b in attack.blockers if b != ident))
        for attack in attacks
        if attack.attacker != ident
    )
    if kept != attacks:
        gone = tuple(replace(attack, blockers=()) for attack in attacks if attack.attacker == ident)
        e.change_turn(attacks=kept, former=(*e.state.turn.former, *gone))


@unit(
    "506.4",
    "what regenerates, changes its controller or is no creature any more stays in combat",
    lambda e, i: None,
)
def leave_combat(e: Engine, ident: int) -> None:
    """A permanent that stays on the battlefield leaves combat (CR 506.4)."""
    remove_from_combat(e, ident)


@unit("702.99c", "a card stays encoded although the creature has left", lambda e, creature: None)
@unit("400.7", "what refers to an object goes on referring to what it becomes", lambda e, creature: None)
def end_encoding(e: Engine, creature: int) -> None:
    """Cards encoded on it stay exiled, encoded on nothing (CR 702.99c)."""
    for obj in list(e.state.in_zone(Zone.EXILE)):
        if obj.encoded_on == creature:
            e.change(obj.id, encoded_on=None)
            e.emit(
                Event(
                    "effect ends",
                    object=obj.id,
                    source=creature,
                    name=obj.name,
                    source_name=e.name(creature),
                    detail="encoded",
                    rules=("702.99c",),
                )
            )


def commit_move(e: Engine, move: Move, batch: int) -> list[Event]:
    """The object leaves its zone and a new object appears in the other one (CR 400.7)."""
    obj = e.state.objects.get(move.object)
    if obj is None or obj.kind == "ability":
        return []
    # CR 111.8: a token that has left the battlefield can't move again.
    if obj.kind == "token" and obj.zone is not Zone.BATTLEFIELD:
        return []
    remove(e, obj)
    new = _arrive(e, obj, move)
    e.state.became[obj.id] = new.id
    forget(e, obj.id, new.id)
    if obj.zone is Zone.STACK and move.to is Zone.BATTLEFIELD:
        _carry_over(e, obj.id, new.id)
    return [
        Event(
            "moves",
            batch=batch,
            player=move.player,
            object=new.id,
            was=obj.id,
            source=move.source,
            origin=obj.zone,
            to=move.to,
            detail=move.cause,
            name=obj.name if not obj.face_down else new.name,
            rules=move.rules,
        )
    ]


def _keep_links(e: Engine, old: int, new: int) -> None:
    """Without CR 400.7: cards stay encoded, and effects stay with what they were about."""
    for other in list(e.state.in_zone(Zone.EXILE)):
        if other.encoded_on == old:
            e.change(other.id, encoded_on=new)
    for effect in e.state.effects:
        if isinstance(effect, InsteadEffect | CastPermission) and effect.object == old:
            e.replace_effect(effect, replace(effect, object=new))


@unit("400.7", "what refers to an object goes on referring to what it becomes", _keep_links)
def forget(e: Engine, old: int, new: int) -> None:
    """An object that changes zones is a new one: nothing finds it by what it was (CR 400.7)."""


def _carry_over(e: Engine, spell: int, permanent: int) -> None:
    """Effects that changed a permanent spell go on for the permanent it becomes (CR 400.7a)."""
    for effect in e.state.effects:
        if isinstance(effect, ChangeEffect) and spell in effect.affected:
            ends = effect.expiry
            if ends.depends_on == spell:
                ends = replace(ends, depends_on=permanent)
            affected = (effect.affected - {spell}) | {permanent}
            e.replace_effect(effect, replace(effect, affected=affected, expiry=ends))


def printed_or_copied(e: Engine, obj: GameObject, move: Move) -> Characteristics:
    """The copiable values that the object will have in the zone it moves to."""
    return move.copy_of if move.copy_of is not None else _printed(e, obj)


def _arrive(e: Engine, obj: GameObject, move: Move) -> GameObject:
    base = printed_or_copied(e, obj, move)
    on_field = move.to in (Zone.BATTLEFIELD, Zone.STACK)
    controller = (move.controller if move.controller is not None else obj.owner) if on_field else None
    new = GameObject(
        id=e.new_id(),
        kind=kind_there(obj, move),
        owner=owner_there(e, obj),
        zone=move.to,
        base=base,
        timestamp=e.tick(),
        card=obj.card,
        controller=controller,
        tapped=move.tapped,
        face_down=move.face_down,
        summoning_sick=move.to is Zone.BATTLEFIELD,
        counters=move.counters,
        attached_to=move.attach_to,
        spell=move.spell,
        entered_on_turn=e.state.turn.number if move.to is Zone.BATTLEFIELD else None,
    )
    if move.fields:
        new = replace(new, **dict(move.fields))
    place(e, new, move.position)
    return new


def _controller_or_owner(e: Engine, obj: GameObject) -> int:
    return obj.controller if obj.controller is not None else obj.owner


@unit("400.3", "an object goes to its controller's zones", _controller_or_owner)
def owner_there(e: Engine, obj: GameObject) -> int:
    """An object goes to its owner's hand, library or graveyard, whoever controls it (CR 400.3)."""
    return obj.owner


def kind_there(obj: GameObject, move: Move) -> ObjectKind:
    """The kind of object that it will be in the zone it moves to."""
    # CR 608.3f, 111.13: a copy of a permanent spell becomes a token as it resolves.
    is_copy = obj.kind in ("copy of a spell", "copy of a card")
    return "token" if is_copy and obj.zone is Zone.STACK and move.to is Zone.BATTLEFIELD else obj.kind


def _printed(e: Engine, obj: GameObject) -> Characteristics:
    if obj.card is not None and obj.kind == "card":
        return e.state.cards[obj.card]
    return obj.base


def place(e: Engine, obj: GameObject, position: int = 0) -> None:
    """Put a new object into its zone: on top of stack and library, or at the position in the library."""
    key = zone_key(obj.zone, obj.owner)
    ids = e.state.zones.get(key, ())
    if obj.zone is Zone.LIBRARY:
        player = e.state.player(obj.owner)
        if player.library_unordered:
            part = "known_bottom" if position < 0 else "known_top"
            e.change_player(obj.owner, **{part: getattr(player, part) + 1})
        ids = (*ids, obj.id) if position < 0 else (*ids[:position], obj.id, *ids[position:])
    else:
        ids = (*ids, obj.id)
    e.put(obj)
    e.set_zone(key, ids)


def commit_token(e: Engine, new: NewToken, batch: int) -> list[Event]:
    """A token enters the battlefield (CR 111.1, 111.2: its creator owns it)."""
    token = GameObject(
        id=e.new_id(),
        kind="token",
        owner=new.player,
        zone=Zone.BATTLEFIELD,
        base=new.values,
        timestamp=e.tick(),
        controller=new.player,
        tapped=new.tapped,
        counters=new.counters,
        summoning_sick=True,
        entered_on_turn=e.state.turn.number,
    )
    if new.fields:
        token = replace(token, **dict(new.fields))
    place(e, token)
    common = {
        "batch": batch,
        "player": new.player,
        "object": token.id,
        "source": new.source,
        "name": token.name,
    }
    return [
        Event("token created", rules=("111.2", "701.7a"), **common),  # type: ignore[arg-type]
        Event("moves", to=Zone.BATTLEFIELD, detail="created", **common),  # type: ignore[arg-type]
    ]


def cease(e: Engine, ident: int, batch: int, rules: tuple[str, ...]) -> Event:
    """The object ceases to exist (a copy or token outside its zones, an ability that has resolved)."""
    obj = e.state.objects[ident]
    remove(e, obj)
    return Event(
        "ceases to exist",
        batch=batch,
        object=ident,
        name=obj.name,
        origin=obj.zone,
        detail=obj.kind,
        rules=rules,
    )

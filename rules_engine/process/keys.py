"""Canonical keys of states (for pruning): ids by where they are, timestamps by rank, like things alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any

from rules_engine.model.effects import Floating
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, GameObject, Player
from rules_engine.model.state import State, Turn
from rules_engine.model.zones import Zone

Name = tuple[int, int, int]
_ZONES = {zone: number for number, zone in enumerate(Zone)}
_GONE: Name = (-1, -1, -1)
_put = object.__setattr__


class Names(dict[int, Name]):
    """Every object's name by its id, and the state that they are names of."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        super().__init__()
        self.state = state


def state_key(state: State) -> Hashable:
    """Equal for states with the same future; different states may have different keys though they are alike.

    Ids are replaced by the object's place: zone, owner and index there. The order within graveyard and exile is
    kept, hands are sorted, a library without known order is a set. Timestamps are replaced by their rank.
    """
    names, order = _names(state)
    ranks = _ranks(state)
    objects = state.objects
    return (
        _turn_key(state.turn, names),
        tuple([_player_key(player) for player in state.players]),
        tuple([_object_key(objects[ident], names, ranks) for ident in order]),
        tuple([_effect_key(effect, names) for effect in state.effects]),
        tuple([_plain(pending, names) for pending in state.waiting]),
        tuple([(c.player, c.name, c.types, c.origin) for c in state.casts]),
        frozenset([(names.get(ident, _GONE), ability) for ident, ability in state.once_used]),
        frozenset(
            [
                (event, player, ident if ident is None else _name(ident, names))
                for event, player, ident in state.happened
            ]
        ),
        state.last_turn,
        state.daytime,
        state.over,
        state.undecided,
    )


def _name(ident: int, names: Names) -> Hashable:
    """Where the object is; of one that is gone what may still be asked: what it was last, and where it went.

    CR 608.2h, 113.7a: two lines of play that differ in nothing else lead elsewhere, as when a creature was larger when
    it died, and its ability is on the stack. CR 400.7e, 400.7j: what finds an object where it went.
    """
    found = names.get(ident)
    if found is not None:
        return found
    state = names.state
    known = state.last_known.get(ident)
    if known is None:
        return _GONE
    obj = known.object
    host = obj.attached_to
    return (
        _GONE,
        _part(state, obj),
        _number(state, known.copiable),
        known.controller,
        None if host is None or host.object is None else names.get(host.object, _GONE),
        None if obj.spell is None else (obj.spell.x, obj.spell.kicked, obj.spell.modes, obj.spell.method),
        names.get(state.became.get(ident, -1), _GONE),
    )


# Names are made once: (zone, owner) → the names of its places, as many as were ever needed.
_PLACES: dict[tuple[int, int], tuple[Name, ...]] = {}


def _places(place: int, owner: int, count: int) -> tuple[Name, ...]:
    found = _PLACES.get((place, owner), ())
    if len(found) < count:
        found = _PLACES[place, owner] = tuple((place, owner, index) for index in range(count + 8))
    return found


def _order_of_zones(key: tuple[Zone, int | None]) -> tuple[int, int]:
    return _ZONES[key[0]], -1 if key[1] is None else key[1]


def _names(state: State) -> tuple[Names, list[int]]:
    """Every object's name, and the objects in the order of their names."""
    names = Names(state)
    order: list[int] = []
    objects = state.objects
    for key in sorted(state.zones, key=_order_of_zones):
        ids = state.zones[key]
        if not ids:
            continue
        zone, owner = key
        ordered: tuple[int, ...] | list[int] = ids
        if zone is Zone.HAND:
            ordered = sorted(ids, key=lambda i: _part(state, objects[i]))
        elif zone is Zone.LIBRARY and owner is not None and state.player(owner).library_unordered:
            player = state.player(owner)
            end = len(ids) - player.known_bottom
            middle = sorted(ids[player.known_top : end], key=lambda i: _part(state, objects[i]))
            ordered = [*ids[: player.known_top], *middle, *ids[end:]]
        names.update(zip(ordered, _places(*_order_of_zones(key), len(ids)), strict=False))
        order += ordered
    return names, order


def _number(state: State, value: Any) -> int:
    """A small number for a value that is large to hash; equal values have equal numbers within a game."""
    known = state.numbered_by_id.get(id(value))
    if known is not None and known[0] is value:
        return known[1]
    number = state.numbered.setdefault(value, len(state.numbered))
    # The value is kept, so that its id stays its own.
    state.numbered_by_id[id(value)] = (value, number)
    return number


def _ranks(state: State) -> dict[int, int]:
    """Ranks of the timestamps that may matter: of permanents, and of encoded cards (CR 613.7)."""
    stamps = [obj.timestamp for obj in state.battlefield]
    stamps += [obj.timestamp for obj in state.in_zone(Zone.EXILE) if obj.encoded_on is not None]
    stamps += [obj.timestamp for obj in state.in_zone(Zone.PHASED_OUT)]
    stamps += [stamp for obj in state.battlefield for _, stamp in obj.counter_stamps]
    stamps += [effect.timestamp for effect in state.effects]
    stamps.sort()
    return {stamp: rank for rank, stamp in enumerate(stamps)}


def _turn_key(turn: Turn, names: Names) -> Hashable:
    """The turn; what fields hold no ids are taken as they are."""
    if turn.attacks or turn.former or turn.dealt_first_strike:
        ids: Hashable = (
            tuple([_plain(attack, names) for attack in (*turn.attacks, *turn.former)]),
            len(turn.attacks),
            frozenset([names.get(ident, _GONE) for ident in turn.dealt_first_strike]),
        )
        turn = replace(turn, attacks=(), former=(), dealt_first_strike=frozenset())
    else:
        ids = ()
    return turn, ids


def _player_key(player: Player) -> Hashable:
    return (
        player.life,
        tuple(sorted(player.mana)) if player.mana else (),
        player.poison,
        player.lands_played,
        player.drew_from_empty,
        player.lost,
        player.won,
        player.library_unordered,
        player.drawn_this_turn,
        player.drawn_this_step,
        player.known_top,
        player.known_bottom,
    )


def _part(state: State, obj: GameObject) -> int:
    """A number for everything about an object that holds no id and no timestamp; kept on the object, which is frozen.

    It is negative where other objects belong to what the object is: those are added by their names.
    """
    known: int | None = obj.part
    if known is not None:
        return known
    looks = _number(state, obj.base)
    own: tuple[object, ...]
    if obj.zone is Zone.LIBRARY or obj.zone is Zone.HAND:
        own, linked = (looks, obj.kind, obj.owner, obj.zone), False
    else:
        spell = obj.spell
        linked = (
            obj.attached_to is not None
            or obj.encoded_on is not None
            or obj.ability is not None
            or obj.exiled_with is not None
            or (spell is not None and bool(spell.targets or spell.paid))
        )
        own = (
            # What is face down may yet be turned face up.
            (looks, _number(state, state.cards[obj.card])) if obj.face_down and obj.card else looks,
            obj.kind,
            obj.owner,
            obj.controller,
            obj.tapped,
            obj.face_down,
            obj.summoning_sick,
            obj.counters,
            obj.damage,
            obj.deathtouched,
            obj.plotted_on_turn,
            obj.foretold_on_turn,
            None if linked else spell,
            obj.loyalty_used_on_turn,
            obj.last_controller,
            obj.marks,
            obj.named,
            obj.phased,
        )
    number = state.numbered.setdefault(own, len(state.numbered))
    part = ~number if linked else number
    _put(obj, "part", part)
    return part


def _object_key(obj: GameObject, names: Names, ranks: dict[int, int]) -> Hashable:
    part = obj.part
    if part is None:
        part = _part(names.state, obj)
    if obj.zone is Zone.LIBRARY or obj.zone is Zone.HAND:
        return part
    rank: Hashable = ranks.get(obj.timestamp, -1)
    if obj.counter_stamps:
        rank = rank, tuple([(kind, ranks.get(stamp, -1)) for kind, stamp in obj.counter_stamps])
    if part >= 0:
        return names[obj.id], rank, part
    return (
        names[obj.id],
        rank,
        part,
        None if obj.attached_to is None else _chosen(obj.attached_to, names),
        None if obj.encoded_on is None else names.get(obj.encoded_on, _GONE),
        None if obj.spell is None else _plain(obj.spell, names),
        None if obj.ability is None else _plain(obj.ability, names),
        None if obj.exiled_with is None else names.get(obj.exiled_with, (_GONE, obj.exiled_with)),
    )


def _chosen(chosen: Chosen, names: Names) -> Hashable:
    return ("player", chosen.player) if chosen.object is None else _name(chosen.object, names)


def _effect_key(effect: Floating, names: Names) -> Hashable:
    rest: list[Hashable] = []
    for name in _fields(type(effect)):
        value = getattr(effect, name)
        if name in ("id", "timestamp"):
            continue
        if name == "source":
            rest.append(_name(value, names))
        elif name == "object" or (name == "affected" and isinstance(value, int)):
            rest.append(names.get(value, _GONE))
        elif name in ("affected", "objects"):
            rest.append(frozenset(names.get(ident, _GONE) for ident in value))
        else:
            rest.append(_plain(value, names))
    return type(effect).__name__, tuple(rest)


_ID_FIELDS = frozenset({"object", "was", "source", "attacker", "linked", "depends_on", "encoded_on"})
_FIELDS: dict[type, tuple[str, ...]] = {}
_OURS = frozenset(f"rules_engine.model.{name}" for name in ("objects", "state", "effects"))
# Other dataclasses that were met: parts of cards' texts.
_NODES: set[type] = set()


def _fields(kind: type) -> tuple[str, ...]:
    found = _FIELDS.get(kind)
    if found is None:
        is_dataclass = dataclasses.is_dataclass(kind)
        is_ours = is_dataclass and kind.__module__ in _OURS
        if is_dataclass and not is_ours:
            _NODES.add(kind)
        found = _FIELDS[kind] = tuple(f.name for f in dataclasses.fields(kind) if f.init) if is_ours else ()
    return found


def _plain(value: Any, names: Names) -> Hashable:
    """The value with every object id replaced by where that object is."""
    kind = type(value)
    if kind is Chosen:
        return _chosen(value, names)
    if isinstance(value, tuple):
        return tuple([_plain(item, names) for item in value]) if value else ()
    fields = _fields(kind)
    if not fields:
        # A part of a card's text is large to hash; beside a word its number is taken for no other number.
        return ("#", _number(names.state, value)) if kind in _NODES else value
    return (
        kind.__name__,
        *[
            _id_or_plain(name, getattr(value, name), names)
            for name in fields
            if name not in ("id", "timestamp")
        ],
    )


def _id_or_plain(field: str, value: Any, names: Names) -> Hashable:
    if field in _ID_FIELDS and isinstance(value, int):
        return _name(value, names)
    if field in ("blockers", "paid") and isinstance(value, tuple):
        return tuple([_name(ident, names) for ident in value])
    if field == "dealt_first_strike":
        return frozenset(names.get(ident, _GONE) for ident in value)
    return _plain(value, names)

"""Canonical keys of states (for pruning): ids by where they are, timestamps by rank, like things alike."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable
from typing import Any

from rules_engine.model.effects import Floating
from rules_engine.model.objects import Chosen, GameObject
from rules_engine.model.state import State
from rules_engine.model.zones import Zone


def state_key(state: State) -> Hashable:
    """Equal for states with the same future; different states may have different keys though they are alike.

    Ids are replaced by the object's place: zone, owner and index there. The order within graveyard and exile is
    kept, hands are sorted, a library without known order is a set. Timestamps are replaced by their rank.
    """
    names = _names(state)
    objects = tuple(
        _object_key(state.objects[ident], names, state)
        for ident in sorted(names, key=lambda i: _sortable(names[i]))
    )
    return (
        state.turn.number,
        _plain(state.turn, names),
        tuple(_plain(player, names) for player in state.players),
        objects,
        tuple(_effect_key(effect, names) for effect in state.effects),
        tuple(_plain(pending, names) for pending in state.waiting),
        tuple((c.player, c.name, c.origin) for c in state.casts),
        frozenset((_name(ident, names), ability) for ident, ability in state.once_used),
        state.over,
        state.undecided,
    )


Name = tuple[object, ...]


def _names(state: State) -> dict[int, Name]:
    names: dict[int, Name] = {}
    for (zone, owner), ids in state.zones.items():
        ordered = list(ids)
        if zone is Zone.HAND or (
            zone is Zone.LIBRARY and owner is not None and state.player(owner).library_unordered
        ):
            ordered.sort(key=lambda i: _looks(state.objects[i]))
        for index, ident in enumerate(ordered):
            names[ident] = (zone.value, -1 if owner is None else owner, index)
    return names


def _looks(obj: GameObject) -> tuple[str, str]:
    return (obj.base.name, str(obj.card))


def _sortable(name: Name) -> tuple[str, int, int]:
    zone, owner, index = name
    assert isinstance(zone, str)
    assert isinstance(owner, int)
    assert isinstance(index, int)
    return zone, owner, index


def _name(ident: int, names: dict[int, Name]) -> Hashable:
    return names.get(ident, ("gone",))


def _object_key(obj: GameObject, names: dict[int, Name], state: State) -> Hashable:
    later = sum(1 for other in state.battlefield if other.timestamp < obj.timestamp)
    rank = later if obj.zone is Zone.BATTLEFIELD or obj.encoded_on is not None else 0
    rest = tuple(
        _plain(getattr(obj, f.name), names)
        for f in dataclasses.fields(obj)
        if f.name not in ("id", "timestamp", "card", "encoded_on", "entered_on_turn")
    )
    encoded = None if obj.encoded_on is None else _name(obj.encoded_on, names)
    return names[obj.id], rank, encoded, rest


def _effect_key(effect: Floating, names: dict[int, Name]) -> Hashable:
    rest = []
    for f in dataclasses.fields(effect):
        value = getattr(effect, f.name)
        if f.name in ("id", "timestamp"):
            continue
        if f.name in ("source", "object") or (f.name == "affected" and isinstance(value, int)):
            rest.append(_name(value, names))
        elif f.name == "affected":
            rest.append(frozenset(_name(ident, names) for ident in value))
        else:
            rest.append(_plain(value, names))
    return type(effect).__name__, tuple(rest)


_ID_FIELDS = frozenset({"object", "source", "attacker", "linked", "depends_on", "encoded_on"})


def _plain(value: Any, names: dict[int, Name]) -> Hashable:
    """The value with every object id replaced by where that object is."""
    if isinstance(value, Chosen):
        return (
            ("object", _name(value.object, names)) if value.object is not None else ("player", value.player)
        )
    if isinstance(value, tuple):
        return tuple(_plain(item, names) for item in value)
    if (
        dataclasses.is_dataclass(value)
        and not isinstance(value, type)
        and type(value).__module__.endswith(("objects", "state", "effects"))
    ):
        return (
            type(value).__name__,
            *(
                _id_or_plain(f.name, getattr(value, f.name), names)
                for f in dataclasses.fields(value)
                if f.name not in ("id", "timestamp")
            ),
        )
    return value  # type: ignore[no-any-return]


def _id_or_plain(field: str, value: Any, names: dict[int, Name]) -> Hashable:
    if field in _ID_FIELDS and isinstance(value, int):
        return _name(value, names)
    if field in ("blockers", "paid") and isinstance(value, tuple):
        return tuple(_name(ident, names) for ident in value)
    if field == "dealt_first_strike":
        return frozenset(_name(ident, names) for ident in value)
    return _plain(value, names)

"""Copying objects (CR 707): three kinds that are never under one flag.

A copy of a spell is put on the stack and was not cast (707.10); a copy of a card is made where the card is and may be
cast (707.12); an object that becomes a copy takes captured values in layer 1 (707.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.errors import LimitReached
from rules_engine.model.abilities import AddAbility, ChangeColors, ChangeTypes, LoseTypes, Modification
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.events import Event
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, GameObject
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.faces import is_double_faced, one_face
from rules_engine.process.moving import copiable_of, place
from rules_engine.process.typing_of import correlated, without_types
from rules_engine.process.units import unit


def copiable_values(e: Engine, ident: int) -> Characteristics:
    """Printed or captured values, as changed by copy effects only (CR 707.2); of the last known object if it is gone.

    What becomes a copy of a double-faced object takes the face that is up (CR 707.8).
    """
    return one_face(both_faces(e, ident))


@unit("707.8a", "a token that is a copy has one face only", lambda e, ident: one_face(_copiable(e, ident)))
def both_faces(e: Engine, ident: int) -> Characteristics:
    """The same for a token or spell that is made as a copy, which has both faces too (CR 707.8a, 707.10g)."""
    return _copiable(e, ident)


def _copiable(e: Engine, ident: int) -> Characteristics:
    obj = e.state.objects.get(ident)
    return e.state.last_known[ident].copiable if obj is None else copiable_of(e, obj)


def with_exceptions(values: Characteristics, exceptions: Sequence[Modification]) -> Characteristics:
    """Copiable values as changed by what the copying effect says (CR 707.9), on both faces (CR 707.8a)."""
    if exceptions and is_double_faced(values):
        other = tuple(with_exceptions(part, exceptions) for part in values.parts)
        return replace(with_exceptions(one_face(values), exceptions), parts=other, frame=values.frame)
    for exception in exceptions:
        match exception:
            case ChangeTypes(_, types, subtypes, False):
                types |= values.types
                # CR 205.3d: no subtype that is of none of its types.
                subtypes = correlated(subtypes, types)
                values = replace(values, types=types, subtypes=values.subtypes | subtypes)
            case LoseTypes(types, supertypes):
                values = without_types(values, types, supertypes)
            case ChangeColors(colors, False):
                values = replace(values, colors=colors)
            case AddAbility(abilities):
                values = replace(values, abilities=(*values.abilities, *abilities))
            case _:
                raise TypeError(f"no exception of a copy: {exception!r}")
    return values


@unit("112.2a", "the owner of the card owns the copy", lambda e, obj, player: obj.owner)
def owner_of_copy(e: Engine, obj: GameObject, player: int) -> int:
    """The player told to create the copy (CR 112.2a)."""
    return player


@unit("707.12", "no copy of a card can be made", lambda e, ident, player, source: None)
def copy_card(e: Engine, ident: int, player: int, source: int | None) -> int | None:
    """Create a copy of a card in the zone that the card is in; the player told to make it owns it (CR 707.12, 112.2a)."""
    obj = e.state.objects.get(ident)
    if obj is None:
        return None
    copy = GameObject(
        id=e.new_id(),
        kind="copy of a card",
        owner=owner_of_copy(e, obj, player),
        zone=obj.zone,
        base=obj.base,
        timestamp=e.tick(),
    )
    place(e, copy)
    e.emit(
        Event(
            "copy created",
            player=player,
            object=copy.id,
            was=ident,
            source=source,
            to=obj.zone,
            name=copy.name,
            source_name=e.name(source),
            rules=("707.12", "112.2a"),
        )
    )
    return copy.id


@unit("707.10", "spells and abilities can't be copied", lambda e, ident, player, source: None)
def copy_on_stack(e: Engine, ident: int, player: int, source: int | None) -> int | None:
    """Put a copy of a spell or ability onto the stack, with all choices made for it (CR 707.10); it was not cast."""
    obj = e.state.objects.get(ident)
    if obj is None and ident in e.state.last_known:
        # CR 608.2h: a spell that has left the stack is copied as it last existed there (storm).
        obj = e.state.last_known[ident].object
    if obj is None or obj.zone is not Zone.STACK:
        return None
    if obj.face_down:
        raise LimitReached("copies of face-down spells are not supported")
    spell = replace(obj.spell, cast_from=None) if obj.spell is not None else None
    copy = replace(
        obj,
        id=e.new_id(),
        kind="ability" if obj.kind == "ability" else "copy of a spell",
        card=None,
        owner=player,
        controller=player,
        base=both_faces(e, ident),
        timestamp=e.tick(),
        spell=spell,
    )
    place(e, copy)
    e.emit(
        Event(
            "put on stack",
            player=player,
            object=copy.id,
            was=ident,
            source=source,
            name=copy.name,
            source_name=e.name(source),
            detail="copy of a spell",
            targets=tuple(t for group in _targets(copy) for t in group),
            rules=("707.10", "112.2"),
        )
    )
    return copy.id


def _targets(obj: GameObject) -> tuple[tuple[Chosen, ...], ...]:
    if obj.ability is not None:
        return obj.ability.targets
    return obj.spell.targets if obj.spell is not None else ()

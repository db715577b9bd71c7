"""Looking at objects: as they are, or as they last were (CR 113.7a, 608.2h)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from rules_engine.model.abilities import Ability, Rule
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.objects import GameObject
from rules_engine.model.state import State
from rules_engine.model.zones import Zone

_BATTLEFIELD = (Zone.BATTLEFIELD, None)


class Held(NamedTuple):
    """An ability an object has; `linked` is the card in exile that grants it through cipher (CR 607.1, 702.99a)."""

    ability: Ability
    linked: int | None = None


class Statement(NamedTuple):
    """A statement about an object that is no ability (CR 113.12), with the source and controller of the effect."""

    rule: Rule
    source: int
    controller: int


@dataclass(slots=True)
class Projection:
    """An object after continuous effects: characteristics, controller, abilities with their links, statements.

    `linked` holds the links of the abilities at the same places; empty while no ability has one.
    """

    chars: Characteristics
    controller: int | None
    linked: tuple[int | None, ...] = ()
    statements: tuple[Statement, ...] = ()

    @property
    def held(self) -> tuple[Held, ...]:
        """Its abilities with their links."""
        abilities = self.chars.abilities
        if not self.linked:
            return tuple(Held(ability) for ability in abilities)
        return tuple(Held(ability, link) for ability, link in zip(abilities, self.linked, strict=True))


class Seen(NamedTuple):
    """An object as somebody asks about it: itself, its characteristics and controller at that moment."""

    obj: GameObject
    chars: Characteristics
    controller: int | None
    exists: bool


class Look:
    """A view of all objects through a (perhaps unfinished) projection."""

    __slots__ = ("_permanents", "constant", "memory", "projected", "state")

    def __init__(self, state: State, projected: dict[int, Projection], constant: bool = False) -> None:
        self.state = state
        self.projected = projected
        # Whether the projection reads nothing but objects, their counters, attachments, encodings and effects.
        self.constant = constant
        self._permanents: tuple[Seen, ...] | None = None
        # What others worked out from this look and may find again while objects, zones and effects stay as they are;
        # nothing that depends on the turn or on the players themselves.
        self.memory: dict[str, Any] = {}

    def of(self, state: State) -> Look:
        """The same view of a state whose objects, zones and effects are the same: nothing is worked out anew."""
        other = Look(state, self.projected, self.constant)
        other._permanents = self._permanents
        other.memory = self.memory
        return other

    def at(self, ident: int) -> Seen | None:
        """The object as it is now, or as it last existed; None when it never was seen (hidden, or unknown id)."""
        obj = self.state.objects.get(ident)
        # CR 702.26b: what is phased out is treated as though it did not exist.
        if obj is not None and obj.zone is not Zone.PHASED_OUT:
            found = self.projected.get(ident)
            if found is None:
                return Seen(obj, obj.base, obj.controller, True)
            return Seen(obj, found.chars, found.controller, True)
        known = self.state.last_known.get(ident)
        if known is None:
            return None
        return Seen(known.object, known.object.base, known.controller, False)

    def now(self, ident: int) -> Seen | None:
        """The object as it is now, None when it is gone."""
        seen = self.at(ident)
        return seen if seen is not None and seen.exists else None

    def projection(self, ident: int) -> Projection:
        """The object's projection; off the battlefield and the stack it is what is printed."""
        found = self.projected.get(ident)
        if found is not None:
            return found
        obj = self.state.objects[ident]
        return Projection(obj.base, obj.controller)

    def permanents(self) -> tuple[Seen, ...]:
        """Every permanent, in the order of arrival."""
        if self._permanents is None:
            objects, projected = self.state.objects, self.projected
            self._permanents = tuple(
                Seen(objects[ident], kept.chars, kept.controller, True)
                for ident in self.state.zones.get(_BATTLEFIELD, ())
                if (kept := projected.get(ident)) is not None
            )
        return self._permanents

    def statements(self, ident: int, kind: str) -> list[Statement]:
        """The statements of a kind about an object ("can't block", …)."""
        found = self.projected.get(ident)
        return [s for s in found.statements if s.rule.kind == kind] if found else []

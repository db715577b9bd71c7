"""How a scenario names objects and players: "Lane Runner", "copy of Arcane Heist", "ability of Lane Runner", "B".

A plain name means the card, or the token, of that name; copies and abilities are named as such. "B's …" asks for the
owner, "… in exile" for the zone. A handle given with `as` names one object of several with the same name, and goes
with its card when the card changes zones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from rules_engine.errors import ScenarioError
from rules_engine.model.objects import Chosen, GameObject
from rules_engine.model.state import State
from rules_engine.model.zones import Zone
from rules_engine.scenario.fields import PLAYERS, nearest
from rules_engine.scenario.report import Word

_ZONES = {zone.value: zone for zone in Zone}
_OWNER = re.compile(r"([A-D])'s (.+)")
_IN_ZONE = re.compile(
    r"(.+) (?:in|on) (?:the |its owner's |([A-D])'s )?(library|hand|battlefield|graveyard|stack|exile)"
)


@dataclass(frozen=True)
class Names:
    """What names mean in one scenario: `cards` maps a handle to its physical card's number, `names` each role to the
    name of the card that plays it (another one when a card was substituted), `tokens` lists handles of tokens by id;
    `backs` maps the role of a double-faced card to the name of its back face: the role means either face."""

    players: tuple[str, ...]
    cards: dict[str, int]
    names: dict[str, str]
    tokens: dict[str, int]
    backs: dict[str, str] = field(default_factory=dict)

    def meant(self, name: str) -> tuple[str, ...]:
        """What an object may be called that is meant by this name."""
        return (self.names.get(name, name), *([self.backs[name]] if name in self.backs else []))

    def number(self, name: str) -> int:
        """The number of a player who must be in the scenario."""
        found = self.player(name)
        if found is None:
            raise ScenarioError(f"there is no player {name} in this scenario")
        return found

    def player(self, text: str) -> int | None:
        """The number of the player with that name."""
        return self.players.index(text) if text in self.players else None


@dataclass(frozen=True)
class Reference:
    """A description of an object as written; see the module."""

    text: str
    name: str
    kind: str = "card"
    owner: int | None = None
    zone: Zone | None = None

    def fits(self, obj: GameObject, names: Names) -> bool:
        """Whether it describes the object."""
        if not _kind_fits(self.kind, obj):
            return False
        if self.owner is not None and obj.owner != self.owner:
            return False
        if self.zone is not None and obj.zone is not self.zone:
            return False
        return self._is_named(obj, names)

    def _is_named(self, obj: GameObject, names: Names) -> bool:
        if self.name == "any":
            return True
        if self.kind == "card":
            card = names.cards.get(self.name)
            if card is not None and self.name not in names.names:
                return obj.card == card
            token = names.tokens.get(self.name)
            if token is not None and self.name not in names.names:
                return obj.id == token
        if self.kind == "ability" and self.name in names.cards and self.name not in names.names:
            return False  # abilities of one handle are told apart by source; see `source_fits`
        wanted = names.meant(self.name)
        return obj.name in wanted or (
            obj.kind == "token" and _token_name(obj.name) in [_token_name(name) for name in wanted]
        )


def _token_name(name: str) -> str:
    """A token's name without the word that is added to one that was given none (CR 111.4)."""
    return name.casefold().removesuffix(" token")


def _kind_fits(kind: str, obj: GameObject) -> bool:
    if kind == "copy":
        return obj.kind in ("copy of a card", "copy of a spell")
    if kind == "card":
        return obj.kind in ("card", "token")
    return obj.kind == kind


@lru_cache(maxsize=4096)
def parse_reference(text: str) -> Reference:
    """Read a reference; it says nothing yet about whether such an object exists."""
    rest, owner, zone = text.strip(), None, None
    found = _IN_ZONE.fullmatch(rest)
    if found:
        rest, zone = found[1], _ZONES[found[3]]
        owner = PLAYERS.index(found[2]) if found[2] else None
    found = _OWNER.fullmatch(rest)
    if found:
        owner, rest = PLAYERS.index(found[1]), found[2]
    kind = "card"
    for prefix, meaning in (("copy of ", "copy"), ("ability of ", "ability"), ("token ", "token")):
        if rest.startswith(prefix):
            kind, rest = meaning, rest.removeprefix(prefix)
    return Reference(text, rest, kind, owner, zone)


def find(text: str, state: State, names: Names) -> list[GameObject]:
    """The objects that exist now and that the text describes, in the order of their ids."""
    reference = parse_reference(text)
    found = [obj for obj in _candidates(reference, state, names) if fits(reference, obj, state, names)]
    return sorted(found, key=lambda obj: obj.id) if len(found) > 1 else found


def _candidates(reference: Reference, state: State, names: Names) -> Iterable[GameObject]:
    """The few objects that can be called by the reference's name, found without reading it object by object."""
    objects, name = state.objects.values(), reference.name
    if name == "any" or reference.kind == "ability":
        return objects
    if reference.kind == "card" and name not in names.names:
        card = names.cards.get(name)
        if card is not None:
            return [obj for obj in objects if obj.card == card]
        if name in names.tokens:
            return objects
    wanted = names.meant(name)
    return [obj for obj in objects if obj.base.name in wanted or obj.kind == "token"]


def fits(reference: Reference, obj: GameObject, state: State, names: Names) -> bool:
    """Whether the reference describes the object; abilities of a handle are found by their source."""
    if (
        reference.kind == "ability"
        and obj.ability is not None
        and reference.name in {**names.cards, **names.tokens}
        and reference.name not in names.names
    ):
        source = object_of(obj.ability.source, state)
        return source is not None and Reference(reference.name, reference.name).fits(source, names)
    return reference.fits(obj, names)


def object_of(ident: int, state: State) -> GameObject | None:
    """The object with that id, or as it last existed."""
    found = state.objects.get(ident)
    if found is not None:
        return found
    known = state.last_known.get(ident)
    return known.object if known else None


def one(text: str, state: State, names: Names) -> GameObject:
    """The one object described; ScenarioError when there is none or more than one."""
    found = find(text, state, names)
    if len(found) == 1:
        return found[0]
    if not found:
        known = sorted({*names.names, *names.cards})
        raise ScenarioError(f"there is no {text!r} now{nearest(text, known) if text not in known else ''}")
    places = ", ".join(f"{'ABCD'[obj.owner]}'s {obj.zone.value}" for obj in found)
    raise ScenarioError(f"{text!r} could be {len(found)} objects ({places}); name one with `as`")


def chosen(text: str, state: State, names: Names) -> list[Chosen]:
    """What the text may stand for as a choice: a player, or the objects it describes."""
    player = names.player(text)
    if player is not None:
        return [Chosen(player=player)]
    return [Chosen(object=obj.id) for obj in find(text, state, names)]


def label(obj: GameObject | None, state: State) -> str:
    """How people call an object: its name, and what it is when it is a copy, a token or an ability."""
    return called(word_for(obj))


def word_for(obj: GameObject | None, role: str = "") -> Word:
    """An object by its name and by what it is: a card, or a copy, an ability, a token without a name of its own."""
    if obj is None:
        return Word("gone", "", role)
    if obj.kind == "ability":
        return Word("ability", obj.name, role) if obj.name else Word("face-down ability", "", role)
    if obj.face_down and not obj.name:
        return Word("face down", "", role)
    if obj.kind in ("copy of a card", "copy of a spell"):
        return Word("copy", obj.name, role)
    if obj.kind == "token" and obj.name.islower():
        return Word("token", obj.name.title(), role)
    return Word("card", obj.name, role)


def called(word: Word) -> str:
    """What an object is called in English."""
    return _CALLED.get(word.kind, "{name}").format(name=word.name)


_CALLED = {
    "ability": "ability of {name}",
    "copy": "copy of {name}",
    "face down": "face-down creature",
    "face-down ability": "ability of a face-down creature",
    "gone": "something that is gone",
    "token": "{name} Token",
}

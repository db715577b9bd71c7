"""Objects that are or become something else and nothing more: "is a green Elk creature with base power and toughness 3/3"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.mana import COLOR_LETTERS, COLOR_NAMES
from rules_engine.model.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES
from rules_engine.model.terms import Attached
from rules_engine.oracle.grammar import Context, Form, Printing, Reader, Reading, Slot, Text, define, slot
from rules_engine.oracle.instructions.mentions import changed

_SIZE = ("with", "base", "power", "and", "toughness")


class NewKind(Slot):
    """ "a blue Frog with base power and toughness 1/1": creature types are set, and card types where they are said (CR 205.1a).

    The value is a tuple of modifications: types, perhaps colours, the size.
    """

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) not in ("a", "an"):
            return
        at += 1
        colors: tuple[ab.Modification, ...] = ()
        if reader.word(at) == "colorless":
            colors, at = (ab.ChangeColors(frozenset()),), at + 1
        elif reader.word(at) in COLOR_LETTERS:
            colors, at = (ab.ChangeColors(frozenset({COLOR_LETTERS[reader.word(at)]})),), at + 1
        subtypes: set[str] = set()
        while reader.word(at) in CREATURE_TYPES:
            subtypes.add(reader.word(at))
            at += 1
        if not subtypes:
            return
        # "[creature type] artifact creature" alone would keep the other card types (CR 205.1b).
        types = frozenset({"creature"}) if reader.word(at) == "creature" else frozenset()
        at += bool(types)
        if reader.has(at, _SIZE):
            for (power, toughness), end, _ in slot("base-pt").read(reader, at + len(_SIZE), context):
                kind = ab.ChangeTypes(types=types, subtypes=frozenset(subtypes), replace=True)
                yield (kind, *colors, ab.SetPT(power, toughness)), end, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        taken = _taken(value)
        if taken is None:
            return
        kind, colors, size = taken
        noun = ("creature",) if kind.types else ()
        for article in ("a", "an"):
            for order in permutations(sorted(kind.subtypes)):
                said = text.says((article, *_color(colors), *order, *noun, *_SIZE))
                if said is not None:
                    yield from slot("base-pt").write((size.power, size.toughness), said, context)


def _color(colors: ab.ChangeColors | None) -> tuple[str, ...]:
    if colors is None:
        return ()
    return (COLOR_NAMES[next(iter(colors.colors))],) if colors.colors else ("colorless",)


def _taken(value: Any) -> tuple[ab.ChangeTypes, ab.ChangeColors | None, ab.SetPT] | None:
    parts = list(value)
    kind = parts.pop(0) if parts and isinstance(parts[0], ab.ChangeTypes) else None
    colors = parts.pop(0) if parts and isinstance(parts[0], ab.ChangeColors) else None
    size = parts.pop(0) if parts and isinstance(parts[0], ab.SetPT) else None
    if parts or kind is None or size is None or None in (size.power, size.toughness):
        return None
    if kind != ab.ChangeTypes(types=kind.types, subtypes=kind.subtypes, replace=True):
        return None
    creature = kind.types in (frozenset(), frozenset({"creature"}))
    return (kind, colors, size) if creature and kind.subtypes <= CREATURE_TYPES else None


define("new-kind", NewKind())
_LOSES = ab.LoseAllAbilities()


def _static(template: str, *, first: bool) -> Form:
    """Of what it is and that it loses all abilities, in either order: they are different layers (CR 613.1)."""

    def build(values: dict[str, Any]) -> ab.StaticChange:
        return ab.StaticChange(
            values["what"], (_LOSES, *values["kind"]) if first else (*values["kind"], _LOSES)
        )

    def unbuild(node: ab.StaticChange) -> dict[str, Any] | None:
        parts = node.modifications
        if len(parts) < 3 or (parts[0] if first else parts[-1]) != _LOSES:
            return None
        return {"what": node.what, "kind": parts[1:] if first else parts[:-1]}

    return Form(ab.StaticChange, template, build=build, unbuild=unbuild)


def _change(template: str, *, permanent: bool = False) -> Form:
    def build(values: dict[str, Any]) -> ab.Change:
        made = ab.Change(values["what"], (_LOSES, *values["kind"]), "permanent")
        return made if permanent else replace(made, duration=values["duration"])

    def unbuild(node: ab.Change) -> dict[str, Any] | None:
        if node.modifications[:1] != (_LOSES,) or (node.duration == "permanent") is not permanent:
            return None
        values = {"what": node.what, "kind": node.modifications[1:]}
        return values if permanent else {**values, "duration": node.duration}

    return Form(ab.Change, template, build=build, unbuild=unbuild, then=changed)


def _new_land() -> Form:
    """ "Enchanted permanent is a colorless Forest land": nothing else any more, without abilities (CR 205.1a, 305.7)."""

    def build(values: dict[str, Any]) -> ab.StaticChange | None:
        subtype = values["land"]
        if not isinstance(values["what"], Attached):
            return None
        kind = ab.ChangeTypes(types=frozenset({"land"}), subtypes=frozenset({subtype}), replace=True)
        return ab.StaticChange(values["what"], (kind, ab.ChangeColors(frozenset())))

    def unbuild(node: ab.StaticChange) -> dict[str, Any] | None:
        kind = node.modifications[0]
        if not isinstance(kind, ab.ChangeTypes) or len(kind.subtypes) != 1:
            return None
        values = {"what": node.what, "land": next(iter(kind.subtypes))}
        return values if values["land"] in BASIC_LAND_TYPES and node == build(values) else None

    return Form(
        ab.StaticChange,
        "<what:static-subject> is a colorless <land:basic-land-type> land",
        build=build,
        unbuild=unbuild,
    )


class BasicLandType(Slot):
    """ "Forest"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) in BASIC_LAND_TYPES:
            yield reader.word(at), at + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.say(value)
        if said is not None:
            yield said, context


define("basic-land-type", BasicLandType())
STATICS = (
    _static("<what:static-subject> lose(s) all abilities and is <kind:new-kind>", first=True),
    _static("<what:static-subject> is <kind:new-kind> and lose(s) all abilities", first=False),
    _new_land(),
)
INSTRUCTIONS = (
    _change("<what:subject-one> lose(s) all abilities and become(s) <kind:new-kind> <duration:duration>"),
    _change("<duration:duration> , <what:subject-one> lose(s) all abilities and become(s) <kind:new-kind>"),
    _change("<what:subject-one> lose(s) all abilities and become(s) <kind:new-kind>", permanent=True),
)

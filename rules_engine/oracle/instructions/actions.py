"""Keyword actions with a rule of their own: explore, connive, amass, bolster, adapt (CR 701)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.subtypes import CREATURE_TYPES
from rules_engine.model.terms import Fixed, Those
from rules_engine.oracle.grammar import (
    Context,
    Form,
    Mention,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    define,
    slot,
)
from rules_engine.oracle.instructions.mentions import forget
from rules_engine.oracle.subtypes import PLURALS, plural


class CreatureTypes(Slot):
    """ "Zombies", "Orcs": a creature type in the plural, as its name."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        name = PLURALS.get(reader.word(at))
        if name in CREATURE_TYPES:
            yield name, at + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.say(plural(value))
        if said is not None:
            yield said, context


define("creature-types", CreatureTypes())


def _forget(context: Context, node: Any) -> Context:
    return forget(context)


def _face_down(context: Context, node: Any) -> Context:
    """One that was put there is "it" and "that creature"; of several nobody speaks again."""
    if node.count != Fixed(1):
        return forget(context)
    return forget(context).mention(Mention(Those("it"), frozenset({"creature", "permanent"})))


def _exiled(context: Context, node: Any) -> Context:
    """The exiled card or cards are "it", "that card", "them", "those cards"."""
    many = node.count != Fixed(1)
    return forget(context).mention(Mention(_IT, frozenset({"card"}), plural=many))


class ExiledTop(Slot):
    """ "that card", "those cards", said right after they were exiled from the top of a library."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for what, end, after in slot("it").read(reader, at, context):
            if what == _IT:
                yield what, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if value == _IT:
            yield from slot("it").write(value, text, context)


_IT = Those("it")
define("exiled-top", ExiledTop())
FORMS = (
    Form(ab.Explore, "<what:subject-one> explore(s)"),
    Form(ab.Connive, "<what:subject-one> connive(s)", then=_forget),
    Form(
        ab.Connive,
        "<what:subject-one> connive(s) <count:digits>",
        then=_forget,
    ),
    Form(ab.Amass, "amass <subtype:creature-types> <count:digits>", then=_forget),
    Form(ab.Bolster, "bolster <count:digits>", then=_forget),
    Form(ab.Manifest, "manifest the top card of your library", then=_face_down),
    Form(ab.Manifest, "cloak the top card of your library", {"kind": "cloak"}, then=_face_down),
    Form(ab.ExileTop, "exile the top card of your library", then=_exiled),
    Form(ab.ExileTop, "exile the top <count:several> cards of your library", then=_exiled),
    Form(ab.Incubate, "incubate <count:digits>", then=_forget),
    Form(ab.BecomesDaytime, "it becomes day", {"what": "day"}),
    Form(ab.BecomesDaytime, "it becomes night", {"what": "night"}),
    Form(ab.Transform, "transform <what:object>"),
    Form(ab.Transform, "convert <what:object>", {"convert": True}),
    Form(ab.PhaseOut, "<what:subject-one> phase(s) out"),
    Form(ab.PhaseOut, "<what:all-subject> phase(s) out"),
    Form(ab.Manifest, "manifest dread", {"kind": "dread"}, then=_face_down),
    Form(ab.Manifest, "manifest the top <count:several> cards of your library", then=_face_down),
    Form(
        ab.Manifest, "cloak the top <count:several> cards of your library", {"kind": "cloak"}, then=_face_down
    ),
    Form(ab.Adapt, "adapt <count:digits>"),
    Form(ab.Adapt, "monstrosity <count:digits>", {"monstrosity": True}),
)

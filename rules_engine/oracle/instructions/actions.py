"""Keyword actions with a rule of their own: explore, connive, amass, bolster, adapt (CR 701)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.subtypes import CREATURE_TYPES
from rules_engine.oracle.grammar import Context, Form, Printing, Reader, Reading, Slot, Text, define
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
    Form(ab.Adapt, "adapt <count:digits>"),
    Form(ab.Adapt, "monstrosity <count:digits>", {"monstrosity": True}),
)

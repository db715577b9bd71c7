"""What a copy has that its original has not: "except it's an artifact in addition to its other types" (CR 707.9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.mana import COLOR_LETTERS
from rules_engine.model.terms import Filter
from rules_engine.oracle.filters import FilterSlot
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Phrases,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    Union,
    define,
    slot,
)
from rules_engine.oracle.lists import Listed

_IT_IS = (("it", "'s"), ("it", "is"))
_ADDED = ("in", "addition", "to", "its", "other", "types")


class AddedTypes(Slot):
    """ "it's an artifact in addition to its other types"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for words in _IT_IS:
            here = at + len(words)
            if reader.has(at, words) and reader.word(here) in ("a", "an"):
                for what, end, _ in FilterSlot(many=False).read(reader, here + 1, context):
                    plain = Filter(types=what.types, subtypes=what.subtypes)
                    if what == plain and reader.has(end, _ADDED):
                        yield (
                            ab.ChangeTypes(types=what.types, subtypes=what.subtypes),
                            end + len(_ADDED),
                            context,
                        )

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, ab.ChangeTypes):
            return
        plain = ab.ChangeTypes(types=value.types, subtypes=value.subtypes)
        if value != plain:
            return
        for words in _IT_IS:
            for article in ("a", "an"):
                said = text.says((*words, article))
                if said is not None:
                    what = Filter(types=value.types, subtypes=value.subtypes)
                    for named, _ in FilterSlot(many=False).write(what, said, context):
                        done = named.says(_ADDED)
                        if done is not None:
                            yield done, context


define(
    "sole-color",
    Phrases({frozenset({letter}): name for name, letter in COLOR_LETTERS.items()}),
)
define(
    "copy-exception",
    Union(
        AddedTypes(),
        Choice(
            Form(ab.AddAbility, "it has <abilities:granted>"),
            Form(ab.LoseTypes, "it isn't legendary", {"supertypes": frozenset({"legendary"})}),
            Form(ab.LoseTypes, "it 's not legendary", {"supertypes": frozenset({"legendary"})}),
            Form(ab.ChangeColors, "it 's <colors:sole-color>"),
        ),
    ),
)
define("copy-exceptions", Listed(slot("copy-exception")))

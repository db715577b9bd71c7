"""Amounts (CR 107): digits, number words, "a", X, "that much", and what is counted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

from rules_engine.model.mana import COLOR_LETTERS, COLOR_NAMES
from rules_engine.model.terms import (
    All,
    CardTypes,
    Compare,
    Count,
    Devotion,
    EventAmount,
    Filter,
    Fixed,
    Half,
    HighestLife,
    LifeOf,
    Scaled,
    StatOf,
    They,
    TimesKicked,
    X,
)
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Limited,
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
from rules_engine.oracle.wordlist import ordered

_WORDS = ordered(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
)
NUMBER_WORDS = {word: value for value, word in enumerate(_WORDS)}


class Digits(Slot):
    """A number in digits, or X: "3 damage", "X life"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        if word.isdigit():
            yield Fixed(int(word)), at + 1, context
        elif word == "x":
            yield X(), at + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        word = str(value.value) if isinstance(value, Fixed) else "x" if isinstance(value, X) else None
        said = text.say(word) if word is not None else None
        if said is not None:
            yield said, context


class Much(Digits):
    """An uncountable amount: digits, X, or "that much", which is what the event spoken of was about."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from super().read(reader, at, context)
        if context.amount and reader.has(at, ("that", "much")):
            yield EventAmount(), at + 2, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from super().write(value, text, context)
        if isinstance(value, EventAmount):
            said = text.says(("that", "much"))
            if said is not None:
                yield said, context


class Counted(Slot):
    """How many, before a noun: "a card", "two cards", "X cards", "that many cards"; the noun agrees with it.

    `one`: the usual words for one.
    """

    def __init__(self, *one: str) -> None:
        self._one = one

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        if word in self._one:
            yield Fixed(1), at + 1, _many(context, False)
        elif word in NUMBER_WORDS and word != "one":
            yield Fixed(NUMBER_WORDS[word]), at + 1, _many(context, True)
        elif word.isdigit() and word != "1":
            yield Fixed(int(word)), at + 1, _many(context, True)
        elif word == "x":
            yield X(), at + 1, _many(context, True)
        elif word == "that" and context.amount and reader.word(at + 1) == "many":
            yield EventAmount(), at + 2, _many(context, True)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if value == Fixed(1):
            for word in self._one:
                said = text.say(word)
                if said is not None:
                    yield said, _many(context, False)
            return
        forms: list[tuple[str, ...]] = []
        if isinstance(value, Fixed):
            forms = [(_WORDS[value.value],)] if value.value < len(_WORDS) else []
            forms.append((str(value.value),))
        elif isinstance(value, X):
            forms = [("x",)]
        elif isinstance(value, EventAmount):
            forms = [("that", "many")]
        for form in forms:
            said = text.says(form)
            if said is not None:
                yield said, _many(context, True)


def _many(context: Context, many: bool) -> Context:
    return context.but(many=many)


# "On them" would have to mean each for itself.
define("counted-object", Limited("one-object", lambda value: not isinstance(value, All)))
define("digits", Digits())
define("much", Much())
define("a", Counted("a", "an"))
define("one", Counted("one"))
define("a-one", Counted("a", "an", "one"))
define(
    "simple-quantity",
    Choice(
        Form(Count, "the number of <what:many>"),
        Form(StatOf, "<of:possessive> <stat:stat>"),
        Form(StatOf, "the number of <stat:counter-kind> counters on <of:counted-object>"),
        Form(LifeOf, "<who:player-possessive> life total"),
        Form(HighestLife, "the highest life total among players"),
        Form(CardTypes, "the number of card types among <what:many>"),
        Form(Devotion, "your devotion to <colors:devoted-to>"),
    ),
)
define(
    "quantity",
    Union(
        slot("simple-quantity"),
        Choice(
            Form(
                Scaled,
                "twice <amount:simple-quantity>",
                build=lambda v: Scaled(v["amount"], 2),
                unbuild=lambda n: {"amount": n.amount} if (n.factor, n.offset) == (2, 0) else None,
            ),
            Form(
                Scaled,
                "<offset:digits> minus <amount:simple-quantity>",
                build=lambda v: (
                    Scaled(v["amount"], -1, v["offset"].value) if isinstance(v["offset"], Fixed) else None
                ),
                unbuild=lambda n: (
                    {"amount": n.amount, "offset": Fixed(n.offset)}
                    if n.factor == -1 and n.offset > 0
                    else None
                ),
            ),
            Form(
                Scaled,
                "<offset:number-word> plus <amount:simple-quantity>",
                build=lambda v: Scaled(v["amount"], 1, v["offset"]),
                unbuild=lambda n: (
                    {"amount": n.amount, "offset": n.offset} if n.factor == 1 and n.offset > 0 else None
                ),
            ),
            Form(
                Scaled,
                "<amount:simple-quantity> plus <offset:number-word>",
                build=lambda v: Scaled(v["amount"], 1, v["offset"]),
                unbuild=lambda n: (
                    {"amount": n.amount, "offset": n.offset} if n.factor == 1 and n.offset > 0 else None
                ),
            ),
        ),
    ),
)


class EachOfTwo(Slot):
    """ "each card in your hand and each foretold card you own in exile", after the first "each": both are counted."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for first, end, after in slot("single").read(reader, at, context):
            if reader.has(end, ("and", "each")):
                for second, done, last in slot("single").read(reader, end + 2, after):
                    # What matches both would count once here and twice there.
                    if first.zone is not second.zone:
                        yield Count(Filter(any_of=(first, second))), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        parts = value.what.any_of if isinstance(value, Count) else ()
        if len(parts) == 2 and value == Count(Filter(any_of=parts)) and parts[0].zone is not parts[1].zone:
            for said, after in slot("single").write(parts[0], text, context):
                joined = said.says(("and", "each"))
                if joined is not None:
                    yield from slot("single").write(parts[1], joined, after)


class DevotedTo(Slot):
    """ "black", "white and black": the colours of one devotion (CR 700.5)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        first, second = reader.word(at), reader.word(at + 2)
        if first in COLOR_LETTERS:
            yield frozenset({COLOR_LETTERS[first]}), at + 1, context
            if reader.word(at + 1) == "and" and second in COLOR_LETTERS and first != second:
                yield frozenset({COLOR_LETTERS[first], COLOR_LETTERS[second]}), at + 3, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for order in permutations(sorted(value)):
            names = [word for letter in order for word in ("and", COLOR_NAMES[letter])][1:]
            said = text.says(names)
            if said is not None:
                yield said, context


define(
    "each",
    Union(
        EachOfTwo(),
        Choice(
            Form(Count, "<what:every>"),
            Form(TimesKicked, "time <kicked>"),
            Form(StatOf, "<stat:counter-kind> counter on <of:counted-object>"),
        ),
    ),
)
define(
    "half-life",
    Choice(
        Form(
            Half,
            "half <their> life , rounded up",
            build=lambda v: Half(LifeOf(They()), True),
            unbuild=lambda n: {} if n == Half(LifeOf(They()), True) else None,
        ),
        Form(
            Half,
            "half <their> life , rounded down",
            build=lambda v: Half(LifeOf(They()), False),
            unbuild=lambda n: {} if n == Half(LifeOf(They()), False) else None,
        ),
    ),
)
define("devoted-to", DevotedTo())
define("number-word", Phrases({value: word for value, word in enumerate(_WORDS) if value}))
define("stat", Phrases({stat: stat for stat in ("power", "toughness", "mana value")}))
define(
    "compare",
    Choice(
        Form(Compare, "<value:digits> or less", {"op": "<="}),
        Form(Compare, "<value:digits> or greater", {"op": ">="}),
        Form(Compare, "less than or equal to <value:quantity>", {"op": "<="}),
        Form(Compare, "greater than or equal to <value:quantity>", {"op": ">="}),
        Form(Compare, "equal to <value:quantity>", {"op": "="}),
        Form(Compare, "less than <value:quantity>", {"op": "<"}),
        Form(Compare, "greater than <value:quantity>", {"op": ">"}),
        Form(Compare, "<value:digits>", {"op": "="}),
    ),
)

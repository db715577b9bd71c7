"""What a continuous effect does to an object: "gets +2/+2 and gains flying", "loses all abilities" (CR 611, 613)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations
from typing import Any

from rules_engine.model.abilities import (
    AddAbility,
    AddPT,
    ChangeColors,
    ChangeTypes,
    GrantForetell,
    LoseAllAbilities,
    LoseKeyword,
    LoseTypes,
    Rule,
    SetPT,
)
from rules_engine.model.mana import COLOR_LETTERS, COLOR_NAMES
from rules_engine.model.subtypes import BASIC_LAND_TYPES, CREATURE_TYPES
from rules_engine.model.terms import Amount, Filter, Fixed, Scaled, StatOf, Those, X
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
    define,
    slot,
)
from rules_engine.oracle.lists import Listed
from rules_engine.oracle.vocabulary import COUNTABLE_KEYWORDS, TYPE_NOUNS

MINUS_X = Scaled(X(), -1)


class SignedPT(Slot):
    """ "+2/+0", "-X/-X": a pair of amounts, negative as Fixed(-n)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        power, _, toughness = reader.word(at).partition("/")
        if power[:1] in ("+", "-") and toughness[:1] in ("+", "-"):
            both = _signed(power), _signed(toughness)
            if both[0] is not None and both[1] is not None:
                yield (both[0], both[1], (power[0], toughness[0])), at + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        power, toughness, signs = value
        for first in _signs(power, signs):
            for second in _signs(toughness, signs):
                said = text.say(f"{first}/{second}")
                if said is not None:
                    yield said, context


def _signed(word: str) -> Amount | None:
    if word[1:].isdigit():
        return Fixed(int(word))
    return X() if word == "+x" else MINUS_X if word == "-x" else None


def _signs(amount: Amount, signs: Any) -> list[str]:
    if amount in (X(), MINUS_X):
        return ["+x" if amount == X() else "-x"]
    if not isinstance(amount, Fixed):
        return []
    if amount.value == 0:
        return ["+0", "-0"]
    return [f"{amount.value:+d}"]


class BasePT(Slot):
    """ "3/3", "X/X", "0/1"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        power, slash, toughness = reader.word(at).partition("/")
        if slash:
            values = [_unsigned(power), _unsigned(toughness)]
            if None not in values:
                yield tuple(values), at + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        words = [str(a.value) if isinstance(a, Fixed) else "x" if isinstance(a, X) else None for a in value]
        said = text.say("/".join(str(word) for word in words)) if None not in words else None
        if said is not None:
            yield said, context


def _unsigned(word: str) -> Amount | None:
    if word.isdigit():
        return Fixed(int(word))
    return X() if word == "x" else None


define("signed-pt", SignedPT())
define("base-pt", BasePT())
define("countable-keyword", Phrases({keyword: keyword for keyword in COUNTABLE_KEYWORDS}))

RULES = (
    ("can't attack", "can't attack"),
    ("can't block", "can't block"),
    ("can't be blocked", "can't be blocked"),
    ("can't be countered", "can't be countered"),
    ("can't be sacrificed", "can't be sacrificed"),
    ("can't be regenerated", "can't be regenerated"),
    ("can't transform", "can't transform"),
)


def _add_pt() -> Form:
    return Form(
        AddPT,
        "get(s) <pt:signed-pt>",
        build=lambda v: AddPT(v["pt"][0], v["pt"][1]),
        unbuild=lambda n: {"pt": (n.power, n.toughness, None)},
    )


def _set_pt(verb: str) -> Form:
    return Form(
        SetPT,
        f"{verb} base power and toughness <pt:base-pt>",
        build=lambda v: SetPT(*v["pt"]),
        unbuild=lambda n: {"pt": (n.power, n.toughness)} if None not in (n.power, n.toughness) else None,
    )


def _rules() -> list[Form]:
    return [Form(Rule, words, {"kind": kind}) for kind, words in RULES] + [
        Form(Rule, "attack(s) each combat if able", {"kind": "attacks if able"}),
        Form(Rule, "block(s) each combat if able", {"kind": "blocks if able"}),
        Form(
            Rule,
            "can't be blocked by more than one creature",
            {"kind": "can't be blocked by more than one creature"},
        ),
        Form(Rule, "can't attack you", {"kind": "can't attack you"}),
        Form(
            Rule,
            "can't attack you or planeswalkers you control",
            {"kind": "can't attack you or your planeswalkers"},
        ),
        Form(Rule, "must be blocked if able", {"kind": "must be blocked"}),
        Form(Rule, "can block only <filter:many>", {"kind": "can block only"}),
        Form(Rule, "can't be blocked by <filter:many>", {"kind": "can't be blocked by"}),
        Form(Rule, "can't be blocked except by <filter:many>", {"kind": "can't be blocked except by"}),
    ]


def _add_pt_for_each() -> Form:
    def build(values: dict[str, Any]) -> AddPT | None:
        power, toughness, _ = values["pt"]
        if not isinstance(power, Fixed) or not isinstance(toughness, Fixed):
            return None
        return AddPT(*(_times(number, values["each"]) for number in (power, toughness)))

    def unbuild(node: AddPT) -> dict[str, Any] | None:
        each = next((_counted(a) for a in (node.power, node.toughness) if not isinstance(a, Fixed)), None)
        if each is None:
            return None
        sizes = [_factor(amount, each) for amount in (node.power, node.toughness)]
        return None if None in sizes else {"pt": (*sizes, None), "each": each}

    return Form(AddPT, "get(s) <pt:signed-pt> for each <each:each>", build=build, unbuild=unbuild)


def _times(number: Fixed, each: Amount) -> Amount:
    return Fixed(0) if number.value == 0 else each if number.value == 1 else Scaled(each, number.value)


def _counted(amount: Amount) -> Amount:
    return amount.amount if isinstance(amount, Scaled) and amount.offset == 0 else amount


def _factor(amount: Amount, each: Amount) -> Fixed | None:
    if amount == Fixed(0):
        return Fixed(0)
    if amount == each:
        return Fixed(1)
    if isinstance(amount, Scaled) and amount == Scaled(each, amount.factor):
        return Fixed(amount.factor)
    return None


def _where_x() -> Form:
    """ "gets +X/+X, where X is …" of a static ability, which goes on being counted."""

    def build(values: dict[str, Any]) -> AddPT | None:
        parts = [values["value"] if part == X() else part for part in values["pt"][:2]]
        return AddPT(*parts) if X() in values["pt"][:2] else None

    def unbuild(node: AddPT) -> dict[str, Any] | None:
        value = next((part for part in (node.power, node.toughness) if not isinstance(part, Fixed)), None)
        if value is None:
            return None
        sizes = [X() if part == value else part for part in (node.power, node.toughness)]
        return {"pt": (*sizes, None), "value": value}

    return Form(AddPT, "get(s) <pt:signed-pt> , where x is <value:quantity>", build=build, unbuild=unbuild)


_OWN_VALUE = SetPT(StatOf(Those("affected"), "mana value"), StatOf(Those("affected"), "mana value"))


def _own_value(template: str) -> Form:
    """ "its" is each object that the effect applies to."""
    return Form(
        SetPT, template, build=lambda v: _OWN_VALUE, unbuild=lambda n: {} if n == _OWN_VALUE else None
    )


_EFFECT = Choice(
    _add_pt(),
    _add_pt_for_each(),
    _set_pt("have(has)"),
    Form(AddAbility, "gain(s) <abilities:granted>"),
    Form(LoseAllAbilities, "lose(s) all abilities"),
    Form(LoseKeyword, "lose(s) <name:countable-keyword>"),
    *_rules(),
)
_STATIC = Choice(
    _add_pt(),
    _add_pt_for_each(),
    _where_x(),
    _set_pt("have(has)"),
    _own_value("have(has) base power and base toughness each equal to its mana value"),
    _own_value("have(has) base power and toughness each equal to its mana value"),
    Form(AddAbility, "have(has) <abilities:granted>"),
    Form(
        GrantForetell,
        "have(has) foretell . its foretell cost is equal to its mana cost reduced by <reduction:generic>",
    ),
    Form(LoseAllAbilities, "lose(s) all abilities"),
    Form(LoseKeyword, "lose(s) <name:countable-keyword>"),
    Form(LoseTypes, "isn't a creature", {"types": frozenset({"creature"})}),
    Form(LoseTypes, "isn't legendary", {"supertypes": frozenset({"legendary"})}),
    Form(Rule, "don't untap during their controllers ' untap steps", {"kind": "doesn't untap"}),
    *_rules(),
    Form(Rule, "doesn't untap during its controller 's untap step", {"kind": "doesn't untap"}),
    Form(Rule, "doesn't untap during your untap step", {"kind": "doesn't untap"}),
)


class Modifications(Slot):
    """A list of modifications, in which "can't attack or block" is two of them."""

    _BOTH = (Rule("can't attack"), Rule("can't block"))

    def __init__(self, items: Slot) -> None:
        self._listed = Listed(items)

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from self._listed.read(reader, at, context)
        if reader.has(at, ("can't", "attack", "or", "block")):
            yield self._BOTH, at + 4, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if value == self._BOTH:
            said = text.says(("can't", "attack", "or", "block"))
            if said is not None:
                yield said, context
        yield from self._listed.write(value, text, context)


define("turn-rule", Modifications(Choice(*_rules())))
define("effect-modifications", Modifications(_EFFECT))
define("static-modifications", Modifications(_STATIC))


# ------------------------------------------------------------------------------------------ becoming


class Become(Slot):
    """ "a 3/3 artifact creature", "a 2/2 blue Wizard creature in addition to its other types" (CR 205.1, 613).

    Only wordings by which the object keeps its other types are read (CR 205.1b); `bare`: the sentence that says so
    comes after.
    """

    def __init__(self, *, bare: bool = False) -> None:
        self._bare = bare

    _ADDED = (("in", "addition", "to", "its", "other", "types"), ("that", "'s", "still", "a", "land"))

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) not in ("a", "an"):
            return
        for (power, toughness), here, _ in slot("base-pt").read(reader, at + 1, context):
            for colors, after in _read_colors(reader, here):
                for types, subtypes, end in _read_types(reader, after):
                    yield from self._finish(
                        reader, end, context, (SetPT(power, toughness), colors, types, subtypes)
                    )

    def _finish(
        self,
        reader: Reader,
        at: int,
        context: Context,
        made: tuple[SetPT, frozenset[str] | None, frozenset[str], frozenset[str]],
    ) -> Iterator[Reading]:
        size, colors, types, subtypes = made
        head: tuple[Any, ...] = (ChangeTypes(types=types, subtypes=subtypes), size)
        if colors is not None:
            head = (head[0], ChangeColors(colors), size)
        options: list[tuple[tuple[Any, ...], int]] = [(head, at)]
        if reader.word(at) == "with":
            options += [
                ((*head, AddAbility(abilities)), end)
                for abilities, end, _ in slot("granted").read(reader, at + 1, context)
            ]
        for value, end in options:
            for words in self._ADDED:
                if reader.has(end, words):
                    yield value, end + len(words), context
            if self._bare or (types == frozenset({"artifact", "creature"}) and not subtypes):
                yield value, end, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        taken = _take_become(value)
        if taken is None:
            return
        types, colors, size, abilities = taken
        for sized in _write_size(size, text, context):
            for colored in _write_colors(colors, sized):
                for named in _write_types(types, colored):
                    for granted in _write_granted(abilities, named, context):
                        artifact = types.types == frozenset({"artifact", "creature"}) and not types.subtypes
                        if self._bare or artifact:
                            yield granted, context
                        for words in self._ADDED:
                            done = granted.says(words)
                            if done is not None:
                                yield done, context


def _write_size(size: SetPT, text: Text, context: Context) -> Iterator[Text]:
    for article in ("a", "an"):
        said = text.say(article)
        if said is not None:
            for sized, _ in slot("base-pt").write((size.power, size.toughness), said, context):
                yield sized


def _take_become(value: Any) -> tuple[ChangeTypes, frozenset[str] | None, SetPT, Any] | None:
    parts = list(value)
    types = parts.pop(0) if parts and isinstance(parts[0], ChangeTypes) else None
    colors = parts.pop(0).colors if parts and isinstance(parts[0], ChangeColors) else None
    size = parts.pop(0) if parts and isinstance(parts[0], SetPT) else None
    abilities = parts.pop(0).abilities if parts and isinstance(parts[0], AddAbility) else ()
    if parts or types is None or size is None or types.replace:
        return None
    return types, colors, size, abilities


def _read_colors(reader: Reader, at: int) -> Iterator[tuple[frozenset[str] | None, int]]:
    yield None, at
    if reader.word(at) in COLOR_LETTERS:
        yield frozenset({COLOR_LETTERS[reader.word(at)]}), at + 1


def _write_colors(colors: frozenset[str] | None, text: Text) -> Iterator[Text]:
    if colors is None:
        yield text
    elif len(colors) == 1:
        said = text.say(COLOR_NAMES[next(iter(colors))])
        if said is not None:
            yield said


def _read_types(reader: Reader, at: int) -> Iterator[tuple[frozenset[str], frozenset[str], int]]:
    subtypes: set[str] = set()
    while reader.word(at) in CREATURE_TYPES:
        subtypes.add(reader.word(at))
        at += 1
    types: set[str] = set()
    while reader.word(at) in TYPE_NOUNS:
        types.add(reader.word(at))
        at += 1
    if "creature" in types:
        yield frozenset(types), frozenset(subtypes), at


def _write_types(value: ChangeTypes, text: Text, noun: str = "creature") -> Iterator[Text]:
    for subtypes in permutations(sorted(value.subtypes)):
        said = text.says((*subtypes, *sorted(value.types - {"creature"}), noun))
        if said is not None:
            yield said


def _write_granted(abilities: Any, text: Text, context: Context) -> Iterator[Text]:
    if not abilities:
        yield text
        return
    joined = text.say("with")
    if joined is not None:
        for said, _ in slot("granted").write(abilities, joined, context):
            yield said


define("become", Become())
define("become-bare", Become(bare=True))


class TypesAdded(Slot):
    """ "is a Swamp in addition to its other land types", "are enchantments in addition to their other types", "are Mountains"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        many = not context.third
        if reader.word(at) != ("are" if many else "is"):
            return
        at += 1
        if not many:
            if reader.word(at) not in ("a", "an"):
                return
            at += 1
        for what, end, _ in FilterSlot(many=many).read(reader, at, context):
            if what != Filter(types=what.types, subtypes=what.subtypes):
                continue
            for words, land in _IN_ADDITION:
                if reader.has(end, _their(words, many)) and (not land or not what.types):
                    yield (ChangeTypes(types=what.types, subtypes=what.subtypes),), end + len(words), context
            if what.subtypes and not what.types and what.subtypes <= BASIC_LAND_TYPES:
                yield (ChangeTypes(subtypes=what.subtypes, replace=True),), end, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        only = value[0] if len(value) == 1 else None
        if not isinstance(only, ChangeTypes) or only.supertypes:
            return
        many = not context.third
        for article in ("",) if many else ("a", "an"):
            said = text.says(("are",) if many else ("is", article))
            if said is None:
                continue
            what = Filter(types=only.types, subtypes=only.subtypes)
            for named, _ in FilterSlot(many=many).write(what, said, context):
                if only.replace:
                    yield named, context
                    continue
                for words, land in _IN_ADDITION:
                    done = named.says(_their(words, many)) if not land or not only.types else None
                    if done is not None:
                        yield done, context


_IN_ADDITION = (
    (("in", "addition", "to", "its", "other", "types"), False),
    (("in", "addition", "to", "its", "other", "land", "types"), True),
    (("in", "addition", "to", "its", "other", "creature", "types"), True),
)


def _their(words: tuple[str, ...], many: bool) -> tuple[str, ...]:
    return tuple("their" if many and word == "its" else word for word in words)


define("types-added", TypesAdded())


class StaticBecome(Slot):
    """ "is a 1/1 green Saproling creature in addition to its other types", "are 2/2 creatures that are still lands" (CR 205.1b)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        many = not context.third
        start = ("are",) if many else ("is", "a")
        if not reader.has(at, start):
            return
        for (power, toughness), here, _ in slot("base-pt").read(reader, at + len(start), context):
            for colors, after in _read_colors(reader, here):
                for kinds, end in _read_kinds(reader, after, many):
                    for words in _STILL[many]:
                        if reader.has(end, words):
                            size = SetPT(power, toughness)
                            middle = () if colors is None else (ChangeColors(colors),)
                            yield (kinds, *middle, size), end + len(words), context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        taken = _take_become(value)
        if taken is None or taken[3]:
            return
        kinds, colors, size, _ = taken
        many = not context.third
        said = text.says(("are",) if many else ("is", "a"))
        if said is None:
            return
        for sized, _ in slot("base-pt").write((size.power, size.toughness), said, context):
            for colored in _write_colors(colors, sized):
                for named in _write_types(kinds, colored, "creatures" if many else "creature"):
                    for words in _STILL[many]:
                        done = named.says(words)
                        if done is not None:
                            yield done, context


_STILL = {
    False: (("in", "addition", "to", "its", "other", "types"), ("that", "'s", "still", "a", "land")),
    True: (("in", "addition", "to", "their", "other", "types"), ("that", "are", "still", "lands")),
}


def _read_kinds(reader: Reader, at: int, many: bool) -> Iterator[tuple[ChangeTypes, int]]:
    if not many:
        for types, subtypes, end in _read_types(reader, at):
            yield ChangeTypes(types=types, subtypes=subtypes), end
        return
    words: list[str] = []
    while reader.word(at) in CREATURE_TYPES | TYPE_NOUNS:
        words.append(reader.word(at))
        at += 1
    if reader.word(at) == "creatures":
        types = frozenset(word for word in words if word in TYPE_NOUNS) | {"creature"}
        yield ChangeTypes(types=types, subtypes=frozenset(words) - types), at + 1


define("static-become", StaticBecome())

"""Keyword abilities as written (CR 702): the name, with its cost, number or quality."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_engine.model.abilities import Cost, Keyword
from rules_engine.model.mana import COLOR_LETTERS
from rules_engine.model.subtypes import LAND_TYPES
from rules_engine.model.terms import Filter, PlayerFilter
from rules_engine.oracle.filters import FilterSlot
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
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
from rules_engine.oracle.vocabulary import SIMPLE_KEYWORDS, TYPE_NOUNS
from rules_engine.oracle.wordlist import ordered

# "[keyword] [cost]": with mana, or "[keyword]—[cost]" with anything else.
COST_KEYWORDS = ordered(
    "kicker multikicker flashback overload foretell buyback plot madness ward equip cycling echo entwine morph "
    "megamorph unearth evoke dash bestow replicate retrace transmute outlast scavenge miracle prowl ninjutsu "
    "fortify surge emerge escalate embalm eternalize spectacle encore disturb blitz squad reconfigure cleave "
    "disguise freerunning offspring warp harmonize mayhem sneak web-slinging recover forecast channel "
    "transfigure aura-swap craft-with mutate commander-ninjutsu more-than-meets-the-eye"
)
NUMBER_KEYWORDS = ordered(
    "absorb afflict afterlife amplify annihilator backup bloodthirst bushido casualty crew devour dredge fabricate "
    "fading frenzy graft hideaway mobilize modular poisonous rampage renown ripple saddle soulshift "
    "toxic tribute vanishing firebending station"
)


class CostKeyword(Slot):
    """ "kicker {2}", "flashback {3}{R}", "ward—Pay 2 life": a name and a cost."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        if word not in COST_KEYWORDS:
            return
        dash = reader.word(at + 1) == "—"
        for cost, end, after in slot("cost").read(reader, at + 1 + dash, context):
            if dash != _is_mana(cost):
                yield Keyword(word, cost=cost), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Keyword) or value.name not in COST_KEYWORDS or value.cost is None:
            return
        if value.amount is not None or value.filter is not None:
            return
        said = text.says((value.name,) if _is_mana(value.cost) else (value.name, "—"))
        if said is not None:
            yield from slot("cost").write(value.cost, said, context)


def _is_mana(cost: Cost) -> bool:
    return cost.mana is not None and not cost.parts


class Quality(Slot):
    """What protection and its kin are from: "red", "artifacts", "Dragons", "everything"; a filter (CR 702.16a)."""

    _COLORS = tuple(COLOR_LETTERS.items())

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        for name, letter in self._COLORS:
            if word == name:
                yield Filter(any_colors=frozenset({letter})), at + 1, context
        for name in ("monocolored", "multicolored", "colorless"):
            if word == name:
                yield Filter(color_count=name), at + 1, context  # type: ignore[arg-type]
        if word == "everything":
            yield None, at + 1, context
        for what, end, after in FilterSlot(many=True).read(reader, at, context):
            if what == Filter(types=what.types) or what == Filter(subtypes=what.subtypes):
                yield what, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if value is None:
            said = text.say("everything")
            if said is not None:
                yield said, context
        if not isinstance(value, Filter):
            return
        words = ""
        for name, letter in self._COLORS:
            if value == Filter(any_colors=frozenset({letter})):
                words = name
        if value.color_count is not None and value == Filter(color_count=value.color_count):
            words = value.color_count
        if words:
            said = text.say(words)
            if said is not None:
                yield said, context
        elif value.types or value.subtypes:
            yield from FilterSlot(many=True).write(value, text, context)


class Landwalk(Slot):
    """ "islandwalk", "nonbasic landwalk": a filter of lands (CR 702.14a)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for subtype in LAND_TYPES:
            if reader.word(at) == subtype + "walk":
                yield Filter(types=frozenset({"land"}), subtypes=frozenset({subtype})), at + 1, context
        for word, what in _LANDWALKS.items():
            if reader.has(at, (word, "landwalk")):
                yield what, at + 2, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Filter):
            return
        forms: list[tuple[str, ...]] = [(subtype + "walk",) for subtype in value.subtypes]
        forms += [(word, "landwalk") for word, what in _LANDWALKS.items() if what == value]
        for form in forms:
            said = text.says(form)
            if said is not None:
                yield said, context


_LAND = frozenset({"land"})
_LANDWALKS = {
    "nonbasic": Filter(types=_LAND, not_supertypes=frozenset({"basic"})),
    "legendary": Filter(types=_LAND, supertypes=frozenset({"legendary"})),
    "snow": Filter(types=_LAND, supertypes=frozenset({"snow"})),
    "artifact": Filter(types=frozenset({"land", "artifact"})),
}


def _number_form(name: str) -> Form:
    return Form(Keyword, f"{name.replace('-', ' ')} <amount:digits>", {"name": name.replace("-", " ")})


def _simple(name: str) -> Form:
    return Form(Keyword, name.replace("!", " !"), {"name": name})


define("quality", Quality())
define("landwalk", Landwalk())
define(
    "enchantable",
    Choice(
        Form(PlayerFilter, "player"),
        Form(PlayerFilter, "opponent", {"who": "opponent"}),
    ),
)


class EnchantWhat(Slot):
    """What an Aura may be attached to: "creature you control", "player" (CR 702.5)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from slot("enchantable").read(reader, at, context)
        yield from FilterSlot(many=False).read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from slot("enchantable").write(value, text, context)
        yield from FilterSlot(many=False).write(value, text, context)


define("enchant-what", EnchantWhat())
_simple_choice = Choice(
    *(_simple(name) for name in SIMPLE_KEYWORDS),
    *(_number_form(name) for name in NUMBER_KEYWORDS),
    Form(Keyword, "protection from <filter:quality>", {"name": "protection"}),
    Form(Keyword, "hexproof from <filter:quality>", {"name": "hexproof"}),
    Form(Keyword, "<filter:landwalk>", {"name": "landwalk"}),
    Form(Keyword, "enchant <filter:enchant-what>", {"name": "enchant"}),
    Form(Keyword, "affinity for <filter:many>", {"name": "affinity"}),
    Form(Keyword, "suspend <amount:digits> — <cost:cost>", {"name": "suspend"}),
    Form(Keyword, "reinforce <amount:digits> — <cost:cost>", {"name": "reinforce"}),
    Form(Keyword, "awaken <amount:digits> — <cost:cost>", {"name": "awaken"}),
    Form(Keyword, "impending <amount:digits> — <cost:cost>", {"name": "impending"}),
    Form(Keyword, "level up <cost:cost>", {"name": "level up"}),
    Form(Keyword, "cumulative upkeep <cost:mana-only>", {"name": "cumulative upkeep"}),
    Form(
        Keyword,
        "cumulative upkeep — <cost:cost>",
        build=lambda v: None if _is_mana(v["cost"]) else Keyword("cumulative upkeep", cost=v["cost"]),
        unbuild=lambda n: (
            {"cost": n.cost}
            if n == Keyword("cumulative upkeep", cost=n.cost) and n.cost is not None and not _is_mana(n.cost)
            else None
        ),
    ),
    Form(Keyword, "<filter:typecycling> <cost:cost>", {"name": "typecycling"}),
)


class TypeCycling(Slot):
    """ "plainscycling", "wizardcycling", "basic landcycling" (CR 702.29e)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        if word == "basic" and reader.word(at + 1) == "landcycling":
            yield Filter(types=_LAND, supertypes=frozenset({"basic"})), at + 2, context
        elif word == "landcycling":
            yield Filter(types=_LAND), at + 1, context
        elif word.endswith("cycling") and word[:-7] in TYPE_NOUNS | LAND_TYPES | {"wizard", "sliver", "elf"}:
            name = word[:-7]
            kind = "types" if name in TYPE_NOUNS else "subtypes"
            yield Filter(**{kind: frozenset({name})}), at + 1, context  # type: ignore[arg-type]

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Filter):
            return
        names = sorted(value.subtypes or value.types)
        words = ("basic",) if value.supertypes else ()
        said = text.says((*words, names[0] + "cycling")) if len(names) == 1 else None
        if said is not None:
            yield said, context


define("typecycling", TypeCycling())


class Kickers(Slot):
    """ "kicker {1}{G} and/or {2}{U}": two kicker abilities (CR 702.33b)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) == "kicker":
            for first, end, _ in slot("mana-only").read(reader, at + 1, context):
                if reader.word(end) == "and/or":
                    for second, done, _ in slot("mana-only").read(reader, end + 1, context):
                        yield tuple(Keyword("kicker", cost=cost) for cost in (first, second)), done, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if len(value) != 2 or any(not isinstance(k, Keyword) or k.name != "kicker" for k in value):
            return
        said = text.say("kicker")
        if said is not None:
            for first, _ in slot("mana-only").write(value[0].cost, said, context):
                joined = first.say("and/or")
                if joined is not None:
                    yield from slot("mana-only").write(value[1].cost, joined, context)


class Protections(Slot):
    """ "protection from red and from blue", perhaps after other keywords: an ability for each quality (CR 702.16g)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from self._pair(reader, at, context)
        for before, end, after in Listed(slot("keyword"), joints=(), comma=True).read(reader, at, context):
            if reader.word(end) in (",", "and"):
                for pair, done, last in self._pair(reader, end + 1, after):
                    yield (*before, *pair), done, last

    def _pair(self, reader: Reader, at: int, context: Context) -> Iterator[Reading]:
        if reader.has(at, ("protection", "from")):
            for first, end, _ in slot("quality").read(reader, at + 2, context):
                if reader.has(end, ("and", "from")):
                    for second, done, _ in slot("quality").read(reader, end + 2, context):
                        yield tuple(Keyword("protection", filter=q) for q in (first, second)), done, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        pair = value[-2:]
        if len(pair) != 2 or any(not isinstance(k, Keyword) or k.name != "protection" for k in pair):
            return
        if not value[:-2]:
            yield from self._write_pair(pair, text, context)
            return
        for said, after in Listed(slot("keyword"), joints=(), comma=True).write(value[:-2], text, context):
            for joint in (",", "and"):
                joined = said.say(joint)
                if joined is not None:
                    yield from self._write_pair(pair, joined, after)

    def _write_pair(self, pair: tuple[Keyword, ...], text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(("protection", "from"))
        if said is not None:
            for first, _ in slot("quality").write(pair[0].filter, said, context):
                joined = first.says(("and", "from"))
                if joined is not None:
                    yield from slot("quality").write(pair[1].filter, joined, context)


class AnyKeyword(Slot):
    """One keyword ability."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from _simple_choice.read(reader, at, context)
        yield from _COST_KEYWORD.read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from _simple_choice.write(value, text, context)
        yield from _COST_KEYWORD.write(value, text, context)


_COST_KEYWORD = CostKeyword()
define("keyword", AnyKeyword())
define("keywords", Union(Listed(slot("keyword"), joints=("and",)), Protections()))
define("keyword-line", Union(Listed(slot("keyword"), joints=(), comma=True), Kickers(), Protections()))

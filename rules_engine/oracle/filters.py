"""Descriptions of objects (CR 109.2): "nontoken creature you control with flying", "instant or sorcery card"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from itertools import permutations
from typing import Any

from rules_engine.model.characteristics import PERMANENT_TYPES
from rules_engine.model.mana import COLOR_LETTERS
from rules_engine.model.subtypes import SUBTYPES
from rules_engine.model.terms import Compare, EventPlayer, Filter, Fixed, PlayerRelation, This, X, You
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Context, Printing, Reader, Reading, Slot, Text, define, slot
from rules_engine.oracle.subtypes import PLURALS, plural
from rules_engine.oracle.vocabulary import COUNTABLE_KEYWORDS, TYPE_NOUNS

SUPERTYPES = ("legendary", "basic", "snow", "world")
_TYPE_PLURALS = {plural(noun): noun for noun in TYPE_NOUNS}
_SPELL_TYPES = frozenset({"instant", "sorcery"})
_HEADS = {"card": "cards", "spell": "spells", "permanent": "permanents", "token": "tokens"}
Fields = tuple[tuple[str, Any], ...]
Atom = tuple[str, Any, tuple[str, ...]]


_FIGHTING = (Filter(attacking=True), Filter(blocking=True))


def _adjectives() -> list[Atom]:
    """Words before the noun: the field they set, its value, the words."""
    atoms: list[Atom] = [
        ("other", True, ("other",)),
        ("tapped", True, ("tapped",)),
        ("tapped", False, ("untapped",)),
        ("attacking", True, ("attacking",)),
        ("blocking", True, ("blocking",)),
        ("any_of", _FIGHTING, ("attacking", "or", "blocking")),
        ("token", False, ("nontoken",)),
        ("mark", "foretold", ("foretold",)),
        ("mark", "plotted", ("plotted",)),
        ("mark", "suspended", ("suspended",)),
    ]
    for name in SUPERTYPES:
        atoms.append(("supertypes", frozenset({name}), (name,)))
        atoms.append(("not_supertypes", frozenset({name}), ("non" + name,)))
    for word in ("colorless", "monocolored", "multicolored"):
        atoms.append(("color_count", word, (word,)))
    names = list(COLOR_LETTERS)
    for name in names:
        atoms.append(("any_colors", frozenset({COLOR_LETTERS[name]}), (name,)))
        atoms.append(("not_colors", frozenset({COLOR_LETTERS[name]}), ("non" + name,)))
        for other in names:
            if other != name:
                pair = frozenset({COLOR_LETTERS[name], COLOR_LETTERS[other]})
                atoms.append(("any_colors", pair, (name, "or", other)))
                atoms.append(("any_colors", pair, (name, "and/or", other)))
    atoms += [("not_types", frozenset({noun}), ("non" + noun,)) for noun in TYPE_NOUNS]
    return atoms


_RELATIONS: tuple[tuple[PlayerRelation, str], ...] = (
    ("you", "you control"),
    ("opponent", "an opponent controls"),
    ("opponent", "your opponents control"),
    ("opponent", "you don't control"),
    ("event player", "that player controls"),
    ("they", "they control"),
    ("defending player", "defending player controls"),
)
_PLACES: tuple[tuple[Zone, PlayerRelation | None, str], ...] = (
    (Zone.GRAVEYARD, "you", "your graveyard"),
    (Zone.GRAVEYARD, None, "a graveyard"),
    (Zone.GRAVEYARD, None, "graveyards"),
    (Zone.GRAVEYARD, None, "all graveyards"),
    (Zone.GRAVEYARD, "opponent", "an opponent's graveyard"),
    (Zone.GRAVEYARD, "they", "their graveyard"),
    (Zone.GRAVEYARD, "event player", "that player's graveyard"),
    (Zone.HAND, "you", "your hand"),
    (Zone.HAND, "they", "their hand"),
    (Zone.EXILE, None, "exile"),
    (Zone.EXILE, "you", "exile you own"),
    (Zone.LIBRARY, "you", "your library"),
)


def _postmodifiers() -> list[tuple[tuple[tuple[str, Any], ...], tuple[str, ...]]]:
    """Words after the noun, each with the fields they set."""
    result: list[tuple[tuple[tuple[str, Any], ...], tuple[str, ...]]] = []
    for relation, words in _RELATIONS:
        result.append(((("controller", relation),), tuple(words.split())))
    result.append(((("owner", "you"),), ("you", "own")))
    for zone, owner, words in _PLACES:
        place: tuple[tuple[str, Any], ...] = (("zone", zone),)
        if owner is not None:
            place += (("owner", owner),)
        for preposition in ("in", "from"):
            result.append((place, (preposition, *_split(words))))
    for keyword in COUNTABLE_KEYWORDS:
        result.append(((("keyword", keyword),), ("with", *keyword.split())))
        result.append(((("without_keyword", keyword),), ("without", *keyword.split())))
    return result


def _split(words: str) -> tuple[str, ...]:
    return tuple(words.replace("'s", " 's").split())


_ADJECTIVES = _adjectives()
_ADJECTIVES_BY_FIRST: dict[str, list[Atom]] = {}
for _atom in _ADJECTIVES:
    _ADJECTIVES_BY_FIRST.setdefault(_atom[2][0], []).append(_atom)
_POSTMODIFIERS = _postmodifiers()
_FROM_FIRST = sorted(_POSTMODIFIERS, key=lambda post: post[1][0] != "from")
_POST_BY_FIRST: dict[str, list[tuple[tuple[tuple[str, Any], ...], tuple[str, ...]]]] = {}
for _post in _POSTMODIFIERS:
    _POST_BY_FIRST.setdefault(_post[1][0], []).append(_post)
_MEASURES = (("power", "power"), ("toughness", "toughness"), ("mana_value", "mana value"))
_DEFAULTS = {f.name: f.default for f in fields(Filter)}
_ON_BATTLEFIELD = ("on", "the", "battlefield")
_LIST_FIELDS = frozenset(
    {"any_types", "any_subtypes", "any_of", "other", "controller", "owner", "mana_value"}
)
_MERGED = frozenset({"not_types", "not_subtypes", "not_colors", "supertypes", "not_supertypes", "any_colors"})


def other_is_clear(context: Context) -> bool:
    """Whether "other" can only mean other than the object itself: nothing else was spoken of."""
    if context.types & {"instant", "sorcery"}:
        return False
    return all(m.ref == This() or m.is_player or m.moved or m.arrived for m in context.mentions)


def _merge(known: dict[str, Any], name: str, value: Any) -> dict[str, Any] | None:
    """The fields with one more; None when it is already said otherwise."""
    if name in known:
        if name in ("not_types", "not_subtypes", "not_colors", "supertypes") and not value <= known[name]:
            return {**known, name: known[name] | value}
        return None
    return {**known, name: value}


@dataclass(frozen=True)
class FilterSlot(Slot):
    """A noun phrase. many: plural (None: agrees with the number before it); zone: where its cards are when unsaid.

    source: printed as where something is taken from ("from your graveyard") rather than where it is ("in").
    every: after "each", where "artifact and creature" speaks of things of either kind.
    """

    many: bool | None = None
    zone: Zone | None = None
    source: bool = False
    every: bool = False

    # ------------------------------------------------------------------------------------- reading

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        many = self._many(context)
        for known, noun_at in self._read_adjectives(reader, at, {}):
            if "other" in known and not other_is_clear(context):
                continue
            for with_noun, end in _read_noun(reader, noun_at, known, many, every=self.every):
                for complete, after in self._read_post(reader, end, with_noun, context):
                    made = self._make(complete)
                    if made is not None:
                        yield made, after, context

    def _many(self, context: Context) -> bool:
        return context.many if self.many is None else self.many

    def _on(self, many: bool) -> tuple[str, ...]:
        return ("counter", "on", "them") if many else ("counter", "on", "it")

    def _read_adjectives(
        self, reader: Reader, at: int, known: dict[str, Any]
    ) -> Iterator[tuple[dict[str, Any], int]]:
        yield known, at
        word = reader.word(at)
        for name, value, words in _ADJECTIVES_BY_FIRST.get(word, ()):
            if reader.has(at, words):
                merged = _merge(known, name, value)
                if merged is not None:
                    end = at + len(words)
                    yield from self._read_adjectives(reader, end, merged)
                    if reader.word(end) == "," and reader.peek(end + 1).startswith("non"):
                        yield from self._read_adjectives(reader, end + 1, merged)
        if word.startswith("non-") and word[4:] in SUBTYPES:
            merged = _merge(known, "not_subtypes", frozenset({word[4:]}))
            if merged is not None:
                yield from self._read_adjectives(reader, at + 1, merged)

    def _read_post(
        self, reader: Reader, at: int, known: dict[str, Any], context: Context
    ) -> Iterator[tuple[dict[str, Any], int]]:
        yield known, at
        many = self._many(context)
        word = reader.word(at)
        if word == "on" and known["head"] in ("permanent", "token") and reader.has(at, _ON_BATTLEFIELD):
            yield known, at + len(_ON_BATTLEFIELD)
        for pairs, words in _POST_BY_FIRST.get(word, ()):
            if reader.has(at, words) and _relation_fits(pairs, context):
                merged: dict[str, Any] | None = known
                for name, value in pairs:
                    merged = _merge(merged, name, value) if merged is not None else None
                if merged is not None:
                    yield from self._read_post(reader, at + len(words), merged, context)
        if word == "with":
            for name, phrase in _MEASURES:
                size = 1 + len(phrase.split())
                if reader.has(at + 1, phrase.split()):
                    for value, end in _nearest(slot("compare").read(reader, at + size, context)):
                        merged = _merge(known, name, value)
                        if merged is not None:
                            yield from self._read_post(reader, end, merged, context)
            if reader.word(at + 1) in ("a", "an"):
                for kind, end, _ in slot("counter-kind").read(reader, at + 2, context):
                    merged = _merge(known, "counters", kind)
                    if merged is not None and reader.has(end, self._on(many)):
                        yield from self._read_post(reader, end + 3, merged, context)

    def _make(self, known: dict[str, Any]) -> Filter | None:
        values = dict(known)
        head = values.pop("head")
        if values.pop("bare_list", False) and not _LIST_FIELDS.issuperset(values):
            return None  # "artifact or creature with flying": of which?
        zone = values.get("zone")
        if head == "spell":
            if zone is not None:
                return None
            values["zone"] = Zone.STACK
        elif head == "card":
            if zone is None:
                if self.zone is None:
                    return None
                values["zone"] = self.zone
        elif zone is not None:
            return None  # a permanent is on the battlefield; elsewhere Oracle text says "card" (CR 109.2)
        if values.get("zone", Zone.BATTLEFIELD) != Zone.BATTLEFIELD and (
            {"tapped", "attacking", "blocking", "token", "counters"} & set(values)
        ):
            return None
        if "mark" in values and values.get("zone") != Zone.EXILE:
            return None  # only exiled cards are foretold, plotted or suspended
        if "any_of" in values:
            inner_zone = values.get("zone", Zone.BATTLEFIELD)
            values["any_of"] = tuple(replace(part, zone=inner_zone) for part in values["any_of"])
        return Filter(**values)

    # ------------------------------------------------------------------------------------ printing

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Filter):
            return
        many = self._many(context)
        todo = {
            f.name: getattr(value, f.name)
            for f in fields(Filter)
            if getattr(value, f.name) != _DEFAULTS[f.name]
        }
        zone = todo.pop("zone", Zone.BATTLEFIELD)
        if zone == Zone.BATTLEFIELD:
            heads = ["permanent", "token"] if todo.get("token") else ["permanent"]
        elif zone == Zone.STACK:
            heads = ["spell"]
        else:
            heads = ["card"]
            if zone != self.zone:
                todo["zone"] = zone
        for said, left in _write_adjectives(text, todo):
            for named, rest in _write_noun(said, left, heads, many):
                for done in self._write_post(named, rest, zone, context):
                    yield done, context

    def _write_post(self, text: Text, todo: dict[str, Any], zone: Zone, context: Context) -> Iterator[Text]:
        if not todo:
            yield text
            if zone == Zone.BATTLEFIELD:
                said = text.says(_ON_BATTLEFIELD)
                if said is not None:
                    yield said
            return
        for pairs, words in _FROM_FIRST if self.source else _POSTMODIFIERS:
            fits = all(name in todo and todo[name] == value for name, value in pairs)
            if fits and _whole(pairs, todo) and _relation_fits(pairs, context):
                said = text.says(words)
                if said is not None:
                    left = {name: value for name, value in todo.items() if name not in dict(pairs)}
                    yield from self._write_post(said, left, zone, context)
        for name, phrase in _MEASURES:
            compare = todo.get(name)
            if isinstance(compare, Compare):
                said = text.says(("with", *phrase.split()))
                if said is not None:
                    left = {key: value for key, value in todo.items() if key != name}
                    for after, _ in slot("compare").write(compare, said, context):
                        yield from self._write_post(after, left, zone, context)
        kind = todo.get("counters")
        if kind is not None:
            for article in ("a", "an"):
                said = text.says(("with", article, *kind.split(), *self._on(self._many(context))))
                if said is not None:
                    left = {key: value for key, value in todo.items() if key != "counters"}
                    yield from self._write_post(said, left, zone, context)


def _whole(pairs: tuple[tuple[str, Any], ...], todo: dict[str, Any]) -> bool:
    """Whether a place is said with its owner ("from a graveyard" only when any graveyard will do)."""
    names = dict(pairs)
    return not ("zone" in names and "owner" not in names and "owner" in todo)


def _nearest(readings: Iterable[Reading]) -> Iterator[tuple[Compare, int]]:
    """In "with power less than the number of lands you control", the end belongs to the nearest noun."""
    counted: tuple[Compare, int] | None = None
    for value, end, _ in readings:
        if isinstance(value.value, Fixed | X):
            yield value, end
        elif counted is None or end > counted[1]:
            counted = (value, end)
    if counted is not None:
        yield counted


def _relation_fits(pairs: tuple[tuple[str, Any], ...], context: Context) -> bool:
    """Whether "they" or "that player" can be said here: some player was spoken of."""
    relations = {value for name, value in pairs if name in ("controller", "owner")}
    if "event player" in relations:
        return any(mention.ref == EventPlayer() for mention in context.mentions)
    return "they" not in relations or context.subject != You()


def _read_noun(
    reader: Reader, at: int, known: dict[str, Any], many: bool, *, every: bool
) -> Iterator[tuple[dict[str, Any], int]]:
    head = _head(reader.word(at), many)
    if head is not None:
        if head == "token":
            if "token" not in known:
                yield {**known, "token": True, "head": "token"}, at + 1
        else:
            yield {**known, "head": head}, at + 1
    head = _head(reader.peek(at + 1), many)
    if reader.word(at) == "permanent" and head in ("card", "spell"):
        yield {**known, "any_types": PERMANENT_TYPES, "head": head}, at + 2
    for groups, end, last_many, joint in _read_groups(reader, at):
        core = _core(groups)
        if core is None or (joint == "and" and not many and not every):
            continue  # "artifact and enchantment" in the singular is not one thing of either kind
        merged: dict[str, Any] | None = known
        for name, value in core.items():
            merged = _merge(merged, name, value) if merged is not None else None
        if merged is None:
            continue
        spells = any(group in _SPELL_TYPES for names in groups for group in names)
        following = _head(reader.word(end), many)
        if reader.word(end) == "permanent" and not last_many and _head(reader.peek(end + 1), many) == "card":
            if "any_types" not in merged and "types" not in merged:
                yield {**merged, "any_types": PERMANENT_TYPES, "head": "card"}, end + 2
        if following is not None and not last_many:
            if following == "token":
                if "token" not in merged:
                    yield {**merged, "token": True, "head": "token"}, end + 1
            elif following != "permanent":
                yield {**merged, "head": following}, end + 1
        if last_many == many and not spells:
            yield {**merged, "head": "permanent", "bare_list": len(groups) > 1}, end


def _head(word: str, many: bool) -> str | None:
    for one, more in _HEADS.items():
        if word == (more if many else one):
            return one
    return None


Groups = tuple[tuple[str, ...], ...]
_JOINTS = ("or", "and", "and/or")


def _read_groups(reader: Reader, at: int) -> Iterator[tuple[Groups, int, bool, str]]:
    """Types and subtypes, perhaps as a list: (groups, end, whether the nouns are plural, the joining word)."""
    for names, end, many in _read_group(reader, at):
        yield (names,), end, many, ""
        if reader.word(end) in _JOINTS:
            for other, after, other_many in _read_group(reader, end + 1):
                if other_many == many:
                    yield (names, other), after, many, reader.word(end)
        elif reader.word(end) == ",":
            for rest, after, rest_many, joint in _read_list(reader, end):
                if rest_many == many and len(rest) > 1:
                    yield (names, *rest), after, many, joint


def _read_list(reader: Reader, at: int) -> Iterator[tuple[Groups, int, bool, str]]:
    """What follows the first of three or more: ", enchantment, or land"."""
    if reader.word(at) != ",":
        return
    if reader.word(at + 1) in _JOINTS:
        for names, end, many in _read_group(reader, at + 2):
            yield (names,), end, many, reader.word(at + 1)
        return
    for names, end, many in _read_group(reader, at + 1):
        for rest, after, rest_many, joint in _read_list(reader, end):
            if rest_many == many:
                yield (names, *rest), after, many, joint


def _read_group(reader: Reader, at: int) -> Iterator[tuple[tuple[str, ...], int, bool]]:
    """Types and subtypes side by side ("artifact creature", "elf warrior"): (names, end, plural)."""
    names: tuple[str, ...] = ()
    while True:
        word = reader.word(at)
        if word in TYPE_NOUNS or word in SUBTYPES:
            names = (*names, word)
            at += 1
            yield names, at, False
            if plural(word) == word:
                yield names, at, True
            continue
        one = _TYPE_PLURALS.get(word) or PLURALS.get(word)
        if one is not None:
            yield (*names, one), at + 1, True
        return


def _core(groups: tuple[tuple[str, ...], ...]) -> dict[str, Any] | None:
    """The fields that a list of types means."""
    if len(groups) == 1:
        return _group_fields(groups[0])
    if len(set(groups)) != len(groups):
        return None
    if all(len(names) == 1 for names in groups):
        flat = [names[0] for names in groups]
        if all(name in TYPE_NOUNS for name in flat):
            return {"any_types": frozenset(flat)}
        if all(name in SUBTYPES for name in flat):
            return {"any_subtypes": frozenset(flat)}
    parts = [_group_fields(names) for names in groups]
    return {"any_of": tuple(Filter(**part) for part in parts)}


def _group_fields(names: tuple[str, ...]) -> dict[str, Any]:
    types = frozenset(name for name in names if name in TYPE_NOUNS)
    subtypes = frozenset(name for name in names if name not in TYPE_NOUNS)
    result: dict[str, Any] = {}
    if types:
        result["types"] = types
    if subtypes:
        result["subtypes"] = subtypes
    return result


def _write_adjectives(text: Text, todo: dict[str, Any]) -> Iterator[tuple[Text, dict[str, Any]]]:
    for name, value, words in _ADJECTIVES:
        held = todo.get(name)
        if held is None or name not in todo:
            continue
        exact = held == value
        if not exact and not (name in _MERGED and name != "any_colors" and value < held):
            continue
        said = text.says(words)
        if said is not None:
            left = dict(todo)
            if exact:
                del left[name]
            else:
                left[name] = held - value
            yield from _write_more_adjectives(said, left)
    for subtype in sorted(todo.get("not_subtypes", ())):
        said = text.say("non-" + subtype)
        if said is not None:
            left = dict(todo)
            left["not_subtypes"] = todo["not_subtypes"] - {subtype}
            if not left["not_subtypes"]:
                del left["not_subtypes"]
            yield from _write_more_adjectives(said, left)
    yield text, todo


def _write_more_adjectives(text: Text, todo: dict[str, Any]) -> Iterator[tuple[Text, dict[str, Any]]]:
    if text.last.startswith("non") and (
        any(name.startswith("not_") for name in todo) or todo.get("token") is False
    ):
        said = text.say(",")
        if said is not None:
            for done, left in _write_adjectives(said, todo):
                if done is not said:
                    yield done, left
    yield from _write_adjectives(text, todo)


def _write_noun(
    text: Text, todo: dict[str, Any], heads: list[str], many: bool
) -> Iterator[tuple[Text, dict[str, Any]]]:
    core: dict[str, Any] = {
        name: todo[name]
        for name in ("types", "subtypes", "any_types", "any_subtypes", "any_of")
        if name in todo
    }
    rest = {name: value for name, value in todo.items() if name not in core}
    if core.get("any_of") == _FIGHTING:
        return
    permanent: tuple[str, ...] = ()
    if core.get("any_types") == PERMANENT_TYPES and heads[0] in ("card", "spell"):
        permanent = ("permanent",)
        del core["any_types"]
    groups = _groups_of(core)
    if groups is None:
        return
    for head in heads:
        left = {name: value for name, value in rest.items() if not (head == "token" and name == "token")}
        if not groups:
            said = text.says((*permanent, _HEADS[head] if many else head))
            if said is not None:
                yield said, left
            continue
        bare = head == "permanent"
        for said in _write_groups(text, groups, many=bare and many):
            if bare:
                yield said, left
            else:
                named = said.says((*permanent, _HEADS[head] if many else head))
                if named is not None:
                    yield named, left


def _groups_of(core: dict[str, Any]) -> list[list[frozenset[str]]] | None:
    """The list of types again: for each group, the sets of subtypes and types in it; None: not sayable."""
    lists = [name for name in ("any_types", "any_subtypes", "any_of") if name in core]
    if len(lists) > 1 or (lists and ("types" in core or "subtypes" in core)):
        return None
    if not core:
        return []
    if not lists:
        return [[core.get("subtypes", frozenset()), core.get("types", frozenset())]]
    if lists[0] == "any_of":
        return [[part.subtypes, part.types] for part in core["any_of"]]
    return [[frozenset({name}), frozenset()] for name in sorted(core[lists[0]])]


def _write_groups(text: Text, groups: list[list[frozenset[str]]], *, many: bool) -> Iterator[Text]:
    for order in permutations(groups):
        yield from _write_in_order(text, order, 0, many=many)


def _write_in_order(
    text: Text, groups: tuple[list[frozenset[str]], ...], index: int, *, many: bool
) -> Iterator[Text]:
    for said in _write_group(text, groups[index][0], groups[index][1], many=many):
        left = len(groups) - index - 1
        if not left:
            yield said
            continue
        comma = (",",) if len(groups) > 2 else ()
        for joint in _JOINTS if left == 1 else ("",):
            more = said.says((*comma, joint) if joint else comma)
            if more is not None:
                yield from _write_in_order(more, groups, index + 1, many=many)


def _write_group(
    text: Text, subtypes: frozenset[str], types: frozenset[str], *, many: bool
) -> Iterator[Text]:
    names = sorted(subtypes) or sorted(types)
    for name in names:
        left_subtypes = subtypes - {name}
        left_types = types if subtypes else types - {name}
        last = not left_subtypes and not left_types
        said = text.say(plural(name) if many and last else name)
        if said is not None:
            if last:
                yield said
            else:
                yield from _write_group(said, left_subtypes, left_types, many=many)


define("filter", FilterSlot())
define("single", FilterSlot(many=False))
define("many", FilterSlot(many=True))
define("every", FilterSlot(many=False, every=True))
for _zone in (Zone.HAND, Zone.GRAVEYARD, Zone.LIBRARY, Zone.EXILE):
    define(f"{_zone.value}-card", FilterSlot(zone=_zone))
    define(f"{_zone.value}-cards", FilterSlot(many=True, zone=_zone))
    define(f"{_zone.value}-one", FilterSlot(many=False, zone=_zone))

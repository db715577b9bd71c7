"""Targets (CR 115): each instance of the word, what may be chosen, and how many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules_engine.model.terms import (
    Filter,
    Fixed,
    PlayerFilter,
    Target,
    TargetSpec,
    This,
)
from rules_engine.model.zones import Zone
from rules_engine.oracle.filters import FilterSlot, other_is_clear
from rules_engine.oracle.grammar import (
    Context,
    Mention,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    define,
    slot,
)

_ANY_TARGET = (
    Filter(types=frozenset({"creature"})),
    Filter(types=frozenset({"planeswalker"})),
    Filter(types=frozenset({"battle"})),
    PlayerFilter(),
)


def nouns_of(what: Filter) -> frozenset[str]:
    """The nouns by which something that matches can be called after "that"."""
    nouns = set(what.types) | set(what.any_types)
    for part in what.any_of:
        nouns |= part.types
    if what.zone == Zone.BATTLEFIELD:
        nouns.add("permanent")
        if what.token:
            nouns.add("token")
    elif what.zone == Zone.STACK:
        nouns = {"spell"}
    else:
        nouns = {"card"} | nouns
    return frozenset(nouns | set(what.subtypes))


def mention_target(context: Context, index: int, spec: TargetSpec) -> Context:
    """The context after a target was named."""
    many = spec.maximum != 1
    nouns: set[str] = set()
    for what in spec.what:
        if isinstance(what, PlayerFilter):
            nouns |= {"player", "opponent"} if what.who == "opponent" else {"player"}
        else:
            nouns |= nouns_of(what)
    return context.mention(Mention(Target(index), frozenset(nouns), plural=many))


class TargetSlot(Slot):
    """A new instance of the word "target" (CR 115.1), which becomes the next target of the effect."""

    def __init__(self, *, players: bool, objects: bool, subject: bool = False) -> None:
        self._players, self._objects, self._subject = players, objects, subject

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for spec, end in self._read_spec(reader, at, context):
            index = len(context.targets)
            yield Target(index), end, self._after(replace(context, targets=(*context.targets, spec)), index)

    def _read_spec(self, reader: Reader, at: int, context: Context) -> Iterator[tuple[TargetSpec, int]]:
        for minimum, maximum, another, here, many in _read_how_many(reader, at):
            if self._objects and self._players and reader.word(here - 1) in ("any", "other"):
                pass
            if reader.word(here) != "target" and reader.word(here) != "targets":
                continue
            for what, end in self._read_what(reader, here + 1, many, context):
                spec = TargetSpec(what, minimum, maximum)
                made = _another(spec, context) if another else spec
                if made is not None:
                    yield made, end
        if self._objects and self._players and reader.has(at, ("any", "target")):
            yield TargetSpec(_ANY_TARGET), at + 2
        if self._objects and self._players and context.targets and reader.has(at, ("any", "other", "target")):
            yield TargetSpec(_ANY_TARGET, another=True), at + 3

    def _read_what(
        self, reader: Reader, at: int, many: bool, context: Context
    ) -> Iterator[tuple[tuple[Filter | PlayerFilter, ...], int]]:
        if self._players:
            for player, end in _read_player_noun(reader, at, many):
                yield (player,), end
                if self._objects and reader.word(end) == "or":
                    for what, after, _ in FilterSlot(many=many).read(reader, end + 1, context):
                        yield (player, what), after
        if self._objects:
            for what, end, _ in FilterSlot(many=many).read(reader, at, context):
                yield (what,), end
                if what.zone == Zone.STACK and what == Filter(zone=Zone.STACK) and reader.word(end) == "or":
                    for other, after, _ in FilterSlot(many=many).read(reader, end + 1, context):
                        if other.zone == Zone.BATTLEFIELD:
                            yield (what, other), after
                if self._players and reader.word(end) == "or":
                    for player, after in _read_player_noun(reader, end + 1, many):
                        yield (what, player), after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        index = len(context.targets)
        if value != Target(index) or index >= len(context.all_targets):
            return
        spec = context.all_targets[index]
        if any(isinstance(what, PlayerFilter) for what in spec.what) and not self._players:
            return
        if any(isinstance(what, Filter) for what in spec.what) and not self._objects:
            return
        for said in _write_spec(spec, text, context):
            yield said, self._after(replace(context, targets=(*context.targets, spec)), index)

    def _after(self, context: Context, index: int) -> Context:
        spec = context.targets[index]
        context = mention_target(context, index, spec)
        if self._subject:
            context = context.but(third=spec.maximum == 1)
            if not self._objects:
                context = replace(context, subject=Target(index))
        return context


def _another(spec: TargetSpec, context: Context) -> TargetSpec | None:
    """Beside an earlier target, "another" means not that one; otherwise, not the object itself."""
    if context.targets or not isinstance(spec.what[0], Filter):
        return replace(spec, another=True) if context.targets else None
    if not other_is_clear(context) or any(m.moved and m.ref != This() for m in context.mentions):
        return None
    return replace(
        spec, what=tuple(replace(w, other=True) if isinstance(w, Filter) else w for w in spec.what)
    )


_MANY = 99


def _read_how_many(reader: Reader, at: int) -> Iterator[tuple[int, int, bool, int, bool]]:
    """What stands before "target": (minimum, maximum, another, where "target" should be, plural)."""
    word = reader.word(at)
    if word == "target":
        yield 1, 1, False, at, False
    elif word == "another":
        yield 1, 1, True, at + 1, False
    elif word == "up" and reader.word(at + 1) == "to":
        for number, end, _ in slot("one").read(reader, at + 2, Context()):
            if isinstance(number, Fixed):
                other = reader.word(end) == "other"
                yield 0, number.value, other, end + other, number.value != 1
    elif word == "any" and reader.has(at + 1, ("number", "of")):
        other = reader.word(at + 3) == "other"
        yield 0, _MANY, other, at + 3 + other, True
    else:
        for number, end, _ in slot("one").read(reader, at, Context()):
            if isinstance(number, Fixed) and number.value > 1:
                other = reader.word(end) == "other"
                yield number.value, number.value, other, end + other, True


def _write_spec(spec: TargetSpec, text: Text, context: Context) -> Iterator[Text]:
    if spec.what == _ANY_TARGET and (spec.minimum, spec.maximum) == (1, 1):
        said = text.says(("any", "other", "target") if spec.another else ("any", "target"))
        if said is not None:
            yield said
        return
    another, what = spec.another, spec.what
    if not another and isinstance(what[0], Filter) and what[0].other and not context.targets:
        another = True
        what = tuple(replace(w, other=False) if isinstance(w, Filter) else w for w in what)
    many = spec.maximum != 1
    for words in _how_many_words(spec.minimum, spec.maximum, another):
        said = text.says((*words, "target"))
        if said is not None:
            yield from _write_what(what, said, many, context)


def _how_many_words(minimum: int, maximum: int, another: bool) -> Iterator[tuple[str, ...]]:
    other = ("other",) if another else ()
    if (minimum, maximum) == (1, 1):
        yield ("another",) if another else ()
        return
    if maximum == _MANY:
        if minimum == 0:
            yield ("any", "number", "of", *other)
        return
    for said, _ in slot("one").write(Fixed(maximum), Text(), Context()):
        if minimum == 0:
            yield ("up", "to", said.last, *other)
        elif minimum == maximum:
            yield (said.last, *other)


def _write_what(
    what: tuple[Filter | PlayerFilter, ...], text: Text, many: bool, context: Context
) -> Iterator[Text]:
    for index, part in enumerate(what):
        following: list[Text] = []
        joined = text if index == 0 else text.say("or")
        if joined is None:
            return
        if isinstance(part, PlayerFilter):
            said = joined.say(part.who + ("s" if many else ""))
            following = [said] if said is not None else []
        else:
            noun = FilterSlot(many=many, source=True)
            following = [said for said, _ in noun.write(part, joined, context)]
        if index == len(what) - 1:
            yield from following
        elif following:
            text = following[0]
        else:
            return


def _read_player_noun(reader: Reader, at: int, many: bool) -> Iterator[tuple[PlayerFilter, int]]:
    word = reader.word(at)
    if word == ("players" if many else "player"):
        yield PlayerFilter(), at + 1
    elif word == ("opponents" if many else "opponent"):
        yield PlayerFilter("opponent"), at + 1


class DividedTargets(Slot):
    """ "one, two, or three targets", "any number of target creatures": among which something is divided (CR 601.2d)."""

    _NUMBERS = (
        ((1, 2), ("one", "or", "two")),
        ((1, 3), ("one", ",", "two", ",", "or", "three")),
        ((1, _MANY), ("any", "number", "of")),
    )

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for (minimum, maximum), words in self._NUMBERS:
            if not reader.has(at, words):
                continue
            here = at + len(words)
            if reader.word(here) == "targets":
                yield from self._read(TargetSpec(_ANY_TARGET, minimum, maximum), here + 1, context)
            if reader.word(here) == "target":
                for what, end, _ in FilterSlot(many=True).read(reader, here + 1, context):
                    yield from self._read(TargetSpec((what,), minimum, maximum), end, context)

    def _read(self, spec: TargetSpec, end: int, context: Context) -> Iterator[Reading]:
        index = len(context.targets)
        after = replace(context, targets=(*context.targets, spec))
        yield Target(index), end, mention_target(after, index, spec)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        index = len(context.targets)
        if value != Target(index) or index >= len(context.all_targets):
            return
        spec = context.all_targets[index]
        after = mention_target(replace(context, targets=(*context.targets, spec)), index, spec)
        for number, words in self._NUMBERS:
            said = text.says(words) if number == (spec.minimum, spec.maximum) else None
            if said is None:
                continue
            if spec.what == _ANY_TARGET:
                targets = said.say("targets")
                if targets is not None:
                    yield targets, after
                continue
            target = said.say("target")
            if target is not None and len(spec.what) == 1:
                for done, _ in FilterSlot(many=True).write(spec.what[0], target, context):
                    yield done, after


class TargetAbility(Slot):
    """ "target activated or triggered ability", "target spell or ability", perhaps with its controller (CR 115.1, 113.9)."""

    _KINDS: tuple[tuple[tuple[Filter, ...], tuple[str, ...]], ...] = (
        ((Filter(zone=Zone.STACK, abilities="ability"),), ("activated", "or", "triggered", "ability")),
        ((Filter(zone=Zone.STACK, abilities="activated"),), ("activated", "ability")),
        ((Filter(zone=Zone.STACK, abilities="triggered"),), ("triggered", "ability")),
        (
            (Filter(zone=Zone.STACK), Filter(zone=Zone.STACK, abilities="ability")),
            ("spell", ",", "activated", "ability", ",", "or", "triggered", "ability"),
        ),
        ((Filter(zone=Zone.STACK), Filter(zone=Zone.STACK, abilities="ability")), ("spell", "or", "ability")),
    )
    _SINGLE = (((Filter(zone=Zone.STACK),), ("spell",)), _KINDS[-1], _KINDS[-2], _KINDS[0])
    _WHOSE = (
        (None, ()),
        ("you", ("you", "control")),
        ("opponent", ("an", "opponent", "controls")),
        ("opponent", ("you", "don't", "control")),
    )

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for what, words in self._phrases():
            if reader.has(at, words):
                yield (
                    Target(len(context.targets)),
                    at + len(words),
                    self._after(context, TargetSpec(what)),
                )

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        index = len(context.targets)
        if value != Target(index) or index >= len(context.all_targets):
            return
        spec = context.all_targets[index]
        for what, words in self._phrases():
            said = text.says(words) if spec == TargetSpec(what) else None
            if said is not None:
                yield said, self._after(context, spec)

    def _phrases(self) -> Iterator[tuple[tuple[Filter, ...], tuple[str, ...]]]:
        for kinds, words in self._KINDS:
            for relation, whose in self._WHOSE:
                what = tuple(replace(kind, controller=relation) for kind in kinds)  # type: ignore[arg-type]
                yield what, ("target", *words, *whose)
        for kinds, words in self._SINGLE:
            what = tuple(replace(kind, single_target=True) for kind in kinds)
            yield what, ("target", *words, "with", "a", "single", "target")

    def _after(self, context: Context, spec: TargetSpec) -> Context:
        index = len(context.targets)
        mention = Mention(Target(index), frozenset({"ability"}))
        return replace(context, targets=(*context.targets, spec)).mention(mention)


class SingleTarget(TargetAbility):
    """ "target spell with a single target"."""

    def _phrases(self) -> Iterator[tuple[tuple[Filter, ...], tuple[str, ...]]]:
        for what, words in super()._phrases():
            if what[0].single_target:
                yield what, words


define("single-target", SingleTarget())
define("target-ability", TargetAbility())
define("target", TargetSlot(players=False, objects=True))
define("divided-targets", DividedTargets())

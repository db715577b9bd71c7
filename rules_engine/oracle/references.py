"""References to objects and players: "this creature", "target creature you control", "it", "that player"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from rules_engine.model.terms import (
    All,
    Attached,
    Controller,
    DefendingPlayer,
    EachPlayer,
    Encoded,
    EventPlayer,
    Filter,
    Fixed,
    Owner,
    PlayerFilter,
    PlayerRef,
    Target,
    TargetSpec,
    They,
    This,
    Those,
    You,
)
from rules_engine.model.zones import Zone
from rules_engine.oracle.filters import FilterSlot, other_is_clear
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Mention,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    Union,
    define,
    slot,
)
from rules_engine.oracle.subtypes import SUBTYPES
from rules_engine.oracle.vocabulary import TYPE_NOUNS

# "this …" names the object the ability is on by one of its types, or as a card, spell, permanent or token (CR 201.5).
_THIS_NOUNS = (
    "creature",
    "spell",
    "card",
    "artifact",
    "enchantment",
    "land",
    "permanent",
    "planeswalker",
    "token",
)
_THIS_SUBTYPES = (
    "aura",
    "equipment",
    "vehicle",
    "saga",
    "fortification",
    "class",
    "spacecraft",
    "siege",
    "case",
)
_OBJECT_NOUNS = frozenset({"creature", "permanent", "card", "spell", "token", "ability", *TYPE_NOUNS})
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


# --------------------------------------------------------------------------------------------- this


class ThisSlot(Slot):
    """The card's own name, or "this creature", "this spell" and the like."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        if word == "~" and not context.granted:
            yield This(), at + 1, mention_this(context)
        elif word == "this" and _this_noun_fits(reader.word(at + 1), context):
            yield This(), at + 2, mention_this(context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, This):
            return
        nouns = [noun for noun in (*_THIS_SUBTYPES, *_THIS_NOUNS) if _this_noun_fits(noun, context)]
        named: list[tuple[str, ...]] = [("this", noun) for noun in nouns]
        spell = bool(context.types & {"instant", "sorcery"})
        own: list[tuple[str, ...]] = [] if context.granted else [("~",)]
        for words in own + named if spell else named + own:
            said = text.says(words)
            if said is not None:
                yield said, mention_this(context)


def _this_noun_fits(noun: str, context: Context) -> bool:
    spell = bool(context.types & {"instant", "sorcery"})
    if noun == "spell":
        return spell
    if noun in ("permanent", "token"):
        return not spell
    return noun == "card" or noun in context.types


def mention_this(context: Context) -> Context:
    """The context after the object itself was named."""
    return context.mention(Mention(This(), _OBJECT_NOUNS))


# ----------------------------------------------------------------------------------------- pronouns


class Pronoun(Slot):
    """ "it", "that creature", "them", "those cards": whatever was spoken of that the words fit.

    possessive: "its", "that creature's". subject: sets the number of the verb that follows.
    """

    def __init__(self, *, possessive: bool = False, subject: bool = False, player: bool = False) -> None:
        self._possessive, self._subject, self._player = possessive, subject, player

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for mention, words in self._meant(reader, at, context):
            yield mention.ref, at + len(words), self._after(context, mention, words)

    def _meant(self, reader: Reader, at: int, context: Context) -> Iterator[tuple[Mention, tuple[str, ...]]]:
        """What the words here can mean: by the last thing spoken of that they fit, if it is not the object itself.

        The object itself has a name, by which Oracle text calls it again when "it" would be taken for another.
        """
        found: dict[Any, tuple[Mention, tuple[str, ...]]] = {}
        for mention in context.mentions:
            if self._fits(mention):
                for words in self._phrases(mention):
                    if reader.has(at, words):
                        found.pop(mention.ref, None)
                        found[mention.ref] = (mention, words)
                        break
        candidates = list(found.values())
        if len(candidates) > 1 and _clear(candidates[-1][0], [m for m, _ in candidates[:-1]], context):
            candidates = candidates[-1:]
        yield from candidates

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for mention in context.mentions:
            if mention.ref == value and self._fits(mention):
                for words in self._phrases(mention):
                    said = text.says(words)
                    if said is not None and self._is_meant(mention, words, context):
                        yield said, self._after(context, mention, words)

    def _is_meant(self, mention: Mention, words: tuple[str, ...], context: Context) -> bool:
        """Whether the words would be read as this one."""
        others = [
            m
            for m in context.mentions
            if m.ref != mention.ref and self._fits(m) and words in self._phrases(m)
        ]
        if not others:
            return True
        last = [m for m in context.mentions if m.ref == mention.ref or m in others][-1]
        return last.ref == mention.ref and _clear(last, others, context)

    def _fits(self, mention: Mention) -> bool:
        if mention.is_player != self._player:
            return False
        return not mention.arrived if self._possessive else not mention.moved

    def _after(self, context: Context, mention: Mention, words: tuple[str, ...]) -> Context:
        if not self._possessive:
            context = context.mention(mention)
        if not self._subject:
            return context
        third = not mention.plural and words[0] not in ("they", "their")
        if self._player:
            return replace(context, third=third, subject=cast(PlayerRef, mention.ref))
        return replace(context, third=third)

    def _phrases(self, mention: Mention) -> Iterator[tuple[str, ...]]:
        end = ("'s",) if self._possessive else ()
        if self._player:
            they = ("their",) if self._possessive else ("they",) if self._subject else ("them",)
            those = [("that", noun, *end) for noun in ("player", "opponent") if noun in mention.nouns]
            yield from (*those, they) if mention.ref == EventPlayer() else (they, *those)
            return
        if mention.plural:
            yield ("their",) if self._possessive else ("they",) if self._subject else ("them",)
            for noun in sorted(mention.nouns):
                yield ("those", noun + "s", *(("'",) if self._possessive else ()))
            return
        yield ("its",) if self._possessive else ("it",)
        if mention.ref != This():
            for noun in sorted(mention.nouns):
                yield ("that", noun, *end)


def _clear(last: Mention, others: list[Mention], context: Context) -> bool:
    """Whether a pronoun that fits all of these means the last: not when it is one of two targets.

    Nor when it is the object itself, unless the sentence before spoke of that last.
    """
    if last.ref == This():
        return context.topic == This()
    return not (isinstance(last.ref, Target) and any(isinstance(other.ref, Target) for other in others))


# ------------------------------------------------------------------------------------------ targets


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
            context = replace(context, third=spec.maximum == 1)
            if not self._objects:
                context = replace(context, subject=Target(index))
        return context


def _another(spec: TargetSpec, context: Context) -> TargetSpec | None:
    """Beside an earlier target, "another" means not that one; otherwise, not the object itself."""
    if context.targets or not isinstance(spec.what[0], Filter):
        return replace(spec, another=True) if context.targets else None
    if not other_is_clear(context):
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


# ------------------------------------------------------------------------------- all that match


class Each(Slot):
    """ "each creature", "all artifacts", or with `bare` "creatures you control"; `subject` sets the verb's number."""

    def __init__(self, *, bare: bool, subject: bool = False) -> None:
        self._bare, self._subject = bare, subject

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        for words, many in (("each", False), ("all", True), ("", True)):
            if word == words or (not words and self._bare and word not in ("each", "all")):
                here = at + 1 if words else at
                for what, end, _ in FilterSlot(many=many).read(reader, here, context):
                    yield All(what), end, self._after(context, what, many)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, All):
            return
        kinds = (
            [("", True), ("each", False), ("all", True)] if self._bare else [("each", False), ("all", True)]
        )
        for words, many in kinds:
            said = text.say(words) if words else text
            if said is not None:
                for done, _ in FilterSlot(many=many).write(value.what, said, context):
                    yield done, self._after(context, value.what, many)

    def _after(self, context: Context, what: Filter, many: bool) -> Context:
        context = context.mention(Mention(All(what), nouns_of(what), plural=True))
        return replace(context, third=not many) if self._subject else context


# --------------------------------------------------------------------------------------- attached


class AttachedSlot(Slot):
    """ "enchanted creature", "equipped creature" (CR 303.4, 301.5)."""

    _NOUNS = ("creature", "permanent", "artifact", "land", "enchantment", "planeswalker", *sorted(SUBTYPES))

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) not in ("enchanted", "equipped"):
            return
        for words in self._phrases(context):
            if reader.has(at, words):
                yield Attached(), at + len(words), self._after(context, words[-1])

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Attached):
            for words in self._phrases(context):
                said = text.says(words)
                if said is not None:
                    yield said, self._after(context, words[-1])

    def _phrases(self, context: Context) -> Iterator[tuple[str, ...]]:
        if "equipment" in context.types:
            yield ("equipped", "creature")
        if "aura" in context.types:
            for noun in self._NOUNS:
                yield ("enchanted", noun)
            yield ("enchanted", "artifact", "creature")

    def _after(self, context: Context, noun: str) -> Context:
        return context.mention(Mention(Attached(), frozenset({noun, "permanent"})))


class Possessive(Slot):
    """A noun phrase with 's: "target creature's", "each player's"."""

    def __init__(self, inner: Slot) -> None:
        self._inner = inner

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in self._inner.read(reader, at, context):
            if reader.word(end) == "'s":
                yield value, end + 1, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for said, after in self._inner.write(value, text, context):
            done = said.say("'s")
            if done is not None:
                yield done, after


class Pending(Slot):
    """ "a creature you control" as what an instruction acts on: you choose one as it is carried out (CR 608.2d)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if context.pending is None and context.subject == You():
            for what, end, after in slot("a-single").read(reader, at, context):
                chosen = Mention(Those("chosen"), nouns_of(what))
                yield Those("chosen"), end, replace(after, pending=what, chosen=what).mention(chosen)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if value == Those("chosen") and context.pending is not None:
            for said, after in slot("a-single").write(context.pending, text, context):
                chosen = Mention(Those("chosen"), nouns_of(context.pending))
                yield said, replace(after, pending=None, chosen=context.pending).mention(chosen)


define("this", ThisSlot())
define("it", Pronoun())
_target_object = TargetSlot(players=False, objects=True)
_encoded = Choice(Form(Encoded, "the encoded card"))


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


define("divided-targets", DividedTargets())
define("target", _target_object)
define(
    "object",
    Union(slot("this"), _target_object, Pronoun(), AttachedSlot(), _encoded, Each(bare=False), Pending()),
)
define("one-object", Union(slot("this"), _target_object, Pronoun(), AttachedSlot(), _encoded))
define(
    "subject-object",
    Union(
        slot("this"),
        TargetSlot(players=False, objects=True, subject=True),
        Pronoun(subject=True),
        AttachedSlot(),
        Each(bare=True, subject=True),
        third=True,
    ),
)


class ASingle(Slot):
    """ "a creature you control", "another creature": one thing that matches, of any identity."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        if word in ("a", "an"):
            yield from FilterSlot(many=False).read(reader, at + 1, context)
        else:
            yield from slot("another").read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Filter):
            return
        if value.other:
            yield from slot("another").write(value, text, context)
            return
        for done, after in FilterSlot(many=False).write(value, Text(), context):
            words = done.words()
            vowel = words[0][0] in "aeiou" and not words[0].startswith(("uni", "one", "eu"))
            for article in ("an", "a") if vowel else ("a", "an"):
                said = text.says([article, *words])
                if said is not None:
                    yield said, after


class Another(Slot):
    """ "another creature": one that is not the object itself."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) == "another" and other_is_clear(context):
            for what, end, after in FilterSlot(many=False).read(reader, at + 1, context):
                if not what.other:
                    yield replace(what, other=True), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Filter) and value.other:
            said = text.say("another")
            if said is not None:
                yield from FilterSlot(many=False).write(replace(value, other=False), said, context)


define("a-single", ASingle())
define("another", Another())
define(
    "subject-one",
    Union(
        slot("this"),
        TargetSlot(players=False, objects=True, subject=True),
        Pronoun(subject=True),
        AttachedSlot(),
        third=True,
    ),
)
define("attached", AttachedSlot())
define("all", Each(bare=True))
define("all-subject", Each(bare=True, subject=True))
_owner_of = Union(Possessive(slot("this")), Possessive(_target_object), Possessive(AttachedSlot()))
define("possessive", Union(_owner_of, Pronoun(possessive=True)))


# ------------------------------------------------------------------------------------------ players


class Who(Slot):
    """The player who does something: the subject of a sentence, or nobody named in "draw a card" (then you).

    named: usually named, even when it is you ("you gain 1 life"). Sets the subject, so that later verbs, "their" and "they control" agree.
    """

    def __init__(self, *, named: bool = False) -> None:
        self._named = named

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield context.subject, at, context
        yield from slot("named-player").read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if self._named:
            yield from slot("named-player").write(value, text, context)
        if value == context.subject:
            yield text, context
        if not self._named:
            yield from slot("named-player").write(value, text, context)


def _subject(third: bool) -> Any:
    return lambda context, node: replace(context, subject=node, third=third)


def _each_subject(context: Context, node: EachPlayer) -> Context:
    return replace(context, subject=node, third=True)


def _plain(context: Context, node: PlayerRef) -> Context:
    return context


def _players(*, subject: bool) -> Slot:
    """Players named in a sentence; as its subject, or as what something is done to."""
    named = _subject(True) if subject else _plain
    return Union(
        Choice(
            Form(You, "you", then=_subject(False) if subject else _plain),
            Form(EachPlayer, "each player", {"who": "player"}, then=named),
            Form(EachPlayer, "each opponent", {"who": "opponent"}, then=named),
            Form(EachPlayer, "each other player", {"who": "other player"}, then=named),
            Form(DefendingPlayer, "defending player", then=named),
            Form(Controller, "<of:possessive> controller", then=named),
            Form(Owner, "<of:possessive> owner", then=named),
        ),
        TargetSlot(players=True, objects=False, subject=subject),
        Pronoun(player=True, subject=subject),
    )


define("named-player", _players(subject=True))
define("who", Who())
define("named-who", Who(named=True))
define("whom", _players(subject=False))
define(
    "player-possessive",
    Union(
        Choice(Form(You, "your")), Possessive(_players(subject=False)), Pronoun(player=True, possessive=True)
    ),
)
define("recipient", Union(TargetSlot(players=True, objects=True), slot("object"), slot("whom")))


define("mentioned-player", Pronoun(player=True))


def event_player(context: Context, *, opponent: bool = False) -> Context:
    """The context after a trigger condition spoke of a player."""
    nouns = frozenset({"player", "opponent"}) if opponent else frozenset({"player"})
    return context.mention(Mention(EventPlayer(), nouns))


def they(context: Context) -> Context:
    """The context in which "they" is the player whose part of the sentence it is."""
    return context.mention(Mention(They(), frozenset({"player"})))

"""References to objects and players: "this creature", "target creature you control", "it", "that player"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, cast

from rules_engine.model.subtypes import SUBTYPES
from rules_engine.model.terms import (
    All,
    Attached,
    Encoded,
    EventPlayer,
    Filter,
    PlayerRef,
    Target,
    This,
    Those,
    You,
)
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
from rules_engine.oracle.targets import TargetSlot, nouns_of
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
            if _is_mixed(mention) and not self._player:
                # "Any target" is a player or not, so that "it" may mean that one, or something named before.
                found = {ref: (m, words) for ref, (m, words) in found.items() if words[0] not in _ITS}
            elif self._fits(mention):
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
        places = [index for index, m in enumerate(context.mentions) if m.ref == mention.ref]
        if words[0] in _ITS and not self._player and any(map(_is_mixed, context.mentions[places[-1] :])):
            return False
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
            return context.but(third=third, subject=cast(PlayerRef, mention.ref))
        return context.but(third=third)

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
            if {"creature", "planeswalker"} <= mention.nouns:
                yield ("that", "creature", "or", "planeswalker", *end)
            for noun in sorted(mention.nouns):
                yield ("that", noun, *end)
            if mention.arrived and not self._possessive and "creature" in mention.nouns:
                yield ("the", "creature")


_ITS = ("it", "its")


def _is_mixed(mention: Mention) -> bool:
    return mention.is_player and bool(mention.nouns & {"creature", "planeswalker", "permanent"})


def _clear(last: Mention, others: list[Mention], context: Context) -> bool:
    """Whether a pronoun that fits all of these means the last: not when it is one of two targets.

    Nor when it is the object itself, unless the sentence before spoke of that last.
    """
    if last.ref == This():
        return context.topic == This()
    return not (isinstance(last.ref, Target) and any(isinstance(other.ref, Target) for other in others))


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
                every = words == "each"
                for what, end, _ in FilterSlot(many=many, every=every).read(reader, here, context):
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
        return context.but(third=not many) if self._subject else context


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


class ExiledCard(Slot):
    """ "the exiled card": what was exiled to pay the cost, or by the ability that this one is linked to (CR 607.2a)."""

    _WORDS = ("the", "exiled", "card")

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if context.exiled is not None and reader.has(at, self._WORDS):
            yield context.exiled, at + 3, context.mention(Mention(context.exiled, frozenset({"card"})))

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(self._WORDS) if value is not None and value == context.exiled else None
        if said is not None:
            yield said, context.mention(Mention(value, frozenset({"card"})))


class TheCopy(Slot):
    """ "the copy": of the card that was just copied (CR 707.12)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.has(at, ("the", "copy")) and self._made(context):
            yield Those("copy"), at + 2, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(("the", "copy")) if value == Those("copy") and self._made(context) else None
        if said is not None:
            yield said, context

    def _made(self, context: Context) -> bool:
        return any(mention.ref == Those("copy") for mention in context.mentions)


class OtherSingle(Slot):
    """ "other creature you control", whatever else was spoken of: other than the object with this ability."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) == "other":
            for what, end, _ in FilterSlot(many=False).read(reader, at + 1, context):
                yield replace(what, other=True), end, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.say("other") if isinstance(value, Filter) and value.other else None
        if said is not None:
            yield from FilterSlot(many=False).write(replace(value, other=False), said, context)


define("the-copy", TheCopy())
define("other-single", OtherSingle())
define("this", ThisSlot())
define("exiled-card", ExiledCard())
define("it", Pronoun())
define("it-subject", Pronoun(subject=True))
_target_object = slot("target")
_encoded = Choice(Form(Encoded, "the encoded card"))


define(
    "object",
    Union(
        slot("this"),
        _target_object,
        Pronoun(),
        AttachedSlot(),
        _encoded,
        slot("exiled-card"),
        Each(bare=False),
        Pending(),
    ),
)
define(
    "one-object",
    Union(slot("this"), _target_object, Pronoun(), AttachedSlot(), _encoded, slot("exiled-card")),
)
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

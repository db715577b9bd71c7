"""Sentences that hold others: optional, conditional, delayed (CR 608.2c–e, 603.7, 118.12a)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules_engine.model.abilities import (
    CounterSpell,
    Delayed,
    Effect,
    If,
    Instruction,
    May,
    Reflexive,
)
from rules_engine.model.terms import Condition, EachPlayer, PlayerRef, They, Those, WasKicked, You
from rules_engine.oracle.grammar import (
    Context,
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
from rules_engine.oracle.sentences import Instructions, fresh
from rules_engine.oracle.tokens import PARAGRAPH


@dataclass(frozen=True)
class Tail:
    """How a later sentence refers to an optional one: "if you do", "if they don't", "each player who does"."""

    negated: bool

    def phrases(self, who: PlayerRef) -> Iterator[tuple[str, ...]]:
        """The phrases, with the comma that follows them."""
        do = "don't" if self.negated else "do"
        if who == You():
            yield ("if", "you", do, ",")
            return
        if isinstance(who, EachPlayer):
            noun = "opponent" if who.who == "opponent" else "player"
            yield ("each", noun, "who", "doesn't" if self.negated else "does")
            return
        yield ("if", "they", do, ",")
        yield ("if", "that", "player", "doesn't" if self.negated else "does", ",")
        yield ("if", "the", "player", "doesn't" if self.negated else "does", ",")


class MaySlot(Slot):
    """ "You may …. If you do, …": something optional, and what follows from doing it or not (CR 608.2d–e)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for who, here, subject in slot("named-player").read(reader, at, context):
            if reader.word(here) != "may":
                continue
            inner = _inside(who, subject)
            for done, end, after in self._read_done(reader, here + 1, inner, who):
                yield done, end, _outside(who, subject, after)
                for longer, last_end, last in self._read_tails(reader, end, after, done):
                    yield longer, last_end, _outside(who, subject, last)

    def _read_done(self, reader: Reader, at: int, context: Context, who: PlayerRef) -> Iterator[Reading]:
        if reader.word(at) == "pay":
            for cost, end, after in slot("sentence-cost").read(reader, at, context):
                yield May(who, cost=cost), end, after
            return
        if reader.word(at) == "have":
            for do, end, after in slot("clause").read(reader, at + 1, replace(context, bare=True)):
                yield May(who, do=do), end, replace(after, bare=False)
        for do, end, after in slot("clause").read(reader, at, context):
            yield May(who, do=do), end, after

    def _read_tails(self, reader: Reader, at: int, context: Context, may: May) -> Iterator[Reading]:
        if reader.word(at) != ".":
            return
        for negated in (False, True):
            if (may.if_do and not negated) or may.if_not:
                continue
            for phrase in Tail(negated).phrases(may.who):
                if reader.has(at + 1, phrase):
                    start = at + 1 + len(phrase)
                    inner = _tail_context(may.who, context, phrase)
                    for then, end, after in slot("clause").read(reader, start, inner):
                        longer = replace(may, if_not=then) if negated else replace(may, if_do=then)
                        yield longer, end, after
                        yield from self._read_tails(reader, end, after, longer)
        if may.who == You() and not may.if_do and reader.has(at + 1, ("when", "you", "do", ",")):
            for effect, end, after in slot("reflexive").read(reader, at + 5, context):
                yield replace(may, if_do=(Reflexive(effect),)), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, May):
            return
        for named, subject in slot("named-player").write(value.who, text, context):
            said = named.say("may")
            if said is None:
                continue
            inner = _inside(value.who, subject)
            if value.cost is not None:
                if value.do:
                    return
                done = slot("sentence-cost").write(value.cost, said, inner)
            else:
                done = self._write_do(value.do, said, inner)
            for after, last in done:
                for finished, left in self._write_tails(value, after, last):
                    yield finished, _outside(value.who, subject, left)

    def _write_do(self, do: Instructions, text: Text, context: Context) -> Iterator[Printing]:
        yield from slot("clause").write(do, text, context)
        have = text.say("have")
        if have is not None:
            for said, after in slot("clause").write(do, have, replace(context, bare=True)):
                yield said, replace(after, bare=False)

    def _write_tails(self, may: May, text: Text, context: Context) -> Iterator[Printing]:
        if not may.if_do and not may.if_not:
            yield text, context
            return
        stop = text.say(".")
        if stop is None:
            return
        negated = not may.if_do
        if len(may.if_do) == 1 and isinstance(may.if_do[0], Reflexive):
            said = stop.says(("when", "you", "do", ","))
            if said is not None:
                yield from slot("reflexive").write(may.if_do[0].effect, said, context)
            return
        for phrase in Tail(negated).phrases(may.who):
            said = stop.says(phrase)
            if said is not None:
                inner = _tail_context(may.who, context, phrase)
                rest = replace(may, if_not=()) if negated else replace(may, if_do=())
                for done, after in slot("clause").write(may.if_not if negated else may.if_do, said, inner):
                    yield from self._write_tails(rest, done, after)


def _inside(who: PlayerRef, context: Context) -> Context:
    """Inside what another player may do, that player is "they" (CR 608.2e)."""
    if who == You():
        return replace(context, subject=You(), third=False)
    mentions = tuple(mention for mention in context.mentions if mention.ref != who)
    they = Mention(They(), frozenset({"player"}))
    return replace(context, subject=They(), third=False, mentions=(*mentions, they))


def _outside(who: PlayerRef, before: Context, after: Context) -> Context:
    """After it, "they" is again whoever it was before."""
    if who == You():
        return after
    mentions = tuple(mention for mention in after.mentions if mention.ref != They())
    kept = tuple(mention for mention in before.mentions if mention.ref == who)
    return replace(after, mentions=kept + mentions, subject=before.subject, third=before.third)


def _tail_context(who: PlayerRef, context: Context, phrase: tuple[str, ...]) -> Context:
    if who == You():
        return fresh(context)
    return replace(context, subject=They(), third=phrase[-1] != ",", many=False)


class IfSlot(Slot):
    """ "If [condition], …. Otherwise, …" (CR 608.2c)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) != "if":
            return
        for condition, here, known in slot("condition").read(reader, at + 1, context):
            if reader.word(here) != ",":
                continue
            for then, end, last in slot("clause").read(reader, here + 1, fresh(known)):
                after = _targets_only_if(condition, known, last)
                yield If(condition, then), end, after
                if reader.has(end, (".", "otherwise", ",")):
                    for other, done, last in slot("clause").read(reader, end + 3, fresh(after)):
                        yield If(condition, then, other), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, If):
            return
        said = text.say("if")
        if said is None:
            return
        for stated, known in slot("condition").write(value.condition, said, context):
            comma = stated.say(",")
            if comma is None:
                continue
            for done, after in slot("clause").write(value.then, comma, fresh(known)):
                if not value.otherwise:
                    yield done, after
                    continue
                other = done.says((".", "otherwise", ","))
                if other is not None:
                    yield from slot("clause").write(value.otherwise, other, fresh(after))


def _targets_only_if(condition: Condition, before: Context, after: Context) -> Context:
    """Targets named only for a kicked spell are chosen only for a kicked spell (CR 702.33g)."""
    if not isinstance(condition, WasKicked) or after.targets == before.targets:
        return after
    first = len(before.targets)
    named = tuple(replace(spec, only_if=condition) for spec in after.targets[first:])
    return replace(after, targets=after.targets[:first] + named)


class PostfixIf(Slot):
    """ "Counter target spell if it was kicked.", "Sacrifice it unless it was kicked.": the condition after the instruction."""

    def __init__(self, *, unless: bool = False) -> None:
        self._word = "unless" if unless else "if"

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for node, end, after in slot("lone-instruction").read(reader, at, context):
            if reader.word(end) == self._word:
                for condition, done, _ in slot("condition").read(reader, end + 1, _not_moved(after)):
                    yield self._made(condition, node), done, after

    def _made(self, condition: Condition, node: Instruction) -> If:
        return If(condition, (node,)) if self._word == "if" else If(condition, (), (node,))

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        nodes = (*value.then, *value.otherwise) if isinstance(value, If) else ()
        if len(nodes) != 1 or value != self._made(value.condition, nodes[0]):
            return
        for said, after in slot("lone-instruction").write(nodes[0], text, context):
            opened = said.say(self._word)
            if opened is not None:
                for done, _ in slot("condition").write(value.condition, opened, _not_moved(after)):
                    yield done, after


def _not_moved(context: Context) -> Context:
    """The context of what is asked before an instruction that was read already: nothing has moved yet."""
    kept = (mention for mention in context.mentions if mention.ref != Those("it") or not mention.arrived)
    return replace(context, mentions=tuple(replace(mention, moved=False) for mention in kept))


class InsteadIf(Slot):
    """ "Draw a card. If this spell was kicked, draw three cards instead.": one instruction or the other (CR 614.15)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for first, end, after in slot("lone-instruction").read(reader, at, context):
            if not reader.has(end, (".", "if")):
                continue
            for condition, here, known in slot("condition").read(reader, end + 2, after):
                if reader.word(here) != ",":
                    continue
                for second, done, last in slot("lone-instruction").read(reader, here + 1, fresh(known)):
                    # a target of its own would have to be chosen instead of the first one's
                    if reader.word(done) == "instead" and last.targets == known.targets:
                        yield If(condition, (second,), (first,)), done + 1, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, If) or len(value.then) != 1 or len(value.otherwise) != 1:
            return
        for said, after in slot("lone-instruction").write(value.otherwise[0], text, context):
            opened = said.says((".", "if"))
            if opened is None:
                continue
            for stated, known in slot("condition").write(value.condition, opened, after):
                comma = stated.say(",")
                if comma is None:
                    continue
                for done, last in slot("lone-instruction").write(value.then[0], comma, fresh(known)):
                    finished = done.say("instead")
                    if finished is not None:
                        yield finished, last


class InsteadAfter(Slot):
    """ "Add {B}. Add {B}{B} instead if …": the same, the condition at the end, perhaps in a paragraph of its own."""

    _BETWEEN = ((".",), (".", PARAGRAPH))
    _INSTEAD = ("instead", "if")

    def __init__(self) -> None:
        self._lone = Union(slot("lone-instruction"), PostfixIf())

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for first, end, after in self._lone.read(reader, at, context):
            for between in self._BETWEEN:
                if not reader.has(end, between):
                    continue
                start = end + len(between)
                for second, here, last in self._lone.read(reader, start, self._again(after)):
                    # a target of its own would have to be chosen instead of the first one's
                    if last.targets == after.targets and reader.has(here, self._INSTEAD):
                        for condition, done, known in slot("condition").read(reader, here + 2, last):
                            yield If(condition, (second,), (first,)), done, known

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, If) or len(value.then) != 1 or len(value.otherwise) != 1:
            return
        for said, after in self._lone.write(value.otherwise[0], text, context):
            for between in self._BETWEEN:
                opened = said.says(between)
                if opened is None:
                    continue
                for named, last in self._lone.write(value.then[0], opened, self._again(after)):
                    instead = named.says(self._INSTEAD)
                    if instead is not None:
                        yield from slot("condition").write(value.condition, instead, last)

    def _again(self, context: Context) -> Context:
        """The first instruction is not carried out where the second is, so nothing has moved (CR 614.15)."""
        return fresh(_not_moved(context))


class Compound(Slot):
    """A sentence that holds other sentences."""

    def __init__(self) -> None:
        self._parts: tuple[Slot, ...] = (
            MaySlot(),
            IfSlot(),
            DelayedSlot(),
            Unless(),
            PayOrElse(),
            PostfixIf(),
            PostfixIf(unless=True),
        )

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for part in self._parts:
            yield from part.read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for part in self._parts:
            yield from part.write(value, text, context)


class Unless(Slot):
    """ "Sacrifice this creature unless you pay {2}.": the player may pay; if they don't, it happens (CR 118.12a)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for node, end, after in slot("lone-instruction").read(reader, at, context):
            if reader.word(end) != "unless" or isinstance(node, CounterSpell):
                continue
            for who, here, subject in slot("named-player").read(reader, end + 1, after):
                for may, done in self._read_price(reader, here, subject, who):
                    yield replace(may, if_not=(node,)), done, after

    def _read_price(
        self, reader: Reader, at: int, context: Context, who: PlayerRef
    ) -> Iterator[tuple[May, int]]:
        if who == You():
            for cost, end, _ in slot("sentence-cost").read(reader, at, context):
                if reader.word(at) == "pay":
                    yield May(who, cost=cost), end
        for do, end, _ in slot("clause").read(reader, at, _inside(who, context)):
            if who == You() and reader.word(at) != "pay":
                yield May(who, do=do), end
        if who != You() and reader.word(at) == "pays":
            for cost, end, _ in slot("mana-only").read(reader, at + 1, context):
                yield May(who, cost=cost), end

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, May) or value.if_do or len(value.if_not) != 1:
            return
        if isinstance(value.if_not[0], CounterSpell):
            return
        for said, after in slot("lone-instruction").write(value.if_not[0], text, context):
            unless = said.say("unless")
            if unless is None:
                continue
            for named, subject in slot("named-player").write(value.who, unless, after):
                for done in self._write_price(value, named, subject):
                    yield done, after

    def _write_price(self, may: May, text: Text, context: Context) -> Iterator[Text]:
        if may.cost is None:
            if may.who == You():
                for said, _ in slot("clause").write(may.do, text, _inside(may.who, context)):
                    yield said
            return
        if may.who == You():
            for said, _ in slot("sentence-cost").write(may.cost, text, context):
                yield said
            return
        pays = text.say("pays")
        if pays is not None:
            for said, _ in slot("mana-only").write(may.cost, pays, context):
                yield said


class PayOrElse(Slot):
    """ "Pay {2}. If you don't, …": who doesn't make the mana doesn't pay (CR 118.3c, 118.12); a mandatory cost of another kind
    could not be declined.
    """

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) != "pay":
            return
        for cost, end, after in slot("sentence-cost").read(reader, at, replace(context, subject=You())):
            if cost.mana is not None and not cost.parts and reader.has(end, self._TAIL):
                for do, done, last in slot("clause").read(reader, end + len(self._TAIL), fresh(after)):
                    yield May(You(), cost=cost, if_not=do), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, May) or value.cost is None or not value.if_not:
            return
        if value != May(You(), cost=value.cost, if_not=value.if_not):
            return
        for said, after in slot("sentence-cost").write(value.cost, text, context):
            tail = said.says(self._TAIL)
            if tail is not None:
                yield from slot("clause").write(value.if_not, tail, fresh(after))

    _TAIL = (".", "if", "you", "don't", ",")


class DelayedSlot(Slot):
    """ "At the beginning of the next end step, …", or the same at the end of the sentence (CR 603.7)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for trigger, end, after in slot("delayed-trigger").read(reader, at, context):
            if reader.word(end) == ",":
                for do, done, last in slot("clause").read(reader, end + 1, after):
                    yield Delayed(trigger, Effect(do)), done, _later(context, last)
        for node, end, after in slot("lone-instruction").read(reader, at, context):
            for trigger, done, last in slot("delayed-trigger").read(reader, end, after):
                yield Delayed(trigger, Effect((node,))), done, _later(context, last)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Delayed) or value.effect.targets:
            return
        for said, after in slot("delayed-trigger").write(value.trigger, text, context):
            comma = said.say(",")
            if comma is not None:
                for done, last in slot("clause").write(value.effect.instructions, comma, after):
                    yield done, _later(context, last)
        if len(value.effect.instructions) == 1:
            for said, after in slot("lone-instruction").write(value.effect.instructions[0], text, context):
                for done, last in slot("delayed-trigger").write(value.trigger, said, after):
                    yield done, _later(context, last)


def _later(before: Context, after: Context) -> Context:
    """What is only going to move has not moved: "it" is not yet what it will be, nor surely what it was."""
    arrived = any(m.arrived and m not in before.mentions for m in after.mentions)
    if not arrived:
        return after
    kept = tuple(m for m in after.mentions if m.is_player)
    return replace(after, mentions=kept)


define("compound", Compound())
define("instead-if", Union(InsteadIf(), InsteadAfter()))

"""Sentences and their order (CR 608.2c): what is one instruction after the other, optional, or conditional."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from rules_engine.model.abilities import (
    CastDuring,
    Choose,
    CounterSpell,
    Delayed,
    Effect,
    If,
    Instruction,
    May,
    Modal,
    Reflexive,
    WhereX,
)
from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import Condition, EachPlayer, PlayerRef, Target, They, WasKicked, X, You
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
from rules_engine.oracle.tokens import PARAGRAPH

_JOINERS = (("and",), (",", "then"), (",", "and"), (",",), ("then",))
Instructions = tuple[Instruction, ...]


def fresh(context: Context) -> Context:
    """The context at the start of a sentence: nobody is its subject yet, so "draw a card" tells you."""
    topic = context.mentions[-1].ref if context.mentions else None
    return replace(context, subject=You(), third=False, many=False, chosen=None, topic=topic)


# -------------------------------------------------------------------------- one sentence's instructions


class Clause(Slot):
    """The instructions of one sentence, without its full stop: "draw a card, then discard a card"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for node, end, after in slot("compound").read(reader, at, context):
            yield (node,), end, after
        for node, end, before in slot("instruction").read(reader, at, context):
            after = _doing(before, node)
            nodes: Instructions = (node,)
            if after.pending is not None:
                nodes = (Choose(after.pending), node)
                after = replace(after, pending=None)
            yield nodes, end, after
            for joiner in _JOINERS:
                if reader.has(end, joiner):
                    for rest, done, last in slot("clause").read(reader, end + len(joiner), after):
                        yield (*nodes, *rest), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not value:
            return
        first = value[0]
        if (
            isinstance(first, Choose)
            and first == Choose(first.what)
            and len(value) > 1
            and not context.pending
        ):
            pending = replace(context, pending=first.what)
            for said, after in slot("clause").write(value[1:], text, pending):
                if after.pending is None:
                    yield said, after
        kind = slot("compound") if isinstance(value[0], May | If | Delayed) else slot("instruction")
        for said, before in kind.write(value[0], text, context):
            after = _doing(before, value[0])
            if len(value) == 1:
                yield said, after
                continue
            for joiner in _JOINERS:
                joined = said.says(joiner)
                if joined is not None:
                    yield from self.write(value[1:], joined, after)


class LoneInstruction(Slot):
    """One instruction that acts on nothing still to be chosen."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for node, end, after in slot("instruction").read(reader, at, context):
            if after.pending is None:
                yield node, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from slot("instruction").write(value, text, context)


def _doing(context: Context, node: Instruction) -> Context:
    """Whether "if you do" may follow: after something optional that is no "you may …" sentence."""
    did = isinstance(node, CastDuring) and node.optional
    return context if context.did == did else replace(context, did=did)


# ------------------------------------------------------------------------------------- compounds


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
    """ "Counter target spell if it was kicked.": the condition after the instruction."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for node, end, after in slot("lone-instruction").read(reader, at, context):
            if reader.word(end) == "if":
                for condition, done, last in slot("condition").read(reader, end + 1, after):
                    yield If(condition, (node,)), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, If) or len(value.then) != 1 or value.otherwise:
            return
        for said, after in slot("lone-instruction").write(value.then[0], text, context):
            opened = said.say("if")
            if opened is not None:
                yield from slot("condition").write(value.condition, opened, after)


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


class Compound(Slot):
    """A sentence that holds other sentences."""

    def __init__(self) -> None:
        self._parts: tuple[Slot, ...] = (MaySlot(), IfSlot(), DelayedSlot(), Unless(), PostfixIf())

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


class DelayedSlot(Slot):
    """ "At the beginning of the next end step, …", or the same at the end of the sentence (CR 603.7)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for trigger, end, after in slot("delayed-trigger").read(reader, at, context):
            if reader.word(end) == ",":
                for do, done, last in slot("clause").read(reader, end + 1, after):
                    yield Delayed(trigger, Effect(do)), done, last
        for node, end, after in slot("lone-instruction").read(reader, at, context):
            for trigger, done, last in slot("delayed-trigger").read(reader, end, after):
                yield Delayed(trigger, Effect((node,))), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Delayed) or value.effect.targets:
            return
        for said, after in slot("delayed-trigger").write(value.trigger, text, context):
            comma = said.say(",")
            if comma is not None:
                yield from slot("clause").write(value.effect.instructions, comma, after)
        if len(value.effect.instructions) == 1:
            for said, after in slot("lone-instruction").write(value.effect.instructions[0], text, context):
                yield from slot("delayed-trigger").write(value.trigger, said, after)


# ---------------------------------------------------------------------------------- whole effects


class Sentences(Slot):
    """Sentences up to the end of a paragraph or quotation, as one tuple of instructions."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for do, end, after in slot("sentence").read(reader, at, fresh(context)):
            stop = full_stop(reader, end)
            if stop is not None:
                yield do, stop, after
                start = stop + 1 if reader.word(stop) == "then" else stop
                for rest, done, last in slot("sentences").read(reader, start, after):
                    yield do + rest, done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for size in range(len(value), 0, -1) if text.like is not None else (1,):
            for said, after in slot("sentence").write(value[:size], text, fresh(context)):
                stop = end_sentence(said)
                if stop is None:
                    continue
                if size == len(value):
                    yield stop, after
                    continue
                for between in ((), ("then",), (PARAGRAPH,), (PARAGRAPH, "then")):
                    begun = stop.says(between)
                    if begun is not None:
                        yield from self.write(value[size:], begun, after)


def full_stop(reader: Reader, at: int) -> int | None:
    """Where the next sentence begins, if one ends here: at a full stop, or at a quotation that ends with one."""
    if reader.word(at) == ".":
        return at + 1
    return at if reader.word(at - 1) == '"' and reader.word(at - 2) == "." else None


def end_sentence(text: Text) -> Text | None:
    """The text with its full stop, which a quotation at its end already has."""
    return text if text.last == '"' else text.say(".")


class Sentence(Slot):
    """One sentence: a clause, perhaps with "where X is …", or an instruction that another may replace."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for node, end, after in _INSTEAD_IF.read(reader, at, context):
            yield (node,), end, after
        for do, end, after in slot("clause").read(reader, at, context):
            yield do, end, after
            if reader.has(end, (",", "where", "x", "is")) and has_x(do):
                for value, done, last in slot("quantity").read(reader, end + 4, after):
                    yield (WhereX(value, do),), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if len(value) == 1 and isinstance(value[0], If):
            yield from _INSTEAD_IF.write(value[0], text, context)
        if len(value) == 1 and isinstance(value[0], WhereX):
            for said, after in slot("clause").write(value[0].do, text, context):
                where = said.says((",", "where", "x", "is"))
                if where is not None:
                    yield from slot("quantity").write(value[0].value, where, after)
            return
        yield from slot("clause").write(value, text, context)


def has_x(node: Any, bound: tuple[type, ...] = ()) -> bool:
    """Whether X stands somewhere in the node; nodes of the `bound` kinds say themselves what it is."""
    if isinstance(node, X):
        return True
    if isinstance(node, ManaCost):
        return node.has_x
    if isinstance(node, tuple):
        return any(has_x(part, bound) for part in node)
    if is_dataclass(node) and not isinstance(node, bound):
        return any(has_x(getattr(node, f.name), bound) for f in fields(node))
    return False


_INSTEAD_IF = InsteadIf()


class EffectSlot(Slot):
    """An effect with its targets, up to and including the last full stop."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for do, end, after in slot("sentences").read(reader, at, context):
            yield Effect(do, after.targets), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Effect):
            inner = replace(context, all_targets=value.targets)
            for said, after in slot("sentences").write(value.instructions, text, inner):
                if after.targets == value.targets:
                    yield said, after


class ReflexiveSlot(Slot):
    """The effect of "When you do, …": an ability of its own with its own targets, to the end of the paragraph (CR 603.12)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for do, end, after in slot("sentences").read(reader, at, _own_targets(context)):
            if end >= reader.size or reader.word(end) in (PARAGRAPH, '"'):
                # the full stop is left for the sentence around it
                yield Effect(do, after.targets), end - 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        inner = replace(_own_targets(context), all_targets=value.targets)
        for said, after in slot("sentences").write(value.instructions, text, inner):
            if after.targets == value.targets and said.before is not None:
                yield said.before, context


def _own_targets(context: Context) -> Context:
    mentions = tuple(mention for mention in context.mentions if not isinstance(mention.ref, Target))
    return replace(fresh(context), targets=(), mentions=mentions)


class ModalSlot(Slot):
    """ "Choose one —" and its bulleted modes (CR 700.2)."""

    _HEADS = (
        ((1, 1), ("choose", "one", "—")),
        ((2, 2), ("choose", "two", "—")),
        ((3, 3), ("choose", "three", "—")),
        ((1, 2), ("choose", "one", "or", "both", "—")),
        ((1, 99), ("choose", "one", "or", "more", "—")),
        ((0, 1), ("choose", "up", "to", "one", "—")),
        ((0, 2), ("choose", "up", "to", "two", "—")),
    )

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for (minimum, maximum), words in self._HEADS:
            if reader.has(at, words):
                for modes, end in self._read_modes(reader, at + len(words), context):
                    if len(modes) > 1 and maximum in (1, 2, 3, 99) and len(modes) >= minimum:
                        most = len(modes) if maximum == 99 else maximum
                        yield Modal(modes, minimum, most), end, context

    def _read_modes(
        self, reader: Reader, at: int, context: Context
    ) -> Iterator[tuple[tuple[Effect, ...], int]]:
        if not reader.has(at, (PARAGRAPH, "•")):
            return
        for effect, end, _ in slot("effect").read(reader, at + 2, context):
            if end >= reader.size or reader.word(end) == PARAGRAPH:
                yield (effect,), end
                for rest, done in self._read_modes(reader, end, context):
                    yield (effect, *rest), done

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Modal):
            return
        for (minimum, maximum), words in self._HEADS:
            most = len(value.modes) if maximum == 99 else maximum
            if (value.minimum, value.maximum) == (minimum, most):
                said = text.says(words)
                if said is not None:
                    for done in self._write_modes(value.modes, said, context):
                        yield done, context

    def _write_modes(self, modes: tuple[Effect, ...], text: Text, context: Context) -> Iterator[Text]:
        if not modes:
            yield text
            return
        bullet = text.says((PARAGRAPH, "•"))
        if bullet is not None:
            for said, _ in slot("effect").write(modes[0], bullet, context):
                yield from self._write_modes(modes[1:], said, context)


class WholeEffect(Slot):
    """An effect, or a choice of modes."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from slot("effect").read(reader, at, context)
        yield from slot("modal").read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from slot("effect").write(value, text, context)
        yield from slot("modal").write(value, text, context)


define("clause", Clause())
define("lone-instruction", LoneInstruction())
define("sentence", Sentence())
define("compound", Compound())
define("sentences", Sentences())
define("effect", EffectSlot())
define("reflexive", ReflexiveSlot())
define("modal", ModalSlot())
define("whole-effect", WholeEffect())

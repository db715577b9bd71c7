"""Sentences and their order (CR 608.2c): what is one instruction after the other, optional, or conditional."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from rules_engine.model.abilities import (
    CastDuring,
    Choose,
    Delayed,
    If,
    Instruction,
    May,
    WhereX,
)
from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import Those, X, You
from rules_engine.oracle.grammar import (
    Context,
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
    return context.but(subject=You(), third=False, many=False, chosen=None, topic=topic)


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
    return context.but(did=did)


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
        for size in range(1, len(value) + 1) if text.like is None else range(len(value), 0, -1):
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
        for node, end, after in slot("instead-if").read(reader, at, context):
            yield (node,), end, after
        for do, end, after in slot("clause").read(reader, at, context):
            yield do, end, after
            if reader.has(end, (",", "where", "x", "is")) and has_x(do):
                for value, done, last in slot("quantity").read(reader, end + 4, after):
                    # "Its power" there is determined before the clause makes or moves anything, so a pronoun that
                    # would mean what the clause makes is not understood.
                    if not mentions(value, Those):
                        # X is what it is when the first instruction that says X is carried out.
                        since = next(i for i, instruction in enumerate(do) if has_x(instruction))
                        yield (*do[:since], WhereX(value, do[since:])), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if len(value) == 1 and isinstance(value[0], If):
            yield from slot("instead-if").write(value[0], text, context)
        if value and isinstance(value[-1], WhereX) and not has_x(value[:-1]):
            for said, after in slot("clause").write((*value[:-1], *value[-1].do), text, context):
                where = said.says((",", "where", "x", "is"))
                if where is not None:
                    yield from slot("quantity").write(value[-1].value, where, after)
            return
        yield from slot("clause").write(value, text, context)


def mentions(node: Any, kind: type) -> bool:
    """Whether a node of the kind stands somewhere in it."""
    if isinstance(node, kind):
        return True
    if isinstance(node, tuple | frozenset):
        return any(mentions(part, kind) for part in node)
    return is_dataclass(node) and any(mentions(getattr(node, f.name), kind) for f in fields(node))


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


define("clause", Clause())
define("lone-instruction", LoneInstruction())
define("sentence", Sentence())
define("sentences", Sentences())

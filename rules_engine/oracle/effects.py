"""Whole effects: with their targets, of reflexive abilities, and as a choice of modes (CR 115, 603.12, 700.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules_engine.model.abilities import (
    Effect,
    Modal,
)
from rules_engine.model.terms import Target
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
from rules_engine.oracle.sentences import fresh
from rules_engine.oracle.tokens import PARAGRAPH


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


define("effect", EffectSlot())
define("reflexive", ReflexiveSlot())
define("modal", ModalSlot())
define("whole-effect", WholeEffect())

"""Lists in a sentence: "a", "a and b", "a, b, and c"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_engine.oracle.grammar import Context, Printing, Reader, Reading, Slot, Text


class Listed(Slot):
    """One or more of a slot, as a tuple. joints: words before the last; comma: a plain list "a, b, c" is allowed too."""

    def __init__(self, item: Slot, *, joints: tuple[str, ...] = ("and",), comma: bool = False) -> None:
        self._item, self._joints, self._comma = item, joints, comma

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in self._item.read(reader, at, context):
            yield (value,), end, after
            yield from self._more(reader, end, after, (value,))

    def _more(self, reader: Reader, at: int, context: Context, values: tuple[Any, ...]) -> Iterator[Reading]:
        word = reader.word(at)
        if word in self._joints and len(values) == 1:
            for value, end, after in self._item.read(reader, at + 1, context):
                yield (*values, value), end, after
        elif word == ",":
            last = reader.word(at + 1) in self._joints
            if last and len(values) > 1:
                for value, end, after in self._item.read(reader, at + 2, context):
                    yield (*values, value), end, after
            if not last:
                for value, end, after in self._item.read(reader, at + 1, context):
                    if self._comma:
                        yield (*values, value), end, after
                    yield from self._more(reader, end, after, (*values, value))

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, tuple) or not value:
            return
        for said, after in self._item.write(value[0], text, context):
            yield from self._write_more(value, 1, said, after)

    def _write_more(
        self, values: tuple[Any, ...], index: int, text: Text, context: Context
    ) -> Iterator[Printing]:
        if index == len(values):
            yield text, context
            return
        last = index == len(values) - 1
        joints: list[tuple[str, ...]] = []
        if last and self._joints:
            joints = [(joint,) if len(values) == 2 else (",", joint) for joint in self._joints]
        if not last or self._comma:
            joints.append((",",))
        for joint in joints:
            joined = text.says(joint)
            if joined is not None:
                for said, after in self._item.write(values[index], joined, context):
                    yield from self._write_more(values, index + 1, said, after)

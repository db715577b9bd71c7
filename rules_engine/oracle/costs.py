"""Costs (CR 118, 601.2f, 602.1a): "{2}{R}, {T}, Sacrifice a creature", "pay X life"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules_engine.model.abilities import (
    Cost,
    CounterCost,
    DiscardCost,
    ExileCost,
    OpponentGains,
    PayLife,
    ReturnCost,
    SacrificeCost,
    TapCost,
    TapThis,
)
from rules_engine.model.mana import ManaCost
from rules_engine.model.terms import Filter, Fixed, This
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    define,
    slot,
)
from rules_engine.oracle.vocabulary import COUNTER_KINDS


class Mana(Slot):
    """Mana symbols one after the other: "{2}{U}{U}"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        end = at
        while reader.word(end).startswith("{") and reader.word(end) not in ("{T}", "{Q}", "{E}"):
            end += 1
        if end > at:
            try:
                yield ManaCost.parse("".join(reader.words[at:end])), end, context
            except ValueError:
                return

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, ManaCost) and value.symbols:
            said = text.says("{" + symbol + "}" for symbol in value.symbols)
            if said is not None:
                yield said, context


class CostSlot(Slot):
    """Mana, then other parts, separated by commas; `verbs`: "pay {2}" and "and" instead of commas (in a sentence)."""

    def __init__(self, *, sentence: bool = False) -> None:
        self._sentence = sentence

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if self._sentence:
            if reader.word(at) == "pay":
                for mana, end, after in slot("mana").read(reader, at + 1, context):
                    yield Cost(mana), end, after
            for part, end, after in slot("cost-part").read(reader, at, context):
                yield Cost(None, (part,)), end, after
                if reader.word(end) == "and":
                    for second, done, last in slot("cost-part").read(reader, end + 1, after):
                        yield Cost(None, (part, second)), done, last
            return
        for mana, end, after in slot("mana").read(reader, at, context):
            yield Cost(mana), end, after
            if reader.word(end) == ",":
                for parts, done, last in self._parts(reader, end + 1, after):
                    yield Cost(mana, parts), done, last
        for parts, end, after in self._parts(reader, at, context):
            yield Cost(None, parts), end, after

    def _parts(self, reader: Reader, at: int, context: Context) -> Iterator[Reading]:
        for part, end, after in slot("cost-part").read(reader, at, context):
            yield (part,), end, after
            if reader.word(end) == ",":
                for rest, done, last in self._parts(reader, end + 1, after):
                    yield (part, *rest), done, last

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Cost):
            return
        if value.mana is not None:
            start = text.say("pay") if self._sentence else text
            if start is not None and not (self._sentence and value.parts):
                for said, after in slot("mana").write(value.mana, start, context):
                    yield from self._write_parts(value.parts, said, after, first=False)
        elif value.parts and self._sentence and len(value.parts) == 2:
            for said, after in slot("cost-part").write(value.parts[0], text, context):
                joined = said.say("and")
                if joined is not None:
                    yield from slot("cost-part").write(value.parts[1], joined, after)
        elif value.parts and not (self._sentence and len(value.parts) > 1):
            yield from self._write_parts(value.parts, text, context, first=True)

    def _write_parts(
        self, parts: tuple[Any, ...], text: Text, context: Context, *, first: bool
    ) -> Iterator[Printing]:
        if not parts:
            yield text, context
            return
        joined = text if first else text.say(",")
        if joined is not None:
            for said, after in slot("cost-part").write(parts[0], joined, context):
                yield from self._write_parts(parts[1:], said, after, first=False)


_SAME_COLOR = DiscardCost(Filter(zone=Zone.HAND, owner="you", shares_color=This()))


def _other(node: Any, what: Any) -> Any:
    return None if what.other else node(replace(what, other=True))


def _not_other(cost: Any) -> dict[str, Any] | None:
    if isinstance(cost.what, This) or not cost.what.other:
        return None
    return {"what": replace(cost.what, other=False)}


class ThisOnly(Slot):
    """The object itself, where no field holds it."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield from slot("this").read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from slot("this").write(This(), text, context)


_SIZE_COUNTERS = frozenset(
    {"+1/+1", "-1/-1", "+1/+0", "+0/+1", "+0/+2", "+2/+2", "+1/+2", "-0/-1", "-1/-0", "-0/-2", "-2/-1"}
)
_TWO_WORDS = frozenset({("first", "strike"), ("double", "strike")})


class CounterKind(Slot):
    """A kind of counter: "+1/+1", "charge" (CR 122.1)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        word = reader.word(at)
        following = reader.word(at + 1)
        if following in ("counter", "counters") and (word in COUNTER_KINDS or word in _SIZE_COUNTERS):
            yield word, at + 1, context
        if (word, following) in _TWO_WORDS and reader.word(at + 2) in ("counter", "counters"):
            yield f"{word} {following}", at + 2, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(str(value).split())
        if said is not None:
            yield said, context


define("counter-kind", CounterKind())
define("this-only", ThisOnly())
define("mana", Mana())
define("cost", CostSlot())
define("sentence-cost", CostSlot(sentence=True))
define(
    "cost-part",
    Choice(
        Form(TapThis, "{T}"),
        Form(TapThis, "{Q}", {"untap": True}),
        Form(SacrificeCost, "sacrifice <what:this>"),
        Form(SacrificeCost, "sacrifice <count:a> <what:filter>"),
        Form(
            SacrificeCost,
            "sacrifice another <what:single>",
            build=lambda v: _other(SacrificeCost, v["what"]),
            unbuild=lambda n: _not_other(n) if n.count == Fixed(1) else None,
        ),
        Form(DiscardCost, "discard <what:this>"),
        Form(DiscardCost, "discard <count:a> <what:hand-card>"),
        Form(DiscardCost, "discard <count:a> <what:hand-card> at random", {"random": True}),
        Form(PayLife, "pay <amount:digits> life"),
        Form(OpponentGains, "have an opponent gain <amount:digits> life"),
        Form(
            DiscardCost,
            "discard a card that shares a color with that spell",
            build=lambda v: _SAME_COLOR,
            unbuild=lambda n: {} if n == _SAME_COLOR else None,
        ),
        Form(ExileCost, "exile <what:this>"),
        Form(ExileCost, "exile <what:this> from your graveyard", {"zone": Zone.GRAVEYARD}),
        Form(ExileCost, "exile <what:this> from your hand", {"zone": Zone.HAND}),
        Form(
            ExileCost,
            "exile <count:a> <what:filter>",
            build=lambda v: ExileCost(v["what"], v["count"], v["what"].zone),
            unbuild=lambda n: (
                {"what": n.what, "count": n.count}
                if not isinstance(n.what, This) and n.zone == n.what.zone
                else None
            ),
        ),
        Form(
            ReturnCost,
            "return <count:a> <what:filter> to its owner 's hand",
            build=lambda v: ReturnCost(v["what"]) if v["count"] == Fixed(1) else None,
            unbuild=lambda n: {"what": n.what, "count": n.count} if n.count == Fixed(1) else None,
        ),
        Form(
            ReturnCost,
            "return <count:a> <what:filter> to their owner 's hand",
            build=lambda v: None if v["count"] == Fixed(1) else ReturnCost(v["what"], v["count"]),
            unbuild=lambda n: (
                {"what": n.what, "count": n.count}
                if n.count != Fixed(1) and not isinstance(n.what, This)
                else None
            ),
        ),
        Form(ReturnCost, "return <what:this> to its owner 's hand"),
        Form(TapCost, "tap <count:one> untapped <what:filter>"),
        Form(
            TapCost,
            "tap an untapped <what:single>",
        ),
        Form(CounterCost, "remove <amount:a> <kind:counter-kind> counter[s] from <this-only>"),
        Form(CounterCost, "put <amount:a> <kind:counter-kind> counter[s] on <this-only>", {"put": True}),
    ),
)

"""Conditions that count (card types, cards, counters on something), "those counters" (CR 122.1), and day and night."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from rules_engine.model.terms import (
    AmountIs,
    CardTypes,
    Compare,
    Exists,
    Filter,
    Fixed,
    IsDaytime,
    Matches,
    StatOf,
    Those,
)
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Context, Form, Printing, Reader, Reading, Slot, Text, define

_GRAVEYARD = Filter(zone=Zone.GRAVEYARD, owner="you")


def _compared(
    template: str,
    make: Callable[[dict[str, Any]], Any],
    take: Callable[[Any], dict[str, Any]],
    kind: type,
    then: Callable[[Context, Any], Context] | None = None,
) -> Form:
    """A number of that kind is at least so large."""

    def build(values: dict[str, Any]) -> AmountIs | None:
        # "An opponent's graveyard" is one of several, not all of them together.
        if isinstance(values.get("what"), Filter) and values["what"].owner == "opponent":
            return None
        return AmountIs(make(values), Compare(">=", Fixed(values["n"])))

    def unbuild(node: AmountIs) -> dict[str, Any] | None:
        least = node.compare.value
        if not isinstance(node.amount, kind) or not isinstance(least, Fixed):
            return None
        values = {**take(node.amount), "n": least.value}
        return values if node == build(values) else None

    return Form(AmountIs, template, build=build, unbuild=unbuild, then=then)


def _counters(template: str) -> Form:
    return _compared(
        template,
        lambda v: StatOf(v["of"], v["kind"]),
        lambda a: {"of": a.of, "kind": a.stat},
        StatOf,
        lambda context, node: context.but(counted=(node.amount.of, node.amount.stat)),
    )


class ThoseCounters(Slot):
    """ "those counters", "all of them": the counters that the condition has counted, as their object and kind."""

    _WORDS = (("those", "counters"), ("all", "of", "them"))

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for words in self._WORDS:
            if context.counted is not None and reader.has(at, words):
                yield context.counted, at + len(words), context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for words in self._WORDS:
            said = text.says(words) if value is not None and value == context.counted else None
            if said is not None:
                yield said, context


def _this_way(template: str, among: str) -> Form:
    """Whether such a card is among those that the instruction before revealed, discarded or milled."""
    return Form(
        Matches,
        template,
        build=lambda v: Matches(Those(among), v["kind"]),
        unbuild=lambda n: {"kind": n.filter} if n == Matches(Those(among), n.filter) else None,
    )


define("those-counters", ThoseCounters())
CONDITIONS = (
    _compared(
        "there are <n:number-word> or more card types among <what:many>",
        lambda v: CardTypes(v["what"]),
        lambda a: {"what": a.what},
        CardTypes,
    ),
    _counters("there are <n:number-word> or more <kind:counter-kind> counters on <of:state-subject>"),
    _counters("<of:state-subject> has <n:number-word> or more <kind:counter-kind> counters on it"),
    Form(
        Matches,
        "<of:state-subject> has no <kind:counter-kind> counters on it",
        build=lambda v: Matches(v["of"], Filter(counters=v["kind"]), negated=True),
        unbuild=lambda n: (
            {"of": n.what, "kind": n.filter.counters}
            if n.filter.counters and n == Matches(n.what, Filter(counters=n.filter.counters), negated=True)
            else None
        ),
    ),
    Form(IsDaytime, "it 's day", {"what": "day"}),
    Form(IsDaytime, "it 's night", {"what": "night"}),
    Form(IsDaytime, "it 's neither day nor night", {"what": ""}),
    _this_way("<kind:library-single> is revealed this way", "revealed"),
    _this_way("<kind:library-single> was milled this way", "milled"),
    _this_way("<kind:hand-single> is discarded this way", "discarded"),
    Form(
        Exists,
        "you have <at_least:number-word> or more cards in your graveyard",
        {"what": _GRAVEYARD},
    ),
)

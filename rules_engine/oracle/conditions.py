"""Conditions: "if this spell was kicked", "as long as you control a creature" (CR 608.2c, 603.4, 604.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Literal

from rules_engine.model.terms import (
    AmountIs,
    Compare,
    Devotion,
    EachPlayer,
    Exists,
    Filter,
    Fixed,
    HasOpponents,
    IsTurn,
    LastTurn,
    LifeCompare,
    Matches,
    PlayerRef,
    PlayerRelation,
    This,
    ThisTurn,
    Those,
    WasCastFrom,
    WasForetold,
    WasKicked,
    You,
)
from rules_engine.model.zones import Zone
from rules_engine.oracle.counted import CONDITIONS
from rules_engine.oracle.filters import FilterSlot
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    Union,
    define,
    slot,
)
from rules_engine.oracle.references import mention_this


def _status(word: str, **status: bool) -> Form:
    """ "this creature is tapped": the object has that status."""
    filter_ = Filter(**status)  # type: ignore[arg-type]
    return Form(
        Matches,
        f"<what:state-subject> is {word}",
        build=lambda v: Matches(v["what"], filter_),
        unbuild=lambda n: {"what": n.what} if n == Matches(n.what, filter_) else None,
    )


def _sized(template: str, name: str) -> Form:
    """ "it has mana value 2 or less"."""

    def build(values: dict[str, Any]) -> Matches:
        return Matches(values["what"], Filter(**{name: values["compare"]}))

    def unbuild(node: Matches) -> dict[str, Any] | None:
        values = {"what": node.what, "compare": getattr(node.filter, name)}
        return values if values["compare"] is not None and node == build(values) else None

    return Form(Matches, template, build=build, unbuild=unbuild)


def _life(who: PlayerRef, op: Literal["<=", ">=", "="], template: str) -> Form:
    def unbuild(node: LifeCompare) -> dict[str, Any] | None:
        value = node.compare.value
        return {"value": value} if node == LifeCompare(who, Compare(op, value)) else None

    return Form(
        LifeCompare,
        template,
        build=lambda v: LifeCompare(who, Compare(op, v["value"])),
        unbuild=unbuild,
    )


class Kind(Slot):
    """ "a Human", "a creature card": a description by types alone, of what may be anywhere by now."""

    def __init__(self, *, card: bool) -> None:
        self._slot = FilterSlot(many=False, zone=Zone.GRAVEYARD if card else None)
        self._zone = Zone.GRAVEYARD if card else Zone.BATTLEFIELD

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) in ("a", "an"):
            for what, end, _ in self._slot.read(reader, at + 1, context):
                if self._is_kind(what):
                    yield what, end, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Filter) and self._is_kind(value):
            for article in ("a", "an"):
                said = text.say(article)
                if said is not None:
                    yield from self._slot.write(value, said, context)

    def _is_kind(self, what: Filter) -> bool:
        kinds = Filter(
            zone=self._zone,
            types=what.types,
            any_types=what.any_types,
            not_types=what.not_types,
            subtypes=what.subtypes,
            any_subtypes=what.any_subtypes,
            supertypes=what.supertypes,
        )
        return what == kinds and what != Filter(zone=self._zone)


class KindSubject(Slot):
    """What may be of a kind: a spell does not ask that of itself."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("state-subject").read(reader, at, context):
            if value != This() or not context.types & {"instant", "sorcery"}:
                yield value, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from slot("state-subject").write(value, text, context)


class DevotionOnly(Slot):
    """ "your devotion to black"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("simple-quantity").read(reader, at, context):
            if isinstance(value, Devotion):
                yield value, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Devotion):
            yield from slot("simple-quantity").write(value, text, context)


define("kind-subject", KindSubject())
define("devotion", DevotionOnly())
define("a-kind", Kind(card=False))
define("a-card-kind", Kind(card=True))


class Controlled(Slot):
    """What "you control" or "an opponent controls": the description, with that controller in it."""

    def __init__(self, relation: PlayerRelation, inner: str) -> None:
        self._relation, self._inner = relation, slot(inner)

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for what, end, after in self._inner.read(reader, at, context):
            if what.controller is None and what.zone == Zone.BATTLEFIELD:
                yield replace(what, controller=self._relation), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Filter) and value.controller == self._relation:
            yield from self._inner.write(replace(value, controller=None), text, context)


class Either(Slot):
    """ "you control a Plains or an Island": one of two descriptions, each with its own article."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for first, end, _ in slot("you-single").read(reader, at, context):
            if reader.word(end) == "or" and reader.word(end + 1) in ("a", "an"):
                for second, done, after in slot("you-single").read(reader, end + 1, context):
                    yield Filter(any_of=(first, second)), done, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if not isinstance(value, Filter) or len(value.any_of) != 2 or value != Filter(any_of=value.any_of):
            return
        for said, _ in slot("you-single").write(value.any_of[0], text, context):
            joined = said.say("or")
            if joined is not None:
                yield from slot("you-single").write(value.any_of[1], joined, context)


def _about_this(context: Context, node: Any) -> Context:
    """After a condition about the object itself, "it" is that object."""
    return replace(mention_this(context), topic=This())


_IN_HAND = Filter(zone=Zone.HAND, owner="you")
_IN_LIBRARY = Filter(zone=Zone.LIBRARY, owner="you")
# CR 702.62b: a card in exile with suspend and a time counter on it.
SUSPENDED = Matches(This(), Filter(zone=Zone.EXILE, mark="suspended"))
_EVENTS = (
    ("you attacked", "you attacked this turn"),
    ("a creature died", "a creature died this turn"),
    ("you gained life", "you gained life this turn"),
    ("an opponent lost life", "an opponent lost life this turn"),
    ("an opponent was dealt damage", "an opponent was dealt damage this turn"),
    ("you've cast another spell", "you 've cast another spell this turn"),
    (
        "a permanent left the battlefield under your control",
        "a permanent left the battlefield under your control this turn",
    ),
)
define("you-single", Controlled("you", "a-single"))
define("you-many", Controlled("you", "many"))
define("you-either", Either())
define("opponent-single", Controlled("opponent", "a-single"))
define("opponent-many", Controlled("opponent", "many"))
define("state-subject", Union(slot("this"), slot("it"), slot("attached")))
define(
    "condition",
    Choice(
        *CONDITIONS,
        Form(WasKicked, "<kicked>"),
        Form(WasKicked, "<kicked> with its <cost:mana> kicker"),
        Form(WasKicked, "<was-not-kicked>", {"negated": True}),
        Form(WasCastFrom, "you didn't cast <what:it> from your hand", {"zone": Zone.HAND, "negated": True}),
        Form(WasCastFrom, "you didn't cast <what:it>", {"zone": None, "negated": True}),
        Form(WasForetold, "this spell was foretold"),
        Form(
            WasKicked,
            "<what:it> was kicked",
            build=lambda v: None if v["what"] == This() else WasKicked(what=v["what"]),
            unbuild=lambda n: {"what": n.what} if n.what != This() and n.cost is None else None,
        ),
        Form(
            Matches,
            "this card is suspended",
            build=lambda v: SUSPENDED,
            unbuild=lambda n: {} if n == SUSPENDED else None,
            then=_about_this,
        ),
        Form(Exists, "you control <what:you-single>"),
        Form(Exists, "you control <what:you-either>"),
        Form(Exists, "your opponents control <at_least:number-word> or more <what:opponent-many>"),
        Form(HasOpponents, "you have <at_least:number-word> or more opponents"),
        Form(
            LifeCompare,
            "a player has <value:digits> or less life",
            build=lambda v: LifeCompare(EachPlayer(), Compare("<=", v["value"])),
            unbuild=lambda n: (
                {"value": n.compare.value}
                if n == LifeCompare(EachPlayer(), Compare("<=", n.compare.value))
                else None
            ),
        ),
        Form(Exists, "you control no <what:you-many>", {"negated": True}),
        Form(
            Exists,
            "you control <at_least:number-word> or more <what:you-many>",
        ),
        Form(
            Exists,
            "there are <at_least:number-word> or more <what:many>",
            # "An opponent's graveyard" is one of several, not all of them together.
            build=lambda v: None if v["what"].owner == "opponent" else Exists(v["what"], v["at_least"]),
            unbuild=lambda n: (
                {"what": n.what, "at_least": n.at_least} if n == Exists(n.what, n.at_least) else None
            ),
        ),
        *(
            Form(
                Exists,
                words,
                build=lambda v: Exists(_IN_HAND, v["n"] + 1, negated=True),
                unbuild=lambda n: (
                    {"n": n.at_least - 1} if n.what == _IN_HAND and n.negated and n.at_least > 1 else None
                ),
            )
            for words in (
                "you have <n:number-word> or fewer cards in hand",
                "you have <n:number-word> or fewer cards in your hand",
            )
        ),
        Form(
            Exists,
            "you have no cards in hand",
            build=lambda v: Exists(_IN_HAND, negated=True),
            unbuild=lambda n: {} if n == Exists(_IN_HAND, negated=True) else None,
        ),
        Form(
            Exists,
            "you have <at_least:number-word> or more cards in hand",
            {"what": _IN_HAND},
        ),
        Form(Exists, "an opponent controls <what:opponent-single>"),
        Form(Exists, "there is <what:a-single>"),
        Form(
            Matches,
            "<what:state-subject> has a <kind:counter-kind> counter on it",
            build=lambda v: Matches(v["what"], Filter(counters=v["kind"])),
            unbuild=lambda n: (
                {"what": n.what, "kind": n.filter.counters}
                if n.filter.counters and n == Matches(n.what, Filter(counters=n.filter.counters))
                else None
            ),
        ),
        _status("tapped", tapped=True),
        _status("untapped", tapped=False),
        _status("attacking", attacking=True),
        _status("blocking", blocking=True),
        *(Form(ThisTurn, words, {"event": event}) for event, words in _EVENTS),
        *(
            Form(LastTurn, words, {"event": words})
            for words in ("no spells were cast last turn", "a player cast two or more spells last turn")
        ),
        Form(
            ThisTurn,
            "<this-only> attacked this turn",
            {"event": "this attacked"},
        ),
        Form(
            Exists,
            "you control <at_least:number-word> or fewer <what:you-many>",
            build=lambda v: Exists(v["what"], v["at_least"] + 1, negated=True),
            unbuild=lambda n: (
                {"what": n.what, "at_least": n.at_least - 1} if n.negated and n.at_least > 1 else None
            ),
        ),
        Form(
            AmountIs,
            "<amount:devotion> is less than <value:number-word>",
            build=lambda v: AmountIs(v["amount"], Compare("<", Fixed(v["value"]))),
            unbuild=lambda n: (
                {"amount": n.amount, "value": n.compare.value.value}
                if isinstance(n.compare.value, Fixed)
                and n == AmountIs(n.amount, Compare("<", n.compare.value))
                else None
            ),
        ),
        _sized("<what:kind-subject> has mana value <compare:compare>", "mana_value"),
        _sized("<what:kind-subject> has power <compare:compare>", "power"),
        _sized("<what:kind-subject> has toughness <compare:compare>", "toughness"),
        Form(
            Matches,
            "<what:kind-subject> 's <kind:a-kind>",
            build=lambda v: Matches(v["what"], v["kind"]),
            unbuild=lambda n: {"what": n.what, "kind": n.filter} if not n.negated else None,
        ),
        Form(
            Matches,
            "<what:kind-subject> isn't <kind:a-kind>",
            build=lambda v: Matches(v["what"], v["kind"], negated=True),
            unbuild=lambda n: {"what": n.what, "kind": n.filter} if n.negated else None,
        ),
        Form(
            Matches,
            "<what:it> was <kind:a-card-kind>",
            build=lambda v: Matches(v["what"], v["kind"]) if v["what"] == Those("it") else None,
            unbuild=lambda n: (
                {"what": n.what, "kind": n.filter} if n == Matches(Those("it"), n.filter) else None
            ),
        ),
        _life(You(), "=", "you have exactly <value:digits> life"),
        _life(EachPlayer("opponent"), "<=", "an opponent has <value:digits> or less life"),
        _life(EachPlayer("opponent"), ">=", "an opponent has <value:digits> or more life"),
        Form(
            Exists,
            "your library has no cards in it",
            build=lambda v: Exists(_IN_LIBRARY, negated=True),
            unbuild=lambda n: {} if n == Exists(_IN_LIBRARY, negated=True) else None,
        ),
        Form(IsTurn, "it 's your turn", {"whose": "you"}),
        Form(IsTurn, "it 's not your turn", {"whose": "opponent"}),
        Form(WasCastFrom, "you cast <what:it>", {"zone": None}),
        Form(WasCastFrom, "you cast <what:it> from your hand", {"zone": Zone.HAND}),
        Form(
            LifeCompare,
            "you have <value:digits> or less life",
            build=lambda v: LifeCompare(You(), Compare("<=", v["value"])),
            unbuild=lambda n: (
                {"value": n.compare.value}
                if n == LifeCompare(You(), Compare("<=", n.compare.value))
                else None
            ),
        ),
        Form(
            LifeCompare,
            "you have <value:digits> or more life",
            build=lambda v: LifeCompare(You(), Compare(">=", v["value"])),
            unbuild=lambda n: (
                {"value": n.compare.value}
                if n == LifeCompare(You(), Compare(">=", n.compare.value))
                else None
            ),
        ),
    ),
)

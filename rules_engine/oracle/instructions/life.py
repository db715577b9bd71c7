"""Damage and life (CR 119, 120)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import Fixed, Scaled, StatOf
from rules_engine.oracle.grammar import Context, Form, Printing, Reader, Reading, Slot, Text, define, slot
from rules_engine.oracle.lists import Listed


def scaled(base: Any, each: Any) -> Any:
    """base × each, for "2 damage for each creature"; None when the base is no number."""
    if not isinstance(base, Fixed):
        return None
    return each if base.value == 1 else Scaled(each, base.value)


def unscaled(value: Any) -> tuple[Fixed, Any] | None:
    """The base and what is counted again."""
    if isinstance(value, Scaled) and value.offset == 0:
        return Fixed(value.factor), value.amount
    return (Fixed(1), value)


def for_each(node: Any, template: str, field: str, slot_names: tuple[str, ...] = (), **fixed: Any) -> Form:
    """A form whose amount is so much for each of something; `template` has slots `base` and `each`."""

    def build(values: dict[str, Any]) -> Any:
        amount = scaled(values["base"], values["each"])
        if amount is None:
            return None
        rest = {name: values[name] for name in slot_names}
        return node(**{field: amount}, **rest, **fixed)

    def unbuild(value: Any) -> dict[str, Any] | None:
        taken = unscaled(getattr(value, field))
        if taken is None:
            return None
        rest = {name: getattr(value, name) for name in slot_names}
        if value != node(**{field: getattr(value, field)}, **rest, **fixed):
            return None
        return {"base": taken[0], "each": taken[1], **rest}

    return Form(node, template, build=build, unbuild=unbuild)


define("recipients", Listed(slot("recipient")))


def _own_stat(template: str) -> Form:
    return Form(
        ab.DealDamage,
        template,
        build=lambda v: ab.DealDamage(StatOf(v["source"], v["stat"]), v["to"], v["source"]),
        unbuild=lambda n: (
            {"source": n.source, "to": n.to, "stat": n.amount.stat}
            if isinstance(n.amount, StatOf) and n.amount.of == n.source and not n.divided
            else None
        ),
    )


class NotIts(Slot):
    """A quantity that does not begin with "its"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) != "its":
            yield from slot("quantity").read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for said, after in slot("quantity").write(value, text, context):
            if said.words()[text.length :][0] != "its":
                yield said, after


define("not-its", NotIts())


def _two_amounts(template: str) -> Form:
    """ "deals 3 damage to one thing and 1 damage to another": one event (CR 120.4)."""

    def build(values: dict[str, Any]) -> ab.Together:
        first = ab.DealDamage(values["a"], values["first"], values["source"])
        return ab.Together((first, ab.DealDamage(values["b"], values["second"], values["source"])))

    def unbuild(node: ab.Together) -> dict[str, Any] | None:
        first, second = node.do if len(node.do) == 2 else (None, None)
        if not isinstance(first, ab.DealDamage) or not isinstance(second, ab.DealDamage):
            return None
        values = {
            "source": first.source,
            "a": first.amount,
            "first": first.to,
            "b": second.amount,
            "second": second.to,
        }
        return values if node == build(values) else None

    return Form(ab.Together, template, build=build, unbuild=unbuild)


FORMS = (
    _two_amounts(
        "<source:subject-object> deal(s) <a:much> damage to <first:recipients> and <b:much> damage to "
        "<second:recipients>"
    ),
    _own_stat("<source:subject-object> deal(s) damage equal to <stat:its-stat> to <to:recipients>"),
    _own_stat("<source:subject-object> deal(s) damage to <to:recipients> equal to <stat:its-stat>"),
    Form(ab.DealDamage, "<source:subject-object> deal(s) <amount:much> damage to <to:recipients>"),
    Form(
        ab.DealDamage, "<source:subject-object> deal(s) damage equal to <amount:not-its> to <to:recipients>"
    ),
    Form(
        ab.DealDamage, "<source:subject-object> deal(s) damage to <to:recipients> equal to <amount:not-its>"
    ),
    for_each(
        ab.DealDamage,
        "<source:subject-object> deal(s) <base:digits> damage to <to:recipients> for each <each:each>",
        "amount",
        ("source", "to"),
    ),
    Form(
        ab.DealDamage,
        "<source:subject-object> deal(s) <amount:much> damage to <to:recipients> . the damage can't be prevented",
        {"firm": "unpreventable"},
    ),
    Form(
        ab.DealDamage,
        "<source:subject-object> deal(s) <amount:much> damage to <to:recipients> . if <this-only> would deal damage to a "
        "creature , that damage can't be prevented or dealt instead to another permanent or player",
        {"firm": "to creatures"},
    ),
    Form(ab.LetNoDamageBePrevented, "damage can't be prevented this turn"),
    Form(ab.GainLife, "<who:named-who> gain(s) <amount:much> life"),
    Form(ab.LoseLife, "<who:named-who> lose(s) <amount:much> life"),
    Form(ab.LoseLife, "<who:named-who> lose(s) <amount:half-life>"),
    Form(ab.GainLife, "<who:named-who> gain(s) life equal to <amount:quantity>"),
    Form(ab.LoseLife, "<who:named-who> lose(s) life equal to <amount:quantity>"),
    for_each(
        ab.GainLife, "<who:named-who> gain(s) <base:digits> life for each <each:each>", "amount", ("who",)
    ),
    for_each(
        ab.LoseLife, "<who:named-who> lose(s) <base:digits> life for each <each:each>", "amount", ("who",)
    ),
    Form(
        ab.DealDamage,
        "<source:subject-object> deal(s) <amount:much> damage divided as you choose among <to:divided-targets>",
        build=lambda v: ab.DealDamage(v["amount"], (v["to"],), v["source"], divided=True),
        unbuild=lambda n: (
            {"source": n.source, "amount": n.amount, "to": n.to[0]} if n.divided and len(n.to) == 1 else None
        ),
    ),
    Form(ab.LoseGame, "<who:named-who> lose(s) the game"),
    Form(ab.LoseGame, "<who:named-who> win(s) the game", {"wins": True}),
)

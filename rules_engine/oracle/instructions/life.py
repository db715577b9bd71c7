"""Damage and life (CR 119, 120)."""

from __future__ import annotations

from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import Fixed, Scaled
from rules_engine.oracle.grammar import Form, define, slot
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

FORMS = (
    Form(ab.DealDamage, "<source:subject-object> deal(s) <amount:much> damage to <to:recipients>"),
    Form(
        ab.DealDamage, "<source:subject-object> deal(s) damage equal to <amount:quantity> to <to:recipients>"
    ),
    Form(
        ab.DealDamage, "<source:subject-object> deal(s) damage to <to:recipients> equal to <amount:quantity>"
    ),
    for_each(
        ab.DealDamage,
        "<source:subject-object> deal(s) <base:digits> damage to <to:recipients> for each <each:each>",
        "amount",
        ("source", "to"),
    ),
    Form(ab.GainLife, "<who:named-who> gain(s) <amount:much> life"),
    Form(ab.LoseLife, "<who:named-who> lose(s) <amount:much> life"),
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
        unbuild=lambda n: {"source": n.source, "amount": n.amount, "to": n.to[0]}
        if n.divided and len(n.to) == 1
        else None,
    ),
    Form(ab.LoseGame, "<who:named-who> lose(s) the game"),
    Form(ab.LoseGame, "<who:named-who> win(s) the game", {"wins": True}),
)

"""Conditions: "if this spell was kicked", "as long as you control a creature" (CR 608.2c, 603.4, 604.3)."""

from __future__ import annotations

from rules_engine.model.terms import Compare, Exists, IsTurn, LifeCompare, WasCastFrom, WasKicked, You
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Choice, Form, define

define(
    "condition",
    Choice(
        Form(WasKicked, "<kicked>"),
        Form(Exists, "you control <what:a-single>"),
        Form(Exists, "you control no <what:many>", {"negated": True}),
        Form(
            Exists,
            "you control <at_least:number-word> or more <what:many>",
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

"""Questions about what may be done, and when (CR 117, 307, 601.3), and what may be targeted (CR 115)."""

from __future__ import annotations

import random
from typing import Any

from bot.quiz.generators.draft import Draft, Numeric, creature, generator, number, spell, table, yes_no


@generator("may-cast-now", level=1, rules=("117.1a", "307.1", "601.3"), slips=("sorcery-timing",))
def may_cast_now(rng: random.Random) -> Draft:
    """A sorcery needs one's own main phase and an empty stack, an instant only priority (CR 307.1, 117.1a)."""
    kind = rng.choice(["Instant", "Sorcery", "Sorcery"])
    step = rng.choice(["upkeep", "precombat main", "precombat main", "end"])
    active = rng.choice("AAB")
    spell_first = rng.random() < 0.4
    do: list[dict[str, object]] = []
    if spell_first:
        do += [{"cast": "Quick Hint", "by": active}]
    if active == "B":
        do += [{"pass": "B"}]
    claims, options = yes_no({"legal": {"cast": "Late Hint", "by": "A"}}, "sorcery-timing", at="now")
    players: dict[str, Any] = {
        player: {"battlefield": ["3 Islands"], "hand": ["Quick Hint"] if player == active else []}
        for player in "AB"
    }
    players["A"]["hand"].append("Late Hint")
    return Draft(
        given=table(active=active, step=step, **players),
        do=[*do, {"mark": "now"}],
        expect=claims,
        answer=options,
        cards={
            "Quick Hint": spell("{U}", "Draw a card."),
            "Late Hint": spell("{1}{U}", "Draw a card.", kind),
        },
        values={"name": "Late Hint"},
    )


@generator(
    "may-target", level=1, rules=("115.1a", "702.11b", "702.16b", "702.18a", "601.2c"), slips=("may-target",)
)
def may_target(rng: random.Random) -> Draft:
    """Shroud stops everybody, hexproof the opponents, protection what has the quality (CR 702.18, 702.11, 702.16)."""
    text = rng.choice(["Shroud", "Hexproof", "Protection from red", "Protection from blue"])
    owner = rng.choice("ABB")
    claims, options = yes_no(
        {"legal": {"cast": "Ember Jab", "by": "A", "targets": "Veil Walker"}}, "may-target", at="now"
    )
    players: dict[str, Any] = {"A": {"battlefield": ["Mountain"]}, "B": {"battlefield": []}}
    players["A"]["hand"] = ["Ember Jab"]
    players[owner]["battlefield"].append("Veil Walker")
    return Draft(
        given=table(**players),
        do=[{"mark": "now"}],
        expect=claims,
        answer=options,
        cards={"Veil Walker": creature(2, 2, text, "Spirit")},
        values={"name": "Veil Walker", "spell": "Ember Jab"},
    )


@generator("may-attack", level=1, rules=("302.6", "508.1a", "702.10b"), slips=("may-attack",))
def may_attack(rng: random.Random) -> Draft:
    """A creature must have been controlled since the turn began, unless it has haste; tapped ones can't (CR 508.1a)."""
    text = rng.choice(["Haste", "", "Defender", "Vigilance"])
    state: dict[str, object] = {}
    if rng.random() < 0.6:
        state["summoning sick"] = "yes"
    elif rng.random() < 0.3:
        state["tapped"] = "yes"
    runner = {"Gate Runner": state} if state else "Gate Runner"
    claims, options = yes_no({"seen": {"event": "attacks"}}, "may-attack")
    claims[0]["possible"] = claims[0].pop("always")
    return Draft(
        given=table(A={"battlefield": [runner]}, B={}),
        do=[{"to": "end of combat"}],
        expect=claims,
        answer=options,
        cards={"Gate Runner": creature(2, 2, text, "Goblin")},
        explore=("attackers",),
        values={"name": "Gate Runner"},
    )


@generator("redirect", level=3, rules=("614.9", "615.7"), slips=("redirect",))
def redirect(rng: random.Random) -> Draft:
    """Redirected damage is dealt to the other player by the same source; the rest stays (CR 614.9)."""
    damage, moved = rng.randint(2, 5), rng.choice([1, 3])
    card = "Side Step" if moved == 1 else "Long Side Step"
    who = rng.choice("BC")
    rest = max(damage - moved, 0)
    wrong = (20 - damage, 20, 20 - rest, 20 - min(damage, moved), 20 - moved)
    return Draft(
        given=table(A={"battlefield": ["Mountain", "Plains"], "hand": ["First Spark", card]}, B={}, C={}),
        do=[
            {"cast": card, "by": "A", "targets": ["B", "C"]},
            {"resolve": "all"},
            {"cast": "First Spark", "by": "A", "targets": "B"},
            {"resolve": "all"},
        ],
        expect=[number({"life": {who: "any"}})],
        answer=Numeric(wrong=tuple((life, "redirect") for life in wrong)),
        cards={"First Spark": spell("{R}", f"First Spark deals {damage} damage to any target.")},
        values={"player": who},
    )

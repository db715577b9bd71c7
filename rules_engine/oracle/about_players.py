"""What is said about players, for good or for a while (CR 613.11, 101.2)."""

from __future__ import annotations

from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.oracle.grammar import Form, Phrases, define

_BOTH = "can't lose nor opponents win"
_STATED: tuple[tuple[str, str, str], ...] = (
    ("you can't lose the game and your opponents can't win the game", _BOTH, "you"),
    ("you can't lose the game", "can't lose the game", "you"),
    ("players can't lose the game", "can't lose the game", "player"),
    ("your opponents can't win the game", "can't win the game", "opponent"),
    ("your life total can't change", "life total can't change", "you"),
    ("you have protection from everything", "protection from everything", "you"),
    ("skip your untap step", "skip the untap step", "you"),
    ("skip your upkeep step", "skip the upkeep step", "you"),
    ("skip your draw step", "skip the draw step", "you"),
    ("players skip their untap steps", "skip the untap step", "player"),
    ("players skip their upkeep steps", "skip the upkeep step", "player"),
    ("players skip their draw steps", "skip the draw step", "player"),
    ("you may play lands from your graveyard", "lands from the graveyard", "you"),
)
_FOR_A_WHILE: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("players can't gain life this turn", ("can't gain life",), "player"),
    ("your opponents can't gain life this turn", ("can't gain life",), "opponent"),
    (
        "you can't lose the game this turn and your opponents can't win the game this turn",
        (_BOTH,),
        "you",
    ),
)
define(
    "hand-size-of",
    Phrases(
        {"you": "your", "opponent": ("each opponent 's", "your opponents '"), "player": "each player 's"}
    ),
)


def _lasting(words: str, *kinds: str) -> list[Form]:
    """You have it for a duration, which stands before or after."""

    def build(values: dict[str, Any]) -> ab.PlayerGains:
        return ab.PlayerGains("you", kinds, values["duration"])

    def unbuild(node: ab.PlayerGains) -> dict[str, Any] | None:
        values = {"duration": node.duration}
        return values if node == build(values) else None

    return [
        Form(ab.PlayerGains, template, build=build, unbuild=unbuild)
        for template in (f"{words} <duration:plain-duration>", f"<duration:plain-duration> , {words}")
    ]


STATICS = (
    *(Form(ab.PlayerRule, words, {"kind": kind, "who": who}) for words, kind, who in _STATED),
    Form(
        ab.PlayerRule,
        "<who:hand-size-of> maximum hand size is reduced by <amount:number-word>",
        {"kind": "smaller hand"},
    ),
    Form(
        ab.PlayerRule,
        "you may play <amount:number-word> additional lands on each of your turns",
        build=lambda v: ab.PlayerRule("additional land", amount=v["amount"]) if v["amount"] > 1 else None,
        unbuild=lambda n: (
            {"amount": n.amount}
            if n.amount > 1 and n == ab.PlayerRule("additional land", amount=n.amount)
            else None
        ),
    ),
    Form(ab.NoLegendRule, 'the " legend rule " doesn\'t apply'),
    Form(ab.NoLegendRule, 'the " legend rule " doesn\'t apply to <what:many>'),
)
INSTRUCTIONS = (
    *(
        Form(ab.PlayerGains, words, {"kinds": kinds, "who": who, "duration": "this turn"})
        for words, kinds, who in _FOR_A_WHILE
    ),
    *_lasting("you gain protection from everything", "protection from everything"),
    *_lasting("you gain hexproof", "hexproof"),
    *_lasting("you gain shroud", "shroud"),
    *_lasting(
        "your life total can't change and you gain protection from everything",
        "life total can't change",
        "protection from everything",
    ),
    *_lasting("your life total can't change", "life total can't change"),
)

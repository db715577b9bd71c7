"""Whether a creature may attack or block, and who dies in a fight of two in combat (CR 508–510)."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from rules_engine.model.abilities import Enters
from rules_engine.model.characteristics import Characteristics
from rules_engine.trials.models import Branch, Trial, TrialReport, Whose
from rules_engine.trials.own import answered, changes
from rules_engine.trials.playing import Cards, NotPlayed, branches, must_be_permanent, parts, placed
from rules_engine.trials.settled import Concern, asks_for_sizes, settled
from rules_engine.trials.tables import BARE, FIRST, FULL, SECOND, Condition, Position, Script, given

WALL: Final = "Old Bear"
"""An ordinary creature, which attacks or is blocked where the tried one can't be."""
OTHER: Final = "the other creature"


def _must_be_creature(card: Characteristics) -> None:
    must_be_permanent(card)
    if "creature" not in card.types:
        raise NotPlayed(f"{card.name} is no creature")


def block(trial: Trial, cards: Cards) -> TrialReport:
    """Whether the first card, a creature, can block the second one that attacks: alone, only with others, or not."""
    _must_be_creature(cards.first)
    _must_be_creature(cards.second)
    both = (*cards.first.abilities, *cards.second.abilities)
    concern = Concern(combat=True, sizes=asks_for_sizes(both))
    found = {position.name: _blocking(cards, position, SECOND) for position in (BARE, FULL)}
    if changes(cards.first) or changes(cards.second):
        raise NotPlayed("an ability of their own can change what may block what")
    if found == {"bare": "cannot", "full": "with-others"}:
        return branches(
            cards, lambda _, whose: Branch(whose, "with-others", rule="509.1b"), whose=("theirs",)
        )

    def place(position: Position, whose: Whose) -> Branch:
        outcome = found[position.name]
        return Branch(whose, outcome, rule="" if outcome == "can" else "509.1b")

    if "cannot" in found.values():
        other = _blocking(cards, BARE, OTHER)
        cards.control.append("it can block another one" if other == "can" else "it can block nothing")
    else:
        cards.control.append("without it nothing blocks")
    return settled(branches(cards, place, whose=("theirs",)), cards, concern)


def _blocking(cards: Cards, position: Position, attacker: str) -> str:
    """Whether the defending player can declare the first card as a blocker of the attacker, alone or with others."""
    table = given(
        position,
        cards.mana,
        {
            "A": {"battlefield": [placed(cards.first, FIRST)]},
            "B": {"battlefield": [placed(cards.second), {WALL: {"as": OTHER}}]},
        },
        active="B",
        pays="",
    )
    blocks: Condition = {"seen": {"event": "blocks", "object": FIRST}}
    alone = {**blocks, "also seen": [{"event": "blocks", "count": "1"}]}
    helped = {**blocks, "also seen": [{"event": "blocks", "count": "at least 2"}]}
    outcomes: dict[str, Condition] = {"alone": alone, "helped": helped, "not": {"not": blocks}}
    script = Script(
        table, [{"attack": {attacker: "A"}}, {"to": "declare blockers"}], outcomes, explore=("blockers",)
    )
    may = cards.may(script)
    return "can" if "alone" in may else "with-others" if "helped" in may else "cannot"


def _fighting(cards: Cards, position: Position) -> dict[str, Any]:
    players = {
        "A": {"battlefield": [placed(cards.first, FIRST)]},
        "B": {"battlefield": [placed(cards.second)]},
    }
    return given(position, cards.mana, players, pays="")


def fight(trial: Trial, cards: Cards) -> TrialReport:
    """Which of two creatures die when the first one attacks and the second one blocks it; nobody else does anything."""
    _must_be_creature(cards.first)
    _must_be_creature(cards.second)
    concern = Concern(doing=True, combat=True, sizes=True)
    turned = cards.turned()
    blocking = {_blocking(turned, position, SECOND) for position in (BARE, FULL)}
    if blocking != {"can"}:
        if "can" in blocking or changes(cards.first) or changes(cards.second):
            raise NotPlayed(f"whether {cards.second.name} can block it is not the same in every game")
        report = branches(cards, lambda _, whose: Branch(whose, "no-block", rule="509.1b"), whose=("theirs",))
        return settled(report, cards, replace(concern, sizes=False))

    def place(position: Position, whose: Whose) -> Branch:
        table = _fighting(cards, position)
        dies = {
            name: {"seen": {"event": "moves", "object": name, "from": "battlefield"}}
            for name in (FIRST, SECOND)
        }
        both: Condition = {"seen": dies[FIRST]["seen"], "also seen": [dies[SECOND]["seen"]]}
        outcomes: dict[str, Condition] = {
            "both": both,
            "first": {**dies[FIRST], "not": dies[SECOND]},
            "second": {**dies[SECOND], "not": dies[FIRST]},
            "neither": {"not": {"any": list(dies.values())}},
        }
        do: list[dict[str, Any]] = [
            {"attack": {FIRST: "B"}},
            {"block": {SECOND: FIRST}},
            {"to": "end of combat"},
        ]
        branch = cards.branch(whose, Script(table, do, outcomes))
        if position is FULL:
            return branch
        full = Script(_fighting(cards, FULL), do, outcomes)
        return answered(cards, branch, full, {FIRST: "A", SECOND: "B"}, 2)

    return settled(branches(cards, place, whose=("theirs",)), cards, concern)


def attack(trial: Trial, cards: Cards) -> TrialReport:
    """Whether the creature can attack; detail "new": on the turn it came in (CR 302.6)."""
    _must_be_creature(cards.first)
    concern = Concern(combat=True, sizes=asks_for_sizes(cards.first.abilities))
    if trial.detail == "new" and any(isinstance(part, Enters) for part in parts(cards.first.abilities)):
        raise NotPlayed(f"how {cards.first.name} enters makes a difference")
    new = {"summoning sick": "yes"} if trial.detail == "new" else {}

    def place(position: Position, whose: Whose) -> Branch:
        mine = [placed(cards.first, FIRST, **new), {WALL: {"as": OTHER}}]
        attacks: dict[str, Condition] = {
            name: {"seen": {"event": "attacks", "object": handle}}
            for name, handle in (("attacks", FIRST), ("other", OTHER))
        }
        table = given(position, cards.mana, {"A": {"battlefield": mine}}, pays="")
        script = Script(table, [{"to": "declare attackers"}], attacks, explore=("attackers",))
        may = cards.may(script)
        if "attacks" in may:
            return Branch(whose, "can")
        if _may_hurry(trial):
            raise NotPlayed(f"{cards.first.name} says something about how it can attack")
        return Branch(whose, "cannot", rule="302.6" if _waits(cards, trial) else "508.1c")

    return settled(branches(cards, place, whose=("mine",)), cards, concern)


_HURRY: Final = re.compile(r"\b(as though|attacking|blitz|dash|haste|loses|riot|suspend|unearth|warp)\b")

_REMINDER: Final = re.compile(r"\([^()]*\)")


def _may_hurry(trial: Trial) -> bool:
    """Whether the card has a way of its own to attack all the same: it offers haste, or to attack as though …"""
    return bool(_HURRY.search(_REMINDER.sub("", trial.first.oracle_text.lower())))


def _waits(cards: Cards, trial: Trial) -> bool:
    """Whether only having come in this turn keeps it from attacking."""
    return trial.detail == "new" and not cards.first.has_keyword("defender")

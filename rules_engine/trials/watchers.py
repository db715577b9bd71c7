"""Whether a permanent's ability triggers on what another card does, and whether a permanent keeps another from something."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rules_engine.model.abilities import (
    Ability,
    ActivatedAbility,
    CreateToken,
    Move,
    Prohibition,
    SacrificeCost,
    Search,
    StaticAbility,
    TriggeredAbility,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.trials.models import Branch, Trial, TrialReport, Whose
from rules_engine.trials.own import usable
from rules_engine.trials.playing import SEAT, Cards, NotPlayed, branches, must_be_permanent, parts, placed
from rules_engine.trials.settled import Concern, asks_for_sizes, settled
from rules_engine.trials.tables import FIRST, FULL, SECOND, Condition, Position, Script, given

PROBES: Final = (
    "Old Bear",
    "Small Word",
    "Long Word",
    "Gray Idol",
    "Old Custom",
    "Ford Sage",
    "Far Hollow",
    "Many Shape",
)
"""Ordinary cards of every type: where the ability triggers on one of them, that it doesn't on another says something."""


def trigger(trial: Trial, cards: Cards) -> TrialReport:
    """How often an ability of the first card, a permanent of the asker's, triggers as somebody casts or plays the second.

    whose: who casts it. detail "dies": not as it is cast and comes in, but as it dies; "enters": as it comes in, where
    casting it triggers nothing yet.
    """
    must_be_permanent(cards.first)
    if not any(isinstance(ability, TriggeredAbility) for ability in cards.first.abilities):
        raise NotPlayed(f"{cards.first.name} has no triggered ability of its own")
    asks = [one.trigger for one in cards.first.abilities if isinstance(one, TriggeredAbility)]
    run = _dying if trial.detail == "dies" else _played

    def place(position: Position, whose: Whose) -> Branch:
        cast = "land" not in cards.second.types
        if (
            trial.detail == "enters"
            and cast
            and "never" not in cards.may(_played(cards, position, whose, resolves=False))
        ):
            raise NotPlayed(f"{cards.first.name} triggers before {cards.second.name} enters")
        script = run(
            cards, position, whose, cards.trial.second.name if cards.trial.second else "", cards.second
        )
        branch = cards.branch(whose, script)
        return replace(branch, answered=branch.outcome != "never" and _goes_on(cards.second))

    report = branches(cards, place)
    if {branch.outcome for branch in report.branches} == {"never"} and not _on_another(cards):
        raise NotPlayed(f"{cards.first.name} triggers on nothing like that")
    return settled(report, cards, Concern(watching=True, sizes=asks_for_sizes(asks)))


def _goes_on(card: Characteristics) -> bool:
    """Whether an ability of its own can make the watcher's trigger again."""
    abilities = [ability for _, ability in usable(card)]
    return any(
        isinstance(part, CreateToken | Move | SacrificeCost | Search) for part in parts(tuple(abilities))
    )


def _on_another(cards: Cards) -> bool:
    """Whether the ability triggers on some ordinary card, whoever plays it."""
    seats: tuple[Whose, ...] = ("mine", "theirs")
    return any(_probed(cards, whose, probe) for whose in seats for probe in PROBES)


def _probed(cards: Cards, whose: Whose, probe: str) -> bool:
    """Whether the first card's ability triggers when this ordinary card is played instead."""
    dies = cards.trial.detail == "dies"
    if dies and probe not in ("Old Bear", "Many Shape"):
        return False
    card = cards.stand_in(probe)
    script = (_dying if dies else _played)(cards, FULL, whose, probe, card)
    try:
        return "never" not in cards.may(script)
    except NotPlayed:
        return False


def _counted() -> dict[str, dict[str, Any]]:
    """Outcomes by how often an ability of the first card triggered."""
    seen = {"event": "triggers", "source": FIRST}
    return {
        "never": {"seen": {**seen, "count": "0"}},
        "once": {"seen": {**seen, "count": "1"}},
        "twice": {"seen": {**seen, "count": "2"}},
        "more": {"seen": {**seen, "count": "at least 3"}},
    }


def _played(
    cards: Cards,
    position: Position,
    whose: Whose,
    name: str = "",
    card: Characteristics | None = None,
    *,
    resolves: bool = True,
) -> Script:
    """The second card, or another one, is cast or played."""
    name, card = name or cards.second_text.name, card or cards.second
    who = SEAT[whose]
    players: dict[str, dict[str, Any]] = {"A": {"battlefield": [placed(cards.first, FIRST)]}, "B": {}}
    players[who]["hand"] = [{name: {"as": SECOND}}]
    verb = "play" if "land" in card.types else "cast"
    table = given(position, cards.mana, players, active=who, pays=who)
    do: list[dict[str, Any]] = [
        {verb: SECOND, "by": who},
        {"resolve": "all"} if resolves else {"mark": "now"},
    ]
    return Script(table, do, _counted())


def _dying(cards: Cards, position: Position, whose: Whose, name: str, card: Characteristics) -> Script:
    """The creature is destroyed by an ordinary spell; one that this doesn't destroy does not die."""
    if "creature" not in card.types:
        raise NotPlayed(f"{name} is no creature")
    players: dict[str, dict[str, Any]] = {"A": {"battlefield": [placed(cards.first, FIRST)]}, "B": {}}
    who = SEAT[whose]
    players[who]["battlefield"] = [*players[who].get("battlefield", ()), placed(card, SECOND)]
    players["A"]["hand"] = [{"Last Word": {"as": "the last word"}}]
    table = given(position, {"B": 2}, players)
    outcomes = _counted()
    died = {"event": "moves", "object": SECOND, "from": "battlefield"}
    outcomes["never"]["also seen"] = [died]
    do: list[dict[str, Any]] = [{"cast": "the last word", "by": "A", "targets": [SECOND]}, {"resolve": "all"}]
    return Script(table, do, outcomes)


_BY_RULE: Final = {"cast": "601.3", "trigger": "603.2", "activate": "602.5"}


def hinder(trial: Trial, cards: Cards) -> TrialReport:
    """What the asker can't do with the second card while the first one is there, that they can do without it.

    whose: who controls the first card. may: what can be done without it. Outcomes: "cast", "trigger" or "activate" for what it stops, else "nothing".
    """
    must_be_permanent(cards.first)
    second = cards.second

    def place(position: Position, whose: Whose) -> Branch:
        with_it = _doings(cards, position, whose, there=True)
        without = _doings(cards, position, whose, there=False)
        if not any(without.values()):
            raise NotPlayed(f"nothing happens with {second.name} even without {cards.first.name}")
        stopped = [what for what, done in without.items() if done and not with_it[what]]
        if not stopped and any(map(_limits, cards.first.abilities)):
            raise NotPlayed(f"{cards.first.name} stops only what comes after something else")
        could = frozenset(what for what, done in without.items() if done)
        return Branch(
            whose, stopped[0] if stopped else "nothing", could, rule=_BY_RULE[stopped[0]] if stopped else ""
        )

    return settled(branches(cards, place), cards, Concern())


def _limits(ability: Ability) -> bool:
    """Whether it allows something only so often."""
    return (
        isinstance(ability, StaticAbility)
        and isinstance(ability.effect, Prohibition)
        and ability.effect.amount is not None
    )


def _doings(cards: Cards, position: Position, whose: Whose, *, there: bool) -> dict[str, bool]:
    """Whether the second card can be cast, has an ability that triggers as it comes in, can have one activated."""
    permanent = [placed(cards.first, FIRST)] if there else []
    second, name = cards.second, cards.second_text.name
    players: dict[str, dict[str, Any]] = {"A": {"hand": [cards.in_hand(cards.second_text, SECOND)]}, "B": {}}
    players[SEAT[whose]]["battlefield"] = permanent
    table = given(position, cards.mana, players)
    if "land" in second.types:
        raise NotPlayed(f"{name} is a land")
    legal: Condition = {"legal": {"cast": SECOND, "by": "A"}}
    script = Script(table, [{"mark": "now"}], {"can": legal, "cannot": {"not": legal}}, at="now")
    found = {"cast": "can" in cards.may(script), "trigger": False, "activate": False}
    if found["cast"] and any(isinstance(one, TriggeredAbility) for one in second.abilities):
        seen: Condition = {"seen": {"event": "triggers", "source": SECOND}}
        do: list[dict[str, Any]] = [{"cast": SECOND, "by": "A"}, {"resolve": "all"}]
        outcomes: dict[str, Condition] = {"does": seen, "not": {"not": seen}}
        found["trigger"] = "does" in cards.may(Script(table, do, outcomes))
    own = [one for one in second.abilities if isinstance(one, ActivatedAbility)]
    if own and second.is_permanent_card:
        players["A"] = {"battlefield": [placed(second, SECOND), *players["A"].get("battlefield", ())]}
        table = given(position, cards.mana, players)
        usable: Condition = {"legal": {"activate": SECOND, "by": "A"}}
        script = Script(table, [{"mark": "now"}], {"can": usable, "cannot": {"not": usable}}, at="now")
        found["activate"] = "can" in cards.may(script)
    return found

"""A scenario rests on the rules it cites: with one of them switched off, it no longer passes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_engine.game import UNITS
from rules_engine.scenario import ScenarioFile, library
from rules_engine.scenario.schema import Bounds
from tests.rules_engine.scenario.test_library import WITHOUT_A_RULING as SILENT
from tests.rules_engine.scenario.texts import play

# Scenarios that pass without a rule they cite, and why that is so.
STILL_PASS = {
    (
        "heist-ability-lost",
        "702.99c",
    ): "the switch lets a card stay encoded after its creature left; here none leaves",
    (
        "heist-control-changes",
        "702.99c",
    ): "the switch lets a card stay encoded after its creature left; here none leaves",
    ("heist-does-not-resolve", "608.2c"): "the spell's two instructions do the same in either order",
    ("heist-does-not-resolve", "608.2d"): "nothing impossible is offered in this position",
    ("heist-encoded-on-resolution", "608.2m"): "leaving the stack is the last thing the spell does",
    (
        "heist-mandatory-additional-cost",
        "732.1",
    ): "a cast that can't be completed is not offered, so none is undone",
    ("heist-no-alternative-cost", "601.2b"): "the switch takes away X and kicker; this card has neither",
    (
        "heist-two-players-damaged",
        "510.2",
    ): "one attacker's damage is one part until some of it is redirected",
    ("step-exiles-itself", "608.2m"): "leaving the stack is the last thing the spell does",
    ("step-exiles-itself", "400.7"): "nothing refers to the card any more once it has left the stack",
    (
        "step-plotted-mandatory-cost",
        "732.1",
    ): "a cast that can't be completed is not offered, so none is undone",
}


# The same for scenarios that rest on rules and not on an official ruling: a switch is wider or narrower than the rule.
STILL_PASS_BY_RULE = {
    "101.2": {
        "spell-that-can-not-be-countered": "the switch is for what can't be cast, not for what can't be countered"
    },
    "101.4": {"each-player-sacrifices": "the switch turns round who may do something, not who must"},
    "109.5": {"restriction-follows-its-controller": "the switch is for spells and abilities on the stack"},
    "118.9a": {"cascade-casts-no-evoke": "with the switch off evoke may be chosen; the script doesn't"},
    "400.3": {
        "stolen-creature-dies-to-its-owners-graveyard": "destroyed permanents are moved to their owners"
    },
    "400.7": dict.fromkeys(
        (
            "blinked-stolen-creature-whose-trigger",
            "blinked-in-response-to-removal",
            "blinked-in-response-to-the-trigger",
            "toughness-of-the-creature-that-left",
            "kicked-is-forgotten-after-leaving",
            "flashback-belongs-to-the-owner",
            "suspended-creature-bounced-loses-haste",
            "cascade-again-when-cast-again",
            "blinked-creature-loses-its-counters",
        ),
        "the switch is for effects that find what they moved, not for targets or what a permanent remembers",
    ),
    "506.4": {"sacrificed-blocker-deals-no-damage": "the switch is for what stays on the battlefield"},
    "118.9d": {
        "combat-only-spell-cast-by-an-attack-trigger": "cited for the additional cost, which isn't paid here"
    },
    "601.2f": {
        "cost-reduction-spares-colored-mana": "the switch is for minimums of total costs",
        "cascade-and-a-tax": "the switch is for minimums of total costs",
    },
    "510.2": {"lifelink-is-no-trigger": "one attacker's damage is one part"},
    "601.2h": dict.fromkeys(
        ("no-response-to-a-sacrifice-cost", "countered-spell-and-its-costs"), "the cost can be paid here"
    ),
    "603.2c": dict.fromkeys(
        (
            "dealt-damage-by-two-creatures-at-once",
            "one-source-two-recipients-one-gain",
            "trample-damage-to-two-is-one-event",
        ),
        "the switch lets an ability trigger once for all that happens at one time, and here it does",
    ),
    "603.4": {"condition-false-on-resolution": "the condition is true when the event occurs"},
    "608.2b": {
        "fight-with-one-creature-gone": "701.14b keeps the other creature from dealing damage by itself",
        "exchange-with-one-target-gone": "an exchange that can't be made whole isn't made (701.12a)",
    },
    "608.2c": {
        "trigger-waits-for-the-whole-spell": "it waits whatever the order of the spell's instructions is",
        "cipher-encode-is-a-choice-not-a-target": "encoding comes after what the spell's own text does",
    },
    "608.2n": {"second-cast-of-a-rebound-spell": "it is put into the graveyard all the same, only earlier"},
    "704.5b": {"cascade-finds-nothing": "cited for what doesn't happen: nobody draws"},
    "704.5d": {
        "blinked-token-does-not-return": "what keeps it from coming back is 111.8, whether it exists or not"
    },
}
STILL_PASS |= {
    (name, rule): reason for rule, names in STILL_PASS_BY_RULE.items() for name, reason in names.items()
}


# Cited rules that are the engine's frame and not units of it: no game could be played without them.
NO_SWITCH = {
    "101.4b": "that later players know the earlier choices shows in the order of the choices (608.2e)",
    "109.4": "what has a controller at all",
    "113.7a": "an ability on the stack exists apart from its source",
    "117.2e": "nobody has priority while something resolves",
    "121.4": "the loss itself is 704.5b, which can be switched off",
    "605.3b": "mana abilities don't use the stack",
    "608.2h": "last known information",
    "613.7b": "timestamps; of the abilities granted from exile it is 613.7a that can be switched off",
    "613.7d": "timestamps; of the abilities granted from exile it is 613.7a that can be switched off",
    "614.6": "a replaced event never happens; the replacement itself is 614.1a",
}


def _cited(file: ScenarioFile) -> list[str]:
    lists = [file.scenario.cites]
    lists += [twin.cites for twin in file.scenario.twins]
    lists += [variant.cites for variant in file.scenario.variants]
    return list(dict.fromkeys(rule for rules in lists for rule in rules))


def _few(file: ScenarioFile) -> ScenarioFile:
    """The scenario with few states to explore."""
    bounds = Bounds.model_validate({"states": "60", "runs": "60"})
    explore = file.scenario.explore.model_copy(update={"bounds": bounds})
    return replace(file, scenario=file.scenario.model_copy(update={"explore": explore}))


PAIRS = [(name, rule) for name, file in sorted(library().items()) for rule in _cited(file)]
RULINGS = frozenset(name for name, summary in library().summaries.items() if summary.confirms)


def test_rules_that_a_ruling_rests_on__can_be_switched_off_with_these_exceptions() -> None:
    cited = {rule for name, rule in PAIRS if name in RULINGS or name in SILENT}
    assert sorted(cited - set(UNITS)) == sorted(NO_SWITCH)


@pytest.mark.parametrize(
    ("name", "rule"), [pair for pair in PAIRS if pair not in STILL_PASS and pair[1] in UNITS]
)
def test_scenario_without_a_rule_it_cites__does_not_pass(name: str, rule: str) -> None:
    file = library()[name]
    # A game without 601.3 has far more lines of play; mostly a few of them already break a claim.
    if any(found.result == "fails" for found in play(_few(file), without=rule, twin=False).expectations):
        return
    if play(file, without=rule, twin=False).status == "passed":
        assert play(file, without=rule).status != "passed"


# Those of the rulings explore for long; `python -m tests.mutants` tries them too.
@pytest.mark.parametrize(
    ("name", "rule"), sorted(pair for pair in STILL_PASS if pair[0] not in RULINGS | SILENT)
)
def test_exception__is_still_one(name: str, rule: str) -> None:
    assert (name, rule) in PAIRS
    assert play(library()[name], without=rule).status == "passed", "drop it from the list"


@pytest.mark.parametrize(
    ("name", "rule", "claim"),
    [
        ("heist-copy-not-cast", "704.5e", "gone"),
        ("heist-x-is-zero", "107.3b", "no-other-x"),
        ("heist-two-players-damaged", "603.2c", "two-triggers"),
    ],
)
def test_the_three_cases__fail_in_the_claim_that_the_rule_decides(name: str, rule: str, claim: str) -> None:
    report = play(library()[name], without=rule, twin=False)
    assert report.status == "failed"
    found = report.expectation(claim)
    assert found is not None
    assert found.result == "fails"

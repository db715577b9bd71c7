"""Scripts are followed to the letter: what they don't say is an error, unless exploring is allowed."""

from __future__ import annotations

import pytest

from rules_engine.errors import ScenarioError
from rules_engine.scenario import loads
from tests.rules_engine.scenario.texts import jab, play, replaced

END = """\
  - id: end
    claim: Old Bear is in the graveyard
    always: {zone: {Old Bear: B's graveyard}}
"""
SCRIPTED = replaced("  - cast: Ember Jab\n", "  - cast: Ember Jab\n    targets: Old Bear\n", jab(END))
STRICT = SCRIPTED.replace("explore:\n  decisions: all\n", "")


def test_scripted_target__is_taken() -> None:
    report = play(STRICT)
    assert report.status == "passed"
    assert report.explored.runs == 1
    assert report.expectations[0].single_run


def test_decision_that_the_script_does_not_name__is_an_error_with_the_options() -> None:
    report = play(jab(END).replace("explore:\n  decisions: all\n", ""))
    assert report.status == "error"
    assert "test.yaml:14: do[1]" in report.problem
    assert "A must decide: target" in report.problem
    assert "Old Bear" in report.problem


def test_same_decision__is_explored_where_that_is_allowed() -> None:
    report = play(jab(END))
    assert report.status == "failed"
    assert report.explored.runs == 3


def test_default_answer__serves_when_the_script_says_nothing() -> None:
    text = jab(END).replace("explore:\n  decisions: all\n", "answers: {target: Old Bear}\n")
    assert play(text).status == "passed"


def test_answer_that_is_no_option__is_an_error_that_lists_the_options() -> None:
    report = play(STRICT.replace("targets: Old Bear", "targets: Mountain"))
    assert report.status == "error"
    assert "'Mountain' is not among the options" in report.problem


def test_answer_that_nothing_asks_for__is_an_error() -> None:
    report = play(STRICT.replace("    targets: Old Bear\n", "    targets: [Old Bear, A]\n"))
    assert report.status == "error"
    assert "nothing asked for target: A" in report.problem


def test_action_that_is_not_legal__is_an_error_with_the_rule() -> None:
    report = play(STRICT.replace("battlefield: [Mountain]", "battlefield: [Island]"))
    assert report.status == "error"
    assert "Ember Jab: not legal, and undone" in report.problem
    assert "(601.2h)" in report.problem


def test_card_that_is_not_there__is_named_with_the_nearest() -> None:
    report = play(STRICT.replace("cast: Ember Jab", "cast: Ember Jib"))
    assert "there is no 'Ember Jib' now; did you mean 'Ember Jab'?" in report.problem


def test_resolving_an_empty_stack__is_an_error() -> None:
    report = play(STRICT.replace("  - mark: jab resolved", "  - resolve: top"))
    assert report.status == "error"
    assert "nothing is on the stack" in report.problem


def test_acting_after_everybody_has_passed__is_an_error_that_says_what_to_write() -> None:
    text = STRICT.replace("  - mark: jab cast\n", "  - pass: A\n  - pass: A\n")
    report = play(text)
    assert report.status == "error"
    assert "A gets no priority before everybody has passed" in report.problem
    assert "to: …" in report.problem


def test_moment_that_never_comes__is_an_error_and_not_an_endless_game() -> None:
    report = play(STRICT.replace("  - mark: jab resolved", "  - to: first strike damage"))
    assert report.status == "error"
    assert "first strike damage is never reached" in report.problem


def test_unknown_moment__is_named_with_the_nearest() -> None:
    report = play(STRICT.replace("  - mark: jab resolved", "  - to: upkep"))
    assert "did you mean 'upkeep'" in report.problem


def test_two_things_of_one_name__need_a_handle() -> None:
    text = STRICT.replace("battlefield: [Old Bear]", "battlefield: [2 Old Bear]")
    assert "could mean several options" in play(text).problem
    named = STRICT.replace(
        "battlefield: [Old Bear]", "battlefield: [Old Bear: {as: left}, Old Bear: {as: right}]"
    )
    named = named.replace("targets: Old Bear", "targets: left").replace(
        "{Old Bear: B's graveyard}", "{left: B's graveyard, right: battlefield}"
    )
    assert (
        play(
            named.replace(
                "[Old Bear: {as: left}, Old Bear: {as: right}]",
                "\n        - Old Bear: {as: left}\n        - Old Bear: {as: right}",
            )
        ).status
        == "passed"
    )


def test_several_cards_alike_in_a_hand__need_no_handle() -> None:
    text = STRICT.replace("hand: [Ember Jab]", "hand: [3 Ember Jab]")
    text = text.replace("{Old Bear: B's graveyard}}", "{Old Bear: B's graveyard}, cards: {A's hand: 2}}")
    assert play(text).status == "passed"


def test_try__must_be_illegal_by_the_named_rule() -> None:
    claim = "  - try: {cast: Deep Study, by: A, rule: 601.3}\n  - resolve: top"
    text = STRICT.replace("  - resolve: top", claim, 1).replace(
        "hand: [Ember Jab]", "hand: [Ember Jab, Deep Study]"
    )
    text = text.replace("battlefield: [Mountain]", "battlefield: [Mountain, 2 Islands]")
    report = play(text)
    tried = report.expectation("try-3")
    assert tried is not None
    assert tried.result == "fails"
    assert "it is illegal by" in tried.witness
    rule = tried.witness.split("illegal by ")[1].split(",")[0]
    assert play(text.replace("601.3}", rule + "}")).status == "passed"


def test_try_of_something_legal__fails() -> None:
    text = STRICT.replace("  - cast: Ember Jab\n", "  - try: {cast: Ember Jab, by: A}\n  - cast: Ember Jab\n")
    report = play(text)
    assert report.status == "failed"
    assert "it is legal" in report.problem


@pytest.mark.parametrize("name", ["Ember Jab", "Old Bear"])
def test_card_that_is_neither_invented_nor_given__is_named(name: str) -> None:
    report = play(STRICT.replace(name, "Unheard Thing"))
    assert report.status == "error"
    assert "no text for 'Unheard Thing'" in report.problem


def test_card_that_the_compiler_refuses__makes_the_scenario_unsupported_with_the_reason() -> None:
    text = STRICT.replace("do:\n", "do:\n", 1).replace(
        "given:\n",
        "stand-ins:\n  Old Bear:\n    type: Creature — Bear\n    P/T: 2/2\n    text: When you stub your toe, draw a card.\ngiven:\n",
        1,
    )
    report = play(text)
    assert report.status == "unsupported"
    assert report.unsupported[0].card == "Old Bear"
    assert report.unsupported[0].reason
    assert not report.steps


IMPOSSIBLE = [
    ("hand: [Ember Jab]", "hand: [Ember Jab: {owner: B}]", "a card lies in its owner's hand"),
    (
        "hand: [Ember Jab]",
        "hand: [Ember Jab: {controller: B}]",
        "only what is on the battlefield has a controller",
    ),
    ("hand: [Ember Jab]", "hand: [Ember Jab: {owner: D}]", "there is no player D in this scenario"),
    (
        "battlefield: [Old Bear]",
        "battlefield: [Old Bear, Grave Bell: {attached to: Old Bore}]",
        "did you mean 'Old Bear'",
    ),
    (
        "battlefield: [Old Bear]",
        "battlefield: [Old Bear: {as: x}, Mist Cat: {as: x}]",
        "two objects are called 'x'",
    ),
    ("  - cast: Ember Jab\n", "  - cast: Ember Jab\n    by: C\n", "there is no player C in this scenario"),
    (
        "always: {zone: {Old Bear: B's graveyard}}",
        "always: {life: {D: 20}}",
        "there is no player D in this scenario",
    ),
    ("always: {zone: {Old Bear: B's graveyard}}", "always: {zone: {Old Bear: D's graveyard}}", "no player D"),
    ("always: {zone: {Old Bear: B's graveyard}}", "always: {zone: {Old Bear: bin}}", "unknown zone 'bin'"),
]


@pytest.mark.parametrize(("old", "new", "words"), IMPOSSIBLE, ids=[words for _, _, words in IMPOSSIBLE])
def test_position_or_claim_that_can_not_be__is_an_error_in_words(old: str, new: str, words: str) -> None:
    report = play(STRICT.replace(old, new))
    assert report.status == "error"
    assert words in report.problem


@pytest.mark.parametrize("step", ["untap", "cleanup"])
def test_step_in_which_nobody_gets_priority__can_not_be_the_beginning(step: str) -> None:
    with pytest.raises(ScenarioError, match="nobody gets priority"):
        loads(STRICT.replace("given:\n", f"given:\n  step: {step}\n"))

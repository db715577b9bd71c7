"""Twins differ in one thing and make a named claim fail; variants are the same claims in another dress."""

from __future__ import annotations

import pytest

from rules_engine.errors import ScenarioError
from rules_engine.scenario import loads
from tests.rules_engine.scenario.texts import JAB, jab, play

CLAIM = "  - {id: dies, claim: The Bear can die, possible: {zone: {Old Bear: B's graveyard}}}\n"
TWIN = """\
twins:
  - id: ox
    title: An Ox is too tough
    change: {swap: {Old Bear: Field Ox}}
    opposite: [dies]
    expect:
      - {id: survives, claim: The Ox survives, never: {zone: {Field Ox: B's graveyard}}}
"""


def test_twin_where_the_opposite_holds__passes_with_its_scenario() -> None:
    report = play(jab(CLAIM) + TWIN)
    assert report.status == "passed"
    assert report.twin is not None
    assert report.twin.status == "passed"
    assert [found.result for found in report.twin.opposite] == ["fails"]
    assert report.part("ox") is report.part("twin") is report.twin


def test_twin_that_does_not_make_the_claim_fail__fails_the_scenario() -> None:
    report = play(
        jab(CLAIM) + TWIN.replace("Field Ox", "Mist Cat").replace("survives, never", "survives, possible")
    )
    assert report.twin is not None
    assert report.twin.status == report.status == "failed"


def test_claim_that_must_fail__speaks_of_the_card_that_was_swapped_in() -> None:
    # Old Bear is nowhere in the twin, so "Old Bear never dies" would be true there for no reason.
    report = play(
        jab(CLAIM) + TWIN.replace("Field Ox", "Late Scout").replace("survives, never", "survives, possible")
    )
    assert report.twin is not None
    assert [found.result for found in report.twin.opposite] == ["holds"]
    assert report.twin.status == "failed"


def test_twin_with_its_own_claim_failing__fails_the_scenario() -> None:
    report = play(jab(CLAIM) + TWIN.replace("never: {zone", "possible: {zone"))
    assert report.status == "failed"


def test_without_twins__only_the_scenario_is_run() -> None:
    report = play(jab(CLAIM) + TWIN, twin=False)
    assert report.status == "passed"
    assert report.twin is None


WRONG = [
    ("{swap: {Old Bear: Field Ox}}", '{swap: {Old Bear: Field Ox}, drop: ["do[4]"]}', "this one changes 2"),
    (
        "{swap: {Old Bear: Field Ox}}",
        "{swap: {Cold Bear: Field Ox}}",
        "there is no 'Cold Bear' in given or do",
    ),
    ("{swap: {Old Bear: Field Ox}}", '{set: {"given.players.B.life": "20"}}', None),
    ("{swap: {Old Bear: Field Ox}}", '{set: {"do[9]": {pass: A}}}', "there is no [9] there"),
    ("{swap: {Old Bear: Field Ox}}", '{set: {"do[1].castt.x": A}}', "there is no 'castt' there"),
    ("{swap: {Old Bear: Field Ox}}", '{drop: ["given.players.B.battlefield: Ox"]}', "there is no 'Ox' there"),
    ("{swap: {Old Bear: Field Ox}}", '{set: {"do[1]": {kast: Ember Jab}}}', "after this change"),
    ("opposite: [dies]", "opposite: [dyes]", "did you mean 'dies'?"),
    ("opposite: [dies]", "opposite: []", "name the expectation whose opposite holds"),
    ("id: ox", "id: twin", "is reserved"),
    ("      - {id: survives", "      - {id: survives, at: nowhere", "there is no mark 'nowhere'"),
]


@pytest.mark.parametrize(("old", "new", "words"), WRONG, ids=[new[:40] for _, new, _ in WRONG])
def test_twin_that_does_not_fit__is_refused_with_its_line(old: str, new: str, words: str | None) -> None:
    text = jab(CLAIM) + TWIN.replace(old, new, 1)
    if words is None:
        assert play(text).status == "error" or loads(text)
        return
    with pytest.raises(ScenarioError) as caught:
        loads(text, "twin.yaml")
    assert words in str(caught.value)
    assert (caught.value.line or 0) >= text[: text.index("twins:")].count("\n") + 1


def test_change_that_changes_nothing__is_refused() -> None:
    same = TWIN.replace("{swap: {Old Bear: Field Ox}}", '{set: {"do[3]": {resolve: top}}}')
    with pytest.raises(ScenarioError, match="changes nothing"):
        loads(jab(CLAIM) + same)


VARIANT = """\
variants:
  - id: cat
    title: A Cat instead
    changes:
      - {swap: {Old Bear: Ash Lynx}}
      - {add: {given.players.B.battlefield: [Field Ox]}}
      - {add: {"do[3]": [{mark: again}]}}
"""


def test_variant_without_claims_of_its_own__keeps_the_scenarios() -> None:
    report = play(jab("  - {id: it, claim: it, possible: {life: {B: 18}}}\n") + VARIANT)
    assert report.status == "passed"
    assert report.variants[0].expectations[0].id == "it"
    assert report.variants[0].explored.runs == 4


def test_variant_that_fails__fails_the_scenario() -> None:
    claim = "  - {id: it, claim: it, always: {asked: {decision: target, only: [A, B, Old Bear]}}}\n"
    report = play(jab(claim) + VARIANT)
    assert report.variants[0].status == report.status == "failed"


def test_question_in_a_part__is_about_a_claim_of_that_part() -> None:
    question = (
        "questions:\n  - {id: q, about: survives, in: ox, yes_when: holds, ask: [Does the Ox survive]}\n"
    )
    assert loads(jab(CLAIM) + TWIN + question).scenario.questions[0].in_ == "ox"
    with pytest.raises(ScenarioError, match="there is no twin or variant 'axe'"):
        loads(jab(CLAIM) + TWIN + question.replace("in: ox", "in: axe"))
    with pytest.raises(ScenarioError, match="there is no expectation 'survives'"):
        loads(jab(CLAIM) + TWIN + question.replace("in: ox, ", ""))


def test_small_scenario__is_fine_as_it_stands() -> None:
    assert play(JAB).status == "passed"

"""Claims over explored lines of play: always, never, possible, and unknown where a bound was reached."""

from __future__ import annotations

import pytest

from rules_engine.scenario import ScenarioReport
from tests.rules_engine.scenario.texts import jab, play, replaced


def results(report: ScenarioReport) -> dict[str, str]:
    return {found.id: found.result for found in report.expectations}


def judged(condition: str, quantifier: str = "always", at: str = "end", where: str = "") -> str:
    """The result of one claim about the small scenario: the jab hits A, B or the Bear."""
    text = f"  - id: it\n    claim: it\n    at: {at}\n    {quantifier}: {condition}\n"
    if where:
        text += f"    where: {where}\n"
    report = play(jab(text))
    assert report.status in ("passed", "failed", "inconclusive"), report.problem
    return results(report)["it"]


HIT_A = "{life: {A: 18}}"


@pytest.mark.parametrize(
    ("quantifier", "condition", "result"),
    [
        ("possible", HIT_A, "holds"),
        ("always", HIT_A, "fails"),
        ("never", HIT_A, "fails"),
        ("possible", "{life: {A: 17}}", "fails"),
        ("never", "{life: {A: 17}}", "holds"),
        ("always", "{life: {A: at least 18}}", "holds"),
    ],
)
def test_quantifier__ranges_over_every_line_of_play(quantifier: str, condition: str, result: str) -> None:
    assert judged(condition, quantifier) == result


@pytest.mark.parametrize(
    "condition",
    [
        "{zone: {Ember Jab: A's graveyard}}",
        "{not: {zone: {Ember Jab: B's graveyard}}}",
        "{any: [{life: {A: 18}}, {life: {B: 18}}, {zone: {Old Bear: B's graveyard}}]}",
        "{seen: {event: casts, object: Ember Jab, player: A, from: hand, count: 1}}",
        "{seen: {event: damage, source: Ember Jab, amount: 2, count: 1, combat: no}}",
        "{seen: {event: draws, count: 0}}",
        "{cards: {A's hand: 0, B's library: 5}}",
        "{asked: {decision: target, player: A, only: [A, B, Old Bear], count: 1}}",
        "{asked: {decision: target, about: Ember Jab, includes: [Old Bear], excludes: [Mountain]}}",
        "{order: [{event: casts}, {event: resolves}, {no: {event: casts}}, {event: finished resolving}]}",
        "{order: [{mark: jab cast}, {event: resolves}, {mark: jab resolved}]}",
        "{step: precombat main, active: A, stack order: [], lost: {A: no}}",
        "{owner: {Mountain: A}, controller: {Mountain: A}, looks: {Mountain: {tapped: yes, types: land, has: [], not types: creature}}}",
    ],
)
def test_condition__holds_at_the_end_of_every_line(condition: str) -> None:
    assert judged(condition) == "holds"


@pytest.mark.parametrize(
    "condition",
    [
        "{zone: {Ember Jab: B's graveyard}}",
        "{zone: {Ember Jab: gone}}",
        "{zone: {copy of Ember Jab: stack}}",
        "{seen: {event: casts, object: Ember Jab, player: B}}",
        "{seen: {event: casts, object: Ember Jab, from: exile}}",
        "{seen: {event: damage, amount: 3}}",
        "{seen: {event: damage, count: 2}}",
        "{cards: {A's hand: at least 1}}",
        "{asked: {decision: target, only: [A, B]}}",
        "{asked: {decision: target, excludes: [Old Bear]}}",
        "{asked: {decision: target, count: 2}}",
        "{asked: {decision: x}}",
        "{order: [{event: resolves}, {event: casts}]}",
        "{order: [{event: casts}, {no: {event: priority}}, {event: resolves}]}",
        "{step: combat damage}",
        "{controller: {Mountain: B}}",
        "{looks: {Mountain: {power: 1}}}",
        "{looks: {Wolf: {tapped: yes}}}",
        "{undecided: anything}",
    ],
)
def test_condition__does_not_hold(condition: str) -> None:
    assert judged(condition) == "fails"


def test_stack__shows_values_and_targets_of_a_waiting_spell() -> None:
    waiting = "{stack: {Ember Jab: {controller: A, method: normal}}, on the stack: {Ember Jab: 1}, stack order: [Ember Jab]}"
    assert judged(waiting, at="jab cast") == "holds"
    assert judged("{stack: {Ember Jab: {targets: [Old Bear]}}}", "possible", at="jab cast") == "holds"
    assert judged("{stack: {Ember Jab: {targets: [Old Bear]}}}", at="jab cast") == "fails"


def test_where__restricts_the_lines_that_count() -> None:
    bear = "{zone: {Old Bear: B's graveyard}}"
    assert judged(bear, where="{asked: {decision: target, chosen: Old Bear}}") == "holds"
    assert judged(bear, where="{asked: {decision: target, chosen: B}}") == "fails"


def test_where_that_is_never_true__proves_nothing() -> None:
    assert judged(HIT_A, where="{life: {A: 3}}") == "unknown"
    assert judged(HIT_A, "never", where="{life: {A: 3}}") == "unknown"


def test_stretch__is_judged_at_every_decision_in_it() -> None:
    assert judged("{on the stack: {Ember Jab: 1}}", at="{from: jab cast, to: jab resolved}") == "holds"
    assert judged("{on the stack: {Ember Jab: 1}}", at="{from: jab cast}") == "fails"
    assert judged("{on the stack: {Ember Jab: 1}}", "never", at="{from: jab resolved}") == "holds"


def test_events_of_a_stretch__are_those_between_its_marks() -> None:
    assert judged("{seen: {event: casts}}", "never", at="{from: jab cast}") == "holds"
    assert judged("{seen: {event: damage}}", "always", at="{from: jab cast, to: jab resolved}") == "holds"


def test_moment_of_a_decision__is_judged_when_it_is_asked() -> None:
    assert judged("{zone: {Ember Jab: stack}}", at="{asked: target, by: A}") == "holds"
    assert judged("{zone: {Ember Jab: stack}}", at="{asked: target, by: B}") == "unknown"


def test_legality__is_asked_at_a_moment() -> None:
    assert judged("{legal: {cast: Ember Jab, by: A}}", at="{from: jab cast}") == "fails"
    claim = "  - id: it\n    claim: it\n    at: start\n    always: {legal: {cast: Ember Jab, by: A, targets: Old Bear}}\n"
    assert results(play(jab(claim).replace("do:\n", "do:\n  - mark: start\n")))["it"] == "holds"
    wrong = claim.replace("targets: Old Bear", "targets: Mountain")
    assert results(play(jab(wrong).replace("do:\n", "do:\n  - mark: start\n")))["it"] == "fails"


def test_illegality__is_by_a_rule() -> None:
    assert judged("{illegal: {cast: Ember Jab, by: B, rule: 117.1}}", at="jab cast") == "holds"
    assert judged("{illegal: {cast: Ember Jab, by: B, rule: 601.3}}", at="jab cast") == "fails"


def test_value__is_what_was_seen() -> None:
    report = play(jab("  - {id: it, claim: it, always: {life: {A: any}}}\n"))
    assert report.expectations[0].value == (18, 20)
    report = play(jab("  - {id: it, claim: it, always: {seen: {event: damage, count: any}}}\n"))
    assert report.expectations[0].value == 1


def test_bound_that_is_reached__leaves_the_claim_unknown() -> None:
    claim = "  - {id: never, claim: it, never: {life: {A: 17}}}\n  - {id: possible, claim: it, possible: {life: {A: 17}}}\n"
    report = play(jab(claim).replace("  decisions: all\n", "  decisions: all\n  bounds: {states: 4}\n"))
    assert results(report) == {"never": "unknown", "possible": "unknown"}
    assert report.status == "inconclusive"
    assert not report.explored.complete


def test_counterexample_found_before_the_bound__still_counts() -> None:
    claim = "  - {id: it, claim: it, at: jab cast, always: {zone: {Ember Jab: hand}}}\n"
    report = play(jab(claim).replace("  decisions: all\n", "  decisions: all\n  bounds: {states: 4}\n"))
    assert results(report) == {"it": "fails"}


def test_failing_claim__shows_the_line_of_play() -> None:
    report = play(jab("  - {id: it, claim: it, never: {life: {B: 18}}}\n"))
    assert "target B" in report.expectations[0].witness


def test_explored_actions__are_tried_at_every_priority_of_the_named_players() -> None:
    claim = "  - {id: it, claim: it, possible: {order: [{event: casts, player: A}, {event: casts, player: B}, {event: resolves}]}}\n"
    text = jab(claim).replace(
        "battlefield: [Old Bear]", "battlefield: [Old Bear, Forest]\n      hand: [Call Wolf]"
    )
    assert results(play(text))["it"] == "fails"
    allowed = text.replace("  decisions: all\n", "  decisions: all\n  players: [B]\n  actions: [cast]\n")
    assert results(play(allowed))["it"] == "holds"


def test_line_that_exploring_leads_away_from_the_script__is_cut_and_counted() -> None:
    claim = "  - {id: it, claim: it, always: {zone: {Ember Jab: A's graveyard}}}\n"
    text = jab(claim).replace(
        "  - mark: jab resolved",
        "  - mark: jab resolved\n  - cast: Brief Absence\n    by: A\n    targets: Old Bear",
    )
    text = text.replace(
        "battlefield: [Mountain]\n      hand: [Ember Jab]",
        "battlefield: [Mountain, Plains]\n      hand: [Ember Jab, Brief Absence]",
    )
    report = play(text)
    assert report.status == "passed"
    assert report.explored.cut == 1
    assert report.explored.runs == 3


def test_two_creatures_of_one_name__are_told_apart_by_their_own_names() -> None:
    # Whichever dies, the games are alike but for the name; a claim about the second one must still see both.
    report = play(
        jab(
            "  - {id: first, claim: It can die, possible: {zone: {first: B's graveyard}}}\n"
            "  - {id: second, claim: So can the other, possible: {zone: {second: B's graveyard}}}\n",
            **{"[Old Bear]": "[{Old Bear: {as: first}}, {Old Bear: {as: second}}]"},
        )
    )
    assert report.status == "passed", report.problem


@pytest.mark.parametrize(
    "claim",
    [
        "always: {illegal: {cast: Ember Jap, by: A}}",
        "never: {legal: {cast: Ember Jap}}",
        "always: {zone: {Ember Jap: gone}}",
        "never: {seen: {event: damage, source: Ember Jap}}",
        "always: {order: [{event: casts}, {no: {event: resolves, object: Ember Jap}}]}",
        "always: {not: {on the stack: {copy of Ember Jap: 1}}}",
        "possible: {any: [{controller: {B's Ember Jap in exile: B}}]}",
        "always: {illegal: {cast: Ember Jab, by: A, targets: Ember Jap}}",
    ],
)
def test_claim_about_a_name_that_nothing_has__is_an_error_that_names_it(claim: str) -> None:
    report = play(jab(f"  - id: a\n    claim: It is so\n    {claim}\n"))
    assert report.status == "error"
    assert "there is no 'Ember Jap' in this scenario; did you mean 'Ember Jab'?" in report.problem
    assert "test.yaml:21: expect[1]: " in report.problem


def test_try_of_a_name_that_nothing_has__is_an_error() -> None:
    report = play(jab(**{"  - mark: jab cast\n": "  - try: {cast: Old Baer, by: A}\n"}))
    assert (report.status, "'Old Baer'" in report.problem) == ("error", True)


def test_names_given_with_as_and_of_tokens__are_known() -> None:
    text = replaced("hand: [Ember Jab]", "hand: [{Ember Jab: {as: jab}}, Call Wolf]")
    claim = "possible: {zone: {jab: A's graveyard, Wolf: gone, token Wolf Token: gone, Treasure: gone}}"
    text = text[: text.index("expect:")] + f"expect:\n  - id: a\n    claim: It is so\n    {claim}\n"
    assert play(text).status == "passed"

"""Wrong scenario files: the error names file, line, field, what was expected, and the nearest valid name."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.errors import ScenarioError
from rules_engine.scenario import json_schema, load, loads
from tests.rules_engine.scenario.texts import JAB, jab, replaced

# What is changed, into what, a word on the line that the error names, and what the error says.
WRONG = [
    ("battlefield: [Mountain]", "battelfield: [Mountain]", "battelfield", "did you mean 'battlefield'?"),
    ("title:", "titel:", "titel", "did you mean 'title'?"),
    ("cites: [120.3]", "cites: [120.3x1]", "120.3x1", "not a rule number"),
    ("  - cast: Ember Jab", "  - kast: Ember Jab", "kast", "did you mean 'cast'?"),
    ("  - cast: Ember Jab", "  - cast: Ember Jab\n    pass: A", "cast: Ember", "exactly one of"),
    ("  - resolve: top", "  - resolve: bottom", "bottom", "Input should be 'top', 'all'"),
    ("  - resolve: top", "  - resolv", "resolv", "unknown step 'resolv'"),
    ("given:\n", "given:\n  step: combt damage\n", "combt", "did you mean 'combat damage'?"),
    ("given:\n", "given:\n  active: E\n", "active", "found 'E'"),
    ("given:\n", "given:\n  active: C\n", "given:", "none of the players A, B"),
    ("    B:\n", "    C:\n", "given:", "expected players A and B"),
    ("possible: {zone:", "possibel: {zone:", "possibel", "did you mean 'possible'?"),
    ("possible: {zone:", "possible: {zoen:", "zoen", "did you mean 'zone'?"),
    ("claim: The creature can be destroyed\n", "claim: {X}\n", "{X}", "in quotes"),
    ("    possible: {zone: {Old Bear: B's graveyard}}", "    possible: {}", "possible", "at least one thing"),
    ("    possible:", "    always: {life: {B: many}}\n    possible:", "many", "at least 2"),
    ("    possible:", "    at: jab caste\n    possible:", "jab caste", "did you mean 'jab cast'?"),
    ("explore:\n", "explore:\n  from: nowhere\n", "nowhere", "there is no mark 'nowhere'"),
    ("Old Bear]", "Old Bear: {tapped: perhaps}]", "perhaps", "expected yes or no"),
    ("library: 5 cards", "library: 5 cards\n      life: 2O", "2O", "expected a whole number"),
]


@pytest.mark.parametrize(
    ("old", "new", "on", "words"), WRONG, ids=[new.strip()[:30] for _, new, _, _ in WRONG]
)
def test_wrong_field__is_named_with_its_line_and_the_nearest_name(
    old: str, new: str, on: str, words: str
) -> None:
    text = replaced(old, new)
    with pytest.raises(ScenarioError) as caught:
        loads(text, "wrong.yaml")
    assert words in str(caught.value)
    assert caught.value.file == "wrong.yaml"
    assert on in text.splitlines()[(caught.value.line or 0) - 1]
    assert caught.value.field


def test_missing_field__is_named() -> None:
    with pytest.raises(ScenarioError, match="'title' is missing"):
        loads(replaced("title: Ember Jab deals 2 damage to any target\n", ""))


def test_event_kind__is_checked_by_name() -> None:
    claim = "  - id: x\n    claim: x\n    never: {seen: {event: tiggers}}\n"
    with pytest.raises(ScenarioError, match="did you mean 'triggers'"):
        loads(jab(claim))


def test_two_quantifiers__are_refused() -> None:
    claim = "  - id: x\n    claim: x\n    never: {life: {A: 1}}\n    always: {life: {A: 1}}\n"
    with pytest.raises(ScenarioError, match="exactly one of always, never, possible"):
        loads(jab(claim))


def test_same_id_twice__is_refused() -> None:
    claim = "  - {id: x, claim: x, never: {life: {A: 1}}}\n"
    with pytest.raises(ScenarioError, match="two expectations have the id 'x'"):
        loads(jab(claim + claim))


def test_events_and_states_in_one_claim_over_a_stretch__are_refused() -> None:
    claim = "  - {id: x, claim: x, at: {from: jab cast}, never: {life: {A: 1}, seen: {event: draws}}}\n"
    with pytest.raises(ScenarioError, match="in two claims"):
        loads(jab(claim))


def test_question_about_an_unknown_claim__is_refused() -> None:
    text = JAB + "questions:\n  - {id: q, about: bear-dyes, yes_when: holds, ask: [Does it die]}\n"
    with pytest.raises(ScenarioError, match="did you mean 'bear-dies'"):
        loads(text)


def test_question_without_a_way_to_answer__is_refused() -> None:
    text = JAB + "questions:\n  - {id: q, about: bear-dies, ask: [Does it die]}\n"
    with pytest.raises(ScenarioError, match="yes_when"):
        loads(text)


def test_file_that_is_not_there__is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"no-such\.yaml.*can't be read"):
        load(tmp_path / "no-such.yaml")


def test_file_that_is_not_text__is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.yaml"
    path.write_bytes(b"\xff\xfe\x00\x01")
    with pytest.raises(ScenarioError, match="UTF-8"):
        load(path)


@pytest.mark.parametrize("text", ["just words", "- a\n- list\n", "7"])
def test_something_else_than_a_scenario__is_refused(text: str) -> None:
    with pytest.raises(ScenarioError, match="begins with fields"):
        loads(text)


def test_json_schema__knows_every_field_of_the_file() -> None:
    fields = json_schema()["properties"]
    assert {"given", "do", "explore", "expect", "twins", "variants", "questions", "stand-ins"} <= set(fields)
    assert json_schema()["additionalProperties"] is False

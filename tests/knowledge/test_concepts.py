"""Players' words are led to the rules' words, beside what the question says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge import builtin_corpus
from knowledge.concepts import expansions


@pytest.mark.parametrize(
    "said, meant",
    [
        ("My opponent stole my guy", "another player gains control of the creature"),
        ("it died", "leaves the battlefield"),
        ("the creature got bounced", "owner's hand"),
        ("does my spell fizzle", "doesn't resolve"),
        ("how big is the fireball", "value of X"),
        ("summoning sickness", "since your most recent turn began"),
    ],
)
def test_players_words__mean_what_the_rules_say(said: str, meant: str) -> None:
    assert any(meant in meaning for meaning in expansions(said))


def test_words_of_the_rules_themselves__mean_nothing_further() -> None:
    assert expansions("the triggered ability of an exiled card") == []


def test_same_meaning_said_twice__is_added_once() -> None:
    found = expansions("they stole it and stole it again")
    assert len(found) == len(set(found)) == 1


def test_concepts__are_said_in_small_words_and_mean_something_else() -> None:
    for concept in builtin_corpus.concepts():
        assert concept.say
        assert concept.mean.strip() == concept.mean != ""
        assert all(form == form.lower() for form in concept.say)


@given(st.text())
def test_any_text__is_read(text: str) -> None:
    assert isinstance(expansions(text), list)

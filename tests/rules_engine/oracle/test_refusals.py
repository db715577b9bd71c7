"""Texts that a careless reader would take for something else are refused, and their clear wordings are not."""

from __future__ import annotations

import pytest

from rules_engine.oracle import CardText, CompiledCard, Refusal, compile_card


def _creature(text: str) -> CompiledCard | Refusal:
    return compile_card(CardText("Odd Heron", "{1}{G}", "Creature — Bird", text, "2", "2"))


def test_its_power_in_what_a_token_is__is_not_the_tokens_power() -> None:
    refused = _creature(
        "When this creature dies, create an X/X green Wolf creature token, where X is its power."
    )
    assert isinstance(refused, Refusal)


def test_a_named_creatures_power_in_what_a_token_is__is_read() -> None:
    read = _creature(
        "When this creature dies, create an X/X green Wolf creature token, where X is this creature's power."
    )
    assert isinstance(read, CompiledCard)


@pytest.mark.parametrize(
    "text",
    [
        "This creature can't be blocked by more than one creature.",
        "Whenever this creature attacks and isn't blocked, you gain 2 life.",
        "{T}: Exchange control of two target creatures.",
        "When this creature enters, populate.",
        "{1}: Tap or untap target creature.",
    ],
)
def test_what_has_an_executor__compiles(text: str) -> None:
    assert isinstance(_creature(text), CompiledCard)

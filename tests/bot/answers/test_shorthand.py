"""What players type is read in whole words, and only a clause that surely asks is set apart."""

from __future__ import annotations

import pytest

from bot.answers.shorthand import written_out


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("can opp respond to opp's spell", "can opponent respond to opponent's spell"),
        ("do my opps draw?", "do my opponent's draw?"),
        ("quick q: whats the cmc of a token? thx", "what is the cmc of a token?"),
        ("does FS dmg kill it w/o trample", "does first strike damage kill it without trample"),
        ("deathtouch + trample works right?", "deathtouch and trample works right?"),
        ("it dies at eot, or nah?", "it dies at end of turn?"),
        ("do i get my when you cast trigger?", "do i get my cast trigger?"),
        ("my 0/4 blocks, does it deal damage?", "my 0/4 blocks. does it deal damage?"),
        ("opp has two lands, can i respond to that", "opponent has two lands. can i respond to that"),
        ("can i cast it, does it resolve?", "can i cast it, does it resolve?"),
        ("if it dies do death triggers happen?", "if it dies, do death triggers happen?"),
        ("if they do damage is it dealt twice?", "if they do damage is it dealt twice?"),
        ("my creature, which has flying, is tapped", "my creature, which has flying, is tapped"),
    ],
)
def test_shorthand__is_spelt_out(typed: str, read: str) -> None:
    assert written_out(typed, "en") == read


def test_other_languages__stay_as_they_are() -> None:
    assert written_out("¿Opp puede responder, sí o no?", "es") == "¿Opp puede responder, sí o no?"

"""Names and texts compared without case, diacritics and the shapes of quotes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.folding import fold_name, fold_text, tokenize


@pytest.mark.parametrize(
    "one, other",
    [
        ("Gralsüm’s Æther-Vial", "gralsums aether vial"),
        ("ＡＢＣ", "abc"),
        ("Straße", "strasse"),
        ("l’autre", "l'autre"),
        ("マナ・コスト", "マナコスト"),
        ("ﾄﾞﾗｺﾞﾝ", "ドラゴン"),
        ("Ice // Fire", "ice fire"),
        ("e\u0301le\u0300ve", "élève"),
    ],
)
def test_names_that_differ_in_dress__fold_to_the_same(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize("one, other", [("ハ", "バ"), ("resume", "resumes"), ("ice fire", "icefire")])
def test_names_that_are_different__stay_different(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)


def test_word_between_signs__keeps_its_place_in_the_text() -> None:
    text = "Kann “Arkaner Raub” das?"
    words = {token.word: text[token.start : token.end] for token in tokenize(text)}
    assert words == {"kann": "Kann", "arkaner": "Arkaner", "raub": "Raub", "das": "das"}


def test_text_with_curly_quotes__equals_the_one_with_straight_ones() -> None:
    assert fold_text("It doesn’t say “no” —  ever…") == fold_text('it doesn\'t say "no" - ever...')


@given(st.text())
def test_any_text__gives_tokens_in_order_within_it(text: str) -> None:
    place = 0
    for token in tokenize(text):
        assert place <= token.start < token.end <= len(text)
        assert token.word
        place = token.end

"""Mana costs: what is one, what it is worth, what changes it (CR 107.4, 202.3, 601.2f)."""

from __future__ import annotations

import pytest

from rules_engine.model.mana import ManaCost, adjust


@pytest.mark.parametrize("text", ["{Y}", "{2}{Q}", "{W/Y}", "{U", "U", "{2}U"])
def test_text_with_anything_but_mana_symbols__is_no_mana_cost(text: str) -> None:
    with pytest.raises(ValueError, match="mana"):
        ManaCost.parse(text)


@pytest.mark.parametrize(
    ("text", "x", "value"),
    [
        ("", 0, 0),
        ("{0}", 0, 0),
        ("{2}{U}{U}", 0, 4),
        ("{X}{X}{R}", 3, 7),
        ("{X}{R}", 0, 1),
        ("{W/U}{W/U}", 0, 2),
        ("{2/W}", 0, 2),
    ],
)
def test_mana_value__is_the_sum_of_the_symbols(text: str, x: int, value: int) -> None:
    assert ManaCost.parse(text).mana_value(x) == value


@pytest.mark.parametrize(
    ("text", "more", "less", "then"),
    [
        ("{2}{U}", 1, 0, "{3}{U}"),
        ("{2}{U}", 0, 1, "{1}{U}"),
        ("{2}{U}", 0, 2, "{U}"),
        ("{2}{U}", 0, 5, "{U}"),
        ("{U}", 2, 1, "{1}{U}"),
        ("{1}{U}", 1, 3, "{U}"),
    ],
)
def test_increases_come_before_reductions__which_stop_at_nothing(
    text: str, more: int, less: int, then: str
) -> None:
    assert str(adjust(ManaCost.parse(text), more, less)) == then

"""Names in a question that no card has."""

from __future__ import annotations

import pytest

from bot.answers.models import Language
from bot.answers.names import unknown_names


@pytest.mark.parametrize(
    ("text", "language", "names"),
    [
        ("What does the card Zorblax the Unfolding do?", "en", ("Zorblax the Unfolding",)),
        ("If I plot Mighty Gust, can I cast it now?", "en", ("Mighty Gust",)),
        ("Is [[gust of doom]] countered?", "en", ("gust of doom",)),
        ("Was macht die Karte Nebelwand?", "de", ("Nebelwand",)),
        ("Was macht „Nebelwand“ hier?", "de", ("Nebelwand",)),
        ("《不存在的牌》会消失吗？", "zh", ("不存在的牌",)),
        ("Wenn ich die Kopie nicht wirke, ist sie weg?", "de", ()),
        ("Can I wait until End Step? I have X mana and an ETB trigger in Commander.", "en", ()),
        ("Isn't X just 0? Don't I get two? The card I cast is a sorcery.", "en", ()),
        ("If Player A attacks Player B on Monday, is that OK?", "en", ()),
        ("My friend said “Do not cast it now.” Is he right?", "en", ()),
    ],
)
def test_names_without_a_card__are_found(text: str, language: Language, names: tuple[str, ...]) -> None:
    assert unknown_names(text, language, ()) == names


def test_name_that_was_resolved__is_not_unknown() -> None:
    text = "Does Arcane Heist target?"
    assert unknown_names(text, "en", [(5, 17)]) == ()

"""Double-faced cards: what their text is read as, and what of it is refused."""

from __future__ import annotations

import pytest

from rules_engine.model.characteristics import Characteristics
from rules_engine.oracle import CardText, CompiledCard, Refusal, compile_card, print_card
from rules_engine.process.faces import is_back_face, one_face, turned_over


def _card(
    text: str, layout: str = "transform", line: str = "Creature — Dog // Creature — Wolf"
) -> CompiledCard | Refusal:
    cost = "{1}{G} // {2}{G}" if layout == "modal_dfc" else "{1}{G}"
    return compile_card(
        CardText("Old Pup // Old Wolf", cost, line, text, "2 // 4", "2 // 3", colors=" // GR", layout=layout)
    )


def _front(text: str, layout: str = "transform") -> Characteristics:
    compiled = _card(text, layout)
    assert isinstance(compiled, CompiledCard), str(compiled)
    return compiled.definition.characteristics


def test_both_faces__print_back_to_the_text_of_the_card() -> None:
    text = "Vigilance\n{2}: Transform this creature.\n//\nWhen this creature transforms into Old Wolf, draw a card."
    compiled = _card(text)
    assert isinstance(compiled, CompiledCard), str(compiled)
    assert print_card(compiled) == text


def test_turned_over_twice__is_the_front_face_again() -> None:
    front = _front("Vigilance\n//\nTrample")
    back = turned_over(front)
    assert (back.name, back.power, back.toughness) == ("Old Wolf", 4, 3)
    assert back.colors == {"G", "R"}
    assert is_back_face(back)
    assert not is_back_face(front)
    assert turned_over(back) == front


def test_one_face__has_nothing_of_the_other() -> None:
    back = one_face(turned_over(_front("Vigilance\n//\nTrample")))
    assert back.parts == ()
    assert back.frame == ""
    assert back.mana_cost is None


def test_name_of_the_other_face__is_no_name_of_this_one() -> None:
    # "Transforms into" the other face can't be said of this one: it would have turned away already.
    assert isinstance(
        _card("When this creature transforms into Old Wolf, draw a card.\n//\nTrample"), Refusal
    )


@pytest.mark.parametrize("layout", ["", "flip", "art_series", "reversible_card"])
def test_two_faces_without_a_layout_that_is_known__are_refused(layout: str) -> None:
    assert isinstance(_card("Vigilance\n//\nTrample", layout), Refusal)


@pytest.mark.parametrize("ability", ["Flashback {2}", "Foretell {1}", "Madness {1}", "Morph {2}"])
def test_ability_that_says_how_to_cast_a_modal_card__is_refused(ability: str) -> None:
    assert isinstance(_card(f"{ability}\n//\nTrample", "modal_dfc"), Refusal)


def test_battle__is_refused() -> None:
    line = "Battle — Siege // Creature — Wolf"
    refused = _card("When this Siege enters, draw a card.\n//\nTrample", line=line)
    assert isinstance(refused, Refusal)
    assert "battles" in refused.reason


def test_face_that_is_not_understood__shows_its_own_words() -> None:
    text = "Vigilance\n//\nWhenever the wind howls, draw a card."
    refused = _card(text)
    assert isinstance(refused, Refusal)
    assert refused.text == text
    assert text[refused.start : refused.end].endswith("draw a card")


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("him", "Exile Ada, then return him to the battlefield transformed under his owner's control."),
        ("her", "Exile Ada, then return her to the battlefield transformed under her owner's control."),
    ],
)
def test_legend_that_speaks_of_itself_as_a_person__means_itself(text: str, same: str) -> None:
    compiled = compile_card(
        CardText(
            "Ada, Old Hand // Ada, New Hand",
            "{1}{W}",
            "Legendary Creature — Human // Legendary Creature — Human",
            f"{{1}}: {same}\n//\nTrample",
            "1 // 2",
            "1 // 2",
            layout="transform",
        )
    )
    assert isinstance(compiled, CompiledCard), str(compiled)

"""Cards of the knowledge as the engine takes them."""

from __future__ import annotations

from bot.answers.engine import card_text
from knowledge import Card, CardFace
from rules_engine.oracle import CompiledCard, Refusal, compile_card


def two_faced(layout: str, second_type: str) -> Card:
    faces = (
        CardFace(
            name="Loud",
            mana_cost="{R}",
            type_line="Instant",
            oracle_text="Loud deals 2 damage to any target.",
        ),
        CardFace(name="Quiet", mana_cost="{1}{U}", type_line=second_type, oracle_text="Draw a card."),
    )
    return Card(
        oracle_id="00000000-0000-0000-0000-000000000001",
        name="Loud // Quiet",
        mana_cost="{R}",
        type_line="Instant",
        oracle_text="\n//\n".join(face.oracle_text for face in faces),
        layout=layout,
        faces=faces,
    )


def test_split_card__both_halves_reach_the_engine() -> None:
    compiled = compile_card(card_text(two_faced("split", "Sorcery")))
    assert isinstance(compiled, CompiledCard), str(compiled)
    # CR 709.4b: outside the stack its mana cost is that of both halves.
    cost = compiled.definition.characteristics.mana_cost
    assert cost is not None
    assert cost.mana_value() == 3


def double_faced(layout: str) -> Card:
    faces = (
        CardFace(
            name="Quiet Child",
            mana_cost="{1}{B}",
            type_line="Creature — Human",
            oracle_text="{2}: Transform this creature.",
            power="1",
            toughness="2",
            colors=("B",),
        ),
        CardFace(
            name="Loud Parent",
            type_line="Legendary Planeswalker — Parent",
            oracle_text="+1: Draw a card.",
            loyalty="3",
            colors=("B", "R"),
        ),
    )
    return Card(
        oracle_id="00000000-0000-0000-0000-000000000002",
        name="Quiet Child // Loud Parent",
        mana_cost="{1}{B}",
        type_line="Creature — Human",
        oracle_text="\n//\n".join(face.oracle_text for face in faces),
        power="1",
        toughness="2",
        layout=layout,
        faces=faces,
    )


def test_double_faced_card__each_face_has_its_own_characteristics() -> None:
    compiled = compile_card(card_text(double_faced("transform")))
    assert isinstance(compiled, CompiledCard), str(compiled)
    front = compiled.definition.characteristics
    assert (front.name, front.power, front.toughness, front.loyalty) == ("Quiet Child", 1, 2, None)
    assert front.colors == {"B"}
    (back,) = front.parts
    assert (back.name, back.power, back.toughness, back.loyalty) == ("Loud Parent", None, None, 3)
    # CR 204: its colour indicator says what its mana cost can't.
    assert back.colors == {"B", "R"}
    assert back.mana_cost is None


def test_modal_double_faced_card__is_told_apart_by_its_layout() -> None:
    frames = [
        compiled.definition.characteristics.frame
        for layout in ("transform", "modal_dfc")
        if isinstance(compiled := compile_card(card_text(double_faced(layout))), CompiledCard)
    ]
    assert frames == ["transforming", "modal"]


def test_permanent_of_a_meld_pair__is_refused() -> None:
    melded = Card(
        oracle_id="00000000-0000-0000-0000-000000000003",
        name="Both of Them",
        type_line="Creature — Rat",
        oracle_text="Trample",
        power="5",
        toughness="6",
        layout="meld",
    )
    assert isinstance(compile_card(card_text(melded)), Refusal)


def test_colour_indicator__is_taken_from_the_colours_of_a_card_without_a_mana_cost() -> None:
    grove = Card(
        oracle_id="00000000-0000-0000-0000-000000000004",
        name="Walking Grove",
        type_line="Land Creature — Forest Dryad",
        power="1",
        toughness="1",
        colors=("G",),
    )
    compiled = compile_card(card_text(grove))
    assert isinstance(compiled, CompiledCard), str(compiled)
    assert compiled.definition.characteristics.colors == {"G"}


def test_card_with_faces_that_the_engine_does_not_know__is_refused() -> None:
    assert isinstance(compile_card(card_text(two_faced("flip", "Creature — Goblin"))), Refusal)

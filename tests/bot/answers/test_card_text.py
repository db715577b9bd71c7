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


def test_card_with_faces_that_the_engine_does_not_know__is_refused() -> None:
    assert isinstance(compile_card(card_text(two_faced("flip", "Creature — Goblin"))), Refusal)

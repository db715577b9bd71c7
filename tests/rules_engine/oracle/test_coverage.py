"""Measuring: shares, and the sentence that alone is missing; what the engine lacks is named, not ignored."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path

import pytest

import rules_engine  # noqa: F401 - fills the tables of what can be carried out
from rules_engine.model.abilities import ActivatedAbility, Cost, Draw, Effect, PlayerDoes, TriggeredAbility
from rules_engine.model.terms import Exists, Filter, You
from rules_engine.model.zones import Zone
from rules_engine.oracle import CardText, CompiledCard, Refusal, compile_card, print_card, read_card
from rules_engine.oracle.coverage import coverage
from rules_engine.oracle.executable import features
from rules_engine.process import registry
from tests.rules_engine.oracle.cards import ARCANE_HEIST, STAND_INS, STEP_BETWEEN_WORLDS, creature, spell

DRAW = Effect((Draw(You()),))


@pytest.mark.parametrize("card", [ARCANE_HEIST, STEP_BETWEEN_WORLDS, *STAND_INS], ids=lambda card: card.name)
def test_seed_cards_and_stand_ins_can_be_played(card: CardText) -> None:
    compiled = compile_card(card)
    assert isinstance(compiled, CompiledCard), str(compiled)


def test_only_thing_missing_is_counted_by_sentence() -> None:
    texts = [
        spell("Odd Spell", "{U}", "Draw two cards. Frobnicate 3 Goblins."),
        spell("Odder Spell", "{U}", "Frobnicate 5 Elves."),
        spell("Oddest Spell", "{U}", "Frobnicate.\nDance."),
        spell("Plain Spell", "{U}", "Draw a card."),
    ]
    measured = coverage(texts)
    assert (measured.cards, measured.read, measured.round_trips) == (4, 1, 1)
    assert measured.only_missing == (("Frobnicate N <S>", 2),)
    assert "4 cards: 1 (25.0%) read" in str(measured)


def test_keyword_without_meaning_in_the_engine__read_but_not_compiled() -> None:
    card = creature("Odd Bear", "Banding")
    assert isinstance(read_card(card), CompiledCard)
    refusal = compile_card(card)
    assert isinstance(refusal, Refusal) is ("banding" not in registry.KEYWORDS)


@pytest.mark.parametrize(
    ("node", "feature"),
    [
        (
            TriggeredAbility(PlayerDoes("you", "draw"), DRAW, zone=Zone.GRAVEYARD),
            "a triggered ability that works in the graveyard",
        ),
        (ActivatedAbility(Cost(), DRAW, condition=Exists(Filter())), "“activate only if”"),
        (TriggeredAbility(PlayerDoes("you", "dance"), DRAW), "the trigger “dance”"),
    ],
)
def test_value_beyond_what_every_executor_knows_has_a_name(node: object, feature: str) -> None:
    assert list(features(node)) == [feature]


def test_plain_ability_needs_no_feature() -> None:
    assert list(features(TriggeredAbility(PlayerDoes("you", "draw"), DRAW))) == []


# -------------------------------------------------------------------------------------- real cards

SHARED = Path(os.environ.get("JUDGECALL_SHARED", Path(__file__).parents[4] / "shared"))
CORPUS = SHARED / "data" / "mirror" / "oracle-cards.json.gz"


@pytest.mark.skipif(not CORPUS.exists(), reason="the real cards are not at hand")
def test_share_of_real_cards_does_not_fall_and_every_one_prints_back() -> None:
    cards = json.loads(gzip.decompress(CORPUS.read_bytes()))
    sample = [card for card in cards if card["layout"] == "normal" and "//" not in card["name"]][::60]
    texts = [
        CardText(
            card["name"],
            card.get("mana_cost", ""),
            card["type_line"],
            card.get("oracle_text", ""),
            card.get("power"),
            card.get("toughness"),
            card.get("loyalty"),
        )
        for card in sample
    ]
    measured = coverage(texts)
    assert measured.round_trips == measured.read
    assert measured.read / measured.cards > 0.44


@pytest.mark.skipif(not CORPUS.exists(), reason="the real cards are not at hand")
def test_usual_wording_of_real_cards_reads_as_the_same_abilities() -> None:
    cards = json.loads(gzip.decompress(CORPUS.read_bytes()))
    sample = [card for card in cards if card["layout"] == "normal" and "//" not in card["name"]][7::120]
    checked = 0
    for card in sample:
        text = CardText(
            card["name"],
            card.get("mana_cost", ""),
            card["type_line"],
            card.get("oracle_text", ""),
            card.get("power"),
            card.get("toughness"),
            card.get("loyalty"),
        )
        compiled = read_card(text)
        if isinstance(compiled, CompiledCard):
            usual = print_card(compiled, usual=True)
            again = read_card(
                CardText(
                    text.name, text.mana_cost, text.type_line, usual, text.power, text.toughness, text.loyalty
                )
            )
            assert isinstance(again, CompiledCard), f"{again}\nfrom {text.oracle_text!r}"
            expected = compiled.definition.characteristics.abilities
            assert again.definition.characteristics.abilities == expected, usual
            checked += 1
    assert checked > 50

"""Every text that must be read is read, prints back, and means what it says; everything else is refused with a span."""

from __future__ import annotations

import pytest

from rules_engine.model.abilities import (
    CastDuring,
    Draw,
    Exile,
    InsteadOfZone,
    Keyword,
    May,
    RedirectDamage,
    ShuffleInto,
    SpellAbility,
)
from rules_engine.model.terms import (
    EachPlayer,
    Filter,
    Fixed,
    PlayerFilter,
    Target,
    TargetSpec,
    They,
    This,
    Those,
)
from rules_engine.model.zones import Zone
from rules_engine.oracle import CardText, CompiledCard, Refusal, print_card, read_card
from rules_engine.oracle.grammar import _NAMED, Named
from tests.rules_engine.oracle.cards import ARCANE_HEIST, STAND_INS, STEP_BETWEEN_WORLDS, creature, spell

ALL = (ARCANE_HEIST, STEP_BETWEEN_WORLDS, *STAND_INS)


def read(card: CardText) -> CompiledCard:
    compiled = read_card(card)
    assert isinstance(compiled, CompiledCard), str(compiled)
    return compiled


def abilities(card: CardText) -> tuple[object, ...]:
    return read(card).definition.characteristics.abilities


@pytest.mark.parametrize("card", ALL, ids=lambda card: card.name)
def test_text_prints_back_word_for_word(card: CardText) -> None:
    assert print_card(read(card)) == card.oracle_text


@pytest.mark.parametrize("card", ALL, ids=lambda card: card.name)
def test_usual_wording_reads_as_the_same_abilities(card: CardText) -> None:
    compiled = read(card)
    again = CardText(
        card.name,
        card.mana_cost,
        card.type_line,
        print_card(compiled, usual=True),
        card.power,
        card.toughness,
    )
    assert abilities(again) == compiled.definition.characteristics.abilities


def test_every_slot_that_a_template_names_exists() -> None:
    assert [name for name in _NAMED if name not in Named.registry] == []


def test_arcane_heist_is_a_cast_during_resolution_with_a_replacement_and_cipher() -> None:
    spell_ability, cipher = abilities(ARCANE_HEIST)
    assert isinstance(spell_ability, SpellAbility)
    graveyard = Filter(zone=Zone.GRAVEYARD, any_types=frozenset({"instant", "sorcery"}), owner="opponent")
    assert spell_ability.effect.targets == (TargetSpec((graveyard,)),)  # type: ignore[union-attr]
    assert spell_ability.effect.instructions == (  # type: ignore[union-attr]
        CastDuring(Target(0), free=True, optional=True),
        InsteadOfZone(Those("spell"), Zone.GRAVEYARD, Zone.EXILE),
    )
    assert cipher == Keyword("cipher")


def test_step_between_worlds_asks_each_player_then_draws_then_exiles_itself() -> None:
    spell_ability, plot = abilities(STEP_BETWEEN_WORLDS)
    assert isinstance(spell_ability, SpellAbility)
    assert spell_ability.effect.instructions == (  # type: ignore[union-attr]
        May(
            EachPlayer(),
            do=(ShuffleInto(They(), (Zone.HAND, Zone.GRAVEYARD)),),
            if_do=(Draw(They(), Fixed(7)),),
        ),
        Exile(This()),
    )
    assert isinstance(plot, Keyword)
    assert (plot.name, str(plot.cost.mana)) == ("plot", "{4}{U}{U}")  # type: ignore[union-attr]


def test_reminder_text_is_no_rules_text() -> None:
    reminded = CardText(
        "Lane Runner",
        "{2}{R}",
        "Creature — Human",
        "Flying (It can hover.)\nMenace (Two must block.)",
        "3",
        "3",
    )
    assert abilities(reminded) == (Keyword("flying"), Keyword("menace"))


def test_redirection_to_another_target_player_excludes_the_first() -> None:
    card = next(card for card in STAND_INS if card.name == "Side Step")
    (ability,) = abilities(card)
    assert isinstance(ability, SpellAbility)
    assert ability.effect.targets == (  # type: ignore[union-attr]
        TargetSpec((PlayerFilter(),)),
        TargetSpec((PlayerFilter(),), another=True),
    )
    assert ability.effect.instructions == (RedirectDamage(Fixed(1), Target(0), Target(1)),)  # type: ignore[union-attr]


def test_curly_quotes_and_own_name_are_folded() -> None:
    straight = creature("Lane Runner", "This creature can't be blocked.")
    curly = creature("Lane Runner", "Lane Runner can’t be blocked.")
    assert abilities(straight) == abilities(curly)


@pytest.mark.parametrize(
    ("text", "missed"),
    [
        ("Draw two cards and dance.", "dance"),
        ("Draw two cards. Dance.", "Dance"),
        ("Destroy target glorp.", "glorp"),
        ("Draw two cards unless you dance.", "dance"),
    ],
)
def test_text_not_understood__refused_with_its_span(text: str, missed: str) -> None:
    refusal = read_card(spell("Odd Spell", "{U}", text))
    assert isinstance(refusal, Refusal)
    assert text[refusal.start : refusal.end] == missed


def test_refusal_draws_carets_under_the_span() -> None:
    refusal = read_card(spell("Odd Spell", "{U}", "Draw a card.\nDestroy target glorp."))
    assert isinstance(refusal, Refusal)
    assert str(refusal) == "Odd Spell: not understood\nDestroy target glorp.\n" + " " * 15 + "^^^^^"


def test_permanent_cards_cannot_have_spell_text() -> None:
    assert isinstance(read_card(creature("Odd Bear", "Draw a card.")), Refusal)


def test_unknown_type_line__refused() -> None:
    assert isinstance(read_card(CardText("Odd", "{1}", "Contraption", "", None, None)), Refusal)

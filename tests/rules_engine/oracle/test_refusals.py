"""Texts that a careless reader would take for something else are refused, and their clear wordings are not."""

from __future__ import annotations

import pytest

from rules_engine.model.abilities import Effect, RemoveCounters, TriggeredAbility
from rules_engine.model.terms import This
from rules_engine.model.zones import Zone
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


@pytest.mark.parametrize(
    ("name", "cost", "line", "text"),
    [
        ("Dim Beast", "{4}{G}", "Creature — Beast", "Morph {X}{G}"),
        (
            "Dim Crow",
            "{4}{G}",
            "Creature — Bird",
            "As this creature is turned face up, draw a card.\nMorph {G}",
        ),
        ("Dim Rook", "{4}{G}", "Creature — Bird", "Each face-down creature gets +1/+1."),
        ("Dim Ooze", "{3}{G}", "Creature — Ooze", "Mutate {2}{G}"),
        ("Dim Squad", "{3}", "Creature — Bird", "Banding"),
        ("Day Pup // Night Wolf", "{1}{G}", "Creature — Dog // Creature — Wolf", "Vigilance\n//\nTrample"),
        (
            "Old Hall // Wet Hall",
            "{1}{U} // {2}{U}",
            "Enchantment — Room // Enchantment — Room",
            "Flash\n//\nFlash",
        ),
        (
            "Wide Sign // Far Sign",
            "{1}{U} // {U}",
            "Creature — Bird // Sorcery — Omen",
            "Flying\n//\nDraw a card.",
        ),
        (
            "Odd Half // Even Half",
            "{U} // {R}",
            "Instant // Instant",
            "Draw a card.\nFlashback {U}\n//\nDraw a card.",
        ),
        # Tokens would be created in exile.
        (
            "Dim Clerk",
            "{1}{W}",
            "Creature — Cleric",
            "If a creature would enter and it wasn't cast, exile it instead.",
        ),
        # Any one opponent's, not all of them together.
        (
            "Dim Imp",
            "{B}",
            "Creature — Imp",
            "This creature has flying as long as there are eight or more cards in an opponent's graveyard.",
        ),
        (
            "Dim Bat",
            "{B}",
            "Creature — Bat",
            "This creature has haste as long as there are four or more card types among cards in an opponent's graveyard.",
        ),
        # "It" is the card that is going to return, which is not known by then.
        (
            "Dim Gate",
            "{2}",
            "Artifact",
            "{1}: Exile target creature. Return it to the battlefield under its owner's control at the beginning of the "
            "next end step. It gains haste.",
        ),
        (
            "Dim Door",
            "{2}{W}",
            "Creature — Cleric",
            "When this creature enters, exile target creature. Return it to the battlefield under its owner's control at "
            "the beginning of the next end step. Put a +1/+1 counter on it.",
        ),
        # A card in a hand gains nothing.
        (
            "Dim Tomb",
            "{B}",
            "Sorcery",
            "Return target creature card from your graveyard to your hand. It gains haste.",
        ),
        # Life that is there would have to be paid (CR 118.12).
        ("Dim Toll", "{B}", "Sorcery", "Pay 3 life. If you don't, sacrifice a creature."),
    ],
)
def test_what_the_rules_have_and_the_engine_has_not__is_refused(
    name: str, cost: str, line: str, text: str
) -> None:
    size = ("2", "2") if line.startswith("Creature") else (None, None)
    assert isinstance(compile_card(CardText(name, cost, line, text, *size)), Refusal)


def test_it_after_a_condition_about_this_card__is_this_card() -> None:
    card = _creature(
        "Suspend 3—{U}\nWhenever a player casts a spell, if this card is suspended, remove a time counter from it."
    )
    assert isinstance(card, CompiledCard)
    triggered = card.definition.characteristics.abilities[1]
    assert isinstance(triggered, TriggeredAbility)
    assert isinstance(triggered.effect, Effect)
    assert triggered.effect.instructions == (RemoveCounters(This(), "time"),)
    assert triggered.zone is Zone.EXILE


def test_the_exiled_card__means_nothing_where_two_abilities_exile() -> None:
    text = (
        "When this creature enters, exile target creature.\n{1}: Exile target artifact.\n"
        "When this creature leaves the battlefield, return the exiled card to the battlefield under its owner's control."
    )
    assert isinstance(_creature(text), Refusal)


def test_a_static_ability_with_a_target__is_no_static_ability() -> None:
    assert isinstance(_creature("If you would draw a card, target player loses 1 life instead."), Refusal)

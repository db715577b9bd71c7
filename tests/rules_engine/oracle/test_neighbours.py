"""Keywords and actions beside their neighbours: another number, cost, kind, player or duration is another ability."""

from __future__ import annotations

import pytest

from rules_engine.oracle import CardText, CompiledCard, Refusal, compile_card, print_card, read_card
from tests.rules_engine.oracle.cards import creature, spell

PERMANENT = (
    (
        "{T}: Draw a card. Activate only if you control a Plains or an Island.",
        "{T}: Draw a card. Activate only if you control a Plains or a Swamp.",
        "{T}: Draw a card. Activate only if you have two or more opponents.",
        "{T}: Draw a card. Activate only if a player has 13 or less life.",
        "{T}: Draw a card. Activate only if you have 13 or less life.",
        "{T}: Draw a card. Activate only if your opponents control eight or more lands.",
        "{T}: Draw a card. Activate only if you control eight or more lands.",
    ),
    ("Mobilize 1", "Mobilize 2", "Myriad"),
    ("Morph {2}{G}", "Morph {2}{U}", "Megamorph {2}{G}", "Disguise {2}{G}"),
    ("When this creature is turned face up, draw a card.", "When this creature enters, draw a card."),
    ("Echo {2}{R}", "Echo—Discard a card.", "Cumulative upkeep {2}{R}"),
    ("Cumulative upkeep {1}", "Cumulative upkeep {2}", "Cumulative upkeep—Pay 1 life."),
    ("Fabricate 1", "Fabricate 2", "Graft 1", "Training"),
    ("Riot", "Unleash", "Rampage 1", "Rampage 2"),
    ("Dash {1}{R}", "Blitz {1}{R}", "Warp {1}{R}", "Warp {2}{R}"),
    ("Embalm {3}", "Eternalize {3}", "Scavenge {3}", "Reinforce 2—{3}", "Reinforce 3—{3}"),
    ("Phasing", "Flying"),
    (
        "Whenever you cycle a card, draw a card.",
        "Whenever you cycle or discard a card, draw a card.",
        "When you cycle this card, draw a card.",
        "Whenever you discard a card, draw a card.",
    ),
    (
        "When this creature enters, it explores.",
        "When this creature enters, it connives.",
        "When this creature enters, target creature you control explores.",
        "When this creature dies, it explores.",
    ),
    ("{2}: Adapt 1.", "{2}: Adapt 2.", "{2}: Monstrosity 2."),
    (
        "{2}: Transform this creature.",
        "{2}: Convert this creature.",
        "{2}: Transform target creature.",
        "{2}: Transform each creature you control.",
    ),
    (
        "{2}: Exile this creature, then return it to the battlefield transformed under its owner's control.",
        "{2}: Exile this creature, then return it to the battlefield transformed under your control.",
        "{2}: Exile this creature, then return it to the battlefield tapped and transformed under its owner's control.",
        "{2}: Exile this creature, then return it to the battlefield under its owner's control.",
    ),
    (
        "Whenever day becomes night or night becomes day, draw a card.",
        "Whenever day becomes night, draw a card.",
        "Whenever night becomes day, draw a card.",
    ),
    (
        "Whenever this creature transforms, you gain 1 life.",
        "Whenever a creature you control transforms, you gain 1 life.",
        "Whenever another creature you control transforms, you gain 1 life.",
    ),
    (
        "At the beginning of each upkeep, if no spells were cast last turn, transform this creature.",
        "At the beginning of each upkeep, if a player cast two or more spells last turn, transform this creature.",
    ),
    (
        "Whenever you attack, draw a card.",
        "Whenever you attack with two or more creatures, draw a card.",
        "Whenever you attack with three or more creatures, draw a card.",
    ),
    (
        "{2}: Mill a card. If a creature card was milled this way, you gain 1 life.",
        "{2}: Mill a card. If a land card was milled this way, you gain 1 life.",
        "{2}: Discard a card. If a land card is discarded this way, you gain 1 life.",
    ),
    (
        "As long as there are three or more card types among cards in your graveyard, this creature has flying.",
        "As long as there are four or more card types among cards in your graveyard, this creature has flying.",
        "As long as you have four or more cards in your graveyard, this creature has flying.",
        "As long as there are four or more quest counters on this creature, this creature has flying.",
        "As long as this creature has no quest counters on it, this creature has flying.",
    ),
    (
        "{2}: This creature phases out.",
        "{2}: Target creature phases out.",
        "{2}: Creatures you control phase out.",
    ),
    (
        "{2}: You gain 1 life.",
        "{2}: You gain 1 life. Any player may activate this ability.",
    ),
)
SPELLS = (
    ("Amass Zombies 2.", "Amass Orcs 2.", "Amass Zombies 3.", "Bolster 2.", "Bolster 3."),
    ("Incubate 2.", "Incubate 3.", "It becomes day.", "It becomes night."),
    (
        "Draw a card. If it's night, draw a card.",
        "Draw a card. If it's day, draw a card.",
        "Draw a card. If it's neither day nor night, draw a card.",
    ),
    (
        "Manifest the top card of your library.",
        "Manifest the top two cards of your library.",
        "Cloak the top card of your library.",
        "Manifest dread.",
    ),
    (
        "Target opponent reveals their hand. You choose a nonland card from it. That player discards that card.",
        "Target player reveals their hand. You choose a nonland card from it. That player discards that card.",
        "Target opponent reveals their hand. You choose a creature card from it. That player discards that card.",
        "Target opponent reveals their hand. You choose a nonland card from it. Exile that card.",
    ),
    (
        "Odd Spell deals 2 damage to target creature. If that creature would die this turn, exile it instead.",
        "Odd Spell deals 2 damage to target creature.",
        "Odd Spell deals 2 damage to each creature. If a creature dealt damage this way would die this turn, "
        "exile it instead.",
        "Odd Spell deals 2 damage to each creature. If a permanent dealt damage this way would die this turn, "
        "exile it instead.",
    ),
    (
        "Exile the top card of your library. You may play that card this turn.",
        "Exile the top card of your library. Until the end of your next turn, you may play that card.",
        "Exile the top card of your library. Until your next end step, you may play that card.",
        "Exile the top two cards of your library. You may play them this turn.",
    ),
    (
        "Look at the top two cards of your library, then put them back in any order.",
        "Look at the top three cards of your library, then put them back in any order.",
        "Look at the top two cards of your library. Put one of them into your hand and the other into your "
        "graveyard.",
        "Look at the top two cards of your library. Put one of them into your hand and the other on the bottom of "
        "your library.",
    ),
    ("Draw a card.\nRetrace", "Draw a card.\nJump-start", "Draw a card.\nFlashback {R}"),
)
CASES = [creature("Odd Spell", text) for group in PERMANENT for text in group]
CASES += [spell("Odd Spell", "{1}{R}", text) for group in SPELLS for text in group]


@pytest.mark.parametrize("card", CASES, ids=lambda card: card.oracle_text)
def test_form_compiles_and_its_usual_wording_reads_as_the_same(card: CardText) -> None:
    compiled = compile_card(card)
    assert isinstance(compiled, CompiledCard), str(compiled)
    usual = CardText(
        card.name,
        card.mana_cost,
        card.type_line,
        print_card(compiled, usual=True),
        card.power,
        card.toughness,
    )
    again = read_card(usual)
    assert isinstance(again, CompiledCard), str(again)
    assert again.definition.characteristics.abilities == compiled.definition.characteristics.abilities


@pytest.mark.parametrize("group", PERMANENT + SPELLS, ids=lambda group: group[0])
def test_neighbours_are_other_abilities(group: tuple[str, ...]) -> None:
    made = {card.oracle_text: card for card in CASES}
    found = []
    for text in group:
        compiled = compile_card(made[text])
        assert isinstance(compiled, CompiledCard)
        found.append(compiled.definition.characteristics.abilities)
    assert len(set(found)) == len(group)


@pytest.mark.parametrize(
    "text",
    [
        "Morph {X}{G}",
        "{T}: Draw a card. Activate only if a player has 13 or more life.",
        "{T}: Draw a card. Activate only if each opponent has 13 or less life.",
        "Morph",
        "Echo",
        "Fabricate {1}",
        "Rampage",
        "Reinforce {2}",
        "As this creature is turned face up, draw a card.",
        "Whenever this creature phases in, draw a card.",
        "Creatures you control have riot.",
        "Creatures you control have graft 2.",
        "This creature can't phase out.",
        "When this creature enters, it explores three times.",
        "{2}: Monstrosity X.",
        "{T}: You gain 1 life. Any player may activate this ability.",
        "{2}: Add {G}. Any player may activate this ability.",
        "Sacrifice this creature: You gain 1 life. Any player may activate this ability.",
    ],
)
def test_neighbour_that_is_not_carried_out_is_refused(text: str) -> None:
    assert isinstance(compile_card(creature("Odd Spell", text)), Refusal)


@pytest.mark.parametrize(
    "text",
    [
        "Each opponent reveals their hand. You choose a nonland card from it. Exile that card.",
        "Target opponent reveals their hand. They choose a nonland card from it. That player discards that card.",
        "Target opponent reveals their hand. You choose two nonland cards from it. That player discards that card.",
        "If target creature would die this turn, exile it instead.",
        "Exile the top card of target opponent's library. You may play that card this turn.",
        "Exile the top card of your library face down. You may play that card this turn.",
        "Exile the top card of your library. You may play that card.",
        "Amass 2.",
        "Manifest a card from your hand.",
        "Look at the top three cards of your library. Put one of them into your hand and the other into your "
        "graveyard.",
        "Look at the top two cards of target player's library, then put them back in any order.",
        "Explore.",
    ],
)
def test_spell_beside_a_form_is_refused(text: str) -> None:
    assert isinstance(compile_card(spell("Odd Spell", "{1}{R}", text)), Refusal)

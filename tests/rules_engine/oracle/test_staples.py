"""Wordings of much-played cards on stand-ins: what compiles, differs from its neighbours and prints back; what is refused."""

from __future__ import annotations

import pytest

from rules_engine.oracle import CardText, CompiledCard, Refusal, compile_card, print_card, read_card
from tests.rules_engine.oracle.cards import creature, permanent, spell

# Each group: texts of permanents that say different things, though they look alike.
PERMANENTS = (
    (
        "Creatures entering don't cause abilities to trigger.",
        "Permanents entering don't cause abilities to trigger.",
        "Creatures entering don't cause abilities of creatures your opponents control to trigger.",
    ),
    (
        "Activated abilities of artifacts can't be activated.",
        "Activated abilities of creatures can't be activated.",
        "Activated abilities of artifacts your opponents control can't be activated.",
        "Activated abilities of artifacts can't be activated unless they're mana abilities.",
    ),
    (
        "Each player can't cast more than one spell each turn.",
        "Each opponent can't cast more than one spell each turn.",
        "Each player can't cast more than two spells each turn.",
        "Each player can't draw more than one card each turn.",
        "Each opponent can't draw more than two cards each turn.",
        "Each player who has cast a noncreature spell this turn can't cast additional noncreature spells.",
        "Each opponent can cast spells only any time they could cast a sorcery.",
        "Your opponents can't cast spells from anywhere other than their hands.",
        "Players can't cast spells from graveyards or libraries.",
        "Your opponents can't cast spells or activate abilities of artifacts.",
        "Your opponents can't cast spells.",
    ),
    (
        "If a card or token would be put into a graveyard from anywhere, exile it instead.",
        "If a card would be put into a graveyard from anywhere, exile it instead.",
        "If a card would be put into an opponent's graveyard from anywhere, exile it instead.",
        "If a card would be put into your graveyard from anywhere, exile it instead.",
        "If a creature would enter and it wasn't cast, exile it instead.",
    ),
    (
        "If an effect would create one or more tokens under your control, it creates twice that many of those tokens instead.",
        "If one or more tokens would be created, twice that many of those tokens are created instead.",
        "If an effect would put one or more counters on a permanent you control, it puts twice that many of those counters on "
        "that permanent instead.",
        "If one or more +1/+1 counters would be put on a creature you control, that many plus one +1/+1 counters are put on "
        "it instead.",
        "If one or more -1/-1 counters would be put on a creature you control, that many -1/-1 counters minus one are put on "
        "it instead.",
        "If one or more +1/+1 counters would be put on a creature, twice that many +1/+1 counters are put on that creature "
        "instead.",
        "If one or more counters would be put on a creature you control, that many plus one of each of those kinds of counters "
        "are put on that permanent instead.",
    ),
    ("Creature cards in graveyards and libraries can't enter the battlefield.",),
    ("If this card is in your opening hand, you may begin the game with it on the battlefield.",),
)
SPELLS: tuple[tuple[str, ...], ...] = ()
REFUSED = (
    "Creatures dying don't cause abilities to trigger.",
    "Creatures entering don't cause triggered abilities of artifacts to trigger twice.",
    "Activated abilities of cards in graveyards can't be activated.",
    "Each player can't cast more spells than lands they control each turn.",
    "Each player who has cast a red spell this turn can't cast additional red spells.",
    "Each player who has cast a nonartifact spell this turn can't cast additional noncreature spells.",
    "If one or more +1/+1 counters would be put on a creature you control, that many plus one -1/-1 counters are put on it "
    "instead.",
    "If an opponent would put one or more counters on a permanent, they put twice that many of those counters on that "
    "permanent instead.",
    "If a card would be put into target player's graveyard from anywhere, exile it instead.",
    "Creature cards in hands and libraries can't enter the battlefield.",
)


def _permanent(text: str) -> CardText:
    return permanent("Odd Relic", text, "Artifact", "{2}")


def _read(text: CardText) -> CompiledCard:
    compiled = compile_card(text)
    assert isinstance(compiled, CompiledCard), str(compiled)
    return compiled


@pytest.mark.parametrize("group", PERMANENTS, ids=lambda group: group[0][:50])
def test_permanents_that_look_alike__say_different_things_and_print_back(group: tuple[str, ...]) -> None:
    _differ([_permanent(text) for text in group])


@pytest.mark.parametrize("group", SPELLS, ids=lambda group: group[0][:50])
def test_spells_that_look_alike__say_different_things_and_print_back(group: tuple[str, ...]) -> None:
    _differ([spell("Odd Word", "{X}{U}" if "X" in text else "{U}", text) for text in group])


def _differ(texts: list[CardText]) -> None:
    found = []
    for text in texts:
        compiled = _read(text)
        usual = CardText(text.name, text.mana_cost, text.type_line, print_card(compiled, usual=True))
        again = read_card(usual)
        assert isinstance(again, CompiledCard), f"{again}"
        abilities = compiled.definition.characteristics.abilities
        assert again.definition.characteristics.abilities == abilities, usual.oracle_text
        found.append(abilities)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("text", REFUSED)
def test_what_looks_like_it_but_is_not_played__is_refused(text: str) -> None:
    assert isinstance(compile_card(_permanent(text)), Refusal)
    assert isinstance(compile_card(creature("Odd Beast", text)), Refusal)


def test_loyalty_symbol_in_brackets__is_the_same_ability() -> None:
    texts = ["+1: Draw a card.\n-2: You gain 2 life.", "[+1]: Draw a card.\n[−2]: You gain 2 life."]
    walkers = [
        CardText("Odd Sage", "{3}", "Legendary Planeswalker — Kaya", text, None, None, "3") for text in texts
    ]
    one, other = (_read(walker).definition.characteristics.abilities for walker in walkers)
    assert one == other

"""Wordings of much-played cards on stand-ins: what compiles, differs from its neighbours and prints back; what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules_engine.model.abilities import Effect, If, SpellAbility
from rules_engine.model.terms import Matches, Target
from rules_engine.oracle import CardText, CompiledCard, Refusal, compile_card, print_card, read_card
from tests.rules_engine.oracle.cards import creature, permanent, spell

# Each group: texts of permanents that say different things, though they look alike.
PERMANENTS = (
    (
        "As this permanent enters, choose a nonland card name.\nSpells with the chosen name can't be cast.",
        "As this permanent enters, choose a card name.\nActivated abilities of sources with the chosen name can't be activated "
        "unless they're mana abilities.",
        "Activated abilities of sources with the chosen name can't be activated.",
    ),
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
        "If a nontoken creature would enter and it wasn't cast, exile it instead.",
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
    (
        "You may have this artifact enter as a copy of any artifact on the battlefield.",
        "You may have this artifact enter tapped as a copy of any artifact on the battlefield.",
        "You may have this artifact enter as a copy of any artifact on the battlefield, except it's a creature in addition to "
        "its other types.",
        "You may have this artifact enter as a copy of any artifact on the battlefield, except it has flying.",
        "You may have this artifact enter as a copy of any artifact on the battlefield, except it isn't legendary.",
        "You may have this artifact enter as a copy of any artifact on the battlefield, except it isn't legendary and it has "
        "flying.",
    ),
    (
        "{2}: This artifact becomes a copy of target artifact.",
        "{2}: This artifact becomes a copy of target artifact until end of turn.",
        "{2}: This artifact becomes a copy of target artifact, except it has this ability.",
        "{2}: This artifact becomes a copy of target artifact, except it has haste.",
        "{2}: Create a token that's a copy of target artifact, except it has haste.",
        "{2}: Create a token that's a copy of target artifact.",
    ),
    (
        "As long as your devotion to black is less than five, this artifact isn't a creature.",
        "As long as your devotion to black is less than four, this artifact isn't a creature.",
        "As long as your devotion to white and black is less than five, this artifact isn't a creature.",
    ),
    (
        "Whenever you gain life, target opponent loses that much life.",
        "Whenever you lose life, target opponent loses that much life.",
        "Whenever an opponent loses life, you gain that much life.",
        "Whenever a player gains life, you gain that much life.",
    ),
    (
        "Creatures with power greater than the number of cards in your hand can't attack.",
        "Creatures with power less than the number of cards in your hand can't attack.",
        "Creatures with power less than or equal to the number of cards in your hand can't attack.",
        "Creatures with toughness greater than the number of cards in your hand can't attack.",
    ),
    (
        "Nonbasic lands don't untap during their controllers' untap steps.",
        "Basic lands don't untap during their controllers' untap steps.",
    ),
    (
        "{1}: Exile target player's graveyard.",
        "{1}: Exile your graveyard.",
        "{1}: Exile all graveyards.",
        "{1}: Exile each opponent's graveyard.",
        "{1}: Exile target opponent's graveyard.",
    ),
    (
        "{1}: Exile target card from a graveyard. If it was a creature card, you gain 1 life.",
        "{1}: Exile target card from a graveyard. If it was an instant card, you gain 1 life.",
        "{1}: Exile target card from a graveyard. You gain 1 life.",
    ),
    (
        "You can't lose the game and your opponents can't win the game.",
        "You can't lose the game.",
        "Your opponents can't win the game.",
        "Your life total can't change.",
        "You have protection from everything.",
        "You have hexproof.",
        "Skip your draw step.",
        "Skip your untap step.",
        "Players skip their untap steps.",
        "You may play lands from your graveyard.",
        "You may play an additional land on each of your turns.",
        "You may play two additional lands on each of your turns.",
        "Each opponent's maximum hand size is reduced by seven.",
        "Your maximum hand size is reduced by four.",
        'The "legend rule" doesn\'t apply.',
        'The "legend rule" doesn\'t apply to permanents you control.',
    ),
    (
        "Creatures can't attack you unless their controller pays {2} for each creature they control that's attacking you.",
        "Creatures can't attack you unless their controller pays {3} for each creature they control that's attacking you.",
        "Creatures can't attack you or planeswalkers you control unless their controller pays {2} for each of those creatures.",
        "Creatures with flying can't attack you unless their controller pays {2} for each creature they control that's "
        "attacking you.",
        "Creatures can't attack you.",
        "Creatures can't attack you or planeswalkers you control.",
        "No more than one creature can attack each combat.",
        "No more than two creatures can attack each combat.",
        "No more than two creatures can attack you each combat.",
        "No more than one creature can block each combat.",
    ),
    (
        "You may cast this card from your graveyard.",
        "You may cast this card from exile.",
        "You may cast this card from your graveyard or from exile.",
        "You may cast this card from your graveyard as long as you control a Zombie.",
    ),
    (
        "At the beginning of your upkeep, reveal the top card of your library and put that card into your hand. You lose life "
        "equal to its mana value.",
        "At the beginning of your upkeep, reveal the top card of your library and put that card into your hand.",
        "At the beginning of your upkeep, draw a card.",
    ),
    (
        "When this artifact enters, gain control of target creature for as long as this artifact remains on the battlefield.",
        "When this artifact enters, gain control of target creature for as long as you control this artifact.",
        "When this artifact enters, gain control of target creature.",
    ),
    (
        "Players can't untap more than one land during their untap steps.",
        "Players can't untap more than two lands during their untap steps.",
        "Players can't untap more than one creature during their untap steps.",
        "As long as this artifact is untapped, players can't untap more than one land during their untap steps.",
    ),
    (
        "If you would draw a card while your library has no cards in it, you win the game instead.",
        "If an opponent would draw a card except the first one they draw in each of their draw steps, instead you create a "
        "Treasure token.",
        "If an opponent would draw a card except the first one they draw in each of their draw steps, instead that player "
        "skips that draw and you draw a card.",
    ),
    (
        "{1}: Change a target of target spell or ability to this artifact.",
        "{1}: Change the target of target spell or ability with a single target.",
        "{1}: Change the target of target spell with a single target.",
        "{1}: You may choose new targets for target spell.",
        "{1}: You may choose new targets for target spell or ability.",
    ),
    (
        "{1}: You may cast spells this turn as though they had flash.",
        "{1}: You may cast creature spells this turn as though they had flash.",
        "{1}: Until your next turn, you may cast sorcery spells as though they had flash.",
        "You may cast spells as though they had flash.",
    ),
    ("Creature cards in graveyards and libraries can't enter the battlefield.",),
    ("If this card is in your opening hand, you may begin the game with it on the battlefield.",),
)
SPELLS: tuple[tuple[str, ...], ...] = (
    (
        "Counter target activated or triggered ability.",
        "Counter target activated ability.",
        "Counter target triggered ability.",
        "Counter target triggered ability you don't control.",
        "Counter target spell or ability.",
        "Counter target spell.",
    ),
    (
        "Counter target spell. If that spell is countered this way, put it into its owner's hand instead of into that "
        "player's graveyard.",
        "Counter target spell. If that spell is countered this way, put it on top of its owner's library instead of into that "
        "player's graveyard.",
        "Counter target spell. If that spell is countered this way, exile it instead of putting it into its owner's "
        "graveyard.",
    ),
    (
        "Target creature loses all abilities and becomes a blue Frog with base power and toughness 1/1 until end of turn.",
        "Target creature loses all abilities and becomes a blue Frog creature with base power and toughness 1/1 until end of "
        "turn.",
        "Target creature loses all abilities and becomes a Frog with base power and toughness 1/1 until end of turn.",
        "Target creature loses all abilities and becomes a colorless Frog with base power and toughness 1/1 until end of turn.",
        "Target creature loses all abilities and becomes a blue Frog with base power and toughness 1/1.",
    ),
    (
        "Target instant card in your graveyard gains flashback until end of turn. The flashback cost is equal to its mana "
        "cost.",
        "Each instant and sorcery card in your graveyard gains flashback until end of turn. The flashback cost is equal to "
        "its mana cost.",
    ),
    (
        "You may pay 1 life and exile a blue card from your hand rather than pay this spell's mana cost.\nDraw a card.",
        "You may exile a blue card from your hand rather than pay this spell's mana cost.\nDraw a card.",
        "You may return two Islands you control to their owner's hand rather than pay this spell's mana cost.\nDraw a card.",
    ),
    (
        "Return target creature card from your graveyard to the battlefield. That creature gains haste.",
        "Return target creature card from your graveyard to the battlefield. That creature gains haste. Sacrifice it at the "
        "beginning of the next end step.",
        "Return target creature card from your graveyard to the battlefield. That creature gains haste. Exile it at the "
        "beginning of your next end step.",
    ),
    (
        "You gain protection from everything until your next turn.",
        "You gain hexproof until end of turn.",
        "Until your next turn, your life total can't change and you gain protection from everything.",
        "Players can't gain life this turn.",
        "Your opponents can't gain life this turn.",
        "You can't lose the game this turn and your opponents can't win the game this turn.",
    ),
    (
        "At the beginning of your next upkeep, pay {2}. If you don't, you lose the game.",
        "At the beginning of your next end step, pay {2}. If you don't, you lose the game.",
        "At the beginning of your next upkeep, pay {2}. If you don't, draw a card.",
        "At the beginning of the next upkeep, draw a card.",
    ),
    (
        "Draw a card, then put a card from your hand on top of your library in any order.",
        "Draw a card, then put two cards from your hand on top of your library in any order.",
        "Draw a card. You may shuffle.",
        "Draw a card. You may shuffle your hand into your library.",
    ),
    (
        "Target opponent reveals their hand. You choose a nonland card from it with mana value 3 or less. That player "
        "discards that card.",
        "Target opponent reveals their hand. You choose a nonland card from it with mana value 3 or greater. That player "
        "discards that card.",
        "Target opponent reveals their hand. You choose a nonland card from it. That player discards that card.",
    ),
    (
        "Target creature gains protection from red and from blue until end of turn.",
        "Target creature gains protection from blue and from red until end of turn.",
        "Target creature gains protection from red until end of turn.",
        "Target creature gains protection from everything until end of turn.",
    ),
    (
        "Prevent all combat damage that would be dealt to and dealt by target creature this turn.",
        "Prevent all combat damage that would be dealt to target creature this turn.",
        "Prevent all combat damage that would be dealt by target creature this turn.",
    ),
    (
        "Destroy target creature if it has mana value 2 or less.\nDestroy that creature if it has mana value 4 or less instead "
        "if a creature died this turn.",
        "Destroy target creature if it has mana value 2 or less.",
        "Destroy target creature if it has power 2 or less.",
        "Destroy target creature if it's a Human.",
    ),
    (
        "Add {B}{B}{B}. Add {B}{B}{B}{B}{B} instead if there are seven or more cards in your graveyard.",
        "Add {B}{B}{B}.\nAdd {B}{B}{B}{B} instead if there are seven or more cards in your graveyard.",
        "Add {B}{B}{B}. If there are seven or more cards in your graveyard, add {B}.",
    ),
    ("Shuffle Odd Word into its owner's library.", "Shuffle target creature into its owner's library."),
)
REFUSED = (
    # "Other" than what was exiled before, and "them" one by one.
    "Whenever a creature you control dies, exile it. Return up to one other target creature card from your graveyard "
    "to the battlefield.",
    "Creatures you don't control get -1/-1 for each slime counter on them.",
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
    "If it was a creature card, draw a card.",
    "When this permanent enters, it deals 1 damage to any target. If it's a creature, draw a card.",
    "{1}: This permanent deals 1 damage to any target. Untap it.",
    "{1}: Change the target of target spell.",
    "{1}: Change the target of target spell with two targets.",
    "If an opponent would draw a card except the second one they draw in each of their draw steps, instead you draw a card.",
    "Players can't untap more than X lands during their untap steps.",
    "At the beginning of your end step, you may exile this permanent. If you do, return it to the battlefield under its "
    "owner's control at the beginning of your next upkeep. It gains haste.",
    "Creatures can't attack unless their controller pays {2}.",
    "Creatures can't attack you unless their controller pays {X} for each creature they control that's attacking you.",
    "No more than X creatures can attack each combat.",
    "No more than one creature can attack each turn.",
    "You may cast this card from your hand.",
    "You may cast this card from a graveyard.",
    "Skip your combat phase.",
    "Your opponents skip their draw steps.",
    "You may play cards from your graveyard.",
    "Target player's life total can't change.",
    "At the beginning of your upkeep, reveal the top card of target player's library and put that card into your hand.",
    "When this permanent enters, if it was a creature card, draw a card.",
    "{2}: Create two tokens that are copies of target artifact, except it has haste.",
    "As long as your devotion to black is more than five, this permanent isn't a creature.",
    "As long as an opponent's devotion to black is less than five, this permanent isn't a creature.",
    "{1}: Target creature becomes a blue Frog with base power and toughness 1/1 and a green Elk until end of turn.",
    "{1}: Exile that player's graveyard.",
    "{1}: Target creature gains flashback until end of turn. The flashback cost is equal to its mana cost.",
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


def test_it_in_a_condition_after_an_instruction__is_what_the_instruction_acts_on() -> None:
    card = spell("Odd Word", "{U}", "Destroy target creature if it has mana value 2 or less.")
    ability = _read(card).definition.characteristics.abilities[0]
    assert isinstance(ability, SpellAbility)
    assert isinstance(ability.effect, Effect)
    (instruction,) = ability.effect.instructions
    assert isinstance(instruction, If)
    assert isinstance(instruction.condition, Matches)
    assert instruction.condition.what == Target(0)


def test_size_that_is_one_more__is_defined_and_star_without_such_an_ability_is_refused() -> None:
    text = (
        "Odd Goyf's power is equal to the number of card types among cards in all graveyards and its toughness is "
        "equal to that number plus 1."
    )
    goyf = CardText("Odd Goyf", "{1}{G}", "Creature — Lhurgoyf", text, "*", "1+*")
    assert isinstance(compile_card(goyf), CompiledCard)
    assert isinstance(compile_card(replace(goyf, oracle_text="Trample")), Refusal)


def test_loyalty_symbol_in_brackets__is_the_same_ability() -> None:
    texts = ["+1: Draw a card.\n-2: You gain 2 life.", "[+1]: Draw a card.\n[−2]: You gain 2 life."]
    walkers = [
        CardText("Odd Sage", "{3}", "Legendary Planeswalker — Kaya", text, None, None, "3") for text in texts
    ]
    one, other = (_read(walker).definition.characteristics.abilities for walker in walkers)
    assert one == other

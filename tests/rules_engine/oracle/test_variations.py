"""Another number, type, zone, player or duration in an accepted sentence: it says what it says, or is refused."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.model.abilities import (
    ActivatedAbility,
    AddAbility,
    AsThoughFlash,
    CastOnly,
    Change,
    CostChange,
    CreateToken,
    DealDamage,
    Discard,
    Draw,
    Effect,
    Exile,
    ExtraPhases,
    GainLife,
    If,
    InsteadOfMove,
    LoseLife,
    May,
    MayCast,
    Move,
    Prohibition,
    PutCounters,
    RedirectDamage,
    SacrificeCost,
    SetController,
    SpellAbility,
    StaticAbility,
    StaticChange,
    TriggeredAbility,
)
from rules_engine.model.terms import (
    All,
    Controller,
    EachPlayer,
    Exists,
    Filter,
    Fixed,
    Owner,
    PlayerFilter,
    StatOf,
    Target,
    TargetSpec,
    They,
    This,
    Those,
    Timing,
    WasKicked,
    X,
    You,
)
from rules_engine.model.zones import Step, Zone
from rules_engine.oracle import CardText, CompiledCard, Refusal, print_card, read_card
from tests.rules_engine.oracle.cards import (
    ARCANE_HEIST,
    STAND_INS,
    STEP_BETWEEN_WORLDS,
    creature,
    permanent,
    spell,
)

CREATURE = Filter(types=frozenset({"creature"}))
ANY_TARGET = (
    CREATURE,
    Filter(types=frozenset({"planeswalker"})),
    Filter(types=frozenset({"battle"})),
    PlayerFilter(),
)


def effect(text: str, cost: str = "{U}") -> Effect:
    """The effect of a sorcery with that text."""
    compiled = read_card(spell("Odd Spell", cost, text))
    assert isinstance(compiled, CompiledCard), str(compiled)
    (ability,) = compiled.definition.characteristics.abilities
    assert isinstance(ability, SpellAbility)
    assert isinstance(ability.effect, Effect)
    return ability.effect


def ability(text: str) -> object:
    """The only ability of an enchantment with that text."""
    compiled = read_card(permanent("Odd Thing", text))
    assert isinstance(compiled, CompiledCard), str(compiled)
    (only,) = compiled.definition.characteristics.abilities
    return only


def one(what: Filter | PlayerFilter) -> tuple[TargetSpec, ...]:
    """One target."""
    return (TargetSpec((what,)),)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Draw a card.", Draw(You(), Fixed(1))),
        ("Draw five cards.", Draw(You(), Fixed(5))),
        ("Each player draws two cards.", Draw(EachPlayer(), Fixed(2))),
        ("Each opponent loses 2 life.", LoseLife(EachPlayer("opponent"), Fixed(2))),
        ("Each opponent discards a card.", Discard(EachPlayer("opponent"))),
        ("Each player discards their hand.", Discard(EachPlayer(), None)),
        ("You gain 7 life.", GainLife(You(), Fixed(7))),
        (
            "After this main phase, there is an additional combat phase followed by an additional main phase.",
            ExtraPhases(("combat", "main")),
        ),
    ],
)
def test_instruction_without_targets(text: str, expected: object) -> None:
    assert effect(text) == Effect((expected,))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "expected", "what"),
    [
        ("Target player discards two cards.", Discard(Target(0), Fixed(2)), PlayerFilter()),
        ("Target opponent draws a card.", Draw(Target(0)), PlayerFilter("opponent")),
        ("Exile target card from a graveyard.", Exile(Target(0)), Filter(zone=Zone.GRAVEYARD)),
        (
            "Exile target creature card from your graveyard.",
            Exile(Target(0)),
            Filter(zone=Zone.GRAVEYARD, types=frozenset({"creature"}), owner="you"),
        ),
        (
            "Return target artifact to its owner's hand.",
            Move(Target(0), Zone.HAND),
            Filter(types=frozenset({"artifact"})),
        ),
        (
            "Put two +1/+1 counters on target creature an opponent controls.",
            PutCounters(Target(0), "+1/+1", Fixed(2)),
            Filter(types=frozenset({"creature"}), controller="opponent"),
        ),
        (
            "Gain control of target artifact.",
            Change(Target(0), (SetController(),), "permanent"),
            Filter(types=frozenset({"artifact"})),
        ),
        (
            "You may cast target sorcery card from your graveyard this turn.",
            MayCast(Target(0), duration="this turn"),
            Filter(zone=Zone.GRAVEYARD, types=frozenset({"sorcery"}), owner="you"),
        ),
    ],
)
def test_instruction_with_a_target(text: str, expected: object, what: Filter | PlayerFilter) -> None:
    assert effect(text) == Effect((expected,), one(what))  # type: ignore[arg-type]


def test_damage_goes_to_what_is_named() -> None:
    assert effect("Odd Spell deals 4 damage to any target.") == Effect(
        (DealDamage(Fixed(4), (Target(0),)),), (TargetSpec(ANY_TARGET),)
    )
    assert effect("Odd Spell deals X damage to each creature.", "{X}{R}") == Effect(
        (DealDamage(X(), (All(CREATURE),)),)
    )
    assert effect("Odd Spell deals 2 damage to target creature or player.") == Effect(
        (DealDamage(Fixed(2), (Target(0),)),), (TargetSpec((CREATURE, PlayerFilter())),)
    )


def test_redirected_damage_in_every_variation() -> None:
    text = "The next {} damage that would be dealt to target {} this turn is dealt to {} instead."
    assert effect(text.format(4, "creature", "you")) == Effect(
        (RedirectDamage(Fixed(4), Target(0), You()),), one(CREATURE)
    )
    assert effect(text.format("X", "opponent", "target creature"), "{X}{W}") == Effect(
        (RedirectDamage(X(), Target(0), Target(1)),),
        (TargetSpec((PlayerFilter("opponent"),)), TargetSpec((CREATURE,))),
    )


def test_optional_part_belongs_to_the_player_asked() -> None:
    (may,) = effect("Target opponent may draw a card. If they don't, you draw two cards.").instructions
    assert may == May(Target(0), do=(Draw(They()),), if_not=(Draw(You(), Fixed(2)),))
    (may,) = effect("You may sacrifice a creature. If you do, draw two cards.").instructions
    assert isinstance(may, May)
    assert may.who == You()
    assert may.if_do == (Draw(You(), Fixed(2)),)


def test_pronoun_after_exile_is_the_card_that_was_exiled() -> None:
    exile, move = effect(
        "Exile target creature. Return it to the battlefield under its owner's control."
    ).instructions
    assert exile == Exile(Target(0))
    assert move == Move(Those("it"), Zone.BATTLEFIELD, controller=Owner(Those("it")))


def test_possessive_after_exile_is_still_the_creature() -> None:
    _, gain = effect("Exile target creature. Its controller gains life equal to its power.").instructions
    assert gain == GainLife(Controller(Target(0)), StatOf(Target(0), "power"))


def test_kicked_part_has_its_targets_only_when_kicked() -> None:
    compiled = read_card(
        spell(
            "Odd Spell", "{U}", "Kicker {2}\nDraw a card. If this spell was kicked, destroy target creature."
        )
    )
    assert isinstance(compiled, CompiledCard), str(compiled)
    only = compiled.definition.characteristics.abilities[1]
    assert isinstance(only, SpellAbility)
    assert isinstance(only.effect, Effect)
    assert only.effect.targets == (TargetSpec((CREATURE,), only_if=WasKicked()),)
    assert isinstance(only.effect.instructions[1], If)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Creature spells cost {2} more to cast.",
            CostChange(Filter(zone=Zone.STACK, types=frozenset({"creature"})), Fixed(2)),
        ),
        (
            "Spells your opponents cast cost {1} more to cast.",
            CostChange(Filter(zone=Zone.STACK), Fixed(1), whose="opponent"),
        ),
        (
            "Your opponents can't cast spells from graveyards.",
            Prohibition("cast", "opponent", Filter(zone=Zone.STACK), (Zone.GRAVEYARD,)),
        ),
        (
            "You may cast creature spells as though they had flash.",
            AsThoughFlash("you", Filter(zone=Zone.STACK, types=frozenset({"creature"}))),
        ),
        (
            "If a creature would die, exile it instead.",
            InsteadOfMove(CREATURE, Zone.BATTLEFIELD, Zone.GRAVEYARD, Zone.EXILE),
        ),
        (
            "If a creature card would be put into a graveyard from anywhere, exile it instead.",
            InsteadOfMove(
                Filter(zone=Zone.GRAVEYARD, types=frozenset({"creature"})), None, Zone.GRAVEYARD, Zone.EXILE
            ),
        ),
    ],
)
def test_static_effect(text: str, expected: object) -> None:
    only = ability(text)
    assert isinstance(only, StaticAbility)
    assert only.effect == expected


def test_casting_restriction_names_its_step() -> None:
    compiled = read_card(
        spell("Odd Spell", "{U}", "Cast this spell only during combat.\nDraw a card.", "Instant")
    )
    assert isinstance(compiled, CompiledCard)
    only = compiled.definition.characteristics.abilities[0]
    assert isinstance(only, StaticAbility)
    combat = frozenset(step for step in Step if step.is_combat)
    assert only.effect == CastOnly(Timing(steps=combat))
    assert only.zone == Zone.STACK


def test_what_you_control_is_yours_in_conditions() -> None:
    only = ability("At the beginning of your upkeep, if you control no creatures, you lose 1 life.")
    assert isinstance(only, TriggeredAbility)
    mine = Filter(types=frozenset({"creature"}), controller="you")
    assert only.condition == Exists(mine, negated=True)


def test_ability_from_the_graveyard_works_there() -> None:
    compiled = read_card(creature("Odd Bear", "{2}: Return this card from your graveyard to your hand."))
    assert isinstance(compiled, CompiledCard)
    (only,) = compiled.definition.characteristics.abilities
    assert isinstance(only, ActivatedAbility)
    assert only.zone == Zone.GRAVEYARD


def test_granted_ability_speaks_of_its_new_object() -> None:
    text = 'Creatures you control have "Sacrifice this creature: You gain 1 life."'
    only = ability(text)
    assert isinstance(only, StaticAbility)
    assert isinstance(only.effect, StaticChange)
    (change,) = only.effect.modifications
    assert isinstance(change, AddAbility)
    (granted,) = change.abilities
    assert isinstance(granted, ActivatedAbility)
    assert granted.cost.parts == (SacrificeCost(This()),)


def test_card_name_inside_a_granted_ability_is_not_the_object_that_has_it() -> None:
    text = 'Creatures you control have "Sacrifice Odd Thing: You gain 1 life."'
    assert isinstance(read_card(permanent("Odd Thing", text)), Refusal)


def test_token_is_what_the_words_say() -> None:
    (create,) = effect(
        "Create three 1/1 white and black Bird Spirit creature tokens with flying."
    ).instructions
    assert isinstance(create, CreateToken)
    assert create.count == Fixed(3)
    assert create.token.colors == frozenset({"W", "B"})
    assert create.token.subtypes == frozenset({"bird", "spirit"})


@pytest.mark.parametrize(
    "text",
    [
        "Odd Spell deals X damage to any target.",
        "Destroy target artifact and creature.",
        "Destroy target creature. Destroy each other creature.",
        "Tap target creature and target artifact. Untap it.",
        "Return that card to your hand.",
        "Untap it.",
        "Sacrifice it.",
        "You may draw a card. If they do, draw a card.",
        "Put a shiny counter on target creature.",
        "Each player who does draws a card.",
        "Exile two target cards from a single graveyard.",
        "Destroy target artifact, enchantment, or creature with flying.",
        "You gain that much life.",
        "Destroy target creature they control.",
    ],
)
def test_what_cannot_be_settled_is_refused(text: str) -> None:
    assert isinstance(read_card(spell("Odd Spell", "{1}{U}", text)), Refusal)


# ------------------------------------------------------------------------------------------ mutations

CARDS = (ARCANE_HEIST, STEP_BETWEEN_WORLDS, *STAND_INS)
WORDS = sorted(
    {word for card in CARDS for word in re.split(r"\s+", card.oracle_text)}
    | {
        "a",
        "two",
        "three",
        "X",
        "other",
        "another",
        "tapped",
        "red",
        "artifact",
        "instant",
        "opponent",
        "your",
        "their",
        "its",
        "all",
        "each",
        "may",
        "not",
    }
)


@st.composite
def mutants(draw: st.DrawFn) -> CardText:
    """An accepted card with one to three words dropped, put in or replaced."""
    card = draw(st.sampled_from(CARDS))
    lines = [line.split(" ") for line in card.oracle_text.split("\n")]
    for _ in range(draw(st.integers(1, 3))):
        line = draw(st.sampled_from(lines))
        at = draw(st.integers(0, max(0, len(line) - 1)))
        kind = draw(st.sampled_from(("drop", "insert", "replace")))
        word = draw(st.sampled_from(WORDS))
        if kind == "insert" or not line:
            line.insert(at, word)
        elif kind == "drop":
            del line[at]
        else:
            line[at] = word
    text = "\n".join(" ".join(line) for line in lines if line)
    return CardText(card.name, card.mana_cost, card.type_line, text, card.power, card.toughness)


def _spoken(text: str) -> str:
    """A text as it is compared: lower case, single spaces, no space inside mana costs."""
    return (
        re.sub(r"\s+([.,:])", r"\1", re.sub(r"\}\s+\{", "}{", re.sub(r"[ \t]+", " ", text))).strip().lower()
    )


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutants())
def test_mutated_text__refused_or_read_to_the_last_word(card: CardText) -> None:
    compiled = read_card(card)
    if isinstance(compiled, Refusal):
        assert 0 <= compiled.start <= compiled.end <= len(compiled.text)
        assert str(compiled)
        return
    own = card.name.lower()
    printed = _spoken(print_card(compiled))
    assert re.sub(rf"{own}|this \w+", "~", printed) == re.sub(
        rf"{own}|this \w+", "~", _spoken(card.oracle_text)
    )
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

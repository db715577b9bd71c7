"""Texts that the compiler must read: the two seed cards, and stand-ins of our own in Oracle wording."""

from __future__ import annotations

from rules_engine.oracle import CardText

ARCANE_HEIST = CardText(
    "Arcane Heist",
    "{2}{U}{U}",
    "Sorcery",
    "You may cast target instant or sorcery card from an opponent's graveyard without paying its mana cost. "
    "If that spell would be put into their graveyard, exile it instead.\nCipher",
)
STEP_BETWEEN_WORLDS = CardText(
    "Step Between Worlds",
    "{3}{U}{U}",
    "Sorcery",
    "Each player may shuffle their hand and graveyard into their library. Each player who does draws seven "
    "cards. Exile Step Between Worlds.\nPlot {4}{U}{U}",
)


def creature(name: str, text: str, power: int = 2, toughness: int = 2, subtype: str = "Human") -> CardText:
    """A creature card with that text."""
    return CardText(name, "{2}{R}", f"Creature — {subtype}", text, str(power), str(toughness))


def spell(name: str, cost: str, text: str, kind: str = "Sorcery") -> CardText:
    """A sorcery or instant card with that text."""
    return CardText(name, cost, kind, text)


def permanent(name: str, text: str, kind: str = "Enchantment", cost: str = "{2}{W}") -> CardText:
    """Another permanent card with that text."""
    return CardText(name, cost, kind, text)


STAND_INS: tuple[CardText, ...] = (
    creature("Lane Runner", "This creature can't be blocked.", 3, 3),
    creature("Twin Lancer", "Double strike\nThis creature can't be blocked."),
    creature("Mist Cat", "Shroud", subtype="Cat"),
    creature("Ash Lynx", "Protection from blue", subtype="Cat"),
    creature("Late Scout", "Flash", subtype="Scout"),
    creature(
        "Skittish Imp",
        "When this creature becomes the target of a spell or ability, sacrifice it.",
        subtype="Imp",
    ),
    permanent(
        "Brass Mule",
        "{1}: This artifact becomes a 3/3 artifact creature until end of turn.",
        "Artifact",
        "{3}",
    ),
    spell("Ember Jab", "{R}", "Ember Jab deals 2 damage to any target.", "Instant"),
    spell("Ember Wave", "{X}{R}", "Ember Wave deals X damage to any target."),
    spell(
        "Blood Wave",
        "{B}",
        "As an additional cost to cast this spell, pay X life.\nBlood Wave deals X damage to any target.",
    ),
    spell(
        "Deep Study",
        "{1}{U}",
        "Kicker {2}\nDraw a card. If this spell was kicked, draw three cards instead.",
    ),
    spell(
        "Grim Fee", "{B}", "As an additional cost to cast this spell, sacrifice a creature.\nDraw two cards."
    ),
    spell("Ebb Tide", "{U}", "Return target creature to its owner's hand.\nOverload {3}{U}", "Instant"),
    spell("Firm No", "{U}{U}", "Counter target spell.", "Instant"),
    spell("Grave Broom", "{B}", "Exile target card from a graveyard.", "Instant"),
    spell("Undo Wave", "{U}", "Return target spell to its owner's hand.", "Instant"),
    spell("Mind Pinch", "{B}", "Target player discards a card.", "Instant"),
    spell(
        "Side Step",
        "{W}",
        "The next 1 damage that would be dealt to target player this turn is dealt to another target player "
        "instead.",
        "Instant",
    ),
    spell(
        "Long Step",
        "{W}",
        "The next 3 damage that would be dealt to target player this turn is dealt to another target player "
        "instead.",
        "Instant",
    ),
    spell(
        "Low Step",
        "{W}",
        "The next 1 damage that would be dealt to target player this turn is dealt to target creature instead.",
        "Instant",
    ),
    spell("Plain Mind", "{W}", "Target creature loses all abilities until end of turn.", "Instant"),
    spell(
        "Loud Claim",
        "{2}{R}",
        "Gain control of target creature until end of turn. Untap that creature. "
        "It gains haste until end of turn.",
        "Instant",
    ),
    spell(
        "Brief Absence",
        "{W}",
        "Exile target creature, then return that card to the battlefield under its owner's control.",
        "Instant",
    ),
    spell("Push Charm", "{U}", "Put a +1/+1 counter on target creature you control."),
    spell("Call Wolf", "{G}", "Create a 2/2 green Wolf creature token.", "Instant"),
    spell(
        "Second Voice",
        "{R}",
        "Copy target instant or sorcery spell. You may choose new targets for the copy.",
        "Instant",
    ),
    spell("Wolf Ledger", "{2}{G}", "Create a 2/2 green Wolf creature token.\nCipher"),
    spell("Split Ledger", "{1}{B}", "Exile two target cards from graveyards.\nCipher"),
    spell("Dawn Ledger", "{U}", "Cast this spell only during your upkeep.\nDraw a card.\nCipher", "Instant"),
    permanent("Grave Bell", "Whenever a card is put into a graveyard from anywhere, you gain 1 life."),
    permanent("Last Gate", "If a card would be put into a graveyard from anywhere, exile it instead."),
    permanent("Cast Bell", "Whenever a player casts a spell from exile, that player gains 1 life."),
    permanent("Exile Seal", "Players can't cast spells from exile."),
    permanent("Grave Seal", "Players can't cast spells from graveyards."),
    permanent("Toll Post", "Instant and sorcery spells cost {1} more to cast."),
    permanent("Cheap Ink", "Spells you cast cost {3} less to cast."),
    permanent("Any Hour", "Players may cast spells as though they had flash."),
    spell(
        "Long Loan",
        "{1}{U}",
        "Until end of turn, you may cast target instant or sorcery card from an opponent's graveyard.",
    ),
    spell("Hidden Reply", "{U}", "Counter target spell.\nForetell {U}", "Instant"),
    spell("Far Wave", "{X}{R}", "Far Wave deals X damage to any target.\nForetell {X}{R}"),
    spell(
        "Own Step",
        "{U}",
        "Target player may shuffle their hand and graveyard into their library. If they do, they draw seven cards.",
    ),
    spell(
        "Extra Noon",
        "{3}{R}",
        "After this main phase, there is an additional combat phase followed by an additional main phase.",
    ),
    spell("Slow Wave", "{X}{R}", "Slow Wave deals X damage to any target.\nPlot {2}{R}"),
    spell(
        "Slow Study",
        "{1}{U}",
        "Kicker {2}\nDraw a card. If this spell was kicked, draw three cards instead.\nPlot {2}{R}",
    ),
    spell(
        "Slow Fee",
        "{B}",
        "As an additional cost to cast this spell, sacrifice a creature.\nDraw two cards.\nPlot {2}{R}",
    ),
    spell(
        "Slow Tide",
        "{U}",
        "Return target creature to its owner's hand.\nOverload {3}{U}\nPlot {2}{R}",
        "Instant",
    ),
    spell("Slow Reply", "{U}", "Counter target spell.\nPlot {2}{R}", "Instant"),
    permanent(
        "Hand Vault",
        "{2}: Exile this card from your hand, then draw a card. Activate only as a sorcery.",
        "Artifact",
        "{2}",
    ),
)

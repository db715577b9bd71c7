"""Questions about combat (CR 506–511) and the keywords that matter there."""

from __future__ import annotations

import random

from bot.quiz.generators.draft import (
    Draft,
    Numeric,
    Options,
    creature,
    generator,
    number,
    placed,
    spell,
    table,
    yes_no,
)


@generator(
    "who-dies", level=1, rules=("510.2", "510.4", "702.7b", "704.5g", "704.5h"), slips=("first-strike",)
)
def who_dies(rng: random.Random) -> Draft:
    """Two creatures meet; which of them dies depends on who deals damage first (CR 510.4)."""
    attacker, blocker = rng.choice(
        [
            ("First strike", ""),
            ("", "First strike"),
            ("Deathtouch", "First strike"),
            ("First strike", "First strike"),
            ("Double strike", "First strike"),
            ("", "Deathtouch"),
            ("", ""),
        ]
    )
    size = rng.randint(2, 4)
    cards = {
        "Iron Usher": creature(size, rng.randint(size - 1, size + 1), attacker, "Soldier"),
        "Hedge Porter": creature(rng.randint(size - 1, size + 1), size, blocker, "Soldier"),
    }
    ends = [
        ("options.neither", "battlefield", "battlefield"),
        ("options.attacker", "A's graveyard", "battlefield"),
        ("options.blocker", "battlefield", "B's graveyard"),
        ("options.both", "A's graveyard", "B's graveyard"),
    ]
    expect = [
        {"id": f"c{n}", "claim": key, "always": {"zone": {"Iron Usher": mine, "Hedge Porter": theirs}}}
        for n, (key, mine, theirs) in enumerate(ends)
    ]
    return Draft(
        given=table(A={"battlefield": ["Iron Usher"]}, B={"battlefield": ["Hedge Porter"]}),
        do=[
            {"attack": {"Iron Usher": "B"}},
            {"block": {"Hedge Porter": "Iron Usher"}},
            {"to": "end of combat"},
        ],
        expect=expect,
        answer=Options(tuple((key, f"c{n}", "first-strike") for n, (key, _, _) in enumerate(ends))),
        cards=cards,
    )


@generator(
    "trample-deathtouch",
    level=2,
    rules=("702.19b", "702.2c", "510.1c"),
    slips=("deathtouch-one", "trample-lethal"),
)
def trample_deathtouch(rng: random.Random) -> Draft:
    """With deathtouch, one damage to each blocker is lethal and the rest may trample over (CR 702.2c, 702.19b)."""
    power, first, second = rng.randint(4, 7), rng.randint(2, 4), rng.randint(1, 3)
    blockers = ["Mill Ox", "Yard Goose"][: rng.randint(1, 2)]
    toughness = sum([first, second][: len(blockers)])
    return Draft(
        given=table(A={"battlefield": ["Bog Tusker"]}, B={"battlefield": blockers}),
        do=[
            {"attack": {"Bog Tusker": "B"}},
            {"block": dict.fromkeys(blockers, "Bog Tusker")},
            {"to": "end of combat"},
        ],
        expect=[number({"life": {"B": "any"}})],
        answer=Numeric(
            "least",
            (
                (20 - max(power - toughness, 0), "deathtouch-one"),
                (20 - power, "trample-lethal"),
                (20, "trample-lethal"),
            ),
        ),
        cards={
            "Bog Tusker": creature(power, 4, "Deathtouch, trample"),
            "Mill Ox": creature(1, first, kind="Ox"),
            "Yard Goose": creature(1, second, kind="Bird"),
        },
        explore=("damage",),
    )


@generator("trample-marked", level=2, rules=("702.19b", "510.1c"), slips=("trample-lethal",))
def trample_marked(rng: random.Random) -> Draft:
    """Damage that is already marked counts towards lethal damage when trample assigns it (CR 702.19b)."""
    toughness = rng.randint(3, 5)
    power, marked = toughness + rng.randint(1, 2), rng.randint(1, toughness - 1)
    return Draft(
        given=table(
            A={"battlefield": ["Tusk Hauler"]}, B={"battlefield": [placed("Mill Ox", damage=marked)]}
        ),
        do=[
            {"attack": {"Tusk Hauler": "B"}},
            {"block": {"Mill Ox": "Tusk Hauler"}},
            {"to": "end of combat"},
        ],
        expect=[number({"life": {"B": "any"}})],
        answer=Numeric(
            "least",
            (
                (20 - power + toughness, "trample-lethal"),
                (20 - power, "trample-lethal"),
                (20, "trample-lethal"),
            ),
        ),
        cards={
            "Tusk Hauler": creature(power, 4, "Trample"),
            "Mill Ox": creature(1, toughness, kind="Ox"),
        },
        explore=("damage",),
    )


@generator("double-strike-lifelink", level=1, rules=("702.4b", "702.15b", "510.4"), slips=("double-strike",))
def double_strike_lifelink(rng: random.Random) -> Draft:
    """Double strike deals combat damage in both steps, and each time lifelink gains that much (CR 702.4b, 702.15b)."""
    power, life = rng.randint(2, 5), rng.randint(5, 15)
    return Draft(
        given=table(A={"life": life, "battlefield": ["Warm Lancer"]}, B={}),
        do=[{"attack": {"Warm Lancer": "B"}}, {"to": "end of combat"}],
        expect=[number({"life": {"A": "any"}})],
        answer=Numeric(
            wrong=(
                (life + power, "double-strike"),
                (life, "lifelink-all"),
                (life + 3 * power, "double-strike"),
            )
        ),
        cards={"Warm Lancer": creature(power, 3, "Double strike, lifelink", "Knight")},
    )


@generator("lifelink-trample", level=2, rules=("702.15b", "702.19b"), slips=("lifelink-all",))
def lifelink_trample(rng: random.Random) -> Draft:
    """Lifelink counts all damage that is dealt, to blockers as well, however it is divided (CR 702.15b)."""
    toughness = rng.randint(1, 4)
    power, life = toughness + rng.randint(1, 3), rng.randint(8, 16)
    return Draft(
        given=table(A={"life": life, "battlefield": ["Sun Tusker"]}, B={"battlefield": ["Mill Ox"]}),
        do=[
            {"attack": {"Sun Tusker": "B"}},
            {"block": {"Mill Ox": "Sun Tusker"}},
            {"to": "end of combat"},
        ],
        expect=[number({"life": {"A": "any"}})],
        answer=Numeric(
            wrong=(
                (life + power - toughness, "lifelink-all"),
                (life + toughness, "lifelink-all"),
                (life, "lifelink-all"),
            )
        ),
        cards={
            "Sun Tusker": creature(power, 6, "Lifelink, trample"),
            "Mill Ox": creature(1, toughness, kind="Ox"),
        },
        explore=("damage",),
    )


@generator("blocker-gone", level=2, rules=("509.1h", "510.1c", "702.19d"), slips=("stays-blocked",))
def blocker_gone(rng: random.Random) -> Draft:
    """A creature whose blocker is gone stays blocked; only trample gets its damage through (CR 509.1h, 702.19d)."""
    power, trample = rng.randint(3, 6), rng.random() < 0.5
    toughness = rng.randint(1, 2)
    return Draft(
        given=table(
            A={"battlefield": ["Field Marcher", "Mountain"], "hand": ["Ember Jab"]},
            B={"battlefield": ["Yard Goose"]},
        ),
        do=[
            {"attack": {"Field Marcher": "B"}},
            {"block": {"Yard Goose": "Field Marcher"}},
            {"cast": "Ember Jab", "by": "A", "targets": "Yard Goose"},
            {"resolve": "all"},
            {"to": "end of combat"},
        ],
        expect=[number({"life": {"B": "any"}})],
        answer=Numeric(
            wrong=(
                (20, "stays-blocked"),
                (20 - power, "stays-blocked"),
                (20 - power + toughness, "stays-blocked"),
            )
        ),
        cards={
            "Field Marcher": creature(power, 4, "Trample" if trample else ""),
            "Yard Goose": creature(1, toughness, kind="Bird"),
        },
    )


@generator("exalted", level=2, rules=("702.83a", "702.83b", "603.2"), slips=("exalted",))
def exalted(rng: random.Random) -> Draft:
    """Each instance of exalted triggers, but only for a creature that attacks alone (CR 702.83)."""
    squires, alone, power = rng.randint(1, 3), rng.random() < 0.6, rng.randint(1, 3)
    attack = {"Lone Courier": "B"} if alone else {"Lone Courier": "B", "Yard Goose": "B"}
    together = power if alone else power + 1
    return Draft(
        given=table(A={"battlefield": ["Lone Courier", "Yard Goose", f"{squires} Row Squire"]}, B={}),
        do=[{"attack": attack}, {"to": "end of combat"}],
        expect=[number({"life": {"B": "any"}})],
        answer=Numeric(
            wrong=(
                (20 - together, "exalted"),
                (20 - together - 1, "exalted"),
                (20 - together - squires, "exalted"),
                (20 - together - squires - 1, "exalted"),
            )
        ),
        cards={
            "Lone Courier": creature(power, 2, kind="Scout"),
            "Yard Goose": creature(1, 1, kind="Bird"),
            "Row Squire": creature(1, 1, "Exalted", "Soldier"),
        },
        explore=("order",),
    )


@generator("menace-reach", level=1, rules=("509.1b", "702.9b", "702.17b", "702.111b"), slips=("evasion",))
def may_it_be_blocked(rng: random.Random) -> Draft:
    """Whether the only possible blockers may block what flies or has menace (CR 702.9b, 702.111b)."""
    keyword = rng.choice(["Flying", "Menace", ""])
    blocker = rng.choice(["Reach", "Flying", "", ""])
    count = rng.randint(1, 2)
    claims, options = yes_no({"seen": {"event": "blocks"}}, "evasion")
    # "May it be blocked" asks about some line of play, and its opposite about all of them.
    claims[0]["possible"] = claims[0].pop("always")
    return Draft(
        given=table(A={"battlefield": ["Roof Raider"]}, B={"battlefield": [f"{count} Hedge Porter"]}),
        do=[{"attack": {"Roof Raider": "B"}}, {"to": "end of combat"}],
        expect=claims,
        answer=options,
        cards={
            "Roof Raider": creature(2, 2, keyword, "Rogue"),
            "Hedge Porter": creature(1, 3, blocker, "Soldier"),
        },
        explore=("blockers",),
    )


@generator("damage-shield", level=2, rules=("615.7", "615.1a"), slips=("shield",))
def damage_shield(rng: random.Random) -> Draft:
    """What is left of a prevention shield goes on working against the next damage (CR 615.7)."""
    shield, first, second = rng.randint(2, 5), rng.randint(2, 4), rng.randint(2, 4)
    return Draft(
        given=table(
            A={"battlefield": ["2 Mountains"], "hand": ["First Spark", "Next Spark"]},
            B={"battlefield": ["Plains"], "hand": ["Thick Air"]},
        ),
        do=[
            {"cast": "First Spark", "targets": "B"},
            {"cast": "Thick Air", "by": "B", "targets": "B"},
            {"resolve": "all"},
            {"cast": "Next Spark", "targets": "B"},
            {"resolve": "all"},
        ],
        expect=[number({"life": {"B": "any"}})],
        answer=Numeric(
            wrong=(
                (20 - max(first - shield, 0) - second, "shield"),
                (20 - max(first - shield, 0) - max(second - shield, 0), "shield"),
                (20 - first - second, "shield"),
                (20, "shield"),
            )
        ),
        cards={
            "First Spark": spell("{R}", f"First Spark deals {first} damage to any target."),
            "Next Spark": spell("{R}", f"Next Spark deals {second} damage to any target."),
            "Thick Air": spell(
                "{W}", f"Prevent the next {shield} damage that would be dealt to target player this turn."
            ),
        },
    )

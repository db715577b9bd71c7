"""Questions about casting (CR 601), targets, copies and triggers."""

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
)


@generator("largest-x", level=1, rules=("107.3a", "601.2b", "601.2f"), slips=("costs-and-x",))
def largest_x(rng: random.Random) -> Draft:
    """X is what is left of the mana after the rest of the total cost (CR 601.2f)."""
    lands, posts = rng.randint(3, 6), rng.randint(0, 2)
    battlefield = [f"{lands} Mountains"] + ([f"{posts} Toll Post"] if posts else [])
    return Draft(
        given=table(A={"battlefield": battlefield, "hand": ["Ember Wave"]}, B={}),
        do=[{"cast": "Ember Wave", "by": "A", "targets": "B"}, {"mark": "cast"}],
        expect=[number({"stack": {"Ember Wave": {"x": "any"}}}, at="cast")],
        answer=Numeric(
            "most",
            ((lands, "costs-and-x"), (lands - 1, "costs-and-x"), (max(lands - 2, 0), "costs-and-x")),
        ),
        explore=("x",),
    )


@generator("one-target-gone", level=2, rules=("608.2b", "400.7"), slips=("partial-target",))
def one_target_gone(rng: random.Random) -> Draft:
    """A spell resolves for the targets that are still legal; with none left it does nothing (CR 608.2b)."""
    victims = ["Hedge Porter", "Mill Ox"]
    gone = rng.sample(victims, rng.randint(1, 2))
    ends = [("options.none", 0), ("options.first", 1), ("options.second", 2), ("options.both_named", 3)]
    expect = []
    for key, which in ends:
        dead = [name for n, name in enumerate(victims) if which & (1 << n)]
        # The spells that return creatures lie in that graveyard too, and nothing else does.
        condition: dict[str, object] = {"cards": {"B's graveyard": str(len(dead) + len(gone))}}
        if dead:
            condition["zone"] = dict.fromkeys(dead, "B's graveyard")
        expect.append({"id": f"c{which}", "claim": key, "always": condition})
    return Draft(
        given=table(
            A={"battlefield": ["Swamp"], "hand": ["Two Ends"]},
            B={"battlefield": [*victims, f"{len(gone)} Islands"], "hand": [f"{len(gone)} Pull Home"]},
        ),
        do=[
            {"cast": "Two Ends", "by": "A", "targets": victims},
            *({"cast": "Pull Home", "by": "B", "targets": name} for name in gone),
            {"resolve": "all"},
        ],
        expect=expect,
        answer=Options(tuple((key, f"c{which}", "partial-target") for key, which in ends)),
        cards={
            "Two Ends": spell("{B}", "Destroy two target creatures."),
            "Pull Home": spell("{U}", "Return target creature to its owner's hand."),
            "Hedge Porter": creature(1, 3, kind="Soldier"),
            "Mill Ox": creature(2, 4, kind="Ox"),
        },
        values={"first": victims[0], "second": victims[1]},
    )


@generator("storm", level=2, rules=("702.40a", "707.10"), slips=("storm",))
def storm(rng: random.Random) -> Draft:
    """Storm copies the spell for each spell cast before it this turn; the spell itself resolves too (CR 702.40a)."""
    before, damage = rng.randint(1, 3), rng.randint(1, 2)
    return Draft(
        given=table(
            A={
                "battlefield": [f"{before} Forests", "Mountain"],
                "hand": [f"{before} Call Wolf", "Chain Spark"],
            },
            B={},
        ),
        do=[
            *({"cast": "Call Wolf", "by": "A"} for _ in range(before)),
            {"resolve": "all"},
            {"cast": "Chain Spark", "by": "A", "targets": "B"},
            {"resolve": "all"},
        ],
        expect=[number({"life": {"B": "any"}})],
        answer=Numeric(
            wrong=(
                (20 - damage, "storm"),
                (20 - damage * before, "storm"),
                (20 - damage * (before + 2), "storm"),
            )
        ),
        cards={
            "Chain Spark": spell(
                "{R}", f"Chain Spark deals {damage} damage to target player.\nStorm", "Sorcery"
            )
        },
        answers={"target": "B"},
    )


@generator("prowess", level=1, rules=("702.108a", "603.2"), slips=("prowess",))
def prowess(rng: random.Random) -> Draft:
    """Prowess triggers for each noncreature spell its controller casts, before that spell resolves (CR 702.108a)."""
    sparks, cats, power = rng.randint(1, 3), rng.randint(0, 2), rng.randint(1, 2)
    hand = [f"{sparks} Ember Jab"] + ([f"{cats} Late Scout"] if cats else [])
    lands = [f"{sparks} Mountains", f"{2 * cats} Forests"] if cats else [f"{sparks} Mountains"]
    return Draft(
        given=table(A={"battlefield": ["Drill Monk", *lands], "hand": hand}, B={}),
        do=[
            *({"cast": "Ember Jab", "by": "A", "targets": "B"} for _ in range(sparks)),
            *({"cast": "Late Scout", "by": "A"} for _ in range(cats)),
            {"resolve": "all"},
        ],
        expect=[number({"looks": {"Drill Monk": {"power": "any"}}})],
        answer=Numeric(
            wrong=((power, "prowess"), (power + 1, "prowess"), (power + sparks + cats, "prowess"))
        ),
        cards={"Drill Monk": creature(power, 2, "Prowess", "Human Monk")},
    )


@generator("dies-together", level=2, rules=("603.2c", "603.10a", "704.3"), slips=("dies-together",))
def dies_together(rng: random.Random) -> Draft:
    """What leaves at the same time sees the others and itself die (CR 603.10a)."""
    theirs, life = rng.randint(1, 2), rng.randint(5, 15)
    mine = rng.randint(0, 2 - theirs)
    return Draft(
        given=table(
            A={
                "life": life,
                "battlefield": ["Grave Clerk", *(["Yard Goose"] * mine), "Swamp"],
                "hand": ["All Fall"],
            },
            B={"battlefield": [f"{theirs} Mill Ox"]},
        ),
        do=[{"cast": "All Fall", "by": "A"}, {"resolve": "all"}],
        expect=[number({"life": {"A": "any"}})],
        answer=Numeric(
            wrong=(
                (life + mine + theirs, "dies-together"),
                (life + 1, "dies-together"),
                (life, "dies-together"),
            )
        ),
        cards={
            "Grave Clerk": creature(1, 1, "Whenever a creature dies, you gain 1 life.", "Human Cleric"),
            "Yard Goose": creature(1, 1, kind="Bird"),
            "Mill Ox": creature(2, 4, kind="Ox"),
            "All Fall": spell("{B}", "Destroy all creatures.", "Sorcery"),
        },
        explore=("order",),
    )


@generator("each-player-triggers", level=3, rules=("603.3b", "101.4", "405.5"), slips=("apnap",))
def each_player_triggers(rng: random.Random) -> Draft:
    """The active player's triggers go on the stack first, so the other player's resolve first (CR 603.3b)."""
    active, gain = rng.choice("AB"), rng.randint(1, 3)
    other = "B" if active == "A" else "A"
    do: list[dict[str, object]] = [] if active == "A" else [{"pass": "B"}]
    first = {"order": [{"event": "gains life", "player": "A"}, {"event": "gains life", "player": "B"}]}
    second = {"order": [{"event": "gains life", "player": "B"}, {"event": "gains life", "player": "A"}]}
    return Draft(
        given=table(
            active=active,
            A={"battlefield": ["Mountain", "Row Bell"], "hand": ["Ember Jab"]},
            B={"battlefield": ["Old Bear", placed("Row Bell", as_="other Row Bell")]},
        ),
        do=[*do, {"cast": "Ember Jab", "by": "A", "targets": "Old Bear"}, {"resolve": "all"}],
        expect=[
            {"id": "a", "claim": "A first", "always": first},
            {"id": "b", "claim": "B first", "always": second},
        ],
        answer=Options((("options.player_a", "a", "apnap"), ("options.player_b", "b", "apnap"))),
        cards={"Row Bell": spell("{1}", f"Whenever a creature dies, you gain {gain} life.", "Artifact")},
        values={"active": active, "other": other},
    )

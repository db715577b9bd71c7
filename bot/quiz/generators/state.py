"""Questions about state-based actions (CR 704), layers (CR 613) and what counters do."""

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


@generator("counters-cancel", level=1, rules=("704.5q", "122.3"), slips=("counters-cancel",))
def counters_cancel(rng: random.Random) -> Draft:
    """+1/+1 and -1/-1 counters on a permanent are removed in pairs (CR 704.5q)."""
    plus, minus = rng.randint(1, 4), rng.randint(1, 3)
    return Draft(
        given=table(A={"battlefield": [placed("Mill Ox", counters={"+1/+1": plus, "-1/-1": minus})]}, B={}),
        do=[{"to": "end"}],
        expect=[number({"looks": {"Mill Ox": {"counters": {"+1/+1": "any"}}}})],
        answer=Numeric(
            wrong=((plus, "counters-cancel"), (plus + minus, "counters-cancel"), (0, "counters-cancel"))
        ),
        cards={"Mill Ox": creature(2, 5, kind="Ox")},
    )


@generator("layers", level=3, rules=("613.4b", "613.4c", "613.7"), slips=("layers",))
def layers(rng: random.Random) -> Draft:
    """Effects that set base power apply before counters and bonuses, whichever came first (CR 613.4b, 613.4c)."""
    base, counters, bonus, power = rng.randint(0, 1), rng.randint(1, 2), rng.randint(1, 3), rng.randint(2, 4)
    casts = [{"cast": "Swell Up", "by": "A", "targets": "Mill Ox"}, {"cast": "Level Field", "by": "A"}]
    rng.shuffle(casts)
    return Draft(
        given=table(
            A={
                "battlefield": [placed("Mill Ox", counters={"+1/+1": counters}), "Forest", "Plains"],
                "hand": ["Swell Up", "Level Field"],
            },
            B={},
        ),
        do=[casts[0], {"resolve": "top"}, casts[1], {"resolve": "all"}],
        expect=[number({"looks": {"Mill Ox": {"power": "any"}}})],
        answer=Numeric(
            wrong=(
                (base, "layers"),
                (base + counters, "layers"),
                (base + bonus, "layers"),
                (power + counters + bonus, "layers"),
            )
        ),
        cards={
            "Mill Ox": creature(power, 5, kind="Ox"),
            "Swell Up": spell("{G}", f"Target creature gets +{bonus}/+{bonus} until end of turn."),
            "Level Field": spell(
                "{W}", f"All creatures have base power and toughness {base}/1.", "Enchantment"
            ),
        },
    )


@generator("legends", level=1, rules=("704.5j",), slips=("legends",))
def legends(rng: random.Random) -> Draft:
    """A player keeps one legend of a name; those of other players do not count (CR 704.5j)."""
    cast, others = rng.randint(1, 2), rng.randint(0, 1)
    queens = 1 + cast
    return Draft(
        given=table(
            A={
                "battlefield": ["Lone Empress", f"{2 * cast} Forests"],
                "hand": [f"{cast} Lone Empress"],
            },
            B={"battlefield": ["Lone Empress"] * others},
        ),
        do=[
            step
            for _ in range(cast)
            for step in ({"cast": "Lone Empress in A's hand", "by": "A"}, {"resolve": "all"})
        ],
        expect=[number({"cards": {"A's graveyard": "any"}})],
        answer=Numeric(
            wrong=((0, "legends"), (queens, "legends"), (queens - 1 + others, "legends"), (1, "legends"))
        ),
        cards={
            "Lone Empress": {
                "mana cost": "{1}{G}",
                "type": "Legendary Creature — Human Noble",
                "P/T": "2/2",
                "text": "",
            }
        },
        explore=("legend", "choose"),
        values={"name": "Lone Empress"},
    )


@generator("growth-in-time", level=2, rules=("704.5g", "514.2", "608.2"), slips=("growth-in-time",))
def growth_in_time(rng: random.Random) -> Draft:
    """A bonus saves a creature if it resolves before the damage; both wear off together (CR 514.2)."""
    toughness, bonus, damage = rng.randint(1, 3), rng.randint(1, 3), rng.randint(2, 4)
    swell_last = rng.random() < 0.6
    jab = {"cast": "First Spark", "by": "A", "targets": "Mill Ox"}
    swell = {"cast": "Swell Up", "by": "B", "targets": "Mill Ox"}
    # What is cast in response resolves first.
    do = [jab, swell] if swell_last else [{"pass": "A"}, swell, jab]
    claims, options = yes_no({"zone": {"Mill Ox": "battlefield"}}, "growth-in-time")
    return Draft(
        given=table(
            A={"battlefield": ["Mountain"], "hand": ["First Spark"]},
            B={"battlefield": ["Mill Ox", "Forest"], "hand": ["Swell Up"]},
        ),
        do=[*do, {"resolve": "all"}, {"to": "B's upkeep"}],
        expect=claims,
        answer=options,
        cards={
            "Mill Ox": creature(2, toughness, kind="Ox"),
            "Swell Up": spell("{G}", f"Target creature gets +{bonus}/+{bonus} until end of turn."),
            "First Spark": spell("{R}", f"First Spark deals {damage} damage to any target."),
        },
        values={"name": "Mill Ox"},
    )


@generator("wilting", level=1, rules=("704.5f", "702.12b", "704.5g"), slips=("toughness-zero",))
def wilting(rng: random.Random) -> Draft:
    """Toughness 0 puts a creature into the graveyard, indestructible or not; damage does not (CR 704.5f, 702.12b)."""
    toughness, much = rng.randint(2, 4), rng.randint(1, 4)
    wilt, hard = rng.random() < 0.5, rng.random() < 0.7
    text = (
        f"Target creature gets -{much}/-{much} until end of turn."
        if wilt
        else f"Dry Heat deals {much} damage to target creature."
    )
    claims, options = yes_no({"zone": {"Stone Warden": "battlefield"}}, "toughness-zero")
    return Draft(
        given=table(A={"battlefield": ["Swamp"], "hand": ["Dry Heat"]}, B={"battlefield": ["Stone Warden"]}),
        do=[{"cast": "Dry Heat", "by": "A", "targets": "Stone Warden"}, {"resolve": "all"}],
        expect=claims,
        answer=options,
        cards={
            "Stone Warden": creature(2, toughness, "Indestructible" if hard else "", "Golem"),
            "Dry Heat": spell("{B}", text),
        },
        values={"name": "Stone Warden"},
    )


@generator("persist", level=2, rules=("702.79a", "603.10a", "400.7"), slips=("persist",))
def persist(rng: random.Random) -> Draft:
    """Persist looks at the counters the creature had as it last was (CR 702.79a)."""
    counters = rng.choice([{}, {"-1/-1": 1}, {"+1/+1": 1}])
    thing = placed("Mud Riser", counters=counters) if counters else "Mud Riser"
    claims, options = yes_no({"zone": {"Mud Riser": "battlefield"}}, "persist")
    return Draft(
        given=table(A={"battlefield": ["Swamp"], "hand": ["Hard End"]}, B={"battlefield": [thing]}),
        do=[{"cast": "Hard End", "by": "A", "targets": "Mud Riser"}, {"resolve": "all"}],
        expect=claims,
        answer=options,
        cards={
            "Mud Riser": creature(3, 3, "Persist", "Elemental"),
            "Hard End": spell("{B}", "Destroy target creature."),
        },
        values={"name": "Mud Riser"},
    )


@generator("who-loses", level=2, rules=("704.5a", "704.3", "104.4a"), slips=("lose-together",))
def who_loses(rng: random.Random) -> Draft:
    """State-based actions are performed together, so players can lose at the same time (CR 704.3, 104.4a)."""
    damage = rng.randint(2, 4)
    lives = {player: damage + rng.choice([-1, 0, 1]) for player in "AB"}
    ends = [
        ("options.nobody", "no", "no"),
        ("options.only_a", "yes", "no"),
        ("options.only_b", "no", "yes"),
        ("options.both_players", "yes", "yes"),
    ]
    return Draft(
        given=table(
            A={"life": lives["A"], "battlefield": ["Mountain"], "hand": ["Wide Bang"]}, B={"life": lives["B"]}
        ),
        do=[{"cast": "Wide Bang", "by": "A"}, {"resolve": "all"}],
        expect=[
            {"id": f"c{n}", "claim": key, "always": {"lost": {"A": a, "B": b}}}
            for n, (key, a, b) in enumerate(ends)
        ],
        answer=Options(tuple((key, f"c{n}", "lose-together") for n, (key, _, _) in enumerate(ends))),
        cards={"Wide Bang": spell("{R}", f"Wide Bang deals {damage} damage to each player.", "Sorcery")},
    )

"""Trials: each outcome beside a twin in which the opposite comes out, with cards of our own invention."""

from __future__ import annotations

import pytest

from rules_engine import CardText
from rules_engine.trials import KINDS, Kind, Trial, TrialReport, try_out
from rules_engine.trials.spells import MOMENTS


def spell(text: str, cost: str = "{1}{B}", kind: str = "Instant", name: str = "Odd Word") -> CardText:
    return CardText(name, cost, kind, text)


def creature(
    text: str = "",
    pt: str = "2/2",
    cost: str = "{2}{G}",
    kind: str = "Creature — Boar",
    name: str = "Odd Boar",
) -> CardText:
    power, toughness = pt.split("/")
    return CardText(name, cost, kind, text, power, toughness)


BLAST = spell("Odd Word deals 3 damage to any target. Scry 3.", "{1}{R}")
END = spell("Destroy target creature. Surveil 4.")
AWAY = spell("Exile target creature. Its controller gains 7 life.", "{2}{W}")
COUNTER = spell("Counter target spell. Scry 4.", "{U}{U}")
HOME = spell("Return target creature to its owner's hand. Scry 3.", "{1}{U}")
SMALL, LARGE = creature(pt="3/3"), creature(pt="3/4")


def tried(kind: Kind, first: CardText, second: CardText | None = None, **more: str) -> TrialReport:
    return try_out(Trial(kind, first, second, **more))  # type: ignore[arg-type]


def outcomes(report: TrialReport) -> dict[str, str]:
    """Each branch's outcome, with the rule that forbids it where one does."""
    assert report.status == "decided", report
    return {branch.whose: " ".join(filter(None, (branch.outcome, branch.rule))) for branch in report.branches}


@pytest.mark.parametrize(
    ("first", "second", "theirs", "mine"),
    [
        (BLAST, SMALL, "graveyard", "graveyard"),
        (BLAST, LARGE, "stays", "stays"),
        (END, LARGE, "graveyard", "graveyard"),
        (END, creature("Indestructible"), "stays", "stays"),
        (END, creature("Hexproof"), "illegal 702.11b", "graveyard"),
        (END, creature("Shroud"), "illegal 702.18a", "illegal 702.18a"),
        (END, creature("Protection from black"), "illegal 702.16b", "illegal 702.16b"),
        (END, creature("Protection from white"), "graveyard", "graveyard"),
        (END, creature("Undying"), "returns", "returns"),
        (AWAY, creature("Indestructible"), "exile", "exile"),
        (HOME, creature("Indestructible"), "hand", "hand"),
        (
            spell("Destroy all creatures. Scry 3.", kind="Sorcery"),
            creature("Hexproof"),
            "graveyard",
            "graveyard",
        ),
        (spell("Destroy target artifact. Scry 4."), LARGE, "illegal 115.1", "illegal 115.1"),
        (
            spell("Destroy target artifact. Scry 4."),
            creature(kind="Artifact Creature — Boar"),
            "graveyard",
            "graveyard",
        ),
        (
            spell("All creatures get -2/-2 until end of turn. Scry 3."),
            creature("Indestructible"),
            "graveyard",
            "graveyard",
        ),
        (
            creature(
                "When this creature enters, it deals 3 damage to target creature. Scry 2.", name="Odd Hog"
            ),
            SMALL,
            "graveyard",
            "graveyard",
        ),
        (
            creature("{1}{R}, {T}: This creature deals 3 damage to target creature. Scry 2.", name="Odd Hog"),
            LARGE,
            "stays",
            "stays",
        ),
    ],
)
def test_fate__where_the_second_card_ends(first: CardText, second: CardText, theirs: str, mine: str) -> None:
    assert outcomes(tried("fate", first, second)) == {"theirs": theirs, "mine": mine}


def test_fate_by_choices__is_mixed_and_says_what_they_can_bring_about() -> None:
    divided = spell(
        "Odd Word deals 3 damage divided as you choose among one, two, or three targets. Scry 2.", "{2}{R}"
    )
    report = tried("fate", divided, SMALL, whose="theirs")
    assert report.status == "depends"
    assert report.alike
    assert report.branches[0].may == {"graveyard", "stays"}


def test_what_the_table_changes__depends() -> None:
    """Each of these would come out one way on an empty table and another way on a full one."""
    grows = creature("This creature gets +0/+2 as long as you control an artifact.", "3/3")
    assert tried("fate", BLAST, grows, whose="theirs").status == "depends"
    counts = CardText(
        "Odd Herd",
        "{2}{G}",
        "Creature — Boar",
        "Odd Herd's power and toughness are each equal to the number of cards in all graveyards.",
        "*",
        "*",
    )
    assert tried("fate", BLAST, counts, whose="theirs").status == "depends"
    walks = creature("Forestwalk")
    assert tried("block", LARGE, walks).status == "depends"


@pytest.mark.parametrize(
    ("second", "outcome"),
    [
        (creature("Flying"), "cannot 509.1b"),
        (creature("Menace"), "with-others 509.1b"),
        (creature(), "can"),
        (creature("Protection from green"), "cannot 509.1b"),
        (creature("Skulk", "1/1"), "cannot 509.1b"),
    ],
)
def test_block__by_the_attackers_evasion(second: CardText, outcome: str) -> None:
    assert outcomes(tried("block", creature(name="Odd Wall"), second)) == {"theirs": outcome}


def test_block__with_reach_or_not_at_all() -> None:
    flyer = creature("Flying")
    assert outcomes(tried("block", creature("Reach", name="Odd Web"), flyer)) == {"theirs": "can"}
    unable = tried("block", creature("This creature can't block.", name="Odd Coward"), creature())
    assert outcomes(unable) == {"theirs": "cannot 509.1b"}
    assert unable.control == "it can block nothing"


@pytest.mark.parametrize(
    ("attacker", "blocker", "outcome"),
    [
        (creature(pt="3/3"), creature(pt="3/3", name="Odd Wall"), "both"),
        (creature(pt="2/2"), creature(pt="3/3", name="Odd Wall"), "first"),
        (creature(pt="4/4"), creature(pt="3/3", name="Odd Wall"), "second"),
        (creature(pt="1/3"), creature(pt="1/3", name="Odd Wall"), "neither"),
        (creature("First strike", "3/1"), creature(pt="3/3", name="Odd Wall"), "second"),
        (creature("Deathtouch", "1/1"), creature(pt="5/5", name="Odd Wall"), "both"),
        (creature("Flying"), creature(name="Odd Wall"), "no-block 509.1b"),
    ],
)
def test_fight__who_dies(attacker: CardText, blocker: CardText, outcome: str) -> None:
    assert outcomes(tried("fight", attacker, blocker)) == {"theirs": outcome}


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        (COUNTER, creature(), "countered"),
        (COUNTER, creature("This spell can't be countered."), "not-countered"),
        (spell("Counter target creature spell. Scry 4.", "{U}{U}"), creature(), "countered"),
        (spell("Counter target noncreature spell. Scry 4.", "{U}{U}"), creature(), "illegal 115.1"),
    ],
)
def test_counter__by_what_may_be_countered(first: CardText, second: CardText, outcome: str) -> None:
    assert outcomes(tried("counter", first, second)) == {"theirs": outcome}


def test_counter_unless_paid__is_up_to_the_players() -> None:
    tax = spell("Counter target spell unless its controller pays {2}. Scry 4.", "{1}{U}")
    report = tried("counter", tax, creature())
    assert report.status == "depends"
    assert report.branches[0].may == {"countered", "not-countered"}


@pytest.mark.parametrize("moment", sorted(MOMENTS))
def test_timing__instants_and_flash_at_any_time_others_not(moment: str) -> None:
    slow = {"mine": "cannot 307.1"} if moment != "second main phase" else {"mine": "can"}
    assert outcomes(tried("timing", BLAST, detail=moment)) == {"mine": "can"}
    assert outcomes(tried("timing", creature("Flash"), detail=moment)) == {"mine": "can"}
    sorcery = spell("Draw four cards, then scry 4.", "{3}{U}", "Sorcery")
    assert outcomes(tried("timing", sorcery, detail=moment)) == slow


def test_attack__waits_for_a_turn_unless_it_has_haste() -> None:
    assert outcomes(tried("attack", creature(), detail="new")) == {"mine": "cannot 302.6"}
    assert outcomes(tried("attack", creature("Haste"), detail="new")) == {"mine": "can"}
    reminded = creature("Vigilance (It stays untapped while attacking.)")
    assert outcomes(tried("attack", reminded, detail="new")) == {"mine": "cannot 302.6"}
    assert outcomes(tried("attack", creature())) == {"mine": "can"}
    assert outcomes(tried("attack", creature("Defender"))) == {"mine": "cannot 508.1c"}


WATCHER = creature("Whenever you cast an instant or sorcery spell, scry 3.", name="Odd Owl")


@pytest.mark.parametrize(
    ("watcher", "second", "detail", "theirs", "mine"),
    [
        (WATCHER, BLAST, "", "never", "once"),
        (WATCHER, creature(), "", "never", "never"),
        (
            creature("Whenever another creature enters, scry 3.", name="Odd Owl"),
            creature(),
            "",
            "once",
            "once",
        ),
        (creature("Whenever another creature enters, scry 3.", name="Odd Owl"), END, "", "never", "never"),
        (
            creature("Whenever another creature you control dies, scry 3.", name="Odd Owl"),
            creature(),
            "dies",
            "never",
            "once",
        ),
    ],
)
def test_trigger__on_what_it_watches(
    watcher: CardText, second: CardText, detail: str, theirs: str, mine: str
) -> None:
    assert outcomes(tried("trigger", watcher, second, detail=detail)) == {"theirs": theirs, "mine": mine}


def test_trigger_that_nothing_shows__is_no_answer() -> None:
    """That it doesn't trigger says something only where it would on another card."""
    never = creature("Whenever you cycle a card, scry 3.", name="Odd Owl")
    report = tried("trigger", never, creature())
    assert report.status in ("inconclusive", "unsupported")
    assert not report.branches


def test_hinder__what_can_no_more_be_done() -> None:
    lock = CardText("Odd Lock", "{2}", "Artifact", "Players can't cast creature spells.")
    stopped = tried("hinder", lock, creature())
    assert outcomes(stopped) == {"theirs": "cast 601.3", "mine": "cast 601.3"}
    assert outcomes(tried("hinder", lock, BLAST)) == {"theirs": "nothing", "mine": "nothing"}
    assert stopped.branches[0].may == {"cast"}


def test_what_is_not_understood__is_named() -> None:
    report = tried("fate", BLAST, creature("Flying\nWhenever the moon is blue, this creature sings."))
    assert report.status == "unsupported"
    assert [one.text for one in report.unsupported] == ["Whenever the moon is blue, this creature sings."]


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("fate", creature(name="Odd Hog"), creature()),  # it does nothing by itself
        ("fate", END, spell("Scry 5.", name="Other Word")),  # no permanent
        (
            "fate",
            END,
            creature("This creature enters with two +1/+1 counters on it."),
        ),  # how it entered matters
        ("block", END, creature()),
        ("fight", creature(name="Odd Hog"), CardText("Odd Rock", "{2}", "Artifact", "")),
        ("counter", END, CardText("Odd Field", "", "Land", "")),
        ("counter", spell("Scry 5."), creature()),
        ("hinder", CardText("Odd Lock", "{2}", "Artifact", ""), CardText("Odd Field", "", "Land", "")),
    ],
)
def test_what_can_not_be_tried__is_no_answer(kind: Kind, first: CardText, second: CardText) -> None:
    report = tried(kind, first, second)
    assert report.status == "inconclusive"
    assert report.problem
    assert report.outcome is None


@pytest.mark.parametrize(
    ("kind", "first", "second", "rule", "outcome"),
    [
        ("fate", BLAST, SMALL, "704.5g", "stays"),
        ("fight", creature("Deathtouch", "1/1"), creature(pt="5/5", name="Odd Wall"), "704.5h", "first"),
    ],
)
def test_without_the_rule__the_other_thing_comes_out(
    kind: Kind, first: CardText, second: CardText, rule: str, outcome: str
) -> None:
    trial = Trial(kind, first, second, whose="theirs")
    assert try_out(trial).outcome != outcome
    assert try_out(trial, frozenset({rule})).outcome == outcome


DETAILS: dict[str, str] = {"timing": "response", "looks": "size"}


def test_every_kind_has_a_function() -> None:
    for kind in KINDS:
        report = try_out(Trial(kind, BLAST, SMALL, detail=DETAILS.get(kind, "")))
        assert report.kind == kind


TWO_FACED = CardText(
    "Day Boar // Dusk Boar",
    "{2}{G}",
    "Creature — Boar // Creature — Boar",
    "Hexproof\n//\nIndestructible",
    "3 // 5",
    "3 // 5",
    layout="transform",
)
BACK = frozenset({TWO_FACED.name})


def test_double_faced_card__lies_there_with_the_face_up_that_is_meant() -> None:
    front = try_out(Trial("fate", END, TWO_FACED, "theirs"))
    back = try_out(Trial("fate", END, TWO_FACED, "theirs", transformed=BACK))
    assert outcomes(front) == {"theirs": "illegal 702.11b"}
    assert outcomes(back) == {"theirs": "stays"}
    assert outcomes(try_out(Trial("fate", BLAST, TWO_FACED, "mine"))) == {"mine": "graveyard"}


def test_back_face__is_not_cast_from_the_hand() -> None:
    assert try_out(Trial("timing", TWO_FACED, detail="response")).status == "decided"
    assert try_out(Trial("timing", TWO_FACED, detail="response", transformed=BACK)).status == "inconclusive"


@pytest.mark.parametrize(
    ("kind", "first", "second", "detail", "rule"),
    [
        ("fate", END, creature("Indestructible"), "", "702.12b"),
        ("fate", END, creature("Undying"), "", "702.93a"),
        ("fate", BLAST, SMALL, "", "704.5g"),
        ("block", creature(name="Odd Wall"), creature("Flying"), "", "702.9b"),
        ("fight", creature("First strike", "3/1"), creature(pt="3/3", name="Odd Wall"), "", "702.7b"),
        ("timing", creature("Flash"), None, "response", "702.8a"),
        ("timing", BLAST, None, "response", "117.1a"),
        ("attack", creature("Haste"), None, "new", "702.10b"),
    ],
)
def test_rule_that_decides__is_cited_before_those_of_every_spell(
    kind: Kind, first: CardText, second: CardText | None, detail: str, rule: str
) -> None:
    rules = tried(kind, first, second, detail=detail).rules
    assert rule in rules[:3]
    bare = creature(name="Odd Pig")
    assert (
        rule
        not in tried(kind, bare, bare if second is None else creature(name="Odd Hog"), detail=detail).rules
    )


HUSH = CardText(
    "Odd Hush",
    "{2}{W}",
    "Enchantment",
    "All creatures lose all abilities and have base power and toughness 1/1.",
)
LIFE = CardText(
    "Odd Life",
    "{2}{W}",
    "Enchantment",
    "Each other non-Aura enchantment is a creature in addition to its other types and has base power and toughness each equal to its mana value.",
)


@pytest.mark.parametrize(
    ("first", "second", "detail", "theirs", "mine"),
    [
        (HUSH, creature("Flying", "4/4"), "size", "1/1", "1/1"),
        (HUSH, creature("Flying", "4/4"), "has flying", "no", "no"),
        (HUSH, creature("Flying", "4/4"), "abilities", "none", "none"),
        (HUSH, creature("Flying", "4/4"), "is creature", "yes", "yes"),
        (HUSH, creature("Flying", "4/4"), "is land", "no", "no"),
        (
            CardText("Odd Flag", "{W}", "Enchantment", "Creatures you control get +1/+1."),
            creature(),
            "size",
            "2/2",
            "3/3",
        ),
        (
            CardText(
                "Odd Bark", "{G}", "Enchantment — Aura", "Enchant creature\nEnchanted creature gets +2/+2."
            ),
            creature(),
            "size",
            "4/4",
            "4/4",
        ),
        (
            CardText("Odd Rot", "{B}", "Enchantment", "All creatures get -2/-2."),
            creature(),
            "size",
            "gone",
            "gone",
        ),
        (HUSH, CardText("Odd Rock", "{2}", "Artifact", ""), "size", "no creature", "no creature"),
    ],
)
def test_looks__what_a_permanent_is_while_another_is_there(
    first: CardText, second: CardText, detail: str, theirs: str, mine: str
) -> None:
    report = tried("looks", first, second, detail=detail)
    assert report.status == "decided"
    assert [branch.outcome for branch in report.branches] == [theirs, mine]


def test_looks_by_which_came_first__depends() -> None:
    """Both set the same power and toughness, so the later one does (CR 613.7a)."""
    report = tried("looks", LIFE, HUSH, detail="size")
    assert report.status == "depends"
    assert (
        tried("looks", LIFE, CardText("Odd Flag", "{3}{W}", "Enchantment", ""), detail="size").outcome
        == "4/4"
    )


def test_choices_without_end__are_no_answer_and_take_no_time() -> None:
    """Four of some forty permanents are thousands of ways; none of them is played."""
    greedy = creature(
        "Whenever this creature is dealt damage, sacrifice four permanents.", "1/9", name="Odd Miser"
    )
    report = tried("fate", BLAST, greedy, whose="mine")
    assert report.status == "inconclusive"
    assert "bound" in report.problem


def test_looks_by_what_no_position_varies__is_no_answer() -> None:
    """Twenty life and less on both tables say nothing about a game in which somebody has thirty."""
    saint = creature(
        "As long as you have 30 or more life, this creature gets +5/+5.", "1/1", name="Odd Saint"
    )
    flag = CardText("Odd Flag", "{W}", "Enchantment", "Creatures you control get +1/+1.")
    assert tried("looks", flag, saint, detail="size").status == "inconclusive"
    assert tried("looks", flag, creature(), detail="size").status == "decided"

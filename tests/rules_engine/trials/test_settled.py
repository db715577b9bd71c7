"""What positions do not vary, and what the cards could do about it themselves: each beside a twin that has an outcome."""

from __future__ import annotations

import pytest

from rules_engine import CardText
from rules_engine.trials import Kind, TrialReport
from tests.rules_engine.trials.test_trials import BLAST, END, SMALL, creature, outcomes, spell, tried


def unsettled(report: TrialReport) -> bool:
    """Whether there is no outcome, and the reason is not that a card is not understood."""
    assert report.status != "unsupported", report.unsupported
    return report.status == "inconclusive" and not report.branches


@pytest.mark.parametrize(
    ("kind", "first", "second", "settled"),
    [
        # what happened this turn, how much life somebody has, whose turn it is: alike in every position
        (
            "fate",
            BLAST,
            creature("This creature gets +0/+5 as long as you gained life this turn."),
            creature("This creature gets +0/+5."),
        ),
        (
            "fate",
            BLAST,
            creature("This creature gets +0/+5 as long as you have 30 or more life."),
            creature("This creature gets +0/+5 as long as you have 15 or more life."),
        ),
        (
            "fate",
            END,
            creature("During your turn, this creature has indestructible."),
            creature("This creature has indestructible."),
        ),
    ],
)
def test_condition_that_no_position_varies__is_no_answer(
    kind: Kind, first: CardText, second: CardText, settled: CardText
) -> None:
    report = tried(kind, first, second)
    assert unsettled(report)
    assert tried(kind, first, settled).branches


def test_condition_that_the_positions_vary__depends_or_is_decided() -> None:
    """On a full table there is a creature of every type, so a lord's friends are there or not."""
    goblin = creature("This creature gets +0/+2 as long as you control a Goblin.", "3/3")
    assert tried("fate", BLAST, goblin).status == "depends"
    either = creature("This creature gets +2/+0 as long as you control a Goblin.", "3/3")
    assert outcomes(tried("fate", BLAST, either)) == {"theirs": "graveyard", "mine": "graveyard"}


def test_size_by_a_count__is_an_answer_only_where_size_does_not_matter() -> None:
    counts = CardText(
        "Odd Herd",
        "{2}{G}",
        "Creature — Boar",
        "Odd Herd's power and toughness are each equal to the number of creatures on the battlefield.",
        "*",
        "*",
    )
    # one of five tied with one of nine: both survive, a smaller herd would not
    assert not tried("fight", counts, creature(pt="1/9", name="Odd Wall")).outcome
    assert outcomes(tried("fate", END, counts)) == {"theirs": "graveyard", "mine": "graveyard"}


def test_counters_put_as_it_entered__make_its_size_unknown() -> None:
    grown = creature("When this creature enters, put a +1/+1 counter on it.")
    assert unsettled(tried("fate", BLAST, grown))
    assert unsettled(tried("fate", BLAST, creature("When this creature enters, it connives.")))
    assert outcomes(tried("fate", END, grown)) == {"theirs": "graveyard", "mine": "graveyard"}
    drew = creature("When this creature enters, draw a card.")
    assert tried("fate", BLAST, drew).outcome == "graveyard"


def test_damage_by_a_count__is_no_answer() -> None:
    counts = spell("Odd Word deals damage to target creature equal to the number of Swamps you control.")
    assert not tried("fate", counts, SMALL).outcome
    assert tried("fate", spell("Odd Word deals 4 damage to target creature."), SMALL).outcome == "graveyard"


@pytest.mark.parametrize(
    ("second", "answers"),
    [
        (creature("{B}: Regenerate this creature.", "3/3"), True),
        (creature("Vigilance\n{G}: Regenerate this creature.", "3/3"), True),
        (creature("{G}: This creature gets +1/+1 until end of turn.", "1/1"), True),  # four times
        (creature("{G}: This creature gets +1/+0 until end of turn.", "3/3"), False),
        (creature("{T}: Add {G}.", "3/3"), False),
        (
            creature("{G}: Regenerate this creature. Activate only as a sorcery.", "3/3"),
            False,
        ),
    ],
)
def test_own_ability_in_response__is_told_where_it_changes_the_outcome(
    second: CardText, *, answers: bool
) -> None:
    report = tried("fate", BLAST, second)
    assert report.outcome == "graveyard"
    assert {branch.answered for branch in report.branches} == {answers}


def test_own_ability_against_what_it_does_not_save_from__is_not_told() -> None:
    firm = spell("Destroy target creature. It can't be regenerated.")
    survivor = creature("{B}: Regenerate this creature.", "3/3")
    assert not any(branch.answered for branch in tried("fate", firm, survivor).branches)
    assert all(branch.answered for branch in tried("fate", END, survivor).branches)


def test_own_ability_in_a_fight__is_told() -> None:
    shade = creature("{B}: This creature gets +1/+1 until end of turn.", "1/1", name="Odd Shade")
    report = tried("fight", SMALL, shade)
    assert outcomes(report) == {"theirs": "second"}
    assert report.branches[0].answered
    assert not tried("fight", SMALL, creature(pt="1/1", name="Odd Shade")).branches[0].answered


def test_spell_that_aims_at_a_player__has_no_fate_for_a_permanent() -> None:
    edict = spell("Target player sacrifices a creature.")
    assert unsettled(tried("fate", edict, SMALL))
    assert outcomes(tried("target", edict, SMALL)) == {"theirs": "illegal 115.1", "mine": "illegal 115.1"}


def test_spell_that_does_something_later__is_no_answer() -> None:
    later = spell(
        "Exile target creature. Return that card to the battlefield under its owner's control at the beginning of the next end step.",
        "{1}{W}",
    )
    report = tried("fate", later, SMALL)
    assert unsettled(report)
    assert tried("fate", spell("Exile target creature. Scry 3.", "{1}{W}"), SMALL).outcome == "exile"


def test_target_in_a_state_that_nobody_speaks_of__is_no_answer() -> None:
    hunter = creature("When this creature enters, destroy target tapped creature.", name="Odd Hog")
    assert unsettled(tried("fate", hunter, SMALL))
    assert (
        tried(
            "fate", creature("When this creature enters, destroy target creature.", name="Odd Hog"), SMALL
        ).outcome
        == "graveyard"
    )


def test_land_that_can_become_a_creature__may_be_a_target_then() -> None:
    land = CardText(
        "Odd Field",
        "",
        "Land",
        "{1}{G}: This land becomes a 3/3 Boar creature until end of turn. It's still a land.",
    )
    assert unsettled(tried("target", END, land))
    plain = CardText("Odd Field", "", "Land", "{T}: Add {G}.")
    assert outcomes(tried("target", END, plain)) == {"theirs": "illegal 115.1", "mine": "illegal 115.1"}


@pytest.mark.parametrize("keyword", ["Madness {1}{R}", "Miracle {R}", "Suspend 2—{R}"])
def test_timing_of_what_is_cast_in_a_way_of_its_own__is_no_no(keyword: str) -> None:
    slow = spell(f"Odd Word deals 3 damage to any target.\n{keyword}", "{2}{R}", "Sorcery")
    assert unsettled(tried("timing", slow, detail="their turn"))
    plain = spell("Odd Word deals 3 damage to any target. Scry 3.", "{2}{R}", "Sorcery")
    assert outcomes(tried("timing", plain, detail="their turn")) == {"mine": "cannot 307.1"}


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("Dash {1}{R}", "new"),
        ("{R}: This creature gains haste until end of turn.", "new"),
        ("This creature enters tapped.\nHaste", "new"),
        ("Suspend 2—{R}", "new"),
        ("Defender\n{R}: This creature can attack this turn as though it didn't have defender.", ""),
    ],
)
def test_attack_of_what_has_a_way_of_its_own__is_no_answer(text: str, detail: str) -> None:
    report = tried("attack", creature(text), detail=detail)
    assert unsettled(report)
    assert tried("attack", creature("Defender"), detail=detail).branches


def test_block_with_an_ability_that_changes_it__is_no_answer() -> None:
    climber = creature("{G}: This creature gains reach until end of turn.", name="Odd Web")
    assert unsettled(tried("block", climber, creature("Flying")))
    assert outcomes(tried("block", creature(name="Odd Web"), creature("Flying"))) == {
        "theirs": "cannot 509.1b"
    }


def test_lock_that_works_only_in_one_turn_or_after_something__is_no_answer() -> None:
    turn = CardText("Odd Lock", "{2}", "Artifact", "During your turn, your opponents can't cast spells.")
    more = CardText("Odd Lock", "{2}", "Artifact", "Each player can't cast more than one spell each turn.")
    for lock in (turn, more):
        report = tried("hinder", lock, SMALL)
        assert unsettled(report)
    plain = CardText("Odd Lock", "{2}", "Artifact", "Your opponents can't cast spells.")
    assert outcomes(tried("hinder", plain, SMALL)) == {"theirs": "cast 601.3", "mine": "nothing"}


@pytest.mark.parametrize(
    ("second", "mine"),
    [
        (creature(pt="3/3"), "once"),
        (creature(pt="2/2"), "never"),
    ],
)
def test_trigger_on_a_large_creature__is_shown_by_a_large_one(second: CardText, mine: str) -> None:
    """An ordinary creature doesn't make it trigger: the control needs a large one."""
    watcher = creature(
        "Whenever a creature you control with power 3 or greater enters, scry 4.", name="Odd Owl"
    )
    assert outcomes(tried("trigger", watcher, second)) == {"theirs": "never", "mine": mine}


def test_trigger_on_a_creature_type__is_shown_by_one_of_every_type() -> None:
    watcher = creature("Whenever another Goblin you control dies, scry 4.", name="Odd Owl")
    assert outcomes(tried("trigger", watcher, creature(), detail="dies")) == {
        "theirs": "never",
        "mine": "never",
    }
    goblin = creature(kind="Creature — Goblin")
    assert outcomes(tried("trigger", watcher, goblin, detail="dies")) == {"theirs": "never", "mine": "once"}


def test_own_ability_that_can_not_be_explored__is_told_as_one_that_may_change_it() -> None:
    deep = creature("{B}: Regenerate this creature. Scry 5.", "3/3")
    assert all(branch.answered for branch in tried("fate", BLAST, deep).branches)


def test_what_does_something_only_when_activated__does_nothing_as_it_is_cast() -> None:
    pinger = creature(
        "Vigilance\n{T}: This creature deals 3 damage to target creature. Scry 2.", name="Odd Hog"
    )
    assert tried("fate", pinger, SMALL).outcome == "graveyard"
    assert unsettled(tried("fate", pinger, SMALL, detail="cast"))
    assert tried("fate", BLAST, SMALL, detail="cast").outcome == "graveyard"
    assert unsettled(tried("target", pinger, SMALL, detail="cast"))
    assert tried("target", BLAST, SMALL, detail="cast").outcome == "can"


def test_spell_that_aims_at_cards_elsewhere__may_target_it_there() -> None:
    raising = spell("Return target creature card from your graveyard to the battlefield. Scry 4.")
    assert unsettled(tried("target", raising, SMALL))
    assert unsettled(tried("fate", raising, SMALL))
    wrong = spell("Destroy target artifact. Scry 4.")
    assert outcomes(tried("target", wrong, SMALL)) == {"theirs": "illegal 115.1", "mine": "illegal 115.1"}


def test_fight_with_a_blocker_that_can_come_to_block__is_no_answer() -> None:
    climber = creature("{G}: This creature gains reach until end of turn.", name="Odd Web")
    assert unsettled(tried("fight", creature("Flying"), climber))
    assert outcomes(tried("fight", creature("Flying"), creature(name="Odd Web"))) == {
        "theirs": "no-block 509.1b"
    }
    unable = creature("This creature can't block unless you control an artifact.", name="Odd Coward")
    assert unsettled(tried("fight", SMALL, unable))

"""Comparing editions of the rules, and checking cited numbers against them."""

from __future__ import annotations

import datetime as dt
import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge import Knowledge, KnowledgeError
from knowledge.content import Ruleset
from knowledge.rules_diff import (
    as_numbers,
    check_citations,
    nearest_number,
    number_order,
    rules_diff,
)
from knowledge.sources.comprehensive_rules import decode, parse_rules
from tests.knowledge.samples import rules_text
from tests.knowledge.shared import shared_file
from tests.knowledge.sync.mirror import Mirror

OLD = rules_text("March 4, 2025")


def edition(text: str) -> Ruleset:
    return parse_rules(text).ruleset()


def renumbered(text: str, *changes: tuple[str, str]) -> Ruleset:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return edition(text.replace("March 4, 2025", "June 7, 2025"))


def numbers(new: Ruleset) -> dict[str, list[str]]:
    return dict(as_numbers(rules_diff(edition(OLD), new)))


def test_same_text__no_difference() -> None:
    assert not any(numbers(renumbered(OLD)).values())


def test_other_quotes_and_spaces__are_no_difference() -> None:
    new = renumbered(OLD, ("“Glimmer.”", '"Glimmer."'), ("brings a box", "brings  a box"))
    assert not any(numbers(new).values())


def test_rule_put_in_between__the_later_ones_moved_and_one_was_added() -> None:
    new = renumbered(
        OLD,
        ("702.5b Many", "702.5c Many"),
        ("702.5a Glimmer is", "702.5b Glimmer is"),
        ("702.5. Glimmer\n", "702.5. Glimmer\n\n702.5a A new sentence stands here first of all.\n"),
    )
    assert numbers(new) == {
        "added": ["702.5a"],
        "removed": [],
        "changed": [],
        "moved": ["702.5a → 702.5b", "702.5b → 702.5c"],
    }


def test_keyword_moved__its_heading_and_rules_moved_and_citations_of_it_are_no_change() -> None:
    new = renumbered(OLD, ("702.5", "702.8"))
    assert numbers(new)["moved"] == ["702.5 → 702.8", "702.5a → 702.8a", "702.5b → 702.8b"]
    assert not numbers(new)["changed"]


def test_reworded_in_its_place__is_changed() -> None:
    new = renumbered(OLD, ("Everyone brings a box of cards.", "Each person brings one box of cards."))
    assert numbers(new) == {"added": [], "removed": [], "changed": ["100.2"], "moved": []}


def test_only_an_example_changed__is_changed() -> None:
    new = renumbered(OLD, ("A shelf is none.", "A shelf is no table."))
    assert numbers(new)["changed"] == ["100.1a"]


def test_moved_and_reworded_a_little__is_still_moved() -> None:
    new = renumbered(OLD, ("702.6a Whoever ponders twice looks", "702.6b Whoever ponders twice then looks"))
    diff = rules_diff(edition(OLD), new)
    assert [(move.old.number, move.new.number, move.reworded) for move in diff.moved] == [
        ("702.6a", "702.6b", True)
    ]


def test_another_rule_under_an_old_number__is_removed_and_added() -> None:
    new = renumbered(
        OLD, ("A keyword stands for a longer sentence that somebody wrote down here once.", "Zebras.")
    )
    found = numbers(new)
    assert (found["removed"], found["added"], found["changed"]) == (["702.1"], ["702.1"], [])


def test_order__is_that_of_the_book() -> None:
    mixed = ["702.10", "702.9b", "1", "100.1", "702.9", "100", "702", "7", "704.5aa"]
    ordered = ["1", "100", "100.1", "7", "702", "702.9", "702.9b", "702.10", "704.5aa"]
    assert sorted(mixed, key=number_order) == ordered


@pytest.mark.parametrize(
    ("number", "nearest"),
    [("100.1z", "100.1"), ("100.9", "100"), ("702.5zz", "702.5"), ("103", "101"), ("x", "702")],
)
def test_nearest__is_the_parent_or_the_neighbour(number: str, nearest: str) -> None:
    assert nearest_number(number, [rule.number for rule in edition(OLD).rules]) == nearest


def test_citations__name_what_is_missing_moved_and_gone() -> None:
    new = renumbered(
        OLD, ("702.5", "702.8"), ("\n101.1. A card that says otherwise is right.", "\n101.1. Zebras.")
    )
    new = Ruleset(effective=new.effective, rules=tuple(r for r in new.rules if r.number != "100.2"))
    found = check_citations(["100.1", "702.5a", "100.2", "999.9", "702.8"], new, [edition(OLD)])
    assert [(p.number, p.reason, p.now, p.nearest) for p in found] == [
        ("100.2", "gone", None, "100"),
        ("702.5a", "moved", "702.8a", None),
        ("999.9", "no such rule", None, "702.8"),
    ]
    assert found[1].line() == "702.5a: moved in the rules of 2025-06-07; it is 702.8a now"


def test_number_that_means_another_rule_now__is_found_when_the_edition_is_known() -> None:
    new = renumbered(OLD, ("702.5", "702.8"), ("702.6", "702.5"))
    assert check_citations(["702.5a"], new, [edition(OLD)]) == ()
    (problem,) = check_citations(["702.5a"], new, [edition(OLD)], written_for=dt.date(2025, 3, 4))
    assert (problem.reason, problem.now) == ("moved", "702.8a")


def test_stored_editions__are_compared_and_citations_checked(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    mirror.rules = OLD.replace("March 4, 2025", "June 7, 2025").replace("702.5", "702.8").encode()
    mirror.publish()
    mirror.sync(data_dir)
    knowledge = Knowledge.open(data_dir, model=False)
    diff = knowledge.rules_diff(dt.date(2025, 3, 4), dt.date(2025, 6, 7))
    assert diff.moves() == {"702.5": "702.8", "702.5a": "702.8a", "702.5b": "702.8b"}
    assert [problem.now for problem in knowledge.check_citations(["702.5b"])] == ["702.8b"]
    with pytest.raises(KnowledgeError, match="at hand are 2025-03-04, 2025-06-07"):
        knowledge.rules_diff(dt.date(2025, 3, 4), dt.date(2024, 1, 1))


def test_before_the_rules_were_synced__citations_cannot_be_checked(data_dir: Path) -> None:
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.check_citations(["999.9"]) == ()
    with pytest.raises(KnowledgeError, match="judgecall sync"):
        knowledge.rules_diff(dt.date(2025, 3, 4), dt.date(2024, 1, 1))


@pytest.fixture
def real() -> Callable[[str], Ruleset]:
    def read(date: str) -> Ruleset:
        data = gzip.decompress(shared_file(f"data/mirror/cr/{date}.txt.gz").read_bytes())
        return parse_rules(*decode(data)).ruleset()

    return read


def test_real_editions__every_rule_is_accounted_for_once(real: Callable[[str], Ruleset]) -> None:
    old, new = real("2026-01-16"), real("2026-02-27")
    diff = rules_diff(old, new)
    assert [f"{m.old.number} {m.new.number}" for m in diff.moved] == [
        "506.3d 506.3e",
        "506.3e 506.3f",
        "506.3f 506.3g",
    ]
    assert len(old.rules) - len(diff.removed) + len(diff.added) == len(new.rules)
    assert "702.190a" in [rule.number for rule in diff.added]


def test_real_editions_ten_years_apart__agree_in_number(real: Callable[[str], Ruleset]) -> None:
    old, new = real("2016-08-26"), real("2026-02-27")
    diff = rules_diff(old, new)
    assert len(old.rules) - len(diff.removed) + len(diff.added) == len(new.rules)
    news = (
        [r.number for r in diff.added]
        + [c.new.number for c in diff.changed]
        + [m.new.number for m in diff.moved]
    )
    assert len(news) == len(set(news))
    assert diff.moves()["701.25"] == "701.27"

"""The map from what questions are about to the rules that decide: its patterns, and that its numbers exist."""

from __future__ import annotations

import gzip
import re

import pytest

from knowledge import builtin_corpus
from knowledge.topics import Words, find_topics, often_decides, parse_pattern, sentences
from tests.knowledge.shared import shared_file


def _even(_words: str) -> float:
    return 0.5


@pytest.mark.parametrize(
    ("pattern", "text", "fits"),
    [
        ("target* gone|illegal", "The target was gone.", True),
        ("target* gone|illegal", "Gone are the targets!", True),
        ("target* gone|illegal", "The target is there.", False),
        ("first_strike", "a first-strike attacker", True),
        ("first_strike", "first it will strike", False),
        ("trigger*", "It triggered.", True),
        ("counter", "two counters", True),
        ("+1/+1 -1/-1", "a +1/+1 and a -1/-1 counter", True),
        ("+1/+1 -1/-1", "a +1/+1 counter", False),
        ("{x}", "{X}{R}", True),
        ("can't block*", "It can’t be blocking.", True),
    ],
)
def test_pattern__wants_all_its_words_in_any_order(pattern: str, text: str, fits: bool) -> None:
    assert (parse_pattern(pattern).found(Words(text)) is not None) is fits


@pytest.mark.parametrize("pattern", ["", "-", "a|", "one_two_three_four_five_six_seven"])
def test_pattern_that_can_never_fit__is_refused(pattern: str) -> None:
    if not pattern:
        assert parse_pattern(pattern).needs == ()
    else:
        with pytest.raises(ValueError, match="words"):
            parse_pattern(pattern)


def test_every_topic__has_rules_and_patterns_that_can_be_read() -> None:
    for topic in builtin_corpus.topics():
        assert topic.rules
        assert all(re.fullmatch(r"\d{3}\.\d+[a-z]?", number) for number in topic.rules), topic.rules
        assert len(set(topic.rules)) == len(topic.rules)
        assert all(parse_pattern(pattern).needs for pattern in (*topic.ask, *topic.card))
        assert topic.ask or topic.card


def test_every_rule_of_a_topic__exists() -> None:
    texts = sorted(shared_file("data/mirror/cr").glob("*.txt.gz"))
    text = (
        gzip.decompress(texts[-1].read_bytes()).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    )
    numbers = set(re.findall(r"^(\d{3}\.\d+[a-z]?)\.? ", text, re.MULTILINE))
    cited = {number for topic in builtin_corpus.topics() for number in topic.rules}
    assert len(cited) > 300
    assert cited <= numbers, sorted(cited - numbers)


def test_question_and_card__lead_to_the_rules_that_they_speak_of() -> None:
    asked = find_topics("The only target is gone, does it fizzle?", (), _even).asked
    assert max(asked, key=lambda number: asked[number]) == "608.2b"
    text = "When Wombat Warden enters, draw a card. (This is a reminder that it has trample.)"
    on_card = find_topics("What now?", sentences(text, "Wombat Warden"), _even).on_card
    assert on_card["603.6a"] > 0
    assert "702.19b" not in on_card  # reminders say nothing


def test_nothing_said__leads_nowhere() -> None:
    found = find_topics("", (), _even)
    assert not found.asked
    assert not found.on_card
    assert often_decides()["608.2b"] > often_decides()["702.94a"]

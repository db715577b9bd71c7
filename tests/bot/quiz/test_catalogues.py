"""What the quiz says: all of it in eight languages, and every text that data names is there."""

from __future__ import annotations

import re
import string
import unicodedata

import pytest

from bot.quiz import QuizTexts, quiz_texts
from bot.quiz.generators import GENERATORS, Options
from bot.quiz.misconceptions import COUNTS, misconceptions
from bot.quiz.models import dice
from bot.quiz.situation import situation
from bot.quiz.texts import WITHOUT_PLURAL, all_quiz_texts
from bot.quiz.topics import level_of, topic_of, topics, topics_of
from rules_engine.scenario import loads
from rules_engine.scenario.schema import Topic

OWN_SCRIPT = {"ja": ("HIRAGANA", "KATAKANA", "CJK"), "zh": ("CJK",)}


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("say", all_quiz_texts(), ids=lambda say: say.language)
def test_catalogue__has_the_keys_and_placeholders_of_the_english_one(say: QuizTexts) -> None:
    english = quiz_texts("en").entries
    plural = {key for key in english if key.endswith(".one")} if say.language in WITHOUT_PLURAL else set()
    assert set(say.entries) == set(english) - plural
    for key, text in say.entries.items():
        assert text.strip(), key
        if not key.endswith(".one"):
            assert _placeholders(text) == _placeholders(english[key]), key


@pytest.mark.parametrize("say", all_quiz_texts()[1:], ids=lambda say: say.language)
def test_catalogue__is_written_in_its_own_words(say: QuizTexts) -> None:
    english = quiz_texts("en").entries
    long = [key for key, text in say.entries.items() if len(text) > 25]
    assert not [key for key in long if say.entries[key] == english[key]]
    scripts = OWN_SCRIPT.get(say.language)
    for key in long if scripts else []:
        text = re.sub(r"\{\w+\}", "", say.entries[key])
        letters = [char for char in text if char.isalpha()]
        own = [char for char in letters if unicodedata.name(char, "").startswith(scripts or ())]
        assert len(own) * 3 >= len(letters), key


def test_data__names_only_texts_and_topics_that_there_are() -> None:
    say = quiz_texts("en")
    for generator in GENERATORS.values():
        assert say.has(f"ask.{generator.id}")
        assert generator.slips
        draft = generator.make(dice(generator.id, 1))
        wrong = draft.answer.options if isinstance(draft.answer, Options) else draft.answer.wrong
        for slip in (*generator.slips, *(one[-1] for one in wrong)):
            assert say.has(f"slips.{slip}"), (generator.id, slip)
        say(f"ask.{generator.id}", **draft.values)
    for one in misconceptions():
        assert say.has(f"slips.{one.slip}"), one
        assert set(one.wrong) <= set(COUNTS)
    needs = set(Topic.__args__)  # type: ignore[attr-defined]
    assert {topic.need for topic in topics().values()} == needs
    assert all(say.has(f"topics.{name}") for name in topics())
    used = {generator.id for generator in GENERATORS.values()} | {"true"}
    assert {key.removeprefix("ask.") for key in say.entries if key.startswith("ask.")} == used


def test_topics_and_levels__follow_from_the_rules() -> None:
    assert topic_of("702.19b") == "combat"
    assert topic_of("704.5e") == "copies"
    assert topic_of("704.5g") == "state"
    assert topic_of("101.4") == "order"
    assert topic_of("999.9") is None
    assert topics_of(["704.5g"], need="combat", file="702.19-trample/a.yaml") == (
        "combat",
        "state",
        "trample",
    )
    assert [level_of(rules) for rules in ([], ["1"], ["1", "2", "2"], ["1", "2", "3", "4"])] == [1, 1, 2, 3]


@pytest.mark.parametrize("say", all_quiz_texts(), ids=lambda say: say.language)
def test_position__is_told_without_what_it_claims(say: QuizTexts) -> None:
    file = loads(
        """
id: told
title: The title says what comes out
cites: [117.1]
given:
  active: B
  players:
    A:
      life: 12
      battlefield: [2 Islands, Lane Runner: {tapped: yes, counters: {+1/+1: 2}, damage: 1}]
      hand: [Ember Jab]
      library: 3 cards
      exile: [Wolf Ledger: {encoded on: Lane Runner}, Slow Reply: {plotted: earlier}]
    B: {hand: [2 cards], poison: 3}
do:
  - pass: B
  - {cast: Ember Jab, by: A, targets: B}
  - mark: waiting
  - resolve: top
  - to: B's end
expect:
  - {id: life, claim: This is the claim, always: {life: {B: 18}}}
"""
    )
    text = "\n".join(situation(file.scenario, say))
    for words in ("Lane Runner", "Ember Jab", "12", "waiting", "2 × +1/+1", say("do.resolve_top")):
        assert words in text
    assert say("do.targets", what="B") in text
    assert "claim" not in text
    assert "title" not in text
    assert "{" not in text

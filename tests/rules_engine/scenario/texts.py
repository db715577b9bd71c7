"""Real cards' texts from the built-in corpus, and a small scenario to change in tests."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from knowledge.builtin_corpus import cards
from rules_engine import CardText
from rules_engine.scenario import ScenarioFile, ScenarioReport, loads, run


@cache
def real_cards() -> Mapping[str, CardText]:
    """The two built-in cards as the engine takes them."""
    return {
        card.name: CardText(card.name, card.mana_cost, card.type_line, card.oracle_text) for card in cards()
    }


def play(text: str | ScenarioFile, without: str = "", *, twin: bool = True) -> ScenarioReport:
    """Run a scenario given as text, perhaps with a rule switched off."""
    file = loads(text, "test.yaml") if isinstance(text, str) else text
    return run(file, cards=real_cards(), without=frozenset({without} - {""}), twin=twin)


JAB = """\
id: jab
title: Ember Jab deals 2 damage to any target
cites: [120.3]
given:
  players:
    A:
      battlefield: [Mountain]
      hand: [Ember Jab]
      library: 5 cards
    B:
      battlefield: [Old Bear]
      library: 5 cards
do:
  - cast: Ember Jab
  - mark: jab cast
  - resolve: top
  - mark: jab resolved
explore:
  decisions: all
expect:
  - id: bear-dies
    claim: The creature can be destroyed
    possible: {zone: {Old Bear: B's graveyard}}
"""


def jab(expect: str = "", **parts: str) -> str:
    """The small scenario with other claims, or with some of its lines replaced (old: new)."""
    text = JAB
    if expect:
        text = text[: text.index("expect:")] + "expect:\n" + expect
    for old, new in parts.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


def replaced(old: str, new: str, text: str = JAB) -> str:
    """The small scenario with one place changed."""
    assert old in text, old
    return text.replace(old, new, 1)

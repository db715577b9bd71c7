"""What each part of the process does to the letter: scenarios that changes of its code made fail, and nothing else did."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules_engine.scenario import load, problems
from tests.rules_engine.scenario.texts import play

FILES = sorted(Path(__file__).resolve().parent.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_scenario__passes_with_its_controls(path: Path) -> None:
    file = load(path)
    assert file.id == path.stem
    found = play(file)
    assert found.status == "passed", "\n".join((found.problem, *problems(found)))
    assert all(part.status == "passed" for part in (*found.twins, *found.variants))


FLASHBACK = """\
id: second-flashback
title: A card with flashback gains flashback
cites: [702.34a]
stand-ins:
  Late Reader: {mana cost: "{U}", type: Creature — Wizard, P/T: 2/1, text: "When this creature enters, target instant or sorcery card in your graveyard gains flashback until end of turn. The flashback cost is equal to its mana cost."}
  Small Cure: {mana cost: "{G}", type: Instant, text: "You gain 3 life.\\nFlashback {4}{G}"}
given:
  players:
    A: {battlefield: [Island, Forest], hand: [Late Reader], graveyard: [Small Cure]}
    B: {}
do:
  - cast: Late Reader
  - resolve: top
  - resolve: top
expect:
  - {id: there, claim: The card is in the graveyard, always: {zone: {Small Cure: A's graveyard}}}
"""


def test_flashback_for_a_second_cost__is_not_played() -> None:
    report = play(FLASHBACK)
    assert (report.status, "for another cost" in report.problem) == ("inconclusive", True)
    assert play(FLASHBACK.replace("{4}{G}", "{G}")).status == "passed"

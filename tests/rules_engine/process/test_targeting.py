"""Which rule keeps an object from being a target (CR 702.11, 702.16, 702.18)."""

from __future__ import annotations

import pytest

from rules_engine.game import Placed
from rules_engine.model.zones import Zone
from rules_engine.process.matching import untargetable
from rules_engine.process.projecting import look
from tests.rules_engine.process.positions import at_work, card, two_players


@pytest.mark.parametrize(
    ("text", "by_owner", "by_opponent"),
    [
        ("", None, None),
        ("Hexproof", None, "702.11b"),
        ("Hexproof from red", None, "702.11d"),
        ("Hexproof from blue", None, None),
        ("Shroud", "702.18a", "702.18a"),
        ("Protection from red", "702.16b", "702.16b"),
        ("Protection from blue", None, None),
    ],
)
def test_red_source__is_refused_by_the_rule_of_the_keyword(
    text: str, by_owner: str | None, by_opponent: str | None
) -> None:
    target, source = card("Target", text), card("Source", kind="Creature — Goblin", cost="{R}")
    e = at_work(two_players(*(Placed(found, Zone.BATTLEFIELD, 1) for found in (target, source))))
    view = look(e.state)
    seen, by = view.permanents()
    assert (untargetable(view, seen, by, 1), untargetable(view, seen, by, 0)) == (by_owner, by_opponent)

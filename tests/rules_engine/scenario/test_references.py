"""Names of objects: a plain name means the card, copies and abilities are named as such, handles go with the card."""

from __future__ import annotations

import pytest

from rules_engine.model.zones import Zone
from rules_engine.scenario.references import parse_reference


@pytest.mark.parametrize(
    ("text", "name", "kind", "owner", "zone"),
    [
        ("Lane Runner", "Lane Runner", "card", None, None),
        ("copy of Arcane Heist", "Arcane Heist", "copy", None, None),
        ("ability of Lane Runner", "Lane Runner", "ability", None, None),
        ("token Wolf", "Wolf", "token", None, None),
        ("B's Ember Jab", "Ember Jab", "card", 1, None),
        ("Ember Jab in exile", "Ember Jab", "card", None, Zone.EXILE),
        ("Ember Jab on the stack", "Ember Jab", "card", None, Zone.STACK),
        ("Ember Jab in B's graveyard", "Ember Jab", "card", 1, Zone.GRAVEYARD),
        ("C's copy of Ember Jab in exile", "Ember Jab", "copy", 2, Zone.EXILE),
        ("Jace's Trap in A's hand", "Jace's Trap", "card", 0, Zone.HAND),
    ],
)
def test_reference__is_read(text: str, name: str, kind: str, owner: int | None, zone: Zone | None) -> None:
    found = parse_reference(text)
    assert (found.name, found.kind, found.owner, found.zone) == (name, kind, owner, zone)

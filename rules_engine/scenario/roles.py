"""The cards a position names: roles, which a stand-in, a basic land, a real card or filler plays."""

from __future__ import annotations

from rules_engine.model.characteristics import BASIC_LAND_MANA
from rules_engine.scenario.schema import Scenario

BASICS = {name.capitalize(): name for name in BASIC_LAND_MANA}
PLURALS = {f"{name}s": name for name in BASICS if name != "Plains"}
BLANK = "Blank Card"


def role_name(name: str) -> str:
    """The role of a placed card: plural basics and filler in their one form."""
    if name in PLURALS:
        return PLURALS[name]
    return BLANK if name in ("card", "cards") else name


def roles(scenario: Scenario) -> tuple[str, ...]:
    """Every card in the position, in the order of the file."""
    found: dict[str, None] = {}
    for player in scenario.given.players.values():
        for _, placements in player.zones():
            found.update((role_name(placement.name), None) for placement in placements)
    return tuple(found)

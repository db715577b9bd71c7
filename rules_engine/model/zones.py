"""Zones (CR 400.1) and steps (CR 500.1)."""

from __future__ import annotations

from enum import StrEnum


class Zone(StrEnum):
    """The zones of the game (CR 400.1); hand, library and graveyard exist once for each player.

    PHASED_OUT is none: permanents on the battlefield that are treated as though they did not exist (CR 702.26b).
    """

    LIBRARY = "library"
    HAND = "hand"
    BATTLEFIELD = "battlefield"
    GRAVEYARD = "graveyard"
    STACK = "stack"
    EXILE = "exile"
    COMMAND = "command"
    PHASED_OUT = "phased out"

    @property
    def is_owned(self) -> bool:
        """Whether each player has one of their own, and an object goes to its owner's (CR 400.3)."""
        return self in _OWNED

    @property
    def is_public(self) -> bool:
        """Whether all players can see the cards' faces there (CR 400.2)."""
        return self not in _HIDDEN


_OWNED = frozenset({Zone.LIBRARY, Zone.HAND, Zone.GRAVEYARD})
_HIDDEN = frozenset({Zone.LIBRARY, Zone.HAND})


class Step(StrEnum):
    """The steps of a turn, main phases counted as steps (CR 500.1)."""

    UNTAP = "untap"
    UPKEEP = "upkeep"
    DRAW = "draw"
    PRECOMBAT_MAIN = "precombat main"
    BEGINNING_OF_COMBAT = "beginning of combat"
    DECLARE_ATTACKERS = "declare attackers"
    DECLARE_BLOCKERS = "declare blockers"
    FIRST_STRIKE_DAMAGE = "first strike damage"
    COMBAT_DAMAGE = "combat damage"
    END_OF_COMBAT = "end of combat"
    POSTCOMBAT_MAIN = "postcombat main"
    END = "end"
    CLEANUP = "cleanup"

    @property
    def is_main(self) -> bool:
        """Whether it is a main phase (CR 505.1)."""
        return self in (Step.PRECOMBAT_MAIN, Step.POSTCOMBAT_MAIN)

    @property
    def is_combat(self) -> bool:
        """Whether it belongs to the combat phase (CR 506.1)."""
        return self in _COMBAT


_COMBAT = frozenset(
    {
        Step.BEGINNING_OF_COMBAT,
        Step.DECLARE_ATTACKERS,
        Step.DECLARE_BLOCKERS,
        Step.FIRST_STRIKE_DAMAGE,
        Step.COMBAT_DAMAGE,
        Step.END_OF_COMBAT,
    }
)

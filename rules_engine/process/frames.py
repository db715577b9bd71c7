"""What words refer to while an ability is followed: "you", "target", "it", "that much", X (CR 109.5, 608.2)."""

from __future__ import annotations

from dataclasses import dataclass, field

from rules_engine.model.abilities import Effect
from rules_engine.model.evolving import replace
from rules_engine.model.objects import Chosen, EventFacts, SpellRecord
from rules_engine.model.terms import TargetSpec


@dataclass(slots=True)
class Frame:
    """The context of one spell or ability.

    you: its controller. this: the object it is on or came from, by id (it may be gone: last known information).
    stack_object: the spell or ability resolving. targets: legal chosen targets by TargetSpec; specs: those specs.
    they: the players that "each player …" or "that player" speaks of. slots: what earlier instructions moved, made or
    chose (CR 400.7j). linked: the card that granted the ability (CR 607). did: whether the optional part was done.
    """

    you: int
    this: int | None = None
    stack_object: int | None = None
    facts: EventFacts = EventFacts()
    linked: int | None = None
    targets: tuple[tuple[Chosen, ...], ...] = ()
    specs: tuple[TargetSpec, ...] = ()
    division: tuple[int, ...] = ()
    x: int | None = None
    record: SpellRecord | None = None
    they: tuple[int, ...] = ()
    slots: dict[str, tuple[Chosen, ...]] = field(default_factory=dict)
    moved: dict[int, int] = field(default_factory=dict)
    did: bool = False
    overloaded: bool = False
    effect: Effect | None = None

    def about(self, *players: int) -> Frame:
        """The same frame with "they" standing for these players; slots and moves are shared."""
        return replace(self, they=players)

    def remember(self, slot: str, *things: Chosen) -> None:
        """Let later instructions find these as Those(slot)."""
        self.slots[slot] = things
        if slot != "it":
            self.slots["it"] = things

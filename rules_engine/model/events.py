"""Events: what happened, as data. Triggers, histories, expectations and transcripts all read them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_engine.model.objects import Chosen
from rules_engine.model.zones import Zone

EventKind = Literal[
    "turn begins",
    "step begins",
    "priority",
    "passes",
    "announces",  # casting or activating begins: the spell is on the stack, choices follow
    "casts",  # became cast (CR 601.2i)
    "activates",
    "illegal attempt",  # undone (CR 732.1); detail = what was wrong
    "special action",  # detail: plot, foretell, suspend, play a land
    "triggers",  # an ability triggers; it waits
    "put on stack",  # an ability, or a copy of a spell
    "trigger removed",  # no legal choice (CR 603.3c–d), or its condition is false
    "resolves",  # begins to resolve
    "finished resolving",
    "does not resolve",  # every target illegal (CR 608.2b), or its condition is false
    "countered",
    "moves",  # origin → to; new object in `object`, the old one in `was`
    "copy created",
    "token created",
    "ceases to exist",
    "encoded",
    "plotted",
    "damage",
    "damage prevented",
    "damage redirected",
    "gains life",
    "loses life",
    "draws",
    "shuffles",
    "scries",
    "surveils",
    "discards",
    "sacrifices",
    "tapped",
    "untapped",
    "counters put",
    "counters removed",
    "transforms",  # turned over to its other face, whose name it has now (CR 701.27a)
    "daytime",  # it becomes day or night (CR 730.1): detail
    "phases in",
    "phases out",
    "attached",
    "unattached",
    "effect begins",
    "effect ends",
    "control changes",
    "attacks",
    "blocks",
    "becomes blocked",
    "is unblocked",  # no creature was declared as a blocker for it (CR 509.1h)
    "becomes target",
    "chooses",  # a decision was made; detail and chosen say which
    "adds mana",
    "pays",
    "loses the game",
    "wins the game",
    "leaves the game",
    "draw",
    "replaced",
    "nothing happens",
    "extra turn",
    "extra phase",
    "state-based actions",
]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. `batch` is equal for what happened at the same time; `rules` are the numbers behind it.

    object: the thing it happened to, by its id afterwards; was: its id before a move; source: what did it.
    name: the object's name at that moment, since the object may be gone when somebody reads this.
    """

    kind: EventKind
    batch: int = 0
    player: int | None = None
    object: int | None = None
    was: int | None = None
    source: int | None = None
    recipient: Chosen | None = None
    amount: int = 0
    origin: Zone | None = None
    to: Zone | None = None
    combat: bool = False
    detail: str = ""
    name: str = ""
    source_name: str = ""
    options: tuple[str, ...] = ()
    targets: tuple[Chosen, ...] = ()
    rules: tuple[str, ...] = ()

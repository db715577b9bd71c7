"""Keyword actions, one file each (CR 701); importing this package registers what carries them out."""

from __future__ import annotations

from rules_engine.actions import (
    attach,
    copying_each,
    counter,
    create,
    destroy,
    discard,
    exchange,
    exile,
    fight,
    look,
    mill,
    populate,
    proliferate,
    regenerate,
    sacrifice,
    scry,
    search,
    shuffle,
    tap,
)

__all__ = [
    "attach",
    "copying_each",
    "counter",
    "create",
    "destroy",
    "discard",
    "exchange",
    "exile",
    "fight",
    "look",
    "mill",
    "populate",
    "proliferate",
    "regenerate",
    "sacrifice",
    "scry",
    "search",
    "shuffle",
    "tap",
]

"""What a sync is asked to do."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from knowledge.downloads import HttpSettings
from knowledge.embedders import DEFAULT
from knowledge.errors import KnowledgeError
from knowledge.sources.comprehensive_rules import PAGE
from knowledge.sources.scryfall import API

Part = Literal["cards", "printings", "rulings", "rules"]
PARTS: tuple[Part, ...] = get_args(Part)
LEAST_SHARE = 0.9
"""A delivery with fewer than this share of what is stored is refused."""


def utc_now() -> dt.datetime:
    """The time now, in UTC."""
    return dt.datetime.now(dt.UTC)


@dataclass(frozen=True, slots=True)
class SyncOptions:
    """One sync. `only` are the parts to compare with their sources; the others stay as they are.

    `cards_url` is the card API or a server like it, `rules_url` a page that links the rules text or the text
    itself. `accept_shrink` takes a delivery that is much smaller than what is stored. `embed` makes vectors with
    the `embedder` for the texts that have none; `low_priority` lowers the priority of the calling thread for
    good before that.
    """

    data_dir: Path
    cards_url: str = API
    rules_url: str = PAGE
    only: frozenset[Part] = frozenset(PARTS)
    dry_run: bool = False
    accept_shrink: bool = False
    embed: bool = True
    embedder: str = DEFAULT
    low_priority: bool = True
    http: HttpSettings = field(default_factory=HttpSettings)
    now: Callable[[], dt.datetime] = utc_now


def parse_only(values: Iterable[str]) -> frozenset[Part]:
    """The parts named by `--only` (several times, or separated by commas). A wrong name is a KnowledgeError."""
    names = {name.strip().lower() for value in values for name in value.split(",") if name.strip()}
    unknown = sorted(names - set(PARTS))
    if unknown:
        raise KnowledgeError(f"--only does not know {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    return frozenset(part for part in PARTS if part in names) or frozenset(PARTS)


def least(stored: int) -> int:
    """How many records a delivery must have at least, when so many are stored."""
    return math.ceil(stored * LEAST_SHARE)

"""What a replacement or prevention effect that applies to something would make of it (CR 614, 616.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rules_engine.process.engine import Engine
from rules_engine.process.proposals import Key, Proposal

Kind = Literal["self", "control", "copy", "back face", "other"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An applicable effect: its key, whose it is (for the log), its class in 616.1, and what it makes of the proposal."""

    key: Key
    name: str
    rule: str
    apply: Callable[[Engine], list[Proposal]]
    kind: Kind = "other"
    source: int | None = None

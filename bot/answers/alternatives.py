"""Alternatives in phrasings: "Can (I|my opponent) block?" stands for two questions, "Does it (still|) die?" also for one with
a word less."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

_GROUP: Final = re.compile(r"\(([^()]*\|[^()]*)\)")
_NEIGHBOURS: Final = 2
MOST: Final = 10_000
"""More questions than this one line may not stand for."""


def spelled_out(text: str) -> tuple[str, ...]:
    """Questions that a line stands for: so many that every two neighbouring choices stand together in one of them."""
    parts = _GROUP.split(text)  # what stands between the groups, and the groups, in turn
    groups = [part.split("|") for part in parts[1::2]]
    made: dict[str, None] = {}
    seen: set[tuple[int, tuple[int, ...]]] = set()
    for count, chosen in enumerate(product(*(range(len(group)) for group in groups))):
        if count == MOST:
            raise ValueError(f"stands for more than {MOST} questions: {text}")
        together = set(_together(chosen))
        if together <= seen and made:
            continue
        seen |= together
        words = [group[choice] for group, choice in zip(groups, chosen, strict=True)]
        said = "".join(one for pair in zip(parts[::2], [*words, ""], strict=True) for one in pair)
        made[re.sub(r" (?=[?,.])", "", " ".join(said.split()))] = None
    return tuple(made)


def _together(chosen: Sequence[int]) -> Iterator[tuple[int, tuple[int, ...]]]:
    for place in range(max(1, len(chosen) - _NEIGHBOURS + 1)):
        yield place, tuple(chosen[place : place + _NEIGHBOURS])

"""Alternatives in phrasings: "Can (I|my opponent) block?" stands for two questions, "Does it (still|) die?" also for one with
a word less."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Final

_GROUP: Final = re.compile(r"\(([^()]*\|[^()]*)\)")
MOST: Final = 250
"""More questions than this one line may not stand for: it would say things that nobody has read."""


def alternatives(text: str) -> tuple[str, ...]:
    """Questions that a line stands for: so many that every two neighbouring choices stand together in one of them."""
    parts = _GROUP.split(text)  # what stands between the groups, and the groups, in turn
    groups = [part.split("|") for part in parts[1::2]]
    made: dict[str, None] = {}
    for chosen in _choices([len(group) for group in groups]):
        words = [group[choice] for group, choice in zip(groups, chosen, strict=True)]
        said = "".join(one for pair in zip(parts[::2], [*words, ""], strict=True) for one in pair)
        made[re.sub(r" (?=[?,.])", "", " ".join(said.split()))] = None
    if len(made) > MOST:
        raise ValueError(f"stands for {len(made)} questions: {text}")
    return tuple(made)


def _choices(lengths: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Choices from groups of these lengths, the first where two others are to stand together."""
    if len(lengths) < 2:
        yield from product(*map(range, lengths))
        return
    seen: set[tuple[int, int, int]] = set()
    for place, neighbours in enumerate(pairwise(lengths)):
        for pair in product(*map(range, neighbours)):
            if (place, *pair) in seen:
                continue
            chosen = [0] * len(lengths)
            chosen[place : place + 2] = pair
            seen.update((at, *two) for at, two in enumerate(pairwise(chosen)))
            yield tuple(chosen)

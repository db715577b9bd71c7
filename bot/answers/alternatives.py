"""Alternatives in phrasings: "Can (I|my opponent) block?" stands for two questions, and "(still|) " for one with a word less."""

from __future__ import annotations

import re
from itertools import product
from typing import Final

_GROUP: Final = re.compile(r"\(([^()]*\|[^()]*)\)")
MOST: Final = 64
"""More questions than this one line may not stand for: it would say things that nobody has read."""


def spelled_out(text: str) -> tuple[str, ...]:
    """The questions that a line stands for, each once, in the order of its alternatives."""
    parts = _GROUP.split(text)  # what stands between the groups, and the groups, in turn
    choices = [part.split("|") if place % 2 else [part] for place, part in enumerate(parts)]
    made = tuple(dict.fromkeys(" ".join("".join(chosen).split()) for chosen in product(*choices)))
    if len(made) > MOST:
        raise ValueError(f"stands for {len(made)} questions: {text}")
    return made

"""The shorter forms of a card's name that players use without having agreed on them."""

from __future__ import annotations

import re

from knowledge.folding import UNSPACED, fold_name

_COMMA = re.compile(r"[,、，]\s*")
_ARTICLE = re.compile(r"(?:the|der|die|das|le|la|les|il|lo|el|los|las|o|a|os|as)\s+", re.IGNORECASE)
_UNSPACED = re.compile(rf"[{UNSPACED}]")


def short_names(name: str) -> list[str]:
    """The parts of a name around its comma ("Jace, the Mind Sculptor": "Jace", "Mind Sculptor")."""
    parts = _COMMA.split(name)
    if len(parts) < 2:
        return []
    shorts = [_ARTICLE.sub("", part, count=1) if place else part for place, part in enumerate(parts)]
    return [short for short in shorts if _is_long_enough(fold_name(short))]


def _is_long_enough(folded: str) -> bool:
    return len(folded) >= (2 if _UNSPACED.search(folded) else 3)

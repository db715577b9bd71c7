"""The shorter forms of a card's name that players use without having agreed on them."""

from __future__ import annotations

import re

from knowledge.folding import UNSPACED_RUN, fold_name

SHORTEST = 4  # letters of a shortened name
_COMMA = re.compile(r"[,、，]\s*")
_ARTICLE = re.compile(r"^(?:the|der|die|das|le|la|les|il|lo|el|los|las|o|a|os|as)\s+", re.IGNORECASE)


def short_names(name: str) -> list[str]:
    """The parts of a name around its comma ("Jace, the Mind Sculptor": "Jace", "Mind Sculptor").

    What follows the comma counts only with two words or more: "the Lost" alone names nobody.
    """
    first, *others = _COMMA.split(name)
    if not others:
        return []
    shorts = [first]
    for other in others:
        plain = _ARTICLE.sub("", other, count=1)
        if " " in plain or UNSPACED_RUN.search(plain):
            shorts.append(plain)
    return [short for short in shorts if _is_long_enough(fold_name(short))]


def _is_long_enough(folded: str) -> bool:
    return len(folded) >= (2 if UNSPACED_RUN.search(folded) else SHORTEST)

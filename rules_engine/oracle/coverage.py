"""How much of a body of cards is understood: shares, and what is the only thing missing for most cards.

A card is *read* when its text is understood and prints back, *compiled* when every node in it also has an executor.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rules_engine.card_text import CardText
from rules_engine.model.subtypes import SUBTYPES
from rules_engine.oracle.compiler import (
    CompiledCard,
    Refusal,
    compile_parts,
    print_card,
    reads_anything,
)
from rules_engine.oracle.subtypes import PLURALS
from rules_engine.oracle.tokens import fold, own_names


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts over many cards. only_missing: sentences that alone stand between a card and being read, most cards first."""

    cards: int
    read: int
    compiled: int
    round_trips: int
    only_missing: tuple[tuple[str, int], ...]
    unsupported: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        def share(count: int) -> str:
            return f"{count} ({count / max(1, self.cards):.1%})"

        return (
            f"{self.cards} cards: {share(self.read)} read, {share(self.round_trips)} printed back, "
            f"{share(self.compiled)} compiled"
        )


def coverage(texts: Iterable[CardText]) -> Coverage:
    """Measure the compiler over cards; a card counts as printed back when the text it prints reads as itself."""
    total = read = compiled = round_trips = 0
    missing: Counter[str] = Counter()
    unsupported: Counter[str] = Counter()
    for text in texts:
        total += 1
        card, reasons = compile_parts(text, supports=reads_anything)
        if isinstance(card, CompiledCard):
            read += 1
            round_trips += _words(print_card(card), text) == _words(text.oracle_text, text)
            whole = compile_parts(text)[0]
            compiled += isinstance(whole, CompiledCard)
            if isinstance(whole, Refusal):
                unsupported[whole.reason] += 1
        elif len(reasons) == 1:
            missing[abstract(reasons[0], text)] += 1
    return Coverage(
        total, read, compiled, round_trips, tuple(missing.most_common()), tuple(unsupported.most_common())
    )


def _words(text: str, card: CardText) -> list[str]:
    from rules_engine.oracle.tokens import tokenize

    return [token.text for token in tokenize(text, card.name, legendary="Legendary" in card.type_line)]


def abstract(refusal: Refusal, card: CardText) -> str:
    """The sentence that was not understood, with numbers, symbols, subtypes and the own name made alike."""
    text = fold(refusal.text)
    paragraph = text.rfind("\n", 0, refusal.start) + 1
    sentence_before = text.rfind(". ", paragraph, refusal.start)
    start = sentence_before + 2 if sentence_before >= 0 else paragraph
    end = min((at for at in (text.find("\n", start), text.find(". ", start)) if at >= 0), default=len(text))
    sentence = text[start:end]
    for name in own_names(card.name, legendary="Legendary" in card.type_line):
        sentence = sentence.replace(fold(name), "~")
    sentence = re.sub(r"\(.*?\)", "", sentence)
    sentence = re.sub(r"(\{[^}]*\})+", "{M}", sentence)
    sentence = re.sub(r"\b\d+\b", "N", sentence)
    words = [
        "<S>" if word.lower().strip(",.") in SUBTYPES or word.lower().strip(",.") in PLURALS else word
        for word in sentence.split(" ")
    ]
    reason = "" if refusal.reason == "not understood" else f"[{refusal.reason}] "
    return reason + " ".join(words).strip().rstrip(".")

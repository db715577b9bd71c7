"""Oracle text → abilities → Oracle text.

A card is compiled only if every token is consumed, exactly one reading is left, printing the nodes gives the same
text again, and every node has an executor; otherwise it is refused with the reason and the span.
"""

import rules_engine.actions
import rules_engine.keywords  # noqa: F401 - both register what they carry out
from rules_engine.card_text import CardText
from rules_engine.oracle import (  # noqa: F401 - the grammar's files fill one table of slots
    amounts,
    compounds,
    conditions,
    costs,
    effects,
    exceptions,
    filters,
    instructions,
    keywords,
    modifications,
    phrases,
    players,
    references,
    sentences,
    statics,
    targets,
    triggers,
)
from rules_engine.oracle.compiler import CompiledCard, Refusal, compile_card, print_card, read_card
from rules_engine.oracle.printer import print_ability

__all__ = ["CardText", "CompiledCard", "Refusal", "compile_card", "print_ability", "print_card", "read_card"]

"""What is officially known: cards, rulings and rules, kept fresh, and the search over them."""

from __future__ import annotations

from knowledge.errors import (
    ContentError,
    DataFolderError,
    EmbedderError,
    GenerationError,
    KnowledgeError,
    SourceError,
)
from knowledge.facade import Knowledge
from knowledge.models import (
    LANGUAGES,
    Ambiguity,
    Card,
    CardFace,
    CardMatch,
    CardMatches,
    Findings,
    GlossaryEntry,
    Hit,
    LastSync,
    PrintedCard,
    Rule,
    Ruling,
    SearchResult,
    Status,
    Translation,
)
from knowledge.phrases import PhraseIndex

__all__ = [
    "LANGUAGES",
    "Ambiguity",
    "Card",
    "CardFace",
    "CardMatch",
    "CardMatches",
    "ContentError",
    "DataFolderError",
    "EmbedderError",
    "Findings",
    "GenerationError",
    "GlossaryEntry",
    "Hit",
    "Knowledge",
    "KnowledgeError",
    "LastSync",
    "PhraseIndex",
    "PrintedCard",
    "Rule",
    "Ruling",
    "SearchResult",
    "SourceError",
    "Status",
    "Translation",
]

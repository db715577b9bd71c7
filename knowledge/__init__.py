"""What is officially known: cards, rulings and rules, kept fresh, and the search over them.

What is imported from here is loaded when it is first asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knowledge.encoder_process import EncoderProcess, start_encoder
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
    "EncoderProcess",
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
    "start_encoder",
]

_MODULES = {
    "encoder_process": ("EncoderProcess", "start_encoder"),
    "errors": (
        "ContentError",
        "DataFolderError",
        "EmbedderError",
        "GenerationError",
        "KnowledgeError",
        "SourceError",
    ),
    "facade": ("Knowledge",),
    "models": (
        "LANGUAGES",
        "Ambiguity",
        "Card",
        "CardFace",
        "CardMatch",
        "CardMatches",
        "Findings",
        "GlossaryEntry",
        "Hit",
        "LastSync",
        "PrintedCard",
        "Rule",
        "Ruling",
        "SearchResult",
        "Status",
        "Translation",
    ),
    "phrases": ("PhraseIndex",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = found
    return found

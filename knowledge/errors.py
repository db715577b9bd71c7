"""What can go wrong in knowledge.

KnowledgeError
├── DataFolderError        the data folder cannot be read or written
├── GenerationError        a generation of data is missing, damaged or not ours
├── ContentError           a source delivered content that must not become a generation
├── SourceError            a source is unreachable, refuses, or sends something else
└── EmbedderError          the encoder setting is wrong, or the encoder's files are not the pinned ones
"""

from __future__ import annotations

from pathlib import Path


class KnowledgeError(Exception):
    """Base class; the message names what to do about it."""


class DataFolderError(KnowledgeError):
    """The data folder cannot be read or written."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(f"data folder {folder}: {reason}")
        self.folder = folder


class GenerationError(KnowledgeError):
    """A generation of data is missing, damaged or was made for something else."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(f"data generation {folder.name}: {reason}")
        self.folder = folder
        self.reason = reason


class ContentError(KnowledgeError):
    """A source delivered content that must not become a generation; `record` names the first bad record."""

    def __init__(self, reason: str, record: str | None = None) -> None:
        super().__init__(reason if record is None else f"{reason} (at {record})")
        self.record = record


class SourceError(KnowledgeError):
    """A source is unreachable, refuses, or sends something that is not what was asked for."""

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(f"{source}: {reason}")
        self.source = source


class EmbedderError(KnowledgeError):
    """The encoder setting cannot be read, or the encoder's files are not the pinned ones."""

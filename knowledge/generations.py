"""Generations of data: one folder each, built aside and switched by one rename."""

from __future__ import annotations

from pathlib import Path

from knowledge.content import Content, Progress, no_progress


def build_generation(
    content: Content,
    data_dir: Path,
    *,
    previous: Path | None = None,
    progress: Progress = no_progress,
    embed: bool = True,
) -> Path:
    """Builds a generation from `content` below `data_dir`, makes it the current one and returns its folder.

    `previous` (by default the current one) lends the vectors of texts that did not change. Nothing of the old
    state is touched before the new folder is whole and on disk; whatever fails leaves the old one serving.
    With `embed=False` the generation gets no vectors (lexical only) until `reindex` adds them.

    Raises ContentError when the content must not become a generation, DataFolderError when the folder cannot
    be written.
    """
    raise NotImplementedError


def current_generation(data_dir: Path) -> Path | None:
    """The folder of the generation in use, or None when there is none yet."""
    raise NotImplementedError

"""Vectors for the passages of a generation: encoded once a text, taken over while text and model stay the same."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np

from knowledge.content import Progress
from knowledge.embedders import Encoder, ModelCard, Vectors
from knowledge.errors import GenerationError
from knowledge.manifest import find_damage, read_manifest
from knowledge.store import FILE as STORE_FILE
from knowledge.store import SqliteFile
from knowledge.vector_index import VectorIndex


class Collected(NamedTuple):
    """One vector a passage, in the order of the passages' ids, and the model that made them."""

    vectors: Vectors
    model: ModelCard


def collect_vectors(
    target: Path, previous: Path | None, encoder: Encoder | None, progress: Progress
) -> Collected | None:
    """The vectors of the passages of `target`; None if some are missing and there is no encoder to make them."""
    known = _known_vectors(previous, encoder.card if encoder else None) if previous is not None else None
    model = encoder.card if encoder else (known.model if known else None)
    if model is None:
        return None
    passages = _passages(target, english_only=model.english_only)
    if not passages:
        return None
    rows = known.rows if known else {}
    missing: dict[str, str] = {hashed: text for hashed, text in passages if hashed not in rows}
    if missing and encoder is None:
        return None
    vectors = np.empty((len(passages), model.dimension), dtype=np.float32)
    for place, (hashed, _) in enumerate(passages):
        if hashed not in missing:
            vectors[place] = rows[hashed]
    if missing and encoder is not None:
        total = len(missing)
        progress("encoding", 0, total)
        made = encoder.encode_passages(list(missing.values()), lambda done: progress("encoding", done, total))
        row_of = {hashed: row for row, hashed in enumerate(missing)}
        for place, (hashed, _) in enumerate(passages):
            if hashed in row_of:
                vectors[place] = made[row_of[hashed]]
    return Collected(vectors, model)


class _Known(NamedTuple):
    model: ModelCard
    rows: dict[str, Vectors]


def _known_vectors(previous: Path, wanted: ModelCard | None) -> _Known | None:
    """The vectors of an older generation by text hash, if they are whole and of the wanted model."""
    try:
        manifest = read_manifest(previous)
        if manifest.model is None or (wanted is not None and manifest.model != wanted):
            return None
        if find_damage(previous, manifest, thorough=True):
            return None
        index = VectorIndex(previous)
        hashes = [hashed for hashed, _ in _passages(previous, english_only=manifest.model.english_only)]
    except (GenerationError, ValueError):
        return None
    if index.size != len(hashes):
        return None
    vectors = index.vectors(np.arange(index.size))
    return _Known(manifest.model, dict(zip(hashes, vectors, strict=True)))


def _passages(folder: Path, *, english_only: bool) -> list[tuple[str, str]]:
    """(hash, text) of the passages that have a vector, by id from 0 without a gap: translations are the last."""
    file = SqliteFile(folder, STORE_FILE)
    try:
        rows = file.query("SELECT hash, text, kind FROM passages ORDER BY id")
        return [(hashed, text) for hashed, text, kind in rows if not english_only or kind != "translation"]
    finally:
        file.close()

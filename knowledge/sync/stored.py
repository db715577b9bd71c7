"""The generation that a sync starts from: the one in use, or the last one that is whole."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from knowledge.errors import GenerationError
from knowledge.generations import CURRENT, current_generation, generations
from knowledge.manifest import find_damage, read_manifest
from knowledge.store import Store
from knowledge.sync.encoding import is_same_model
from knowledge.sync.options import Part
from knowledge.vector_index import FILE as VECTORS


@dataclass(slots=True)
class Stored:
    """What is stored. `store` is None when there is nothing, or nothing that can be read."""

    generation: Path | None = None
    store: Store | None = None
    was_synced: bool = False
    notes: tuple[str, ...] = ()
    damaged: Path | None = None

    def close(self) -> None:
        """Close the store."""
        if self.store is not None:
            self.store.close()

    def incomplete(self) -> frozenset[Part]:
        """The parts of which rows were left out because their cards were unknown."""
        if self.generation is None:
            return frozenset()
        dropped = read_manifest(self.generation).dropped
        parts: tuple[Part, ...] = ("printings", "rulings")
        return frozenset(part for part in parts if dropped.get(part))

    def give_up_damaged(self) -> None:
        """Stop naming a damaged generation as the one in use when there is no whole one to build upon."""
        if self.damaged is not None and self.generation is None:
            (self.damaged.parent.parent / CURRENT).unlink(missing_ok=True)


def open_stored(data_dir: Path) -> Stored:
    """The generation in use if its data is whole, else the newest that is; what is wrong stands in the notes."""
    current = current_generation(data_dir)
    if current is None:
        return Stored()
    notes: list[str] = []
    damaged = None
    for folder in (current, *(other for other in generations(data_dir) if other != current)):
        reason = damage(folder)
        if reason is None:
            store = Store(folder)
            return Stored(folder, store, bool(store.sources()), tuple(notes), damaged)
        damaged = damaged or folder
        notes.append(f"data generation {folder.name} is damaged ({reason}); everything is fetched again")
    return Stored(notes=tuple(notes), damaged=damaged)


def damage(generation: Path) -> str | None:
    """What is wrong with a generation's data, None when every file is what was written.

    Vectors do not count: they can be made again from the rest.
    """
    try:
        wrong = find_damage(generation, read_manifest(generation), thorough=True)
    except GenerationError as error:
        return error.reason
    wrong.pop(VECTORS, None)
    return "; ".join(f"{name} {what}" for name, what in sorted(wrong.items())) or None


def has_vectors(generation: Path, embedder: str) -> bool:
    """Whether a generation has whole vectors, of the model that the setting names."""
    manifest = read_manifest(generation)
    if manifest.model is None or not is_same_model(embedder, manifest.model):
        return False
    return VECTORS not in find_damage(generation, manifest, thorough=True)

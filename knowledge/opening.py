"""Opens a generation with all its indexes, or the best that can be had instead of a damaged one."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from knowledge import builtin_corpus, generations
from knowledge.card_names import CardNames
from knowledge.content import Progress
from knowledge.errors import DataFolderError, GenerationError
from knowledge.language import FILE as LANGUAGE_FILE
from knowledge.language import Language
from knowledge.lexical_index import LexicalIndex
from knowledge.manifest import Manifest, find_damage, passages_hash, read_manifest
from knowledge.models import LANGUAGES
from knowledge.retriever import Retriever
from knowledge.store import FILE as STORE_FILE
from knowledge.store import Store
from knowledge.vector_index import FILE as VECTOR_FILE
from knowledge.vector_index import VectorIndex


@dataclass
class OpenGeneration:
    """One generation, opened."""

    folder: Path
    manifest: Manifest
    store: Store
    language: Language
    names: CardNames
    lexical: LexicalIndex
    retriever: Retriever
    problems: list[str] = field(default_factory=list)

    @cached_property
    def rules(self) -> int:
        """How many numbered rules the edition in use has."""
        return self.store.count_rules()

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages in which cards have names, ours first."""
        rows = self.store.file.query("SELECT DISTINCT language FROM names")
        return tuple(sorted((row[0] for row in rows), key=_language_order))

    def close(self) -> None:
        """Closes the files."""
        self.store.close()
        self.language.close()


def _language_order(language: str) -> tuple[int, str]:
    return (LANGUAGES.index(language), "") if language in LANGUAGES else (len(LANGUAGES), language)


def open_generation(folder: Path) -> OpenGeneration:
    """Opens a generation; one without usable vectors opens too and says what is wrong with them."""
    manifest = read_manifest(folder)
    damage = find_damage(folder, manifest, thorough=False)
    lasting = {name: what for name, what in damage.items() if name != VECTOR_FILE}
    for name in sorted(lasting):
        raise GenerationError(folder, f"{name} {lasting[name]}")
    for name in (STORE_FILE, LANGUAGE_FILE):
        if name not in manifest.files:
            raise GenerationError(folder, f"{name} is missing")
    store = Store(folder)
    try:
        language = Language(folder)
        problems: list[str] = []
        vectors = _open_vectors(folder, manifest, damage.get(VECTOR_FILE), problems)
        lexical = LexicalIndex(folder)
        if lexical.size != manifest.counts["passages"]:
            raise ValueError("the lexical index is of other texts")
        retriever = Retriever(store, language, lexical, vectors)
    except ValueError as error:
        store.close()
        raise GenerationError(folder, str(error)) from error
    return OpenGeneration(
        folder, manifest, store, language, CardNames(store, language), lexical, retriever, problems
    )


def _open_vectors(
    folder: Path, manifest: Manifest, damage: str | None, problems: list[str]
) -> VectorIndex | None:
    if manifest.model is None:
        return None
    try:
        if damage is not None:
            raise ValueError(f"{VECTOR_FILE} {damage}")
        index = VectorIndex(folder)
        if index.dimension != manifest.model.dimension or index.size > manifest.counts["passages"]:
            raise ValueError(f"{VECTOR_FILE} is of other texts or another model")
        if passages_hash(folder) != manifest.passages:
            raise ValueError(f"{VECTOR_FILE} was made for other texts")
    except ValueError as error:
        problems.append(f"search is lexical until the index is made again: {error}")
        return None
    return index


class Opened(NamedTuple):
    """A generation and the data folder it is in; `temporary` if that lasts only as long as it is used."""

    generation: OpenGeneration
    data_dir: Path
    temporary: bool = False


def open_or_build(data_dir: Path, progress: Progress) -> Opened:
    """The generation in use, or the best that can be had instead: the one before, or the built-in corpus."""
    problems: list[str] = []
    for folder in _candidates(data_dir, problems):
        try:
            opened = open_generation(folder)
        except GenerationError as error:
            problems.append(f"{error}; sync again")
            continue
        if opened.manifest.builtin not in (None, builtin_corpus.corpus_hash()):
            opened.close()  # of an older version of this program, and never synced: the newer corpus takes over
            break
        opened.problems[:0] = problems
        return Opened(opened, data_dir)
    temporary = False
    try:
        built = generations.build_builtin(data_dir, progress=progress, replace=bool(problems))
    except DataFolderError as error:
        problems.append(f"{error}; the built-in corpus is used for now")
        temporary = True
        data_dir = Path(tempfile.mkdtemp(prefix="judgecall-"))
        built = generations.build_builtin(data_dir, progress=progress)
    opened = open_generation(built)
    opened.problems[:0] = problems
    return Opened(opened, data_dir, temporary)


def _candidates(data_dir: Path, problems: list[str]) -> list[Path]:
    try:
        current = generations.current_generation(data_dir)
        others = generations.generations(data_dir)
    except DataFolderError as error:
        problems.append(str(error))
        return []
    if current is None:
        return others
    return [current, *(folder for folder in others if folder != current)]

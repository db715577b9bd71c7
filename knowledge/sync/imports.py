"""Official translations of rulings that a person imports; kept in the data folder and paired at every sync."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from knowledge.builtin_corpus import builtin_content, builtin_translations
from knowledge.content import NOTHING_NEW, Content, Progress, RulingTranslation, no_progress
from knowledge.embedders import DEFAULT
from knowledge.errors import DataFolderError
from knowledge.folding import fold_text
from knowledge.generations import build_generation
from knowledge.last_sync import write_whole
from knowledge.sources.bilingual_text import pair, read_rows, translations_of
from knowledge.store import Store
from knowledge.sync.encoding import LateEncoder, model_of
from knowledge.sync.state import only_sync
from knowledge.sync.stored import Stored, open_stored

FOLDER = "imports"
FILE = "rulings.json"
ROWS: TypeAdapter[tuple[RulingTranslation, ...]] = TypeAdapter(tuple[RulingTranslation, ...])


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did: rows read, of these new or changed, paired with a stored ruling, and those without.

    Translations without a stored ruling are kept; they are shown as soon as a sync brings the ruling.
    """

    rows: int
    new: int
    paired: int
    unpaired: int
    languages: tuple[str, ...]
    generation: str | None


def import_rulings(
    file: Path, data_dir: Path, progress: Progress = no_progress, *, embedder: str = DEFAULT
) -> ImportReport:
    """Read official rulings in other languages from `file` and show them beside the originals from now on.

    Raises ContentError or SourceError (the file), DataFolderError (the folder, or a sync that is running).
    """
    delivered = translations_of(read_rows(file))
    with only_sync(data_dir):
        stored = open_stored(data_dir)
        try:
            kept = imported(data_dir)
            merged = _merged(kept, delivered)
            new = len(set(merged) - set(kept))
            if new:
                _keep(data_dir, merged)
            base = builtin_content() if stored.store is None else NOTHING_NEW
            rows = base.rulings or ()
            texts = stored.store.ruling_texts() if stored.store else tuple(row.comment for row in rows)
            paired, alone = pair(delivered, texts)
            generation = _shown(stored, base, data_dir, texts, embedder, progress)
        finally:
            stored.close()
    return ImportReport(
        rows=len(delivered),
        new=new,
        paired=len({(fold_text(item.english), item.language) for item in paired}),
        unpaired=len(alone),
        languages=tuple(sorted({item.language for item in delivered})),
        generation=generation.name if generation is not None else None,
    )


def _shown(
    stored: Stored, base: Content, data_dir: Path, texts: Iterable[str], embedder: str, progress: Progress
) -> Path | None:
    """A generation with all translations there are, unless the one in use has them already."""
    wanted = all_translations(data_dir, stored.store, texts)
    if stored.store is not None and set(wanted) == set(stored.store.translations()):
        return None
    stored.give_up_damaged()
    in_use = model_of(stored.generation)
    encoder = LateEncoder(embedder, in_use, low_priority=False) if in_use is not None else None
    return build_generation(
        replace(base, translations=wanted),
        data_dir,
        previous=stored.generation,
        progress=progress,
        encoder=encoder,
    )


def imported(data_dir: Path) -> tuple[RulingTranslation, ...]:
    """All translations that were imported into a data folder, also those whose ruling is not stored."""
    path = data_dir / FOLDER / FILE
    try:
        return ROWS.validate_json(path.read_bytes())
    except FileNotFoundError:
        return ()
    except (OSError, ValidationError) as error:
        reason = f"{path.relative_to(data_dir)} cannot be read ({type(error).__name__}); move it away and import again"
        raise DataFolderError(data_dir, reason) from error


def all_translations(
    data_dir: Path, store: Store | None, texts: Iterable[str]
) -> tuple[RulingTranslation, ...]:
    """The translations for a generation whose rulings have these texts: built in, stored, and imported (which win)."""
    first = store.translations() if store is not None else ()
    merged = _merged((*builtin_translations(), *first), imported(data_dir))
    return pair(merged, texts)[0]


def _merged(
    old: Iterable[RulingTranslation], new: Iterable[RulingTranslation]
) -> tuple[RulingTranslation, ...]:
    """Both, the new ones in the place of old ones for the same text and language."""
    return tuple({(fold_text(item.english), item.language): item for item in (*old, *new)}.values())


def _keep(data_dir: Path, rows: tuple[RulingTranslation, ...]) -> None:
    folder = data_dir / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataFolderError(data_dir, f"cannot be written ({error.strerror or error})") from error
    write_whole(folder / FILE, ROWS.dump_json(rows, indent=1).decode())

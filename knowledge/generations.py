"""Generations of data: one folder each, built aside, put on disk, and switched by one rename.

DATA/current               the name of the generation in use, replaced by a rename
DATA/generations/NAME/     store.sqlite, language.sqlite, lexical/, vectors.faiss, manifest.json
DATA/generations/.NAME/    one that is being built; without a lock on DATA/build.lock it is a dead one's
"""

from __future__ import annotations

import datetime as dt
import os
import re
import secrets
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock

from knowledge import builtin_corpus
from knowledge.content import Content, Progress, Ruleset, no_progress
from knowledge.embedders import Encoder, ModelCard
from knowledge.errors import DataFolderError, GenerationError
from knowledge.language import write_language
from knowledge.lexical_index import write_lexical
from knowledge.manifest import FILE as MANIFEST
from knowledge.manifest import (
    FORMAT,
    Manifest,
    StoredFile,
    file_sha256,
    find_damage,
    passages_hash,
    read_manifest,
)
from knowledge.store import FILE as STORE_FILE
from knowledge.store import SqliteFile
from knowledge.store_writer import write_store
from knowledge.vector_index import FILE as VECTOR_FILE
from knowledge.vector_index import write_vectors
from knowledge.vectors import collect_vectors

CURRENT = "current"
FOLDER = "generations"
_NAME = re.compile(r"[0-9]{8}T[0-9]+-[0-9a-f]+")
KEPT_BESIDE_CURRENT = 1  # a process that opened the last one may still be reading it


# The one in use


def current_generation(data_dir: Path) -> Path | None:
    """The folder of the generation in use, or None when there is none yet. Raises DataFolderError."""
    try:
        name = (data_dir / CURRENT).read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise DataFolderError(
            data_dir, f"{CURRENT} cannot be read ({error}); delete it and start again"
        ) from error
    folder = data_dir / FOLDER / name
    return folder if _NAME.fullmatch(name) and folder.is_dir() else None


def generations(data_dir: Path) -> list[Path]:
    """All finished generations, the newest first."""
    try:
        names = sorted(os.listdir(data_dir / FOLDER), reverse=True)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise DataFolderError(data_dir, f"cannot be read ({error.strerror or error})") from error
    return [data_dir / FOLDER / name for name in names if not name.startswith(".")]


# Building


def build_generation(
    content: Content,
    data_dir: Path,
    *,
    previous: Path | None = None,
    progress: Progress = no_progress,
    encoder: Encoder | None = None,
) -> Path:
    """Builds a generation from `content` below `data_dir`, makes it the current one and returns its folder.

    `previous` (by default the current one) lends the parts that `content` gives as None and the vectors of
    texts that did not change. Nothing of the old state is touched before the new folder is whole and on disk;
    whatever fails leaves the old one serving. Without an `encoder` the old vectors are kept only if every text
    has one; otherwise the new generation is lexical only until `add_vectors` ran.

    Raises ContentError when the content must not become a generation, DataFolderError when the folder cannot
    be written. Two processes that build at once do so one after the other.
    """
    with building(data_dir):
        previous = _usable(previous or current_generation(data_dir), content)
        return _build(content, data_dir, previous, previous, progress, encoder, builtin=None)


def build_builtin(
    data_dir: Path,
    *,
    progress: Progress = no_progress,
    encoder: Encoder | None = None,
    replace: bool = False,
) -> Path:
    """Builds the generation of the built-in corpus, unless another process has just done so.

    With `replace` it is built even if one is there: that one is damaged.
    """
    wanted = builtin_corpus.corpus_hash()
    before = current_generation(data_dir)
    with building(data_dir):
        current = current_generation(data_dir)
        if current is not None and (current != before or not replace) and _is_whole(current, wanted):
            return current
        content = builtin_corpus.builtin_content()
        return _build(content, data_dir, None, current, progress, encoder, builtin=wanted)


def _usable(previous: Path | None, content: Content) -> Path | None:
    """The generation before, if it is whole; a damaged one can lend nothing, so then nothing may be wanted of it."""
    if previous is None:
        return None
    try:
        damage = find_damage(previous, read_manifest(previous), thorough=True)
        damage.pop(VECTOR_FILE, None)
        if not damage:
            return previous
        reason = "; ".join(f"{name} {what}" for name, what in damage.items())
    except GenerationError as error:
        reason = error.reason
    parts = (content.cards, content.printings, content.rulings, content.translations, content.rulesets)
    if None in parts:
        raise GenerationError(previous, f"{reason}; all sources must be read again")
    return None


def _is_whole(folder: Path, builtin: str) -> bool:
    try:
        manifest = read_manifest(folder)
    except GenerationError:
        return False
    return manifest.builtin == builtin and not find_damage(folder, manifest, thorough=True)


def add_vectors(
    folder: Path,
    data_dir: Path,
    encoder: Encoder,
    *,
    lender: Path | None = None,
    progress: Progress = no_progress,
) -> Path:
    """Builds a generation with the same texts as `folder` and the vectors of `encoder`, and makes it current.

    `lender` is an older generation whose vectors are taken over for the texts that it has too.
    """
    with building(data_dir):
        current = current_generation(data_dir) or folder
        old = read_manifest(current)
        if old.model == encoder.card and not find_damage(current, old, thorough=True):
            return current
        with _aside(data_dir) as target:
            for name in old.files:
                if name != VECTOR_FILE:
                    (target / name).parent.mkdir(exist_ok=True)
                    _link_or_copy(current / name, target / name)
            _write_vectors(target, lender, encoder, progress)
            return _finish(target, data_dir, old.builtin, old.counts, old.dropped, encoder.card)


@contextmanager
def building(data_dir: Path) -> Iterator[None]:
    """Holds the lock that whoever writes below `data_dir` must hold. Raises DataFolderError."""
    try:
        (data_dir / FOLDER).mkdir(parents=True, exist_ok=True)
        lock = FileLock(data_dir / "build.lock")
        lock.acquire()
    except OSError as error:
        raise DataFolderError(data_dir, f"cannot be written ({error.strerror or error})") from error
    try:
        _remove_dead_builds(data_dir)
        yield
    except OSError as error:
        raise DataFolderError(data_dir, f"cannot be written ({error.strerror or error})") from error
    except sqlite3.OperationalError as error:  # the disk is full, or fails
        raise DataFolderError(data_dir, f"cannot be written ({error})") from error
    finally:
        lock.release()


def _build(
    content: Content,
    data_dir: Path,
    previous: Path | None,
    vectors_from: Path | None,
    progress: Progress,
    encoder: Encoder | None,
    *,
    builtin: str | None,
) -> Path:
    if content.rulesets is not None:
        content = _with_summaries(content)
    with _aside(data_dir) as target:
        written = write_store(target, content, previous, builtin_corpus.nicknames(), progress)
        write_language(target, previous, progress)
        progress("lexical index", 0, 1)
        write_lexical(target, _passage_texts(target))
        progress("lexical index", 1, 1)
        model = _write_vectors(target, vectors_from, encoder, progress)
        return _finish(target, data_dir, builtin, written.counts, dict(written.dropped), model)


def _with_summaries(content: Content) -> Content:
    rulesets = tuple(
        Ruleset(
            effective=ruleset.effective,
            rules=builtin_corpus.with_summaries(ruleset.rules) if ruleset.effective else ruleset.rules,
            glossary=ruleset.glossary,
        )
        for ruleset in content.rulesets or ()
    )
    return Content(
        cards=content.cards,
        printings=content.printings,
        rulings=content.rulings,
        translations=content.translations,
        rulesets=rulesets,
        cards_as_of=content.cards_as_of,
        rulings_as_of=content.rulings_as_of,
        sources=content.sources,
        last_sync=content.last_sync,
    )


def _passage_texts(folder: Path) -> list[str]:
    file = SqliteFile(folder, STORE_FILE)
    try:
        return [text for (text,) in file.query("SELECT text FROM passages ORDER BY id")]
    finally:
        file.close()


def _write_vectors(
    target: Path, previous: Path | None, encoder: Encoder | None, progress: Progress
) -> ModelCard | None:
    """Writes the vectors, taking over those of texts that did not change; returns the model they are of."""
    collected = collect_vectors(target, previous, encoder, progress)
    if collected is None:
        return None
    write_vectors(target, collected.vectors)
    return collected.model


@contextmanager
def _aside(data_dir: Path) -> Iterator[Path]:
    """A new folder that is removed again unless it was renamed in the end."""
    now = dt.datetime.now(dt.UTC).strftime("%Y%m%dT%H%M%S%f")
    target = data_dir / FOLDER / f".{now}-{secrets.token_hex(3)}"
    target.mkdir()
    try:
        yield target
    finally:
        shutil.rmtree(target, ignore_errors=True)


def _finish(
    target: Path,
    data_dir: Path,
    builtin: str | None,
    counts: dict[str, int],
    dropped: dict[str, int],
    model: ModelCard | None,
) -> Path:
    """Puts everything on disk, then switches: first the folder gets its name, then `current` names it."""
    names = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    manifest = Manifest(
        format=FORMAT,
        created_at=dt.datetime.now(dt.UTC),
        builtin=builtin,
        counts=counts,
        dropped=dropped,
        passages=passages_hash(target),
        model=model,
        files={
            name: StoredFile(size=(target / name).stat().st_size, sha256=file_sha256(target / name))
            for name in names
        },
    )
    (target / MANIFEST).write_text(manifest.model_dump_json(indent=1), encoding="utf-8")
    for path in sorted(target.rglob("*"), reverse=True):
        _fsync(path)
    _fsync(target)
    final = target.with_name(target.name.removeprefix("."))
    target.rename(final)
    _fsync(final.parent)
    replace_file(data_dir / CURRENT, final.name + "\n")
    _remove_old(data_dir, final)
    return final


def replace_file(path: Path, text: str) -> None:
    """Writes a small file so that a reader sees the old text or the new one, whatever happens."""
    aside = path.with_name(f".{path.name}-{secrets.token_hex(4)}")
    try:
        aside.write_text(text, encoding="utf-8")
        _fsync(aside)
        aside.replace(path)
    finally:
        aside.unlink(missing_ok=True)
    _fsync(path.parent)


def _remove_old(data_dir: Path, current: Path) -> None:
    others = [folder for folder in generations(data_dir) if folder != current]
    for folder in others[KEPT_BESIDE_CURRENT:]:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_dead_builds(data_dir: Path) -> None:
    for folder in (data_dir / FOLDER).glob(".*"):
        shutil.rmtree(folder, ignore_errors=True)


def _link_or_copy(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


def _fsync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():  # Windows has no descriptors of folders
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

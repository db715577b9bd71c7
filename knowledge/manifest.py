"""The manifest of a generation: what it consists of, so that damage and change are noticed."""

from __future__ import annotations

import datetime as dt
import hashlib
from pathlib import Path

from pydantic import ValidationError

from knowledge.embedders import ModelCard
from knowledge.errors import GenerationError
from knowledge.models import Fact
from knowledge.store import FILE as STORE_FILE
from knowledge.store import SqliteFile

FORMAT = 1
FILE = "manifest.json"


class StoredFile(Fact):
    """A file of a generation as it was written."""

    size: int
    sha256: str


class Manifest(Fact):
    """What a generation consists of. `passages` is a hash over all passages, so that vectors of others show."""

    format: int
    created_at: dt.datetime
    builtin: str | None
    counts: dict[str, int]
    dropped: dict[str, int]
    passages: str
    model: ModelCard | None
    files: dict[str, StoredFile]


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a generation; a GenerationError says why it is none of ours."""
    try:
        manifest = Manifest.model_validate_json((folder / FILE).read_bytes())
    except FileNotFoundError as error:
        raise GenerationError(folder, f"{FILE} is missing") from error
    except (OSError, ValidationError) as error:
        raise GenerationError(folder, f"{FILE} cannot be read") from error
    if manifest.format != FORMAT:
        raise GenerationError(
            folder, f"it was written in format {manifest.format}, this program reads {FORMAT}"
        )
    return manifest


def find_damage(folder: Path, manifest: Manifest, *, thorough: bool) -> dict[str, str]:
    """What is wrong with the files of a generation, by file; `thorough` reads them all."""
    found: dict[str, str] = {}
    for name, stored in manifest.files.items():
        try:
            size = (folder / name).stat().st_size
            if size != stored.size:
                found[name] = f"has {size} bytes instead of {stored.size}"
            elif thorough and file_sha256(folder / name) != stored.sha256:
                found[name] = "is not what was written"
        except OSError as error:
            found[name] = f"cannot be read ({error.strerror})"
    return found


def passages_hash(folder: Path) -> str:
    """A hash over the texts of all passages in order."""
    file = SqliteFile(folder, STORE_FILE)
    try:
        digest = hashlib.sha256()
        for (hashed,) in file.query("SELECT hash FROM passages ORDER BY id"):
            digest.update(hashed.encode())
        return digest.hexdigest()
    finally:
        file.close()


def file_sha256(path: Path) -> str:
    """The SHA-256 (hex) of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()

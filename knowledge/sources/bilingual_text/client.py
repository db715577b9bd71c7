"""Reads a file of paired texts from disk: JSON array or JSON Lines, packed or not."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from knowledge.errors import ContentError, SourceError
from knowledge.sources.bilingual_text.models import BilingualRecord
from knowledge.unpacking import json_records, unpacked, validated

MOST_BYTES = 1 << 28


def read_rows(path: Path) -> tuple[BilingualRecord, ...]:
    """All rows of a file. One unreadable row refuses the file and is named: a person chose it and can mend it."""
    rows = []
    try:
        with unpacked(path, limit=MOST_BYTES, source=path.name) as stream:
            for number, raw in json_records(stream, path.name):
                rows.append(_row(path, number, raw))
    except OSError as error:
        raise SourceError(path.name, f"cannot be read ({error.strerror or error}); check the path") from error
    if not rows:
        raise ContentError(f"{path.name} holds no ruling")
    return tuple(rows)


def _row(path: Path, number: int, raw: object) -> BilingualRecord:
    try:
        return validated(BilingualRecord, number, raw, path.name)
    except ValidationError as error:
        detail = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in detail["loc"]) or "the value"
        what = (
            f"field {where} is missing" if detail["type"] == "missing" else f"field {where}: {detail['msg']}"
        )
        needs = "each row needs lang, comment (the translation) and en (the English original)"
        raise ContentError(f"{path.name}: {what}; {needs}", f"row {number}") from None

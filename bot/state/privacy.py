"""What is kept about a person: shown to them, deleted for them, and cleared when its time is over.

A table takes part by its columns alone: `person(kind)` names whose row it is, `expiry()` until when it is kept.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Column, Table, delete, func, select

from bot.state.base import EXPIRES, PERSON, Base, now
from bot.state.database import Database


def personal_tables() -> Mapping[Table, Column[Any]]:
    """Every table with rows of persons, with the column that says whose."""
    return {column.table: column for column in _columns(PERSON)}


def expiring_tables() -> Mapping[Table, Column[Any]]:
    """Every table whose rows are kept for a time, with the column that says until when."""
    return {column.table: column for column in _columns(EXPIRES)}


def personal_kinds() -> Sequence[str]:
    """The kinds of data about a person that there can be."""
    return sorted({str(column.info[PERSON]) for column in personal_tables().values()})


class Privacy:
    """The area's methods; all raise `StateError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def counts(self, user_id: int) -> dict[str, int]:
        """How much there is about a person, by kind; only kinds of which there is something."""
        found: dict[str, int] = {}
        with self._database.reading() as session:
            for table, column in personal_tables().items():
                count = session.scalar(select(func.count()).select_from(table).where(column == user_id)) or 0
                if count:
                    kind = str(column.info[PERSON])
                    found[kind] = found.get(kind, 0) + count
        return found

    def rows(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Everything there is about a person, by kind, as it stands in the database; values fit into JSON."""
        found: dict[str, list[dict[str, Any]]] = {}
        with self._database.reading() as session:
            for table, column in personal_tables().items():
                for row in session.execute(select(table).where(column == user_id)).mappings():
                    plain = {key: _plain(value) for key, value in row.items()}
                    found.setdefault(str(column.info[PERSON]), []).append(plain)
        return found

    def delete(self, user_id: int) -> int:
        """Delete everything there is about a person; how many rows that were."""
        gone = 0
        with self._database.writing() as session:
            for table, column in personal_tables().items():
                gone += session.execute(delete(table).where(column == user_id)).rowcount  # type: ignore[attr-defined]
        return gone

    def clear_expired(self, at: dt.datetime | None = None) -> int:
        """Delete what was kept long enough, as of now or `at`; how many rows that were."""
        gone = 0
        with self._database.writing() as session:
            for table, column in expiring_tables().items():
                gone += session.execute(delete(table).where(column <= (at or now()))).rowcount  # type: ignore[attr-defined]
        return gone


def _columns(mark: str) -> Iterator[Column[Any]]:
    for table in Base.metadata.sorted_tables[::-1]:
        # Tables that point at others come first, so that a deletion never meets a row that is still needed.
        yield from (column for column in table.columns if column.info.get(mark))


def _plain(value: object) -> object:
    return value.isoformat() if isinstance(value, dt.datetime) else value

"""What all tables share: one metadata, times in UTC, and columns that say what they hold of a person and for how long."""

from __future__ import annotations

import datetime as dt
from typing import Any, Final

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, MetaData
from sqlalchemy.orm import DeclarativeBase, MappedColumn, mapped_column
from sqlalchemy.types import TypeDecorator

PERSON: Final = "person"
EXPIRES: Final = "expires"

NAMES: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""Constraints have the same names in every database, so that a migration can change them."""

Serial = BigInteger().with_variant(Integer, "sqlite")
"""For keys that the database counts up: SQLite does that for its own INTEGER only."""


class UtcTime(TypeDecorator[dt.datetime]):
    """A moment: aware in Python, UTC in the database; a naive one is a bug and raises `ValueError`."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment without a time zone: {value}")
        return value.astimezone(dt.UTC)

    def process_result_value(self, value: dt.datetime | None, dialect: Dialect) -> dt.datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=dt.UTC) if value.tzinfo is None else value.astimezone(dt.UTC)


class Base(DeclarativeBase):
    """Of every table."""

    metadata = MetaData(naming_convention=NAMES)


def person(kind: str, **options: Any) -> MappedColumn[int]:
    """A column with the Discord id of the person whose row it is: /privacy shows and deletes the row as `kind`.

    `kind` needs the texts `privacy.kinds.<kind>` in the catalogues.
    """
    return mapped_column(BigInteger, info={PERSON: kind}, **options)


def expiry(**options: Any) -> MappedColumn[dt.datetime]:
    """A column with the moment from which the daily clearing deletes the row."""
    return mapped_column(UtcTime, index=True, info={EXPIRES: True}, **options)


def now() -> dt.datetime:
    """This moment in UTC."""
    return dt.datetime.now(dt.UTC)

"""The connection to the database and its transactions; every failure becomes one `StateError` in plain words."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError, StatementError
from sqlalchemy.orm import Session

from bot.errors import SettingsError, StateError

FILE_NAME: Final = "state.sqlite3"
BUSY_SECONDS: Final = 5
CONNECT_SECONDS: Final = 4
STATEMENT_SECONDS: Final = 5
_PATIENCE: Final = {
    "application_name": "judgecall",
    "connect_timeout": CONNECT_SECONDS,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A server that has vanished is noticed in seconds and not in hours."""
_WRITES: Final = "judgecall_writes"
DRIVERS: Final = {
    "sqlite": "sqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
"""What may stand before the :// of an address, and the driver that is used."""


def url_of(place: str | Path) -> URL:
    """The database's address; a path is a SQLite file. Raises `SettingsError`, which never holds the address itself."""
    if isinstance(place, Path):
        return URL.create("sqlite", database=str(place))
    try:
        url = make_url(place)
    except ArgumentError:
        raise SettingsError(
            "DATABASE_URL is no database address, such as postgresql://bot@db/judgecall"
        ) from None
    if url.drivername not in DRIVERS:
        raise SettingsError("DATABASE_URL must begin with postgresql:// or sqlite:///")
    url = url.set(drivername=DRIVERS[url.drivername])
    if url.drivername == "sqlite" and url.database in (None, "", ":memory:"):
        raise SettingsError("DATABASE_URL must name a file after sqlite:///, because what is kept must last")
    return url


class Database:
    """An engine whose transactions say whether they write."""

    def __init__(self, place: str | Path) -> None:
        url = url_of(place)
        self.is_sqlite = url.get_backend_name() == "sqlite"
        if self.is_sqlite:
            self._engine = _sqlite(url)
        else:
            self._engine = _postgres(url)

    @property
    def name(self) -> str:
        """What it is, for people: never with a password, which may stand in several places of an address."""
        url = self._engine.url
        return (
            str(url.database)
            if self.is_sqlite
            else f"PostgreSQL {url.database} on {url.host or 'this machine'}"
        )

    @contextlib.contextmanager
    def reading(self) -> Iterator[Session]:
        """A session for reading; raises `StateError`."""
        with self._session(writes=False) as session:
            yield session

    @contextlib.contextmanager
    def writing(self) -> Iterator[Session]:
        """A session that commits at its end, or not at all; raises `StateError`."""
        with self._session(writes=True) as session:
            yield session

    @contextlib.contextmanager
    def connection(self) -> Iterator[Connection]:
        """One connection in one writing transaction, for migrations; raises `StateError`."""
        with self._told(), self._bound(writes=True).begin() as connection:
            yield connection

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextlib.contextmanager
    def _session(self, *, writes: bool) -> Iterator[Session]:
        with (
            self._told(),
            Session(self._bound(writes=writes), expire_on_commit=False) as session,
            session.begin(),
        ):
            yield session

    def _bound(self, *, writes: bool) -> Engine:
        return self._engine.execution_options(**{_WRITES: writes})

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, sqlite3.Error, OSError) as error:
            raise StateError(f"the bot's own database ({self.name}) {_reason(error)}") from error


def _reason(error: Exception) -> str:
    """What is the matter, in words, and what to do about it."""
    cause = error.orig if isinstance(error, StatementError) and error.orig is not None else error
    # The lines behind the first may show what was to be written, which is nothing for a log.
    text = " ".join(str(cause).strip().split("\n")[0].split())
    lower = text.lower()
    if "full" in lower or "no space" in lower:
        return f"cannot be written, the disk is full: make room ({text})"
    if "i/o error" in lower:
        return f"cannot be read or written: look whether the disk is full or broken ({text})"
    if "readonly" in lower or "read-only" in lower or "permission denied" in lower:
        return f"cannot be written: give the bot the right to write there ({text})"
    if "malformed" in lower or "not a database" in lower:
        return f"is damaged: put a backup in its place, or move it away and start again ({text})"
    if "unable to open" in lower:
        return f"cannot be opened: is the folder there, and may the bot write in it? ({text})"
    if "locked" in lower or "timeout" in lower:
        return f"is busy: try again, and stop what holds it ({text})"
    return f"does not answer: {text}"


def _sqlite(url: URL) -> Engine:
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, record: Any) -> None:
        # The driver's own transactions leave out CREATE TABLE; BEGIN is said below instead.
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        # A reader that turns into a writer half way would fail at once beside another writer.
        writes = connection.get_execution_options().get(_WRITES)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgres(url: URL) -> Engine:
    try:
        engine = create_engine(
            url,
            pool_size=2,
            max_overflow=2,
            pool_timeout=BUSY_SECONDS,
            pool_pre_ping=True,
            hide_parameters=True,
            connect_args=_PATIENCE,
        )
    except (ImportError, NoSuchModuleError):
        raise SettingsError(
            "DATABASE_URL names a PostgreSQL, whose driver is not installed: pip install 'judgecall[postgres]'"
        ) from None

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"SET LOCAL statement_timeout = {STATEMENT_SECONDS * 1000}")

    return engine


def prepare_file(place: Path) -> None:
    """Make the folder and the file of a SQLite database, which nobody else may read; raises `StateError`."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        if not place.exists():
            os.close(os.open(place, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        raise StateError(
            f"the bot's own database ({place}) cannot be made: {error.strerror or error}"
        ) from error

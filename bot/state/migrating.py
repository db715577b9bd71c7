"""Brings a database to the tables that the code knows, in one transaction that two processes cannot both be in."""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import Any, Final

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from bot.errors import StateError
from bot.state.database import Database

SCRIPTS: Final = Path(__file__).with_name("migrations")
_LOCK: Final = 0x6A75646765
"""Of PostgreSQL's advisory locks ours is this one."""
_WAIT_SECONDS: Final = 60
_ALEMBIC: Final = threading.Lock()
"""Alembic keeps what it is working on in globals of its modules."""


@cache
def scripts() -> ScriptDirectory:
    """The migrations that ship with the package."""
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    return ScriptDirectory.from_config(config)


def revision_of(connection: Connection) -> str | None:
    """The migration that a database is at; None for an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def migrate(database: Database, to: str = "head") -> None:
    """Bring `database` to the newest migration (or to `to`); raises `StateError` when it is newer than the code."""
    directory = scripts()
    wanted = directory.get_current_head() if to == "head" else to
    with database.reading() as session:
        if revision_of(session.connection()) == wanted:
            return
    with database.connection() as connection:
        # SQLite's BEGIN IMMEDIATE already lets one writer in.
        if not database.is_sqlite:
            connection.execute(text(f"SET LOCAL statement_timeout = {_WAIT_SECONDS * 1000}"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        _upgrade(connection, directory, wanted, database.name)


def _upgrade(connection: Connection, directory: ScriptDirectory, wanted: str | None, name: str) -> None:
    found = revision_of(connection)
    known = {one.revision for one in directory.walk_revisions()}
    if found is not None and found not in known:
        raise StateError(
            f"the bot's own database ({name}) was written by a newer Judgecall (it is at {found}, this one knows up to"
            f" {directory.get_current_head()}): start the newer one, or put back the backup from before the update"
        )

    def steps(revision: Any, context: MigrationContext) -> Any:
        return directory._upgrade_revs(wanted or "head", revision)

    config = Config()
    config.attributes["connection"] = connection
    with _ALEMBIC, EnvironmentContext(config, directory, fn=steps):
        directory.run_env()

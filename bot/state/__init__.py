"""What people own: server settings, reports and what is kept of a person, in SQLite or PostgreSQL.

    with State.open(place) as state:
        state.servers.get(guild_id)

Everything blocks, so on Discord it is called through `bot.discord_state`. Every failure is a `bot.errors.StateError`.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from bot.errors import StateError
from bot.state.base import Base, Serial, UtcTime, expiry, now, person
from bot.state.database import FILE_NAME, Database, prepare_file, url_of
from bot.state.migrating import migrate
from bot.state.privacy import Privacy, personal_kinds
from bot.state.quiz import QuizState
from bot.state.reports import REPORT_DAYS, NewReport, Report, Reports, summary_of
from bot.state.settings import KEEP_DAYS, MAX_CHANNELS, Servers, ServerSettings
from bot.state.sync import Sync

__all__ = [
    "FILE_NAME",
    "KEEP_DAYS",
    "MAX_CHANNELS",
    "REPORT_DAYS",
    "Base",
    "Database",
    "NewReport",
    "Privacy",
    "QuizState",
    "Report",
    "Reports",
    "Serial",
    "ServerSettings",
    "Servers",
    "State",
    "StateError",
    "Sync",
    "UtcTime",
    "expiry",
    "now",
    "person",
    "personal_kinds",
    "summary_of",
]


class State:
    """The opened database, by area."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.servers = Servers(database)
        self.reports = Reports(database)
        self.privacy = Privacy(database)
        self.quiz = QuizState(database)
        self.sync = Sync(database)

    @classmethod
    def open(cls, place: str | Path) -> State:
        """Open the database at an address or path, make it if it is not there, and bring it to the newest tables.

        Raises `SettingsError` for an address that is none, `StateError` for a database that cannot be used or that
        a newer version of the code has written.
        """
        url = url_of(place)
        if url.get_backend_name() == "sqlite" and url.database:
            prepare_file(Path(url.database))
        database = Database(place)
        try:
            migrate(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    def close(self) -> None:
        """Close all connections."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

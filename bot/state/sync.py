"""Which commands are registered with Discord, as a hash for every application."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import BigInteger, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.state.base import Base, UtcTime, now
from bot.state.database import Database


class CommandSync(Base):
    """An application and the hash of the commands that it last registered."""

    __tablename__ = "command_sync"

    application_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    hash: Mapped[str] = mapped_column(String(64))
    synced_at: Mapped[dt.datetime] = mapped_column(UtcTime)


class Sync:
    """The area's methods; all raise `StateError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def last(self, application_id: int) -> str | None:
        """The hash of the commands that were registered last."""
        with self._database.reading() as session:
            row = session.get(CommandSync, application_id)
            return row.hash if row else None

    def remember(self, application_id: int, value: str) -> None:
        """These commands are registered now."""
        with self._database.writing() as session:
            session.merge(CommandSync(application_id=application_id, hash=value, synced_at=now()))

"""What a server's managers have set, and the questions that are kept where they turned that on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    SmallInteger,
    String,
    Text,
    delete,
    func,
    select,
)
from sqlalchemy.orm import Mapped, Session, mapped_column

from bot.answers.models import LANGUAGES, Answer, Language
from bot.errors import StateError
from bot.state.base import Base, Serial, UtcTime, expiry, now, person
from bot.state.database import Database

KEEP_DAYS: Final = (0, 7, 30, 90)
"""For how many days a server may keep questions; 0 is not at all."""

MAX_CHANNELS: Final = 25
MAX_QUESTION: Final = 1000
MAX_KEPT: Final = 20_000
"""Of a server; more are not kept, so that a flood does not fill the disk."""
DEFAULT_LABEL: Final = "none"


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """A server's settings; the defaults are those of a server that has set nothing, and of private messages."""

    language: Language | None = None
    """Of answers that everybody sees; None is the language of the question or of the person."""
    channels: tuple[int, ...] = ()
    """Where the bot answers; empty is everywhere."""
    private: bool = False
    """Whether only the asker sees an answer, unless they say otherwise."""
    keep_days: int = 0
    leaderboard: bool = False

    def __post_init__(self) -> None:
        if self.language is not None and self.language not in LANGUAGES:
            raise ValueError(f"not one of our languages: {self.language!r}")
        if len(self.channels) > MAX_CHANNELS or not all(0 < one < 1 << 63 for one in self.channels):
            raise ValueError("not a list of channels")
        if self.keep_days not in KEEP_DAYS:
            raise ValueError(f"questions cannot be kept for {self.keep_days} days")


class Server(Base):
    """The settings of one server. Nothing in it is personal: who changed them is not written down."""

    __tablename__ = "servers"
    __table_args__ = (CheckConstraint("keep_days BETWEEN 0 AND 90", name="keep_days"),)

    guild_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    language: Mapped[str | None] = mapped_column(String(2))
    channels: Mapped[list[int]] = mapped_column(JSON)
    private: Mapped[bool] = mapped_column(Boolean)
    keep_days: Mapped[int] = mapped_column(SmallInteger)
    leaderboard: Mapped[bool] = mapped_column(Boolean)
    changed_at: Mapped[dt.datetime] = mapped_column(UtcTime)


class KeptQuestion(Base):
    """A question that was asked in a server which keeps questions, and what became of it."""

    __tablename__ = "kept_questions"

    id: Mapped[int] = mapped_column(Serial, primary_key=True)
    guild_id: Mapped[int] = mapped_column(BigInteger, index=True)
    # Personal: whose question it is, so that this person, and nobody else, can see and delete it with /privacy.
    user_id: Mapped[int] = person("questions", index=True)
    # May hold something personal: it is what the person wrote.
    question: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(String(2))
    verdict: Mapped[str] = mapped_column(String(16))
    confidence: Mapped[str] = mapped_column(String(16))
    asked_at: Mapped[dt.datetime] = mapped_column(UtcTime)
    expires_at: Mapped[dt.datetime] = expiry()


class Servers:
    """The area's methods; all raise `StateError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, guild_id: int) -> ServerSettings:
        """A server's settings, or the defaults."""
        with self._database.reading() as session:
            row = session.get(Server, guild_id)
            if row is None:
                return ServerSettings()
            found = _settings(row)
            if found is None:
                raise StateError(
                    f"the settings of server {guild_id} are damaged: choose them anew with /settings"
                )
            return found

    def put(self, guild_id: int, settings: ServerSettings) -> None:
        """Set all of a server's settings."""
        self.change(guild_id, lambda _: settings)

    def change(self, guild_id: int, edit: Callable[[ServerSettings], ServerSettings]) -> ServerSettings:
        """Change a server's settings; how they are now. Questions go that would not be kept so long any more."""
        with self._database.writing() as session:
            row = session.get(Server, guild_id, with_for_update=True)
            before = (_settings(row) if row else None) or ServerSettings()
            after = edit(before)
            session.merge(
                Server(
                    guild_id=guild_id,
                    language=after.language,
                    channels=list(after.channels),
                    private=after.private,
                    keep_days=after.keep_days,
                    leaderboard=after.leaderboard,
                    changed_at=now(),
                )
            )
            if after.keep_days < before.keep_days:
                _shorten(session, guild_id, after.keep_days)
            return after

    def forget(self, guild_id: int) -> None:
        """The bot has left the server: its settings and the questions kept for it go."""
        with self._database.writing() as session:
            session.execute(delete(Server).where(Server.guild_id == guild_id))
            session.execute(delete(KeptQuestion).where(KeptQuestion.guild_id == guild_id))

    def keep_question(self, guild_id: int, user_id: int, answer: Answer) -> bool:
        """Write a question down if its server wants that, as the settings are at this moment; whether it was."""
        with self._database.writing() as session:
            row = session.get(Server, guild_id)
            if row is None or not row.keep_days:
                return False
            of_server = select(func.count()).where(KeptQuestion.guild_id == guild_id)
            if (session.scalar(of_server) or 0) >= MAX_KEPT:
                return False
            asked = now()
            session.add(
                KeptQuestion(
                    guild_id=guild_id,
                    user_id=user_id,
                    question=answer.question[:MAX_QUESTION],
                    language=answer.language,
                    verdict=answer.verdict.label if answer.verdict else DEFAULT_LABEL,
                    confidence=answer.confidence,
                    asked_at=asked,
                    expires_at=asked + dt.timedelta(days=row.keep_days),
                )
            )
            return True

    def questions(self, guild_id: int) -> Sequence[dict[str, Any]]:
        """The questions kept for a server, oldest first, without who asked them."""
        with self._database.reading() as session:
            wanted = select(KeptQuestion).where(
                KeptQuestion.guild_id == guild_id, KeptQuestion.expires_at > now()
            )
            return [
                {
                    "asked_at": row.asked_at.isoformat(),
                    "language": row.language,
                    "question": row.question,
                    "verdict": row.verdict,
                    "confidence": row.confidence,
                }
                for row in session.scalars(wanted.order_by(KeptQuestion.id))
            ]


def _settings(row: Server) -> ServerSettings | None:
    """The row as settings, None where somebody else has written into it; a language that we do not know is none."""
    language = next((one for one in LANGUAGES if one == row.language), None)
    try:
        return ServerSettings(language, tuple(row.channels), row.private, row.keep_days, row.leaderboard)
    except (ValueError, TypeError):
        return None


def _shorten(session: Session, guild_id: int, days: int) -> None:
    if days == 0:
        session.execute(delete(KeptQuestion).where(KeptQuestion.guild_id == guild_id))
        return
    for row in session.scalars(select(KeptQuestion).where(KeptQuestion.guild_id == guild_id)):
        row.expires_at = min(row.expires_at, row.asked_at + dt.timedelta(days=days))

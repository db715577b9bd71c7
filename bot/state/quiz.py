"""What people have answered in the quiz and when each item comes again; who takes part in a server's leaderboard."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Integer,
    String,
    Text,
    UniqueConstraint,
    case,
    delete,
    distinct,
    func,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Mapped, Session, mapped_column

from bot.state.base import Base, Serial, UtcTime, expiry, person
from bot.state.database import Database

KIND: Final = "quiz"
ANSWERS_KEPT: Final = dt.timedelta(days=400)
BOARD_DAYS: Final = 30
BOARD_PLACES: Final = 10
ITEM: Final = 100

Remember = Callable[[str | None], tuple[str, dt.datetime]]
"""From what is remembered of an item (None: nothing) to what is to be remembered, and when it is due."""


class QuizCard(Base):
    """What a person remembers of an item."""

    __tablename__ = "quiz_cards"

    # Personal: whose progress it is; 0 is the terminal's, which is nobody's.
    user_id: Mapped[int] = person(KIND, primary_key=True, autoincrement=False)
    item: Mapped[str] = mapped_column(String(ITEM), primary_key=True)
    memory: Mapped[str] = mapped_column(Text)
    due: Mapped[dt.datetime] = mapped_column(UtcTime)
    last_right: Mapped[bool] = mapped_column(Boolean)
    rights: Mapped[int] = mapped_column(Integer)
    wrongs: Mapped[int] = mapped_column(Integer)


class QuizAnswer(Base):
    """An answer, so that the same question counts once."""

    __tablename__ = "quiz_answers"
    __table_args__ = (UniqueConstraint("user_id", "item", "seed"),)

    id: Mapped[int] = mapped_column(Serial, primary_key=True)
    # Personal: who answered, so that nobody answers one question twice.
    user_id: Mapped[int] = person(KIND)
    item: Mapped[str] = mapped_column(String(ITEM))
    seed: Mapped[int] = mapped_column(Integer)
    right: Mapped[bool] = mapped_column(Boolean)
    # Personal: where it was answered; only of people who take part in that server's leaderboard.
    guild_id: Mapped[int | None] = mapped_column(BigInteger, index=True)
    answered_at: Mapped[dt.datetime] = mapped_column(UtcTime)
    expires_at: Mapped[dt.datetime] = expiry()


class QuizPlayer(Base):
    """Somebody who wants to stand on a server's leaderboard."""

    __tablename__ = "quiz_players"

    # Personal: who takes part, by their own choice.
    user_id: Mapped[int] = person(KIND, primary_key=True, autoincrement=False)
    guild_id: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """An item that somebody has answered."""

    item: str
    due: dt.datetime
    last_right: bool
    rights: int
    wrongs: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What somebody has answered: items by id, and the seeds with which each was answered."""

    seen: Mapping[str, Seen] = field(default_factory=dict)
    seeds: Mapping[str, frozenset[int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a leaderboard: how many different items were answered rightly, and how many answers there were."""

    user_id: int
    right: int
    answered: int


class QuizState:
    """The area's methods; all raise `StateError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def record(
        self,
        user_id: int,
        item: str,
        seed: int,
        *,
        right: bool,
        at: dt.datetime,
        remember: Remember,
        guild: int | None = None,
    ) -> tuple[bool, dt.datetime | None]:
        """Write an answer down and what is remembered after it, both or nothing; whether it counted, and what is due.

        A question that this person has answered before does not count and changes nothing.
        """
        with self._database.writing() as session:
            card = session.get(QuizCard, (user_id, item), with_for_update=not self._database.is_sqlite)
            if not self._is_new(session, user_id, item, seed, right, at, guild):
                return False, card.due if card else None
            memory, due = remember(card.memory if card else None)
            if card is None:
                card = QuizCard(user_id=user_id, item=item, rights=0, wrongs=0)
                session.add(card)
            card.memory, card.due, card.last_right = memory, due, right
            card.rights += right
            card.wrongs += not right
            return True, due

    def _is_new(
        self,
        session: Session,
        user_id: int,
        item: str,
        seed: int,
        right: bool,
        at: dt.datetime,
        guild: int | None,
    ) -> bool:
        if guild is not None and session.get(QuizPlayer, (user_id, guild)) is None:
            guild = None
        values: dict[str, Any] = {
            "user_id": user_id,
            "item": item,
            "seed": seed,
            "right": right,
            "guild_id": guild,
            "answered_at": at,
            "expires_at": at + ANSWERS_KEPT,
        }
        # Two presses at the same moment: the database decides which one was first.
        insert = sqlite.insert if self._database.is_sqlite else postgresql.insert
        statement = insert(QuizAnswer).values(**values).on_conflict_do_nothing().returning(QuizAnswer.id)
        return session.scalar(statement) is not None

    def memory(self, user_id: int) -> Memory:
        """Everything that somebody has answered."""
        seeds: dict[str, set[int]] = {}
        with self._database.reading() as session:
            rows = session.scalars(select(QuizCard).where(QuizCard.user_id == user_id))
            seen = {row.item: Seen(row.item, row.due, row.last_right, row.rights, row.wrongs) for row in rows}
            answered = select(QuizAnswer.item, QuizAnswer.seed).where(QuizAnswer.user_id == user_id)
            for item, seed in session.execute(answered):
                seeds.setdefault(item, set()).add(seed)
        return Memory(seen, {item: frozenset(used) for item, used in seeds.items()})

    def forget(self, user_id: int) -> int:
        """Delete somebody's progress; how many rows that were."""
        gone = 0
        with self._database.writing() as session:
            for table in (QuizPlayer, QuizAnswer, QuizCard):
                gone += session.execute(delete(table).where(table.user_id == user_id)).rowcount  # type: ignore[attr-defined]
        return gone

    # ------------------------------------------------------------------------------- leaderboards

    def takes_part(self, user_id: int, guild_id: int) -> bool:
        """Whether somebody wants to stand on a server's leaderboard."""
        with self._database.reading() as session:
            return session.get(QuizPlayer, (user_id, guild_id)) is not None

    def take_part(self, user_id: int, guild_id: int, wanted: bool) -> None:
        """Put somebody on a server's leaderboard, or take them and what was counted for it off."""
        with self._database.writing() as session:
            there = session.get(QuizPlayer, (user_id, guild_id))
            if wanted and there is None:
                session.add(QuizPlayer(user_id=user_id, guild_id=guild_id))
            if not wanted:
                session.execute(
                    delete(QuizPlayer).where(QuizPlayer.user_id == user_id, QuizPlayer.guild_id == guild_id)
                )
                _unlink(session, (QuizAnswer.user_id == user_id) & (QuizAnswer.guild_id == guild_id))

    def leaderboard(self, guild_id: int, at: dt.datetime) -> Sequence[Place]:
        """The best of a server in the last days: who takes part, by different items answered rightly."""
        right = func.count(distinct(case((QuizAnswer.right, QuizAnswer.item))))
        wanted = (
            select(QuizAnswer.user_id, right, func.count())
            .join(
                QuizPlayer,
                (QuizPlayer.user_id == QuizAnswer.user_id) & (QuizPlayer.guild_id == QuizAnswer.guild_id),
            )
            .where(
                QuizAnswer.guild_id == guild_id,
                QuizAnswer.answered_at > at - dt.timedelta(days=BOARD_DAYS),
            )
            .group_by(QuizAnswer.user_id)
            .order_by(right.desc(), func.count(), QuizAnswer.user_id)
            .limit(BOARD_PLACES)
        )
        with self._database.reading() as session:
            return [Place(*row) for row in session.execute(wanted)]

    def forget_server(self, guild_id: int) -> None:
        """The bot has left a server: its leaderboard goes, everybody's own progress stays."""
        with self._database.writing() as session:
            session.execute(delete(QuizPlayer).where(QuizPlayer.guild_id == guild_id))
            _unlink(session, QuizAnswer.guild_id == guild_id)


def _unlink(session: Session, which: Any) -> None:
    for row in session.scalars(select(QuizAnswer).where(which)):
        row.guild_id = None

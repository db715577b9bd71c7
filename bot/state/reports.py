"""Answers that somebody called wrong: all that is needed to look into it, and nothing about who said so."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from sqlalchemy import JSON, String, Text, func, select
from sqlalchemy.orm import Mapped, mapped_column

from bot.answers.models import Answer
from bot.errors import StateError
from bot.state.base import Base, Serial, UtcTime, expiry, now
from bot.state.database import Database

Status = Literal["open", "closed"]

REPORT_DAYS: Final = 180
MAX_TEXT: Final = 1000
MAX_REPORTS: Final = 10_000
"""More cannot be written: a flood must not fill the disk."""


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report as it comes in; texts are cut to `MAX_TEXT` characters."""

    question: str
    language: str
    reason: str
    right: str
    answer: Mapping[str, Any]
    """What was answered, short: verdict, claim, scenario, keys of rulings, numbers of rules, dates of the data."""
    version: str


@dataclass(frozen=True, slots=True)
class Report:
    """A report as it is kept."""

    id: int
    status: Status
    made_at: dt.datetime
    expires_at: dt.datetime
    closed_at: dt.datetime | None
    question: str
    language: str
    reason: str
    right: str
    answer: Mapping[str, Any]
    version: str


def summary_of(answer: Answer, topic: Sequence[str] = ()) -> dict[str, Any]:
    """An answer, short: references and labels, so that it can be given again; no quotation and nobody's name.

    `topic` are the Oracle ids of the cards that the question was a follow-up about.
    """
    told = answer.confirmation
    return {
        "verdict": answer.verdict.model_dump(mode="json") if answer.verdict else None,
        "confidence": answer.confidence,
        "headline": answer.headline[:MAX_TEXT],
        "out_of_scope": answer.out_of_scope,
        "problem": answer.problem.code if answer.problem else None,
        "cards": [{"name": card.name, "oracle_id": card.oracle_id} for card in answer.cards],
        "topic": list(topic),
        "rulings": [ruling.key for ruling in answer.rulings],
        "rules": [rule.number for rule in answer.rules],
        "confirmation": told
        and {
            **told.model_dump(mode="json", include={"status", "scenario", "claim", "situation", "rules"}),
            "ran_with": [card.model_dump(mode="json") for card in told.ran_with],
            "unsupported": [part.model_dump(mode="json") for part in told.unsupported],
        },
        "data": answer.data.model_dump(mode="json"),
    }


class ReportRow(Base):
    """A report. Who made it and where is not written down."""

    __tablename__ = "reports"

    id: Mapped[int] = mapped_column(Serial, primary_key=True)
    status: Mapped[str] = mapped_column(String(8), index=True)
    made_at: Mapped[dt.datetime] = mapped_column(UtcTime)
    expires_at: Mapped[dt.datetime] = expiry()
    closed_at: Mapped[dt.datetime | None] = mapped_column(UtcTime)
    # These three may hold something personal: they are what people wrote.
    question: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    right: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(String(2))
    answer: Mapped[dict[str, Any]] = mapped_column(JSON)
    version: Mapped[str] = mapped_column(String(32))


class Reports:
    """The area's methods; all raise `StateError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, new: NewReport) -> int:
        """Keep a report; its number."""
        with self._database.writing() as session:
            if (session.scalar(select(func.count()).select_from(ReportRow)) or 0) >= MAX_REPORTS:
                raise StateError(f"there are {MAX_REPORTS} reports already: export and close some of them")
            made = now()
            row = ReportRow(
                status="open",
                made_at=made,
                expires_at=made + dt.timedelta(days=REPORT_DAYS),
                closed_at=None,
                question=new.question[:MAX_TEXT],
                reason=new.reason[:MAX_TEXT],
                right=new.right[:MAX_TEXT],
                language=new.language,
                answer=dict(new.answer),
                version=new.version[:32],
            )
            session.add(row)
            session.flush()
            return row.id

    def all(self, status: Status | None = None) -> Sequence[Report]:
        """The reports, newest first."""
        with self._database.reading() as session:
            wanted = select(ReportRow).order_by(ReportRow.id.desc())
            if status is not None:
                wanted = wanted.where(ReportRow.status == status)
            return [_report(row) for row in session.scalars(wanted)]

    def get(self, number: int) -> Report | None:
        """A report by its number."""
        if not 0 < number < 1 << 63:
            return None
        with self._database.reading() as session:
            row = session.get(ReportRow, number)
            return _report(row) if row else None

    def set_status(self, number: int, status: Status) -> Report | None:
        """Close a report or open it again; None where there is none of that number."""
        if not 0 < number < 1 << 63:
            return None
        with self._database.writing() as session:
            row = session.get(ReportRow, number)
            if row is None:
                return None
            row.status = status
            row.closed_at = now() if status == "closed" else None
            session.flush()
            return _report(row)

    def delete(self, number: int) -> Report | None:
        """Take a report away for good; what it was, None where there is none of that number."""
        if not 0 < number < 1 << 63:
            return None
        with self._database.writing() as session:
            row = session.get(ReportRow, number)
            if row is None:
                return None
            session.delete(row)
            return _report(row)


def _report(row: ReportRow) -> Report:
    return Report(
        id=row.id,
        status="closed" if row.status == "closed" else "open",
        made_at=row.made_at,
        expires_at=row.expires_at,
        closed_at=row.closed_at,
        question=row.question,
        language=row.language,
        reason=row.reason,
        right=row.right,
        answer=row.answer,
        version=row.version,
    )

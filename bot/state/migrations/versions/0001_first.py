"""Server settings, kept questions, reports, and which commands are registered."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """The first tables."""
    op.create_table(
        "command_sync",
        sa.Column("application_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("synced_at", _TIME, nullable=False),
    )
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("language", sa.String(2)),
        sa.Column("channels", sa.JSON, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("keep_days", sa.SmallInteger, nullable=False),
        sa.Column("leaderboard", sa.Boolean, nullable=False),
        sa.Column("changed_at", _TIME, nullable=False),
        sa.CheckConstraint("keep_days BETWEEN 0 AND 90", name="keep_days"),
    )
    op.create_table(
        "kept_questions",
        sa.Column("id", _SERIAL, primary_key=True),
        sa.Column("guild_id", sa.BigInteger, nullable=False, index=True),
        sa.Column("user_id", sa.BigInteger, nullable=False, index=True),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("verdict", sa.String(16), nullable=False),
        sa.Column("confidence", sa.String(16), nullable=False),
        sa.Column("asked_at", _TIME, nullable=False),
        sa.Column("expires_at", _TIME, nullable=False, index=True),
    )
    op.create_table(
        "reports",
        sa.Column("id", _SERIAL, primary_key=True),
        sa.Column("status", sa.String(8), nullable=False, index=True),
        sa.Column("made_at", _TIME, nullable=False),
        sa.Column("expires_at", _TIME, nullable=False, index=True),
        sa.Column("closed_at", _TIME),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("right", sa.Text, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("answer", sa.JSON, nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
    )

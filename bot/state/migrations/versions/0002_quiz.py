"""The quiz: what people remember, their answers, and who takes part in leaderboards."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_SERIAL = sa.BigInteger().with_variant(sa.Integer, "sqlite")
_TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Three tables."""
    op.create_table(
        "quiz_cards",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("item", sa.String(100), primary_key=True),
        sa.Column("memory", sa.Text, nullable=False),
        sa.Column("due", _TIME, nullable=False),
        sa.Column("last_right", sa.Boolean, nullable=False),
        sa.Column("rights", sa.Integer, nullable=False),
        sa.Column("wrongs", sa.Integer, nullable=False),
    )
    op.create_table(
        "quiz_answers",
        sa.Column("id", _SERIAL, primary_key=True),
        sa.Column("user_id", sa.BigInteger, nullable=False),
        sa.Column("item", sa.String(100), nullable=False),
        sa.Column("seed", sa.Integer, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("guild_id", sa.BigInteger, index=True),
        sa.Column("answered_at", _TIME, nullable=False),
        sa.Column("expires_at", _TIME, nullable=False, index=True),
        sa.UniqueConstraint("user_id", "item", "seed"),
    )
    op.create_table(
        "quiz_players",
        sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    )

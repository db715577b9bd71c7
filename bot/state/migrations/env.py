"""What Alembic runs around the migrations; the connection is handed over, already in a transaction."""

from __future__ import annotations

from alembic import context

from bot.state import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    compare_type=True,
    render_as_batch=True,
)
context.run_migrations()

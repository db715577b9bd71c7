"""Migrations: they make what the models say, once, whoever comes first, and never touch a newer database."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text

from bot.errors import StateError
from bot.state import Base, ServerSettings, State
from bot.state.migrating import scripts

OPENING = """
import pathlib, sys, time
from bot.state import State
ready, go, *places = sys.argv[1:]
pathlib.Path(ready).touch()
while not pathlib.Path(go).exists():
    time.sleep(0.002)
for place in places:
    State.open(place if "://" in place else pathlib.Path(place)).close()
"""


def test_migrated_database__has_exactly_the_tables_of_the_models(state: State) -> None:
    with state.database.connection() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
        connection.execute(text("ALTER TABLE reports ADD COLUMN extra INTEGER"))
        assert compare_metadata(context, Base.metadata) != []


def test_names_of_constraints__are_those_of_the_models(postgres_place: str) -> None:
    wanted = {str(key.name) for table in Base.metadata.tables.values() for key in table.constraints}
    with State.open(postgres_place) as state, state.database.reading() as session:
        query = text("SELECT conname FROM pg_constraint WHERE connamespace = current_schema()::regnamespace")
        found = {str(name) for name in session.scalars(query)}
    assert {name for name in found if "not_null" not in name} - {"alembic_version_pkc"} == wanted


def test_migrations__are_one_line_of_descent() -> None:
    assert len(scripts().get_heads()) == 1
    numbers = [one.revision for one in scripts().walk_revisions()]
    assert numbers == sorted(numbers, reverse=True)


def test_two_processes_open_an_empty_database_at_once__all_can_use_it(
    sqlite_place: Path, postgres_place: str, tmp_path: Path
) -> None:
    go, ready = tmp_path / "go", [tmp_path / f"ready-{n}" for n in range(2)]
    command = [sys.executable, "-c", OPENING]
    processes = [
        subprocess.Popen(
            [*command, str(one), str(go), str(sqlite_place), postgres_place], stderr=-1, text=True
        )
        for one in ready
    ]
    while not all(one.exists() for one in ready):
        assert all(process.poll() is None for process in processes)
    go.touch()
    for process in processes:
        _, told = process.communicate(timeout=60)
        assert process.returncode == 0, told
    for place in (sqlite_place, postgres_place):
        with State.open(place) as state, state.database.reading() as session:
            assert session.scalars(text("SELECT version_num FROM alembic_version")).all() == [
                scripts().get_current_head()
            ]


def test_database_of_a_newer_version__is_refused_in_clear_words_and_left_alone(place: str | Path) -> None:
    with State.open(place) as state:
        state.servers.put(7, ServerSettings(language="fr"))
        with state.database.writing() as session:
            session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StateError, match="newer Judgecall") as refused:
        State.open(place)
    assert "9999" in str(refused.value)
    with state.database.writing() as session:
        assert session.scalar(text("SELECT language FROM servers")) == "fr"
        session.execute(text(f"UPDATE alembic_version SET version_num = '{scripts().get_current_head()}'"))
    state.close()
    with State.open(place) as again:
        assert again.servers.get(7).language == "fr"


def test_migration_that_breaks_half_way__leaves_the_database_as_it_was(
    place: str | Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    directory = scripts()
    last = directory.get_revision(directory.get_base() or "")
    assert last is not None
    whole = last.module.upgrade

    def broken() -> None:
        whole()
        raise ZeroDivisionError

    monkeypatch.setattr("bot.state.migrating.scripts", lambda: directory)
    monkeypatch.setattr(last.module, "upgrade", broken)
    with pytest.raises(ZeroDivisionError):
        State.open(place)
    monkeypatch.setattr(last.module, "upgrade", whole)
    with State.open(place) as state:
        state.servers.put(7, ServerSettings(private=True))
        assert state.servers.get(7).private

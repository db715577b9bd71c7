"""What each area keeps, on SQLite and on PostgreSQL."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text, update

from bot.answers.models import Answer
from bot.errors import SettingsError, StateError
from bot.settings import load_settings
from bot.state import NewReport, ServerSettings, State, now
from bot.state.base import Base
from bot.state.privacy import expiring_tables, personal_tables
from bot.state.reports import MAX_TEXT, ReportRow, summary_of
from bot.state.settings import KeptQuestion, Server
from tests.bot.discord.values import an_answer

GUILD, OTHER = 2**62 + 1, 2**62 + 2
ADA, BO = 2**62 + 10, 2**62 + 11


def _ask(state: State, guild: int, person: int, question: str) -> bool:
    answer: Answer = an_answer(question)
    return state.servers.keep_question(guild, person, answer)


def _questions(state: State, guild: int = GUILD) -> list[str]:
    return [one["question"] for one in state.servers.questions(guild)]


def _report(number: int = 0) -> NewReport:
    return NewReport(f"Number {number}?", "de", "Warum 𝄞?", "", summary_of(an_answer()), "0.1.0")


def test_settings__are_kept_a_server_at_a_time(state: State) -> None:
    assert state.servers.get(GUILD) == ServerSettings()
    wanted = ServerSettings("zh", (2**62, 5), True, 90, True)
    state.servers.put(GUILD, wanted)
    assert state.servers.get(GUILD) == wanted
    assert state.servers.get(OTHER) == ServerSettings()
    changed = state.servers.change(GUILD, lambda was: ServerSettings(was.language, keep_days=was.keep_days))
    assert state.servers.get(GUILD) == changed == ServerSettings("zh", keep_days=90)
    state.servers.forget(GUILD)
    assert state.servers.get(GUILD) == ServerSettings()


@pytest.mark.parametrize(
    "make",
    [
        lambda: ServerSettings(language="xx"),  # type: ignore[arg-type]
        lambda: ServerSettings(keep_days=8),
        lambda: ServerSettings(channels=(0,)),
        lambda: ServerSettings(channels=(1 << 63,)),
        lambda: ServerSettings(channels=tuple(range(1, 27))),
    ],
)
def test_settings_that_cannot_be__are_refused(make: Callable[[], ServerSettings]) -> None:
    with pytest.raises(ValueError):
        make()


def test_questions__are_kept_only_where_the_server_wants_it_and_so_long(state: State) -> None:
    assert not _ask(state, GUILD, ADA, "Before?")
    state.servers.put(GUILD, ServerSettings(keep_days=30))
    assert _ask(state, GUILD, ADA, "Kept?")
    assert not _ask(state, OTHER, ADA, "Elsewhere?")
    assert _questions(state) == ["Kept?"]
    assert state.privacy.clear_expired(now() + dt.timedelta(days=29)) == 0
    state.servers.put(GUILD, ServerSettings(keep_days=7))
    assert state.privacy.clear_expired(now() + dt.timedelta(days=6)) == 0
    assert state.privacy.clear_expired(now() + dt.timedelta(days=7, seconds=1)) == 1
    _ask(state, GUILD, ADA, "Again?")
    state.servers.put(GUILD, ServerSettings())
    assert _questions(state) == []
    assert state.privacy.counts(ADA) == {}


def test_too_many_questions_of_a_server__are_not_kept(state: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.state.settings.MAX_KEPT", 2)
    for guild in (GUILD, OTHER):
        state.servers.put(guild, ServerSettings(keep_days=7))
        assert [_ask(state, guild, ADA, f"Number {number}?") for number in range(3)] == [True, True, False]


def test_settings_that_somebody_else_has_written__are_called_damaged_and_can_be_chosen_anew(
    state: State,
) -> None:
    state.servers.put(GUILD, ServerSettings())
    with state.database.writing() as session:
        session.execute(update(Server).values(language="xx"))
    assert state.servers.get(GUILD).language is None
    with state.database.writing() as session:
        session.execute(update(Server).values(channels=["general"]))
    with pytest.raises(StateError, match="choose them anew"):
        state.servers.get(GUILD)
    state.servers.change(GUILD, lambda was: ServerSettings(was.language, private=True))
    assert state.servers.get(GUILD) == ServerSettings(private=True)


def test_question_past_its_time__is_not_given_out_even_before_the_clearing(state: State) -> None:
    state.servers.put(GUILD, ServerSettings(keep_days=7))
    _ask(state, GUILD, ADA, "Old?")
    with state.database.writing() as session:
        session.execute(update(KeptQuestion).values(expires_at=now() - dt.timedelta(seconds=1)))
    assert _questions(state) == []


def test_person__sees_and_deletes_their_own_rows_alone(state: State) -> None:
    state.servers.put(GUILD, ServerSettings(keep_days=7))
    for person, question in ((ADA, "Of Ada?"), (BO, "Of Bo?"), (ADA, "Of Ada too?")):
        _ask(state, GUILD, person, question)
    assert state.privacy.counts(ADA) == {"questions": 2}
    rows = state.privacy.rows(ADA)["questions"]
    assert [(row["question"], row["user_id"]) for row in rows] == [("Of Ada?", ADA), ("Of Ada too?", ADA)]
    assert dt.datetime.fromisoformat(rows[0]["asked_at"]).utcoffset() == dt.timedelta(0)
    assert state.privacy.delete(ADA) == 2
    assert state.privacy.rows(ADA) == {}
    assert _questions(state) == ["Of Bo?"]
    assert state.privacy.delete(ADA) == 0


def test_reports__are_numbered_bounded_closed_and_cleared(state: State) -> None:
    first, second = state.reports.add(_report(1)), state.reports.add(_report(2))
    assert second > first
    found = state.reports.get(first)
    assert found is not None
    assert (found.status, found.reason, found.answer) == ("open", "Warum 𝄞?", summary_of(an_answer()))
    assert found.made_at.utcoffset() == dt.timedelta(0)
    closed = state.reports.set_status(first, "closed")
    assert closed is not None
    assert closed.closed_at is not None
    assert [one.id for one in state.reports.all("open")] == [second]
    assert [one.id for one in state.reports.all()] == [second, first]
    long = NewReport("q" * 5000, "en", "r" * 5000, "x" * 5000, {}, "v" * 99)
    kept = state.reports.get(state.reports.add(long))
    assert kept is not None
    assert {len(kept.question), len(kept.reason), len(kept.right)} == {MAX_TEXT}
    assert (
        state.reports.set_status(-1, "closed") is state.reports.get(0) is state.reports.get(1 << 70) is None
    )
    assert state.reports.delete(second) is not None
    assert state.reports.delete(second) is None
    assert state.privacy.clear_expired(now() + dt.timedelta(days=181)) == 2


def test_too_many_reports__are_refused_so_that_a_flood_cannot_fill_the_disk(
    state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.state.reports.MAX_REPORTS", 2)
    state.reports.add(_report()), state.reports.add(_report())
    with pytest.raises(StateError, match="2 reports already"):
        state.reports.add(_report())


def test_commands_hash__is_kept_for_each_application(state: State) -> None:
    assert state.sync.last(GUILD) is None
    state.sync.remember(GUILD, "a" * 64)
    state.sync.remember(GUILD, "b" * 64)
    state.sync.remember(OTHER, "c" * 64)
    assert (state.sync.last(GUILD), state.sync.last(OTHER)) == ("b" * 64, "c" * 64)


def test_summary_of_an_answer__holds_no_quotation() -> None:
    answer = an_answer()
    assert answer.rulings[0].comment not in str(summary_of(answer))
    assert (answer.rules[0].summary or "") not in str(summary_of(answer))


def test_transaction_that_fails__leaves_nothing_behind(state: State) -> None:
    def breaks() -> None:
        with state.database.writing() as session:
            session.add(ReportRow(status="open"))
            session.flush()

    with pytest.raises(StateError):
        breaks()
    assert state.reports.all() == []
    state.servers.put(GUILD, ServerSettings(private=True))

    def stops() -> None:
        with state.database.writing() as session:
            session.execute(text("DELETE FROM servers"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        stops()
    assert state.servers.get(GUILD).private


def test_error_of_the_database__tells_nothing_of_what_was_to_be_written(state: State) -> None:
    with pytest.raises(StateError) as told, state.database.writing() as session:
        session.execute(text("INSERT INTO reports (question) VALUES ('somebody wrote this')"))
    assert "somebody" not in str(told.value)
    with pytest.raises(StateError) as told, state.database.writing() as session:
        session.add(ReportRow(question="somebody wrote this", made_at=dt.datetime(2026, 1, 1)))
    assert "somebody" not in str(told.value)
    with pytest.raises(StateError) as told, state.database.writing() as session:
        session.add(ReportRow(question="somebody wrote this"))
    assert "somebody" not in str(told.value)


def test_moment_without_a_time_zone__is_refused(state: State) -> None:
    with pytest.raises(StateError, match="time zone"), state.database.writing() as session:
        session.execute(update(ReportRow).values(made_at=dt.datetime(2026, 1, 1)))


def test_every_column_about_persons_and_times__is_marked() -> None:
    """A table with a person's id that /privacy does not know, or with an end that the clearing does not, is a bug."""
    for table in Base.metadata.tables.values():
        for column in table.columns:
            if "user" in column.name or "person" in column.name:
                assert table in personal_tables(), table.name
            if column.name == "expires_at":
                assert table in expiring_tables(), table.name
    assert "servers" not in {table.name for table in personal_tables()}


def test_address_of_the_database__comes_from_the_environment_and_its_password_shows_nowhere(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert load_settings().database == data_dir / "state.sqlite3"
    monkeypatch.setenv("DATABASE_URL", "postgresql://bot:s3cret@db.example/judgecall")
    settings = load_settings()
    assert settings.database == "postgresql://bot:s3cret@db.example/judgecall"
    assert "s3cret" not in repr(settings)
    monkeypatch.setenv("DATABASE_URL", "oracle://bot:s3cret@db.example/judgecall")
    with pytest.raises(SettingsError) as refused:
        load_settings()
    assert "s3cret" not in str(refused.value)
    for address in ("sqlite://", "sqlite:///", "sqlite:///:memory:"):
        with pytest.raises(SettingsError, match="name a file"):
            State.open(address)
    with pytest.raises(SettingsError) as refused:
        State.open("postgresql:s3cret")
    assert "s3cret" not in str(refused.value)
    with pytest.raises(StateError) as unanswered:
        State.open("postgresql://bot:s3cret@127.0.0.1:9/judgecall?password=s3cret")
    assert "s3cret" not in str(unanswered.value)

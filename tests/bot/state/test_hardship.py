"""A process killed in the middle, a full disk, a folder that cannot be written, a damaged file."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.errors import StateError
from bot.state import NewReport, ServerSettings, State

KILLED = """
import datetime as dt, pathlib, sys, time
from sqlalchemy import delete
from bot.state import State
from bot.state.reports import ReportRow
from bot.state.settings import Server
state, now = State.open(pathlib.Path(sys.argv[1])), dt.datetime.now(dt.UTC)
texts = {"question": "q" * 900, "reason": "r", "right": "", "language": "en", "answer": {}, "version": "0"}
with state.database.writing() as session:
    session.execute(delete(Server))
    for _ in range(5000):
        session.add(ReportRow(status="open", made_at=now, expires_at=now, **texts))
    session.flush()
    print("in the middle", flush=True)
    time.sleep(60)
"""
HARDSHIP = """
import os, pathlib, resource, signal, sys
from bot.state import NewReport, ServerSettings, State

folder = pathlib.Path(sys.argv[1])
root = os.geteuid() == 0

def attempt(name):
    if root:
        os.seteuid(65534)
    try:
        with State.open(folder / "sub" / "state.sqlite3") as state:
            state.servers.put(1, ServerSettings(private=True))
        print(name, "could write")
    except Exception as error:
        print(name, type(error).__name__, error)
    finally:
        if root:
            os.seteuid(0)

(folder / "sub").mkdir(mode=0o555)
attempt("folder")
(folder / "sub").chmod(0o755)
State.open(folder / "sub" / "state.sqlite3").close()
(folder / "sub" / "state.sqlite3").chmod(0o444)
(folder / "sub").chmod(0o555)
attempt("file")
(folder / "sub").chmod(0o755)

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
state = State.open(folder / "full.sqlite3")
state.servers.put(1, ServerSettings(private=True))
size = max(file.stat().st_size for file in folder.glob("full.sqlite3*"))
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 40_000, size + 40_000))
written = 0
try:
    while written < 500:
        state.reports.add(NewReport("q" * 900, "en", "r" * 900, "", {"filler": "x" * 4000}, "0"))
        written += 1
except Exception as error:
    print("disk", type(error).__name__, error)
print(written, len(state.reports.all()), state.servers.get(1).private)
"""


def test_killed_in_the_middle_of_a_transaction__the_database_is_as_before(sqlite_place: Path) -> None:
    with State.open(sqlite_place) as state:
        state.servers.put(7, ServerSettings(language="ja"))
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(sqlite_place)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "in the middle\n"
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    process.stdout.close()
    with State.open(sqlite_place) as state:
        with state.database.reading() as session:
            assert session.scalar(text("PRAGMA integrity_check")) == "ok"
        assert state.servers.get(7).language == "ja"
        assert state.reports.all() == []
        state.servers.put(8, ServerSettings())


def test_writing_is_not_possible__is_said_clearly_and_what_was_there_stays(tmp_path: Path) -> None:
    """A folder and a file without the right to write, and files that the system lets grow no further."""
    for number in range(2, len(tmp_path.parts) + 1):
        folder = Path(*tmp_path.parts[:number])
        if folder.owner() == tmp_path.owner():
            folder.chmod(folder.stat().st_mode | stat.S_IXGRP | stat.S_IXOTH)
    done = subprocess.run(
        [sys.executable, "-c", HARDSHIP, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    folder_told, file_told, disk_told, counts = done.stdout.splitlines()
    assert folder_told.startswith("folder StateError")
    assert "cannot be made" in folder_told
    assert file_told.startswith("file StateError")
    assert "cannot be" in file_told
    assert disk_told.startswith("disk StateError")
    assert "look whether the disk is full" in disk_told
    written, found, private = counts.split()
    assert (written, private) == (found, "True")
    assert 0 < int(written) < 500
    with State.open(tmp_path / "full.sqlite3") as state:
        assert len(state.reports.all()) == int(written)
        state.reports.add(NewReport("Is it?", "en", "No", "", {}, "0"))


def test_disk_full__is_called_that_and_reading_goes_on(sqlite_place: Path) -> None:
    with State.open(sqlite_place) as state:
        state.servers.put(7, ServerSettings(private=True))
        with state.database.reading() as session:
            pages = session.scalar(text("PRAGMA page_count"))
            session.execute(text(f"PRAGMA max_page_count = {pages}"))
        with pytest.raises(StateError, match="the disk is full: make room"):
            state.reports.add(NewReport("Is it?", "en", "No", "", {"filler": "x" * 100_000}, "0"))
        assert state.servers.get(7).private
        assert state.reports.all() == []


def test_file_of_the_database__is_for_its_owner_alone(sqlite_place: Path) -> None:
    State.open(sqlite_place).close()
    assert stat.S_IMODE(os.stat(sqlite_place).st_mode) == 0o600


def test_damaged_file__is_said_clearly_and_left_as_it_is(sqlite_place: Path) -> None:
    sqlite_place.parent.mkdir()
    sqlite_place.write_bytes(b"not a database " * 100)
    with pytest.raises(StateError, match="is damaged: put a backup in its place"):
        State.open(sqlite_place)
    assert sqlite_place.read_bytes() == b"not a database " * 100


def test_many_threads_write_at_once__nothing_is_lost(state: State) -> None:
    def work(number: int) -> None:
        for _ in range(5):
            state.servers.change(
                1, lambda was: ServerSettings(channels=(*was.channels, len(was.channels) + 1))
            )
            state.reports.add(NewReport(f"{number}?", "en", "No", "", {}, "0"))

    state.servers.put(1, ServerSettings())
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert state.servers.get(1).channels == tuple(range(1, 21))
    assert len(state.reports.all()) == 20

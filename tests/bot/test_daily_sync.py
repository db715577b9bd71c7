"""The daily sync of a running bot: when it is due, and a process that gives way and ends with the bot."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import sys
from pathlib import Path

import pytest

from bot import daily_sync
from bot.daily_sync import DailySync, due
from bot.errors import SettingsError
from bot.settings import load_settings
from knowledge.last_sync import SyncNote, read_note, write_note

NOW = dt.datetime(2026, 3, 1, 12, 0, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
AT = dt.time(4, 30)


def _note(hours_ago: float, *, ok: bool = True) -> SyncNote:
    return SyncNote(at=NOW - hours_ago * HOUR, result="", ok=ok)


@pytest.mark.parametrize(
    ("last", "at", "hours"),
    [
        (None, None, 0),
        (None, AT, 0),
        (_note(1), None, 23),
        (_note(25), None, -1),
        (_note(1), AT, 16.5),
        (_note(7.5), AT, 16.5),
        (_note(7.6), AT, 0),
        (_note(0.25, ok=False), AT, 0.75),
        (_note(2, ok=False), AT, -1),
        (_note(-5), AT, 0),
    ],
)
def test_next_time(last: SyncNote | None, at: dt.time | None, hours: float) -> None:
    assert due(last, NOW, at) == NOW + hours * HOUR


@pytest.mark.parametrize(
    ("value", "daily", "at"), [("", False, None), ("0", False, None), ("1", True, None), ("04:30", True, AT)]
)
def test_setting__is_read(
    monkeypatch: pytest.MonkeyPatch, value: str, daily: bool, at: dt.time | None
) -> None:
    monkeypatch.setenv("SYNC_DAILY", value)
    settings = load_settings()
    assert (settings.syncs_daily, settings.sync_time) == (daily, at)


@pytest.mark.parametrize("value", ["yes", "24:00", "4:30", "04:60"])
def test_setting_cannot_be_read__says_what_it_may_be(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("SYNC_DAILY", value)
    with pytest.raises(SettingsError, match=r"SYNC_DAILY: must be 0 .*04:30"):
        load_settings()


LIKE_A_SYNC = """
import json, os, pathlib, sys, time
folder = pathlib.Path(sys.argv[1])
(folder / "began.tmp").write_text(json.dumps({"pid": os.getpid(), "token": os.environ.get("DISCORD_TOKEN")}))
(folder / "began.tmp").replace(folder / "began")
time.sleep(float(sys.argv[2]))
sys.exit(int(sys.argv[3]))
"""


async def _began(folder: Path) -> dict[str, object]:
    for _ in range(400):
        if (folder / "began").exists():
            told: dict[str, object] = json.loads((folder / "began").read_text())
            return told
        await asyncio.sleep(0.02)
    raise AssertionError("nothing was started")


def _sync(folder: Path, seconds: float, code: int) -> DailySync:
    return DailySync(
        folder, command=(sys.executable, "-c", LIKE_A_SYNC, str(folder), str(seconds), str(code))
    )


async def test_bot_stops_during_a_sync__the_process_ends_and_never_had_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    running = asyncio.create_task(_sync(tmp_path, 60, 0).run())
    began = await _began(tmp_path)
    assert began["token"] is None
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert not Path(f"/proc/{began['pid']}").exists()


async def test_sync_fails__is_tried_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily_sync, "AFTER_FAILURE", dt.timedelta(seconds=0.05))
    running = asyncio.create_task(_sync(tmp_path, 0, 3).run())
    first = await _began(tmp_path)
    for _ in range(400):
        if (await _began(tmp_path))["pid"] != first["pid"]:
            break
        await asyncio.sleep(0.02)
    else:
        raise AssertionError("it was not tried again")
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_synced_a_moment_ago__nothing_is_started(tmp_path: Path) -> None:
    write_note(tmp_path, SyncNote(at=dt.datetime.now(dt.UTC), result="all is new", ok=True))
    assert read_note(tmp_path) is not None
    running = asyncio.create_task(_sync(tmp_path, 0, 0).run())
    await asyncio.sleep(0.3)
    assert not running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert not (tmp_path / "began").exists()


async def test_gentle_sync__gives_way_to_everything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("JUDGECALL_DATA", str(tmp_path / "file" / "folder"))
    words = ["sync", "--gently", "--cards-url", "http://127.0.0.1:9", "--rules-url", "http://127.0.0.1:9"]
    line = f"import os; from bot.terminal.main import run; code = run({words!r}); print(code, os.nice(0))"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", line, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    out, err = await process.communicate()
    assert out.decode().splitlines()[-1] == "3 19", err

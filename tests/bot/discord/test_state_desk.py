"""The bot without its database: it answers all the same, says what is wrong once, and comes back by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.discord_state import SECONDS_BEFORE_TRYING_AGAIN, SECONDS_KNOWN, SECONDS_NOT_WAITED, StateDesk
from bot.discord_work import Worker
from bot.errors import StateError
from bot.state import ServerSettings, State

from .conftest import Start
from .fake import FakeDiscord


async def test_database_unusable_from_the_start__bot_answers_and_says_it_once(
    fake: FakeDiscord, start: Start, tmp_path: Path, unhandled: list[str]
) -> None:
    (tmp_path / "state.sqlite3").mkdir()
    await start()
    ada, mia = fake.user("Ada"), fake.user("Mia", manages=True)
    for _ in range(3):
        message = await (await ada.slash("ask", question="Is it?")).answer()
        assert "**Yes.**" in message.text
        assert not message.ephemeral
    assert "Arcane Heist" in (await (await ada.slash("card", name="Arcane Heist")).answer()).text
    assert "own memory" in (await (await mia.slash("settings")).answer()).text
    assert fake.syncs == 1
    assert len(unhandled) == 1
    assert "cannot be opened" in unhandled[0]
    unhandled.clear()


class Moved:
    """A clock that a test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@contextlib.contextmanager
def _desk(place: Path, clock: Moved) -> Iterator[StateDesk]:
    desk = StateDesk(lambda: State.open(place), Worker("state", 4), clock)
    try:
        yield desk
    finally:
        desk.close()


async def test_database_comes_back__is_used_again_without_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    place, clock = tmp_path / "state.sqlite3", Moved()
    place.mkdir()
    with _desk(place, clock) as desk:
        assert await desk.settings(7) == ServerSettings()
        place.rmdir()
        with pytest.raises(StateError):
            await desk.change_settings(7, lambda _: ServerSettings(private=True))
        clock.now += SECONDS_BEFORE_TRYING_AGAIN
        assert await desk.change_settings(7, lambda _: ServerSettings(private=True))
        assert await desk.settings(7) == ServerSettings(private=True)
    assert len([record for record in caplog.records if record.levelno == logging.ERROR]) == 1


async def test_database_hangs__settings_known_last_serve_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.discord_state.SECONDS_FOR_SETTINGS", 0.1)
    clock = Moved()
    with _desk(tmp_path / "state.sqlite3", clock) as desk:
        await desk.change_settings(7, lambda _: ServerSettings(private=True))
        hanging = asyncio.create_task(desk.run(lambda state: time.sleep(0.6)))
        await asyncio.sleep(0)
        clock.now += SECONDS_KNOWN
        started = time.perf_counter()
        assert await desk.settings(7) == ServerSettings(private=True)
        assert await desk.settings(8) == ServerSettings()
        for guild in range(9, 99):
            assert await desk.settings(guild) == ServerSettings()
        assert time.perf_counter() - started < 0.5
        await hanging
        clock.now += SECONDS_NOT_WAITED
        assert await desk.settings(8) == ServerSettings()
    assert "does not answer within 0.1 s" in caplog.text

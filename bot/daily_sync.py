"""The daily sync of a running bot: a process of its own that gives way to everything else and frees its memory when done."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from knowledge.last_sync import SyncNote, read_note
from knowledge.sync.watch import AFTER_FAILURE, LOOK_AGAIN, next_sync

_log = logging.getLogger(__name__)
COMMAND: Final = (sys.executable, "-m", "bot", "sync", "--gently")
SECONDS_TO_END: Final = 1.0
NOT_FOR_IT: Final = frozenset(
    {"DISCORD_TOKEN", "DISCORD_TOKEN_FILE", "DATABASE_URL", "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"}
)
"""What the process does not need to know."""


def due(last: SyncNote | None, now: dt.datetime, at: dt.time | None) -> dt.datetime:
    """When to sync next: at the given time of the day (UTC), else a day after the last one; an hour after a failure."""
    if at is None or last is None or last.at > now or not last.ok:
        return next_sync(last, now)
    today = dt.datetime.combine(now.date(), at, dt.UTC)
    latest = today if today <= now else today - dt.timedelta(days=1)
    return latest + dt.timedelta(days=1) if last.at >= latest else now


class DailySync:
    """Starts the process when it is time, one at a time."""

    def __init__(self, data_dir: Path, at: dt.time | None = None, command: Sequence[str] = COMMAND) -> None:
        self._data_dir = data_dir
        self._at = at
        self._command = tuple(command)
        self._process: asyncio.subprocess.Process | None = None

    async def run(self) -> None:
        """Until cancelled; a failure is logged and tried again an hour later."""
        try:
            while True:
                now = dt.datetime.now(dt.UTC)
                pause = LOOK_AGAIN
                if due(read_note(self._data_dir), now, self._at) <= now and not await self._sync():
                    # It may have failed without being able to note that down.
                    pause = AFTER_FAILURE.total_seconds()
                await asyncio.sleep(pause)
        finally:
            await self._end()

    async def _sync(self) -> bool:
        _log.info("the daily sync begins")
        environment = {name: value for name, value in os.environ.items() if name not in NOT_FOR_IT}
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
            )
        except OSError as error:
            _log.error("the daily sync cannot be started: %s", error)
            return False
        code = await self._process.wait()
        note = read_note(self._data_dir)
        result = note.result if note is not None else "no result was noted"
        if code == 0:
            _log.info("the daily sync is done: %s", result)
        else:
            _log.error("the daily sync failed (exit code %d): %s", code, result)
        return code == 0

    async def _end(self) -> None:
        """Stop a sync that is under way; what it has built so far is not in use yet and is cleared by the next."""
        process = self._process
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
            try:
                await asyncio.wait_for(process.wait(), SECONDS_TO_END)
            except TimeoutError:
                process.kill()
                await process.wait()

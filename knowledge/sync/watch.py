"""Syncing once a day, for as long as the process lives."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from knowledge.content import Progress, no_progress
from knowledge.errors import KnowledgeError
from knowledge.last_sync import SyncNote, read_note
from knowledge.sync.options import SyncOptions
from knowledge.sync.report import SyncReport
from knowledge.sync.run import sync

EVERY = dt.timedelta(hours=24)
AFTER_FAILURE = dt.timedelta(hours=1)
LOOK_AGAIN = 60.0
"""Seconds between two looks at the clock: it may be set, or the machine may have slept."""


def next_sync(last: SyncNote | None, now: dt.datetime) -> dt.datetime:
    """When to sync next: a day after the last time, an hour after a failure, at once after a jump of the clock.

    A last sync that lies in the future means that the clock was set back: then nothing is known about its age.
    """
    if last is None or last.at > now:
        return now
    return last.at + (EVERY if last.ok else AFTER_FAILURE)


def watch(
    options: SyncOptions,
    report: Callable[[SyncReport | KnowledgeError], None],
    wait: Callable[[float], bool],
    progress: Progress = no_progress,
) -> None:
    """Sync whenever it is time, until `wait` (called with seconds) returns True; no failure ends the watch."""
    while True:
        if next_sync(read_note(options.data_dir), options.now()) <= options.now():
            try:
                report(sync(options, progress))
            except KnowledgeError as error:
                report(error)
                # The failure may be one that nothing could be noted down about.
                if wait(AFTER_FAILURE.total_seconds()):
                    return
        if wait(LOOK_AGAIN):
            return

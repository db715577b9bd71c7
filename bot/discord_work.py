"""Work that must not run on the event loop: one thread a kind of work, with a queue that is bounded."""

from __future__ import annotations

import asyncio
import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from bot.discord_errors import BusyError

T = TypeVar("T")
_SMOOTHING: Final = 0.2


class Worker:
    """One thread that does one thing after the other.

    Encoding a query takes the whole of a core for some milliseconds; a second thread would only make both slower.
    The thread is a daemon: a hanging job cannot keep the process from ending.
    """

    def __init__(self, name: str, limit: int) -> None:
        self.limit = limit
        self.waiting = 0
        self.seconds_a_job = 0.1
        self._jobs: queue.SimpleQueue[
            tuple[Callable[[], Any], asyncio.AbstractEventLoop, asyncio.Future[Any]] | None
        ] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)
        self._thread.start()

    async def run(self, job: Callable[[], T]) -> T:
        """Do `job` in the thread; raises `BusyError` at once when the queue is full."""
        if self.waiting >= self.limit:
            raise BusyError(self.patience())
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self.waiting += 1
        try:
            self._jobs.put((job, loop, future))
            return await future
        finally:
            self.waiting -= 1

    def patience(self) -> int:
        """Whole seconds until the queue will have been worked off."""
        return max(1, math.ceil(self.waiting * self.seconds_a_job))

    def stop(self) -> None:
        """End the thread after the jobs that wait."""
        self._jobs.put(None)

    def _work(self) -> None:
        while (entry := self._jobs.get()) is not None:
            job, loop, future = entry
            if future.cancelled():
                continue
            started = time.perf_counter()
            result: Any = None
            failure: BaseException | None = None
            try:
                result = job()
            except BaseException as error:  # noqa: BLE001 - handed to the one who waits
                failure = error
            self.seconds_a_job += _SMOOTHING * (time.perf_counter() - started - self.seconds_a_job)
            # A loop that has been closed meanwhile has nobody who waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, future, result, failure)


def _settle(future: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if future.done():
        return
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(result)

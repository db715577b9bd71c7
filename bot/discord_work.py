"""Work that must not run on the event loop: a few threads a kind of work, with a queue that is bounded."""

from __future__ import annotations

import asyncio
import contextlib
import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from bot.discord_errors import BusyError

T = TypeVar("T")
_SMOOTHING: Final = 0.2


class Turn:
    """One at a time, except for those who wait for something outside this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        self._lock.acquire()

    def __exit__(self, *error: object) -> None:
        self._lock.release()

    @contextlib.contextmanager
    def waived(self) -> Iterator[None]:
        """Let others work while this thread only waits."""
        self._lock.release()
        try:
            yield
        finally:
            self._lock.acquire()


class Worker:
    """Threads for one kind of work, of which one at a time is at work.

    Encoding a query takes the whole of a core for some milliseconds; two at once would only make both slower. A job
    that waits for the engine's process waives its turn meanwhile, so that it does not hold up the others.
    The threads are daemons: a hanging job cannot keep the process from ending.
    """

    def __init__(self, name: str, limit: int, *, threads: int = 1) -> None:
        self.name = name
        self.limit = limit
        self.waiting = 0
        self.seconds_a_job = 0.1
        self.turn = Turn()
        self._jobs: queue.SimpleQueue[
            tuple[Callable[[], Any], asyncio.AbstractEventLoop, asyncio.Future[Any]] | None
        ] = queue.SimpleQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"{name}-{number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

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

    def length(self) -> int:
        """How many jobs wait or are being done."""
        return self.waiting

    def patience(self) -> int:
        """Whole seconds until the queue will have been worked off."""
        return max(1, math.ceil(self.waiting * self.seconds_a_job))

    def stop(self) -> None:
        """End the threads after the jobs that wait."""
        for _ in self._threads:
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
                with self.turn:
                    result = job()
            except BaseException as error:  # noqa: BLE001 - handed to the one who waits
                failure = error
            self.seconds_a_job += _SMOOTHING * (time.perf_counter() - started - self.seconds_a_job)
            # A loop that has been closed meanwhile has nobody who waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(_settle, future, result, failure)


def in_thread(job: Callable[[], T], name: str) -> asyncio.Future[T]:
    """Do `job` once, in a thread that does not keep the process from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()

    def work() -> None:
        result: Any = None
        failure: BaseException | None = None
        try:
            result = job()
        except BaseException as error:  # noqa: BLE001 - handed to the one who waits
            failure = error
        # A loop that has been closed meanwhile has nobody who waits.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, future, result, failure)

    threading.Thread(target=work, name=name, daemon=True).start()
    return future


def _settle(future: asyncio.Future[Any], result: Any, failure: BaseException | None) -> None:
    if future.done():
        return
    if failure is not None:
        future.set_exception(failure)
    else:
        future.set_result(result)

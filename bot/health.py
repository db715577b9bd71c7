"""How the running bot is: a small page for probes and Prometheus, systemd's watchdog, and the lag of the event loop.

`/live`     200 while the event loop turns and Discord's gateway answers heartbeats; a bot that is not live wants a restart
`/ready`    200 once Discord has said READY and search has what it needs
`/metrics`  figures for Prometheus
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import logging
import math
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

from aiohttp import web

from bot.discord_client import JudgecallClient
from bot.errors import SettingsError
from bot.metrics import CONTENT_TYPE, Metrics
from bot.notify import READY, STOPPING, WATCHDOG, Notifier, watchdog_seconds
from bot.settings import Settings
from knowledge.last_sync import read_note

_log = logging.getLogger(__name__)

TURN_SECONDS: Final = 0.25
LAG_SECONDS: Final = 10.0
"""A loop that lags so much keeps nobody's three seconds any more."""
HEARTBEAT_SECONDS: Final = 150.0
"""More than three of Discord's heartbeats; the client itself gives a connection up after one minute of silence."""


class Vitals:
    """What the bot knows about itself. Made on the event loop that it is to watch."""

    def __init__(self, client: JudgecallClient, loading: asyncio.Future[bool]) -> None:
        self.client = client
        self.metrics: Metrics = client.services.metrics
        self._loading = loading
        self.lag = 0.0
        self._watch()

    def _watch(self) -> None:
        services = self.client.services
        watch, data = self.metrics.watch, services.data_dir
        watch("judgecall_loop_lag_last_seconds", "The event loop's last lag.", lambda: self.lag)
        watch("judgecall_gateway_heartbeat_age_seconds", "Since the gateway's last receipt.", self._age)
        watch("judgecall_gateway_connected", "1 while the gateway is connected.", self._connected)
        watch("judgecall_under_way", "Interactions being answered.", lambda: self.client.under_way)
        watch("judgecall_sync_age_seconds", "Since the last sync; NaN before it.", lambda: sync_age(data))
        watch("judgecall_sync_ok", "1 when the last sync went well.", lambda: float(sync_went_well(data)))
        for worker in (services.encoding, services.lookups):
            self.metrics.watch_worker(worker)

    def _age(self) -> float:
        age = self.client.heartbeat_age
        return math.nan if age is None else age

    def _connected(self) -> float:
        return float(self.client.connected)

    async def turn(self) -> None:
        """Measure the loop's lag for as long as it turns."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TURN_SECONDS
            await asyncio.sleep(TURN_SECONDS)
            self.lag = max(0.0, loop.time() - due)
            self.metrics.lag(self.lag)

    def not_live(self) -> list[str]:
        """Why the process should be started again; empty while it is well."""
        problems = []
        if self.lag > LAG_SECONDS:
            problems.append(f"the event loop lags by {self.lag:.0f} s")
        age = self.client.heartbeat_age
        if age is not None and age > HEARTBEAT_SECONDS:
            problems.append(f"Discord has answered no heartbeat for {age:.0f} s")
        return problems

    def not_ready(self) -> list[str]:
        """Why questions are not answered as they should be, or not at all; empty while they are."""
        problems = self.not_live()
        if self.client.stopping:
            problems.append("stopping")
        if not self.client.connected:
            problems.append("not connected to Discord")
        if not self._loading.done():
            problems.append("search goes by words only while the encoder is loaded")
        return problems

    def state(self) -> dict[str, Any]:
        """The figures behind both pages."""
        age = self.client.heartbeat_age
        return {
            "connected": self.client.connected,
            "loop_lag_seconds": round(self.lag, 4),
            "heartbeat_age_seconds": None if age is None else round(age, 1),
            "search": self._search(),
        }

    def _search(self) -> str:
        if not self._loading.done():
            return "loading"
        sure = not self._loading.cancelled() and self._loading.exception() is None and self._loading.result()
        return "hybrid" if sure else "words only"


def sync_age(data_dir: Path) -> float:
    """Seconds since the last sync, not a number when there was none."""
    note = read_note(data_dir)
    return math.nan if note is None else (dt.datetime.now(dt.UTC) - note.at).total_seconds()


def sync_went_well(data_dir: Path) -> bool:
    """Whether the last sync went well; false when there was none."""
    note = read_note(data_dir)
    return note is not None and note.ok


def make_pages(vitals: Vitals) -> web.Application:
    """The pages as an application."""

    def told(problems: list[str]) -> web.Response:
        return web.json_response(
            {"ok": not problems, "problems": problems, **vitals.state()}, status=503 if problems else 200
        )

    async def live(_: web.Request) -> web.Response:
        return told(vitals.not_live())

    async def ready(_: web.Request) -> web.Response:
        return told(vitals.not_ready())

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=vitals.metrics.page(), headers={"Content-Type": CONTENT_TYPE})

    pages = web.Application(client_max_size=1024)
    pages.router.add_get("/live", live)
    pages.router.add_get("/ready", ready)
    pages.router.add_get("/metrics", metrics)
    return pages


@contextlib.asynccontextmanager
async def watched(vitals: Vitals, settings: Settings) -> AsyncIterator[Notifier]:
    """Around the bot's life: pages served if a port is set, systemd told, its watchdog fed while all is well."""
    notifier = Notifier(settings.notify_socket)
    runner = await _served(vitals, settings)
    every = watchdog_seconds(settings.watchdog_usec, settings.watchdog_pid)
    tasks = [asyncio.create_task(vitals.turn()), asyncio.create_task(_tell_ready(vitals, notifier))]
    if every is not None:
        tasks.append(asyncio.create_task(_feed(vitals, notifier, every)))
    try:
        yield notifier
    finally:
        notifier.send(STOPPING, status="stopping")
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if runner is not None:
            await runner.cleanup()


async def _served(vitals: Vitals, settings: Settings) -> web.AppRunner | None:
    if settings.health_port is None:
        return None
    runner = web.AppRunner(make_pages(vitals), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    try:
        await web.TCPSite(runner, settings.health_host, settings.health_port).start()
    except OSError as error:
        await runner.cleanup()
        raise SettingsError(
            f"HEALTH_PORT={settings.health_port} on {settings.health_host} cannot be used: "
            f"{error.strerror or error}; choose another port"
        ) from None
    _log.info("health and metrics on http://%s:%d", *runner.addresses[0][:2])
    return runner


async def _tell_ready(vitals: Vitals, notifier: Notifier) -> None:
    await vitals.client.first_connected.wait()
    notifier.send(READY, status="connected to Discord")


async def _feed(vitals: Vitals, notifier: Notifier, seconds: float) -> None:
    """Feed the watchdog from the loop, so that a loop that hangs lets it starve; and only while all is well."""
    complained = False
    while True:
        problems = vitals.not_live()
        if not problems:
            notifier.send(WATCHDOG)
        elif not complained:
            _log.error("not live, so systemd's watchdog is fed no more: %s", "; ".join(problems))
        complained = bool(problems)
        await asyncio.sleep(seconds)

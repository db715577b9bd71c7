"""The fake Discord, and the real client logged in to it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.discord_client import Answers, JudgecallClient, Services
from bot.discord_setup import make_client, point_at
from bot.discord_state import StateDesk
from bot.discord_work import Worker
from bot.engine_process import EnginePool
from bot.state import State
from knowledge import Knowledge

from .fake import FakeDiscord
from .values import Handed

Start = Callable[..., Awaitable[JudgecallClient]]


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Knowledge]:
    """The real knowledge over the built-in corpus, by words only."""
    knowledge = Knowledge.open(tmp_path_factory.mktemp("knowledge"), model=False)
    yield knowledge
    knowledge.close()


@pytest.fixture(scope="session")
def engine() -> Iterator[EnginePool]:
    """Processes of the real engine."""
    pool = EnginePool(seconds=30)
    yield pool
    pool.close()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of the bot's own, to be copied: making it takes longer than most tests here."""
    place = tmp_path_factory.mktemp("state") / "state.sqlite3"
    State.open(place).close()
    return place


class QuickClient(JudgecallClient):
    """The client without the five seconds that Discord asks for between two identifications."""

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        return


@pytest.fixture(autouse=True, scope="session")
def stays_on_this_machine() -> Iterator[None]:
    """Where no fake runs, the client finds a closed port and never the real Discord."""
    api, gateway = discord.http.Route.BASE, discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY
    point_at("http://127.0.0.1:9/api/v10", "ws://127.0.0.1:9/gateway/")
    yield
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


@pytest.fixture
async def fake(unhandled: list[str]) -> AsyncIterator[FakeDiscord]:
    """A running fake Discord; the test fails if it has anything to object to or an error was logged."""
    server = await FakeDiscord().start()
    point_at(server.api, server.gateway_url)
    try:
        yield server
    finally:
        await server.stop()
        point_at("http://127.0.0.1:9/api/v10", "ws://127.0.0.1:9/gateway/")
    server.verify()
    assert not unhandled, "errors were logged:\n" + "\n".join(unhandled)


@pytest.fixture
def unhandled() -> Iterator[list[str]]:
    """Everything logged as an error; a test that provokes one clears the list."""
    lines: list[str] = []

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler = Collect(level=logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        yield lines
    finally:
        logging.getLogger().removeHandler(handler)


@pytest.fixture
async def start(
    fake: FakeDiscord, library: Knowledge, engine: EnginePool, migrated: Path, tmp_path: Path
) -> AsyncIterator[Start]:
    """Starts clients, as many as a test wants one after the other; all share one data folder, as restarts do."""
    running: list[tuple[JudgecallClient, asyncio.Task[Any]]] = []
    workers: list[Worker] = []
    desks: list[StateDesk] = []

    async def begin(answers: Answers | None = None, *, queue: int = 32) -> JudgecallClient:
        place = tmp_path / "state.sqlite3"
        if not place.exists():
            shutil.copy(migrated, place)
        desk = StateDesk(lambda: State.open(place), Worker("state", 64))
        encoding, lookups = Worker("encoding", queue), Worker("look-ups", 64)
        services = Services(answers or Handed(), library, engine, tmp_path, encoding, lookups, desk)
        workers.extend((encoding, lookups))
        desks.append(desk)
        client = make_client(services, QuickClient)
        running.append((client, asyncio.create_task(client.start(fake.token))))
        await fake.wait_ready()
        return client

    yield begin
    for client, task in running:
        await client.close()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    for worker in workers:
        worker.stop()
    for desk in desks:
        desk.close()

"""The one place that puts the Discord bot together and runs it."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Final

import discord

from bot.answers.answerer import Answerer
from bot.discord_client import JudgecallClient, Services
from bot.discord_setup import make_client, point_at
from bot.discord_sync import sync_if_changed
from bot.discord_work import Worker
from bot.engine_cache import RunCache
from bot.engine_process import EnginePool, ProcessEngine
from bot.errors import SettingsError, UnhealthyError
from bot.settings import Settings
from knowledge import Knowledge

_log = logging.getLogger(__name__)

QUESTIONS_WAITING: Final = 32
LOOKUPS_WAITING: Final = 128
ANSWERING_THREADS: Final = 4
ENGINE_PROCESSES: Final = 2
PASTED_SECONDS: Final = 10.0
SECONDS_TO_FINISH: Final = 3.5
"""Answers in flight get this long after SIGTERM; with closing, the process has ended after five seconds."""


@contextlib.contextmanager
def opened_services(settings: Settings, *, model: bool = True) -> Iterator[Services]:
    """Knowledge, answerer and worker threads; closed on the way out."""
    knowledge = Knowledge.open(settings.data_dir, model=model, embedder=settings.embedder)
    encoding = Worker("answers", QUESTIONS_WAITING, threads=ANSWERING_THREADS)
    lookups = Worker("look-ups", LOOKUPS_WAITING)
    answering, pasted = EnginePool(ENGINE_PROCESSES), EnginePool(seconds=PASTED_SECONDS)
    engine = ProcessEngine(answering, RunCache(settings.data_dir), encoding.turn.waived)
    answerer = Answerer(knowledge, engine)
    try:
        yield Services(answerer, knowledge, pasted, settings.data_dir, encoding, lookups)
    finally:
        encoding.stop()
        lookups.stop()
        answering.close()
        pasted.close()
        knowledge.close()


def run_bot(settings: Settings) -> int:
    """Run until SIGTERM or SIGINT; the exit code. Raises `BotError` with one line for what the owner can mend."""
    token = settings.token()
    _log_to_stderr()
    point_at(settings.discord_api, settings.discord_gateway)
    with opened_services(settings) as services:
        finished = asyncio.run(_serve(services, token))
    if not finished:
        # An answer still occupies the worker thread; waiting for it would break the promise to be gone by now.
        logging.shutdown()
        sys.stdout.flush()
        os._exit(0)
    return 0


async def _serve(services: Services, token: str) -> bool:
    """Serve until told to stop; False when something was still under way at the end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    client = make_client(services)
    told_to_stop = asyncio.create_task(stop.wait())
    # The first question must not wait for the encoder, so it is loaded before anybody can ask.
    warming = asyncio.create_task(services.encoding.run(services.answers.warm_up))
    await asyncio.wait({warming, told_to_stop}, return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        warming.cancel()
        return False
    if not warming.result():
        _log.warning("the encoder is not there: search is by words only")
    running = asyncio.create_task(_connected(client, token))
    _play_library(services, client)
    await asyncio.wait({running, told_to_stop}, return_when=asyncio.FIRST_COMPLETED)
    told_to_stop.cancel()
    if running.done():
        running.result()
        return True
    _log.info("stopping: %d answers under way", client.under_way)
    finished = await client.stop(SECONDS_TO_FINISH)
    with contextlib.suppress(asyncio.CancelledError):
        await running
    return finished


def _play_library(services: Services, client: JudgecallClient) -> None:
    """Play the library in the background, in the pool's nicer processes, so that later questions need not wait."""
    engine = services.answers.engine
    if isinstance(engine, ProcessEngine):
        job = functools.partial(engine.play_all, services.library, lambda: not client.stopping)
        threading.Thread(target=job, name="library", daemon=True).start()


@contextlib.contextmanager
def _telling_the_owner() -> Iterator[None]:
    """What the owner can mend is said in one line."""
    try:
        yield
    except discord.LoginFailure:
        raise SettingsError(
            "Discord does not accept the token: copy it again from the application's Bot page into DISCORD_TOKEN"
        ) from None
    except discord.PrivilegedIntentsRequired as error:
        raise SettingsError(
            f"Discord refuses the intents, though the bot asks for none that need approval: {error}"
        ) from None
    except (OSError, discord.HTTPException) as error:
        raise UnhealthyError(f"Discord cannot be reached: {error}") from error


async def _connected(client: JudgecallClient, token: str) -> None:
    """Run the client until it is closed."""
    with _telling_the_owner():
        async with client:
            await client.start(token)


async def sync_commands(settings: Settings, *, force: bool = True) -> int:
    """Register the commands with Discord now; how many there are."""
    token = settings.token()
    point_at(settings.discord_api, settings.discord_gateway)
    with opened_services(settings, model=False) as services, _telling_the_owner():
        client = make_client(services)
        client.sync_at_start = False
        async with client:
            await client.login(token)
            await sync_if_changed(client.tree, settings.data_dir, force=force)
            return len(client.tree.get_commands())


async def invite_links(settings: Settings) -> tuple[str, str]:
    """The addresses that add the bot to a server and to a person's account. It needs no permission at all."""
    token = settings.token()
    point_at(settings.discord_api, settings.discord_gateway)
    async with discord.Client(intents=discord.Intents.none()) as client:
        with _telling_the_owner():
            await client.login(token)
        assert client.application_id is not None
        server = discord.utils.oauth_url(
            client.application_id,
            permissions=discord.Permissions.none(),
            scopes=("bot", "applications.commands"),
        )
        person = discord.utils.oauth_url(client.application_id, scopes=("applications.commands",))
        return f"{server}&integration_type=0", f"{person}&integration_type=1"


def _log_to_stderr() -> None:
    logging.basicConfig(
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        stream=sys.stderr,
        force=True,
    )
    logging.getLogger("faiss").setLevel(logging.WARNING)

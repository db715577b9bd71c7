"""The one place that puts the Discord bot together and runs it."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
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
from bot.daily_sync import DailySync
from bot.discord_client import JudgecallClient, Services
from bot.discord_setup import make_client, point_at
from bot.discord_state import StateDesk
from bot.discord_work import Worker, in_thread
from bot.engine_cache import RunCache
from bot.engine_process import EnginePool, ProcessEngine
from bot.errors import BotError, SettingsError, UnhealthyError
from bot.health import Vitals, watched
from bot.settings import Settings
from bot.state import State
from knowledge import Knowledge, start_encoder

_log = logging.getLogger(__name__)

QUESTIONS_WAITING: Final = 32
LOOKUPS_WAITING: Final = 128
STATE_WAITING: Final = 128
ANSWERING_THREADS: Final = 16
"""Enough that questions which wait for a run of the engine do not hold up those which need none."""
ENGINE_PROCESSES: Final = 2
PASTED_SECONDS: Final = 10.0
SECONDS_TO_FINISH: Final = 3.5
"""Answers in flight get this long after SIGTERM; with closing, the process has ended after five seconds."""


@contextlib.contextmanager
def opened_services(settings: Settings, *, model: bool = True) -> Iterator[Services]:
    """Knowledge, answerer and worker threads; closed on the way out."""
    encoder = start_encoder(settings.embedder) if model else None
    knowledge = Knowledge.open(settings.data_dir, model=model, embedder=settings.embedder, encoder=encoder)
    encoding = Worker("answers", QUESTIONS_WAITING, threads=ANSWERING_THREADS)
    lookups = Worker("look-ups", LOOKUPS_WAITING)
    answering, pasted = EnginePool(ENGINE_PROCESSES), EnginePool(seconds=PASTED_SECONDS)
    engine = ProcessEngine(answering, RunCache(settings.data_dir), encoding.turn.waived)
    answerer = Answerer(knowledge, engine)
    state = StateDesk(lambda: State.open(settings.database), Worker("state", STATE_WAITING))
    try:
        yield Services(answerer, knowledge, pasted, settings.data_dir, encoding, lookups, state)
    finally:
        state.close()
        encoding.stop()
        lookups.stop()
        answering.close()
        pasted.close()
        knowledge.close()


def run_bot(settings: Settings) -> int:
    """Run until SIGTERM or SIGINT; the exit code. Raises `BotError` with one line for what the owner can mend."""
    token = settings.token()
    _log_to_stderr()
    # When systemd's watchdog ends a bot that hangs, the log says where it hung.
    faulthandler.enable()
    point_at(settings.discord_api, settings.discord_gateway)
    failure: BotError | None = None
    with opened_services(settings) as services:
        try:
            finished = asyncio.run(_serve(services, settings, token))
        except BotError as error:
            failure, finished = error, False
    if failure is not None:
        print(" ".join(str(failure).split()), file=sys.stderr)
    if not finished:
        # A thread still answers or loads the encoder; waiting for it would break the promise to be gone by now.
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(failure.exit_code if failure is not None else 0)
    return 0


async def _serve(services: Services, settings: Settings, token: str) -> bool:
    """Serve until told to stop; False when something was still under way at the end."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    client = make_client(services)
    loading = in_thread(functools.partial(_load, services, client), "loading")
    told_to_stop = asyncio.create_task(stop.wait())
    async with watched(Vitals(client, loading), settings):
        beside = asyncio.create_task(_sync_daily(settings))
        running = asyncio.create_task(_connected(client, token))
        await asyncio.wait({running, told_to_stop}, return_when=asyncio.FIRST_COMPLETED)
        told_to_stop.cancel()
        beside.cancel()
        if running.done():
            running.result()
            return loading.done()
        _log.info("stopping: %d answers under way", client.under_way)
        finished = await client.stop(SECONDS_TO_FINISH)
        await asyncio.gather(running, beside, return_exceptions=True)
    return finished and loading.done()


def _load(services: Services, client: JudgecallClient) -> bool:
    """Load what answers get better by, while questions are already answered by words; then play the library."""
    ready = services.answers.warm_up()
    if not ready:
        _log.warning("the encoder is not there: search is by words only")
    else:
        _log.info("the encoder is loaded")
    _play_library(services, client)
    return ready


async def _sync_daily(settings: Settings) -> None:
    if settings.syncs_daily:
        await DailySync(settings.data_dir, settings.sync_time).run()


def _play_library(services: Services, client: JudgecallClient) -> None:
    """Play the library in the background, in the pool's nicer processes, so that later questions need not wait."""
    engine = services.answers.engine
    if isinstance(engine, ProcessEngine):
        job = functools.partial(engine.play_all, services.library, lambda: not client.stopping)
        threading.Thread(target=job, name="library", daemon=True).start()


@contextlib.contextmanager
def telling_the_owner() -> Iterator[None]:
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
    with telling_the_owner():
        async with client:
            await client.start(token)


def _log_to_stderr() -> None:
    logging.basicConfig(
        level=logging.INFO,
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        stream=sys.stderr,
        force=True,
    )
    logging.getLogger("faiss").setLevel(logging.WARNING)

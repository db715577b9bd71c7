"""What probes, Prometheus and systemd are told about a bot that is really connected, and one that is not."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot import health
from bot.answers.models import Answer, Language
from bot.discord_client import JudgecallClient
from bot.discord_work import in_thread
from bot.errors import SettingsError
from bot.health import Vitals, watched
from bot.health_check import Page, ask
from bot.settings import Settings, load_settings

from .conftest import Start
from .fake import FakeDiscord
from .values import Handed


@pytest.fixture
def port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def settings(port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Pages on that port, and a watchdog that wants to be fed ten times a second."""
    monkeypatch.setenv("HEALTH_PORT", str(port))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    monkeypatch.setenv("WATCHDOG_USEC", "200000")
    return load_settings()


@pytest.fixture
async def heard(tmp_path: Path) -> AsyncIterator[list[str]]:
    """What systemd has heard so far."""
    lines: list[str] = []
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as server:
        server.bind(str(tmp_path / "notify"))
        server.setblocking(False)
        loop = asyncio.get_running_loop()
        loop.add_reader(server, lambda: lines.extend(server.recv(4096).decode().splitlines()))
        yield lines
        loop.remove_reader(server)


def _loaded(hybrid: bool = True) -> asyncio.Future[bool]:
    loaded: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    loaded.set_result(hybrid)
    return loaded


async def _probe(settings: Settings, page: Page) -> tuple[bool, dict[str, object]]:
    """As `judgecall bot health` asks."""
    assert settings.health_port
    return await in_thread(lambda: ask(settings.health_host, settings.health_port or 0, page), "probe")


async def _figures(settings: Settings) -> dict[str, float]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{settings.health_port}/metrics") as response,
    ):
        assert response.status == 200
        assert response.headers["Content-Type"].startswith("text/plain; version=")
        lines = (await response.text()).splitlines()
    values = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
    return {name: float(value) for name, value in values}


async def _until(what: str, seconds: float, check: object) -> None:
    assert callable(check)
    until = time.monotonic() + seconds
    while not check():
        assert time.monotonic() < until, what
        await asyncio.sleep(0.02)


async def test_connected_and_loaded__is_live_and_ready_and_systemd_hears_so(
    fake: FakeDiscord, start: Start, settings: Settings, heard: list[str]
) -> None:
    client = await start()
    await client.first_connected.wait()
    async with watched(Vitals(client, _loaded()), settings):
        for page in ("live", "ready"):
            well, told = await _probe(settings, page)
            assert well, told
            assert told["search"] == "hybrid"
        await _until("the watchdog is fed", 5, lambda: heard.count("WATCHDOG=1") >= 3)
        assert heard.count("READY=1") == 1
        assert "STOPPING=1" not in heard
    await _until("the stop is told", 5, lambda: heard[-2:] == ["STOPPING=1", "STATUS=stopping"])
    well, told = await _probe(settings, "live")
    assert not well
    assert "no answer" in str(told["problems"])


async def test_encoder_is_being_loaded__questions_are_answered_but_it_is_not_ready(
    fake: FakeDiscord, start: Start, settings: Settings
) -> None:
    client = await start()
    await client.first_connected.wait()
    loading: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    async with watched(Vitals(client, loading), settings):
        assert "Yes." in (await (await fake.user("Ada").slash("ask", question="Is it?")).answer()).text
        well, told = await _probe(settings, "ready")
        assert not well
        assert told["search"] == "loading"
        assert (await _probe(settings, "live"))[0]
        loading.set_result(False)
        well, told = await _probe(settings, "ready")
        assert well
        assert told["search"] == "words only"


async def test_connection_lost__is_live_but_not_ready_until_it_is_back(
    fake: FakeDiscord, start: Start, settings: Settings
) -> None:
    client = await start()
    await client.first_connected.wait()
    async with watched(Vitals(client, _loaded()), settings):
        fake.gateway.accepting.clear()
        await fake.gateway.fault("abort")
        await _until("the loss is seen", 5, lambda: not client.connected)
        well, told = await _probe(settings, "ready")
        assert not well
        assert told["problems"] == ["not connected to Discord"]
        assert (await _probe(settings, "live"))[0]
        fake.gateway.accepting.set()
        await fake.wait_ready()
        await _until("it is back", 5, lambda: client.connected)
        assert (await _probe(settings, "ready"))[0]
        figures = await _figures(settings)
        assert figures['judgecall_gateway_connections_total{event="lost"}'] == 1
        assert figures['judgecall_gateway_connections_total{event="resumed"}'] == 1
        assert figures["judgecall_gateway_connected"] == 1


async def test_discord_answers_no_heartbeat__is_not_live_and_the_watchdog_starves(
    fake: FakeDiscord,
    start: Start,
    settings: Settings,
    heard: list[str],
    unhandled: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "HEARTBEAT_SECONDS", 0.6)
    fake.gateway.heartbeat_ms = 100
    client = await start()
    await client.first_connected.wait()
    vitals = Vitals(client, _loaded())
    async with watched(vitals, settings):
        await _until("heartbeats are answered", 5, lambda: fake.gateway.heartbeats >= 8)
        assert not vitals.not_live()
        fake.gateway.answer_heartbeats = False
        await _until("the silence is seen", 5, lambda: bool(unhandled))
        well, told = await _probe(settings, "live")
        assert not well
        assert "heartbeat" in str(told["problems"])
        fed = heard.count("WATCHDOG=1")
        await asyncio.sleep(0.5)
        assert heard.count("WATCHDOG=1") == fed
        fake.gateway.answer_heartbeats = True
        await _until("it is fed again", 5, lambda: heard.count("WATCHDOG=1") > fed)
    assert all("not live" in line for line in unhandled)
    unhandled.clear()


async def test_event_loop_is_blocked__the_lag_is_measured_and_too_much_of_it_is_not_live(
    fake: FakeDiscord, start: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await start()
    vitals = Vitals(client, _loaded())
    async with watched(vitals, settings):
        await asyncio.sleep(0.3)
        time.sleep(0.6)
        await asyncio.sleep(0)
        await _until("the lag is seen", 2, lambda: vitals.lag > 0.2)
        assert not vitals.not_live()
        monkeypatch.setattr(health, "LAG_SECONDS", 0.2)
        assert "lags" in vitals.not_live()[0]
        figures = await _figures(settings)
        slow = figures['judgecall_loop_lag_seconds_bucket{le="+Inf"}']
        assert slow > figures['judgecall_loop_lag_seconds_bucket{le="0.1"}']


def _broken(question: str, language: Language) -> Answer:
    raise RuntimeError("secret detail")


async def test_figures__count_what_happened_and_hold_nothing_of_what_was_written(
    fake: FakeDiscord, start: Start, settings: Settings, unhandled: list[str]
) -> None:
    answers = Handed()
    client = await start(answers)
    ada = fake.user("Ada")
    async with watched(Vitals(client, _loaded()), settings):
        message = await (await ada.slash("ask", question="Is Ada's copy gone?")).answer()
        await (await ada.press(message, "Steps")).answer()
        message.body["components"][0]["components"][0]["custom_id"] = "jc1:forged-by-ada"
        await (await ada.press_id(message, "jc1:forged-by-ada")).answer()
        await (await ada.typing("card", "name", "arcane")).suggestions()
        await (await ada.slash("card", name="No such card")).answer()
        answers.make = _broken
        await (await ada.slash("ask", question="Is it?")).answer()
        unhandled.clear()
        figures = await _figures(settings)
    assert figures['judgecall_interactions_total{kind="command",name="ask"}'] == 2
    assert figures['judgecall_interactions_total{kind="button",name="steps"}'] == 1
    assert figures['judgecall_interactions_total{kind="button",name="unknown"}'] == 1
    assert figures['judgecall_interactions_total{kind="autocomplete",name="card"}'] == 1
    assert figures['judgecall_acknowledgement_seconds_count{kind="command"}'] == 3
    assert figures['judgecall_acknowledgement_seconds_count{kind="button"}'] == 2
    assert figures['judgecall_acknowledgement_seconds_count{kind="autocomplete"}'] == 1
    assert figures['judgecall_acknowledgement_seconds_bucket{kind="command",le="3.0"}'] == 3
    for stage in ("understand", "retrieve", "confirm", "total", "queue"):
        assert figures[f'judgecall_answer_seconds_count{{stage="{stage}"}}'] == 2
    assert figures['judgecall_errors_total{kind="RuntimeError"}'] == 1
    assert figures['judgecall_errors_total{kind="no_card"}'] == 1
    assert figures['judgecall_errors_total{kind="stale"}'] == 1
    assert figures['judgecall_queue_length{queue="encoding"}'] == 0
    assert figures['judgecall_queue_limit{queue="encoding"}'] == 32
    for queue, limit in (("scenarios", 8), ("quiz", 16)):
        assert figures[f'judgecall_queue_length{{queue="{queue}"}}'] == 0
        assert figures[f'judgecall_queue_limit{{queue="{queue}"}}'] == limit
    assert figures["judgecall_sync_ok"] == 0
    assert figures['judgecall_discord_requests_total{status="200"}'] > 5
    everything = " ".join(figures).casefold()
    for private in ("ada", ada.id, str(fake.place.channel_id), "copy gone", "arcane", "forged", "no such"):
        assert private.casefold() not in everything


async def test_port_is_taken__says_so_in_one_line(
    fake: FakeDiscord, start: Start, settings: Settings
) -> None:
    client: JudgecallClient = await start()
    with socket.socket() as squatter:
        squatter.bind(("127.0.0.1", settings.health_port or 0))
        squatter.listen()
        with pytest.raises(SettingsError, match=r"HEALTH_PORT=\d+ .* choose another port"):
            async with watched(Vitals(client, _loaded()), settings):
                pass


async def test_no_port_is_set__nothing_listens(
    fake: FakeDiscord, start: Start, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await start()
    async with watched(Vitals(client, _loaded()), load_settings()):
        with socket.socket() as probe, contextlib.suppress(ConnectionRefusedError):
            probe.connect(("127.0.0.1", port))
            raise AssertionError("somebody listens")

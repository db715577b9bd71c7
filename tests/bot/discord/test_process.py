"""`judgecall bot` as a process of its own, against the fake on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord_work import in_thread
from bot.health_check import ask
from bot.terminal.main import run

from .fake import FakeDiscord, Interaction

ROOT = Path(__file__).resolve().parents[3]
Process = asyncio.subprocess.Process
QUESTION = "How many times does the cipher ability trigger when two players are damaged?"
NO_MODEL = "path:/nonexistent/model"
"""The bot serves by words, and nothing of the time goes into loading the encoder."""


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.asynccontextmanager
async def _bot(fake: FakeDiscord, data: Path, **settings: str) -> AsyncIterator[Process]:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "HF_HUB_OFFLINE": "1",
        "DISCORD_TOKEN": fake.token,
        "JUDGECALL_DISCORD_API": fake.api,
        "JUDGECALL_DISCORD_GATEWAY": fake.gateway_url,
        "JUDGECALL_DATA": str(data),
        **settings,
    }
    log = data.with_name("bot.log")
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", "bot", env=environment, stdout=errors, stderr=errors
        )
    try:
        ready = asyncio.create_task(fake.wait_ready(180))
        ended = asyncio.create_task(process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        assert ready.done(), log.read_text()
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
    told = log.read_text()
    assert "Traceback" not in told, told
    assert fake.token not in told


def _waits(asked: Interaction) -> bool:
    return asked.original is None or bool(asked.original.flags & (1 << 7))


async def test_killed_and_started_again__old_buttons_work_and_a_stop_leaves_nobody_waiting(
    fake: FakeDiscord, data_dir: Path, tmp_path: Path
) -> None:
    ada = fake.user("Ada")
    async with _bot(fake, data_dir, EMBEDDER=NO_MODEL) as process:
        message = await (await ada.slash("card", name="Arcane Heist")).answer()
        process.kill()
        await process.wait()
    fake.gateway.ready.clear()
    fake.gateway.current = None
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(5)
        settings = {"NOTIFY_SOCKET": str(tmp_path / "notify"), "WATCHDOG_USEC": "600000000"}
        async with _bot(fake, data_dir, EMBEDDER=NO_MODEL, **settings) as process:
            page = await (await ada.press(message, "Rulings")).answer()
            assert "April 12, 2024" in page.text
            assert fake.syncs == 1
            await _stop_during_ten_answers(fake, process)
        heard = [systemd.recv(4096).decode().splitlines()[0] for _ in range(3)]
        assert sorted(heard) == ["READY=1", "STOPPING=1", "WATCHDOG=1"]


async def _stop_during_ten_answers(fake: FakeDiscord, process: Process) -> None:
    ada = fake.user("Ada")
    assert "Rulings" in (await (await ada.slash("ask", question=QUESTION)).answer(120)).labels
    asked = [await ada.slash("ask", question=f"{QUESTION} {n}") for n in range(10)]
    for one in asked:
        await one.acknowledged()
    under_way = sum(map(_waits, asked))
    started = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert under_way, "the answers came so quickly that nothing was under way"
    assert await asyncio.wait_for(process.wait(), 20) == 0
    took = time.monotonic() - started
    for number, one in enumerate(asked):
        message = await one.answer(seconds=1)
        assert f"{QUESTION} {number}" in message.text
        assert "Rules" in message.labels
    assert took < 5


async def test_started__answers_by_words_until_the_encoder_is_loaded(
    fake: FakeDiscord, indexed_data_dir: Path
) -> None:
    port = _free_port()
    ada = fake.user("Ada")

    async def is_ready() -> bool:
        return (await in_thread(lambda: ask("127.0.0.1", port, "ready"), "probe"))[0]

    async with _bot(fake, indexed_data_dir, HEALTH_PORT=str(port)) as process:
        assert not await is_ready()
        asked = await ada.slash("ask", question="Is the copy of Arcane Heist gone if nobody casts it?")
        assert await asked.acknowledged() < 2.5
        by_words = await asked.answer(60)
        assert "Only word search" in by_words.text
        until = time.monotonic() + 120
        while not await is_ready():
            assert time.monotonic() < until
            await asyncio.sleep(0.2)
        asked = await ada.slash("ask", question="Is the copy of Arcane Heist gone if nobody casts it?")
        assert "Only word search" not in (await asked.answer(60)).text
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 20) == 0


async def test_stopped_while_the_encoder_is_being_loaded__is_gone_in_time(
    fake: FakeDiscord, data_dir: Path
) -> None:
    async with _bot(fake, data_dir) as process:
        started = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 20) == 0
        assert time.monotonic() - started < 5


async def test_token_is_wrong__the_bot_ends_with_2_and_one_line_that_says_what_to_do(
    fake: FakeDiscord, data_dir: Path
) -> None:
    with pytest.raises(AssertionError, match="Discord does not accept the token") as failed:
        async with _bot(fake, data_dir, EMBEDDER=NO_MODEL, DISCORD_TOKEN="wrong.token.here"):
            pass
    assert "Traceback" not in str(failed.value.args[0]).partition("assert")[0]
    fake.forgive("401")


@pytest.fixture
def at_home(fake: FakeDiscord, data_dir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of the commands that ask Discord something."""
    monkeypatch.setenv("DISCORD_TOKEN", fake.token)
    monkeypatch.setenv("JUDGECALL_DISCORD_API", fake.api)
    monkeypatch.setenv("JUDGECALL_DISCORD_GATEWAY", fake.gateway_url)


async def _judgecall(*words: str) -> int:
    """The command in a thread: it has an event loop of its own."""
    return await in_thread(lambda: run(words), "command")


@pytest.mark.usefixtures("at_home")
@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DISCORD_TOKEN", "wrong.token.here", "does not accept the token"),
        ("JUDGECALL_DISCORD_API", "https://discord.com/api/v10", "loopback"),
        ("DISCORD_TOKEN", "", "DISCORD_TOKEN"),
    ],
)
async def test_wrong_settings__exit_2_with_one_line_that_says_what_to_do(
    fake: FakeDiscord,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    name: str,
    value: str,
    words: str,
) -> None:
    monkeypatch.setenv(name, value)
    assert await _judgecall("bot", "sync") == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert words in err.strip().splitlines()[-1]
    assert "Traceback" not in err
    if value.startswith("wrong"):
        fake.forgive("401")


@pytest.mark.usefixtures("at_home")
async def test_sync_and_invite__register_and_print_links(
    fake: FakeDiscord, capfd: pytest.CaptureFixture[str]
) -> None:
    assert await _judgecall("bot", "sync") == 0
    assert fake.syncs == 1
    assert f"Registered {len(fake.commands)} commands" in capfd.readouterr().out
    assert await _judgecall("bot", "invite") == 0
    server, person = capfd.readouterr().out.splitlines()
    assert f"client_id={fake.application_id}" in server
    assert "permissions=0" in server
    assert "scope=bot+applications.commands" in server
    assert server.endswith("integration_type=0")
    assert f"client_id={fake.application_id}" in person
    assert "scope=applications.commands" in person
    assert person.endswith("integration_type=1")

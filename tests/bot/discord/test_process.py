"""`judgecall bot` as a process of its own, against the fake on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from .fake import FakeDiscord

ROOT = Path(__file__).resolve().parents[3]
Process = asyncio.subprocess.Process


async def _judgecall(*arguments: str, **settings: str) -> Process:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HF_HUB_OFFLINE": "1", **settings}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "bot",
        *arguments,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


@contextlib.asynccontextmanager
async def _bot(fake: FakeDiscord, data: Path) -> AsyncIterator[Process]:
    process = await _judgecall(
        "bot",
        DISCORD_TOKEN=fake.token,
        JUDGECALL_DISCORD_API=fake.api,
        JUDGECALL_DISCORD_GATEWAY=fake.gateway_url,
        JUDGECALL_DATA=str(data),
    )
    try:
        ready = asyncio.create_task(fake.wait_ready(180))
        ended = asyncio.create_task(process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            assert process.stderr is not None
            raise AssertionError((await process.stderr.read()).decode())
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.communicate()


async def test_killed_and_started_again__old_buttons_work_and_a_stop_leaves_nobody_waiting(
    fake: FakeDiscord, indexed_data_dir: Path
) -> None:
    ada = fake.user("Ada")
    async with _bot(fake, indexed_data_dir) as process:
        message = await (await ada.slash("card", name="Arcane Heist")).answer()
        process.kill()
        await process.wait()
    fake.gateway.ready.clear()
    fake.gateway.current = None
    async with _bot(fake, indexed_data_dir) as process:
        page = await (await ada.press(message, "Rulings")).answer()
        assert "April 12, 2024" in page.text
        assert fake.syncs == 1
        await _stop_during_ten_answers(fake, process)


async def _stop_during_ten_answers(fake: FakeDiscord, process: Process) -> None:
    ada = fake.user("Ada")
    question = "How many times does the cipher ability trigger when two players are damaged?"
    asked = [await ada.slash("ask", question=f"{question} {n}") for n in range(10)]
    for one in asked:
        await one.acknowledged()
    started = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 20) == 0
    took = time.monotonic() - started
    for one in asked:
        message = await one.answer(seconds=1)
        assert question[:20] in message.text or "restarting" in message.text
    assert took < 6


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"DISCORD_TOKEN": "wrong.token.here"}, "does not accept the token"),
        ({"DISCORD_TOKEN": "x", "JUDGECALL_DISCORD_API": "https://discord.com/api/v10"}, "loopback"),
        ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN"),
    ],
)
async def test_wrong_settings__exit_2_with_one_line_that_says_what_to_do(
    fake: FakeDiscord, indexed_data_dir: Path, settings: dict[str, str], words: str
) -> None:
    home = {
        "JUDGECALL_DISCORD_API": fake.api,
        "JUDGECALL_DISCORD_GATEWAY": fake.gateway_url,
        "JUDGECALL_DATA": str(indexed_data_dir),
    }
    process = await _judgecall("bot", "sync", **{**home, **settings})
    out, err = await process.communicate()
    assert process.returncode == 2, err
    assert out == b""
    lines = err.decode().strip().splitlines()
    assert words in lines[-1]
    assert "Traceback" not in err.decode()
    if settings["DISCORD_TOKEN"] == "wrong.token.here":
        fake.forgive("401")


async def test_sync_and_invite__register_and_print_links(fake: FakeDiscord, indexed_data_dir: Path) -> None:
    home = {
        "DISCORD_TOKEN": fake.token,
        "JUDGECALL_DISCORD_API": fake.api,
        "JUDGECALL_DISCORD_GATEWAY": fake.gateway_url,
        "JUDGECALL_DATA": str(indexed_data_dir),
    }
    process = await _judgecall("bot", "sync", **home)
    out, err = await process.communicate()
    assert process.returncode == 0, err
    assert fake.syncs == 1
    process = await _judgecall("bot", "invite", **home)
    out, err = await process.communicate()
    assert process.returncode == 0, err
    assert fake.application_id in out.decode()
    assert "permissions=0" in out.decode()

"""The fake Discord refuses what Discord refuses, and a test in which that happens fails."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from .fake import FakeDiscord, Interaction
from .fake.interactions import COMMAND


@pytest.fixture
async def discord() -> AsyncIterator[FakeDiscord]:
    """A fake that nothing looks at in the end."""
    server = await FakeDiscord().start()
    yield server
    await server.stop()


def _interaction(discord: FakeDiscord) -> Interaction:
    made = Interaction(discord, discord.user("Ada"), discord.place, COMMAND, {"name": "ask"})
    discord.interactions.append(made)
    return made


async def _post(discord: FakeDiscord, path: str, body: Any) -> tuple[int, dict[str, Any]]:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{discord.api}{path}", json=body) as response,
    ):
        return response.status, await response.json()


async def _acknowledge(discord: FakeDiscord, one: Interaction, body: Any) -> tuple[int, dict[str, Any]]:
    return await _post(discord, f"/interactions/{one.id}/{one.token}/callback", body)


async def test_nothing_happened__nothing_is_objected_to(discord: FakeDiscord) -> None:
    discord.verify()


async def test_unknown_route__fails_the_test(discord: FakeDiscord) -> None:
    status, _ = await _post(discord, "/channels/1/typing", {})
    assert status == 404
    with pytest.raises(AssertionError, match="does not know this route"):
        discord.verify()


async def test_never_acknowledged__fails_the_test(discord: FakeDiscord) -> None:
    _interaction(discord)
    with pytest.raises(AssertionError, match="never acknowledged"):
        discord.verify()


async def test_thinks_for_ever__fails_the_test(discord: FakeDiscord) -> None:
    assert (await _acknowledge(discord, _interaction(discord), {"type": 5}))[0] == 200
    with pytest.raises(AssertionError, match="thinks for ever"):
        discord.verify()


@pytest.mark.parametrize(
    ("late", "body", "status", "code"),
    [
        (3.1, {"type": 5}, 404, 10062),
        (0.0, {"type": 4, "data": {"content": "x" * 2001}}, 400, 50035),
        (0.0, {"type": 4, "data": {"embeds": [{"description": "x" * 4097}]}}, 400, 50035),
        (0.0, {"type": 4, "data": {}}, 400, 50035),
        (0.0, {"type": 7, "data": {"content": "x"}}, 400, 50035),
        (0.0, {"type": 4, "data": {"content": "\ud800"}}, 400, 50109),
    ],
)
async def test_acknowledged_too_late_or_with_what_discord_refuses__fails_the_test(
    discord: FakeDiscord, late: float, body: Any, status: int, code: int
) -> None:
    one = _interaction(discord)
    discord.clock.advance(late)
    got, told = await _acknowledge(discord, one, body)
    assert (got, told["code"]) == (status, code)
    with pytest.raises(AssertionError, match=str(code)):
        discord.verify()


async def test_acknowledged_twice_and_after_fifteen_minutes__fails_the_test(discord: FakeDiscord) -> None:
    one = _interaction(discord)
    await _acknowledge(discord, one, {"type": 5})
    assert (await _acknowledge(discord, one, {"type": 5}))[1]["code"] == 40060
    discord.clock.advance(901)
    status, told = await _post(
        discord, f"/webhooks/{discord.application_id}/{one.token}", {"content": "late"}
    )
    assert (status, told["code"]) == (401, 50027)
    discord.forgive("40060", "50027")
    with pytest.raises(AssertionError, match="nothing to forgive"):
        discord.forgive("40060")

"""`judgecall doctor` with a token: what Discord says about the application, and what the owner should click."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot import discord_checks
from bot.discord_checks import Told
from bot.discord_work import in_thread
from bot.owner import links
from bot.terminal import doctor
from bot.terminal.main import run
from knowledge.doctor import Finding

from .fake import FakeDiscord
from .fake.world import application_payload

Examined = dict[str, dict[str, str]]
Examine = Callable[[], Awaitable[Examined]]


@pytest.fixture
def examine(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Examine:
    """Runs the command in a thread, its own Discord checks only: the sources are not on this machine."""
    monkeypatch.setenv("DISCORD_TOKEN", fake.token)
    monkeypatch.setenv("JUDGECALL_DISCORD_API", fake.api)
    monkeypatch.setenv("JUDGECALL_DISCORD_GATEWAY", fake.gateway_url)
    monkeypatch.setenv("CARDS_URL", "http://127.0.0.1:9")
    monkeypatch.setenv("RULES_URL", "http://127.0.0.1:9")
    monkeypatch.setattr(doctor, "_engine", lambda env: Finding("engine", "ok", "looked at elsewhere"))

    async def now() -> Examined:
        capfd.readouterr()
        await in_thread(lambda: run(["doctor", "--json"]), "doctor")
        told = json.loads(capfd.readouterr().out)
        return {one["name"]: one for one in told["checks"] if one["name"].startswith("discord")}

    return now


async def test_all_is_well__says_so_with_the_links(fake: FakeDiscord, examine: Examine) -> None:
    await in_thread(lambda: run(["bot", "sync"]), "sync")
    found = await examine()
    assert {one["state"] for one in found.values()} == {"ok"}
    assert list(found) == [
        "discord",
        "discord application",
        "discord intents",
        "discord commands",
        "discord installs",
        "discord gateway",
    ]
    assert fake.application_id in found["discord application"]["found"]
    assert "servers: 3, people: 2" in found["discord installs"]["found"]
    assert f"client_id={fake.application_id}" in found["discord installs"]["found"]
    assert fake.syncs == 1


@pytest.mark.parametrize(
    ("name", "changes", "state", "words"),
    [
        ("application", {"interactions_endpoint_url": "https://x.example"}, "problem", "empty that field"),
        ("application", {"bot_require_code_grant": True}, "problem", "OAuth2 Code Grant"),
        ("application", {"bot_public": False}, "warning", "Public Bot"),
        ("intents", {"flags": 1 << 19}, "warning", "message content"),
        ("intents", {"flags": 1 << 14 | 1 << 12}, "warning", "presence, server members"),
        ("installs", {"integration_types_config": {"0": {}}}, "warning", "User Install"),
        ("installs", {"approximate_guild_count": 2600}, "problem", "shards"),
        ("installs", {"approximate_guild_count": 2100}, "warning", "shards"),
        (
            "installs",
            {"approximate_guild_count": 0, "approximate_user_install_count": 0},
            "warning",
            "oauth2/authorize",
        ),
    ],
)
def test_setting_of_the_portal_is_wrong__says_what_to_click(
    name: str, changes: dict[str, Any], state: str, words: str
) -> None:
    told = Told({**application_payload("1"), **changes}, {}, {(1, "ask")})
    found = {one.name: one for one in discord_checks.examine(told, {(1, "ask")}, links(1))}
    wrong = found.pop(f"discord {name}")
    assert wrong.state == state
    assert words in wrong.found + wrong.advice
    assert {one.state for one in found.values()} == {"ok"}


async def test_commands_are_not_registered_or_of_another_version__says_what_to_run(
    fake: FakeDiscord, examine: Examine
) -> None:
    found = (await examine())["discord commands"]
    assert found["state"] == "warning"
    assert "ask" in found["found"]
    assert "judgecall bot sync" in found["advice"]
    await in_thread(lambda: run(["bot", "sync"]), "sync")
    fake.commands.append({**fake.commands[0], "name": "oldcommand", "id": "1"})
    found = (await examine())["discord commands"]
    assert "of another version: oldcommand" in found["found"]


async def test_starts_are_used_up__says_until_when(fake: FakeDiscord, examine: Examine) -> None:
    fake.starts_left = 0
    found = (await examine())["discord gateway"]
    assert found["state"] == "problem"
    assert "in 2.0 hours" in found["advice"]


async def test_token_is_wrong_or_discord_is_away__is_one_finding(
    fake: FakeDiscord, examine: Examine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "wrong.token.here")
    found = await examine()
    assert found["discord"]["state"] == "problem"
    assert "does not accept the token" in found["discord"]["found"]
    assert len(found) == 1
    fake.forgive("401")
    monkeypatch.setenv("JUDGECALL_DISCORD_API", "http://127.0.0.1:9/api/v10")
    found = await examine()
    assert "cannot be reached" in found["discord"]["found"]

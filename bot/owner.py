"""What an owner asks Discord for without running the bot: to register the commands, the links, and whether all is well."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord

from bot.app import opened_services, telling_the_owner
from bot.discord_checks import Told, examine
from bot.discord_client import JudgecallClient
from bot.discord_setup import make_client, point_at
from bot.discord_sync import sync_if_changed
from bot.settings import Settings
from knowledge.doctor import Finding


@contextmanager
def _client(settings: Settings) -> Iterator[JudgecallClient]:
    """The client with all its commands, which registers none of them by itself."""
    point_at(settings.discord_api, settings.discord_gateway)
    with opened_services(settings, model=False) as services, telling_the_owner():
        client = make_client(services)
        client.sync_at_start = False
        yield client


async def sync_commands(settings: Settings, *, force: bool = True) -> int:
    """Register the commands with Discord now; how many there are."""
    token = settings.token()
    with _client(settings) as client:
        async with client:
            await client.login(token)
            await sync_if_changed(client.tree, client.services.state, force=force)
            return len(client.tree.get_commands())


async def invite_links(settings: Settings) -> tuple[str, str]:
    """The addresses that add the bot to a server and to a person's account. It needs no permission at all."""
    token = settings.token()
    point_at(settings.discord_api, settings.discord_gateway)
    async with discord.Client(intents=discord.Intents.none()) as client:
        with telling_the_owner():
            await client.login(token)
        assert client.application_id is not None
        return links(client.application_id)


def links(application_id: int) -> tuple[str, str]:
    """The same for an application that is known."""
    server = discord.utils.oauth_url(
        application_id, permissions=discord.Permissions.none(), scopes=("bot", "applications.commands")
    )
    person = discord.utils.oauth_url(application_id, scopes=("applications.commands",))
    return f"{server}&integration_type=0", f"{person}&integration_type=1"


async def check_discord(settings: Settings) -> list[Finding]:
    """Ask Discord about the token and its application; nothing is changed. Raises `BotError` when it does not answer."""
    token = settings.token()
    with _client(settings) as client:
        async with client:
            await client.login(token)
            assert client.application_id is not None
            assert client.user is not None
            application = await client.http.request(discord.http.Route("GET", "/applications/@me"))
            gateway = await client.http.request(discord.http.Route("GET", "/gateway/bot"))
            registered = await client.http.get_global_commands(client.application_id)
            told = Told(application, gateway, {(one["type"], one["name"]) for one in registered})
            ours = {_kind_and_name(command) for command in client.tree.get_commands()}
            works = Finding("discord", "ok", f"the token works; the bot is {client.user.name}")
            return [works, *examine(told, ours, links(client.application_id))]


def _kind_and_name(command: Any) -> tuple[int, str]:
    menu = isinstance(command, discord.app_commands.ContextMenu)
    return (command.type.value if menu else 1), command.name

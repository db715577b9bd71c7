"""/settings: what a server's managers decide, in a panel of menus and buttons that they alone can use."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import re
from collections.abc import Callable
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers.models import LANGUAGES
from bot.discord_buttons import defer_answer, show, text_file
from bot.discord_client import JudgecallClient
from bot.discord_errors import BusyError, Interaction, RefusalError
from bot.discord_translate import english
from bot.errors import StateError
from bot.state import KEEP_DAYS, MAX_CHANNELS, ServerSettings
from bot.views.screen import Screen
from bot.views.settings import ANY, OFF, ON, render_settings
from bot.views.state import BadStateError, State
from bot.views.texts import language_of, texts

Edit = Callable[[ServerSettings], ServerSettings]


class ServerSetting(commands.Cog):
    """The panel; every press and choice is checked as if it were forged, because it may be."""

    def __init__(self, client: JudgecallClient) -> None:
        self.client = client

    async def cog_load(self) -> None:
        self.client.handlers["settings"] = self._press
        self.client.handlers["set"] = self._choose

    @app_commands.command(name="settings", description=english("commands.settings.description"))
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: discord.Interaction[Any]) -> None:
        """Show the panel."""
        async with self.client.serving(interaction):
            guild_id = _managed(interaction)
            await defer_answer(interaction, private=True)
            found = await self.client.services.state.run(lambda state: state.servers.get(guild_id))
            await show(interaction, _panel(interaction, found))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: nothing of that server's is kept."""
        # Where that fails the desk says so, and kept questions still go when their time is over.
        with contextlib.suppress(StateError, BusyError):
            await self.client.services.state.forget_server(guild.id)

    async def _press(self, interaction: Interaction, state: State) -> None:
        guild_id, what, value = _managed(interaction), state.text(0), state.text(1)
        if value not in (ON, OFF):
            raise BadStateError(value)
        if what == "download":
            await self._download(interaction, guild_id)
        elif what == "private":
            await self._change(interaction, lambda was: dataclasses.replace(was, private=value == ON))
        elif what == "leaderboard":
            await self._change(interaction, lambda was: dataclasses.replace(was, leaderboard=value == ON))
        else:
            raise BadStateError(what)

    async def _choose(self, interaction: Interaction, state: State) -> None:
        _managed(interaction)
        edit = _chosen(interaction, state.text(0))
        await self._change(interaction, edit)

    async def _change(self, interaction: Interaction, edit: Edit) -> None:
        guild_id = _managed(interaction)
        await interaction.response.defer()
        found = await self.client.services.state.change_settings(guild_id, edit)
        await show(interaction, _panel(interaction, found))

    async def _download(self, interaction: Interaction, guild_id: int) -> None:
        """The questions that are kept, one JSON document a line, without who asked them."""
        await defer_answer(interaction, private=True)
        kept = await self.client.services.state.run(lambda state: state.servers.questions(guild_id))
        if not kept:
            raise RefusalError("settings.none_kept")
        lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in kept)
        file = text_file("questions.jsonl", lines)
        say = texts(language_of(interaction.locale))
        await interaction.edit_original_response(
            content=say.count("privacy.kinds.questions", len(kept)), attachments=[file]
        )


def _panel(interaction: Interaction, settings: ServerSettings) -> Screen:
    there = {channel.id for channel in interaction.guild.channels} if interaction.guild else set()
    return render_settings(settings, texts(language_of(interaction.locale)), there)


def _managed(interaction: Interaction) -> int:
    """The server; refuses who may not manage it, whatever Discord's own check of the command has let through."""
    if interaction.guild_id is None:
        raise RefusalError("settings.only_servers")
    may = interaction.permissions
    if not (may.manage_guild or may.administrator):
        raise RefusalError("settings.not_allowed")
    return interaction.guild_id


def _chosen(interaction: Interaction, what: str) -> Edit:
    """What a menu's values would change; raises `BadStateError` for values that the menu does not have."""
    data: dict[str, Any] = dict(interaction.data or {})
    values = [str(value) for value in data.get("values", ())]
    if what == "channels":
        channels = tuple(_channel(interaction, value) for value in dict.fromkeys(values))
        if len(channels) > MAX_CHANNELS:
            raise BadStateError("too many channels")
        return lambda was: dataclasses.replace(was, channels=channels)
    if len(values) != 1:
        raise BadStateError(f"not one value: {values}")
    value = values[0]
    if what == "language" and value in (ANY, *LANGUAGES):
        language = next((one for one in LANGUAGES if one == value), None)
        return lambda was: dataclasses.replace(was, language=language)
    if what == "keep" and value in map(str, KEEP_DAYS):
        return lambda was: dataclasses.replace(was, keep_days=int(value))
    raise BadStateError(f"{what}: {value!r}")


def _channel(interaction: Interaction, value: str) -> int:
    """A channel of this very server."""
    if not re.fullmatch(r"[0-9]{1,19}", value) or interaction.guild is None:
        raise BadStateError(f"no channel: {value!r}")
    if interaction.guild.get_channel(int(value)) is None:
        raise BadStateError(f"no channel of this server: {value}")
    return int(value)

"""/help and /privacy, and the daily clearing of what was kept long enough."""

from __future__ import annotations

import json
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot.discord_buttons import defer_answer, show, text_file, view_of
from bot.discord_client import JudgecallClient
from bot.discord_errors import BusyError, RefusalError
from bot.discord_translate import english
from bot.errors import StateError
from bot.views.lookups import render_help
from bot.views.privacy import render_deleted, render_deletion, render_privacy
from bot.views.screen import Screen
from bot.views.state import BadStateError, State
from bot.views.texts import language_of, texts

_log = logging.getLogger(__name__)
Interaction = discord.Interaction[Any]


class About(commands.Cog):
    """What the bot is."""

    def __init__(self, client: JudgecallClient) -> None:
        self.client = client

    @app_commands.command(name="help", description=english("commands.help.description"))
    async def help(self, interaction: Interaction) -> None:
        """What it can do."""
        async with self.client.serving(interaction):
            say = texts(language_of(interaction.locale))
            names = [
                command.name
                for command in self.client.tree.get_commands(type=discord.AppCommandType.chat_input)
            ]
            listed = [
                (say(f"commands.{name}.name"), say(f"commands.{name}.description")) for name in sorted(names)
            ]
            await _say(interaction, render_help(say, listed))

    @app_commands.command(name="privacy", description=english("commands.privacy.description"))
    async def privacy(self, interaction: Interaction) -> None:
        """What it keeps, in general and of the person who asks."""
        async with self.client.serving(interaction):
            await defer_answer(interaction, private=True)
            await self._overview(interaction)

    async def cog_load(self) -> None:
        self.client.handlers["privacy"] = self._press
        self._clear.start()

    async def cog_unload(self) -> None:
        self._clear.cancel()

    @tasks.loop(hours=24)
    async def _clear(self) -> None:
        """Delete what was kept long enough."""
        try:
            gone = await self.client.services.state.run(lambda state: state.privacy.clear_expired())
        except (StateError, BusyError):
            return  # the desk has said so; tomorrow is another day
        _log.info("%d entries were kept long enough and are deleted", gone)

    async def _press(self, interaction: Interaction, state: State) -> None:
        """Only ever about the person who presses: the button's id names nobody."""
        what, desk, person = state.text(0), self.client.services.state, interaction.user.id
        say = texts(language_of(interaction.locale))
        if what == "show":
            await defer_answer(interaction, private=True)
            rows = await desk.run(lambda state: state.privacy.rows(person))
            if not rows:
                raise RefusalError("privacy.nothing")
            file = text_file("my-data.json", json.dumps(rows, ensure_ascii=False, indent=2))
            await interaction.edit_original_response(content=say("privacy.file"), attachments=[file])
        elif what == "ask":
            await interaction.response.defer()
            counts = await desk.run(lambda state: state.privacy.counts(person))
            await show(interaction, render_deletion(say, counts))
        elif what == "delete":
            await interaction.response.defer()
            await desk.run(lambda state: state.privacy.delete(person))
            for forget in self.client.forgetting:
                forget(person)
            await show(interaction, render_deleted(say))
        elif what == "keep":
            await interaction.response.defer()
            await self._overview(interaction)
        else:
            raise BadStateError(what)

    async def _overview(self, interaction: Interaction) -> None:
        desk, person = self.client.services.state, interaction.user.id
        try:
            counts = await desk.run(lambda state: state.privacy.counts(person))
        except (StateError, BusyError):
            counts = None
        server = await desk.settings(interaction.guild_id) if interaction.guild_id else None
        await show(interaction, render_privacy(texts(language_of(interaction.locale)), counts, server))


async def _say(interaction: Interaction, screen: Screen) -> None:
    """These come from memory, so they need no deferral."""
    await interaction.response.send_message(embeds=list(screen.embeds), view=view_of(screen), ephemeral=True)

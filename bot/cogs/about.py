"""/help and /privacy."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord_buttons import view_of
from bot.discord_client import JudgecallClient
from bot.discord_translate import english
from bot.views.lookups import render_help, render_privacy
from bot.views.screen import Screen
from bot.views.texts import language_of, texts

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
        """What it keeps."""
        async with self.client.serving(interaction):
            await _say(interaction, render_privacy(texts(language_of(interaction.locale))))


async def _say(interaction: Interaction, screen: Screen) -> None:
    """These come from memory, so they need no deferral."""
    await interaction.response.send_message(embeds=list(screen.embeds), view=view_of(screen), ephemeral=True)

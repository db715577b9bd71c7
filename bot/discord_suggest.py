"""Autocomplete whose errors reach the log instead of being swallowed; a person then simply gets no suggestions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.discord_client import client_of
from bot.discord_errors import BusyError, handle
from bot.lookups import BY_ID
from bot.views.limits import CHOICE, CHOICES
from bot.views.text import clip, one_line, units
from bot.views.texts import language_of
from knowledge import Knowledge

Named = tuple[str, str]
Find = Callable[[discord.Interaction[Any], str, str], Awaitable[Iterable[Named]]]


async def suggest(
    interaction: discord.Interaction[Any], current: str, find: Find
) -> list[app_commands.Choice[str]]:
    """At most 25 choices out of (value, label) pairs; never raises."""
    choices: list[app_commands.Choice[str]] = []
    try:
        pairs = await find(interaction, one_line(current)[:CHOICE], language_of(interaction.locale))
        choices = [
            app_commands.Choice(name=clip(label, CHOICE), value=value)
            for value, label in pairs
            if units(value) <= CHOICE
        ][:CHOICES]
    except BusyError:
        pass  # the next key stroke asks again
    except Exception as error:  # noqa: BLE001 - the handler is where every error ends
        await handle(interaction, error, "autocomplete")
    try:
        # Answering here instead of returning keeps a late answer's error out of the library's own log.
        await interaction.response.autocomplete(choices)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        await handle(interaction, error, "autocomplete")
    return []


async def suggest_cards(
    interaction: discord.Interaction[Any], current: str
) -> list[app_commands.Choice[str]]:
    """Cards whose names, in any language, go on as what was typed does."""

    async def find(asked: discord.Interaction[Any], words: str, language: str) -> list[Named]:
        return await client_of(asked).look_up(lambda library: _named_cards(library, words, language))

    return await suggest(interaction, current, find)


def _named_cards(library: Knowledge, current: str, language: str) -> list[Named]:
    """Names as value and label; a name too long for a value stands for itself by the card's id."""
    pairs = []
    for name in library.complete(current, language, CHOICES):
        card = library.card(name) if units(name) > CHOICE else None
        pairs.append((f"{BY_ID}{card.oracle_id}" if card else name, name))
    return pairs

"""The one place where errors of the Discord side end: a short message for the person, the rest for the log.

RefusalError          something that the person can understand and change; said in their language, no incident
└── BusyError         the queue is full; carries the seconds after which trying again makes sense
"""

from __future__ import annotations

import logging
import secrets
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.errors import StateError
from bot.views.state import BadStateError
from bot.views.texts import language_of, texts

_log = logging.getLogger(__name__)

GONE: Final = frozenset({10008, 10015, 10062, 50027})
"""Discord's codes for a message, webhook or interaction that is no longer there, and for a token that has expired."""

Interaction = discord.Interaction[Any]


class RefusalError(Exception):
    """Says to the person why not, by a key of the catalogue."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class BusyError(RefusalError):
    """The queue is full."""

    def __init__(self, seconds: int) -> None:
        super().__init__("errors.busy", n=seconds)


def root_cause(error: BaseException) -> BaseException:
    """The error inside discord.py's wrappers."""
    while (
        isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError) and error.__cause__
    ):
        error = error.__cause__
    return error


def is_too_late(error: BaseException) -> bool:
    """Whether Discord no longer knows the interaction or its message, so that nobody can be told anything."""
    return isinstance(error, discord.HTTPException) and error.code in GONE


def kind_of(error: BaseException) -> str:
    """A short name for the figures."""
    if is_too_late(error):
        return "too_late"
    if isinstance(error, RefusalError):
        return "busy" if isinstance(error, BusyError) else error.key.removeprefix("errors.")
    return "stale" if isinstance(error, BadStateError) else type(error).__name__


async def handle(interaction: Interaction, error: BaseException, where: str) -> None:
    """Tell the person and the log; never raises."""
    error = root_cause(error)
    interaction.client.services.metrics.error(kind_of(error))
    if is_too_late(error):
        _log.warning("%s: too late, Discord no longer knows the interaction or its message", where)
        return
    if interaction.client.is_closed():
        _log.warning("%s: not finished before the bot stopped", where)
        return
    await _tell(interaction, _message(interaction, error, where))


def _message(interaction: Interaction, error: BaseException, where: str) -> str:
    say = texts(language_of(interaction.locale))
    if isinstance(error, BadStateError):
        return say("errors.stale")
    if isinstance(error, RefusalError):
        return say(error.key, **error.values)
    if isinstance(error, StateError):
        return say("errors.no_state")  # the log has it already
    incident = secrets.token_hex(4)
    _log.error("incident %s in %s", incident, where, exc_info=error)
    return say("errors.incident", id=incident)


async def _tell(interaction: Interaction, text: str) -> None:
    """Say it privately, or in the message that is already waiting; what the person asked may hold markup, so none is read."""
    text = discord.utils.escape_mentions(text)
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            return
        if not interaction.response.is_done():
            await interaction.response.send_message(text, ephemeral=True)
        elif interaction.response.type is discord.InteractionResponseType.deferred_channel_message:
            await interaction.edit_original_response(content=text, embeds=[], view=None)
        else:
            await interaction.followup.send(text, ephemeral=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as failure:
        _log.warning("could not tell the person about an error: %s", failure)

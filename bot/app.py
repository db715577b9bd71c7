"""The one place that puts the Discord bot together and runs it."""

from __future__ import annotations

import discord
import yarl

from bot.cogs.ask import Ask
from bot.discord_buttons import ChosenOption, PressedButton
from bot.discord_client import JudgecallClient, Services


def make_client(services: Services, kind: type[JudgecallClient] = JudgecallClient) -> JudgecallClient:
    """The client with all its commands and buttons, not yet connected."""
    client = kind(services, items=(PressedButton, ChosenOption))
    client.plan(Ask)
    return client


def point_at(api: str | None, gateway: str | None) -> None:
    """Send the client to another Discord; `Settings` has checked that it is on this machine."""
    if api:
        discord.http.Route.BASE = api.rstrip("/")
    if gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)

"""The client with everything it can do."""

from __future__ import annotations

import discord
import yarl

from bot import discord_buttons, discord_rulings
from bot.cogs.about import About
from bot.cogs.ask import Ask
from bot.cogs.lookup import Lookup
from bot.cogs.quiz import Quizzes
from bot.cogs.reports import ReportWrong
from bot.cogs.scenario import Scenarios
from bot.cogs.settings import ServerSetting
from bot.discord_buttons import ChosenOption, PressedButton
from bot.discord_client import JudgecallClient, Services


def make_client(services: Services, kind: type[JudgecallClient] = JudgecallClient) -> JudgecallClient:
    """The client with all its commands and buttons, not yet connected."""
    handlers = {**discord_buttons.BUTTONS, **discord_rulings.BUTTONS}
    client = kind(services, items=(PressedButton, ChosenOption), handlers=handlers)
    client.plan(Ask, Lookup, Scenarios, Quizzes, About, ServerSetting, ReportWrong)
    return client


def point_at(api: str | None, gateway: str | None) -> None:
    """Send the client to another Discord; `Settings` has checked that it is on this machine."""
    if api:
        discord.http.Route.BASE = api.rstrip("/")
    if gateway:
        discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)

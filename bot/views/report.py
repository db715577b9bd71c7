"""The form behind «Wrong?», and what is said when it has been sent."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.views.screen import GREEN, Screen, box
from bot.views.text import clean
from bot.views.texts import Texts

SHORTEST: Final = 3
LONGEST: Final = 1000
REASON, RIGHT = "reason", "right"


def report_form(say: Texts, custom_id: str) -> discord.ui.Modal:
    """Two fields: what is wrong, and, who knows it, what is right."""
    form = discord.ui.Modal(title=say("report.title"), custom_id=custom_id)
    for key, required in ((REASON, True), (RIGHT, False)):
        text: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph,
            custom_id=key,
            min_length=SHORTEST if required else 0,
            max_length=LONGEST,
            required=required,
        )
        label = discord.ui.Label[Any](
            text=say(f"report.{key}"), description=say(f"report.{key}_note"), component=text
        )
        form.add_item(label)
    return form


def entered(text: str) -> str:
    """What somebody entered, cleaned and never longer than the form allows."""
    return clean(text).strip()[:LONGEST]


def render_thanks(say: Texts, number: int, days: int) -> Screen:
    """It has been kept, under this number, for so many days."""
    return Screen((box(None, say("report.thanks", id=number, n=days), GREEN),))

"""Names, descriptions and options of the commands in Discord's locales, out of the catalogues."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as At

from bot.views.texts import DISCORD_LOCALES, Texts, texts


class CatalogueTranslator(app_commands.Translator):
    """Finds a command's text by where it stands, so that the code holds no translation keys."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContext[Any, Any],
    ) -> str | None:
        language = DISCORD_LOCALES.get(str(locale))
        key = string.extras.get("key") or catalogue_key(context)
        return texts(language).entries.get(key) if language and key else None


def catalogue_key(context: app_commands.TranslationContext[Any, Any]) -> str | None:
    """Where the text of this place stands in a catalogue; None for what is the same in every language."""
    place, data = context.location, context.data
    if place in (At.command_name, At.command_description):
        if isinstance(data, app_commands.ContextMenu):
            return f"menus.{data.extras['key']}"
        return f"commands.{data.name}.{'name' if place is At.command_name else 'description'}"
    if place in (At.parameter_name, At.parameter_description):
        option = "name_" if data.name == "name" else data.name
        return (
            f"commands.{data.command.name}.{option}.{'name' if place is At.parameter_name else 'description'}"
        )
    return None


def english(key: str) -> str:
    """The English text for a decorator."""
    say: Texts = texts("en")
    return say(key)


def spelled(key: str) -> app_commands.locale_str:
    """The name of a choice, which carries the key of its text: where it stands does not tell."""
    return app_commands.locale_str(english(key), key=key)

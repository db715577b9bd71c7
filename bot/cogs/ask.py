"""/ask and the message menu: one question in, one answer message out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers.models import Language
from bot.discord_buttons import defer_answer, show
from bot.discord_client import JudgecallClient
from bot.discord_errors import RefusalError
from bot.discord_topics import Topics
from bot.discord_translate import english
from bot.views.answer import question_of, render_answer
from bot.views.limits import QUESTION
from bot.views.text import one_line, units
from bot.views.texts import texts

_LANGUAGES: tuple[Language, ...] = ("en", "de", "es", "fr", "it", "ja", "pt", "zh")
LANGUAGE_CHOICES = [app_commands.Choice(name=texts("en").name_of(code), value=code) for code in _LANGUAGES]


class Ask(commands.Cog):
    """Questions."""

    def __init__(self, client: JudgecallClient) -> None:
        self.client = client
        self.topics = Topics()
        menu = app_commands.ContextMenu(
            name=english("menus.answer"), callback=self.answer_message, extras={"key": "answer"}
        )
        client.tree.add_command(menu)

    @app_commands.command(name="ask", description=english("commands.ask.description"))
    @app_commands.describe(
        question=english("commands.ask.question.description"),
        private=english("commands.ask.private.description"),
        language=english("commands.ask.language.description"),
    )
    @app_commands.choices(language=LANGUAGE_CHOICES)
    async def ask(
        self,
        interaction: discord.Interaction[Any],
        question: app_commands.Range[str, 1, QUESTION],
        private: bool = False,
        language: str | None = None,
    ) -> None:
        """Answer a question."""
        async with self.client.serving(interaction):
            chosen = next((code for code in _LANGUAGES if code == language), None)
            topic = self.topics.recall(interaction.channel_id, interaction.user.id)
            await self._answer(interaction, question, chosen, private=private, topic=topic)

    async def answer_message(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Answer what somebody wrote, for the person who asks only; the answer has a button to share it."""
        async with self.client.serving(interaction):
            # On one of our own answers it is the question of that answer.
            text = one_line(message.content) or question_of(message.embeds) or ""
            if not text:
                raise RefusalError("errors.empty")
            if units(text) > QUESTION:
                raise RefusalError("errors.too_long", n=units(text), limit=QUESTION)
            await self._answer(interaction, text, None, private=True)

    async def _answer(
        self,
        interaction: discord.Interaction[Any],
        text: str,
        language: Language | None,
        *,
        private: bool,
        topic: Sequence[str] = (),
    ) -> None:
        await defer_answer(interaction, private=private)
        cards = await self.client.topic(topic) if topic else ()
        answer = await self.client.answer(text, language, topic)
        user = interaction.user
        if answer.cards:
            self.topics.remember(interaction.channel_id, user.id, [card.oracle_id for card in answer.cards])
        screen = render_answer(
            answer, asker=user.display_name, asker_id=user.id, private=private, topic=cards
        )
        await show(interaction, screen)

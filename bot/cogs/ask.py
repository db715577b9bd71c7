"""/ask, /try and the message menu: one question in, one answer message out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers.models import Answer, Language
from bot.answers.tries import TRIES, question_for
from bot.discord_buttons import defer_answer, show
from bot.discord_client import JudgecallClient
from bot.discord_errors import BusyError, RefusalError
from bot.discord_rulings import find_card
from bot.discord_state import here
from bot.discord_suggest import suggest_cards
from bot.discord_topics import Topics
from bot.discord_translate import english, spelled
from bot.errors import StateError
from bot.views.answer import question_of, render_answer
from bot.views.limits import QUESTION
from bot.views.text import one_line, units
from bot.views.texts import texts

_LANGUAGES: tuple[Language, ...] = ("en", "de", "es", "fr", "it", "ja", "pt", "zh")
WHATS = [app_commands.Choice(name=spelled(f"commands.try.whats.{what}"), value=what) for what in TRIES]
LANGUAGE_CHOICES = [app_commands.Choice(name=texts("en").name_of(code), value=code) for code in _LANGUAGES]


class Ask(commands.Cog):
    """Questions."""

    def __init__(self, client: JudgecallClient) -> None:
        self.client = client
        self.topics = Topics()
        client.forgetting.append(self.topics.forget)
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
        private: bool | None = None,
        language: str | None = None,
    ) -> None:
        """Answer a question."""
        async with self.client.serving(interaction):
            place = await here(self.client.services.state, interaction)
            alone = place.private(private)
            chosen = next((code for code in _LANGUAGES if code == language), None)
            if chosen is None and not alone:
                chosen = place.settings.language
            topic = self.topics.recall(interaction.channel_id, interaction.user.id)
            keep_days = place.settings.keep_days if interaction.is_guild_integration() else 0
            await self._answer(interaction, question, chosen, private=alone, topic=topic, keep_days=keep_days)

    @app_commands.command(name="try", description=english("commands.try.description"))
    @app_commands.describe(
        what=english("commands.try.what.description"),
        first=english("commands.try.first.description"),
        second=english("commands.try.second.description"),
    )
    @app_commands.choices(what=WHATS)
    async def try_cards(
        self,
        interaction: discord.Interaction[Any],
        what: str,
        first: app_commands.Range[str, 1, 200],
        second: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        """Let the engine try out what one card does to another."""
        async with self.client.serving(interaction):
            place = await here(self.client.services.state, interaction)
            private = place.private()
            language = place.language(private=private)
            names = [
                (await find_card(self.client, one_line(name), language)).card.name
                for name in (first, second)
                if name is not None
            ]
            try:
                text = question_for(what, names[0], names[1] if len(names) > 1 else None, language)
            except ValueError:
                raise RefusalError("errors.second_card") from None
            await self._answer(interaction, text, language, private=private)

    @try_cards.autocomplete("first")
    async def _first(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        return await suggest_cards(interaction, current)

    @try_cards.autocomplete("second")
    async def _second(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        return await suggest_cards(interaction, current)

    async def answer_message(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        """Answer what somebody wrote, for the person who asks only; the answer has a button to share it."""
        async with self.client.serving(interaction):
            await here(self.client.services.state, interaction)
            # On one of our own answers it is the question of that answer.
            text = one_line(message.content) or question_of(message.embeds) or ""
            if not text:
                raise RefusalError("errors.empty")
            if units(text) > QUESTION:
                raise RefusalError("errors.too_long", n=units(text), limit=QUESTION)
            # Others' words are never kept, whatever the server has set.
            await self._answer(interaction, text, None, private=True)

    async def _answer(
        self,
        interaction: discord.Interaction[Any],
        text: str,
        language: Language | None,
        *,
        private: bool,
        topic: Sequence[str] = (),
        keep_days: int = 0,
    ) -> None:
        await defer_answer(interaction, private=private)
        cards = await self.client.topic(topic) if topic else ()
        answer = await self.client.answer(text, language, topic)
        user = interaction.user
        if answer.cards:
            self.topics.remember(interaction.channel_id, user.id, [card.oracle_id for card in answer.cards])
        if keep_days:
            answer = await self._kept(interaction, answer, keep_days)
        screen = render_answer(
            answer, asker=user.display_name, asker_id=user.id, private=private, topic=cards
        )
        await show(interaction, screen)

    async def _kept(self, interaction: discord.Interaction[Any], answer: Answer, days: int) -> Answer:
        """Keep the question for the server that wants it; the answer then says so."""
        guild_id, person = interaction.guild_id or 0, interaction.user.id
        try:
            kept = await self.client.services.state.run(
                lambda state: state.servers.keep_question(guild_id, person, answer)
            )
        except (StateError, BusyError):
            return answer
        if not kept:
            return answer
        note = texts(answer.language)("answer.kept", n=days)
        return answer.model_copy(update={"notes": (note, *answer.notes)})

"""/card, /rulings, /rule and /define."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers.models import Language
from bot.discord_buttons import defer_answer, show
from bot.discord_client import JudgecallClient
from bot.discord_errors import RefusalError
from bot.discord_rulings import confirmations, find_card
from bot.discord_state import here
from bot.discord_suggest import Named, suggest, suggest_cards
from bot.discord_translate import english
from bot.lookups import RulesFound, define, find_rule, glossary_terms, rule_numbers
from bot.views.limits import CHOICES
from bot.views.lookups import (
    render_card,
    render_card_rulings,
    render_entry,
    render_rule,
    render_rules_found,
)
from bot.views.text import one_line
from bot.views.texts import texts

Interaction = discord.Interaction[Any]
Words = app_commands.Range[str, 1, 200]


class Lookup(commands.Cog):
    """The official texts themselves."""

    def __init__(self, client: JudgecallClient) -> None:
        self.client = client

    @app_commands.command(name="card", description=english("commands.card.description"))
    @app_commands.describe(name=english("commands.card.name_.description"))
    async def card(self, interaction: Interaction, name: Words) -> None:
        """A card's text."""
        async with self.client.serving(interaction):
            language = await self._begun(interaction)
            view = await find_card(self.client, one_line(name), language)
            await show(interaction, render_card(view, texts(language), interaction.user.id))

    @app_commands.command(name="rulings", description=english("commands.rulings.description"))
    @app_commands.describe(card=english("commands.rulings.card.description"))
    async def rulings(self, interaction: Interaction, card: Words) -> None:
        """A card's rulings."""
        async with self.client.serving(interaction):
            language = await self._begun(interaction)
            view = await find_card(self.client, one_line(card), language)
            confirmed = await confirmations(self.client, view)
            owner = interaction.user.id
            await show(interaction, render_card_rulings(view, 0, texts(language), confirmed, owner))

    @app_commands.command(name="rule", description=english("commands.rule.description"))
    @app_commands.describe(query=english("commands.rule.query.description"))
    async def rule(self, interaction: Interaction, query: Words) -> None:
        """A rule and what stands around it."""
        async with self.client.serving(interaction):
            language, words = await self._begun(interaction), one_line(query)
            # Words are encoded for the search, so this waits in the same line as the questions.
            work = self.client.services.encoding
            found = await work.run(lambda: find_rule(self.client.services.library, words, language))
            say, asker = texts(language), interaction.user.id
            if isinstance(found, RulesFound):
                if not found.rules:
                    raise RefusalError("errors.no_rule", query=words)
                await show(interaction, render_rules_found(found, say, asker))
            else:
                await show(interaction, render_rule(found, say, asker))

    @app_commands.command(name="define", description=english("commands.define.description"))
    @app_commands.describe(term=english("commands.define.term.description"))
    async def define(self, interaction: Interaction, term: Words) -> None:
        """A glossary entry."""
        async with self.client.serving(interaction):
            language, words = await self._begun(interaction), one_line(term)
            entry = await self.client.look_up(lambda library: define(library, words))
            if entry is None:
                loaded = await self.client.look_up(lambda library: library.status().rules_effective)
                raise RefusalError("errors.no_term" if loaded else "errors.no_glossary", term=words)
            await show(interaction, render_entry(entry, texts(language), interaction.user.id))

    async def _begun(self, interaction: Interaction) -> Language:
        """Acknowledged, as the server has set it; the language to answer in."""
        place = await here(self.client.services.state, interaction)
        private = place.private()
        await defer_answer(interaction, private=private)
        return place.language(private=private)

    @card.autocomplete("name")
    async def _name(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_cards(interaction, current)

    @rulings.autocomplete("card")
    async def _rulings_name(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest_cards(interaction, current)

    @rule.autocomplete("query")
    async def _rule_number(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, current, self._rules)

    @define.autocomplete("term")
    async def _term(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, current, self._terms)

    async def _rules(self, interaction: Interaction, current: str, language: str) -> list[Named]:
        return await self.client.look_up(lambda library: rule_numbers(library, current, CHOICES))

    async def _terms(self, interaction: Interaction, current: str, language: str) -> list[Named]:
        terms = await self.client.look_up(lambda library: glossary_terms(library, current, CHOICES))
        return [(term, term) for term in terms]

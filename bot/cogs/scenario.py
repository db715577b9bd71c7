"""/scenario: a worked situation out of the library, or one that somebody pastes, played in a process of its own."""

from __future__ import annotations

import io
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers.engine import card_text
from bot.answers.models import Language
from bot.discord_buttons import defer_answer, show, view_of
from bot.discord_client import JudgecallClient
from bot.discord_errors import BusyError, RefusalError
from bot.discord_state import here
from bot.discord_suggest import Named, suggest
from bot.discord_translate import english
from bot.discord_work import Worker
from bot.engine_process import RunLimitError, RunRefusedError, scenarios
from bot.views.limits import CHOICES
from bot.views.scenario import fits_one_page, render_report, transcript
from bot.views.screen import Screen
from bot.views.state import State, digest, pack
from bot.views.text import clip, one_line
from bot.views.texts import Texts, language_of, texts
from rules_engine import CardText
from rules_engine.scenario import Drawing, ScenarioReport

Interaction = discord.Interaction[Any]
KEPT: Final = 64
WAITING: Final = 8
PASTED: Final = 4000


class Scenarios(commands.Cog):
    """The engine at work."""

    def __init__(self, client: JudgecallClient) -> None:
        self.client = client
        self._line = Worker("scenarios", WAITING)
        self._reports: OrderedDict[tuple[str, str], ScenarioReport] = OrderedDict()

    async def cog_unload(self) -> None:
        self._line.stop()

    async def cog_load(self) -> None:
        self.client.handlers["scenario"] = self._turn
        self.client.forms["paste"] = self._play_pasted
        self.client.services.metrics.watch_worker(self._line)

    @app_commands.command(name="scenario", description=english("commands.scenario.description"))
    @app_commands.describe(situation=english("commands.scenario.situation.description"))
    async def scenario(
        self, interaction: Interaction, situation: app_commands.Range[str, 1, 100] | None = None
    ) -> None:
        """Play a situation of the library; without one, ask for a scenario to be pasted."""
        async with self.client.serving(interaction):
            place = await here(self.client.services.state, interaction)
            if situation is None:
                await interaction.response.send_modal(paste_form(texts(place.person)))
                return
            private = place.private()
            language = place.language(private=private)
            await defer_answer(interaction, private=private)
            known = await self.client.look_up(lambda _: scenarios())
            if situation not in known:
                raise RefusalError("errors.no_scenario", id=one_line(situation))
            await self._show(interaction, situation, 0, language, interaction.user.id)

    @scenario.autocomplete("situation")
    async def _situation(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, current, self._titles)

    async def _titles(self, interaction: Interaction, current: str, language: str) -> list[Named]:
        wanted = current.casefold()
        known = await self.client.look_up(lambda _: scenarios())
        named = [(summary.id, summary.title) for summary in known.values()]
        return [(id_, title) for id_, title in named if wanted in f"{id_} {title}".casefold()][:CHOICES]

    async def _turn(self, interaction: Interaction, state: State) -> None:
        language, page, wanted, owner = state.language(0), state.number(1), state.text(2), state.user(3)
        if interaction.user.id != owner:
            raise RefusalError("errors.not_yours")
        await interaction.response.defer()
        known = await self.client.look_up(lambda _: scenarios())
        found = next((id_ for id_ in known if digest(id_) == wanted), None)
        if found is None:
            raise RefusalError("errors.gone")
        await self._show(interaction, found, page, language, owner)

    async def _show(
        self, interaction: Interaction, id_: str, page: int, language: Language, owner: int
    ) -> None:
        report = await self._report(id_)
        name = digest(id_)
        say, drawing = texts(language), await self._drawing(id_, report)

        def turn(to: int) -> str:
            return pack("scenario", language, to, name, owner)

        screen = await self.client.look_up(lambda _: render_report(report, page, say, turn, owner, drawing))
        await show(interaction, screen)

    async def _drawing(self, id_: str, report: ScenarioReport) -> Drawing | None:
        """The zones over the report's steps; none where they can't be drawn, for the steps are told all the same."""
        services = self.client.services

        def draw() -> Drawing | None:
            try:
                drawn = services.engine.draw(id_, "", self._cards(id_), frozenset(), {})
            except (RunRefusedError, RunLimitError):
                return None
            return drawn if drawn.steps == report.steps else None

        try:
            return await self._line.run(draw) if report.steps else None
        except BusyError:
            return None

    async def _report(self, id_: str) -> ScenarioReport:
        """Runs of the library are kept: with the same data they come out the same."""
        generation = await self.client.look_up(lambda known: known.status().generation)
        key = (generation, id_)
        if key not in self._reports:
            self._reports[key] = await self._play(id=id_)
            while len(self._reports) > KEPT:
                self._reports.popitem(last=False)
        return self._reports[key]

    async def _play_pasted(self, interaction: Interaction, values: Mapping[str, str]) -> None:
        """Play what somebody pasted and show it to them alone."""
        text = values.get("text", "")
        if not text.strip():
            raise RefusalError("errors.empty")
        say = texts(language_of(interaction.locale))
        await defer_answer(interaction, private=True)
        report = await self._play(text=text)
        screen: Screen = render_report(report, 0, say, None, None)
        files = (
            []
            if fits_one_page(report, say)
            else [discord.File(io.BytesIO(transcript(report, say).encode()), "steps.txt")]
        )
        await interaction.edit_original_response(
            content=None, embeds=list(screen.embeds), view=view_of(screen), attachments=files
        )

    async def _play(self, *, id: str | None = None, text: str | None = None) -> ScenarioReport:
        services = self.client.services

        def play() -> ScenarioReport:
            if text is not None:
                return services.engine.play_text(text, services.library.card)
            assert id is not None
            return services.engine.run(id=id, cards=self._cards(id))

        try:
            return await self._line.run(play)
        except RunRefusedError as error:
            raise RefusalError("scenario.refused", reason=clip(one_line(str(error)), 600)) from None
        except RunLimitError:
            raise RefusalError("scenario.limit") from None

    def _cards(self, id_: str) -> dict[str, CardText]:
        """The official texts of the cards that a scenario of the library names; read in a worker thread."""
        find = self.client.services.library.card
        found = {name: find(name) for name in scenarios()[id_].real_cards}
        return {name: card_text(card) for name, card in found.items() if card is not None}


def paste_form(say: Texts) -> discord.ui.Modal:
    """Where a scenario is pasted; what comes back is handled by the client's forms, also after a restart."""
    form = discord.ui.Modal(title=say("scenario.modal"), custom_id=pack("paste"))
    text: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        style=discord.TextStyle.paragraph, custom_id="text", max_length=PASTED
    )
    form.add_item(discord.ui.Label(text=say("scenario.field"), component=text))
    return form

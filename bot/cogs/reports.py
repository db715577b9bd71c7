"""«Wrong?» below an answer: a form, and what is entered becomes a report that the owner can reproduce."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from discord.ext import commands

from bot.answers.models import Language
from bot.discord_allowance import Allowance
from bot.discord_buttons import defer_answer, question_in, show
from bot.discord_client import JudgecallClient
from bot.discord_errors import BusyError, Interaction, RefusalError
from bot.state import REPORT_DAYS, NewReport, summary_of
from bot.views.answer import headline_of
from bot.views.report import REASON, RIGHT, SHORTEST, entered, render_thanks, report_form
from bot.views.state import State, digest, pack, pack_topic, unpack
from bot.views.texts import language_of, texts


class ReportWrong(commands.Cog):
    """The button and its form; who reports is remembered for an hour, in memory only."""

    def __init__(self, client: JudgecallClient) -> None:
        self.client = client
        self.allowance = Allowance()

    async def cog_load(self) -> None:
        self.client.handlers["wrong"] = self._open
        self.client.forms["wrong"] = self._submit

    async def _open(self, interaction: Interaction, state: State) -> None:
        """Show the form; refused before anybody has typed for nothing."""
        language, topic = state.language(0), state.oracle_ids(1)
        self._check(interaction.user.id, question_in(interaction))
        say = texts(language_of(interaction.locale))
        custom_id = pack("wrong", language, *pack_topic(topic))
        await interaction.response.send_modal(report_form(say, custom_id))

    async def _submit(self, interaction: Interaction, values: Mapping[str, str]) -> None:
        """Answer the question once more, as it was answered, and keep the answer's data with what was entered."""
        state = unpack(str(dict(interaction.data or {}).get("custom_id")))
        language, topic = state.language(0), state.oracle_ids(1)
        question = question_in(interaction)
        reason, right = entered(values.get(REASON, "")), entered(values.get(RIGHT, ""))
        if len(reason) < SHORTEST:
            raise RefusalError("report.empty")
        self._check(interaction.user.id, question)
        await defer_answer(interaction, private=True)
        summary = await self._summary(interaction, question, language, topic)
        new = NewReport(question, language, reason, right, summary, version("judgecall"))
        number = await self.client.services.state.run(lambda state: state.reports.add(new))
        self.allowance.note(interaction.user.id, digest(question))
        say = texts(language_of(interaction.locale))
        await show(interaction, render_thanks(say, number, REPORT_DAYS))

    async def _summary(
        self, interaction: Interaction, question: str, language: Language, topic: Sequence[str]
    ) -> dict[str, Any]:
        """What is answered now, and the verdict that the message shows, which may be older."""
        shown = headline_of(interaction.message.embeds) if interaction.message else ""
        try:
            answer = await self.client.answer(question, language, topic)
        except BusyError:
            return {"shown": shown}  # what somebody has typed must not be lost because others ask, too
        return {"shown": shown, **summary_of(answer, topic)}

    def _check(self, person: int, question: str) -> None:
        if self.allowance.has(person, digest(question)):
            raise RefusalError("report.already")
        if self.allowance.is_used_up(person):
            raise RefusalError("report.enough")

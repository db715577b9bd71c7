"""/quiz: judge training. A question's answer is found by the engine, in a process of its own, when it is asked.

Nothing of a question is kept here: its buttons remember the item and the seed, from which it is made again.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers.models import Language
from bot.discord_buttons import defer_answer, open_or_turn, show
from bot.discord_client import JudgecallClient
from bot.discord_errors import BusyError, RefusalError
from bot.discord_state import here
from bot.discord_suggest import Named, suggest
from bot.discord_translate import english, spelled
from bot.discord_work import Worker
from bot.engine_cache import RunCache
from bot.engine_process import RunLimitError
from bot.errors import StateError
from bot.quiz import Outcome, Plays, Question, Quiz, quiz_texts, record
from bot.state import State as Database
from bot.state import now
from bot.state.quiz import Memory
from bot.views.quiz import (
    ANY,
    fits,
    render_board,
    render_outcome,
    render_progress,
    render_question,
    render_question_steps,
)
from bot.views.screen import Screen
from bot.views.state import BadStateError, State, digest
from bot.views.texts import language_of, texts

Interaction = discord.Interaction[Any]
T = TypeVar("T")
WAITING: Final = 16
TRIES: Final = 3
_FILTER = re.compile(r"(.+)([0-3])")

LEVELS: Final[list[app_commands.Choice[int]]] = [
    app_commands.Choice(name=spelled(f"commands.quiz.levels.{level}"), value=level) for level in (1, 2, 3)
]
SHOWN: Final[list[app_commands.Choice[str]]] = [
    app_commands.Choice(name=spelled(f"commands.quiz.shown.{what}"), value=what)
    for what in ("progress", "leaderboard")
]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which questions somebody wants."""

    topic: str | None = None
    level: int | None = None


class Quizzes(commands.Cog):
    """Questions, answers, progress, leaderboards."""

    def __init__(self, client: JudgecallClient) -> None:
        self.client = client
        services = client.services
        kept = RunCache(services.data_dir)
        engine = services.engine
        self.quiz = Quiz(Plays(engine.run, services.library.card, kept=kept, draw=engine.draw))
        self._line = Worker("quiz", WAITING)

    async def cog_load(self) -> None:
        self.client.handlers["quiz"] = self._press
        self.client.services.metrics.watch_worker(self._line)

    async def cog_unload(self) -> None:
        self._line.stop()

    @app_commands.command(name="quiz", description=english("commands.quiz.description"))
    @app_commands.describe(
        topic=english("commands.quiz.topic.description"),
        level=english("commands.quiz.level.description"),
        private=english("commands.quiz.private.description"),
        show=english("commands.quiz.show.description"),
    )
    @app_commands.choices(level=LEVELS)
    @app_commands.choices(show=SHOWN)
    async def ask(
        self,
        interaction: Interaction,
        topic: app_commands.Range[str, 1, 50] | None = None,
        level: int | None = None,
        private: bool = True,
        show: str | None = None,
    ) -> None:
        """A question, or how the person is getting on."""
        async with self.client.serving(interaction):
            place = await here(self.client.services.state, interaction)
            language = place.language(private=private)
            await defer_answer(interaction, private=private or show == "progress")
            if show == "progress":
                await self._show_progress(interaction, place.person)
            elif show == "leaderboard":
                await self._show_board(interaction, language)
            else:
                await self._show_next(interaction, language, Wanted(topic, level))

    @ask.autocomplete("topic")
    async def _topic(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return await suggest(interaction, current, self._topics)

    async def _topics(self, interaction: Interaction, current: str, language: str) -> list[Named]:
        say, wanted = quiz_texts(language_of(interaction.locale)), current.casefold()
        known = await self._work(lambda: self.quiz.items.topics)
        named = [(topic, say.topic(topic)) for topic in known]
        return [pair for pair in named if wanted in f"{pair[0]} {pair[1]}".casefold()]

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed from a server: its leaderboard goes."""
        # Without a database the desk has said so; the answers still go when their time is over.
        with contextlib.suppress(StateError, BusyError):
            await self.client.services.state.run(lambda state: state.quiz.forget_server(guild.id))

    # ------------------------------------------------------------------------------------ buttons

    async def _press(self, interaction: Interaction, state: State) -> None:
        what, language = state.text(0), state.language(1)
        if what == "a":
            await self._answer(interaction, state, language)
        elif what == "s":
            await self._steps(interaction, state, language)
        elif what == "n":
            await self._next(interaction, state, language)
        elif what == "p":
            await defer_answer(interaction, private=True)
            await self._show_progress(interaction, language_of(interaction.locale))
        elif what in ("j", "l"):
            await self._take_part(interaction, language, wanted=what == "j")
        elif what == "b":
            await defer_answer(interaction, private=True)
            await self._show_board(interaction, language)
        else:
            raise BadStateError(what)

    async def _answer(self, interaction: Interaction, state: State, language: Language) -> None:
        """The asker's answer; anybody else gets the question as their own, privately."""
        owner, choice, person = state.user(2), state.number(6, 3), interaction.user.id
        item, seed, fingerprint = state.text(3), state.number(4), state.text(5)
        topic, level = await self._wanted(state.text(7))
        if person != owner:
            await defer_answer(interaction, private=True)
            question = await self._same(item, seed, fingerprint, language)
            await show(interaction, render_question(question, person, topic=topic, level=level))
            return
        await interaction.response.defer()
        question = await self._same(item, seed, fingerprint, language)
        if choice >= len(question.choices):
            raise BadStateError(f"choice {choice}")
        outcome, saved = await self._recorded(interaction, question, choice)
        private = interaction.message is not None and interaction.message.flags.ephemeral
        screen = render_outcome(
            outcome, owner, private=private, saved=saved, now=now(), topic=topic, level=level
        )
        await show(interaction, screen)

    async def _recorded(
        self, interaction: Interaction, question: Question, choice: int
    ) -> tuple[Outcome, bool]:
        """The outcome, and whether it could be written down."""
        person, guild = interaction.user.id, await self._board_of(interaction)
        try:
            outcome = await self.client.services.state.run(
                lambda state: record(state.quiz, person, question, choice, now(), guild)
            )
        except (StateError, BusyError):
            return Outcome(question, choice, counted=False, due=None), False
        return outcome, True

    async def _steps(self, interaction: Interaction, state: State, language: Language) -> None:
        mode, page = state.text(2), state.number(3)
        item, seed, fingerprint = state.text(4), state.number(5), state.text(6)
        await open_or_turn(interaction, mode)
        question = await self._same(item, seed, fingerprint, language)

        def render() -> Screen:
            drawing = self.quiz.plays.drawing(question)
            return render_question_steps(question, page, texts(language), drawing)

        await show(interaction, await self._work(render))

    async def _next(self, interaction: Interaction, state: State, language: Language) -> None:
        """The next question for whoever presses; where the last one was public, the asker's next one is too."""
        owner = state.user(2)
        topic, level = await self._wanted(state.text(3))
        public = interaction.message is not None and not interaction.message.flags.ephemeral
        private = not (public and owner == interaction.user.id)
        await defer_answer(interaction, private=private)
        chosen = language_of(interaction.locale) if private else language
        await self._show_next(interaction, chosen, Wanted(topic, level))

    async def _take_part(self, interaction: Interaction, language: Language, *, wanted: bool) -> None:
        guild, person = await self._board_of(interaction), interaction.user.id
        if guild is None and wanted:
            raise RefusalError("errors.no_board")
        await defer_answer(interaction, private=True)
        place = guild or interaction.guild_id
        if place is None:
            raise RefusalError("errors.no_board")
        await self.client.services.state.run(lambda state: state.quiz.take_part(person, place, wanted))
        note = quiz_texts(language)("ui.joined" if wanted else "ui.left")
        await self._show_progress(interaction, language_of(interaction.locale), note)

    # ------------------------------------------------------------------------------------ showing

    async def _show_next(self, interaction: Interaction, language: Language, wanted: Wanted) -> None:
        memory, person = await self._memory(interaction), interaction.user.id
        if wanted.topic is not None and wanted.topic not in await self._work(lambda: self.quiz.items.topics):
            raise RefusalError("errors.no_topic")

        def find() -> Question | None:
            for _ in range(TRIES):
                found = self.quiz.next(memory, language, now(), topic=wanted.topic, level=wanted.level)
                if found is None or fits(found):
                    return found
            return None

        question = await self._work(find)
        if question is None:
            raise RefusalError("errors.no_question")
        await show(interaction, render_question(question, person, topic=wanted.topic, level=wanted.level))

    async def _show_progress(self, interaction: Interaction, language: Language, note: str = "") -> None:
        person, guild = interaction.user.id, await self._board_of(interaction)

        def read(state: Database) -> tuple[Memory, bool | None]:
            takes_part = state.quiz.takes_part(person, guild) if guild is not None else None
            return state.quiz.memory(person), takes_part

        memory, takes_part = await self.client.services.state.run(read)
        progress = await self._work(lambda: self.quiz.progress(memory, now()))
        await show(interaction, render_progress(progress, language, takes_part=takes_part, note=note))

    async def _show_board(self, interaction: Interaction, language: Language) -> None:
        guild, person = await self._board_of(interaction), interaction.user.id
        if guild is None:
            raise RefusalError("errors.no_board")
        places, takes_part = await self.client.services.state.run(
            lambda state: (state.quiz.leaderboard(guild, now()), state.quiz.takes_part(person, guild))
        )
        await show(interaction, render_board(places, language, takes_part=takes_part))

    # ------------------------------------------------------------------------------------ looking up

    async def _board_of(self, interaction: Interaction) -> int | None:
        """The server whose leaderboard counts here; None where there is none."""
        if interaction.guild_id is None or not interaction.is_guild_integration():
            return None
        settings = await self.client.services.state.settings(interaction.guild_id)
        return interaction.guild_id if settings.leaderboard else None

    async def _memory(self, interaction: Interaction) -> Memory:
        """What the person has answered; nothing where the database cannot be read, so that they can go on."""
        person = interaction.user.id
        try:
            return await self.client.services.state.run(lambda state: state.quiz.memory(person))
        except (StateError, BusyError):
            return Memory()

    async def _same(self, item: str, seed: int, fingerprint: str, language: Language) -> Question:
        """The question that a button belongs to, made again; refuses where it is another one by now."""

        def make() -> Question | None:
            found = next((one for one in self.quiz.items if digest(one.id) == item), None)
            return found.build(self.quiz.plays, seed, language) if found is not None else None

        try:
            question = await self._work(make)
        except RunLimitError:
            raise RefusalError("scenario.limit") from None
        if question is None or question.fingerprint != fingerprint:
            raise RefusalError("errors.gone")
        return question

    async def _wanted(self, text: str) -> tuple[str | None, int | None]:
        """Topic and level that a button remembers."""
        found = _FILTER.fullmatch(text)
        if found is None:
            raise BadStateError(text)
        level = int(found[2]) or None
        if found[1] == ANY:
            return None, level
        known = await self._work(lambda: self.quiz.items.topics)
        topic = next((one for one in known if digest(one) == found[1]), None)
        if topic is None:
            raise RefusalError("errors.gone")
        return topic, level

    async def _work(self, job: Callable[[], T]) -> T:
        """Off the event loop: the library is read, or the engine plays."""
        return await self._line.run(job)

"""The bot's own database for the event loop: every call in one thread, and defaults where the database cannot be used."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from bot.answers.models import Language
from bot.discord_errors import BusyError, Interaction, RefusalError
from bot.discord_work import Worker
from bot.errors import BotError, StateError
from bot.state import ServerSettings, State
from bot.views.texts import language_of

_log = logging.getLogger(__name__)
T = TypeVar("T")

SECONDS_FOR_SETTINGS: Final = 1.5
"""Settings are needed before the acknowledgement, which Discord wants within three seconds."""
SECONDS_FOR_THE_REST: Final = 10.0
SECONDS_BEFORE_TRYING_AGAIN: Final = 30.0
SECONDS_NOT_WAITED: Final = 10.0
"""After it did not answer in time, for so long nobody waits for the database before their answer."""
SECONDS_SILENT: Final = 3600.0
SECONDS_KNOWN: Final = 300.0
SERVERS_KNOWN: Final = 10_000
CHANNELS_NAMED: Final = 10


class StateDesk:
    """Opens the database when it is first needed, and again later if it could not be opened.

    What is wrong is said in the log, the same thing once an hour.
    """

    def __init__(
        self, open: Callable[[], State], worker: Worker, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._open = open
        self._worker = worker
        self._clock = clock
        self._state: State | None = None
        self._failure: tuple[float, str] | None = None
        self._hung_until = float("-inf")
        self._said: dict[str, float] = {}
        self._known: OrderedDict[int, tuple[float, ServerSettings]] = OrderedDict()

    async def run(self, job: Callable[[State], T], *, seconds: float = SECONDS_FOR_THE_REST) -> T:
        """Do `job` in the database's thread; raises `StateError`, or `BusyError` when too many wait."""
        try:
            return await asyncio.wait_for(self._worker.run(lambda: job(self._opened())), seconds)
        except TimeoutError:
            error = StateError(f"the bot's own database does not answer within {seconds:g} s")
            self._hung_until = self._clock() + SECONDS_NOT_WAITED
            self._say(str(error))
            raise error from None
        except StateError as error:
            self._say(str(error))
            raise

    async def settings(self, guild_id: int | None) -> ServerSettings:
        """A server's settings; without a database those known last, or the defaults. Never raises."""
        if guild_id is None:
            return ServerSettings()
        when, known = self._known.get(guild_id, (float("-inf"), None))
        if known is not None and self._clock() - when < SECONDS_KNOWN:
            return known
        if self._clock() < self._hung_until:
            return known or ServerSettings()
        try:
            found = await self.run(lambda state: state.servers.get(guild_id), seconds=SECONDS_FOR_SETTINGS)
        except (StateError, BusyError):
            return known or ServerSettings()
        self._know(guild_id, found)
        return found

    async def change_settings(
        self, guild_id: int, edit: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change a server's settings; how they are now. Raises what `run` does."""
        found = await self.run(lambda state: state.servers.change(guild_id, edit))
        self._know(guild_id, found)
        return found

    async def forget_server(self, guild_id: int) -> None:
        """Delete everything that belongs to a server; raises what `run` does."""
        self._known.pop(guild_id, None)
        await self.run(lambda state: state.servers.forget(guild_id))

    def close(self) -> None:
        """End the thread and close the database; what waits in the queue is no longer done."""
        self._worker.stop()
        if self._state is not None:
            self._state.close()

    def _know(self, guild_id: int, settings: ServerSettings) -> None:
        self._known.pop(guild_id, None)
        self._known[guild_id] = (self._clock(), settings)
        while len(self._known) > SERVERS_KNOWN:
            self._known.popitem(last=False)

    def _opened(self) -> State:
        """The database; in its thread. A failure is remembered for a while, so that nobody waits for the same again."""
        if self._state is not None:
            return self._state
        if self._failure is not None and self._clock() - self._failure[0] < SECONDS_BEFORE_TRYING_AGAIN:
            raise StateError(self._failure[1])
        try:
            self._state = self._open()
        except BotError as error:
            self._failure = (self._clock(), str(error))
            raise StateError(str(error)) from error
        return self._state

    def _say(self, what: str) -> None:
        at = self._clock()
        self._said = {said: when for said, when in self._said.items() if at - when < SECONDS_SILENT}
        if what not in self._said:
            self._said[what] = at
            _log.error("%s; until then settings are those known last or the defaults", what)


@dataclass(frozen=True, slots=True)
class Here:
    """The settings of the place where somebody asks, and the language that the person reads."""

    settings: ServerSettings
    person: Language

    def private(self, wished: bool | None = None) -> bool:
        """Whether the answer is for the asker alone: as they say, else as the server has set."""
        return self.settings.private if wished is None else wished

    def language(self, *, private: bool) -> Language:
        """What everybody sees is in the server's language, what one person sees in theirs."""
        return self.person if private else self.settings.language or self.person


async def here(desk: StateDesk, interaction: Interaction) -> Here:
    """The settings that hold where the interaction comes from; raises `RefusalError` where the bot is not to answer."""
    settings = await desk.settings(interaction.guild_id)
    parent: Any = getattr(interaction.channel, "parent_id", None)
    if settings.channels and not {interaction.channel_id, parent} & set(settings.channels):
        named = " ".join(f"<#{channel}>" for channel in settings.channels[:CHANNELS_NAMED])
        raise RefusalError("errors.not_here", channels=named)
    return Here(settings, language_of(interaction.locale))

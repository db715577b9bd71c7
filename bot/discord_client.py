"""The Discord client: minimal intents, one error path, and a count of what is under way so that a stop can wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers.engine import Engine
from bot.answers.models import Answer, Language
from bot.discord_errors import Interaction, RefusalError, handle
from bot.discord_sync import sync_if_changed
from bot.discord_translate import CatalogueTranslator
from bot.discord_work import Worker
from bot.engine_process import EnginePool
from bot.views.answer import TopicCard
from bot.views.state import BadStateError, State, unpack
from knowledge import Knowledge

_log = logging.getLogger(__name__)
T = TypeVar("T")

Handler = Callable[[Interaction, State], Awaitable[None]]
"""What a button's verb does."""

FormHandler = Callable[[Interaction, Mapping[str, str]], Awaitable[None]]
"""What becomes of a form that was filled in: its texts by their custom ids."""

SECONDS_TO_SEND_AWAY: Final = 0.7
STYLES: Final = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "danger": discord.ButtonStyle.danger,
}


class Answers(Protocol):
    """What answers questions; blocking, so it is asked in the worker thread."""

    @property
    def engine(self) -> Engine: ...
    def answer(
        self, text: str, *, language: Language | None = None, topic_cards: Iterable[str] = ()
    ) -> Answer: ...
    def warm_up(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Services:
    """What the commands rest on."""

    answers: Answers
    library: Knowledge
    engine: EnginePool
    data_dir: Path
    encoding: Worker
    lookups: Worker


class Tree(app_commands.CommandTree["JudgecallClient"]):
    """Commands whose errors all end in the one handler."""

    async def on_error(
        self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError
    ) -> None:
        name = interaction.command.qualified_name if interaction.command else "unknown"
        await handle(interaction, error, f"command {name}")


class JudgecallClient(commands.Bot):
    """Sees commands and buttons only: no message content, no members, and it pings nobody."""

    def __init__(
        self,
        services: Services,
        *,
        items: Sequence[type[discord.ui.DynamicItem[Any]]] = (),
        handlers: Mapping[str, Handler] | None = None,
    ) -> None:
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
        )
        self.services = services
        self.handlers = dict(handlers or {})
        self.forms: dict[str, FormHandler] = {}
        self.stopping = False
        self.sync_at_start = True
        self._cogs_to_add: list[Callable[[JudgecallClient], commands.Cog]] = []
        self._items = tuple(items)
        self._under_way: set[Interaction] = set()
        self._idle = asyncio.Event()
        self._idle.set()

    def plan(self, *cogs: Callable[[JudgecallClient], commands.Cog]) -> None:
        """The command groups that `setup_hook` adds."""
        self._cogs_to_add += cogs

    async def setup_hook(self) -> None:
        for make in self._cogs_to_add:
            await self.add_cog(make(self))
        self.add_dynamic_items(*self._items)
        await self.tree.set_translator(CatalogueTranslator())
        if not self.sync_at_start:
            return
        try:
            await sync_if_changed(self.tree, self.services.data_dir)
        except (discord.HTTPException, app_commands.CommandSyncFailure):
            # The commands that Discord already has go on working; the next start tries again.
            _log.exception("the commands could not be registered")

    @property
    def under_way(self) -> int:
        """How many interactions are being answered."""
        return len(self._under_way)

    @contextlib.asynccontextmanager
    async def serving(self, interaction: Interaction) -> AsyncIterator[None]:
        """Around everything that answers an interaction; refuses new ones once the client stops."""
        if self.stopping:
            raise RefusalError("errors.stopping")
        self._under_way.add(interaction)
        self._idle.clear()
        try:
            yield
        finally:
            self._under_way.discard(interaction)
            if not self._under_way:
                self._idle.set()

    async def stop(self, seconds: float) -> bool:
        """Take nothing new, give what is under way `seconds` to finish, then close; False when time ran out."""
        self.stopping = True
        finished = True
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            finished = False
            await self._send_away()
        await self.close()
        return finished

    async def _send_away(self) -> None:
        """Nobody is left with a message that thinks for ever."""
        left = [interaction for interaction in self._under_way if interaction.response.is_done()]
        _log.warning("%d answers were still under way when the time to stop ran out", len(self._under_way))
        sorry = (handle(interaction, RefusalError("errors.stopping"), "stop") for interaction in left)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*sorry), SECONDS_TO_SEND_AWAY)

    async def answer(self, text: str, language: Language | None = None, topic: Sequence[str] = ()) -> Answer:
        """Ask the answerer, off the loop; `topic` are the Oracle ids that a follow-up is still about."""
        services = self.services
        return await services.encoding.run(
            lambda: services.answers.answer(text, language=language, topic_cards=topic)
        )

    async def topic(self, oracle_ids: Sequence[str]) -> tuple[TopicCard, ...]:
        """The cards of a topic, those that are in the data."""
        cards = await self.look_up(lambda known: [known.card_by_id(one) for one in oracle_ids])
        return tuple(TopicCard(card.oracle_id, card.name) for card in cards if card is not None)

    async def look_up(self, what: Callable[[Knowledge], T]) -> T:
        """Read the store, off the loop."""
        return await self.services.lookups.run(lambda: what(self.services.library))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Forms end here and not at their modals, of which the library forgets those of before a restart."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: dict[str, Any] = dict(interaction.data or {})
        verb = "unknown"
        try:
            async with self.serving(interaction):
                verb = unpack(str(data.get("custom_id"))).verb
                if verb not in self.forms:
                    raise BadStateError(verb)
                await self.forms[verb](interaction, dict(_values(data.get("components", []))))
        except Exception as error:  # noqa: BLE001 - the handler is where every error ends
            await handle(interaction, error, f"form {verb}")

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        _log.exception("in the event %s", event_method)


def _values(components: Sequence[dict[str, Any]]) -> Iterator[tuple[str, str]]:
    """The texts of a form, in whichever way they are nested."""
    for item in components:
        yield from _values(item.get("components", []))
        if "component" in item:
            yield from _values([item["component"]])
        if isinstance(item.get("value"), str):
            yield str(item.get("custom_id")), item["value"]


def client_of(interaction: Interaction) -> JudgecallClient:
    """The client that an interaction came in by."""
    return cast(JudgecallClient, interaction.client)

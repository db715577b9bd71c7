"""The Discord client: minimal intents, one error path, and a count of what is under way so that a stop can wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.answers.engine import Engine
from bot.answers.models import Answer, Confirmation, Language
from bot.discord_errors import BusyError, Interaction, RefusalError, handle
from bot.discord_state import StateDesk
from bot.discord_sync import sync_if_changed
from bot.discord_translate import CatalogueTranslator
from bot.discord_work import Worker
from bot.engine_process import EnginePool
from bot.metrics import Metrics
from bot.views.answer import TopicCard
from bot.views.state import BadStateError, State, unpack
from knowledge import Knowledge
from rules_engine.scenario import Drawing

_log = logging.getLogger(__name__)
T = TypeVar("T")

Handler = Callable[[Interaction, State], Awaitable[None]]
"""What a button's verb does."""

FormHandler = Callable[[Interaction, Mapping[str, str]], Awaitable[None]]
"""What becomes of a form that was filled in: its texts by their custom ids."""

SECONDS_TO_SEND_AWAY: Final = 0.7
SECONDS_TO_DRAW: Final = 4.0
KINDS: Final = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "button",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.modal_submit: "form",
}
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
    state: StateDesk
    metrics: Metrics = field(default_factory=Metrics)


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
            http_trace=services.metrics.trace(),
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
        self.forgetting: list[Callable[[int], None]] = []
        self.stopping = False
        self.connected = False
        self.first_connected = asyncio.Event()
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
            await sync_if_changed(self.tree, self.services.state)
        except (discord.HTTPException, app_commands.CommandSyncFailure):
            # The commands that Discord already has go on working; the next start tries again.
            self.services.metrics.error("command_sync")
            _log.exception("the commands could not be registered")

    @property
    def heartbeat_age(self) -> float | None:
        """Seconds since Discord last answered a heartbeat; None while there is no connection."""
        # The library offers the latency of a heartbeat but not its age.
        alive = getattr(self.ws, "_keep_alive", None) if self.connected else None
        return None if alive is None else time.perf_counter() - float(alive._last_ack)

    async def on_connect(self) -> None:
        self._now_connected("ready")

    async def on_resumed(self) -> None:
        self._now_connected("resumed")

    async def on_disconnect(self) -> None:
        if self.connected:
            self.connected = False
            self.services.metrics.connection("lost")

    def _now_connected(self, how: str) -> None:
        self.connected = True
        self.first_connected.set()
        self.services.metrics.connection(how)

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
        asked = time.perf_counter()
        answer = await services.encoding.run(
            lambda: services.answers.answer(text, language=language, topic_cards=topic)
        )
        took = time.perf_counter() - asked
        timings = answer.timings_ms.model_dump()
        services.metrics.answered(timings, max(0.0, took - answer.timings_ms.total / 1000))
        return answer

    async def drawing(self, told: Confirmation) -> Drawing | None:
        """The zones over the steps of a confirmation; None where it can't be made soon, for steps don't wait for it."""
        services = self.services
        try:
            return await asyncio.wait_for(
                services.encoding.run(lambda: services.answers.engine.drawing(told, services.library)),
                SECONDS_TO_DRAW,
            )
        except (TimeoutError, BusyError):
            return None

    async def topic(self, oracle_ids: Sequence[str]) -> tuple[TopicCard, ...]:
        """The cards of a topic, those that are in the data."""
        cards = await self.look_up(lambda known: [known.card_by_id(one) for one in oracle_ids])
        return tuple(TopicCard(card.oracle_id, card.name) for card in cards if card is not None)

    async def look_up(self, what: Callable[[Knowledge], T]) -> T:
        """Read the store, off the loop."""
        return await self.services.lookups.run(lambda: what(self.services.library))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Forms end here and not at their modals, of which the library forgets those of before a restart."""
        kind = KINDS.get(interaction.type)
        if kind is not None:
            self.services.metrics.interaction(interaction.id, kind, self._name_of(interaction))
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

    def _name_of(self, interaction: Interaction) -> str:
        """What was called, in our own words: what was sent may be forged."""
        if interaction.command is not None:
            return interaction.command.qualified_name
        try:
            verb = unpack(str(dict(interaction.data or {}).get("custom_id"))).verb
        except BadStateError:
            return "unknown"
        return verb if verb in self.handlers or verb in self.forms else "unknown"

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        self.services.metrics.error("event")
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

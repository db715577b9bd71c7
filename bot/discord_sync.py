"""Registering the commands with Discord exactly when they have changed, never because the bot started again."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
from typing import Any

from discord import app_commands

from bot.discord_errors import BusyError
from bot.discord_state import StateDesk
from bot.errors import StateError

_log = logging.getLogger(__name__)


async def payload_of(tree: app_commands.CommandTree[Any]) -> list[dict[str, Any]]:
    """The commands as they would be sent, in every locale."""
    made = []
    for command in tree.get_commands():
        translator = tree.translator
        made.append(
            await command.get_translated_payload(tree, translator) if translator else command.to_dict(tree)
        )
    return sorted(made, key=lambda one: (one.get("type", 1), one["name"]))


def payload_hash(application_id: int, payload: list[dict[str, Any]]) -> str:
    """One name for these commands of this application."""
    text = json.dumps([application_id, payload], sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


async def sync_if_changed(
    tree: app_commands.CommandTree[Any], desk: StateDesk, *, force: bool = False
) -> bool:
    """Register the commands if they differ from what was registered last; True when they were sent."""
    application_id = tree.client.application_id
    if application_id is None:
        raise app_commands.MissingApplicationID
    wanted = payload_hash(application_id, await payload_of(tree))
    if not force and await _last(desk, application_id) == wanted:
        return False
    await tree.sync()
    _log.info("commands registered with Discord")
    # Where that fails the desk says so, and the next start sends them once more.
    with contextlib.suppress(StateError, BusyError):
        await desk.run(lambda state: state.sync.remember(application_id, wanted))
    return True


async def _last(desk: StateDesk, application_id: int) -> str | None:
    try:
        return await desk.run(lambda state: state.sync.last(application_id))
    except (StateError, BusyError):
        return None  # without a note the commands are sent once more, which changes nothing

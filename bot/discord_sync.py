"""Registering the commands with Discord exactly when they have changed, never because the bot started again."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from pathlib import Path
from typing import Any

from discord import app_commands

_log = logging.getLogger(__name__)
FILE_NAME = "discord-commands.json"


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
    tree: app_commands.CommandTree[Any], data_dir: Path, *, force: bool = False
) -> bool:
    """Register the commands if they differ from what was registered last; True when they were sent."""
    application_id = tree.client.application_id
    if application_id is None:
        raise app_commands.MissingApplicationID
    wanted = payload_hash(application_id, await payload_of(tree))
    if not force and _read(data_dir) == wanted:
        return False
    await tree.sync()
    _write(data_dir, wanted)
    _log.info("commands registered with Discord")
    return True


def _read(data_dir: Path) -> str | None:
    try:
        return str(json.loads((data_dir / FILE_NAME).read_text(encoding="utf-8"))["hash"])
    except (OSError, ValueError, KeyError, TypeError):
        return None  # a missing or broken note only means that the commands are sent once more


def _write(data_dir: Path, value: str) -> None:
    data_dir.mkdir(parents=True, exist_ok=True)
    aside = data_dir / f"{FILE_NAME}.{os.getpid()}.new"
    with aside.open("w", encoding="utf-8") as file:
        json.dump({"hash": value}, file)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(data_dir / FILE_NAME)

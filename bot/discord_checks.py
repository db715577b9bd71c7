"""What the doctor finds in Discord's answers about the application, and what the owner should click. No network in here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Final

from knowledge.doctor import Finding

PORTAL: Final = "https://discord.com/developers/applications"
SHARDS_FROM: Final = 2500
"""From so many servers on, Discord lets no connection in that serves all of them."""
SHARDS_SOON: Final = 2000
FEW_STARTS: Final = 50
PRIVILEGED: Final = {
    "presence": 1 << 12 | 1 << 13,
    "server members": 1 << 14 | 1 << 15,
    "message content": 1 << 18 | 1 << 19,
}
"""Bits of an application's flags for the intents that need approval: granted, and granted to a small bot."""


@dataclass(frozen=True, slots=True)
class Told:
    """What Discord says: the application (`GET /applications/@me`), the gateway (`GET /gateway/bot`) and the commands."""

    application: Mapping[str, Any]
    gateway: Mapping[str, Any]
    commands: Set[tuple[int, str]]
    """Type and name of those that are registered."""


def examine(told: Told, ours: Set[tuple[int, str]], links: Sequence[str]) -> Iterator[Finding]:
    """One finding after the other; `ours` are the commands of this version, `links` those that add the bot."""
    yield _application(told.application)
    yield _intents(told.application)
    yield _commands(told.commands, ours)
    yield _installs(told.application, links)
    yield _gateway(told.gateway)


def _page(application: Mapping[str, Any], page: str) -> str:
    return f"{PORTAL}/{application.get('id', '')}/{page}"


def _application(application: Mapping[str, Any]) -> Finding:
    """What in the portal would keep the bot from hearing anything, or others from adding it."""
    name = "discord application"
    found = f"{application.get('name')} ({application.get('id')})"
    if application.get("interactions_endpoint_url"):
        advice = (
            "Discord sends every command to the Interactions Endpoint URL and not to the bot: empty that field on "
            f"{_page(application, 'information')}"
        )
        return Finding(name, "problem", found, advice)
    if application.get("bot_require_code_grant"):
        advice = (
            f"nobody can add the bot: switch off “Requires OAuth2 Code Grant” on {_page(application, 'bot')}"
        )
        return Finding(name, "problem", found, advice)
    if application.get("bot_public") is False:
        advice = (
            f"only you can add it; if others should, switch on “Public Bot” on {_page(application, 'bot')}"
        )
        return Finding(name, "warning", found, advice)
    return Finding(name, "ok", found)


def _intents(application: Mapping[str, Any]) -> Finding:
    flags = int(application.get("flags") or 0)
    granted = [name for name, bits in PRIVILEGED.items() if flags & bits]
    if granted:
        advice = f"the bot needs none of them: switch them off on {_page(application, 'bot')}"
        return Finding("discord intents", "warning", f"privileged: {', '.join(granted)}", advice)
    return Finding("discord intents", "ok", "no privileged intent, and none is needed")


def _commands(registered: Set[tuple[int, str]], ours: Set[tuple[int, str]]) -> Finding:
    name = "discord commands"
    missing = sorted(command for _, command in ours - registered)
    foreign = sorted(command for _, command in registered - ours)
    if missing:
        found = f"not registered: {', '.join(missing)}"
        return Finding(name, "warning", found, "run `judgecall bot sync`, or start the bot, which does it")
    if foreign:
        found = f"of another version: {', '.join(foreign)}"
        return Finding(name, "warning", found, "run `judgecall bot sync`, which takes them away")
    return Finding(name, "ok", f"{len(ours)} are registered")


def _installs(application: Mapping[str, Any], links: Sequence[str]) -> Finding:
    name = "discord installs"
    servers = application.get("approximate_guild_count")
    people = application.get("approximate_user_install_count")
    found = f"servers: {'?' if servers is None else servers}, people: {'?' if people is None else people}"
    ways = application.get("integration_types_config")
    if ways is not None:
        missing = [words for key, words in (("0", "Guild Install"), ("1", "User Install")) if key not in ways]
        if missing:
            advice = (
                f"tick {' and '.join(f'“{one}”' for one in missing)} on {_page(application, 'installation')}"
            )
            return Finding(name, "warning", f"{found}; not offered: {', '.join(missing)}", advice)
    if servers is not None and servers >= SHARDS_FROM:
        advice = f"Discord wants shards from {SHARDS_FROM:,} servers on, which this version does not have"
        return Finding(name, "problem", found, advice)
    if servers is not None and servers >= SHARDS_SOON:
        advice = f"from {SHARDS_FROM:,} servers on Discord wants shards, which this version does not have"
        return Finding(name, "warning", found, advice)
    if not servers and not people:
        return Finding(name, "warning", found, f"add the bot: {' or '.join(links)}")
    return Finding(name, "ok", f"{found}; add it: {' or '.join(links)}")


def _gateway(gateway: Mapping[str, Any]) -> Finding:
    """How often the bot may still connect today."""
    limit = gateway.get("session_start_limit") or {}
    left, total = limit.get("remaining"), limit.get("total")
    found = f"starts left today: {left} of {total}"
    again = dt.timedelta(milliseconds=int(limit.get("reset_after") or 0))
    hours = f"in {again.total_seconds() / 3600:.1f} hours"
    if left == 0:
        return Finding(
            "discord gateway", "problem", found, f"the bot cannot connect before new ones come {hours}"
        )
    if left is not None and left < FEW_STARTS:
        advice = f"it starts far too often: read its log; new ones come {hours}"
        return Finding("discord gateway", "warning", found, advice)
    return Finding("discord gateway", "ok", found)

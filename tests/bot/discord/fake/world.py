"""People, places and messages of the fake Discord, and the payloads that describe them on the wire."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .limits import BUTTON, EPHEMERAL, SELECTS, Json, walk

if TYPE_CHECKING:
    from .interactions import Interaction

DISCORD_EPOCH_MS = 1_420_070_400_000
_serial = itertools.count(1)


class Clock:
    """Wall time that a test can move forward."""

    def __init__(self) -> None:
        self.offset = 0.0

    def now(self) -> float:
        """Seconds of a clock that never runs backwards."""
        return time.monotonic() + self.offset

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass at once."""
        self.offset += seconds


def snowflake() -> str:
    """A fresh id of Discord's kind: milliseconds since its epoch, then a serial."""
    return str((int(time.time() * 1000) - DISCORD_EPOCH_MS) << 22 | (next(_serial) & 0x3FFFFF))


def iso_now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000000+00:00", time.gmtime())


@dataclass(frozen=True)
class Place:
    """Where somebody types: a server's channel (context 0), a direct message to the bot (1) or another private channel (2)."""

    context: int
    channel_id: str
    guild_id: str | None = None
    guild_locale: str = "en-US"
    user_install: bool = False
    parent_id: str | None = None
    """The channel that this is a thread of."""

    def thread(self) -> Place:
        """A thread in this channel."""
        return replace(self, channel_id=snowflake(), parent_id=self.channel_id)

    def channel(self) -> Json:
        if self.parent_id:
            return self._thread()
        kind = {0: 0, 1: 1, 2: 3}[self.context]
        channel: Json = {"id": self.channel_id, "type": kind, "flags": 0, "last_message_id": None}
        if self.guild_id:
            channel |= {
                "guild_id": self.guild_id,
                "name": "rules-questions",
                "position": 0,
                "permissions": "0",
            }
            channel |= {"permission_overwrites": [], "nsfw": False, "parent_id": None, "topic": None}
        else:
            channel |= {"recipients": []}
        return channel

    def _thread(self) -> Json:
        times = {
            "archived": False,
            "locked": False,
            "auto_archive_duration": 60,
            "archive_timestamp": iso_now(),
        }
        thread: Json = {"id": self.channel_id, "type": 11, "parent_id": self.parent_id, "name": "a-question"}
        thread |= {"guild_id": self.guild_id, "owner_id": "42", "flags": 0, "last_message_id": None}
        thread |= {"message_count": 1, "member_count": 1, "thread_metadata": times, "permissions": "0"}
        return thread


def user_payload(user_id: str, name: str, *, bot: bool = False) -> Json:
    return {
        "id": user_id,
        "username": name.lower(),
        "discriminator": "0",
        "global_name": None if bot else name,
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
    }


@dataclass
class Message:
    """A message that the bot (or a person) wrote, as the people who may see it do."""

    id: str
    channel_id: str
    author: Json
    body: Json = field(default_factory=dict)
    interaction: Interaction | None = None
    files: list[tuple[str, bytes]] = field(default_factory=list)
    deleted: bool = False
    edits: int = 0

    @property
    def ephemeral(self) -> bool:
        return bool(self.flags & EPHEMERAL)

    @property
    def flags(self) -> int:
        return int(self.body.get("flags") or 0)

    @property
    def content(self) -> str:
        return str(self.body.get("content") or "")

    @property
    def embeds(self) -> list[Json]:
        return list(self.body.get("embeds") or [])

    @property
    def components(self) -> list[Json]:
        return list(walk(self.body.get("components") or []))

    @property
    def buttons(self) -> list[Json]:
        return [item for item in self.components if item["type"] == BUTTON]

    @property
    def selects(self) -> list[Json]:
        return [item for item in self.components if item["type"] in SELECTS]

    @property
    def text(self) -> str:
        """Everything a person can read in it, from top to bottom."""
        return "\n".join(_texts(self.body))

    @property
    def labels(self) -> list[str]:
        return [str(button.get("label")) for button in self.buttons]

    def button(self, label: str) -> Json:
        """The button whose label is or begins with `label`."""
        for button in self.buttons:
            if str(button.get("label", "")).startswith(label):
                return button
        raise LookupError(f"no button {label!r} among {self.labels}")

    def payload(self) -> Json:
        """The message as the gateway and REST describe it."""
        body = self.body
        shown: Json = {
            "id": self.id,
            "channel_id": self.channel_id,
            "type": 20 if self.interaction else 0,
            "author": self.author,
            "content": body.get("content") or "",
            "embeds": [{"type": "rich", **embed} for embed in self.embeds],
            "components": _numbered(body.get("components") or []),
            "attachments": [
                {
                    "id": str(i),
                    "filename": name,
                    "size": len(data),
                    "url": f"http://127.0.0.1/{name}",
                    "proxy_url": "",
                }
                for i, (name, data) in enumerate(self.files)
            ],
            "flags": self.flags,
            "timestamp": iso_now(),
            "edited_timestamp": iso_now() if self.edits else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
        }
        if self.interaction:
            shown["application_id"] = self.author["id"]
            shown["interaction_metadata"] = self.interaction.metadata()
        return shown

    def pings(self) -> list[str]:
        """Who would get a notification: mentions in the content that `allowed_mentions` lets through."""
        allowed = self.body.get("allowed_mentions")
        kinds = {"users", "roles", "everyone"} if allowed is None else set(allowed.get("parse") or [])
        marks = {"users": ("<@",), "roles": ("<@&",), "everyone": ("@everyone", "@here")}
        return [mark for kind in kinds for mark in marks[kind] if mark in self.content]


def _texts(body: Json) -> Iterator[str]:
    if body.get("content"):
        yield body["content"]
    for embed in body.get("embeds") or []:
        yield from (embed[key] for key in ("title", "description") if embed.get(key))
        yield from (embed[key][inner] for key, inner in (("author", "name"),) if embed.get(key))
        for one in embed.get("fields") or []:
            yield from (one["name"], one["value"])
        if embed.get("footer"):
            yield embed["footer"]["text"]
    for item in walk(body.get("components") or []):
        if item.get("content"):
            yield item["content"]


def _numbered(components: list[Json]) -> list[Json]:
    """Components as Discord returns them: each has a number of its own."""
    serial = itertools.count(1)

    def number(item: Json) -> Json:
        numbered: Json = {"id": next(serial), **item}
        if item.get("components"):
            numbered["components"] = [number(inner) for inner in item["components"]]
        return numbered

    return [number(item) for item in components]


def application_payload(app_id: str, flags: int = 0) -> Json:
    return {
        "id": app_id,
        "name": "Judgecall",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": flags,
        "owner": user_payload("42", "Owner"),
        "integration_types_config": {"0": {}, "1": {}},
        "interactions_endpoint_url": None,
        "approximate_guild_count": 3,
        "approximate_user_install_count": 2,
    }


def guild_payload(places: list[Place], members: int = 3) -> dict[str, Any]:
    """A server with its text channels."""
    place = places[0]
    return {
        "id": place.guild_id,
        "name": "Rules Corner",
        "icon": None,
        "owner_id": "42",
        "unavailable": False,
        "member_count": members,
        "preferred_locale": place.guild_locale,
        "roles": [
            {
                "id": place.guild_id,
                "name": "@everyone",
                "color": 0,
                "hoist": False,
                "position": 0,
                "permissions": "0",
                "managed": False,
                "mentionable": False,
                "flags": 0,
            }
        ],
        "emojis": [],
        "stickers": [],
        "features": [],
        "channels": [one.channel() for one in places],
        "threads": [],
        "members": [],
        "presences": [],
        "voice_states": [],
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
        "system_channel_flags": 0,
    }

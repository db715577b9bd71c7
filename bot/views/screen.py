"""A message before it is one: embeds, buttons and a picture as values, so that rendering needs neither a client nor a loop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import discord

from bot.views.limits import BUTTON_LABEL, EMBED_DESCRIPTION, EMBED_FOOTER, EMBED_TITLE
from bot.views.text import clip, one_line

Style = Literal["primary", "secondary", "danger"]

GREEN: Final = 0x2E7D32
BLUE: Final = 0x1F5FA8
AMBER: Final = 0xB26A00
RED: Final = 0xB3261E
GREY: Final = 0x5F6368


@dataclass(frozen=True, slots=True)
class Button:
    """A button by what it says and what it remembers."""

    label: str
    custom_id: str
    style: Style = "secondary"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A menu of (value, label) pairs, or with `channels` of the server's channels; `chosen` are values (or ids)."""

    custom_id: str
    placeholder: str
    options: tuple[tuple[str, str], ...] = ()
    chosen: tuple[str, ...] = ()
    channels: bool = False
    at_least: int = 1
    at_most: int = 1


Row = tuple[Button, ...] | Select


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and what it shows, in words."""

    png: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Screen:
    """One message."""

    embeds: tuple[discord.Embed, ...]
    rows: tuple[Row, ...] = ()
    picture: Picture | None = None

    @property
    def buttons(self) -> list[Button]:
        return [item for row in self.rows if not isinstance(row, Select) for item in row]


def box(title: str | None, description: str, color: int, footer: str | None = None) -> discord.Embed:
    """An embed; what is too long is clipped here, so callers clip first what must not be cut anywhere."""
    embed = discord.Embed(
        title=clip(title, EMBED_TITLE) if title else None,
        description=clip(description, EMBED_DESCRIPTION),
        color=color,
    )
    if footer:
        embed.set_footer(text=clip(footer, EMBED_FOOTER))
    return embed


def button(label: str, custom_id: str, style: Style = "secondary", *, disabled: bool = False) -> Button:
    """A button with a label that fits."""
    return Button(clip(one_line(label), BUTTON_LABEL) or "…", custom_id, style, disabled)


def rows(*groups: Iterable[Button]) -> tuple[Row, ...]:
    """Rows of at most five buttons; empty groups leave no row."""
    made: list[Row] = []
    for group in groups:
        items: Sequence[Button] = tuple(group)
        made += [tuple(items[i : i + 5]) for i in range(0, len(items), 5)]
    return tuple(made[:5])

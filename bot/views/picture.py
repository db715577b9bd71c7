"""A picture of the zones and the stack over a page of steps: PNG for the eye, words for a screen reader.

It has a ground of its own, so it reads the same on Discord's dark and light themes. What has changed since the
moment before is marked by a sign and not by colour alone.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw, ImageFont

from bot.views.limits import ALT_TEXT
from bot.views.screen import Picture
from bot.views.text import clean, clip, one_line
from bot.views.texts import Texts

if TYPE_CHECKING:
    from rules_engine.scenario import Drawing, Frame

WIDTH: Final = 900
MAX_HEIGHT: Final = 2400
MAX_FRAMES: Final = 3
MAX_THINGS: Final = 12
"""Things that one zone shows one by one; of more it tells how many there are."""
_NAME: Final = 60

GROUND: Final = "#1b1f27"
PANEL: Final = "#262c37"
CHIP: Final = "#39414f"
STACK_CHIP: Final = "#5a4300"
TEXT: Final = "#f2f4f8"
QUIET: Final = "#b9c2d0"
FRESH: Final = "#ffd479"

_PAD, _GAP, _LABEL, _MARK = 24, 10, 190, 18
_SMALL, _HEAD = 22, 27
_CHIP_HEIGHT: Final = 42
_FOLDED: Final = {
    "Æ": "AE",
    "æ": "ae",
    "×": "x",
    "ß": "ss",
    "—": "-",
    "–": "-",
    "’": "'",
    "−": "-",
    "…": "...",
}

_Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of things under a label, those that are `fresh` marked; `stack`: of the stack, else of a player."""

    label: str
    things: tuple[str, ...]
    fresh: frozenset[str]
    stack: bool = False


def render_picture(drawing: Drawing, first: int, last: int, say: Texts) -> Picture | None:
    """The picture over the steps `first` to `last` (counted from 1); None where these steps move nothing."""
    frames = drawing.frames
    moved = [number for number, frame in enumerate(frames) if number and first <= frame.after <= last]
    if not moved:
        return None
    shown = _chosen(frames, moved)
    sheet = Image.new("RGB", (WIDTH, MAX_HEIGHT), GROUND)
    pen = ImageDraw.Draw(sheet)
    y = _PAD
    drawn: list[Frame] = []
    for number in shown:
        rows = list(_rows(frames[number], frames[number - 1]))
        height = _PAD + _HEAD + 3 * _GAP + sum(_height(row) for row in rows)
        if y + height + _PAD > MAX_HEIGHT:
            # What does not fit is left out whole; the steps beside the picture tell it.
            break
        _draw_frame(pen, frames[number], rows, y, height)
        y += height + _PAD
        drawn.append(frames[number])
    if not drawn:
        return None
    alt = "\n".join(_words(frame, say) for frame in drawn)
    return Picture(_png(sheet.crop((0, 0, WIDTH, y))), clip(clean(alt), ALT_TEXT))


def _chosen(frames: Sequence[Frame], moved: Sequence[int]) -> list[int]:
    """At most three moments: the last, the one with the highest stack, and the first that is neither."""
    if len(moved) <= MAX_FRAMES:
        return list(moved)
    fullest = max(moved[:-1], key=lambda number: len(frames[number].stack))
    other = next(number for number in moved if number not in (fullest, moved[-1]))
    return sorted({other, fullest, moved[-1]})


def _draw_frame(pen: ImageDraw.ImageDraw, frame: Frame, rows: Sequence[_Row], y: int, height: int) -> None:
    """One moment, from `y` down."""
    pen.rounded_rectangle((_PAD // 2, y, WIDTH - _PAD // 2, y + height), 14, PANEL)
    title = f"After step {frame.after}: turn {frame.turn}, {frame.active}'s {frame.step}"
    y += _GAP + _GAP // 2
    pen.text((_PAD, y), _fitting(title, _HEAD, WIDTH - 2 * _PAD), TEXT, _font(_HEAD), stroke_width=1)
    y += _HEAD + 2 * _GAP
    for row in rows:
        y = _draw_row(pen, row, y)


def _rows(frame: Frame, before: Frame) -> Iterator[_Row]:
    if frame.stack or before.stack:
        several = len(frame.stack) > 1
        things = tuple(f"{n}. {thing}" if several else thing for n, thing in enumerate(frame.stack, 1))
        fresh = [name for name, thing in zip(things, frame.stack, strict=True) if thing not in before.stack]
        yield _Row("stack (top first)" if several else "stack", things, frozenset(fresh), stack=True)
    for seat, past in zip(frame.seats, before.seats, strict=False):
        life = f"life {past.life} to {seat.life}" if seat.life != past.life else f"life {seat.life}"
        head = [life, f"library {seat.library}", *(["has lost"] if seat.lost else [])]
        yield _Row(f"Player {seat.player}", tuple(head), frozenset([life] if seat.life != past.life else []))
        old = {area.zone: area.things for area in past.areas}
        for area in seat.areas:
            yield _Row(
                f"  {area.zone}", area.things, frozenset(set(area.things) - set(old.get(area.zone, ())))
            )


def _draw_row(pen: ImageDraw.ImageDraw, row: _Row, y: int) -> int:
    head = not row.label.startswith(" ")
    label = _fitting(row.label.strip(), _SMALL, _LABEL - _GAP)
    if head and not row.stack:
        pen.line((_PAD, y - 4, WIDTH - _PAD, y - 4), CHIP, 2)
    pen.text((_PAD, y + 5), label, TEXT if head else QUIET, _font(_SMALL), stroke_width=1 if head else 0)
    for line in _lines(row):
        x = _PAD + _LABEL
        for text, width, fresh in line:
            fill = STACK_CHIP if row.stack else CHIP
            box = (x, y, x + width, y + _CHIP_HEIGHT - 6)
            pen.rounded_rectangle(box, 8, fill, FRESH if fresh else None, 2)
            if fresh:
                middle = y + (_CHIP_HEIGHT - 6) // 2
                pen.polygon([(x + 10, middle - 7), (x + 10, middle + 7), (x + 20, middle)], FRESH)
            start = x + (10 + _MARK if fresh else 10)
            pen.text((start, y + 5), text, FRESH if fresh else TEXT, _font(_SMALL))
            x += width + _GAP
        y += _CHIP_HEIGHT
    return y


def _height(row: _Row) -> int:
    return _CHIP_HEIGHT * max(1, len(_lines(row)))


def _lines(row: _Row) -> list[list[tuple[str, int, bool]]]:
    """The things as chips on lines that are not too wide."""
    room = WIDTH - 2 * _PAD - _LABEL
    lines: list[list[tuple[str, int, bool]]] = [[]]
    used = 0
    for text, fresh in _chips(row):
        shown = _fitting(text, _SMALL, room - 20 - _MARK)
        width = int(_font(_SMALL).getlength(shown)) + 20 + (_MARK if fresh else 0)
        if lines[-1] and used + width > room:
            lines.append([])
            used = 0
        lines[-1].append((shown, width, fresh))
        used += width + _GAP
    return lines if lines[0] else [[("empty", int(_font(_SMALL).getlength("empty")) + 20, False)]]


def _chips(row: _Row) -> Iterator[tuple[str, bool]]:
    for thing in row.things[:MAX_THINGS]:
        yield thing, thing in row.fresh
    left = row.things[MAX_THINGS:]
    if left:
        yield f"and {len(left)} more", bool(row.fresh & set(left))


def _fitting(text: str, size: int, room: int) -> str:
    text = _drawable(clip(one_line(text), _NAME))
    while text and _font(size).getlength(text) > room:
        text = text.removesuffix("...")[:-1].rstrip() + "..."
        if text == "...":
            break
    return text


def _drawable(text: str) -> str:
    """In the letters that the font has, which are those of ASCII: accents are dropped, other scripts become "?"."""
    folded = unicodedata.normalize("NFKD", "".join(_FOLDED.get(char, char) for char in text))
    bare = (char for char in folded if not unicodedata.combining(char))
    return "".join(char if " " <= char <= "~" else "?" for char in bare)


@cache
def _font(size: int) -> _Font:
    return ImageFont.load_default(size)


def _png(sheet: Image.Image) -> bytes:
    out = io.BytesIO()
    sheet.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _words(frame: Frame, say: Texts) -> str:
    """A moment in words of the reader's language; names stay as they are."""
    parts = [_told(say("picture.stack"), frame.stack, say)] if frame.stack else []
    for seat in frame.seats:
        zones = [_told(say(f"picture.{area.zone}"), area.things, say) for area in seat.areas]
        parts.append("; ".join([say("picture.player", player=seat.player, life=seat.life), *zones]))
    return say("picture.after", step=frame.after, zones=" / ".join(parts))


def _told(zone: str, things: Iterable[str], say: Texts) -> str:
    return say("picture.zone", zone=zone, things=", ".join(things))

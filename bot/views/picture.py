"""A picture of the zones and the stack over a page of steps: PNG for the eye, words for a screen reader.

It has a ground of its own, so it reads the same on Discord's dark and light themes. What has changed since the
moment before is marked by a sign and not by colour alone. Where a letter is missing there is no picture.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PIL import Image, ImageDraw

from bot.views.letters import letters
from bot.views.limits import ALT_TEXT
from bot.views.screen import Picture
from bot.views.text import clean, clip, one_line
from bot.views.texts import Texts
from bot.views.told import place_name, teller

if TYPE_CHECKING:
    from rules_engine.scenario import Drawing, Frame, Seat, Thing

_log = logging.getLogger(__name__)

WIDTH: Final = 900
MAX_HEIGHT: Final = 2400
MAX_FRAMES: Final = 3
MAX_THINGS: Final = 12
"""Things that one zone shows one by one; of more it tells how many there are."""
_NAME: Final = 60
ZONES: Final = ("hand", "graveyard", "battlefield", "exile")

GROUND: Final = "#1b1f27"
PANEL: Final = "#262c37"
CHIP: Final = "#39414f"
STACK_CHIP: Final = "#5a4300"
TEXT: Final = "#f2f4f8"
QUIET: Final = "#b9c2d0"
FRESH: Final = "#ffd479"

_PAD, _GAP, _LABEL, _WIDEST_LABEL, _MARK = 24, 10, 190, 290, 18
_SMALL, _HEAD = 22, 27
_CHIP_HEIGHT: Final = 42
_BASE: Final = 0.9
"""Where letters stand, below the top of their line, as a part of their size."""

_Chip = tuple[str, int, bool]
"""A thing in its box: what it says, how wide the box is, whether it is fresh."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of things under a label, those that are `fresh` marked; `stack`: of the stack, else of a player."""

    label: str
    things: tuple[str, ...]
    fresh: frozenset[str]
    stack: bool = False
    head: bool = True


class _UnwritableError(Exception):
    """A letter is missing."""


def render_picture(drawing: Drawing, first: int, last: int, say: Texts) -> Picture | None:
    """The picture over the steps `first` to `last` (counted from 1); None where these steps move nothing.

    None too where it would need a letter that there is not: the steps tell it all.
    """
    frames = drawing.frames
    moved = [number for number, frame in enumerate(frames) if number and first <= frame.after <= last]
    if not moved:
        return None
    shown = _chosen(frames, moved)
    sheet = _Sheet(say)
    drawn: list[Frame] = []
    try:
        for number in shown:
            if not sheet.add(frames[number], frames[number - 1]):
                break
            drawn.append(frames[number])
    except _UnwritableError as error:
        _log.info("a picture is left out, for there is no letter for %r", str(error))
        return None
    if not drawn:
        return None
    alt = "\n".join(_words(frame, say) for frame in drawn)
    return Picture(sheet.png(), clip(clean(alt), ALT_TEXT))


def _chosen(frames: Sequence[Frame], moved: Sequence[int]) -> list[int]:
    """At most three moments: the last, the one with the highest stack, and the first that is neither."""
    if len(moved) <= MAX_FRAMES:
        return list(moved)
    fullest = max(moved[:-1], key=lambda number: len(frames[number].stack))
    other = next(number for number in moved if number not in (fullest, moved[-1]))
    return sorted({other, fullest, moved[-1]})


class _Sheet:
    """What is drawn so far, from the top down, in the language of `say`."""

    def __init__(self, say: Texts) -> None:
        self._say = say
        self._letters = letters(say.language)
        self._dense = say.language in ("ja", "zh")  # letters that run together when they are made bold
        labels = ("top_first", *ZONES)
        widest = max(self._width(say(f"picture.{label}"), _SMALL) for label in labels)
        self._label = min(max(_LABEL, int(widest) + 2 * _GAP), _WIDEST_LABEL)
        self._image = Image.new("RGB", (WIDTH, MAX_HEIGHT), GROUND)
        self._pen = ImageDraw.Draw(self._image)
        self._y = _PAD

    def png(self) -> bytes:
        """The picture; what was not used of the sheet is cut off."""
        out = io.BytesIO()
        cut = self._image.crop((0, 0, WIDTH, self._y))
        cut.quantize(64, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
        return out.getvalue()

    def add(self, frame: Frame, before: Frame) -> bool:
        """Draw one moment; False where there is no room, for what does not fit is left out whole."""
        rows = [(row, self._lines(row)) for row in _rows(frame, before, self._say)]
        height = _PAD + _HEAD + 3 * _GAP + sum(_CHIP_HEIGHT * len(lines) for _, lines in rows)
        if self._y + height + _PAD > MAX_HEIGHT:
            return False
        top = self._y
        self._pen.rounded_rectangle((_PAD // 2, top, WIDTH - _PAD // 2, top + height), 14, PANEL)
        y = top + _GAP + _GAP // 2
        title, room = _title(frame, self._say), WIDTH - 2 * _PAD
        size = next((one for one in range(_HEAD, _SMALL, -1) if self._width(title, one) <= room), _SMALL)
        self._write(title, _PAD, y + (_HEAD - size) // 2, size, TEXT, room, bold=True)
        y += _HEAD + 2 * _GAP
        for row, lines in rows:
            y = self._draw(row, lines, y)
        self._y += height + _PAD
        return True

    def _draw(self, row: _Row, lines: Sequence[Sequence[_Chip]], y: int) -> int:
        if row.head and not row.stack:
            self._pen.line((_PAD, y - 4, WIDTH - _PAD, y - 4), CHIP, 2)
        self._write(
            row.label, _PAD, y + 5, _SMALL, TEXT if row.head else QUIET, self._label - _GAP, bold=row.head
        )
        for line in lines:
            x = _PAD + self._label
            for text, width, fresh in line:
                box = (x, y, x + width, y + _CHIP_HEIGHT - 6)
                fill = STACK_CHIP if row.stack else CHIP
                self._pen.rounded_rectangle(box, 8, fill, FRESH if fresh else None, 2)
                if fresh:
                    middle = y + (_CHIP_HEIGHT - 6) // 2
                    self._pen.polygon([(x + 10, middle - 7), (x + 10, middle + 7), (x + 20, middle)], FRESH)
                start = x + (10 + _MARK if fresh else 10)
                self._write(text, start, y + 5, _SMALL, FRESH if fresh else TEXT, width)
                x += width + _GAP
            y += _CHIP_HEIGHT
        return y

    def _write(
        self, text: str, x: int, y: int, size: int, color: str, room: int, *, bold: bool = False
    ) -> None:
        """A line of text whose letters are `size` high and begin at `y`."""
        place = (x, y + round(size * _BASE))
        font = self._letters.size(size)
        self._pen.text(
            place,
            self._fitting(text, size, room),
            color,
            font,
            "ls",
            stroke_width=int(bold and not self._dense),
        )

    def _lines(self, row: _Row) -> list[list[_Chip]]:
        """The things as chips on lines that are not too wide."""
        room = WIDTH - 2 * _PAD - self._label
        lines: list[list[_Chip]] = [[]]
        used = 0
        for text, fresh in self._chips(row):
            shown = self._fitting(clip(text, _NAME), _SMALL, room - 20 - _MARK)
            width = int(self._width(shown, _SMALL)) + 20 + (_MARK if fresh else 0)
            if lines[-1] and used + width > room:
                lines.append([])
                used = 0
            lines[-1].append((shown, width, fresh))
            used += width + _GAP
        return lines

    def _chips(self, row: _Row) -> Iterator[tuple[str, bool]]:
        if not row.things:
            yield self._say("picture.empty"), False
        for thing in row.things[:MAX_THINGS]:
            yield thing, thing in row.fresh
        left = row.things[MAX_THINGS:]
        if left:
            yield self._say("picture.more", n=len(left)), bool(row.fresh & set(left))

    def _fitting(self, text: str, size: int, room: int) -> str:
        """As much of the text as there is room for, in letters that there are."""
        text, cut = self._letters.plain(one_line(text)), "…" if self._dense else "..."
        if missing := self._letters.missing(text):
            raise _UnwritableError(missing)
        while text and self._width(text, size) > room:
            text = text.removesuffix(cut)[:-1].rstrip() + cut
            if text == cut:
                break
        return text

    def _width(self, text: str, size: int) -> float:
        return self._letters.size(size).getlength(text)


def _title(frame: Frame, say: Texts) -> str:
    place = place_name(frame.step, say.language)
    return say("picture.title", step=frame.after, turn=frame.turn, player=frame.active, place=place)


def _rows(frame: Frame, before: Frame, say: Texts) -> Iterator[_Row]:
    if frame.stack or before.stack:
        several = len(frame.stack) > 1
        names, past = _names(frame.stack, frame.named, say), _names(before.stack, before.named, say)
        things = tuple(f"{n}. {thing}" if several else thing for n, thing in enumerate(names, 1))
        fresh = [name for name, thing in zip(things, names, strict=True) if thing not in past]
        label = say("picture.top_first" if several else "picture.stack")
        yield _Row(label, things, frozenset(fresh), stack=True)
    for seat, old in zip(frame.seats, before.seats, strict=False):
        yield _seat(seat, old, say)
        were = {area.zone: _names(area.things, area.named, say) for area in old.areas}
        for area in seat.areas:
            now = _names(area.things, area.named, say)
            fresh_names = frozenset(set(now) - set(were.get(area.zone, ())))
            yield _Row(say(f"picture.{area.zone}"), now, fresh_names, head=False)


def _seat(seat: Seat, old: Seat, say: Texts) -> _Row:
    life = (
        say("picture.life_changed", before=old.life, life=seat.life)
        if seat.life != old.life
        else say("picture.life", life=seat.life)
    )
    head = [life, say("picture.library", n=seat.library), *([say("picture.lost")] if seat.lost else [])]
    fresh = frozenset([life] if seat.life != old.life else [])
    return _Row(say("picture.seat", player=seat.player), tuple(head), fresh)


def _names(things: tuple[str, ...], named: Sequence[Thing], say: Texts) -> tuple[str, ...]:
    """Things in the reader's language: in English as they are, else from what they are as values."""
    if say.language == "en" or not named:
        return things
    tell = teller(say.language)
    return tuple(tell.shown(thing) for thing in named)


def _words(frame: Frame, say: Texts) -> str:
    """A moment in words of the reader's language; names of cards stay as they are."""
    parts = [_told(say("picture.stack"), _names(frame.stack, frame.named, say), say)] if frame.stack else []
    for seat in frame.seats:
        zones = [
            _told(say(f"picture.{area.zone}"), _names(area.things, area.named, say), say)
            for area in seat.areas
        ]
        parts.append("; ".join([say("picture.player", player=seat.player, life=seat.life), *zones]))
    return say("picture.after", step=frame.after, zones=" / ".join(parts))


def _told(zone: str, things: Iterable[str], say: Texts) -> str:
    return say("picture.zone", zone=zone, things=", ".join(things))

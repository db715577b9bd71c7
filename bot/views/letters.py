"""The letters that pictures are written in: cut for our texts, so that no picture depends on the machine's fonts."""

from __future__ import annotations

import importlib.resources
import io
from functools import cache
from typing import Final

from PIL import ImageFont

from bot.answers.models import Language

_UNKNOWN: Final = "\uffff"
_PLAIN: Final = {"꞉": ":"}
"""Signs that are written with a letter much like them."""


class Letters:
    """A font in several sizes; `missing` says what it cannot write."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._sizes: dict[int, ImageFont.FreeTypeFont] = {}
        self._known: dict[str, bool] = {}

    def size(self, size: int) -> ImageFont.FreeTypeFont:
        """The font in a size."""
        if size not in self._sizes:
            font = ImageFont.truetype(io.BytesIO(self._data), size, layout_engine=ImageFont.Layout.BASIC)
            self._sizes[size] = font
        return self._sizes[size]

    def plain(self, text: str) -> str:
        """The text with signs that the font lacks written like the letters they resemble."""
        return "".join(char if self._has(char) else _PLAIN.get(char, char) for char in text)

    def missing(self, text: str) -> str:
        """The letters of a text that the font lacks, and that would show as boxes."""
        return "".join(dict.fromkeys(char for char in text if not self._has(char)))

    def _has(self, char: str) -> bool:
        if char not in self._known:
            font = self.size(22)
            box = bytes(font.getmask(_UNKNOWN)), font.getlength(_UNKNOWN)
            self._known[char] = char == " " or (bytes(font.getmask(char)), font.getlength(char)) != box
        return self._known[char]


@cache
def letters(language: Language) -> Letters:
    """The letters for a language: Chinese has its own, all others share one font."""
    name = "zh.otf" if language == "zh" else "ja.otf"
    return Letters((importlib.resources.files("bot") / "locale" / "fonts" / name).read_bytes())

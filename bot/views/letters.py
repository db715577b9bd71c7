"""The letters that pictures are written in: a font that is installed with the bot, so that none of the machine's is needed."""

from __future__ import annotations

from functools import cache
from typing import Final

from noto_cjk_sans_otc import FONT_PATH
from PIL import ImageFont

from bot.answers.models import Language

_JAPANESE, _CHINESE = 0, 2
_UNKNOWN: Final = "\uffff"
_PLAIN: Final = {"꞉": ":"}
"""Signs that are written with a letter much like them."""


class Letters:
    """A font in several sizes; `missing` says what it cannot write."""

    def __init__(self, face: int) -> None:
        """The face of the font's collection that writes a language as its readers know it."""
        self._face = face
        self._sizes: dict[int, ImageFont.FreeTypeFont] = {}
        self._known: dict[str, bool] = {}

    def size(self, size: int) -> ImageFont.FreeTypeFont:
        """The font in a size."""
        if size not in self._sizes:
            self._sizes[size] = ImageFont.truetype(
                str(FONT_PATH), size, index=self._face, layout_engine=ImageFont.Layout.BASIC
            )
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
    """The letters for a language: Chinese has its own, all others share those that Japanese is written with."""
    return Letters(_CHINESE if language == "zh" else _JAPANESE)

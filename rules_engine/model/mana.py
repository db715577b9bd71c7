"""Mana and mana costs (CR 106, 107.4, 202)."""

from __future__ import annotations

import re
from dataclasses import dataclass

COLORS = ("W", "U", "B", "R", "G")
COLOR_NAMES = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
COLOR_LETTERS = {name: letter for letter, name in COLOR_NAMES.items()}
_SYMBOL = re.compile(r"\{([^{}]+)\}")
_KNOWN = re.compile(r"\d+|[WUBRGCX]|[WUBRG2C]/[WUBRG]|[WUBRG]/P")


@dataclass(frozen=True, slots=True)
class ManaCost:
    """A mana cost as symbols in printed order, each without braces: ("X", "2", "U", "W/U").

    Supported symbols: numbers, WUBRG, C, X, two-colour hybrid, 2/colour and colour/P (CR 107.4).
    """

    symbols: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> ManaCost:
        """Read "{2}{U}{U}"; ValueError when anything else stands in it."""
        symbols = tuple(_SYMBOL.findall(text))
        if "".join(f"{{{symbol}}}" for symbol in symbols) != text.replace(" ", ""):
            raise ValueError(f"not a mana cost: {text!r} (expected something like {{2}}{{U}}{{U}})")
        for symbol in symbols:
            if not _KNOWN.fullmatch(symbol):
                raise ValueError(f"unknown mana symbol {{{symbol}}}")
        return cls(symbols)

    def __str__(self) -> str:
        return "".join(f"{{{symbol}}}" for symbol in self.symbols)

    @property
    def has_x(self) -> bool:
        """Whether {X} is in it."""
        return "X" in self.symbols

    @property
    def x_count(self) -> int:
        """How many {X} are in it."""
        return self.symbols.count("X")

    @property
    def generic(self) -> int:
        """The sum of its number symbols."""
        return sum(int(symbol) for symbol in self.symbols if symbol.isdigit())

    @property
    def colors(self) -> frozenset[str]:
        """Colours of the mana symbols in it, as letters (CR 202.2)."""
        return frozenset(
            letter for symbol in self.symbols for letter in symbol.split("/") if letter in COLORS
        )

    def mana_value(self, x: int = 0) -> int:
        """Total mana in it, {X} counted as `x`; hybrid by its larger half (CR 202.3)."""
        total = 0
        for symbol in self.symbols:
            if symbol == "X":
                total += x
            elif symbol.isdigit():
                total += int(symbol)
            elif symbol.startswith("2/"):
                total += 2
            else:
                total += 1
        return total

    def plus(self, other: ManaCost) -> ManaCost:
        """Both costs together, as symbols one after the other."""
        return ManaCost(self.symbols + other.symbols)


def adjust(mana: ManaCost, more: int, less: int) -> ManaCost:
    """Increases first, then reductions of the generic part, never below zero (CR 601.2f, 118.7a)."""
    generic = max(0, mana.generic + more - less)
    rest = tuple(symbol for symbol in mana.symbols if not symbol.isdigit())
    return ManaCost(((str(generic),) if generic else ()) + rest)

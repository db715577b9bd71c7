"""Cuts the letters for the bot's pictures out of Noto Sans CJK: `.venv/bin/python docs/screens/letters.py FONT.ttc`.

The pictures then need no font on the machine, and no picture has boxes where letters should be. To be run when a test
says that a letter is missing. Needs `pyftsubset` (PyPI: fonttools) on the path, and Noto Sans CJK as Debian has it
(fonts-noto-cjk: NotoSansCJK-Regular.ttc). Its license stands beside the letters.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LOCALE: Final = Path(__file__).resolve().parents[2] / "bot" / "locale"
FACES: Final = {"ja": 0, "zh": 2}
"""Which face of the collection writes a language as its readers know it."""
LATIN: Final = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x2010, 0x2040),
    0x2190,
    0x2192,
    0x2212,
    0x00D7,
]
KANA: Final = [*range(0x3000, 0x3040), *range(0x3040, 0x3100), *range(0xFF01, 0xFF5F)]


def letters(language: str) -> Iterator[int]:
    """Everything that the texts of a language are written with, and the letters of names."""
    yield from LATIN
    yield from KANA
    for file in sorted(LOCALE.glob(f"*/{language}.yaml")):
        yield from (ord(char) for char in file.read_text(encoding="utf-8") if char.isprintable())


def main(font: str) -> None:
    """Write the files."""
    for language, face in FACES.items():
        out = LOCALE / "fonts" / f"{language}.otf"
        codes = ",".join(f"{code:x}" for code in sorted(set(letters(language))))
        command = [
            "pyftsubset", font, f"--font-number={face}", f"--unicodes={codes}", f"--output-file={out}",
            "--layout-features=", "--no-hinting", "--desubroutinize", "--notdef-outline", "--drop-tables+=VORG,vhea,vmtx",
            "--name-IDs=0,1,2,4,5,6,13,14",
        ]  # fmt: skip
        subprocess.run(command, check=True)  # noqa: S603 - our own arguments, no shell
        print(f"{out.name}: {out.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main(sys.argv[1])

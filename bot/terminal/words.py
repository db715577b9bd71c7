"""What the terminal itself says around an answer, in its language: `bot/locale/terminal/<language>.yaml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import yaml

from bot.answers.models import Language


@cache
def words(language: Language) -> dict[str, str]:
    """The language's file."""
    text = (files("bot") / "locale" / "terminal" / f"{language}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, str] = yaml.safe_load(text)
    return loaded

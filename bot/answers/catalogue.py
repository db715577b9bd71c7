"""The words of answers in eight languages: `bot/locale/answers/<language>.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from bot.answers.models import Language


class Catalogue:
    """One language's words; `say("status.confirmed")`. A missing key or value is a bug and raises."""

    def __init__(self, language: Language, entries: Mapping[str, str]) -> None:
        self.language = language
        self.entries = entries

    def __call__(self, key: str, **values: object) -> str:
        return self.entries[key].format(**values)


def _flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in tree.items():
        flat.update(
            _flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": str(value)}
        )
    return flat


@cache
def catalogue(language: Language) -> Catalogue:
    """Read the language's file."""
    text = (files("bot") / "locale" / "answers" / f"{language}.yaml").read_text(encoding="utf-8")
    return Catalogue(language, _flat(yaml.safe_load(text)))

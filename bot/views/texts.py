"""The catalogues of what the Discord side says, one file a language, and their way to Discord's own locales."""

from __future__ import annotations

import datetime as dt
import functools
import importlib.resources
from collections.abc import Iterator, Mapping
from typing import Any, Final

import yaml

from bot.answers.models import LANGUAGES, Language

DISCORD_LOCALES: Final[Mapping[str, Language]] = {
    "de": "de",
    "es-ES": "es",
    "es-419": "es",
    "fr": "fr",
    "it": "it",
    "ja": "ja",
    "pt-BR": "pt",
    "zh-CN": "zh",
}
"""Discord's locales that have a catalogue; every other one reads English."""

WITHOUT_PLURAL: Final = frozenset({"ja", "zh"})


class Texts:
    """The texts of one language: `texts("answer.rules")`; a missing key is a bug and raises `KeyError`."""

    def __init__(self, language: Language, entries: Mapping[str, Any]) -> None:
        self.language = language
        self.entries = entries

    def __call__(self, key: str, **values: object) -> str:
        text: str = self.entries[key]
        return text.format(**values) if values else text

    def count(self, key: str, n: int, **values: object) -> str:
        """The form of `key` for `n` things."""
        one = n == 1 or (self.language in ("fr", "pt") and n == 0)
        form = "one" if one and self.language not in WITHOUT_PLURAL else "other"
        return self(f"{key}.{form}", n=n, **values)

    def date(self, iso: str | dt.date | None) -> str:
        """A day as this language writes it; what is no ISO date comes back as it is."""
        try:
            day = iso if isinstance(iso, dt.date) else dt.date.fromisoformat(str(iso))
        except ValueError:
            return str(iso)
        month = self.entries["dates.months"][day.month - 1]
        return self("dates.pattern", day=day.day, month=month, year=day.year)

    def name_of(self, language: str) -> str:
        """A language's name in that language."""
        return str(self.entries.get(f"languages.{language}", language))


def _flat(tree: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


@functools.cache
def texts(language: Language) -> Texts:
    """The catalogue of a language."""
    source = importlib.resources.files("bot") / "locale" / "discord" / f"{language}.yaml"
    return Texts(language, dict(_flat(yaml.safe_load(source.read_text(encoding="utf-8")))))


def language_of(locale: object) -> Language:
    """The language in which a person with this Discord locale reads us."""
    name = str(locale)
    if name.startswith("zh"):
        return "zh"
    return DISCORD_LOCALES.get(name, "en")


def all_texts() -> tuple[Texts, ...]:
    """Every catalogue, in the order of `LANGUAGES`."""
    return tuple(texts(language) for language in LANGUAGES)

"""The corpus that every installation has before it ever synced: two cards, their rulings, rules by number."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

import yaml
from pydantic import TypeAdapter

from knowledge.content import Content, Ruleset, RulingRow, RulingTranslation
from knowledge.models import Card, Fact, Printing, Rule, RulingSource, text_hash

RULES_WRITTEN_FOR = dt.date(2026, 2, 27)
"""The edition of the rules for which the built-in summaries were written."""

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_STRINGS = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


class BuiltinTranslation(Fact):
    """A translated ruling as the data file gives it."""

    language: str
    official: bool
    source: str
    text: str


class BuiltinRuling(Fact):
    """A ruling as the data file gives it."""

    card: str
    published_at: dt.date
    source: RulingSource
    comment: str
    translations: tuple[BuiltinTranslation, ...] = ()


class BuiltinRule(Fact):
    """A rule as the data file gives it; `text` is the start of the SHA-256 of the text it was written for."""

    number: str
    title: str
    summary: str
    text: str


def read(name: str) -> bytes:
    """One of the data files."""
    return (files("knowledge") / "builtin" / name).read_bytes()


def _load(name: str, kind: Any) -> Any:
    return TypeAdapter(kind).validate_python(yaml.load(read(name), Loader=_LOADER))  # noqa: S506 - a safe loader


@cache
def cards() -> tuple[Card, ...]:
    """The built-in cards with their printed names and texts."""
    found: tuple[Card, ...] = _load("cards.yaml", tuple[Card, ...])
    return found


@cache
def rulings() -> tuple[BuiltinRuling, ...]:
    """The built-in rulings."""
    found: tuple[BuiltinRuling, ...] = _load("rulings.yaml", tuple[BuiltinRuling, ...])
    return found


@cache
def rules() -> tuple[BuiltinRule, ...]:
    """The rules that have a line of ours."""
    found: tuple[BuiltinRule, ...] = _load("rules.yaml", tuple[BuiltinRule, ...])
    return found


@cache
def terms() -> tuple[dict[str, tuple[str, ...]], ...]:
    """Words of the game: the English one under "en", the forms that mean it under each language."""
    found: tuple[dict[str, str | list[str]], ...] = _load(
        "terms.yaml", tuple[dict[str, str | list[str]], ...]
    )
    return tuple(
        {language: (forms,) if isinstance(forms, str) else tuple(forms) for language, forms in term.items()}
        for term in found
    )


class Concept(Fact):
    """What players say (English forms, `*` ending a stem) and what rules and rulings call it."""

    say: tuple[str, ...]
    mean: str


@cache
def concepts() -> tuple[Concept, ...]:
    """Players' words for what the rules have other words for."""
    found: tuple[Concept, ...] = _load("concepts.yaml", tuple[Concept, ...])
    return found


class Topic(Fact):
    """What questions are about: the rules that decide, likeliest first, and the patterns that tell (see topics.yaml)."""

    rules: tuple[str, ...]
    ask: tuple[str, ...] = ()
    card: tuple[str, ...] = ()


@cache
def topics() -> tuple[Topic, ...]:
    """What questions are about, with the rules that decide it."""
    # a loader that makes strings only: 613.10 is no number here
    raw = yaml.load(read("topics.yaml"), Loader=_STRINGS)  # noqa: S506 - a safe loader
    found: tuple[Topic, ...] = TypeAdapter(tuple[Topic, ...]).validate_python(raw)
    return found


@cache
def nicknames() -> dict[str, str]:
    """Nicknames of cards, to the English name."""
    found: dict[str, str] = _load("nicknames.yaml", dict[str, str])
    return found


@cache
def corpus_hash() -> str:
    """SHA-256 over the files that the built-in generation is made from."""
    digest = hashlib.sha256()
    for name in ("cards.yaml", "rulings.yaml", "rules.yaml", "nicknames.yaml"):
        digest.update(read(name))
    return digest.hexdigest()


def builtin_content() -> Content:
    """What the first generation is built from."""
    oracle_ids = {card.name: card.oracle_id for card in cards()}
    return Content(
        cards=[card.model_copy(update={"printed": {}}) for card in cards()],
        printings=[
            Printing(
                oracle_id=card.oracle_id,
                language=language,
                name=printed.name,
                type_line=printed.type_line,
                text=printed.text,
                released_at=card.released_at,
            )
            for card in cards()
            for language, printed in card.printed.items()
        ],
        rulings=[
            RulingRow(
                oracle_id=oracle_ids[ruling.card],
                published_at=ruling.published_at,
                source=ruling.source,
                comment=ruling.comment,
            )
            for ruling in rulings()
        ],
        translations=builtin_translations(),
        rulesets=(Ruleset(effective=None, rules=tuple(_rule(rule) for rule in rules())),),
    )


def builtin_translations() -> list[RulingTranslation]:
    """The official translations that ship with the project; a sync keeps them."""
    return [
        RulingTranslation(
            english=ruling.comment,
            language=translation.language,
            text=translation.text,
            official=translation.official,
            source=translation.source,
            published_at=ruling.published_at,
        )
        for ruling in rulings()
        for translation in ruling.translations
    ]


def _rule(rule: BuiltinRule) -> Rule:
    return Rule(number=rule.number, title=rule.title, summary=rule.summary)


def with_summaries(synced: Iterable[Rule]) -> tuple[Rule, ...]:
    """Rules with our lines beside their text: found by the text, so that a line follows a rule that moved.

    A line whose text is not there any more is left out: it might say what the rules no longer do.
    """
    by_text = {rule.text: rule.summary for rule in rules()}
    return tuple(
        rule.model_copy(update={"summary": summary})
        if rule.text and (summary := by_text.get(text_hash(rule.text)[:16]))
        else rule
        for rule in synced
    )

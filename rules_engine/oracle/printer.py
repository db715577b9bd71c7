"""Abilities → Oracle text."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.model.abilities import Ability, SpellAbility
from rules_engine.model.terms import ExiledWith
from rules_engine.oracle.abilities import Abilities, write_paragraph
from rules_engine.oracle.grammar import Context, Text
from rules_engine.oracle.tokens import OWN_NAME, PARAGRAPH, join


def print_words(
    abilities: Abilities, types: frozenset[str], like: Sequence[str] | None = None
) -> list[str] | None:
    """One paragraph as words; `like` chooses among wordings that mean the same. None: no wording says exactly this."""
    start = Text(tuple(like) if like is not None else None)
    for said in write_paragraph(abilities, start, Context(types=types, exiled=ExiledWith())):
        if like is None or said.length == len(like):
            return said.words()
    return None


def print_ability(
    ability: Ability, *, name: str = "", types: frozenset[str] = frozenset({"creature"})
) -> str:
    """An ability as Oracle text, in the usual wording; the object is called by `name`, or "this creature" and so on."""
    if isinstance(ability, SpellAbility) and not types & {"instant", "sorcery"}:
        types = frozenset({"sorcery"})
    words = print_words((ability,), types)
    if words is None:
        raise ValueError(f"no wording for {ability!r}")
    return in_words(words, name, types)


def in_words(words: Sequence[str], name: str, types: frozenset[str]) -> str:
    """Words as text, with the object's name in place of its sign."""
    called = name or next(
        (
            f"this {noun}"
            for noun in ("creature", "artifact", "enchantment", "land", "planeswalker")
            if noun in types
        ),
        "this spell",
    )
    return join([called if word == OWN_NAME else word for word in words])


__all__ = ["PARAGRAPH", "in_words", "print_ability", "print_words"]

"""What later words can mean after an instruction: the thing it moved, made, or chose (CR 400.7, 608.2c)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules_engine.model.abilities import CreateCopyToken, CreateToken, Move
from rules_engine.model.terms import All, Fixed, ObjectRef, Those
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Afterwards, Context, Mention

_IT = Those("it")


def forget(context: Context) -> Context:
    """The last thing moved or made is no longer "it", since another instruction has taken that place."""
    if all(mention.ref != _IT for mention in context.mentions):
        return context
    return replace(context, mentions=tuple(m for m in context.mentions if m.ref != _IT))


def moved(context: Context, node: Any) -> Context:
    """After an object went elsewhere, "it" and "that card" are the new object (CR 400.7j)."""
    what: ObjectRef = node.what
    many = isinstance(what, All) or any(m.plural for m in context.mentions if m.ref == what)
    context = replace(
        context,
        mentions=tuple(
            replace(m, moved=True) if m.ref == what else m for m in context.mentions if m.ref != _IT
        ),
    )
    nouns = frozenset({"card"})
    if isinstance(node, Move) and node.to is Zone.BATTLEFIELD:
        # What it was called as a card it is called as a permanent, unless that was "spell".
        known = [m.nouns for m in context.mentions if m.ref == what]
        nouns = nouns.union(*known, {"permanent"}) - {"spell", "token"}
    return context.mention(Mention(_IT, nouns, plural=many, arrived=True))


def cards(context: Context, node: Any) -> Context:
    """After cards that nobody named were discarded, milled or sacrificed, they are "it" or "them"."""
    many = node.count is None or node.count != Fixed(1)
    return forget(context).mention(Mention(_IT, frozenset({"card"}), plural=many, arrived=True))


def made(context: Context, node: CreateToken | CreateCopyToken) -> Context:
    """After tokens were created, they are "it", "that token", "that creature"."""
    many = node.count != Fixed(1)
    nouns = {"token", "creature", "permanent"}
    return forget(context).mention(Mention(_IT, frozenset(nouns), plural=many))


def changed(context: Context, node: Any) -> Context:
    """After a continuous effect began, what it changed is what it was."""
    return context if node.what == _IT else forget(context)


def named(slot: str, *nouns: str) -> Afterwards:
    """After an instruction that gives its object a name of its own."""

    def then(context: Context, node: Any) -> Context:
        return context.mention(Mention(Those(slot), frozenset(nouns)))

    return then

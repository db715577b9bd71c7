"""Tokens, counters and mana (CR 106, 111, 122)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.mana import COLORS
from rules_engine.model.terms import Fixed
from rules_engine.oracle.grammar import (
    Context,
    Form,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    define,
    slot,
)
from rules_engine.oracle.instructions.life import for_each
from rules_engine.oracle.instructions.mentions import made
from rules_engine.oracle.lists import Listed
from rules_engine.oracle.predefined import PREDEFINED

_MANA_SYMBOLS = frozenset({*COLORS, "C"})


class ManaAdded(Slot):
    """ "{G}{G}": mana that is added, as symbols."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        symbols: tuple[str, ...] = ()
        while reader.word(at)[1:-1] in _MANA_SYMBOLS and reader.word(at).startswith("{"):
            symbols = (*symbols, reader.word(at)[1:-1])
            at += 1
        if symbols:
            yield symbols, at, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says("{" + symbol + "}" for symbol in value)
        if said is not None and value:
            yield said, context


define("mana-added", ManaAdded())
define("mana-choices", Listed(_choice := ManaAdded(), joints=("or",)))
_ANY = {"any_color": True, "choices": ()}

_CLUE = {"token": PREDEFINED["clue"], "count": Fixed(1)}


def _then_granted(template: str) -> Form:
    """ "Create a … token. It has “…”": the ability is part of what the token is."""

    def build(values: dict[str, Any]) -> ab.CreateToken | None:
        token = values["token"]
        if token.abilities:
            return None
        return ab.CreateToken(replace(token, abilities=values["abilities"]), values["count"], values["who"])

    def unbuild(node: ab.CreateToken) -> dict[str, Any] | None:
        if not node.token.abilities or node.tapped:
            return None
        plain = replace(node.token, abilities=())
        return {"token": plain, "abilities": node.token.abilities, "count": node.count, "who": node.who}

    return Form(ab.CreateToken, template, build=build, unbuild=unbuild, then=made)


FORMS = (
    _then_granted("<who:who> create(s) <count:a> <token:token> . it has <abilities:granted>"),
    _then_granted("<who:who> create(s) <count:a> <token:token> . they have <abilities:granted>"),
    Form(ab.CreateToken, "<who:who> investigate(s)", _CLUE, then=made),
    Form(ab.CreateToken, "<who:who> create(s) <count:a> <token:token>", then=made),
    Form(ab.CreateToken, "<who:who> create(s) <count:a> tapped <token:token>", {"tapped": True}, then=made),
    for_each(
        ab.CreateToken,
        "<who:who> create(s) <base:a> <token:token> for each <each:each>",
        "count",
        ("who", "token"),
    ),
    Form(ab.CreateCopyToken, "<who:who> create(s) a token that 's a copy of <of:one-object>", then=made),
    Form(
        ab.CreateCopyToken,
        "<who:who> create(s) a token that 's a copy of <of:one-object> , except <exceptions:copy-exceptions>",
        then=made,
    ),
    Form(
        ab.CreateCopyToken,
        "<who:who> create(s) <count:several> tokens that are copies of <of:one-object>",
        then=made,
    ),
    Form(ab.PutCounters, "put <count:a> <kind:counter-kind> counter[s] on <what:object>"),
    for_each(
        ab.PutCounters,
        "put <base:a> <kind:counter-kind> counter[s] on <what:object> for each <each:each>",
        "count",
        ("kind", "what"),
    ),
    Form(ab.RemoveCounters, "remove <count:a> <kind:counter-kind> counter[s] from <what:object>"),
    Form(ab.RemoveCounters, "remove all <kind:counter-kind> counters from <what:object>", {"count": None}),
    Form(
        ab.RemoveCounters,
        "remove <counted:those-counters>",
        build=lambda v: ab.RemoveCounters(v["counted"][0], v["counted"][1], None),
        unbuild=lambda n: {"counted": (n.what, n.kind)} if n.count is None else None,
    ),
    Form(ab.AddMana, "add <choices:mana-choices>"),
    Form(ab.AddMana, "add one mana of any color", _ANY),
    Form(
        ab.AddMana,
        "add <count:several> mana of any one color",
        _ANY,
    ),
    Form(
        ab.AddMana,
        "add <choices:mana-one> for each <count:each>",
    ),
)


class OneChoice(Slot):
    """Mana without alternatives."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for symbols, end, after in _choice.read(reader, at, context):
            yield (symbols,), end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if len(value) == 1:
            yield from _choice.write(value[0], text, context)


class Several(Slot):
    """ "two", "three", "X": a number that is not written "a"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("a").read(reader, at, context):
            if value != Fixed(1):
                yield value, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if value != Fixed(1):
            yield from slot("a").write(value, text, context)


define("mana-one", OneChoice())
define("several", Several())

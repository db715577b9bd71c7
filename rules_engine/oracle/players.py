"""Players: "you", "each opponent", "that player", "its controller" (CR 102, 109.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_engine.model.terms import (
    Controller,
    DefendingPlayer,
    EachPlayer,
    EventPlayer,
    Owner,
    PlayerRef,
    You,
)
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Mention,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    Union,
    define,
    slot,
)
from rules_engine.oracle.references import Possessive, Pronoun
from rules_engine.oracle.targets import TargetSlot


class Who(Slot):
    """The player who does something: the subject of a sentence, or nobody named in "draw a card" (then you).

    named: usually named, even when it is you ("you gain 1 life"). Sets the subject, so that later verbs, "their" and "they control" agree.
    """

    def __init__(self, *, named: bool = False) -> None:
        self._named = named

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        yield context.subject, at, context
        yield from slot("named-player").read(reader, at, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if self._named:
            yield from slot("named-player").write(value, text, context)
        if value == context.subject:
            yield text, context
        if not self._named:
            yield from slot("named-player").write(value, text, context)


def _subject(third: bool) -> Any:
    return lambda context, node: context.but(subject=node, third=third)


def _each_subject(context: Context, node: EachPlayer) -> Context:
    return context.but(subject=node, third=True)


def _plain(context: Context, node: PlayerRef) -> Context:
    return context


def _players(*, subject: bool) -> Slot:
    """Players named in a sentence; as its subject, or as what something is done to."""
    named = _subject(True) if subject else _plain
    return Union(
        Choice(
            Form(You, "you", then=_subject(False) if subject else _plain),
            Form(EachPlayer, "each player", {"who": "player"}, then=named),
            Form(EachPlayer, "each opponent", {"who": "opponent"}, then=named),
            Form(EachPlayer, "each other player", {"who": "other player"}, then=named),
            Form(DefendingPlayer, "defending player", then=named),
            Form(Controller, "<of:possessive> controller", then=named),
            Form(Owner, "<of:possessive> owner", then=named),
        ),
        TargetSlot(players=True, objects=False, subject=subject),
        Pronoun(player=True, subject=subject),
    )


define("named-player", _players(subject=True))
define("who", Who())
define("named-who", Who(named=True))
define("whom", _players(subject=False))
define(
    "player-possessive",
    Union(
        Choice(Form(You, "your")), Possessive(_players(subject=False)), Pronoun(player=True, possessive=True)
    ),
)
define(
    "others-possessive",
    Union(Possessive(_players(subject=False)), Pronoun(player=True, possessive=True)),
)
define("recipient", Union(TargetSlot(players=True, objects=True), slot("object"), slot("whom")))


class ThatPlayer(Slot):
    """ "that player", where only one was spoken of, and the rest of the sentence says who it must be."""

    _WORDS = ("that", "player")

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if self._fits(context) and reader.has(at, self._WORDS):
            yield None, at + len(self._WORDS), context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(self._WORDS) if self._fits(context) else None
        if said is not None:
            yield said, context

    def _fits(self, context: Context) -> bool:
        return sum(mention.is_player for mention in context.mentions) == 1


define("that-player", ThatPlayer())


def event_player(context: Context, *, opponent: bool = False) -> Context:
    """The context after a trigger condition spoke of a player."""
    nouns = frozenset({"player", "opponent"}) if opponent else frozenset({"player"})
    return context.mention(Mention(EventPlayer(), nouns))

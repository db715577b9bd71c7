"""Trigger conditions: "whenever a creature you control dies", "at the beginning of your upkeep" (CR 603)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import Attached, Filter, Subject, This
from rules_engine.model.zones import Step, Zone
from rules_engine.oracle.filters import FilterSlot
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Mention,
    Phrases,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    define,
    slot,
)
from rules_engine.oracle.players import event_player
from rules_engine.oracle.references import mention_this
from rules_engine.oracle.targets import nouns_of


class What(Slot):
    """What a trigger watches: "this creature", "enchanted creature", "another creature you control".

    many: "one or more creatures you control". zone: where its cards are, for "a card".
    """

    def __init__(self, *, many: bool = False, zone: Zone | None = None) -> None:
        self._many, self._zone = many, zone

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if self._many:
            if reader.has(at, ("one", "or", "more")):
                for what, end, _ in FilterSlot(many=True, zone=self._zone).read(reader, at + 3, context):
                    yield what, end, self._after(context, what)
            return
        for value, end, after in slot("this").read(reader, at, context):
            yield value, end, replace(after, third=True)
        for value, end, after in slot("attached").read(reader, at, context):
            yield value, end, replace(after, third=True)
        word = reader.word(at)
        if word in ("a", "an", "another"):
            for what, end, _ in FilterSlot(many=False, zone=self._zone).read(reader, at + 1, context):
                if not what.other:
                    made = replace(what, other=True) if word == "another" else what
                    yield made, end, self._after(context, made)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if self._many:
            said = text.says(("one", "or", "more"))
            if said is not None and isinstance(value, Filter):
                for done, _ in FilterSlot(many=True, zone=self._zone).write(value, said, context):
                    yield done, self._after(context, value)
            return
        if isinstance(value, This):
            for done, after in slot("this").write(value, text, context):
                yield done, replace(after, third=True)
        elif isinstance(value, Attached):
            for done, after in slot("attached").write(value, text, context):
                yield done, replace(after, third=True)
        elif isinstance(value, Filter):
            for article in ("another",) if value.other else ("a", "an"):
                said = text.say(article)
                if said is not None:
                    plain = replace(value, other=False)
                    for done, _ in FilterSlot(many=False, zone=self._zone).write(plain, said, context):
                        yield done, self._after(context, value)

    def _after(self, context: Context, what: Filter) -> Context:
        mention = Mention(Subject("object"), nouns_of(what), plural=self._many)
        return replace(context.mention(mention), third=not self._many)


class ThisOrAnother(Slot):
    """ "this creature or another creature you control": both, as a pair; "it" is whichever it was."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for _, end, _ in slot("this").read(reader, at, context):
            if reader.word(end) == "or":
                for what, done, _ in slot("another").read(reader, end + 1, context):
                    yield (This(), what), done, self._after(context, what)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, tuple) and len(value) == 2 and value[0] == This():
            for said, _ in slot("this").write(This(), text, context):
                joined = said.say("or")
                if joined is not None:
                    for done, _ in slot("another").write(value[1], joined, context):
                        yield done, self._after(context, value[1])

    def _after(self, context: Context, what: Filter) -> Context:
        return replace(context.mention(Mention(Subject("object"), nouns_of(what))), third=True)


# What one thing can do, for conditions that name two of them or two things.
_EVENTS: dict[str, Any] = {
    "enters": lambda what: ab.ChangesZone(what, to=Zone.BATTLEFIELD),
    "attacks": ab.Attacks,
    "blocks": ab.Blocks,
    "dies": lambda what: ab.ChangesZone(what, Zone.BATTLEFIELD, Zone.GRAVEYARD),
    "becomes blocked": lambda what: ab.Blocks(what, becomes_blocked=True),
    "leaves the battlefield": lambda what: ab.ChangesZone(what, origin=Zone.BATTLEFIELD),
    "becomes tapped": lambda what: ab.StatusChange(what, "tapped"),
    "transforms into ~": lambda what: ab.StatusChange(what, "transforms"),
}
_PAIRS = (
    ("enters", "attacks"),
    ("attacks", "blocks"),
    ("blocks", "becomes blocked"),
    ("enters", "dies"),
    ("enters", "leaves the battlefield"),
    ("attacks", "dies"),
    ("attacks", "becomes blocked"),
    ("enters", "transforms into ~"),
)


def _enters_yours(values: dict[str, Any]) -> ab.ChangesZone | None:
    """The controller said behind the verb instead of in the description."""
    what = values["what"]
    if not isinstance(what, Filter) or what.controller is not None or what.any_of:
        return None
    return ab.ChangesZone(replace(what, controller="you"), to=Zone.BATTLEFIELD)


def _two_events(first: str, second: str) -> Form:
    def build(values: dict[str, Any]) -> ab.EitherTrigger:
        return ab.EitherTrigger((_EVENTS[first](values["what"]), _EVENTS[second](values["what"])))

    def unbuild(node: ab.EitherTrigger) -> dict[str, Any] | None:
        what = getattr(node.options[0], "what", None)
        return {"what": what} if what is not None and node == build({"what": what}) else None

    return Form(ab.EitherTrigger, f"<what:what> {first} or {second}", build=build, unbuild=unbuild)


def _two_things(event: str) -> Form:
    def build(values: dict[str, Any]) -> ab.EitherTrigger:
        return ab.EitherTrigger(tuple(_EVENTS[event](what) for what in values["both"]))

    def unbuild(node: ab.EitherTrigger) -> dict[str, Any] | None:
        both = tuple(getattr(option, "what", None) for option in node.options)
        return {"both": both} if node == build({"both": both}) else None

    return Form(ab.EitherTrigger, f"<both:this-or-another> {event}", build=build, unbuild=unbuild)


class DamageTo(Slot):
    """To whom damage is dealt, in a trigger condition."""

    _WORDS = (
        ("player", ("a", "player")),
        ("opponent", ("an", "opponent")),
        ("you", ("you",)),
        ("creature", ("a", "creature")),
    )

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, words in self._WORDS:
            if reader.has(at, words):
                yield value, at + len(words), self._after(context, value)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for known, words in self._WORDS:
            if known == value:
                said = text.says(words)
                if said is not None:
                    yield said, self._after(context, known)

    def _after(self, context: Context, value: str) -> Context:
        context = replace(context, amount=True)
        if value in ("player", "opponent"):
            return event_player(context, opponent=value == "opponent")
        if value == "creature":
            return context.mention(Mention(Subject("recipient"), frozenset({"creature", "permanent"})))
        return context


def _amount(context: Context, node: Any) -> Context:
    return replace(context, amount=True)


def _player(context: Context, node: Any) -> Context:
    return event_player(context, opponent=node.who == "opponent") if node.who != "you" else context


def _life(context: Context, node: Any) -> Context:
    return _amount(_player(context, node), node)


def _cast(context: Context, node: Any) -> Context:
    context = _player(context, node)
    if isinstance(node.what, This):
        return context
    return context.mention(Mention(Subject("object"), frozenset({"spell"})))


def _blocker(context: Context, node: Any) -> Context:
    return context.mention(Mention(Subject("object"), nouns_of(node.by)))


def _this_spell(context: Context, node: Any) -> Context:
    return mention_this(context)


def _own_step(context: Context, node: Any) -> Context:
    return event_player(context, opponent=node.whose == "opponent") if node.whose != "you" else context


_STEPS = {
    Step.UPKEEP: "upkeep",
    Step.DRAW: "draw step",
    Step.END: "end step",
    Step.PRECOMBAT_MAIN: ("precombat main phase", "first main phase"),
    Step.POSTCOMBAT_MAIN: "postcombat main phase",
}
define("step", Phrases(_STEPS))
define("caster-who", Phrases({"you": "you", "opponent": "an opponent", "player": "a player"}))


class WhoTriggers(Slot):
    """ "you", "a player", "an opponent" in a trigger condition; sets the number of the verb."""

    _WORDS = (("you", ("you",)), ("player", ("a", "player")), ("opponent", ("an", "opponent")))

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, words in self._WORDS:
            if reader.has(at, words):
                yield value, at + len(words), context.but(third=value != "you")

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for known, words in self._WORDS:
            said = text.says(words) if known == value else None
            if said is not None:
                yield said, context.but(third=value != "you")


class SpellCast(Slot):
    """ "a spell", "an instant or sorcery spell", "another spell"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) in ("a", "an"):
            for what, end, after in FilterSlot(many=False).read(reader, at + 1, context):
                if what.zone == Zone.STACK:
                    yield what, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Filter) and value.zone == Zone.STACK:
            for article in ("a", "an"):
                said = text.say(article)
                if said is not None:
                    yield from FilterSlot(many=False).write(value, said, context)


define("this-or-another", ThisOrAnother())
define("what", What())
define("what-many", What(many=True))
define("what-card", What(zone=Zone.GRAVEYARD))
define("damage-to", DamageTo())
define("who-triggers", WhoTriggers())
define("spell-cast", SpellCast())
define(
    "from-zone",
    Phrases(
        {
            Zone.EXILE: "from exile",
            Zone.GRAVEYARD: "from a graveyard",
            Zone.HAND: "from their hand",
            Zone.LIBRARY: "from a library",
        }
    ),
)
_DIES: dict[str, Any] = {"origin": Zone.BATTLEFIELD, "to": Zone.GRAVEYARD}
define(
    "trigger",
    Choice(
        Form(ab.DealsDamage, "<source:what> deal(s) combat damage to <to:damage-to>", {"combat": True}),
        Form(ab.DealsDamage, "<source:what> deal(s) damage to <to:damage-to>"),
        Form(ab.DealsDamage, "<source:what> deal(s) damage", {"to": "any"}, then=_amount),
        Form(
            ab.DealsDamage, "<source:what> deal(s) combat damage", {"to": "any", "combat": True}, then=_amount
        ),
        Form(
            ab.DealsDamage,
            "<source:what-many> deal(s) combat damage to <to:damage-to>",
            {"combat": True, "batched": True},
        ),
        Form(ab.IsDealtDamage, "<what:what> is dealt damage", then=_amount),
        Form(ab.IsDealtDamage, "<what:what> is dealt combat damage", {"combat": True}, then=_amount),
        Form(ab.IsDealtDamage, "you 're dealt damage", {"what": "you"}, then=_amount),
        Form(ab.ChangesZone, "<what:what> enters", {"to": Zone.BATTLEFIELD}),
        Form(
            ab.ChangesZone,
            "<what:what> enters under your control",
            build=_enters_yours,
            unbuild=lambda n: (
                {"what": replace(n.what, controller=None)}
                if isinstance(n.what, Filter)
                and n.what.controller == "you"
                and n == ab.ChangesZone(n.what, to=Zone.BATTLEFIELD)
                else None
            ),
        ),
        Form(ab.ChangesZone, "<what:what-many> enter", {"to": Zone.BATTLEFIELD, "batched": True}),
        Form(ab.ChangesZone, "<what:what> dies", _DIES),
        Form(ab.ChangesZone, "<what:what-many> die", {**_DIES, "batched": True}),
        Form(ab.ChangesZone, "<what:what> is put into a graveyard from the battlefield", _DIES),
        Form(
            ab.ChangesZone,
            "<what:what> is put into your graveyard from the battlefield",
            build=lambda v: (
                ab.ChangesZone(replace(v["what"], owner="you"), **_DIES)
                if isinstance(v["what"], Filter) and v["what"].owner is None
                else None
            ),
            unbuild=lambda n: (
                {"what": replace(n.what, owner=None)}
                if isinstance(n.what, Filter) and n == ab.ChangesZone(replace(n.what, owner="you"), **_DIES)
                else None
            ),
        ),
        Form(ab.PlayerDoes, "you cycle <this-only>", {"who": "you", "action": "cycle this"}),
        Form(ab.PlayerDoes, "you cycle a card", {"who": "you", "action": "cycle"}),
        Form(ab.PlayerDoes, "you cycle or discard a card", {"who": "you", "action": "cycle or discard"}),
        Form(ab.ChangesZone, "<what:what> leaves the battlefield", {"origin": Zone.BATTLEFIELD}),
        Form(
            ab.ChangesZone, "<what:what-card> is put into a graveyard from anywhere", {"to": Zone.GRAVEYARD}
        ),
        Form(ab.CastsSpell, "<who:who-triggers> cast(s) <what:spell-cast>", then=_cast),
        Form(ab.CastsSpell, "<who:who-triggers> cast(s) <what:spell-cast> <origin:from-zone>", then=_cast),
        Form(
            ab.CastsSpell,
            "<who:who-triggers> cast(s) <what:spell-cast> that targets only <this-only>",
            {"only_this": True},
            then=_cast,
        ),
        Form(ab.CastsSpell, "you cast <what:this-spell>", {"who": "you"}, then=_this_spell),
        Form(ab.BeginningOf, "the beginning of your <step:step>", {"whose": "you"}),
        Form(ab.BeginningOf, "the beginning of the <step:step>", {"whose": "player"}, then=_own_step),
        Form(ab.BeginningOf, "the beginning of each <step:step>", {"whose": "player"}, then=_own_step),
        Form(
            ab.BeginningOf, "the beginning of each player 's <step:step>", {"whose": "player"}, then=_own_step
        ),
        Form(
            ab.BeginningOf,
            "the beginning of each opponent 's <step:step>",
            {"whose": "opponent"},
            then=_own_step,
        ),
        Form(
            ab.BeginningOf,
            "the beginning of combat on your turn",
            {"step": Step.BEGINNING_OF_COMBAT, "whose": "you"},
        ),
        *(_two_events(first, second) for first, second in _PAIRS),
        *(_two_things(event) for event in ("enters", "attacks", "dies")),
        Form(ab.Attacks, "<what:what> attacks"),
        Form(ab.Attacks, "<what:what> attacks alone", {"alone": True}),
        Form(ab.AttacksUnblocked, "<what:what> attacks and isn't blocked"),
        Form(ab.Blocks, "<what:what> blocks"),
        Form(ab.Blocks, "<what:what> becomes blocked", {"becomes_blocked": True}),
        Form(
            ab.Blocks,
            "<what:what> becomes blocked by <by:a-single>",
            {"becomes_blocked": True},
            then=_blocker,
        ),
        Form(
            ab.BecomesTarget,
            "<what:what> becomes the target of a spell or ability",
            {"by": "spell or ability"},
        ),
        Form(ab.BecomesTarget, "<what:what> becomes the target of a spell", {"by": "spell"}),
        Form(ab.BecomesTarget, "<what:what> becomes the target of an ability", {"by": "ability"}),
        Form(
            ab.BecomesTarget,
            "<what:what> becomes the target of a spell or ability an opponent controls",
            {"by": "spell or ability", "controlled_by": "opponent"},
        ),
        Form(
            ab.BeginningOf,
            "the beginning of each combat",
            {"step": Step.BEGINNING_OF_COMBAT, "whose": "player"},
        ),
        Form(ab.PlayerDoes, "you attack", {"who": "you", "action": "attack"}),
        Form(
            ab.PlayerDoes,
            "you attack with <at_least:number-word> or more creatures",
            {"who": "you", "action": "attack"},
        ),
        Form(ab.PlayerDoes, "you foretell a card", {"who": "you", "action": "foretell"}),
        Form(ab.PlayerDoes, "you plot a card", {"who": "you", "action": "plot"}),
        Form(ab.PlayerDoes, "you scry", {"who": "you", "action": "scry"}),
        Form(ab.PlayerDoes, "you surveil", {"who": "you", "action": "surveil"}),
        Form(ab.PlayerDoes, "<who:who-triggers> draw(s) a card", {"action": "draw"}, then=_player),
        Form(ab.PlayerDoes, "<who:who-triggers> discard(s) a card", {"action": "discard"}, then=_player),
        Form(ab.PlayerDoes, "<who:who-triggers> gain(s) life", {"action": "gain life"}, then=_life),
        Form(ab.PlayerDoes, "<who:who-triggers> lose(s) life", {"action": "lose life"}, then=_life),
        Form(
            ab.PlayerDoes,
            "<who:who-triggers> sacrifice(s) <what:a-single>",
            {"action": "sacrifice"},
            then=_player,
        ),
        Form(ab.StatusChange, "<what:what> becomes tapped", {"change": "tapped"}),
        Form(ab.StatusChange, "<what:what> becomes untapped", {"change": "untapped"}),
        Form(ab.StatusChange, "<what:what> becomes plotted", {"change": "plotted"}),
        Form(ab.StatusChange, "<what:what> is turned face up", {"change": "turned face up"}),
        Form(ab.StatusChange, "<what:what> becomes monstrous", {"change": "monstrous"}),
        Form(ab.StatusChange, "<what:what> transforms", {"change": "transforms"}),
        Form(ab.DaytimeChanges, "day becomes night or night becomes day"),
        Form(ab.DaytimeChanges, "night becomes day", {"to": "day"}),
        Form(ab.DaytimeChanges, "day becomes night", {"to": "night"}),
        Form(ab.StatusChange, "<what:this> transforms into ~", {"change": "transforms"}),
    ),
)
_NEXT_MAIN = ab.EitherTrigger(
    (ab.BeginningOf(Step.PRECOMBAT_MAIN, "you"), ab.BeginningOf(Step.POSTCOMBAT_MAIN, "you"))
)
define(
    "delayed-trigger",
    Choice(
        Form(ab.BeginningOf, "at the beginning of the next <step:step>", {"whose": "next"}),
        Form(ab.BeginningOf, "at the beginning of your next <step:step>", {"whose": "you"}),
        Form(
            ab.EitherTrigger,
            "at the beginning of your next main phase",
            build=lambda v: _NEXT_MAIN,
            unbuild=lambda n: {} if n == _NEXT_MAIN else None,
        ),
        Form(ab.BeginningOf, "at end of combat", {"step": Step.END_OF_COMBAT, "whose": "next"}),
        Form(ab.BeginningOf, "at the beginning of the next turn 's <step:step>", {"whose": "next"}),
    ),
)

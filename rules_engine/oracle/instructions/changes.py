"""Continuous effects that a resolution begins (CR 611.2), and shields against damage (CR 614–615)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.mana import COLOR_LETTERS
from rules_engine.model.terms import All, Filter, Target, This, Those, You
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import (
    Context,
    Form,
    Phrases,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    Union,
    Verb,
    define,
    parse_template,
    slot,
)
from rules_engine.oracle.instructions.mentions import changed

define(
    "colored",
    Phrases({Filter(any_colors=frozenset({letter})): name for name, letter in COLOR_LETTERS.items()}),
)
define("do-not", Verb("don't", "doesn't", noun=False))
define("still-a", Phrases({None: ("it 's still a land", "they 're still lands")}))
define(
    "duration",
    Union(slot("plain-duration"), slot("while-controlled"), slot("while-tapped"), slot("while-there")),
)


class WhileControlled(Slot):
    """ "for as long as you control this creature"."""

    _WORDS = ("for", "as", "long", "as", "you", "control")

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.has(at, self._WORDS):
            for _, end, after in slot("this").read(reader, at + len(self._WORDS), context):
                yield "for as long as you control this", end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(self._WORDS) if value == "for as long as you control this" else None
        if said is not None:
            yield from slot("this").write(This(), said, context)


class WhileTapped(Slot):
    """ "for as long as this artifact remains tapped"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.has(at, ("for", "as", "long", "as")):
            for _, end, after in slot("this").read(reader, at + 4, context):
                if reader.has(end, ("remains", "tapped")):
                    yield "for as long as this remains tapped", end + 2, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        fits = value == "for as long as this remains tapped"
        said = text.says(("for", "as", "long", "as")) if fits else None
        if said is not None:
            for named, after in slot("this").write(This(), said, context):
                done = named.says(("remains", "tapped"))
                if done is not None:
                    yield done, after


class GraveyardSubject(Slot):
    """ "target instant card in your graveyard", "each instant card in your graveyard"."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("subject-object").read(reader, at, context):
            what: Any = value.what if isinstance(value, All) else None
            if isinstance(value, Target):
                specs = after.targets[value.index].what
                what = specs[0] if len(specs) == 1 else None
            if isinstance(what, Filter) and what.zone is Zone.GRAVEYARD:
                yield value, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, All | Target):
            yield from slot("subject-object").write(value, text, context)


class StillThere(Slot):
    """ "It": not a card that was only just exiled, say, and gains nothing there."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("it-subject").read(reader, at, context):
            if self._is_there(value, context):
                yield value, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if self._is_there(value, context):
            yield from slot("it-subject").write(value, text, context)

    def _is_there(self, value: Any, context: Context) -> bool:
        return any(m.ref == value and m.nouns != {"card"} for m in context.mentions)


define("still-there", StillThere())
define("graveyard-subject", GraveyardSubject())
define("while-controlled", WhileControlled())


class WhileThere(Slot):
    """ "for as long as this creature remains on the battlefield"."""

    _VALUE = "for as long as this remains on the battlefield"
    _END = ("remains", "on", "the", "battlefield")

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.has(at, ("for", "as", "long", "as")):
            for _, end, after in slot("this").read(reader, at + 4, context):
                if reader.has(end, self._END):
                    yield self._VALUE, end + len(self._END), after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        said = text.says(("for", "as", "long", "as")) if value == self._VALUE else None
        if said is not None:
            for named, after in slot("this").write(This(), said, context):
                done = named.says(self._END)
                if done is not None:
                    yield done, after


define("while-there", WhileThere())
define("while-tapped", WhileTapped())
define(
    "plain-duration",
    Phrases(
        {
            "until end of turn": "until end of turn",
            "until end of combat": "until end of combat",
            "until your next turn": "until your next turn",
            "until your next end step": "until your next end step",
            "until the end of your next turn": "until the end of your next turn",
        }
    ),
)
_THIS_TURN = {"duration": "this turn"}


def _control(template: str, *, permanent: bool = False) -> Form:
    def build(values: dict[str, object]) -> ab.Change:
        duration = "permanent" if permanent else values["duration"]
        return ab.Change(values["what"], (ab.SetController(values["who"]),), duration)  # type: ignore[arg-type]

    def unbuild(node: ab.Change) -> dict[str, object] | None:
        only = node.modifications[0] if len(node.modifications) == 1 else None
        if not isinstance(only, ab.SetController) or (node.duration == "permanent") is not permanent:
            return None
        values = {"what": node.what, "who": only.who, "duration": node.duration}
        return {name: value for name, value in values.items() if not (permanent and name == "duration")}

    return Form(ab.Change, template, build=build, unbuild=unbuild, then=changed)


_FROZEN = (ab.Rule("doesn't untap"),)


def _with_rule(template: str) -> Form:
    """ "gets +1/+0 until end of turn and can't be blocked this turn": one effect, since both end with the turn (CR 514.2)."""

    def build(values: dict[str, Any]) -> ab.Change:
        return ab.Change(values["what"], (*values["first"], *values["second"]))

    def unbuild(node: ab.Change) -> dict[str, Any] | None:
        cut = next((i for i, part in enumerate(node.modifications) if isinstance(part, ab.Rule)), 0)
        if not cut or node != ab.Change(node.what, node.modifications):
            return None
        return {"what": node.what, "first": node.modifications[:cut], "second": node.modifications[cut:]}

    return Form(ab.Change, template, build=build, unbuild=unbuild, then=changed)


_CHANGES = (
    Form(
        ab.Change,
        "<what:subject-object> <modifications:effect-modifications> <duration:duration>",
        then=changed,
    ),
    Form(
        ab.Change,
        "<duration:duration> , <what:subject-object> <modifications:effect-modifications>",
        then=changed,
    ),
    Form(
        ab.Change, "<what:subject-object> become(s) <modifications:become> <duration:duration>", then=changed
    ),
    Form(
        ab.Change,
        "<duration:duration> , <what:subject-object> become(s) <modifications:become>",
        then=changed,
    ),
    Form(ab.Change, "<what:subject-object> <modifications:turn-rule> this turn", _THIS_TURN, then=changed),
    Form(
        ab.Change,
        "<what:subject-object> <do-not> untap during its controller 's next untap step",
        build=lambda v: ab.Change(v["what"], _FROZEN, "its controller's next untap step"),
        unbuild=lambda n: (
            {"what": n.what} if n == ab.Change(n.what, _FROZEN, "its controller's next untap step") else None
        ),
        then=changed,
    ),
    Form(
        ab.Change,
        "<what:this> doesn't untap during your next untap step",
        {"modifications": _FROZEN, "duration": "your next untap step"},
        then=changed,
    ),
    *(
        Form(
            ab.Change,
            f"<what:subject-object> {words}",
            {"modifications": (ab.Rule(kind),), "duration": "this turn"},
            then=changed,
        )
        for kind, words in (
            ("must be blocked", "must be blocked this turn if able"),
            ("attacks if able", "attack(s) this turn if able"),
            ("blocks if able", "block(s) this turn if able"),
            ("can attack despite defender", "can attack this turn as though it didn't have defender"),
        )
    ),
    Form(
        ab.GainProtection,
        "<what:subject-object> gain(s) protection from the color of your choice <duration:duration>",
    ),
    _with_rule(
        "<what:subject-object> <first:effect-modifications> until end of turn and <second:turn-rule> this turn"
    ),
    Form(
        ab.Change,
        "<what:subject-object> become(s) <modifications:become-bare> <duration:duration> . <still-a>",
        then=changed,
    ),
    Form(
        ab.Change,
        "<duration:duration> , <what:subject-object> become(s) <modifications:become-bare> . <still-a>",
        then=changed,
    ),
    _control("<who:named-who> gain(s) control of <what:object> <duration:duration>"),
    _control("<who:named-who> gain(s) control of <what:object>", permanent=True),
    Form(
        ab.Change,
        "switch <what:power-and-toughness> <duration:duration>",
        {"modifications": (ab.SwitchPT(),)},
    ),
)


def _by_choice(node: Any, template: str, **fixed: Any) -> list[Form]:
    """A shield against a source of your choice: the choice, then the shield (CR 609.7)."""
    return [_one_source(node, template, colored, fixed) for colored in (False, True)]


def _one_source(node: Any, template: str, colored: bool, fixed: dict[str, Any]) -> Form:
    text = template.replace("A SOURCE", "a <source:colored> source" if colored else "a source")
    names = [part.field for part in parse_template(text) if part.field and part.field != "source"]

    def build(values: dict[str, Any]) -> ab.ForEachPlayer:
        shield = node(**{name: values[name] for name in names}, **fixed, source=Those("source"))
        return ab.ForEachPlayer(You(), (ab.ChooseSource(values.get("source", Filter())), shield))

    def unbuild(value: ab.ForEachPlayer) -> dict[str, Any] | None:
        first, shield = value.do if len(value.do) == 2 else (None, None)
        if value.who != You() or not isinstance(first, ab.ChooseSource) or not isinstance(shield, node):
            return None
        if (first.what != Filter()) is not colored:
            return None
        taken = {name: getattr(shield, name) for name in names}
        if shield != node(**taken, **fixed, source=Those("source")):
            return None
        return {**taken, "source": first.what} if colored else taken

    return Form(ab.ForEachPlayer, text, build=build, unbuild=unbuild)


_CHOSEN = (
    *_by_choice(
        ab.RedirectDamage,
        "the next <amount:digits> damage that A SOURCE of your choice would deal to <original:recipient> this turn is "
        "dealt to <to:recipient> instead",
    ),
    *_by_choice(
        ab.RedirectDamage,
        "the next <amount:digits> damage that A SOURCE of your choice would deal to you and/or permanents you control "
        "this turn is dealt to <to:recipient> instead",
        original=You(),
        and_yours=True,
    ),
    *_by_choice(
        ab.RedirectDamage,
        "the next time A SOURCE of your choice would deal damage to <original:recipient> this turn , that damage is "
        "dealt to <to:recipient> instead",
        amount=None,
        once=True,
    ),
    *_by_choice(
        ab.PreventDamage,
        "the next time A SOURCE of your choice would deal damage to <to:recipient> this turn , prevent that damage",
        amount=None,
        once=True,
    ),
    *_by_choice(
        ab.PreventDamage,
        "prevent the next <amount:digits> damage that A SOURCE of your choice would deal to <to:recipient> this turn",
    ),
)
_SHIELDS = (
    *_CHOSEN,
    Form(
        ab.RedirectDamage,
        "the next <amount:digits> damage that would be dealt to <original:recipient> this turn is dealt to "
        "<to:recipient> instead",
    ),
    Form(
        ab.RedirectDamage,
        "all damage that would be dealt to <original:recipient> this turn is dealt to <to:recipient> instead",
        {"amount": None},
    ),
    Form(
        ab.PreventDamage,
        "prevent the next <amount:digits> damage that would be dealt to <to:recipient> this turn",
    ),
    Form(
        ab.PreventDamage,
        "prevent all damage that would be dealt to <to:recipient> this turn",
        {"amount": None},
    ),
    Form(
        ab.PreventDamage,
        "prevent all combat damage that would be dealt this turn",
        {"amount": None, "combat": True},
    ),
    Form(
        ab.PreventDamage,
        "prevent all combat damage that would be dealt to <to:recipient> this turn",
        {"amount": None, "combat": True},
    ),
    Form(
        ab.PreventDamage,
        "prevent all combat damage that would be dealt by <source:one-object> this turn",
        {"amount": None, "combat": True},
    ),
)

_COPIES = (
    Form(ab.BecomeCopy, "<what:subject-one> become(s) a copy of <of:one-object>", then=changed),
    Form(
        ab.BecomeCopy,
        "<what:subject-one> become(s) a copy of <of:one-object> <duration:duration>",
        then=changed,
    ),
    Form(
        ab.BecomeCopy,
        "<what:subject-one> become(s) a copy of <of:one-object> , except <exceptions:copy-exceptions>",
        then=changed,
    ),
    Form(
        ab.BecomeCopy,
        "<what:subject-one> become(s) a copy of <of:one-object> <duration:duration> , except <exceptions:copy-exceptions>",
        then=changed,
    ),
    Form(
        ab.BecomeCopy,
        "<what:subject-one> become(s) a copy of <of:one-object> , except it has this ability",
        {"keeps": True},
        then=changed,
    ),
)
_GIVEN = (
    Form(
        ab.Change,
        "<what:still-there> gain(s) <abilities:granted>",
        build=lambda v: ab.Change(v["what"], (ab.AddAbility(v["abilities"]),), "permanent"),
        unbuild=lambda n: (
            {"what": n.what, "abilities": n.modifications[0].abilities}
            if n.duration == "permanent"
            and len(n.modifications) == 1
            and isinstance(n.modifications[0], ab.AddAbility)
            else None
        ),
    ),
    Form(
        ab.Change,
        "<what:graveyard-subject> gain(s) flashback until end of turn . the flashback cost is equal to its mana cost",
        {"modifications": (ab.GrantFlashback(),)},
    ),
)


def _to_and_by() -> Form:
    """ "… dealt to and dealt by that creature": two shields."""
    node: dict[str, Any] = {"amount": None, "combat": True}

    def build(values: dict[str, Any]) -> ab.Together:
        what = values["what"]
        return ab.Together((ab.PreventDamage(to=what, **node), ab.PreventDamage(source=what, **node)))

    def unbuild(value: ab.Together) -> dict[str, Any] | None:
        first = value.do[0]
        values = {"what": first.to} if isinstance(first, ab.PreventDamage) else None
        return values if values is not None and value == build(values) else None

    template = "prevent all combat damage that would be dealt to and dealt by <what:one-object> this turn"
    return Form(ab.Together, template, build=build, unbuild=unbuild)


FORMS = (_to_and_by(), *_CHANGES, *_COPIES, *_GIVEN, *_SHIELDS)

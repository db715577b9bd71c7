"""Static abilities (CR 604): anthems, costs, prohibitions, permissions, replacement effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import All, Attached, Filter, Fixed, Scaled, This, Timing, X
from rules_engine.model.zones import Step, Zone
from rules_engine.oracle import about_players, becoming, forbidding, replacements
from rules_engine.oracle.filters import FilterSlot
from rules_engine.oracle.grammar import (
    Choice,
    Context,
    Form,
    Phrases,
    Printing,
    Reader,
    Reading,
    Slot,
    Text,
    Union,
    define,
    slot,
)
from rules_engine.oracle.instructions.life import scaled, unscaled
from rules_engine.oracle.lists import Listed


class GenericMana(Slot):
    """ "{2}" as an amount of generic mana, "{X}" as X."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        symbol = reader.word(at)
        if symbol == "{X}":
            yield X(), at + 1, context
        elif symbol[1:-1].isdigit() and symbol.startswith("{"):
            yield Fixed(int(symbol[1:-1])), at + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        word = f"{{{value.value}}}" if isinstance(value, Fixed) else "{X}" if isinstance(value, X) else None
        said = text.say(word) if word is not None else None
        if said is not None:
            yield said, context


class Spells(Slot):
    """A plural noun phrase of spells: "spells", "instant and sorcery spells", "creature spells with flying"."""

    def __init__(self, *, many: bool = True) -> None:
        self._many = many

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for what, end, after in FilterSlot(many=self._many).read(reader, at, context):
            if what.zone == Zone.STACK:
                yield what, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, Filter) and value.zone == Zone.STACK:
            yield from FilterSlot(many=self._many).write(value, text, context)


class ThisSpell(Slot):
    """ "this spell", also on a permanent card: the object while it is a spell."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.has(at, ("this", "spell")):
            yield This(), at + 2, context
        elif reader.word(at) == "~":
            yield This(), at + 1, context

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        if isinstance(value, This):
            for words in (("this", "spell"), ("~",)):
                said = text.says(words)
                if said is not None:
                    yield said, context


define("a-source", Phrases({Filter(): "a source", Filter(controller="you"): "a source you control"}))
define("generic", GenericMana())
define("spells", Spells())
define("zone-possessive", Phrases({None: ("your hand",)}))
define("this-spell", ThisSpell())
define("players-who", Phrases({"player": "players", "you": "you", "opponent": "your opponents"}))
define(
    "may-who",
    Phrases({"player": ("players", "each player"), "you": "you"}),
)
define(
    "cast-from",
    Phrases(
        {
            (Zone.EXILE,): "from exile",
            (Zone.GRAVEYARD,): "from graveyards",
            (Zone.LIBRARY,): "from libraries",
            (Zone.GRAVEYARD, Zone.LIBRARY): "from graveyards or libraries",
        }
    ),
)
_COMBAT_STEPS = frozenset(step for step in Step if step.is_combat)
# The steps and phases of a turn before its declare attackers step (CR 500.1).
BEFORE_ATTACKERS = frozenset({Step.UPKEEP, Step.DRAW, Step.PRECOMBAT_MAIN, Step.BEGINNING_OF_COMBAT})
_TIMINGS = {
    Timing(steps=frozenset({Step.UPKEEP}), whose_turn="you"): "your upkeep",
    Timing(steps=frozenset({Step.DRAW}), whose_turn="you"): "your draw step",
    Timing(steps=frozenset({Step.END}), whose_turn="you"): "your end step",
    Timing(steps=frozenset({Step.PRECOMBAT_MAIN, Step.POSTCOMBAT_MAIN}), whose_turn="you"): "your main phase",
    Timing(steps=_COMBAT_STEPS): "combat",
    Timing(steps=frozenset({Step.DECLARE_ATTACKERS})): "the declare attackers step",
    Timing(steps=frozenset({Step.DECLARE_BLOCKERS})): "the declare blockers step",
    Timing(whose_turn="you"): "your turn",
    Timing(steps=BEFORE_ATTACKERS, whose_turn="you"): "your turn , before attackers are declared",
    Timing(steps=_COMBAT_STEPS, whose_turn="you"): "combat on your turn",
    Timing(steps=_COMBAT_STEPS, whose_turn="opponent"): "combat on an opponent 's turn",
    Timing(whose_turn="opponent"): "an opponent 's turn",
}
define("timing", Phrases(_TIMINGS))


def _sizes(template: str, *, power: bool, toughness: bool) -> Form:
    """A characteristic-defining ability of power or toughness (CR 604.3)."""

    def build(values: dict[str, Any]) -> ab.StaticChange:
        value = values["value"]
        size = ab.SetPT(value if power else None, value if toughness else None)
        return ab.StaticChange(values["what"], (size,))

    def unbuild(node: ab.StaticChange) -> dict[str, Any] | None:
        only = node.modifications[0] if len(node.modifications) == 1 else None
        if not isinstance(only, ab.SetPT):
            return None
        value = only.power if only.power is not None else only.toughness
        return (
            {"what": node.what, "value": value}
            if node == build({"what": node.what, "value": value})
            else None
        )

    return Form(ab.StaticChange, template, build=build, unbuild=unbuild)


def _spell_cost(template: str, *, less: bool, each: bool = False) -> Form:
    """What this spell itself costs more or less (CR 601.2f)."""

    def build(values: dict[str, Any]) -> ab.CostChange | None:
        amount = scaled(values["amount"], values["each"]) if each else values["amount"]
        return None if amount is None else ab.CostChange(This(), amount, less=less, whose="you")

    def unbuild(node: ab.CostChange) -> dict[str, Any] | None:
        if node != ab.CostChange(This(), node.amount, less=less, whose="you"):
            return None
        if not each:
            return {"amount": node.amount, "what": node.what}
        taken = unscaled(node.amount)
        return {"what": node.what, "amount": taken[0], "each": taken[1]} if taken else None

    return Form(ab.CostChange, template, build=build, unbuild=unbuild)


_COSTS = (
    _spell_cost("<what:this-spell> costs <amount:generic> less to cast", less=True),
    _spell_cost("<what:this-spell> costs <amount:generic> more to cast", less=False),
    _spell_cost(
        "<what:this-spell> costs <amount:generic> less to cast for each <each:each>", less=True, each=True
    ),
    _spell_cost(
        "<what:this-spell> costs <amount:generic> more to cast for each <each:each>", less=False, each=True
    ),
    Form(ab.CostChange, "<what:spells> cost <amount:generic> more to cast"),
    Form(ab.CostChange, "<what:spells> cost <amount:generic> less to cast", {"less": True}),
    Form(ab.CostChange, "<what:spells> you cast cost <amount:generic> more to cast", {"whose": "you"}),
    Form(
        ab.CostChange,
        "<what:spells> you cast cost <amount:generic> less to cast",
        {"whose": "you", "less": True},
    ),
    Form(
        ab.CostChange,
        "<what:spells> your opponents cast cost <amount:generic> more to cast",
        {"whose": "opponent"},
    ),
    Form(
        ab.CostChange,
        "<what:spells> your opponents cast cost <amount:generic> less to cast",
        {"whose": "opponent", "less": True},
    ),
    Form(
        ab.CostChange,
        "activated abilities cost <amount:generic> more to activate unless they're mana abilities",
        {"what": Filter(), "kind": "ability"},
    ),
    Form(ab.AdditionalCost, "as an additional cost to cast this spell , <options:cost-options>"),
    Form(ab.AlternativeCost, "you may <cost:sentence-cost> rather than pay this spell 's mana cost"),
    Form(ab.AlternativeCost, "rather than pay this spell 's mana cost , you may <cost:sentence-cost>"),
    Form(
        ab.CostMinimum,
        "each spell that would cost less than <amount:number-word> mana to cast costs <same:number-word> mana to cast",
        build=lambda v: ab.CostMinimum(v["amount"]) if v["amount"] == v["same"] else None,
        unbuild=lambda n: {"amount": n.amount, "same": n.amount},
    ),
)


def _owned(what: Filter) -> Filter:
    return replace(what, owner="you")


def _may_cast_from(zone: Zone, words: str) -> Form:
    """ "You may cast […] from [zone]", always of one's own cards."""

    def unbuild(node: ab.MayCastFrom) -> dict[str, object] | None:
        owned = ab.MayCastFrom(zone, _owned(node.what))
        return {"what": replace(node.what, owner=None)} if node == owned else None

    return Form(
        ab.MayCastFrom,
        f"you may cast <what:spells> from {words}",
        build=lambda v: ab.MayCastFrom(zone, _owned(v["what"])),
        unbuild=unbuild,
    )


_CASTING = (
    Form(ab.Prohibition, "<who:players-who> can't cast <what:spells>", {"action": "cast"}),
    Form(ab.Prohibition, "<who:players-who> can't cast <what:spells> <origin:cast-from>", {"action": "cast"}),
    Form(ab.Prohibition, "<who:players-who> can't gain life", {"action": "gain life"}),
    Form(ab.AsThoughFlash, "<who:may-who> may cast <what:spells> as though they had flash"),
    Form(
        ab.MayCastFree,
        "<who:may-who> may cast <what:spells> from <zone-possessive> without paying their mana costs",
    ),
    Form(
        ab.AlternativeCostFor,
        "rather than pay the mana cost for a spell , its controller may <cost:sentence-cost>",
        {"what": Filter(zone=Zone.STACK), "who": "player"},
    ),
    _may_cast_from(Zone.GRAVEYARD, "your graveyard"),
    _may_cast_from(Zone.LIBRARY, "the top of your library"),
    Form(
        ab.AlternativeCostFor,
        "you may <cost:sentence-cost> rather than pay the mana cost for <what:spells> you cast",
    ),
    *(
        Form(ab.CastThisFrom, f"you may cast <this-only> from {words}", {"zones": zones})
        for words, zones in (
            ("exile", (Zone.EXILE,)),
            ("your graveyard", (Zone.GRAVEYARD,)),
            ("your graveyard or from exile", (Zone.GRAVEYARD, Zone.EXILE)),
        )
    ),
    Form(ab.CastOnly, "cast <this-spell-only> only during <timing:timing>"),
)
define(
    "this-spell-only",
    Phrases({None: ("this spell", "~")}),
)
define("cost-options", Listed(slot("sentence-cost"), joints=("or",)))


def _counters_for_each(values: dict[str, Any]) -> ab.Enters | None:
    amount = scaled(values["base"], values["each"])
    return None if amount is None else ab.Enters(values["what"], counters=((values["kind"], amount),))


def _each_of_counters(node: ab.Enters) -> dict[str, Any] | None:
    if len(node.counters) != 1 or node != ab.Enters(node.what, counters=node.counters):
        return None
    kind, amount = node.counters[0]
    taken = unscaled(amount)
    return {"what": node.what, "kind": kind, "base": taken[0], "each": taken[1]} if taken else None


_INSTEAD = (
    Form(
        ab.InsteadOfMove,
        "if <what:what-card> would be put into a graveyard from anywhere , exile it instead",
        {"origin": None, "to": Zone.GRAVEYARD, "instead": Zone.EXILE},
    ),
    Form(
        ab.InsteadOfMove,
        "if <what:what> would die , exile it instead",
        {"origin": Zone.BATTLEFIELD, "to": Zone.GRAVEYARD, "instead": Zone.EXILE},
    ),
    Form(ab.Enters, "<what:attachable> enters tapped", {"tapped": True}),
    Form(
        ab.EntersTappedUnlessPaid,
        "as <this-only> enters , you may <cost:sentence-cost> . if you don't , it enters tapped",
    ),
    Form(ab.Enters, "<what:many> enter tapped", {"tapped": True}),
    Form(
        ab.DayAsItEnters,
        "if it 's neither day nor night , it becomes day as <this-only> enters",
    ),
    Form(ab.ChooseName, "as <this-only> enters , choose a card name"),
    Form(ab.ChooseName, "as <this-only> enters , choose a nonland card name", {"nonland": True}),
    Form(
        ab.Enters,
        "you may have <what:this> enter as a copy of <copy_of:any-single>",
        {"copy_optional": True},
    ),
    Form(
        ab.Enters,
        "you may have <what:this> enter as a copy of <copy_of:any-single> , except <exceptions:copy-exceptions>",
        {"copy_optional": True},
    ),
    Form(
        ab.Enters,
        "you may have <what:this> enter tapped as a copy of <copy_of:any-single>",
        {"copy_optional": True, "tapped": True},
    ),
    Form(
        ab.Enters,
        "<what:attachable> enters with <base:a> <kind:counter-kind> counter[s] on it for each <each:each>",
        build=_counters_for_each,
        unbuild=_each_of_counters,
    ),
    Form(
        ab.Enters,
        "<what:attachable> enters tapped with <count:a> <kind:counter-kind> counter[s] on it",
        build=lambda v: ab.Enters(v["what"], tapped=True, counters=((v["kind"], v["count"]),)),
        unbuild=lambda n: (
            {"what": n.what, "kind": n.counters[0][0], "count": n.counters[0][1]}
            if len(n.counters) == 1 and n == ab.Enters(n.what, tapped=True, counters=n.counters)
            else None
        ),
    ),
    Form(
        ab.Enters,
        "<what:attachable> enters with <count:a> <kind:counter-kind> counter[s] on it",
        build=lambda v: ab.Enters(v["what"], counters=((v["kind"], v["count"]),)),
        unbuild=lambda n: (
            {"what": n.what, "kind": n.counters[0][0], "count": n.counters[0][1]}
            if len(n.counters) == 1 and n == ab.Enters(n.what, counters=n.counters)
            else None
        ),
    ),
)
_ORIGIN = (
    "a triggered ability of a permanent you control to trigger , that ability triggers an additional time"
)
_AGAIN = (
    Form(
        ab.TriggersAgain,
        f"if <source:a-single> dealing combat damage to a player causes {_ORIGIN}",
        build=lambda v: ab.TriggersAgain(ab.DealsDamage(v["source"], "player", True)),
        unbuild=lambda n: (
            {"source": n.cause.source}
            if isinstance(n.cause, ab.DealsDamage)
            and n.cause == ab.DealsDamage(n.cause.source, "player", True)
            else None
        ),
    ),
    Form(
        ab.TriggersAgain,
        f"if <what:a-single> entering causes {_ORIGIN}",
        build=lambda v: ab.TriggersAgain(ab.ChangesZone(v["what"], to=Zone.BATTLEFIELD)),
        unbuild=lambda n: (
            {"what": n.cause.what}
            if isinstance(n.cause, ab.ChangesZone)
            and n.cause == ab.ChangesZone(n.cause.what, to=Zone.BATTLEFIELD)
            else None
        ),
    ),
)
_PLAYERS = (
    Form(
        ab.PlayerRule,
        "you have protection from the chosen card name",
        {"kind": "protection from the chosen name"},
    ),
    Form(ab.PlayerRule, "you have hexproof", {"kind": "hexproof"}),
    Form(ab.PlayerRule, "you have shroud", {"kind": "shroud"}),
    Form(ab.PlayerRule, "you may look at the top card of your library any time", {"kind": "look at the top"}),
    Form(ab.PlayerRule, "you have no maximum hand size", {"kind": "no maximum hand size"}),
    Form(
        ab.PlayerRule,
        "you may play an additional land on each of your turns",
        {"kind": "additional land"},
    ),
)
_TO_ALL = Form(
    ab.DamageChange,
    "prevent all damage that would be dealt to <to:many>",
    {"kind": "prevent"},
)
_DAMAGE = (
    _TO_ALL,
    Form(
        ab.DamageChange,
        "all damage that would be dealt to you is dealt to <onto:static-one> instead",
        {"kind": "redirect", "to": "you"},
    ),
    Form(
        ab.DamageChange,
        "all damage that would be dealt to you and other permanents you control is dealt to <onto:static-one> instead",
        {"kind": "redirect", "to": "you", "and_yours": True},
    ),
    Form(
        ab.DamageChange,
        "prevent all combat damage that would be dealt to <to:many>",
        {"kind": "prevent", "combat": True},
    ),
    Form(ab.NoPrevention, "damage can't be prevented"),
    Form(
        ab.DamageChange,
        "if damage would be dealt to <to:static-one> , put that many <counter:counter-kind> counters on it instead",
        {"kind": "counters"},
    ),
    *(
        Form(
            ab.DamageChange,
            f"if <source:{source}> would deal damage to a permanent or player , it deals double that damage to that "
            "permanent or player instead",
            {"kind": "double"},
        )
        for source in ("a-source", "a-single")
    ),
    Form(
        ab.DamageChange,
        "prevent all damage that would be dealt to <to:static-one>",
        {"kind": "prevent"},
    ),
    Form(
        ab.DamageChange,
        "prevent all combat damage that would be dealt to <to:static-one>",
        {"kind": "prevent", "combat": True},
    ),
    Form(
        ab.DamageChange,
        "prevent all combat damage that would be dealt by <source:static-one>",
        {"kind": "prevent", "combat": True},
    ),
    Form(
        ab.DamageChange, "prevent all damage that would be dealt by <source:static-one>", {"kind": "prevent"}
    ),
)


def _types_and_more() -> Form:
    """ "is a creature in addition to its other types and has base power and base toughness each equal to its mana value"."""

    def build(values: dict[str, Any]) -> ab.StaticChange:
        return ab.StaticChange(values["what"], (*values["types"], *values["rest"]))

    def unbuild(node: ab.StaticChange) -> dict[str, Any] | None:
        if len(node.modifications) < 2:
            return None
        return {"what": node.what, "types": node.modifications[:1], "rest": node.modifications[1:]}

    template = "<what:static-subject> <types:types-added> and <rest:static-modifications>"
    return Form(ab.StaticChange, template, build=build, unbuild=unbuild)


def _one_more(values: dict[str, Any]) -> ab.StaticChange | None:
    value, more = values["value"], values["more"]
    if not isinstance(more, Fixed):
        return None
    return ab.StaticChange(values["what"], (ab.SetPT(value, Scaled(value, 1, more.value)),))


def _one_less(node: ab.StaticChange) -> dict[str, Any] | None:
    size = node.modifications[0] if len(node.modifications) == 1 else None
    if not isinstance(size, ab.SetPT) or not isinstance(size.toughness, Scaled) or size.power is None:
        return None
    values = {"what": node.what, "value": size.power, "more": Fixed(size.toughness.offset)}
    return values if node == _one_more(values) else None


_FIRST = Filter(zone=Zone.STACK, controller="you", mark="first cast")
_CHANGES = (
    Form(ab.StaticChange, "<what:static-subject> <modifications:static-modifications>"),
    Form(
        ab.StaticChange,
        "<what:this-spell> can't be countered",
        {"modifications": (ab.Rule("can't be countered"),)},
    ),
    Form(
        ab.StaticChange,
        "the first spell you cast each turn has <abilities:granted>",
        build=lambda v: ab.StaticChange(All(_FIRST), (ab.AddAbility(v["abilities"]),)),
        unbuild=lambda n: (
            {"abilities": n.modifications[0].abilities}
            if n.what == All(_FIRST)
            and len(n.modifications) == 1
            and isinstance(n.modifications[0], ab.AddAbility)
            else None
        ),
    ),
    Form(
        ab.StaticChange,
        "you may choose not to untap <what:this> during your untap step",
        {"modifications": (ab.Rule("may stay tapped"),)},
    ),
    Form(ab.StaticChange, "you control <what:attached>", {"modifications": (ab.SetController(),)}),
    Form(
        ab.StaticChange,
        "all creatures able to block <what:static-one> do so",
        {"modifications": (ab.Rule("all able block this"),)},
    ),
    _sizes(
        "<what:this> 's power and toughness are each equal to <value:quantity>", power=True, toughness=True
    ),
    Form(ab.StaticChange, "<what:static-subject> <modifications:types-added>"),
    Form(ab.StaticChange, "<what:static-subject> <modifications:static-become>"),
    _types_and_more(),
    Form(
        ab.StaticChange,
        "<what:this> 's power is equal to <value:simple-quantity> and its toughness is equal to that number plus <more:digits>",
        build=_one_more,
        unbuild=_one_less,
    ),
    _sizes("<what:this> 's power is equal to <value:quantity>", power=True, toughness=False),
    _sizes("<what:this> 's toughness is equal to <value:quantity>", power=False, toughness=True),
)


class StaticSubject(Slot):
    """What a static ability changes: this, what it is attached to, or all that match."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        for value, end, after in slot("subject-object").read(reader, at, context):
            if not after.targets and isinstance(value, This | Attached | All):
                yield value, end, after

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        yield from slot("subject-object").write(value, text, context)


class AnySingle(Slot):
    """ "any creature on the battlefield": what may be chosen to be copied (CR 707.5)."""

    def read(self, reader: Reader, at: int, context: Context) -> Iterable[Reading]:
        if reader.word(at) in ("any", "a", "an"):
            yield from slot("single").read(reader, at + 1, context)

    def write(self, value: Any, text: Text, context: Context) -> Iterator[Printing]:
        for word in ("any", "a", "an"):
            said = text.say(word)
            if said is not None and isinstance(value, Filter):
                yield from slot("single").write(value, said, context)


define("any-single", AnySingle())
define("static-subject", StaticSubject())
define("static-one", Union(slot("this"), slot("attached")))
define(
    "static",
    Choice(
        *_COSTS,
        *_CASTING,
        *_INSTEAD,
        *replacements.FORMS,
        *_AGAIN,
        *_PLAYERS,
        *_DAMAGE,
        *_CHANGES,
        *becoming.STATICS,
        *about_players.STATICS,
        *forbidding.FORMS,
        *forbidding.COMBAT,
    ),
)

"""Static abilities that say what players and objects can't do (CR 101.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import All, Attached, Filter, Fixed
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import Form, Phrases, define

_ABILITIES = {
    "can't be activated": "activated abilities can't be activated",
    "can't be activated unless they're mana abilities": "activated abilities can't be activated unless they're mana abilities",
}
define("each-who", Phrases({"player": "each player", "opponent": "each opponent", "you": "you"}))
define("each-whose", Phrases({"player": "players", "opponent": ("your opponents", "each opponent")}))
define("their-or-your-hands", Phrases({None: ("their hands", "their hand")}))


def _silenced(words: str, kind: str) -> Form:
    """ "Activated abilities of artifacts can't be activated": a statement about each of them (CR 602.5)."""
    rule = (ab.Rule(kind),)

    def build(values: dict[str, Any]) -> ab.StaticChange | None:
        what = values["what"]
        return ab.StaticChange(All(what), rule) if what.zone is Zone.BATTLEFIELD else None

    def unbuild(node: ab.StaticChange) -> dict[str, Any] | None:
        fits = isinstance(node.what, All) and node.modifications == rule
        return {"what": node.what.what} if fits and isinstance(node.what, All) else None

    return Form(ab.StaticChange, f"activated abilities of <what:many> {words}", build=build, unbuild=unbuild)


def _arrested(words: str, kind: str) -> Form:
    """ "Enchanted creature can't attack or block, and its activated abilities can't be activated." """
    last = ab.Rule(kind)

    def build(values: dict[str, Any]) -> ab.StaticChange | None:
        if not isinstance(values["what"], Attached):
            return None
        return ab.StaticChange(values["what"], (*values["first"], last))

    def unbuild(node: ab.StaticChange) -> dict[str, Any] | None:
        first = node.modifications[:-1]
        fits = isinstance(node.what, Attached) and first and node.modifications[-1:] == (last,)
        return {"what": node.what, "first": first} if fits else None

    return Form(
        ab.StaticChange,
        f"<what:static-subject> <first:static-modifications> , and its activated abilities {words}",
        build=build,
        unbuild=unbuild,
    )


def _no_trigger(template: str, *, of: bool) -> Form:
    def build(values: dict[str, Any]) -> ab.NoTrigger | None:
        if values["what"].zone is not Zone.BATTLEFIELD:
            return None
        return ab.NoTrigger(values["what"], values.get("of"))

    def unbuild(node: ab.NoTrigger) -> dict[str, Any] | None:
        if (node.of is not None) is not of:
            return None
        return {"what": node.what, "of": node.of} if of else {"what": node.what}

    return Form(ab.NoTrigger, template, build=build, unbuild=unbuild)


def _no_entering(values: dict[str, Any]) -> ab.NoEntering | None:
    """ "Creature cards in graveyards and libraries": the same description in two zones."""
    first = values["what"]
    if first.zone is not Zone.GRAVEYARD:
        return None
    return ab.NoEntering((first, replace(first, zone=Zone.LIBRARY)))


def _unentering(node: ab.NoEntering) -> dict[str, Any] | None:
    return {"what": node.what[0]} if node == _no_entering({"what": node.what[0]}) else None


def _limited(template: str, action: str) -> Form:
    def build(values: dict[str, Any]) -> ab.Prohibition | None:
        number = values["amount"]
        return (
            ab.Prohibition(action, values["who"], amount=number.value) if isinstance(number, Fixed) else None
        )

    def unbuild(node: ab.Prohibition) -> dict[str, Any] | None:
        if not node.amount or node != ab.Prohibition(action, node.who, amount=node.amount):
            return None
        return {"who": node.who, "amount": Fixed(node.amount)}

    return Form(ab.Prohibition, template, build=build, unbuild=unbuild)


FORMS = (
    *(_silenced(words, kind) for words, kind in _ABILITIES.items()),
    *(_arrested(words, kind) for words, kind in _ABILITIES.items()),
    _no_trigger("<what:many> entering don't cause abilities to trigger", of=False),
    _no_trigger("<what:many> entering don't cause abilities of <of:many> to trigger", of=True),
    Form(
        ab.NoEntering,
        "<what:many> and libraries can't enter the battlefield",
        build=_no_entering,
        unbuild=_unentering,
    ),
    Form(
        ab.NoEntering,
        "<what:many> and libraries can't enter",
        build=_no_entering,
        unbuild=_unentering,
    ),
    _limited("<who:each-who> can't cast more than <amount:one> spell[s] each turn", "cast more than"),
    _limited("<who:each-who> can't draw more than <amount:one> card[s] each turn", "draw more than"),
    Form(
        ab.Prohibition,
        "<who:each-who> who has cast <what:spell-cast> this turn can't cast additional <same:spells>",
        build=lambda v: (
            ab.Prohibition("cast more than", v["who"], v["what"], amount=1)
            if v["what"] == v["same"] and _by_type(v["what"])
            else None
        ),
        unbuild=lambda n: (
            {"who": n.who, "what": n.what, "same": n.what}
            if n == ab.Prohibition("cast more than", n.who, n.what, amount=1) and n.what is not None
            else None
        ),
    ),
    Form(
        ab.Prohibition,
        "<who:players-who> can't cast <what:spells> from anywhere other than <their-or-your-hands>",
        {"action": "cast", "origin": (Zone.HAND,), "elsewhere": True},
    ),
    Form(
        ab.Prohibition,
        "<who:each-who> can cast spells only any time they could cast a sorcery",
        {"action": "cast at instant speed"},
    ),
    Form(ab.Prohibition, "spells with the chosen name can't be cast", {"action": "cast the named"}),
    Form(
        ab.Prohibition,
        "activated abilities of sources with the chosen name can't be activated unless they're mana abilities",
        {"action": "activate the named"},
    ),
    Form(
        ab.Prohibition,
        "activated abilities of sources with the chosen name can't be activated",
        {"action": "activate all of the named"},
    ),
    Form(
        ab.Prohibition,
        "<who:players-who> can't cast <what:spells> or activate abilities of <abilities_of:many>",
        {"action": "cast"},
    ),
)


_TAX = "unless their controller pays <amount:generic> for each creature they control that 's attacking you"
_LIMITS: tuple[tuple[str, str], ...] = (
    ("attack", "can attack each combat"),
    ("attack you", "can attack you each combat"),
    ("block", "can block each combat"),
)


def _limit(verb: str, words: str) -> Form:
    def build(values: dict[str, Any]) -> ab.CombatLimit | None:
        number = values["amount"]
        return ab.CombatLimit(number.value, verb) if isinstance(number, Fixed) else None  # type: ignore[arg-type]

    return Form(
        ab.CombatLimit,
        f"no more than <amount:one> creature[s] {words}",
        build=build,
        unbuild=lambda n: {"amount": Fixed(n.amount)} if n.verb == verb else None,
    )


def _untap_limit(values: dict[str, Any]) -> ab.UntapLimit | None:
    number = values["amount"]
    return ab.UntapLimit(values["what"], number.value) if isinstance(number, Fixed) else None


COMBAT = (
    Form(
        ab.UntapLimit,
        "players can't untap more than <amount:one> <what:filter> during their untap steps",
        build=_untap_limit,
        unbuild=lambda n: {"amount": Fixed(n.amount), "what": n.what},
    ),
    Form(ab.AttackTax, f"<what:many> can't attack you {_TAX}"),
    Form(
        ab.AttackTax,
        "<what:many> can't attack you or planeswalkers you control unless their controller pays <amount:generic> for each of "
        "those creatures",
        {"planeswalkers": True},
    ),
    Form(
        ab.AttackTax,
        "<what:many> can't attack you or planeswalkers you control unless their controller pays {X} for each of those "
        "creatures , where x is <amount:quantity>",
        {"planeswalkers": True},
    ),
    *(_limit(verb, words) for verb, words in _LIMITS),
)


def _by_type(what: Filter) -> bool:
    """Whether a spell cast earlier this turn can be told by the types that were noted of it."""
    return what == Filter(
        zone=Zone.STACK, types=what.types, any_types=what.any_types, not_types=what.not_types
    )

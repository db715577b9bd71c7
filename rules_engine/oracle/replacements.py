"""Static abilities that replace events: where objects go instead, how many tokens and counters (CR 614)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rules_engine.model import abilities as ab
from rules_engine.model.terms import Filter, This, You
from rules_engine.model.zones import Zone
from rules_engine.oracle.grammar import (
    Form,
    Limited,
    Phrases,
    define,
)

_CARD_OR_TOKEN = Filter(any_of=(Filter(zone=Zone.GRAVEYARD), Filter(token=True)))
_TO_GRAVEYARD: dict[str, Any] = {"origin": None, "to": Zone.GRAVEYARD, "instead": Zone.EXILE}
define("whose-graveyard", Phrases({"opponent": "an opponent 's", "you": "your"}))


def _owned(values: dict[str, Any]) -> ab.InsteadOfMove | None:
    """What would go into somebody's graveyard is what that player owns (CR 400.3)."""
    what = values["what"]
    if not isinstance(what, Filter) or what.owner is not None or what.zone is not Zone.GRAVEYARD:
        return None
    return ab.InsteadOfMove(replace(what, owner=values["whose"]), **_TO_GRAVEYARD)


def _whose(node: ab.InsteadOfMove) -> dict[str, Any] | None:
    if not isinstance(node.what, Filter) or node != ab.InsteadOfMove(node.what, **_TO_GRAVEYARD):
        return None
    return {"what": replace(node.what, owner=None), "whose": node.what.owner} if node.what.owner else None


def _uncast(what: Filter) -> ab.InsteadOfMove:
    """Tokens are left out: what is created in exile instead would be another matter."""
    return ab.InsteadOfMove(what, None, Zone.BATTLEFIELD, Zone.EXILE, uncast=True)


def _put(template: str, *, any_kind: bool, change: tuple[int, int], by_effect: bool = False) -> Form:
    """So many counters instead of those that would be put on a permanent; the sentence names their kind twice."""
    factor, offset = change

    def build(values: dict[str, Any]) -> ab.MultiplyTokensOrCounters | None:
        if not any_kind and values["kind"] != values["same"]:
            return None
        kind = None if any_kind else values["kind"]
        return ab.MultiplyTokensOrCounters(
            "counters", kind, factor, offset, "player", values["on"], by_effect=by_effect
        )

    def unbuild(node: ab.MultiplyTokensOrCounters) -> dict[str, Any] | None:
        if node.on is None or (node.kind is None) is not any_kind:
            return None
        values = {"on": node.on, "kind": node.kind, "same": node.kind}
        return values if node == build(values) else None

    return Form(ab.MultiplyTokensOrCounters, template, build=build, unbuild=unbuild)


_WOULD = "if one or more <kind:counter-kind> counters would be put on <on:a-single> ,"
_ANY = "if one or more counters would be put on <on:a-single> ,"
_TOKENS: dict[str, Any] = {"what": "tokens"}

# "You may" as a whole is for the form to say: who declines draws the card.
define("certain-clause", Limited("clause", lambda do: not any(isinstance(one, ab.May) for one in do)))
_DRAWS = (
    Form(
        ab.InsteadOfDraw,
        "if you would draw a card , <instructions:certain-clause> instead",
        {"who": "you"},
    ),
    Form(
        ab.InsteadOfDraw,
        "if you would draw a card , you may <instructions:certain-clause> instead",
        {"who": "you", "optional": True},
    ),
    Form(
        ab.InsteadOfDraw,
        "if you would draw a card , you may instead <instructions:certain-clause>",
        {"who": "you", "optional": True},
    ),
    Form(
        ab.InsteadOfDraw,
        "if you would draw a card while your library has no cards in it , you win the game instead",
        {"who": "you", "instructions": (ab.LoseGame(You(), wins=True),), "empty_library": True},
    ),
    Form(
        ab.InsteadOfDraw,
        "if an opponent would draw a card except the first one they draw in each of their draw steps , instead <instructions:certain-clause>",
        {"who": "opponent", "but_first": True, "mine": True},
    ),
    Form(
        ab.InsteadOfDraw,
        "if an opponent would draw a card except the first one they draw in each of their draw steps , instead that player "
        "skips that draw and <instructions:certain-clause>",
        {"who": "opponent", "but_first": True, "mine": True},
    ),
    Form(
        ab.DrawsMore,
        "if you would draw one or more cards , you draw that many cards plus <plus:number-word> instead",
        {"who": "you"},
    ),
)
FORMS = (
    *_DRAWS,
    Form(
        ab.InsteadOfMove,
        "if a card or token would be put into a graveyard from anywhere , exile it instead",
        {"what": _CARD_OR_TOKEN, **_TO_GRAVEYARD},
    ),
    Form(
        ab.InsteadOfMove,
        "if <what:what-card> would be put into <whose:whose-graveyard> graveyard from anywhere , exile it instead",
        build=_owned,
        unbuild=_whose,
    ),
    Form(
        ab.InsteadOfMove,
        "if <what:this> would be put into a graveyard from anywhere , reveal <this-only> and shuffle it into its owner 's "
        "library instead",
        build=lambda v: ab.InsteadOfMove(This(), None, Zone.GRAVEYARD, Zone.LIBRARY, shuffled=True),
        unbuild=lambda n: (
            {"what": This()}
            if n == ab.InsteadOfMove(This(), None, Zone.GRAVEYARD, Zone.LIBRARY, shuffled=True)
            else None
        ),
    ),
    Form(
        ab.InsteadOfMove,
        "if <what:a-single> would enter and it wasn't cast , exile it instead",
        build=lambda v: _uncast(v["what"]) if v["what"].token is False else None,
        unbuild=lambda n: {"what": n.what} if isinstance(n.what, Filter) and n == _uncast(n.what) else None,
    ),
    *(
        Form(ab.MultiplyTokensOrCounters, f"if {words}", {**_TOKENS, "whose": whose})
        for whose, words in (
            (
                "you",
                "an effect would create one or more tokens under your control , it creates twice that many of those "
                "tokens instead",
            ),
            (
                "you",
                "one or more tokens would be created under your control , twice that many of those tokens are created "
                "instead",
            ),
            (
                "player",
                "one or more tokens would be created , twice that many of those tokens are created instead",
            ),
        )
    ),
    _put(
        "if an effect would put one or more counters on <on:a-single> , it puts twice that many of those counters on that "
        "permanent instead",
        any_kind=True,
        change=(2, 0),
        by_effect=True,
    ),
    *(
        _put(f"{_WOULD} {words} are put on {where} instead", any_kind=False, change=change)
        for change, words in (
            ((1, 1), "that many plus one <same:counter-kind> counters"),
            ((2, 0), "twice that many <same:counter-kind> counters"),
            ((1, -1), "that many <same:counter-kind> counters minus one"),
        )
        for where in ("it", "that creature", "that permanent")
    ),
    _put(
        f"{_ANY} that many plus one of each of those kinds of counters are put on that permanent instead",
        any_kind=True,
        change=(1, 1),
    ),
    Form(
        ab.InOpeningHand,
        "if this card is in your opening hand , you may begin the game with it on the battlefield",
    ),
)

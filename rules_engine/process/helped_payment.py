"""Convoke, improvise and delve (CR 702.51, 702.126, 702.66): parts of a locked-in mana cost paid without mana.

They are no additional or alternative costs and apply only after the total cost is determined.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules_engine.errors import LimitReached
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.decisions import DONE, Decision, Option
from rules_engine.model.events import Event
from rules_engine.model.mana import ManaCost, adjust
from rules_engine.model.zones import Zone
from rules_engine.process.engine import Engine
from rules_engine.process.happening import happen, notify
from rules_engine.process.looking import Seen
from rules_engine.process.mana_abilities import available_mana
from rules_engine.process.projecting import look
from rules_engine.process.proposals import Move
from rules_engine.process.registry import keyword, means_nothing

RULES = {"convoke": "702.51a", "improvise": "702.126a", "delve": "702.66a"}
for _name, _rule in RULES.items():
    keyword(_name, _rule[:-1], _rule)
GENERIC = "generic"


def helps(e: Engine, player: int, chars: Characteristics) -> int:
    """How much of a spell's mana cost could at most be paid without mana."""
    return sum(len(_helpers(e, player, name)) for name in _keywords(e, chars))


def could_be_helped(e: Engine, player: int, chars: Characteristics, mana: ManaCost) -> bool:
    """Whether the mana cost is small enough for the player's mana and help; the payment itself decides."""
    more = helps(e, player, chars)
    return more > 0 and mana.mana_value() <= available_mana(e, player) + more


def pay_with_help(e: Engine, player: int, spell: int, mana: ManaCost) -> ManaCost:
    """What is left of the total after the player has used these abilities as they like (CR 601.2h)."""
    chars = look(e.state).projection(spell).chars
    names = _keywords(e, chars)
    if names and chars.mana_cost is not None and chars.mana_cost.has_x:
        raise LimitReached("X together with convoke, improvise or delve is not supported")
    for name in names:
        while True:
            options = [
                Option("choose", object=helper.obj.id, method=symbol)
                for helper in _helpers(e, player, name)
                for symbol in _payable(name, helper, mana)
            ]
            if not options:
                break
            decision = Decision(player, "pay", (*options, DONE), RULES[name], spell, what=name)
            picked = e.choose(decision)
            if picked == DONE or picked.object is None:
                break
            _use(e, player, name, picked.object)
            mana = adjust(mana, 0, 1) if picked.method == GENERIC else _without(mana, picked.method)
    return mana


def _keywords(e: Engine, chars: Characteristics) -> list[str]:
    return [name for name in RULES if chars.has_keyword(name) and not means_nothing(name, e.state.without)]


def _helpers(e: Engine, player: int, name: str) -> list[Seen]:
    view = look(e.state)
    if name == "delve":
        cards = (view.now(ident) for ident in e.state.zone(Zone.GRAVEYARD, player))
        return [seen for seen in cards if seen is not None]
    wanted = "creature" if name == "convoke" else "artifact"
    return [
        seen
        for seen in view.permanents()
        if seen.controller == player and wanted in seen.chars.types and not seen.obj.tapped
    ]


def _payable(name: str, helper: Seen, mana: ManaCost) -> Iterator[str]:
    if mana.generic:
        yield GENERIC
    if name == "convoke":
        for symbol in dict.fromkeys(mana.symbols):
            if set(symbol.split("/")) & helper.chars.colors:
                yield symbol


def _without(mana: ManaCost, symbol: str) -> ManaCost:
    at = mana.symbols.index(symbol)
    return ManaCost(mana.symbols[:at] + mana.symbols[at + 1 :])


def _use(e: Engine, player: int, name: str, ident: int) -> None:
    rules = (RULES[name],)
    if name == "delve":
        happen(e, [Move(ident, Zone.EXILE, "exiled", rules, player=player)])
        return
    e.change(ident, tapped=True)
    notify(e, Event("tapped", object=ident, player=player, name=e.name(ident), rules=rules))

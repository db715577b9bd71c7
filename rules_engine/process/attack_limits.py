"""What attacking and blocking is limited to, and what it costs (CR 508.1c–j, 509.1b)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_engine.model.abilities import AttackTax, CombatLimit
from rules_engine.model.mana import ManaCost
from rules_engine.model.objects import Chosen
from rules_engine.process.engine import Engine
from rules_engine.process.looking import Look
from rules_engine.process.mana_abilities import can_pay_mana, pay_mana
from rules_engine.process.matching import amount, holds, matches
from rules_engine.process.projecting import look
from rules_engine.process.registry import STATICS
from rules_engine.process.statics import static_abilities

STATICS.update({AttackTax, CombatLimit})


def within_limits(e: Engine, attacks: Sequence[tuple[int, Chosen]]) -> bool:
    """Whether no more creatures attack than may, in all or one player (CR 508.1c)."""
    view = look(e.state)
    for _, frame, _, static in static_abilities(e):
        limit = static.effect
        if isinstance(limit, CombatLimit) and limit.verb != "block" and holds(view, frame, static.condition):
            counted = [d for _, d in attacks if limit.verb == "attack" or d == Chosen(player=frame.you)]
            if len(counted) > limit.amount:
                return False
    return True


def blocks_within_limits(e: Engine, count: int) -> bool:
    """Whether no more creatures block than may, those of other defending players included (CR 509.1b)."""
    view = look(e.state)
    count += sum(len(attack.blockers) for attack in e.state.turn.attacks)
    return not any(
        isinstance(static.effect, CombatLimit)
        and static.effect.verb == "block"
        and holds(view, frame, static.condition)
        and count > static.effect.amount
        for _, frame, _, static in static_abilities(e)
    )


def attack_tax(e: Engine, attacks: Sequence[tuple[int, Chosen]]) -> int:
    """The mana that this declaration costs (CR 508.1h)."""
    view = look(e.state)
    total = 0
    for _, frame, _, static in static_abilities(e):
        tax = static.effect
        if not isinstance(tax, AttackTax) or not holds(view, frame, static.condition):
            continue
        for attacker, defender in attacks:
            seen = view.now(attacker)
            if seen is None or not matches(view, seen, tax.what, frame):
                continue
            if defender.player == frame.you or (tax.planeswalkers and _is_owned(view, defender, frame.you)):
                total += amount(view, frame, tax.amount)
    return total


def _is_owned(view: Look, defender: Chosen, player: int) -> bool:
    seen = view.now(defender.object) if defender.object is not None else None
    return seen is not None and seen.controller == player and "planeswalker" in seen.chars.types


def _generic(number: int) -> ManaCost:
    return ManaCost((str(number),))


def can_pay_tax(e: Engine, player: int, tax: int, tapping: frozenset[int]) -> bool:
    """Whether the mana can be paid while these attackers, which tap before, make none (CR 508.1f, 508.1i)."""
    return tax == 0 or can_pay_mana(e, player, _generic(tax), untappable=tapping)


def pay_tax(e: Engine, player: int, tax: int) -> None:
    """All costs to attack are paid, after the attackers were tapped (CR 508.1j)."""
    if tax:
        pay_mana(e, player, _generic(tax))

"""What the permanents that are tried could do about it themselves: activated abilities of their own, used in response."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from rules_engine.model.abilities import (
    ActivatedAbility,
    AddMana,
    BecomeCopy,
    Change,
    DealDamage,
    Destroy,
    Effect,
    GainProtection,
    PhaseOut,
    Regenerate,
    SacrificeCost,
    Tap,
    Transform,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.zones import Zone
from rules_engine.trials.models import Branch
from rules_engine.trials.playing import Cards, NotPlayed, activated, parts
from rules_engine.trials.tables import SECOND, Script, may_come_out

_CHANGING: Final = (BecomeCopy, Change, GainProtection, PhaseOut, Tap, Transform)
_TIMES: Final = (4, 1)
"""So often an ability is used in a row: often for what adds up, once for what can't be done again."""

_UNKNOWN: Final = frozenset({"unknown"})
"""The ability can be used, and what comes out then could not be explored."""


def usable(card: Characteristics) -> Iterator[tuple[int, ActivatedAbility]]:
    """Its activated abilities that can be used on the battlefield at any time, with their numbers; no mana abilities."""
    for number, ability in activated(card).items():
        if ability.zone is not Zone.BATTLEFIELD or ability.loyalty is not None:
            continue
        if ability.timing is not None and ability.timing.sorcery:
            continue
        if not any(isinstance(part, AddMana) for part in parts(ability.effect)):
            yield number, ability


def changes(card: Characteristics) -> bool:
    """Whether an ability of its own can make it, or another permanent, something else than it is."""
    return any(isinstance(part, _CHANGING) for _, one in usable(card) for part in parts(one.effect))


def answered(cards: Cards, branch: Branch, script: Script, owners: Mapping[str, str], before: int) -> Branch:
    """The branch, marked where the permanents' own abilities, used before that step, can bring about something else."""
    if branch.answered or branch.report is None:
        return branch
    found = any(
        any(isinstance(part, PhaseOut) for part in parts(ability.effect))
        or _may(cards, script, _use(handle, who, number, ability), before) - branch.may
        for handle, who in owners.items()
        for number, ability in usable(cards.second if handle == SECOND else cards.first)
        if _matters(ability)
    )
    return replace(branch, answered=True) if found else branch


def _matters(ability: ActivatedAbility) -> bool:
    """Whether it may save something: what only deals damage or destroys is another fight."""
    hurts = any(isinstance(part, DealDamage | Destroy) for part in parts(ability.effect))
    saves = any(isinstance(part, (*_CHANGING, Regenerate, SacrificeCost)) for part in parts(ability))
    return saves or not hurts


def _use(handle: str, who: str, number: int, ability: ActivatedAbility) -> dict[str, Any]:
    found: dict[str, Any] = {"activate": handle, "by": who, "ability": str(number)}
    if any(isinstance(part, Effect) and part.targets for part in parts(ability.effect)):
        found["targets"] = [handle]
    return found


def _may(cards: Cards, script: Script, use: dict[str, Any], before: int) -> frozenset[str]:
    """What comes out when the ability is used; nothing where it can't be used like that."""
    for times in _TIMES:
        do = [*script.do[:before], *[use] * times, *script.do[before:]]
        try:
            report = cards.play(replace(script, do=do))
        except NotPlayed:
            continue
        return may_come_out(report) or _UNKNOWN
    return frozenset()


__all__ = ["answered", "changes", "usable"]

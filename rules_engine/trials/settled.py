"""What a card asks of the game that no position of a trial changes: that all of them agree then says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, get_args

from rules_engine.model.abilities import (
    Ability,
    ActivatedAbility,
    AddPT,
    AlternativeCost,
    AlternativeCostFor,
    BeginningOf,
    Bolster,
    CastOnly,
    Connive,
    CostChange,
    DealDamage,
    Explore,
    Fight,
    Keyword,
    PutCounters,
    SetPT,
    SpellAbility,
    StaticAbility,
    SwitchPT,
    TriggeredAbility,
    WhereX,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.terms import (
    Amount,
    Condition,
    Did,
    EventAmount,
    Filter,
    Fixed,
    Half,
    HasOpponents,
    IsTurn,
    LastTurn,
    Matches,
    Scaled,
    StatOf,
    ThisTurn,
    TimesKicked,
    WasCastBy,
    WasCastFrom,
    WasForetold,
    WasKicked,
    WasPaid,
    X,
)
from rules_engine.process.frames import Frame
from rules_engine.process.matching import holds
from rules_engine.process.projecting import look
from rules_engine.scenario.references import find
from rules_engine.trials.models import TrialReport
from rules_engine.trials.playing import Cards, NotPlayed, is_as_it_enters, must_be_permanent, parts, placed
from rules_engine.trials.tables import BARE, FIRST, FULL, SECOND, Position, given, named

_ONLY_COSTS: Final = (AlternativeCost, AlternativeCostFor, CastOnly, CostChange)
"""Static abilities that say what a spell costs and when it is cast: whoever casts it in a trial can."""
_CASTING: Final = (WasKicked, WasPaid, WasForetold, WasCastFrom, WasCastBy, TimesKicked)
_NEVER_VARIED: Final = (ThisTurn, LastTurn, HasOpponents)
_CONDITIONS: Final = get_args(Condition)
_SAID: Final = (Did, IsTurn, Matches)
"""Conditions that the trial itself answers, or that are looked at apart."""
_AMOUNTS: Final = frozenset(get_args(Amount)) - {EventAmount, Fixed, Half, Scaled, StatOf, X}
"""Amounts that are read off the game. What a card says is the same in every game."""
_STATS: Final = frozenset({"power", "toughness", "mana value"})
_SIZES: Final = (AddPT, SetPT, SwitchPT)
_GROWS: Final = frozenset({"fabricate"})


@dataclass(frozen=True, slots=True)
class Concern:
    """What a kind of trial looks at: static abilities always, and what the fields say.

    doing: what spells and triggered abilities do. watching: what abilities trigger on. combat: it is an attack in
    one's own turn. any_turn: the turns are part of the question. sizes: power and toughness decide something.
    """

    doing: bool = False
    watching: bool = False
    combat: bool = False
    any_turn: bool = False
    sizes: bool = False


def settled(
    report: TrialReport, cards: Cards, concern: Concern, used: ActivatedAbility | None = None
) -> TrialReport:
    """The report; NotPlayed where its positions agree only because they do not vary what a card asks for.

    used: the ability of the first card that is activated.
    """
    if report.status != "depends" or report.alike:
        _must_be_settled(cards, concern, used)
    return report


def _must_be_settled(cards: Cards, concern: Concern, used: ActivatedAbility | None) -> None:
    for handle, card in _tried(cards):
        on_the_table = _is_placed(cards, handle, card)
        for ability in card.abilities:
            if isinstance(ability, ActivatedAbility) and ability is not used:
                continue
            for part in _looked_at(ability, concern):
                if _is_open(part, concern, on_the_table=on_the_table):
                    raise NotPlayed(f"{card.name} asks for something that is not the same in every game")
                if (
                    isinstance(part, _CONDITIONS)
                    and not isinstance(part, (*_SAID, *_CASTING))
                    and not _varies(cards, handle, part)
                ):
                    raise NotPlayed(f"{card.name} asks for something that every position tried answers alike")
        if concern.sizes and _has_open_size(card, concern, used, on_the_table=on_the_table):
            raise NotPlayed(f"how large {card.name} is, or what it does, is not the same in every game")


def _tried(cards: Cards) -> Iterator[tuple[str, Characteristics]]:
    yield FIRST, cards.first
    if cards.trial.second is not None:
        yield SECOND, cards.second


def _is_placed(cards: Cards, handle: str, card: Characteristics) -> bool:
    """Whether the trial puts it on the battlefield, and nobody knows how it came there."""
    cast = {"fate": FIRST, "target": FIRST, "timing": FIRST, "trigger": SECOND, "hinder": SECOND}
    if cards.trial.kind == "counter" or cast.get(cards.trial.kind) == handle:
        return False
    return card.is_permanent_card


def _looked_at(ability: Ability, concern: Concern) -> Iterator[Any]:
    match ability:
        case StaticAbility(effect=effect) if not isinstance(effect, _ONLY_COSTS):
            yield from parts(ability)
        case TriggeredAbility(trigger=trigger, condition=condition):
            if (concern.doing or concern.watching) and not isinstance(trigger, BeginningOf):
                yield from parts((trigger, condition))
                if concern.doing:
                    yield from parts(ability.effect)
        case SpellAbility() | ActivatedAbility() if concern.doing:
            yield from parts(ability)


def _is_open(part: Any, concern: Concern, *, on_the_table: bool) -> bool:
    """Whether what it asks for is the same in every position, but not in every game."""
    match part:
        case IsTurn():
            return not (concern.combat or concern.any_turn)
        case Matches(filter=description):
            return _has_state(description, concern)
        case Filter():
            return _has_state(part, concern)
    return isinstance(part, _NEVER_VARIED) or (on_the_table and isinstance(part, _CASTING))


def _has_state(what: Filter, concern: Concern) -> bool:
    """Whether it speaks of a state that the cards of a trial are never in, or always."""
    if what.tapped is not None or what.counters is not None or what.mark is not None:
        return True
    return not concern.combat and (what.attacking is not None or what.blocking is not None)


def _has_open_size(
    card: Characteristics, concern: Concern, used: ActivatedAbility | None, *, on_the_table: bool
) -> bool:
    """Whether a count decides how large it is or how much it does, or it may have grown as it entered."""
    for ability in card.abilities:
        if isinstance(ability, Keyword) and on_the_table and ability.name in _GROWS:
            return True
        if isinstance(ability, TriggeredAbility) and is_as_it_enters(ability) and on_the_table:
            if any(
                isinstance(part, PutCounters | Bolster | Connive | Explore) for part in parts(ability.effect)
            ):
                return True
            continue
        if isinstance(ability, ActivatedAbility) and ability is not used:
            continue
        for part in _looked_at(ability, concern):
            if isinstance(part, (*_SIZES, DealDamage, PutCounters, WhereX)) and _counts(part):
                return True
    return False


def _counts(part: Any) -> bool:
    return any(
        type(one) in _AMOUNTS or (isinstance(one, StatOf) and one.stat not in _STATS) for one in parts(part)
    )


def changes_sizes(abilities: Iterable[Any]) -> bool:
    """Whether any of it deals damage or makes something larger or smaller."""
    return any(
        isinstance(part, (*_SIZES, DealDamage, Fight, PutCounters)) for part in parts(tuple(abilities))
    )


def asks_for_sizes(abilities: Iterable[Any]) -> bool:
    """Whether any of it asks how large something is."""
    return any(
        (isinstance(part, Filter) and (part.power is not None or part.toughness is not None))
        or (isinstance(part, Keyword) and part.name == "skulk")
        for part in parts(tuple(abilities))
    )


def _varies(cards: Cards, handle: str, condition: Condition) -> bool:
    """Whether the condition is true in one position and false in another."""
    return len({_is_true(cards, position, handle, condition) for position in (BARE, FULL)}) > 1


def _is_true(cards: Cards, position: Position, handle: str, condition: Condition) -> bool:
    players: dict[str, dict[str, Any]] = {"A": {}, "B": {}}
    seats = {FIRST: "A", SECOND: "A" if cards.whose == ("mine",) else "B"}
    texts = {FIRST: cards.trial.first, SECOND: cards.trial.second}
    for one, card in _tried(cards):
        zone, entry = "battlefield", placed(card, one)
        try:
            must_be_permanent(card)
        except NotPlayed:
            text = texts[one]
            assert text is not None
            zone, entry = "hand", named(text, one)
        players[seats[one]].setdefault(zone, []).append(entry)
    game, names = cards.beginning(given(position, {}, players))
    (this,) = find(handle, game.view, names)
    return holds(look(game.view), Frame(you=this.owner, this=this.id), condition)


__all__ = ["Concern", "asks_for_sizes", "changes_sizes", "settled"]

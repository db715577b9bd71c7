"""What a spell may target, does to a permanent or another spell, and when it may be cast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from rules_engine.model.abilities import (
    Ability,
    ActivatedAbility,
    Delayed,
    Effect,
    SpellAbility,
    TriggeredAbility,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.objects import Chosen
from rules_engine.model.terms import Filter, PlayerFilter, TargetSpec
from rules_engine.model.zones import Zone
from rules_engine.process.frames import Frame
from rules_engine.process.projecting import look
from rules_engine.process.targeting import why_illegal
from rules_engine.scenario.references import find
from rules_engine.trials.models import Branch, Trial, TrialReport, Whose
from rules_engine.trials.own import answered, changes
from rules_engine.trials.playing import (
    MIXED,
    SEAT,
    Cards,
    NotPlayed,
    activated,
    branches,
    has_targets,
    is_as_it_enters,
    is_spell,
    must_be_permanent,
    parts,
    placed,
)
from rules_engine.trials.settled import Concern, asks_for_sizes, changes_sizes, settled
from rules_engine.trials.tables import FIRST, FULL, SECOND, Condition, Position, Script, given

CANT: Final = "illegal"
"""The outcome where the spell can't be cast at the permanent at all."""


def fate(trial: Trial, cards: Cards) -> TrialReport:
    """Where the second card, a permanent, is after the first one has done what it does and nobody responded.

    The first card is a spell, or a permanent whose one aimed ability triggers as it enters or is activated.
    """
    must_be_permanent(cards.second)
    way = _way(cards.first)
    _must_be_meant(trial, way)
    if way.aimed and all(isinstance(what, PlayerFilter) for spec in way.specs for what in spec.what):
        raise NotPlayed(f"{cards.first.name} is aimed at a player")
    if any(isinstance(part, Delayed) for part in parts(way.doing)):
        raise NotPlayed(f"{cards.first.name} does something later too")
    sizes = changes_sizes(way.doing) or asks_for_sizes(way.doing)

    def place(position: Position, whose: Whose) -> Branch:
        if way.aimed and (refused := _forbidden(cards, way, position, whose)) is not None:
            return refused
        owner = SEAT[whose]
        left = {"seen": {"event": "moves", "object": SECOND, "from": "battlefield"}}
        outcomes: dict[str, Condition] = {
            "stays": {"zone": {SECOND: "battlefield"}, "not": left},
            "returns": {"zone": {SECOND: "battlefield"}, **left},
        }
        outcomes |= {
            zone: {"zone": {SECOND: f"{owner}'s {zone}"}} for zone in ("graveyard", "hand", "library")
        }
        outcomes["exile"] = {"zone": {SECOND: "exile"}}
        table, do = _table(cards, way, position, whose), way.script()
        branch = cards.branch(whose, Script(table, do, outcomes))
        if position is FULL:
            return branch
        full = _table(cards, way, FULL, whose)
        return answered(cards, branch, Script(full, do, outcomes), {SECOND: owner}, len(do) - 1)

    return settled(branches(cards, place), cards, Concern(doing=True, sizes=sizes), way.used)


def target(trial: Trial, cards: Cards) -> TrialReport:
    """Whether the first card can target the second one, a permanent."""
    way = _way(cards.first)
    if not way.aimed:
        raise NotPlayed(f"{cards.first.name} has no target")
    _must_be_meant(trial, way)
    must_be_permanent(cards.second)

    def place(position: Position, whose: Whose) -> Branch:
        found = _forbidden(cards, way, position, whose)
        if found is not None and found.rule == "115.1" and changes(cards.second):
            raise NotPlayed(f"{cards.second.name} can become something else by an ability of its own")
        return found or Branch(whose, "can")

    return settled(branches(cards, place), cards, Concern(sizes=asks_for_sizes(way.specs)))


@dataclass(frozen=True, slots=True)
class _Way:
    """How the first card does something: it is cast, or an ability of it triggers as it enters or is activated."""

    verb: Literal["cast", "enters", "activate"]
    aimed: bool
    specs: tuple[TargetSpec, ...] = ()
    doing: tuple[Ability, ...] = ()
    ability: int | None = None

    @property
    def used(self) -> ActivatedAbility | None:
        """The ability that is activated."""
        one = self.doing[0] if self.ability is not None else None
        return one if isinstance(one, ActivatedAbility) else None

    def script(self) -> list[dict[str, Any]]:
        """What is done, at SECOND where there is a target."""
        if self.verb == "enters":
            return [
                {"cast": FIRST, "by": "A"},
                {"resolve": "top", "with": [{"target": SECOND}]},
                {"resolve": "all"},
            ]
        return [self.action(SECOND), {"resolve": "all"}]

    def action(self, aim: str | None) -> dict[str, Any]:
        """Casting or activating it."""
        found: dict[str, Any] = {self.verb: FIRST, "by": "A"}
        if self.ability is not None:
            found["ability"] = str(self.ability)
        if self.aimed and aim is not None:
            found["targets"] = [aim]
        return found


def _must_be_meant(trial: Trial, way: _Way) -> None:
    """NotPlayed where it is asked what casting does and the card does it only later, as its ability is activated."""
    if trial.detail == "cast" and way.verb == "activate":
        raise NotPlayed(f"casting {trial.first.name} does nothing yet")


def _way(card: Characteristics) -> _Way:
    if is_spell(card) or card.has_keyword("enchant"):
        specs = tuple(
            spec for part in parts(card.abilities) if isinstance(part, SpellAbility) for spec in _specs(part)
        )
        specs += tuple(
            TargetSpec((one.filter,)) for one in card.keywords("enchant") if isinstance(one.filter, Filter)
        )
        return _Way("cast", has_targets(card), specs, card.abilities)
    must_be_permanent(card)
    entering = [one for one in card.abilities if isinstance(one, TriggeredAbility) and is_as_it_enters(one)]
    active = [n for n, one in activated(card).items() if _specs(one)]
    if len(entering) == 1 and not active and _specs(entering[0]):
        return _Way("enters", True, _specs(entering[0]), (entering[0],))
    if len(active) == 1 and not entering:
        used = activated(card)[active[0]]
        return _Way("activate", True, _specs(used), (used,), active[0])
    raise NotPlayed(f"what {card.name} does is not one thing")


def _specs(ability: SpellAbility | TriggeredAbility | ActivatedAbility) -> tuple[TargetSpec, ...]:
    return tuple(spec for part in parts(ability.effect) if isinstance(part, Effect) for spec in part.targets)


def _table(cards: Cards, way: _Way, position: Position, whose: Whose) -> dict[str, Any]:
    on_the_battlefield: dict[str, list[Any]] = {"A": [], "B": []}
    players: dict[str, dict[str, Any]] = {"A": {}, "B": {}}
    if way.verb == "activate":
        on_the_battlefield["A"].append(placed(cards.first, FIRST))
    else:
        players["A"]["hand"] = [cards.in_hand(cards.trial.first, FIRST)]
    on_the_battlefield[SEAT[whose]].append(placed(cards.second))
    for who, permanents in on_the_battlefield.items():
        players[who]["battlefield"] = permanents
    return given(position, cards.mana, players)


def _forbidden(cards: Cards, way: _Way, position: Position, whose: Whose) -> Branch | None:
    """None when the second card can be the target, else the outcome that says which rule forbids it.

    NotPlayed when nothing else could be the target either: then something else may be why.
    """
    table = _table(cards, way, position, whose)
    if way.verb != "enters":
        if _legal(cards, table, way.action(SECOND)):
            return None
        if not _legal(cards, _table(cards, way, FULL, whose), way.action(None)):
            raise NotPlayed(f"{cards.first.name} can't be used at all")
    reason = _why_not(cards, way, table)
    if reason is not None and any(_is_elsewhere(what) for spec in way.specs for what in spec.what):
        raise NotPlayed(f"{cards.first.name} can target what is not on the battlefield")
    if reason is not None and any(_asks_for_state(spec) for spec in way.specs):
        raise NotPlayed(f"whether {cards.first.name} can target it is up to what it does just then")
    return Branch(whose, CANT, rule=reason) if reason is not None else None


def _is_elsewhere(what: Filter | PlayerFilter) -> bool:
    """Whether it describes cards or spells, and no permanents."""
    return isinstance(what, Filter) and what.zone is not Zone.BATTLEFIELD


def _asks_for_state(spec: TargetSpec) -> bool:
    """Whether a target must be in some state, such as tapped, that the question says nothing about."""
    return any(
        isinstance(part, Filter)
        and (part.tapped, part.attacking, part.blocking, part.counters, part.mark) != (None,) * 5
        for part in parts(spec)
    )


def _legal(cards: Cards, table: dict[str, Any], action: dict[str, Any]) -> bool:
    legal: Condition = {"legal": action}
    script = Script(table, [{"mark": "now"}], {"can": legal, "cannot": {"not": legal}}, at="now")
    return "can" in cards.may(script)


def _why_not(cards: Cards, way: _Way, table: dict[str, Any]) -> str | None:
    """The rule by which the second card is no legal target for the first one (CR 115.1, 702.11, 702.16, 702.18)."""
    game, names = cards.beginning(table)
    (source,), (aim,) = find(FIRST, game.view, names), find(SECOND, game.view, names)
    view = look(game.view)
    reasons = [
        why_illegal(view, spec, Chosen(object=aim.id), Frame(you=0, this=source.id)) for spec in way.specs
    ]
    return None if not reasons or None in reasons else reasons[0]


def counter(trial: Trial, cards: Cards) -> TrialReport:
    """Whether the first card counters the second one, a spell that an opponent casts in their own main phase."""
    if not has_targets(cards.first):
        raise NotPlayed(f"{cards.first.name} has no target as it is cast")
    if "land" in cards.second.types:
        raise NotPlayed(f"{cards.second.name} is a land")

    def place(position: Position, whose: Whose) -> Branch:
        table = _against(cards, position, cards.in_hand(cards.second_text, SECOND))
        cast: list[dict[str, Any]] = [{"cast": SECOND, "by": "B"}]
        answer = {"cast": FIRST, "by": "A", "targets": [SECOND]}
        if not _answerable(cards, table):
            others = (_against(cards, FULL, {name: {"as": SECOND}}) for name in _SPELLS)
            if not any(_answerable(cards, other) for other in others):
                raise NotPlayed(f"{cards.first.name} can't be cast at any spell")
            return Branch(whose, CANT, rule="115.1")
        countered: Condition = {"seen": {"event": "countered", "object": SECOND}}
        outcomes: dict[str, Condition] = {"countered": countered, "not-countered": {"not": countered}}
        return cards.branch(whose, Script(table, [*cast, answer, {"resolve": "all"}], outcomes))

    report = branches(cards, place, (FULL,), whose=("theirs",))
    return settled(report, cards, Concern(doing=True))


def _against(cards: Cards, position: Position, theirs: dict[str, Any]) -> dict[str, Any]:
    players: dict[str, dict[str, Any]] = {
        "A": {"hand": [cards.in_hand(cards.trial.first, FIRST)]},
        "B": {"hand": [theirs]},
    }
    return given(position, cards.mana, players, active="B", pays="AB")


def _answerable(cards: Cards, table: dict[str, Any]) -> bool:
    """Whether the first card can be cast with the spell that B casts as its target."""
    legal: Condition = {"legal": {"cast": FIRST, "by": "A", "targets": [SECOND]}}
    do: list[dict[str, Any]] = [{"cast": SECOND, "by": "B"}, {"pass": "B"}, {"mark": "now"}]
    script = Script(table, do, {"can": legal, "cannot": {"not": legal}}, at="now")
    return "can" in cards.may(script)


def timing(trial: Trial, cards: Cards) -> TrialReport:
    """Whether the asker can cast the card at a moment; detail: one of `MOMENTS`.

    Everything that it could need lies on the table, and in the asker's own main phase it can be cast.
    """
    legal: Condition = {"legal": {"cast": FIRST, "by": "A"}}
    outcomes: dict[str, Condition] = {"can": legal, "cannot": {"not": legal}}
    hands: dict[str, dict[str, Any]] = {
        "A": {"hand": [cards.in_hand(cards.trial.first, FIRST)]},
        "B": {"hand": [{"Small Word": {"as": SECOND}}]},
    }

    def at(active: str, step: str, *do: dict[str, Any]) -> bool:
        table = given(FULL, cards.mana, hands, active=active, step=step)
        return "can" in cards.may(Script(table, [*do, {"mark": "now"}], outcomes, at="now"))

    def place(position: Position, whose: Whose) -> Branch:
        found = {at(*moment) for moment in MOMENTS[trial.detail]}
        outcome = MIXED if len(found) > 1 else "can" if True in found else "cannot"
        if outcome != "can" and not at("A", "precombat main"):
            raise NotPlayed(f"{cards.first.name} can't be cast in one's own main phase either")
        if outcome != "can" and any(map(cards.first.has_keyword, _OTHER_MOMENTS)):
            raise NotPlayed(f"{cards.first.name} can be cast at another moment in its own way")
        acts = bool(activated(cards.first))
        return Branch(whose, outcome, rule="" if outcome == "can" else _by_type(cards.first), answered=acts)

    return settled(branches(cards, place, (FULL,), whose=("mine",)), cards, Concern(any_turn=True))


_OTHER_MOMENTS: Final = ("madness", "miracle", "rebound", "suspend")
"""Keywords by which a card is cast as something else happens, whatever its type (CR 702.35, 702.62, 702.88, 702.94)."""


def _by_type(card: Characteristics) -> str:
    """The rule that lets the card be cast only in its player's main phase with an empty stack."""
    rules = {"creature": "302.1", "planeswalker": "306.1", "artifact": "301.1", "enchantment": "303.1"}
    return next((rule for kind, rule in rules.items() if kind in card.types), "307.1")


_PASS: Final = {"pass": "B"}
_THEIR_SPELL: Final = ({"cast": SECOND, "by": "B"}, _PASS)
MOMENTS: Final[Mapping[str, tuple[tuple[Any, ...], ...]]] = {
    "their turn": tuple(("B", step, _PASS) for step in ("upkeep", "draw", "precombat main", "end")),
    "their upkeep": (("B", "upkeep", _PASS),),
    "their draw step": (("B", "draw", _PASS),),
    "their end step": (("B", "end", _PASS),),
    "their combat": (("B", "beginning of combat", _PASS),),
    "combat": (("B", "beginning of combat", _PASS), ("A", "beginning of combat")),
    "my combat": (("A", "beginning of combat"),),
    "my upkeep": (("A", "upkeep"),),
    "my draw step": (("A", "draw"),),
    "my end step": (("A", "end"),),
    "second main phase": (("A", "postcombat main"),),
    "response": (("B", "precombat main", *_THEIR_SPELL),),
}
_SPELLS: Final = ("Old Bear", "Small Word", "Gray Idol", "Ford Sage")

__all__ = ["CANT", "MOMENTS", "counter", "fate", "target", "timing"]

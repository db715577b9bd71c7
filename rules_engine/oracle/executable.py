"""Can the engine carry it out: the table of executors, and the values of a node that not every executor knows.

`process.registry.supports` answers for kinds of nodes. A kind that is supported can still say something new in one of
its fields; each such thing has a name here, and counts as supported once `registry.FEATURES` holds that name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rules_engine.model.abilities import (
    Ability,
    ActivatedAbility,
    AddAbility,
    Change,
    Enters,
    Keyword,
    May,
    PlayerDoes,
    PlayerRule,
    Prohibition,
    PutCounters,
    TriggeredAbility,
)
from rules_engine.model.terms import Filter, WasKicked
from rules_engine.model.zones import Zone
from rules_engine.oracle.sentences import has_x
from rules_engine.oracle.vocabulary import COUNTABLE_KEYWORDS
from rules_engine.process.registry import PLAYER_RULES, PROHIBITIONS

_ACTIONS = {
    "draw",
    "discard",
    "gain life",
    "lose life",
    "sacrifice",
    "shuffle",
    "plot",
    "foretell",
    "play a land",
    "scry",
    "surveil",
    "attack",
    "cycle",
    "cycle this",
    "cycle or discard",
}
_RELATIONS = {None, "you", "opponent", "they", "event player", "owner of this", "any"}
_DURATIONS = {"until end of turn", "until end of combat", "until your next turn", "permanent", "this turn"}


_SAYS_HOW_IT_ENTERS = frozenset({"bloodthirst", "modular", "fading", "vanishing", "graft", "riot", "unleash"})
# Keywords whose cost may hold an X that other abilities find again (CR 702.37f, 702.168e).
_TURNED_UP_FOR = ("morph", "megamorph", "disguise")
# Counters that do something by themselves (CR 122.1b–122.1i), other than +1/+1, -1/-1 and loyalty.
_COUNTERS = frozenset(COUNTABLE_KEYWORDS) | {
    "shield",
    "poison",
    "energy",
    "rad",
    "experience",
}


def missing(ability: Ability) -> str | None:
    """None when the engine can carry out the ability, else what it lacks, in plain words."""
    from rules_engine.process import registry

    lacking = registry.supports(ability)
    if lacking:
        return lacking
    known: frozenset[str] = frozenset(getattr(registry, "FEATURES", ()))
    for feature in features(ability):
        if feature not in known:
            return f"{feature} is not supported"
    return None


def features(node: Any) -> Iterator[str]:
    """The names of what the node says beyond what every executor of its kind knows."""
    if isinstance(node, tuple | frozenset):
        for part in node:
            yield from features(part)
    elif is_dataclass(node) and not isinstance(node, type):
        yield from _of(node)
        for f in fields(node):
            yield from features(getattr(node, f.name))


def _of(node: Any) -> Iterator[str]:
    match node:
        case TriggeredAbility(zone=zone) if zone is not Zone.BATTLEFIELD:
            yield f"a triggered ability that works in the {zone}"
        case ActivatedAbility(condition=condition) if condition is not None:
            yield "“activate only if”"
        case WasKicked(cost=cost) if cost is not None:
            yield "which kicker was paid"
        case Keyword(name=name, cost=cost) if name in _TURNED_UP_FOR and cost is not None and has_x(cost):
            yield f"{{X}} in a {name} cost"
        case AddAbility(abilities=abilities):
            # CR 614.12: how it enters is read off the entering object itself, not off what others would give it.
            for ability in abilities:
                if isinstance(ability, Keyword) and ability.name in _SAYS_HOW_IT_ENTERS:
                    yield f"{ability.name} given by an effect"
        case May(cost=cost) if cost is not None and has_x(cost):
            yield "paying {X} during a resolution"
        case PlayerDoes(action=action) if action not in _ACTIONS:
            yield f"the trigger “{action}”"
        case PlayerRule(kind=kind) if kind not in PLAYER_RULES:
            yield f"the statement “{kind}”"
        case Prohibition(action=action) if action not in PROHIBITIONS:
            yield f"the prohibition “{action}”"
        case PutCounters(kind=kind) if kind in _COUNTERS:
            yield f"a {kind} counter"
        case Enters(counters=counters) if any(kind in _COUNTERS for kind, _ in counters):
            yield f"a {counters[0][0]} counter"
        case Change(duration=duration) if duration not in _DURATIONS:
            yield f"the duration “{duration}”"
        case Filter():
            for relation in (node.controller, node.owner):
                if relation not in _RELATIONS:
                    yield f"“{relation} controls”"
            if node.any_of and node != Filter(zone=node.zone, any_of=node.any_of):
                yield "a list of kinds with a description of all of them"
        case _:
            pass

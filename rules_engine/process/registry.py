"""What can be carried out: executors of instructions, triggers, static effects and keywords, by node type and name.

`supports` lets the compiler refuse a card with a node that nothing here would act on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rules_engine.model import abilities as nodes
from rules_engine.process.units import declare

if TYPE_CHECKING:
    from rules_engine.process.engine import Engine
    from rules_engine.process.frames import Frame

Executor = Callable[["Engine", "Frame", Any], None]

EXECUTORS: dict[type, Executor] = {}
TRIGGERS: set[type] = set()
STATICS: set[type] = set()
COSTS: set[type] = set()
# What supported kinds of nodes may say beyond what each of them says by itself; the names are the compiler's.
FEATURES = frozenset(
    {
        "a triggered ability that works in the graveyard",
        "a triggered ability that works in the exile",
        "“activate only if”",
        "which kicker was paid",
        "the statement “hexproof”",
        "the prohibition “play lands”",
        "“defending player controls”",
        "a list of kinds with a description of all of them",
        "the duration “until your next end step”",
        "the duration “until the end of your next turn”",
        "a shield counter",
        "a flying counter",
        "a deathtouch counter",
        "a haste counter",
        "a hexproof counter",
        "a indestructible counter",
        "a lifelink counter",
        "a menace counter",
        "a reach counter",
        "a shadow counter",
        "a trample counter",
        "a vigilance counter",
        "the duration “for as long as you control this”",
        "the duration “for as long as this remains on the battlefield”",
        "the duration “for as long as this remains tapped”",
        "the duration “its controller's next untap step”",
        "the duration “your next untap step”",
        "the statement “shroud”",
    }
)
KEYWORDS: dict[str, str] = {}
# Keywords whose rule can be switched off as a whole, by name.
SWITCHES: dict[str, str] = {}
RULE_KINDS: set[str] = set()
PROHIBITIONS = frozenset(
    {
        "cast",
        "activate",
        "draw",
        "gain life",
        "play lands",
        "cast more than",
        "draw more than",
        "cast at instant speed",
        "cast the named",
        "activate the named",
        "activate all of the named",
    }
)
PLAYER_RULES = frozenset(
    {
        "can't lose nor opponents win",
        "can't lose the game",
        "can't win the game",
        "life total can't change",
        "protection from everything",
        "skip the untap step",
        "skip the upkeep step",
        "skip the draw step",
        "lands from the graveyard",
        "smaller hand",
        "no maximum hand size",
        "additional land",
        "hexproof",
        "shroud",
        "look at the top",
        "protection from the chosen name",
    }
)


def executes(node: type) -> Callable[[Executor], Executor]:
    """Register the function that carries out an instruction of this type."""

    def register(function: Executor) -> Executor:
        EXECUTORS[node] = function
        return function

    return register


def keyword(name: str, rule: str, switch: str = "") -> None:
    """Register a keyword that the engine gives its meaning, with the rule that says so; switch: what turns it off."""
    KEYWORDS[name] = rule
    if switch:
        SWITCHES[name] = switch
        declare(switch, f"“{name}” has no meaning")


def means_nothing(name: str, without: frozenset[str]) -> bool:
    """Whether the keyword's rule is switched off in this game."""
    return bool(without) and SWITCHES.get(name) in without


def supports(node: object) -> str | None:
    """None when the node and all nodes in it can be carried out, else what is missing, in plain words."""
    for part in parts_of(node):
        missing = _missing(part)
        if missing:
            return missing
    return None


def _missing(part: object) -> str | None:
    kind = type(part)
    if kind in _INSTRUCTIONS and kind not in EXECUTORS:
        return f"the instruction {kind.__name__} is not supported"
    if kind in _TRIGGER_TYPES and kind not in TRIGGERS:
        return f"the trigger {kind.__name__} is not supported"
    if kind in _STATIC_TYPES and kind not in STATICS:
        return f"the static effect {kind.__name__} is not supported"
    if kind in _COST_TYPES and kind not in COSTS:
        return f"the cost {kind.__name__} is not supported"
    if isinstance(part, nodes.Keyword) and part.name not in KEYWORDS:
        return f"the keyword {part.name} is not supported"
    if isinstance(part, nodes.Rule) and part.kind not in RULE_KINDS:
        return f"the statement “{part.kind}” is not supported"
    if isinstance(part, nodes.Prohibition) and part.action not in PROHIBITIONS:
        return f"“can't {part.action}” is not supported"
    if isinstance(part, nodes.PlayerRule) and part.kind not in PLAYER_RULES:
        return f"“{part.kind}” is not supported"
    return None


def parts_of(node: object) -> list[object]:
    """The node and all nodes in it."""
    found: list[object] = []
    queue: list[object] = [node]
    while queue:
        part = queue.pop()
        if isinstance(part, tuple | frozenset):
            queue.extend(part)
        elif dataclasses.is_dataclass(part) and not isinstance(part, type):
            found.append(part)
            queue.extend(getattr(part, field.name) for field in dataclasses.fields(part))
    return found


def _members(union: Any) -> frozenset[type]:
    return frozenset(union.__args__)


_INSTRUCTIONS = _members(nodes.Instruction)
_TRIGGER_TYPES = _members(nodes.Trigger)
_STATIC_TYPES = _members(nodes.StaticEffect)
_COST_TYPES = _members(nodes.CostPart)

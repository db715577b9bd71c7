"""Changing a scenario: a twin is the scenario with one thing changed, a variant with some.

Changes work on the document before it is read as a scenario, so that what a change makes is checked like a file.
"""

from __future__ import annotations

import copy
import re
from typing import Any

from rules_engine.errors import ScenarioError
from rules_engine.scenario.fields import nearest
from rules_engine.scenario.schema import Change
from rules_engine.scenario.yaml_text import Value


def apply_change(value: dict[str, Any], change: Change) -> dict[str, Any]:
    """The document with the change made; ScenarioError when a place is not there or nothing changes."""
    changed = copy.deepcopy(value)
    for old, new in change.swap.items():
        parts: dict[str, Any] = {
            part: swapped(changed[part], old, new) for part in ("given", "do") if part in changed
        }
        if all(parts[part] == changed.get(part) for part in parts):
            raise ScenarioError(f"swap: there is no {old!r} in given or do")
        changed.update(parts)
    for place, new in change.set.items():
        _put(changed, place, new)
    for place, new in change.add.items():
        _add(changed, place, new)
    for place in change.drop:
        _drop(changed, place)
    if changed == value:
        raise ScenarioError("the change changes nothing")
    return changed


def count_changes(change: Change) -> int:
    """How many things a change changes."""
    return len(change.swap) + len(change.set) + len(change.add) + len(change.drop)


def swapped(value: Value, old: str, new: str) -> Value:
    """The value with a card's name replaced by another one wherever it stands."""
    if isinstance(value, str):
        return re.sub(rf"(?<![\w-]){re.escape(old)}(?![\w-])", new, value)
    if isinstance(value, list):
        return [swapped(part, old, new) for part in value]
    return {str(swapped(key, old, new)): swapped(part, old, new) for key, part in value.items()}


_PART = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def _parts(place: str) -> list[str | int]:
    found: list[str | int] = [int(match[2]) - 1 if match[2] else match[1] for match in _PART.finditer(place)]
    if not found:
        raise ScenarioError(f"not a place: {place!r} (expected something like  do[3].targets)")
    return found


def _holder(value: Any, place: str) -> tuple[Any, str | int]:
    parts = _parts(place)
    for depth, part in enumerate(parts[:-1]):
        value = _inside(value, part, place, depth)
    return value, parts[-1]


def _inside(value: Any, part: str | int, place: str, depth: int) -> Any:
    if isinstance(part, int):
        if isinstance(value, list) and part < len(value):
            return value[part]
        raise ScenarioError(f"{place}: there is no [{part + 1}] there")
    if isinstance(value, dict) and part in value:
        return value[part]
    if isinstance(value, dict) and part in ("A", "B", "C", "D", "players", "explore", "answers"):
        return value.setdefault(part, {})
    known = sorted(value) if isinstance(value, dict) else []
    raise ScenarioError(f"{place}: there is no {part!r} there{nearest(part, known)}")


def _put(value: Any, place: str, new: Any) -> None:
    holder, last = _holder(value, place)
    if isinstance(last, int):
        if not isinstance(holder, list) or last >= len(holder):
            raise ScenarioError(f"{place}: there is no [{last + 1}] there")
        holder[last] = new
    else:
        holder[last] = new


def _add(value: Any, place: str, new: Any) -> None:
    """Append to a list, or insert before the place when it names an item: do[2]."""
    holder, last = _holder(value, place)
    items = new if isinstance(new, list) else [new]
    if isinstance(last, int):
        if not isinstance(holder, list) or last > len(holder):
            raise ScenarioError(f"{place}: there is no [{last + 1}] there")
        holder[last:last] = items
        return
    there = holder.get(last, [])
    if isinstance(there, dict) and isinstance(new, dict):
        holder[last] = {**there, **new}
        return
    holder[last] = [*([there] if isinstance(there, str) and there else there or []), *items]


def _drop(value: Any, place: str) -> None:
    """Take out what stands at a place; "given.players.A.hand: Side Step" takes one item out of a list by its name."""
    place, _, item = place.partition(": ")
    holder, last = _holder(value, place)
    if item:
        there = _inside(holder, last, place, 0)
        found = [entry for entry in there if entry == item or (isinstance(entry, dict) and item in entry)]
        if not found:
            raise ScenarioError(f"{place}: there is no {item!r} there")
        there.remove(found[0])
    elif isinstance(last, int):
        _inside(holder, last, place, 0)
        del holder[last]
    else:
        _inside(holder, last, place, 0)
        del holder[last]

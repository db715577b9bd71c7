"""`replace` for frozen slotted dataclasses, without the detour through `__init__`: this is the engine's hottest call."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

T = TypeVar("T")
_NAMES: dict[type, tuple[str, ...]] = {}
_put = object.__setattr__


def replace(value: T, /, **changes: Any) -> T:
    """A new value like the old one but for some fields; a wrong field name raises AttributeError."""
    kind = type(value)
    names = _NAMES.get(kind)
    if names is None:
        names = _NAMES[kind] = tuple(field.name for field in fields(value))  # type: ignore[arg-type]
    new = object.__new__(kind)
    for name in names:
        _put(new, name, getattr(value, name))
    for name, changed in changes.items():
        _put(new, name, changed)
    return new

"""`replace` for frozen slotted dataclasses, without the detour through `__init__`: this is the engine's hottest call."""

from __future__ import annotations

from dataclasses import Field, fields
from typing import Any, TypeVar

T = TypeVar("T")
_NAMES: dict[type, tuple[str, ...]] = {}
_KEPT: dict[type, tuple[tuple[str, Any], ...]] = {}
_put = object.__setattr__


def replace(value: T, /, **changes: Any) -> T:
    """A new value like the old one but for some fields; a wrong field name raises AttributeError.

    What a value only remembers of itself (fields that are no arguments) starts anew.
    """
    kind = type(value)
    names = _NAMES.get(kind)
    if names is None:
        all_fields: tuple[Field[Any], ...] = fields(value)  # type: ignore[arg-type]
        names = tuple(field.name for field in all_fields if field.init)
        _KEPT[kind] = tuple((field.name, field.default) for field in all_fields if not field.init)
        _NAMES[kind] = names
    new = object.__new__(kind)
    for name in names:
        _put(new, name, getattr(value, name))
    for name, default in _KEPT[kind]:
        _put(new, name, default)
    for name, changed in changes.items():
        _put(new, name, changed)
    return new

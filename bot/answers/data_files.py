"""The package's reviewed data files."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import yaml

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # ten times as fast, where libyaml is there


def load_data(name: str) -> Any:
    """`data/<name>.yaml`; all scalars are strings (YAML would turn `no` into false)."""
    text = (files("bot.answers") / "data" / f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(text, Loader=_LOADER)  # noqa: S506  (BaseLoader builds only strings, lists and maps)

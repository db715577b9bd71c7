"""The values that fields of a scenario file hold, and how they are read out of text."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict

from rules_engine.citations import RuleNumber
from rules_engine.model.events import EventKind
from rules_engine.model.zones import Step

PLAYERS = ("A", "B", "C", "D")
YES = ("yes", "true")
NO = ("no", "false")


def _yes_no(value: object) -> object:
    if isinstance(value, str) and value.lower() in (*YES, *NO):
        return value.lower() in YES
    if isinstance(value, bool):
        return value
    raise ValueError("expected yes or no")


def listed(value: object) -> object:
    """One text as a list of one."""
    return [value] if isinstance(value, str) else value


def _text(value: object) -> object:
    if isinstance(value, dict):
        raise ValueError('expected text; write text with braces in quotes, such as "{X}{R}"')
    if isinstance(value, list):
        raise ValueError("expected one text, not a list")
    return value


def _rule(value: object) -> object:
    return RuleNumber(str(value))


def _step(value: object) -> object:
    text = str(value)
    text = {"main": "precombat main", "main phase": "precombat main"}.get(text, text)
    if text not in {step.value for step in Step}:
        raise ValueError(f"unknown step {text!r}{nearest(text, [step.value for step in Step])}")
    return text


def number(value: object) -> object:
    """A whole number, written as such."""
    if isinstance(value, str) and not re.fullmatch(r"-?\d+", value):
        raise ValueError("expected a whole number")
    return value


def _kind(value: object) -> object:
    if value not in get_args(EventKind):
        raise ValueError(f"unknown kind of event {value!r}{nearest(str(value), get_args(EventKind))}")
    return value


def _amount(value: object) -> object:
    if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
        raise ValueError('expected a number, "at least 2", "at most 2", "not 2" or "any"')
    return value


_AMOUNT = re.compile(r"any|(?:(?:at least|at most|not) )?-?\d+")

Text = Annotated[str, BeforeValidator(_text)]
YesNo = Annotated[bool, BeforeValidator(_yes_no)]
Texts = Annotated[list[Text], BeforeValidator(listed)]
Number = Annotated[int, BeforeValidator(number)]
Amount = Annotated[str, BeforeValidator(_amount)]
Rule = Annotated[str, BeforeValidator(_rule)]
StepName = Annotated[str, BeforeValidator(_step)]
Kind = Annotated[str, BeforeValidator(_kind)]
PlayerName = Literal["A", "B", "C", "D"]
Answer = str | list[Any] | dict[str, Any]


def nearest(name: str, known: Sequence[str]) -> str:
    """The nearest known name as the end of a message: "; did you mean 'graveyard'?", or what there is."""
    found = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if found:
        return f"; did you mean {found[0]!r}?"
    return f"; expected one of: {', '.join(known)}" if known else ""


class Part(BaseModel):
    """A part of a scenario file: frozen, and closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

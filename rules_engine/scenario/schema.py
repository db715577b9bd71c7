"""What a scenario file may hold: every field, its form, and the error that names the nearest right one.

All values arrive as strings; a field that means a number or yes/no converts it itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, model_validator

from rules_engine.model.zones import Step
from rules_engine.scenario.actions import ACTION_VERBS, Action, Try, exactly_one
from rules_engine.scenario.claims import Expectation
from rules_engine.scenario.fields import (
    PLAYERS,
    Answer,
    Number,
    Part,
    PlayerName,
    Rule,
    StepName,
    Text,
    Texts,
    YesNo,
    listed,
    nearest,
    number,
)
from rules_engine.scenario.yaml_text import Document, Path


class Confirms(Part):
    """The official ruling that the scenario confirms: its card, and the ruling's key or how its text begins."""

    card: Text
    ruling: Text


_SIZE = r"(\*|-?\d+)/(\*|-?\d+)"


class StandIn(Part):
    """An invented card: Oracle text and what else is printed on it; of both faces, where it has two (docs/scenarios.md)."""

    mana_cost: Text = Field("", alias="mana cost")
    type: Text
    pt: Annotated[str, Field(pattern=f"^{_SIZE}$|^({_SIZE})? // ({_SIZE})?$")] | None = Field(
        None, alias="P/T"
    )
    loyalty: Text | None = None
    colors: Annotated[str, Field(pattern=r"^[WUBRG]*( // [WUBRG]*)?$")] = ""
    layout: Literal["", "transform", "modal_dfc"] = ""
    text: Text = ""


class Item(Part):
    """The state of one object at the start."""

    handle: Text | None = Field(None, alias="as")
    owner: PlayerName | None = None
    controller: PlayerName | None = None
    tapped: YesNo = False
    summoning_sick: YesNo = Field(False, alias="summoning sick")
    damage: Number = 0
    counters: dict[str, Number] = Field(default_factory=dict)
    attached_to: Text | None = Field(None, alias="attached to")
    encoded_on: Text | None = Field(None, alias="encoded on")
    plotted: Literal["this turn", "earlier"] | None = None
    foretold: Literal["this turn", "earlier"] | None = None
    face_down: YesNo = Field(False, alias="face down")
    token: YesNo = False
    transformed: YesNo = False


class Placement(Part):
    """A card in a zone, perhaps several alike, and its state."""

    name: Text
    count: int = 1
    state: Item = Field(default_factory=lambda: Item.model_validate({}))


_COUNTED = re.compile(r"(\d+) (.+)")


def _placements(value: object) -> object:
    if isinstance(value, str):
        value = [value] if value else []
    if not isinstance(value, list):
        raise ValueError("expected a list of cards")
    return [_placement(item) for item in value]


def _placement(item: object) -> object:
    if isinstance(item, dict):
        if len(item) != 1:
            raise ValueError("expected one card with its state, such as  Lane Runner: {tapped: yes}")
        name, state = next(iter(item.items()))
        return {"name": name, "state": state}
    found = _COUNTED.fullmatch(str(item))
    if found:
        return {"name": found[2], "count": int(found[1])}
    return {"name": item}


Placements = Annotated[list[Placement], BeforeValidator(_placements)]


class GivenPlayer(Part):
    """A player at the start: life and zones. Libraries are listed from the top."""

    life: Number = 20
    poison: Number = 0
    hand: Placements = Field(default_factory=list)
    library: Placements = Field(default_factory=list)
    graveyard: Placements = Field(default_factory=list)
    battlefield: Placements = Field(default_factory=list)
    exile: Placements = Field(default_factory=list)

    def zones(self) -> Iterator[tuple[str, list[Placement]]]:
        """Each zone with what lies in it."""
        for zone in ("hand", "library", "graveyard", "battlefield", "exile"):
            yield zone, getattr(self, zone)


class Given(Part):
    """The position: whose turn, which step, the players and their zones."""

    active: PlayerName = "A"
    step: StepName = "precombat main"
    turn: Annotated[int, BeforeValidator(number), Field(ge=1)] = 5
    daytime: Literal["", "day", "night"] = ""
    players: dict[PlayerName, GivenPlayer]

    @model_validator(mode="after")
    def _in_order(self) -> Given:
        names = list(self.players)
        if names != list(PLAYERS[: len(names)]) or not 2 <= len(names) <= 4:
            raise ValueError("expected players A and B, perhaps C and D, in that order")
        if self.step in (Step.UNTAP, Step.CLEANUP):
            raise ValueError(
                f"step: nobody gets priority in the {self.step} step; begin in the one before or after it"
            )
        if self.active not in names:
            raise ValueError(f"active: {self.active} is none of the players {', '.join(names)}")
        return self


class ScriptStep(Action):
    """One line of the script."""

    pass_: PlayerName | None = Field(None, alias="pass")
    resolve: Literal["top", "all", ""] | None = None
    to: Text | None = None
    attack: dict[str, str] | None = None
    block: dict[str, Texts] | None = None
    mark: Text | None = None
    try_: Try | None = Field(None, alias="try")

    @model_validator(mode="after")
    def _one_verb(self) -> ScriptStep:
        exactly_one(self, (*ACTION_VERBS, "pass_", "resolve", "to", "attack", "block", "mark", "try_"))
        return self


def _script_step(value: object) -> object:
    if isinstance(value, str):
        if value == "resolve":
            return {"resolve": "top"}
        raise ValueError(f"unknown step {value!r}; expected something like  resolve: top")
    return value


Script = list[Annotated[ScriptStep, BeforeValidator(_script_step)]]


def _all_or_list(value: object) -> object:
    return value if value in ("all", "none") else listed(value)


class Bounds(Part):
    """How far exploring may go before it says "unknown"."""

    states: Annotated[int, BeforeValidator(number), Field(gt=0)] = 5_000
    runs: Annotated[int, BeforeValidator(number), Field(gt=0)] = 5_000
    choices: Annotated[int, BeforeValidator(number), Field(gt=0)] = 200_000


class Explore(Part):
    """What is tried beyond the script: which decisions, whose actions, from when, until when."""

    decisions: Annotated[Literal["all", "none"] | list[str], BeforeValidator(_all_or_list)] = "none"
    players: Annotated[Literal["all"] | list[PlayerName], BeforeValidator(_all_or_list)] = "all"
    actions: Annotated[Literal["all", "none"] | list[str], BeforeValidator(_all_or_list)] = "none"
    start: Text | None = Field(None, alias="from")
    until: Text | None = None
    bounds: Bounds = Bounds()


class Change(Part):
    """One change of a scenario: swap a card for another one, or set, add, drop one place."""

    swap: dict[str, Text] = Field(default_factory=dict)
    set: dict[str, Any] = Field(default_factory=dict)
    add: dict[str, Any] = Field(default_factory=dict)
    drop: Texts = Field(default_factory=list)


class Twin(Part):
    """A control: the scenario with one thing changed, where the named expectations must fail and its own must hold."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    title: Text
    change: Change
    opposite: Texts
    expect: Annotated[list[Expectation], Field(min_length=1)]
    cites: Annotated[list[Rule], BeforeValidator(listed)] = Field(default_factory=list)
    note: Text = ""


class Variant(Part):
    """The scenario in another dress: changes after which its expectations still hold (or its own, where given)."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    title: Text
    changes: list[Change]
    expect: list[Expectation] | None = None
    cites: Annotated[list[Rule], BeforeValidator(listed)] = Field(default_factory=list)
    note: Text = ""


def _phrasings(value: object) -> object:
    return {"en": value} if isinstance(value, list) else value


class Question(Part):
    """What a player may ask that this run decides; the label comes from the result of the expectation `about`."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    about: Text
    in_: Text = Field("", alias="in")
    yes_when: Literal["holds", "fails"] | None = None
    value: YesNo = False
    answer: dict[str, Text] = Field(default_factory=dict)
    ask: Annotated[dict[str, list[Text]], BeforeValidator(_phrasings)]
    needs: list[Texts] = Field(default_factory=list)
    not_: Texts = Field([], alias="not")

    @model_validator(mode="after")
    def _one_kind(self) -> Question:
        if (self.yes_when is None) == (not self.value):
            raise ValueError("expected either yes_when (holds or fails) or value: yes")
        return self


Topic = Literal[
    "priority and responses",
    "targets that are gone",
    "whether and how often it triggers",
    "costs of what is cast free",
    "cast, copied or put",
    "the value of X",
    "what may be done when",
    "copies and tokens",
    "changes of control",
    "order of triggers and choices",
    "state-based actions",
    "replacement and prevention",
    "combat",
    "layers and lost abilities",
    "values of odd objects",
]
"""What players need to know most often; a scenario of the library belongs to one of these."""


class Scenario(Part):
    """A scenario file."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    topic: Topic | None = None
    why: Text = ""
    confirms: list[Confirms] = Field(default_factory=list)
    cites: Annotated[list[Rule], BeforeValidator(listed)]
    stand_ins: dict[str, StandIn] = Field({}, alias="stand-ins")
    given: Given
    do: Script
    answers: dict[str, Answer] = Field(default_factory=dict)
    explore: Explore = Field(default_factory=lambda: Explore.model_validate({}))
    expect: Annotated[list[Expectation], Field(min_length=1)]
    twins: list[Twin] = Field(default_factory=list)
    variants: list[Variant] = Field(default_factory=list)
    questions: list[Question] = Field(default_factory=list)

    @property
    def marks(self) -> tuple[str, ...]:
        """Names of the marks in the script, in order."""
        found = [step.mark for step in self.do if step.mark is not None]
        for step in self.do:
            found += [str(answer["mark"]) for answer in step.given if "mark" in answer]
        return tuple(found)


def parse(document: Document) -> Scenario:
    """A scenario from a document; ScenarioError with line, field, what was expected and the nearest valid name."""
    try:
        return Scenario.model_validate(document.value)
    except ValidationError as error:
        raise _translated(error, document) from error


def _translated(error: ValidationError, document: Document) -> Exception:
    first = min(
        error.errors(),
        key=lambda found: (
            found["type"] != "extra_forbidden",
            document.line(_path(found["loc"], document)) or 0,
        ),
    )
    path = _path(first["loc"], document)
    message = str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        known = _fields_at(first["loc"])
        message = f"unknown field {first['loc'][-1]!r}{nearest(str(first['loc'][-1]), known)}"
    elif first["type"] == "missing":
        message = f"the field {first['loc'][-1]!r} is missing"
        path = path[:-1] if path and path[-1] == first["loc"][-1] else path
    elif first["type"] in ("literal_error", "model_type", "list_type", "dict_type", "string_type"):
        message = f"{message}; found {first['input']!r}"
    return document.error(message[:500], path)


def _path(loc: tuple[Any, ...], document: Document) -> Path:
    """The part of pydantic's location that exists in the document (unions add names of their own)."""
    path: Path = ()
    value: Any = document.value
    for part in loc:
        if (isinstance(value, dict) and part in value) or (
            isinstance(value, list) and isinstance(part, int) and part < len(value)
        ):
            value, path = value[part], (*path, part)
        elif isinstance(value, dict) and len(value) == 1 and part == "state":
            name = next(iter(value))
            value, path = value[name], (*path, name)
    return path


def _fields_at(loc: tuple[Any, ...]) -> list[str]:
    """Names of the fields that the part at a location has."""
    model: type[BaseModel] = Scenario
    for part in loc[:-1]:
        for name, field in model.model_fields.items():
            if part in (name, field.alias):
                model = next(iter(_models_in(field.annotation)), model)
                break
    return [field.alias or name for name, field in model.model_fields.items()]


def _models_in(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _models_in(argument)


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Scenario.model_json_schema()}

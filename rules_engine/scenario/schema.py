"""What a scenario file may hold: every field, its form, and the error that names the nearest right one.

All values arrive as strings; a field that means a number or yes/no converts it itself.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from rules_engine.citations import RuleNumber
from rules_engine.model.events import EventKind
from rules_engine.model.zones import Step
from rules_engine.scenario.yaml_text import Document, Path

PLAYERS = ("A", "B", "C", "D")
YES = ("yes", "true")
NO = ("no", "false")


def _yes_no(value: object) -> object:
    if isinstance(value, str) and value.lower() in (*YES, *NO):
        return value.lower() in YES
    if isinstance(value, bool):
        return value
    raise ValueError("expected yes or no")


def _listed(value: object) -> object:
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


def _number(value: object) -> object:
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
Texts = Annotated[list[Text], BeforeValidator(_listed)]
Number = Annotated[int, BeforeValidator(_number)]
Amount = Annotated[str, BeforeValidator(_amount)]
Rule = Annotated[str, BeforeValidator(_rule)]
StepName = Annotated[str, BeforeValidator(_step)]
Kind = Annotated[str, BeforeValidator(_kind)]
PlayerName = Literal["A", "B", "C", "D"]
Answer = str | list[Any] | dict[str, Any]


def nearest(name: str, known: list[str] | tuple[str, ...]) -> str:
    """The nearest known name as the end of a message: "; did you mean 'graveyard'?", or what there is."""
    found = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    if found:
        return f"; did you mean {found[0]!r}?"
    return f"; expected one of: {', '.join(known)}" if known else ""


class Part(BaseModel):
    """A part of a scenario file: frozen, and closed to unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Confirms(Part):
    """The official ruling that the scenario confirms: its card, and the ruling's key or how its text begins."""

    card: Text
    ruling: Text


class StandIn(Part):
    """An invented card: Oracle text and what else is printed on it."""

    mana_cost: Text = Field("", alias="mana cost")
    type: Text
    pt: Annotated[str, Field(pattern=r"^(\*|-?\d+)/(\*|-?\d+)$")] | None = Field(None, alias="P/T")
    loyalty: Text | None = None
    text: Text = ""


class Item(Part):
    """The state of one object at the start."""

    handle: Text | None = Field(None, alias="as")
    owner: PlayerName | None = None
    controller: PlayerName | None = None
    tapped: YesNo = False
    summoning_sick: YesNo = Field(False, alias="summoning sick")
    damage: Number = 0
    counters: dict[str, Number] = {}
    attached_to: Text | None = Field(None, alias="attached to")
    encoded_on: Text | None = Field(None, alias="encoded on")
    plotted: Literal["this turn", "earlier"] | None = None
    foretold: Literal["this turn", "earlier"] | None = None
    face_down: YesNo = Field(False, alias="face down")
    token: YesNo = False


class Placement(Part):
    """A card in a zone, perhaps several alike, and its state."""

    name: Text
    count: int = 1
    state: Item = Item()


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
    hand: Placements = []
    library: Placements = []
    graveyard: Placements = []
    battlefield: Placements = []
    exile: Placements = []

    def zones(self) -> Iterator[tuple[str, list[Placement]]]:
        """Each zone with what lies in it."""
        for zone in ("hand", "library", "graveyard", "battlefield", "exile"):
            yield zone, getattr(self, zone)


class Given(Part):
    """The position: whose turn, which step, the players and their zones."""

    active: PlayerName = "A"
    step: StepName = "precombat main"
    turn: Annotated[int, BeforeValidator(_number), Field(ge=1)] = 5
    players: dict[PlayerName, GivenPlayer]

    @model_validator(mode="after")
    def _in_order(self) -> Given:
        names = list(self.players)
        if names != list(PLAYERS[: len(names)]) or not 2 <= len(names) <= 4:
            raise ValueError("expected players A and B, perhaps C and D, in that order")
        if self.active not in names:
            raise ValueError(f"active: {self.active} is none of the players {', '.join(names)}")
        return self


class Action(Part):
    """Something a player does with priority, or in a try: a verb with an object, and choices for it."""

    cast: Text | None = None
    activate: Text | None = None
    play: Text | None = None
    plot: Text | None = None
    foretell: Text | None = None
    suspend: Text | None = None
    by: PlayerName | None = None
    method: Text | None = None
    ability: Number | None = None
    targets: Texts | None = None
    x: Number | None = None
    kicked: Text | None = None
    buyback: Text | None = None
    modes: Texts | None = None
    pay: Texts | None = None
    divide: list[Number] | None = None
    given: list[dict[str, Answer]] = Field([], alias="with")

    @property
    def verb(self) -> str | None:
        """The verb that is set: cast, activate, play, plot, foretell, suspend."""
        found = [verb for verb in ACTION_VERBS if getattr(self, verb) is not None]
        return found[0] if found else None

    @property
    def thing(self) -> str:
        """The object of the verb as written."""
        verb = self.verb
        return str(getattr(self, verb)) if verb else ""

    def answers(self) -> list[dict[str, Answer]]:
        """The choices written at the action, as answers by the name of their decision, then those of `with`."""
        found: list[dict[str, Answer]] = []
        found += [{"mode": mode} for mode in self.modes or []]
        if self.x is not None:
            found.append({"x": str(self.x)})
        found += [{"kicker": self.kicked}] if self.kicked is not None else []
        found += [{"buyback": self.buyback}] if self.buyback is not None else []
        found += [{"target": target} for target in self.targets or []]
        found += [{"divide": [str(n) for n in self.divide]}] if self.divide is not None else []
        found += [{"pay": thing} for thing in self.pay or []]
        return found + self.given


ACTION_VERBS = ("cast", "activate", "play", "plot", "foretell", "suspend")


class Try(Action):
    """An action that must turn out illegal, with the rule that forbids it."""

    rule: Rule | None = None

    @model_validator(mode="after")
    def _one_verb(self) -> Try:
        _exactly_one(self, ACTION_VERBS)
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
    concede: PlayerName | None = None

    @model_validator(mode="after")
    def _one_verb(self) -> ScriptStep:
        _exactly_one(self, (*ACTION_VERBS, "pass_", "resolve", "to", "attack", "block", "mark", "try_", "concede"))
        return self


def _exactly_one(part: Action, verbs: tuple[str, ...]) -> None:
    found = [verb.rstrip("_") for verb in verbs if getattr(part, verb) is not None]
    if len(found) != 1:
        names = ", ".join(verb.rstrip("_") for verb in verbs)
        raise ValueError(f"expected exactly one of {names}; found {' and '.join(found) or 'none'}")


def _script_step(value: object) -> object:
    if isinstance(value, str):
        if value == "resolve":
            return {"resolve": "top"}
        raise ValueError(f"unknown step {value!r}; expected something like  resolve: top")
    return value


Script = list[Annotated[ScriptStep, BeforeValidator(_script_step)]]


def _all_or_list(value: object) -> object:
    return value if value in ("all", "none") else _listed(value)


class Bounds(Part):
    """How far exploring may go before it says "unknown"."""

    states: Annotated[int, BeforeValidator(_number), Field(gt=0)] = 20_000
    runs: Annotated[int, BeforeValidator(_number), Field(gt=0)] = 20_000


class Explore(Part):
    """What is tried beyond the script: which decisions, whose actions, from when, until when."""

    decisions: Annotated[Literal["all", "none"] | list[str], BeforeValidator(_all_or_list)] = "none"
    players: Annotated[Literal["all"] | list[PlayerName], BeforeValidator(_all_or_list)] = "all"
    actions: Annotated[Literal["all", "none"] | list[str], BeforeValidator(_all_or_list)] = "none"
    start: Text | None = Field(None, alias="from")
    until: Text | None = None
    bounds: Bounds = Bounds()


class EventPattern(Part):
    """A description of an event; every field that is set must fit."""

    event: Kind | None = None
    object: Text | None = None
    source: Text | None = None
    player: PlayerName | None = None
    recipient: Text | None = None
    amount: Amount | None = None
    start: Text | None = Field(None, alias="from")
    to: Text | None = None
    combat: YesNo | None = None
    detail: Text | None = None
    rule: Rule | None = None


class SeenPattern(EventPattern):
    """Events that are counted; count: how many (at least one unless said otherwise), together: at the same time."""

    count: Amount = "at least 1"
    together: YesNo = False


class OrderPart(EventPattern):
    """One place in an order of events: an event, or what must not lie between the ones around it."""

    no: EventPattern | None = None
    mark: Text | None = None


class Asked(Part):
    """A decision that was asked, and what could be chosen."""

    decision: Text
    player: PlayerName | None = None
    about: Text | None = None
    count: Amount = "at least 1"
    only: Texts | None = None
    includes: Texts = []
    excludes: Texts = []
    refuses: dict[str, Rule] = {}
    chosen: Text | None = None


class Looks(Part):
    """Characteristics and state of an object."""

    power: Amount | None = None
    toughness: Amount | None = None
    types: Texts = []
    not_types: Texts = Field([], alias="not types")
    subtypes: Texts = []
    colors: Texts | None = None
    has: Texts = []
    has_not: Texts = Field([], alias="has not")
    tapped: YesNo | None = None
    damage: Amount | None = None
    counters: dict[str, Amount] = {}
    attached_to: Text | None = Field(None, alias="attached to")
    plotted: YesNo | None = None
    face_down: YesNo | None = Field(None, alias="face down")
    attacking: YesNo | None = None


class OnStack(Part):
    """Values chosen for a spell or ability on the stack."""

    x: Amount | None = None
    kicked: Amount | None = None
    targets: Texts | None = None
    controller: PlayerName | None = None
    method: Text | None = None


class Tried(Action):
    """An action that is asked about: whether it is legal at that moment, or which rule forbids it."""

    rule: Rule | None = None

    @model_validator(mode="after")
    def _one_verb(self) -> Tried:
        _exactly_one(self, ACTION_VERBS)
        return self


class Condition(Part):
    """What must hold; all fields that are set must hold together."""

    zone: dict[str, Text] = {}
    encoded: dict[str, Text] = {}
    life: dict[PlayerName, Amount] = {}
    cards: dict[str, Amount] = {}
    controller: dict[str, PlayerName] = {}
    owner: dict[str, PlayerName] = {}
    looks: dict[str, Looks] = {}
    stack: dict[str, OnStack] = {}
    on_the_stack: dict[str, Amount] = Field({}, alias="on the stack")
    stack_order: list[Text] | None = Field(None, alias="stack order")
    lost: dict[PlayerName, YesNo] = {}
    step: StepName | None = None
    active: PlayerName | None = None
    undecided: Text | None = None
    legal: Tried | None = None
    illegal: Tried | None = None
    seen: SeenPattern | None = None
    also_seen: list[SeenPattern] = Field([], alias="also seen")
    order: list[OrderPart] | None = None
    asked: Asked | None = None
    any: list[Condition] = []
    not_: Condition | None = Field(None, alias="not")

    @model_validator(mode="after")
    def _not_empty(self) -> Condition:
        if not self.model_fields_set:
            raise ValueError("expected at least one thing that must hold")
        return self


class When(Part):
    """A stretch of the game: from one mark to another (or the start, or the end), or each time a decision is asked."""

    start: Text | None = Field(None, alias="from")
    end: Text | None = Field(None, alias="to")
    asked: Text | None = None
    by: PlayerName | None = None


class Expectation(Part):
    """A claim: a sentence, a quantifier over all explored runs, and the moment it is about (default: the end)."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    claim: Text
    at: Text | When = "end"
    where: Condition | None = None
    always: Condition | None = None
    never: Condition | None = None
    possible: Condition | None = None
    rules: Annotated[list[Rule], BeforeValidator(_listed)] = []

    @model_validator(mode="after")
    def _one_quantifier(self) -> Expectation:
        found = [name for name in ("always", "never", "possible") if getattr(self, name) is not None]
        if len(found) != 1:
            raise ValueError(f"expected exactly one of always, never, possible; found {' and '.join(found) or 'none'}")
        return self

    @property
    def quantifier(self) -> Literal["always", "never", "possible"]:
        """Over which runs the condition is said to hold."""
        return "always" if self.always is not None else "never" if self.never is not None else "possible"

    @property
    def condition(self) -> Condition:
        """What is said to hold."""
        found = self.always or self.never or self.possible
        assert found is not None
        return found


class Change(Part):
    """One change of a scenario: swap a card for another one, or set, add, drop one place."""

    swap: dict[str, Text] = {}
    set: dict[str, Any] = {}
    add: dict[str, Any] = {}
    drop: Texts = []


class Twin(Part):
    """A control: the scenario with one thing changed, where the named expectations must fail and its own must hold."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    title: Text
    change: Change
    opposite: Texts
    expect: Annotated[list[Expectation], Field(min_length=1)]
    cites: Annotated[list[Rule], BeforeValidator(_listed)] = []
    note: Text = ""


class Variant(Part):
    """The scenario in another dress: changes after which its expectations still hold (or its own, where given)."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    title: Text
    changes: list[Change]
    expect: list[Expectation] | None = None
    cites: Annotated[list[Rule], BeforeValidator(_listed)] = []
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
    answer: dict[str, Text] = {}
    ask: Annotated[dict[str, list[Text]], BeforeValidator(_phrasings)]
    needs: list[Texts] = []
    not_: Texts = Field([], alias="not")

    @model_validator(mode="after")
    def _one_kind(self) -> Question:
        if (self.yes_when is None) == (not self.value):
            raise ValueError("expected either yes_when (holds or fails) or value: yes")
        return self


class Scenario(Part):
    """A scenario file."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    title: Text
    note: Text = ""
    confirms: list[Confirms] = []
    cites: Annotated[list[Rule], BeforeValidator(_listed)]
    stand_ins: dict[str, StandIn] = Field({}, alias="stand-ins")
    given: Given
    do: Script
    answers: dict[str, Answer] = {}
    explore: Explore = Explore()
    expect: Annotated[list[Expectation], Field(min_length=1)]
    twins: list[Twin] = []
    variants: list[Variant] = []
    questions: list[Question] = []

    @property
    def marks(self) -> tuple[str, ...]:
        """Names of the marks in the script, in order."""
        found = [step.mark for step in self.do if step.mark is not None]
        for step in self.do:
            found += [str(answer["mark"]) for answer in step.given if "mark" in answer]
        return tuple(found)


Condition.model_rebuild()


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
        if isinstance(value, dict) and part in value:
            value, path = value[part], (*path, part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
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


def schema() -> dict[str, Any]:
    """The JSON Schema of a scenario file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **Scenario.model_json_schema()}

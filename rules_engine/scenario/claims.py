"""Claims of a scenario: what should hold, in which lines of play, at which moment."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from rules_engine.scenario.actions import ACTION_VERBS, Action, exactly_one
from rules_engine.scenario.fields import (
    Amount,
    Kind,
    Part,
    PlayerName,
    Rule,
    StepName,
    Text,
    Texts,
    YesNo,
    listed,
)


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
    includes: Texts = Field(default_factory=list)
    excludes: Texts = Field(default_factory=list)
    refuses: dict[str, Rule] = Field(default_factory=dict)
    chosen: Text | None = None


class Looks(Part):
    """Characteristics and state of an object."""

    name: Text | None = None
    mana_value: Amount | None = Field(None, alias="mana value")
    power: Amount | None = None
    toughness: Amount | None = None
    types: Texts = Field(default_factory=list)
    not_types: Texts = Field([], alias="not types")
    subtypes: Texts = Field(default_factory=list)
    colors: Texts | None = None
    has: Texts = Field(default_factory=list)
    has_not: Texts = Field([], alias="has not")
    tapped: YesNo | None = None
    damage: Amount | None = None
    counters: dict[str, Amount] = Field(default_factory=dict)
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
        exactly_one(self, ACTION_VERBS)
        return self


class Condition(Part):
    """What must hold; all fields that are set must hold together."""

    zone: dict[str, Text] = Field(default_factory=dict)
    encoded: dict[str, Text] = Field(default_factory=dict)
    life: dict[PlayerName, Amount] = Field(default_factory=dict)
    cards: dict[str, Amount] = Field(default_factory=dict)
    controller: dict[str, PlayerName] = Field(default_factory=dict)
    owner: dict[str, PlayerName] = Field(default_factory=dict)
    looks: dict[str, Looks] = Field(default_factory=dict)
    stack: dict[str, OnStack] = Field(default_factory=dict)
    on_the_stack: dict[str, Amount] = Field({}, alias="on the stack")
    stack_order: list[Text] | None = Field(None, alias="stack order")
    lost: dict[PlayerName, YesNo] = Field(default_factory=dict)
    step: StepName | None = None
    active: PlayerName | None = None
    undecided: Text | None = None
    legal: Tried | None = None
    illegal: Tried | None = None
    seen: SeenPattern | None = None
    also_seen: list[SeenPattern] = Field([], alias="also seen")
    order: list[OrderPart] | None = None
    asked: Asked | None = None
    any: list[Condition] = Field(default_factory=list)
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
    rules: Annotated[list[Rule], BeforeValidator(listed)] = Field(default_factory=list)

    @model_validator(mode="after")
    def _one_quantifier(self) -> Expectation:
        found = [name for name in ("always", "never", "possible") if getattr(self, name) is not None]
        if len(found) != 1:
            raise ValueError(
                f"expected exactly one of always, never, possible; found {' and '.join(found) or 'none'}"
            )
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


Condition.model_rebuild()

"""What a player may do, as a script or a claim describes it."""

from __future__ import annotations

from pydantic import Field, model_validator

from rules_engine.scenario.fields import Answer, Number, Part, PlayerName, Rule, Text, Texts


class Action(Part):
    """Something a player does with priority, or in a try: a verb with an object, and choices for it."""

    cast: Text | None = None
    activate: Text | None = None
    play: Text | None = None
    plot: Text | None = None
    foretell: Text | None = None
    suspend: Text | None = None
    turn_face_up: Text | None = Field(None, alias="turn face up")
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
        """The verb that is set: cast, activate, play, plot, foretell, suspend, turn_face_up."""
        for verb in ACTION_VERBS:
            if getattr(self, verb) is not None:
                return verb
        return None

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


ACTION_VERBS = ("cast", "activate", "play", "plot", "foretell", "suspend", "turn_face_up")
# Verbs that the engine calls otherwise.
VERBS = {"play": "play land", "turn_face_up": "turn face up"}


class Try(Action):
    """An action that must turn out illegal, with the rule that forbids it."""

    rule: Rule | None = None

    @model_validator(mode="after")
    def _one_verb(self) -> Try:
        exactly_one(self, ACTION_VERBS)
        return self


def exactly_one(part: Action, verbs: tuple[str, ...]) -> None:
    """ValueError unless exactly one of the verbs is set."""
    found = [verb.rstrip("_") for verb in verbs if getattr(part, verb) is not None]
    if len(found) != 1:
        names = ", ".join(verb.rstrip("_") for verb in verbs)
        raise ValueError(f"expected exactly one of {names}; found {' and '.join(found) or 'none'}")

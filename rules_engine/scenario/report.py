"""What a run of a scenario found out, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Status = Literal["passed", "failed", "unsupported", "error", "undecided", "inconclusive"]
Result = Literal["holds", "fails", "unknown"]
Value = int | str


@dataclass(frozen=True, slots=True)
class Word:
    """A thing that a step names. kind says what the name is: of a card, a copy or an ability of one, a player, a zone, …

    role: what the thing is to the step (object, source, player, targets, …); several may have the same one.
    """

    kind: str
    name: str = ""
    role: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A line of a transcript: what happened, told to a person, and the rule numbers behind it.

    What is told stands beside it as values, for those who tell it in another language: key: the kind of step;
    words: the things it names; place: the step of the turn that begins with it, or empty; times: how often in a row.
    """

    text: str
    rules: tuple[str, ...] = ()
    key: str = ""
    words: tuple[Word, ...] = ()
    place: str = ""
    times: int = 1

    def as_json(self) -> dict[str, Any]:
        """The fields of the command line's contract."""
        return {
            "text": self.text,
            "rules": list(self.rules),
            "key": self.key,
            "words": [{"kind": word.kind, "name": word.name, "role": word.role} for word in self.words],
            "place": self.place,
            "times": self.times,
        }


@dataclass(frozen=True, slots=True)
class Explored:
    """How much was explored: different states, lines of play, whether everything in the bounds was.

    cut: lines of play that an explored choice led away from the script, so that a later line of it was impossible.
    """

    states: int = 0
    runs: int = 0
    complete: bool = True
    cut: int = 0


@dataclass(frozen=True, slots=True)
class ExpectationResult:
    """What became of a claim. value: the number seen (a tuple when runs differ); witness: the line of play that shows it.

    single_run: an "always" or "never" for which only one line of play was there to look at: no proof.
    """

    id: str
    claim: str
    quantifier: Literal["always", "never", "possible"]
    result: Result
    value: Value | tuple[Value, ...] | None = None
    witness: str = ""
    single_run: bool = False
    rules: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The fields of the command line's contract."""
        value: Any = list(self.value) if isinstance(self.value, tuple) else self.value
        return {
            "id": self.id,
            "claim": self.claim,
            "quantifier": self.quantifier,
            "result": self.result,
            "value": value,
            "witness": self.witness or None,
            "single_run": self.single_run,
            "rules": list(self.rules),
        }


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A card whose text the engine does not understand: the text in question and why."""

    card: str
    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class RanWith:
    """A card that took part; stand_in: whether it is an invented one of the scenario."""

    name: str
    stand_in: bool


@dataclass(frozen=True, slots=True)
class ScenarioReport:
    """What a scenario's run found out; its controls beside it.

    status: passed (every claim holds, and every control does) | failed | unsupported (a card was refused) |
    error (the file or its script can't be played) | undecided (the rules do not settle it) | inconclusive (a bound
    was reached, or a moment that a claim is about never came).
    """

    id: str
    title: str
    status: Status
    expectations: tuple[ExpectationResult, ...] = ()
    twins: tuple[ScenarioReport, ...] = ()
    variants: tuple[ScenarioReport, ...] = ()
    confirms: tuple[tuple[str, str], ...] = ()
    rules: tuple[str, ...] = ()
    explored: Explored = Explored()
    unsupported: tuple[Unsupported, ...] = ()
    ran_with: tuple[RanWith, ...] = ()
    steps: tuple[Step, ...] = ()
    problem: str = ""
    file: str = ""
    opposite: tuple[ExpectationResult, ...] = field(default=())

    @property
    def twin(self) -> ScenarioReport | None:
        """The first control."""
        return self.twins[0] if self.twins else None

    def part(self, name: str) -> ScenarioReport | None:
        """This report (""), its first twin ("twin"), or the twin or variant of that id."""
        if name in ("", self.id):
            return self
        if name == "twin":
            return self.twin
        return next((part for part in (*self.twins, *self.variants) if part.id == name), None)

    def expectation(self, ident: str) -> ExpectationResult | None:
        """The result of the claim with that id."""
        return next((found for found in self.expectations if found.id == ident), None)

    def as_json(self) -> dict[str, Any]:
        """The fields of the command line's contract (elapsed_ms is measured by the caller)."""
        return {
            "id": self.id,
            "title": self.title,
            "file": self.file or None,
            "confirms": [{"card": card, "ruling": ruling} for card, ruling in self.confirms],
            "status": self.status,
            "problem": self.problem or None,
            "expectations": [found.as_json() for found in self.expectations],
            "opposite": [found.as_json() for found in self.opposite],
            "twin": self.twin.as_json() if self.twin else None,
            "twins": [part.as_json() for part in self.twins],
            "variants": [part.as_json() for part in self.variants],
            "rules": list(self.rules),
            "explored": {
                "states": self.explored.states,
                "runs": self.explored.runs,
                "complete": self.explored.complete,
                "cut": self.explored.cut,
            },
            "unsupported": [{"card": u.card, "text": u.text, "reason": u.reason} for u in self.unsupported],
            "ran_with": [{"name": card.name, "stand_in": card.stand_in} for card in self.ran_with],
            "steps": [step.as_json() for step in self.steps],
            "elapsed_ms": None,
        }

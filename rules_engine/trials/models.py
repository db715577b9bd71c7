"""What is tried, and what came of it, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from rules_engine.card_text import CardText
from rules_engine.scenario.report import ScenarioReport, Unsupported

Kind = Literal[
    "fate", "target", "counter", "block", "fight", "timing", "attack", "trigger", "hinder", "looks"
]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

Whose = Literal["", "mine", "theirs"]
Status = Literal["decided", "depends", "unsupported", "inconclusive"]


@dataclass(frozen=True, slots=True)
class Trial:
    """A question to the engine: `first` does something to `second`, or with it, or at a moment.

    whose: who controls the second card ("" where the question does not say: both are tried). detail: what the kind needs
    besides, such as the moment of `timing` or the event of `trigger`; "cast" where `fate` or `target` is of the
    first card as it is cast. transformed: names of double-faced cards whose
    back face is meant.
    """

    kind: Kind
    first: CardText
    second: CardText | None = None
    whose: Whose = ""
    detail: str = ""
    transformed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Branch:
    """What came out where `whose` controls the second card; outcome: a word of the kind's own, such as "graveyard".

    "mixed" where it is up to somebody's choices; may: the outcomes that they can bring about. rule, reason: what forbids it.
    answered: whether an activated ability of the permanents that are tried can turn it into another outcome.
    text, report: the scenario that was played and its run; their steps show the outcome.
    """

    whose: Whose
    outcome: str
    may: frozenset[str] = frozenset()
    rule: str = ""
    reason: str = ""
    text: str = ""
    report: ScenarioReport | None = None
    answered: bool = False


@dataclass(frozen=True, slots=True)
class TrialReport:
    """What a trial found out.

    status: decided (every branch has an outcome in which all of its positions agree) | depends (some positions differ) |
    unsupported (a card is not understood) | inconclusive (not everything could be played, or the control failed).
    positions: how many were played. alike: whether choices can bring about the same in all of them. control: what showed that the opposite can happen.
    """

    kind: Kind
    status: Status
    branches: tuple[Branch, ...] = ()
    unsupported: tuple[Unsupported, ...] = ()
    positions: int = 0
    control: str = ""
    alike: bool = True
    problem: str = ""
    rules: tuple[str, ...] = field(default=())

    @property
    def outcome(self) -> str | None:
        """The one outcome of all branches, or None."""
        found = {branch.outcome for branch in self.branches}
        return found.pop() if self.status == "decided" and len(found) == 1 else None

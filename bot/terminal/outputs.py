"""The JSON documents of the commands beside `ask`; `judgecall schema COMMAND` prints their schemas."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from bot.answers.models import Ambiguous, RanWith, Step, Translation, Unsupported


class Output(BaseModel):
    """Base of all documents."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class SearchHit(Output):
    """A ruling (with its card) or a rule (with its number)."""

    kind: Literal["ruling", "rule"]
    number: str | None = None
    card: str | None = None
    text: str | None
    score: float
    published_at: str | None = None
    cards: tuple[str, ...] = ()
    summary: str | None = None
    key: str


class SearchOutput(Output):
    """`judgecall search`."""

    query: str
    language: str
    retrieval: Literal["hybrid", "lexical"]
    hits: tuple[SearchHit, ...]


class Printed(Output):
    """A card as it is printed in one language."""

    name: str
    type_line: str | None
    text: str | None


class CardOutput(Output):
    """`judgecall card`."""

    name: str
    oracle_id: str
    mana_cost: str
    mana_value: float
    type_line: str
    oracle_text: str
    power: str | None
    toughness: str | None
    loyalty: str | None
    colors: tuple[str, ...]
    printed: dict[str, Printed]
    rulings: int
    engine: Literal["compiled", "refused"]
    unsupported: tuple[Unsupported, ...] = ()


class RulingOutput(Output):
    """One ruling of a card."""

    key: str
    comment: str
    published_at: str
    source: str
    translations: dict[str, Translation]
    scenarios: tuple[str, ...]


class RulingsOutput(Output):
    """`judgecall rulings`."""

    card: str
    oracle_id: str
    rulings: tuple[RulingOutput, ...]


class RuleLine(Output):
    """A rule by number, text and summary."""

    number: str
    text: str | None
    summary: str | None


class GlossaryLine(Output):
    """A glossary entry."""

    term: str
    text: str
    see: tuple[str, ...]


class RuleOutput(Output):
    """`judgecall rule`."""

    query: str
    rule: RuleLine | None
    glossary: GlossaryLine | None
    parent: RuleLine | None
    children: tuple[RuleLine, ...]
    examples: tuple[str, ...]
    effective: str | None
    found: tuple[SearchHit, ...]


class MovedLine(Output):
    """A rule that has another number now."""

    old: str
    new: str
    reworded: bool


class RuleDiffOutput(Output):
    """`judgecall rule … --diff`."""

    query: str
    old_effective: str
    new_effective: str
    added: tuple[RuleLine, ...]
    removed: tuple[RuleLine, ...]
    changed: tuple[tuple[RuleLine, RuleLine], ...]
    moved: tuple[MovedLine, ...]


class NotFoundOutput(Output):
    """A look-up that found nothing."""

    query: str
    found: Literal[False] = False
    nearest: tuple[str, ...]
    ambiguous: tuple[Ambiguous, ...] = ()


class Confirms(Output):
    """A ruling that a scenario confirms."""

    card: str
    ruling: str


class Claim(Output):
    """What became of one claim."""

    id: str
    claim: str
    quantifier: Literal["always", "never", "possible"]
    result: Literal["holds", "fails", "unknown"]
    value: int | str | list[int | str] | None
    witness: str | None
    single_run: bool
    rules: tuple[str, ...]


class ExploredOutput(Output):
    """How much was explored."""

    states: int
    runs: int
    complete: bool
    cut: int


class ScenarioRun(Output):
    """A scenario's run with its controls."""

    id: str
    title: str
    file: str | None
    confirms: tuple[Confirms, ...]
    status: Literal["passed", "failed", "unsupported", "error", "undecided", "inconclusive"]
    problem: str | None
    expectations: tuple[Claim, ...]
    opposite: tuple[Claim, ...]
    twin: ScenarioRun | None
    twins: tuple[ScenarioRun, ...]
    variants: tuple[ScenarioRun, ...]
    rules: tuple[str, ...]
    explored: ExploredOutput
    unsupported: tuple[Unsupported, ...]
    ran_with: tuple[RanWith, ...]
    steps: tuple[Step, ...]
    elapsed_ms: float | None


class ScenarioRunOutput(Output):
    """`judgecall scenario run`."""

    passed: int
    failed: int
    scenarios: tuple[ScenarioRun, ...]


class ScenarioLine(Output):
    """A scenario of the library."""

    id: str
    title: str
    file: str
    confirms: tuple[Confirms, ...]
    rules: tuple[str, ...]
    twins: tuple[str, ...]
    variants: tuple[str, ...]
    questions: int
    topic: str = ""
    why: str = ""


class ScenarioListOutput(Output):
    """`judgecall scenario list`."""

    scenarios: tuple[ScenarioLine, ...]


class LastSyncOutput(Output):
    """The last sync."""

    at: str
    result: str


class StatusOutput(Output):
    """`judgecall status`."""

    cards: int
    rulings: int
    distinct_rulings: int
    rules: int
    languages: tuple[str, ...]
    generation: str
    model: str
    index: Literal["ready", "building", "lexical only"]
    cards_as_of: str | None
    rulings_as_of: str | None
    rules_effective: str | None
    last_sync: LastSyncOutput | None
    problems: tuple[str, ...]
    data_dir: str


class ReportOutput(Output):
    """`judgecall reports show`, and a line of an export: an answer that somebody called wrong."""

    id: int
    status: Literal["open", "closed"]
    made_at: str
    expires_at: str
    closed_at: str | None
    language: str
    question: str
    reason: str
    right: str
    answer: dict[str, Any]
    version: str


class ReportsOutput(Output):
    """`judgecall reports`."""

    reports: tuple[ReportOutput, ...]


class ReportsExported(Output):
    """`judgecall reports export`."""

    written: int
    file: str


class ReportScenario(Output):
    """`judgecall reports scenario`."""

    id: int
    file: str | None
    scenario: str


class ReportDeleted(Output):
    """`judgecall reports delete`."""

    deleted: int


class QuizCard(Output):
    """A card that a question rests on; size is power/toughness or loyalty."""

    name: str
    mana_cost: str
    type_line: str
    size: str
    text: str
    stand_in: bool


class QuizChoice(Output):
    """Something that can be answered."""

    number: int
    text: str


class QuizQuestionOutput(Output):
    """`judgecall quiz`: a question, without its answer."""

    id: str
    language: str
    level: int
    topics: tuple[str, ...]
    situation: tuple[str, ...]
    cards: tuple[QuizCard, ...]
    question: str
    choices: tuple[QuizChoice, ...]


class QuizAnswerOutput(Output):
    """`judgecall quiz answer`: what the engine has just found to be right. counted: False if answered before."""

    id: str
    question: QuizQuestionOutput
    chosen: QuizChoice
    correct: QuizChoice
    right: bool
    why: tuple[str, ...]
    worth_remembering: str | None
    rules: tuple[str, ...]
    steps: tuple[Step, ...]
    scenario: str | None
    without: tuple[str, ...]
    counted: bool
    due: str | None


class QuizTopic(Output):
    """A topic of the quiz."""

    topic: str
    name: str
    items: int


class QuizTopicsOutput(Output):
    """`judgecall quiz topics`."""

    topics: tuple[QuizTopic, ...]
    items: int


class QuizTopicProgress(Output):
    """How somebody is getting on with a topic."""

    topic: str
    answered: int
    right: int


class QuizProgressOutput(Output):
    """`judgecall quiz progress`: answers given, and questions seen, known and due now."""

    answered: int
    right: int
    seen: int
    known: int
    due: int
    items: int
    next_due: str | None
    topics: tuple[QuizTopicProgress, ...]


class QuizForgotten(Output):
    """`judgecall quiz forget`: how many entries were deleted."""

    deleted: int

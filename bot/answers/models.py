"""What goes into the answerer and what comes out of it; `Answer` as JSON is the contract of `judgecall ask --json`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

Language = Literal["en", "de", "es", "fr", "it", "ja", "pt", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "de", "es", "fr", "it", "ja", "pt", "zh")

How = Literal["exact", "printed", "nickname", "short", "fuzzy"]
Label = Literal["yes", "no", "number", "phrase"]
Confidence = Literal["confirmed", "supported", "uncertain", "unknown"]
OutOfScope = Literal["policy", "price", "deck", "unreleased", "other"]
Retrieval = Literal["hybrid", "lexical"]
ConfirmationStatus = Literal[
    "confirmed", "contradicted", "inconclusive", "not_supported", "not_covered", "undecided"
]
ProblemCode = Literal[
    "empty", "too_long", "no_words", "unsupported_language", "unknown_card", "ambiguous_card", "vague"
]


TRIAL = "trial:"
"""In front of the kind of a trial, where a confirmation names what was played."""


class Model(BaseModel):
    """Base of all facts in here: frozen, and no field that the contract does not name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Question(Model):
    """One question as it was understood from a person's text."""

    text: str = Field(description="cleaned: NFC, no control or bidirectional characters, spaces collapsed")
    language: Language = Field(description="the language of the answer")
    marked: tuple[str, ...] = Field(default=(), description="names that the asker put into [[…]]")
    rule_numbers: tuple[str, ...] = Field(default=(), description="rule numbers written in the text")
    without: tuple[str, ...] = Field(default=(), description="rules to switch off in the engine's run")
    topic_cards: tuple[str, ...] = Field(
        default=(), description="Oracle ids of the cards of the question that this one follows up"
    )


class CardUsed(Model):
    """A card that the question names."""

    name: str
    oracle_id: str
    matched: str = Field(description="the words of the question that name it")
    how: How


class Ambiguous(Model):
    """Words of the question that could name several cards; the answer asks back."""

    matched: str
    candidates: tuple[str, ...]


class Verdict(Model):
    """The short answer. It comes out of an engine run, or there is none."""

    label: Label
    value: str | None = Field(
        default=None, description="the number or phrase; for yes and no the English word"
    )
    text: str = Field(description="one or two sentences in the asker's language, the short answer first")


class Translation(Model):
    """A ruling in the asker's language."""

    language: Language
    text: str
    official: bool
    source: str


class RulingCited(Model):
    """An official ruling, word for word."""

    card: str
    comment: str = Field(description="the official English text, word for word")
    published_at: str = Field(description="ISO date")
    source: str
    language: str = Field(default="en", description="language of `comment`")
    score: float = Field(description="0 to 1")
    key: str
    translation: Translation | None = None


class RuleCited(Model):
    """A numbered rule; its text is there only after a sync."""

    number: str
    text: str | None
    summary: str | None
    score: float
    cited_by_run: bool = Field(default=False, description="the engine's run rests on it")


class RanWith(Model):
    """A card in the engine's run."""

    name: str
    stand_in: bool = Field(description="true for a card of our own invention")
    plays: str | None = Field(
        default=None,
        description="the card of the scenario whose part this one takes; null where it is that card",
    )


class Unsupported(Model):
    """Card text that the compiler did not understand."""

    card: str
    text: str
    reason: str


class Word(Model):
    """A thing that a step names."""

    kind: str = Field(description="what the name is of: card, copy, ability, token, player, zone, number, …")
    name: str = ""
    role: str = Field(
        default="", description="what the thing is to the step: object, source, player, targets, …"
    )


class Step(Model):
    """One line of the engine's transcript: in English, and as values for other languages."""

    text: str
    rules: tuple[str, ...] = ()
    key: str = Field(
        default="", description="the kind of step; what tells it more exactly stands behind a slash"
    )
    words: tuple[Word, ...] = ()
    place: str = Field(default="", description="the step of the turn that begins with it, or empty")
    times: int = Field(default=1, description="how often in a row it happened")


class Explored(Model):
    """How far the engine looked."""

    states: int
    runs: int
    complete: bool


class Confirmation(Model):
    """What the engine says about it."""

    status: ConfirmationStatus
    scenario: str | None = None
    claim: str | None = None
    ran_with: tuple[RanWith, ...] = ()
    rules: tuple[str, ...] = ()
    unsupported: tuple[Unsupported, ...] = ()
    steps: tuple[Step, ...] = ()
    status_text: str = Field(description="the status in words of the asker's language")
    situation: Literal["main", "twin"] | None = Field(
        default=None, description="whether the scenario or its twin is the asker's situation"
    )
    part: str = Field(
        default="",
        description="which of the scenario's twins and variants the steps are of; empty: the scenario itself",
    )
    explored: Explored | None = None
    without: tuple[str, ...] = ()
    played: str = Field(
        default="",
        description="the text of the scenario that was played, where it is none of the library's; `judgecall scenario run` plays it",
    )


class DataUsed(Model):
    """Which data the answer rests on; dates are ISO dates or null."""

    retrieval: Retrieval
    cards_as_of: str | None
    rulings_as_of: str | None
    rules_effective: str | None


class Timings(Model):
    """Milliseconds."""

    total: float
    understand: float
    retrieve: float
    confirm: float


class Problem(Model):
    """Why there is nothing, or only little, to answer; said in `Answer.headline` too."""

    code: ProblemCode
    text: str


class Answer(Model):
    """Everything that a person gets; rendering adds no facts."""

    question: str
    language: Language
    cards: tuple[CardUsed, ...] = ()
    ambiguous: tuple[Ambiguous, ...] = ()
    verdict: Verdict | None = None
    confidence: Confidence = "unknown"
    headline: str = Field(description="the first line: the verdict's text, or why there is none")
    explanation: str = Field(default="", description="two to four sentences with rule numbers; may be empty")
    rulings: tuple[RulingCited, ...] = Field(default=(), description="best first")
    rules: tuple[RuleCited, ...] = Field(default=(), description="best first")
    related_only: bool = Field(
        default=False, description="the rulings and rules are the nearest texts and may not answer"
    )
    notes: tuple[str, ...] = Field(
        default=(), description="further lines, e.g. an unknown name, a stand-in used"
    )
    unknown_names: tuple[str, ...] = Field(default=(), description="names in the question that no card has")
    confirmation: Confirmation | None = None
    out_of_scope: OutOfScope | None = None
    problem: Problem | None = None
    data: DataUsed
    timings_ms: Timings

"""Measuring answers against questions with known answers (the second half of `judgecall evaluate`; knowledge measures retrieval)."""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Iterable, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.answers.answerer import Answerer
from bot.answers.models import Answer
from knowledge import Knowledge
from knowledge.folding import fold_name


class QuestionRow(BaseModel):
    """One line of a file of questions; fields that are not needed are left aside."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    question: str
    lang: str = "en"
    id: str | None = None
    cards: tuple[str, ...] = ()
    answer_label: Literal["yes", "no", "number", "phrase", "none"]
    answer_short: str = ""
    also_right: tuple[str, ...] | None = None
    cr: tuple[str, ...] = ()


class CardCounts(BaseModel):
    """Cards whose name stands in the question and that are in the data."""

    n: int = Field(default=0, description="cards to find")
    right: int = Field(default=0, description="found")
    asked: int = Field(default=0, description="among the candidates that were asked back")
    wrong: int = Field(default=0, description="cards named by the answer that the question is not about")
    missed: int = 0


class VerdictCounts(BaseModel):
    """Rows labelled yes, no or number."""

    n: int = 0
    answered: int = 0
    right: int = 0
    wrong: int = 0
    balanced: float | None = Field(
        default=None, description="mean of the shares right among the yes and among the no rows"
    )


class RuleShares(BaseModel):
    """How often the deciding rules (or subrules of theirs) are among those shown first."""

    model_config = ConfigDict(populate_by_name=True)

    n: int = 0
    recall_5: float | None = Field(
        default=None, alias="recall@5", description="share of a question's deciding rules, on average"
    )
    recall_10: float | None = Field(default=None, alias="recall@10")
    found_5: float | None = Field(
        default=None, alias="found@5", description="share of the questions with a deciding rule shown"
    )
    found_10: float | None = Field(default=None, alias="found@10")


class RuleCounts(RuleShares):
    """All rows that cite rules, and by language."""

    english: RuleShares = Field(default_factory=lambda: RuleShares.model_validate({}))
    other: RuleShares = Field(default_factory=lambda: RuleShares.model_validate({}))


class Unanswerable(BaseModel):
    """Rows that nothing in the data answers; right when no answer was given."""

    n: int = 0
    right: int = 0


class Answerable(BaseModel):
    """Rows that have an answer; turned away when they were treated as if they had none."""

    n: int = 0
    turned_away: int = 0


class Abstained(BaseModel):
    """Whether silence came at the right places."""

    unanswerable: Unanswerable = Field(default_factory=Unanswerable)
    answerable: Answerable = Field(default_factory=Answerable)


class ConfirmedCounts(BaseModel):
    """Answers that an engine run confirmed; those to phrase rows are not judged by machine."""

    n: int = 0
    right: int = 0
    wrong: int = 0


class Percentiles(BaseModel):
    """Milliseconds."""

    p50: float | None = None
    p95: float | None = None


class QuestionReport(BaseModel):
    """The question rows' part of the report."""

    cards: CardCounts
    verdicts: VerdictCounts
    rules: RuleCounts
    abstained: Abstained
    confirmed: ConfirmedCounts
    timings_ms: Percentiles


class QuestionEvaluation:
    """Answers rows one by one and counts."""

    def __init__(self, answerer: Answerer) -> None:
        self.answerer = answerer
        self.cards = CardCounts()
        self.verdicts = VerdictCounts()
        self.abstained = Abstained()
        self.confirmed = ConfirmedCounts()
        self._shares: dict[str, list[bool]] = {"yes": [], "no": []}
        self._rules: list[tuple[bool, float, float]] = []
        self._times: list[float] = []

    def add(self, row: QuestionRow) -> dict[str, Any]:
        """Answer one row; what was shown, for whoever checks the figures."""
        answer = self.answerer.answer(row.question)
        self._times.append(answer.timings_ms.total)
        self._count_cards(row, answer)
        self._count_verdict(row, answer)
        self._count_rules(row, answer)
        self._count_abstained(row, answer)
        return _details(row, answer)

    def report(self) -> QuestionReport:
        """The figures so far."""
        means = [sum(rights) / len(rights) for rights in self._shares.values() if rights]
        verdicts = self.verdicts.model_copy(
            update={"balanced": round(statistics.fmean(means), 4) if means else None}
        )
        return QuestionReport(
            cards=self.cards,
            verdicts=verdicts,
            rules=RuleCounts.model_validate(
                {
                    **self._shares_of(self._rules).model_dump(by_alias=True),
                    "english": self._shares_of([row for row in self._rules if row[0]]),
                    "other": self._shares_of([row for row in self._rules if not row[0]]),
                }
            ),
            abstained=self.abstained,
            confirmed=self.confirmed,
            timings_ms=Percentiles(p50=_percentile(self._times, 50), p95=_percentile(self._times, 95)),
        )

    def _count_cards(self, row: QuestionRow, answer: Answer) -> None:
        gold = gold_cards(self.answerer.knowledge, row)
        found = {card.oracle_id for card in answer.cards}
        asked = {name for one in answer.ambiguous for name in one.candidates}
        counts = self.cards
        counts.n += sum(stands for _, _, stands in gold)
        for oracle_id, name, stands in gold:
            if not stands:
                continue
            if oracle_id in found:
                counts.right += 1
            elif name in asked:
                counts.asked += 1
            else:
                counts.missed += 1
        if row.cards:
            counts.wrong += len(found - {oracle_id for oracle_id, _, _ in gold})

    def _count_verdict(self, row: QuestionRow, answer: Answer) -> None:
        judged = row.answer_label in ("yes", "no", "number")
        right = is_right(row, answer)
        if judged:
            self.verdicts.n += 1
            if row.answer_label in self._shares:
                self._shares[row.answer_label].append(right)
            if answer.verdict is not None:
                self.verdicts.answered += 1
                self.verdicts.right += right
                self.verdicts.wrong += not right
        if answer.confidence == "confirmed":
            self.confirmed.n += 1
            if judged or row.answer_label == "none":
                self.confirmed.right += right
                self.confirmed.wrong += not right

    def _count_rules(self, row: QuestionRow, answer: Answer) -> None:
        if row.cr:
            shown = [rule.number for rule in answer.rules]
            self._rules.append(
                (row.lang == "en", rules_found(row.cr, shown[:5]), rules_found(row.cr, shown[:10]))
            )

    def _count_abstained(self, row: QuestionRow, answer: Answer) -> None:
        silent = abstains(answer)
        if row.answer_label == "none":
            self.abstained.unanswerable.n += 1
            self.abstained.unanswerable.right += silent
        else:
            self.abstained.answerable.n += 1
            self.abstained.answerable.turned_away += silent

    @staticmethod
    def _shares_of(rows: Sequence[tuple[bool, float, float]]) -> RuleShares:
        if not rows:
            return RuleShares.model_validate({})
        return RuleShares.model_validate(
            {
                "n": len(rows),
                "recall@5": round(statistics.fmean(row[1] for row in rows), 4),
                "recall@10": round(statistics.fmean(row[2] for row in rows), 4),
                "found@5": round(statistics.fmean(row[1] > 0 for row in rows), 4),
                "found@10": round(statistics.fmean(row[2] > 0 for row in rows), 4),
            }
        )


def abstains(answer: Answer) -> bool:
    """Whether the answer says that nothing answers the question."""
    if answer.verdict is not None:
        return False
    return (
        answer.out_of_scope is not None
        or answer.confidence == "unknown"
        or (answer.problem is not None and answer.problem.code != "ambiguous_card")
    )


def rules_found(cited: Iterable[str], shown: Iterable[str]) -> float:
    """The share of the cited rules that are shown, themselves or as one of their subrules (a parent does not count)."""
    numbers = tuple(shown)
    found = [any(_is_or_below(number, wanted) for number in numbers) for wanted in cited]
    return sum(found) / len(found) if found else 0.0


def _is_or_below(number: str, wanted: str) -> bool:
    if number == wanted:
        return True
    rest = number.removeprefix(wanted)
    return rest != number and (rest[0] == "." if "." not in wanted else rest[0].isalpha())


def is_right(row: QuestionRow, answer: Answer) -> bool:
    """Whether the verdict is the row's answer, or one that the row counts as right too."""
    verdict = answer.verdict
    if verdict is None:
        return False
    replies = {verdict.label, (verdict.value or "").casefold()}
    if any(other.casefold() in replies for other in row.also_right or ()):
        return True
    if verdict.label != row.answer_label:
        return False
    if verdict.label == "number":
        wanted = re.search(r"\d+", row.answer_short)
        return wanted is not None and verdict.value == wanted[0]
    return True


def gold_cards(knowledge: Knowledge, row: QuestionRow) -> list[tuple[str, str, bool]]:
    """The row's cards that are in the data: Oracle id, name, and whether a name of theirs stands in the question."""
    text = fold_name(row.question)
    found: list[tuple[str, str, bool]] = []
    for name in row.cards:
        card = knowledge.card(name) or knowledge.card(name.partition(" // ")[0])
        if card is not None:
            found.append(
                (
                    card.oracle_id,
                    card.name,
                    any(_stands(name, text) for name in _names(knowledge, card.oracle_id)),
                )
            )
    return found


def _names(knowledge: Knowledge, oracle_id: str) -> list[str]:
    """Folded: the card's names, printed names and nicknames."""
    rows = knowledge.store().file.query(
        "SELECT DISTINCT folded FROM names WHERE oracle_id = ? AND how IN ('exact', 'printed', 'nickname')",
        (oracle_id,),
    )
    return [folded for (folded,) in rows]


def _stands(folded: str, text: str) -> bool:
    if folded.isascii():
        return f" {folded} " in f" {text} "
    return folded in text


def _percentile(values: Sequence[float], percent: int) -> float | None:
    if not values:
        return None
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, round(percent / 100 * (len(ordered) - 1)))], 2)


def _details(row: QuestionRow, answer: Answer) -> dict[str, Any]:
    return {
        "id": row.id,
        "question": row.question,
        "expected": {
            "label": row.answer_label,
            "short": row.answer_short,
            "cr": list(row.cr),
            "cards": list(row.cards),
        },
        "shown": {
            "verdict": None if answer.verdict is None else answer.verdict.model_dump(),
            "confidence": answer.confidence,
            "out_of_scope": answer.out_of_scope,
            "problem": None if answer.problem is None else answer.problem.code,
            "status": None if answer.confirmation is None else answer.confirmation.status,
            "scenario": None if answer.confirmation is None else answer.confirmation.scenario,
            "language": answer.language,
            "cards": [card.name for card in answer.cards],
            "ambiguous": [one.model_dump(mode="json") for one in answer.ambiguous],
            "rulings": [
                {"card": one.card, "comment": one.comment, "score": one.score} for one in answer.rulings[:10]
            ],
            "rules": [{"number": one.number, "score": one.score} for one in answer.rules[:10]],
        },
        "right": is_right(row, answer) if row.answer_label in ("yes", "no", "number") else None,
        "abstained": abstains(answer),
        "timings_ms": json.loads(answer.timings_ms.model_dump_json()),
    }

"""Items out of generators: each seed is another position of the same kind."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.answers.models import Language
from bot.quiz.asked import numbers
from bot.quiz.generators import Draft, Generator, Numeric, Options
from bot.quiz.misconceptions import wrong_counts
from bot.quiz.models import Choice, Question, dice
from bot.quiz.plays import NAME, Plays
from bot.quiz.situation import shown_cards, situation
from bot.quiz.texts import QuizTexts, quiz_texts
from rules_engine.scenario import ScenarioReport, loads


@dataclass(frozen=True)
class MadeItem:
    """A generator as an item."""

    id: str
    level: int
    topics: tuple[str, ...]
    generator: Generator

    def build(self, plays: Plays, seed: int, language: Language) -> Question | None:
        """The question with the numbers of this seed; None when its run is not conclusive."""
        generator, say = self.generator, quiz_texts(language)
        draft = generator.make(dice(self.id, seed))
        text = json.dumps(draft.scenario(NAME, generator.rules))
        report = plays.text(text)
        if report is None or report.status not in ("passed", "failed") or not report.explored.complete:
            return None
        found = _answered(draft, report, say)
        if found is None:
            return None
        choices, right = found
        file = loads(text, NAME)
        lines = situation(file.scenario, say)
        return Question(
            item=self.id,
            seed=seed,
            language=language,
            level=self.level,
            topics=self.topics,
            situation=lines,
            cards=shown_cards("\n".join(lines), file, plays),
            ask=say(f"ask.{generator.id}", **draft.values),
            choices=choices,
            right=right,
            why=tuple(say(f"slips.{slip}") for slip in generator.slips),
            rules=generator.rules,
            steps=report.steps,
            text=text,
        )


def _answered(draft: Draft, report: ScenarioReport, say: QuizTexts) -> tuple[tuple[Choice, ...], int] | None:
    """The choices and the right one, as the run's claims came out."""
    answer = draft.answer
    if isinstance(answer, Numeric):
        right = _number(answer, report)
        return None if right is None else numbers(right, wrong_counts(right, answer.wrong))
    return _option(answer, report, draft, say)


def _number(answer: Numeric, report: ScenarioReport) -> int | None:
    claim = report.expectation("n")
    value = claim.value if claim is not None and claim.result == "holds" else None
    values = value if isinstance(value, tuple) else (value,)
    seen = [one for one in values if isinstance(one, int)]
    if len(seen) != len(values) or (answer.read == "only" and len(seen) != 1):
        return None
    return max(seen) if answer.read == "most" else min(seen)


def _option(
    answer: Options, report: ScenarioReport, draft: Draft, say: QuizTexts
) -> tuple[tuple[Choice, ...], int] | None:
    results = [report.expectation(claim) for _, claim, _ in answer.options]
    holding = [n for n, one in enumerate(results) if one is not None and one.result == "holds"]
    failing = [one for one in results if one is not None and one.result == "fails"]
    if len(holding) != 1 or len(failing) != len(results) - 1:
        return None
    choices = tuple(Choice(say(key, **draft.values), slip) for key, _, slip in answer.options)
    return choices, holding[0]

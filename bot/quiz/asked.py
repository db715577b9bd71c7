"""Items out of the questions that the library's scenarios answer: players' words, and the answer from the run."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from bot.answers.models import Language
from bot.quiz.misconceptions import COUNTS, Misconception, slip_for, wrong_counts
from bot.quiz.models import Choice, Question, dice
from bot.quiz.plays import Plays
from bot.quiz.situation import shown_cards
from bot.quiz.texts import QuizTexts, quiz_texts
from rules_engine.scenario import ExpectationResult, ScenarioFile, ScenarioReport
from rules_engine.scenario.index import Asking

_OPEN = re.compile(r"(what|which|who|whose|where|how)\b", re.IGNORECASE)
"""How an English question begins that yes and no do not answer; the library has a few for those who ask that way."""
_WHOLE_SENTENCE = 45
_WHOLE_SENTENCE_EAST_ASIAN = 16
MOST_RULES = 6


@dataclass(frozen=True)
class AskedItem:
    """A question of a scenario of the library, for yes or no or for a number."""

    id: str
    level: int
    topics: tuple[str, ...]
    scenarios: Mapping[str, ScenarioFile]
    scenario: str
    question: Asking

    def build(self, plays: Plays, seed: int, language: Language) -> Question | None:
        """The question; None when the run says neither yes nor no."""
        file = self.scenarios[self.scenario]
        report = plays.library(file)
        part = report.part(self.question.situation) if report else None
        if report is None or part is None or not is_good(report, plays):
            return None
        result = part.expectation(self.question.about)
        if result is None or result.result == "unknown" or part.status not in ("passed", "failed"):
            return None
        say = quiz_texts(language)
        rules = rules_of(result, file)
        is_number = self.question.yes_when is None
        slip = slip_for(result.rules, file.scenario.cites)
        found = _number(result, slip) if is_number else self._yes_no(result, slip, say)
        if found is None:
            return None
        choices, right = found
        ask = self._ask(dice(self.id, seed), language)
        # A phrasing may rest on the card that the ruling is about without naming it.
        named = " ".join([ask, *(one.card for one in file.scenario.confirms)])
        return Question(
            item=self.id,
            seed=seed,
            language=language,
            level=self.level,
            topics=self.topics,
            situation=(),
            cards=shown_cards(named, file, plays),
            ask=ask,
            choices=choices,
            right=right,
            why=self._why(result, part, file, language),
            rules=rules[:MOST_RULES],
            steps=part.steps,
            scenario=file.id,
            part=self.question.situation,
            in_english=self._in_english(file, language),
        )

    def _yes_no(
        self, result: ExpectationResult, slip: Misconception | None, say: QuizTexts
    ) -> tuple[tuple[Choice, ...], int]:
        is_yes = result.result == self.question.yes_when
        why = slip.slip if slip else ""
        return (Choice(say("options.yes"), why), Choice(say("options.no"), why)), 0 if is_yes else 1

    def _ask(self, rng: random.Random, language: Language) -> str:
        """One of the phrasings; those that are short enough to need a context come last."""
        phrasings = self.question.ask.get(language) or self.question.ask["en"]
        if self.question.yes_when is not None:
            phrasings = tuple(text for text in phrasings if not _OPEN.match(text)) or phrasings
        short = _WHOLE_SENTENCE_EAST_ASIAN if language in ("ja", "zh") else _WHOLE_SENTENCE
        whole = [text for text in phrasings if len(text) >= short]
        return rng.choice(whole or [max(phrasings, key=len)])

    def _why(
        self, result: ExpectationResult, part: ScenarioReport, file: ScenarioFile, language: Language
    ) -> tuple[str, ...]:
        answer = self.question.answer.get(language) or self.question.answer.get("en")
        answer = answer or (result.claim if result.result == "holds" else part.title)
        why = file.scenario.why if not self.question.situation else ""
        return tuple(dict.fromkeys(text for text in (answer, why) if text))

    def _in_english(self, file: ScenarioFile, language: Language) -> frozenset[Literal["choices", "why"]]:
        """Scenarios say why in English alone; their answers to what players ask are in most languages."""
        told = bool(self.question.answer.get(language)) and (self.question.situation or not file.scenario.why)
        return frozenset() if language == "en" or told else frozenset(["why"])


def is_good(report: ScenarioReport, plays: Plays) -> bool:
    """Whether a run may be asked about: what the engine and the scenario disagree on is not for learning.

    With rules switched off a scenario must be able to fail; the answer key then shows what the engine does instead.
    """
    return report.status == "passed" or (bool(plays.without) and report.status == "failed")


def rules_of(result: ExpectationResult, file: ScenarioFile) -> tuple[str, ...]:
    """The rules behind a claim, then those that its scenario cites."""
    return tuple(dict.fromkeys((*result.rules, *file.scenario.cites)))


def _number(result: ExpectationResult, slip: Misconception | None) -> tuple[tuple[Choice, ...], int] | None:
    if not isinstance(result.value, int):
        return None
    right = result.value
    suggested = [(COUNTS[name](right), slip.slip) for name in slip.wrong] if slip else []
    return numbers(right, wrong_counts(right, suggested))


def numbers(right: int, wrong: list[tuple[int, str]]) -> tuple[tuple[Choice, ...], int]:
    """Choices between numbers, the smallest first, and where the right one stands among them."""
    slips = {**dict(wrong), right: ""}
    ordered = sorted(slips)
    return tuple(Choice(str(n), slips[n]) for n in ordered), ordered.index(right)

"""One score out of several kinds of evidence."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Evidence = NDArray[np.float32]
"""One value in 0..1 a candidate (more for topics, of which several may speak of one rule)."""


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each kind of evidence counts when rulings are put in order."""

    dense: float
    lexical: float
    card: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How evidence becomes the chance that a ruling is the right one: the logistic of a weighted sum.

    `said` weighs the question's `substance`.
    """

    dense: float
    lexical: float
    card: float
    said: float
    base: float


@dataclass(frozen=True, slots=True)
class RuleWeights:
    """How evidence becomes the chance that a rule decides; rules are put in order by it."""

    dense: float
    lexical: float
    asked: float
    on_card: float
    often: float
    base: float


HYBRID = Weights(dense=0.5, lexical=0.5, card=0.5)
LEXICAL = Weights(dense=0.0, lexical=1.0, card=0.5)
# Fitted (logistic regression, cross-validated) on questions with known rulings, on questions that no ruling answers,
# and on questions whose answer is a rule; rulings that merely stand on a named card are common in the last of these.
HYBRID_SCORE = Calibration(dense=3.5, lexical=4.0, card=2.4, said=1.7, base=-6.3)
LEXICAL_SCORE = Calibration(dense=0.0, lexical=5.4, card=2.1, said=3.3, base=-6.1)
# Fitted on the candidates of questions with known deciding rules.
HYBRID_RULES = RuleWeights(dense=2.1, lexical=2.6, asked=3.0, on_card=2.3, often=0.9, base=-6.4)
LEXICAL_RULES = RuleWeights(dense=0.0, lexical=3.2, asked=3.0, on_card=2.3, often=0.9, base=-5.6)


@dataclass(frozen=True, slots=True)
class AnswerableWeights:
    """How it shows that the rules and rulings answer a question at all."""

    found: float
    named: float
    words: float
    asked: float
    base: float


ANSWERABLE = AnswerableWeights(found=5.0, named=2.6, words=1.55, asked=0.75, base=-4.3)
"""Fitted on questions with an answer and without (cross-validated), and set so that from one half on about one in
forty of the first kind is turned away, and six in seven of those of the second that no pattern knows."""
MOST_WORDS = 3.0  # words' weight; more tells nothing more


def answerable(found: float, *, named: bool, words: float, asked: float) -> float:
    """The chance that the rules and rulings answer a question.

    `found` is the chance that one of the rules found decides it, `named` whether it names a card or a rule, `words`
    how much its words tell that stand in rules and rulings, `asked` how strongly it speaks of what rules decide.
    """
    weights = ANSWERABLE
    total = weights.base + weights.found * found + weights.named * named
    return _logistic(total + weights.words * min(words, MOST_WORDS) + weights.asked * min(asked, 1.0))


def _logistic(total: float) -> float:
    return 1.0 / (1.0 + math.exp(-total))


def fuse(weights: Weights, dense: Evidence, lexical: Evidence, card: Evidence) -> Evidence:
    """The weighted sum of the evidence."""
    fused: Evidence = weights.dense * dense + weights.lexical * lexical + weights.card * card
    return fused


def rule_chances(
    weights: RuleWeights,
    dense: Evidence,
    lexical: Evidence,
    asked: Evidence,
    on_card: Evidence,
    often: Evidence,
) -> Evidence:
    """For each rule the chance that it decides. Topics count by their root: a second one tells less than the first."""
    total = (
        weights.base
        + weights.dense * dense
        + weights.lexical * lexical
        + weights.asked * np.sqrt(asked)
        + weights.on_card * np.sqrt(on_card)
        + weights.often * often
    )
    chances: Evidence = (1.0 / (1.0 + np.exp(-total))).astype(np.float32)
    return chances


def substance(bound: float, rarest: float) -> float:
    """How much a question says, 0..1: nearly nothing with one everyday word, nearly 1 with three rare ones.

    `bound` is the weight of all its words together, `rarest` that of the rarest word.
    """
    return 1.0 - math.exp(-1.5 * bound / rarest) if rarest > 0 else 0.0


def calibrate(
    calibration: Calibration, dense: float, lexical: float, card: float, *, said: float, read: float
) -> float:
    """The evidence for one ruling as a score in 0..1.

    `said` is the question's `substance`, `read` the share of it that was understood: a text that fits the only
    word understood of a long question fits little.
    """
    evidence = calibration.dense * dense + calibration.lexical * lexical + calibration.said * said
    return _logistic(calibration.base + read * evidence + calibration.card * card)

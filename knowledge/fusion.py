"""One score out of several kinds of evidence."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each kind of evidence counts when texts are put in order."""

    dense: float
    lexical: float
    card: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """How evidence becomes a score: the logistic of a weighted sum."""

    dense: float
    lexical: float
    card: float
    base: float


HYBRID = Weights(dense=0.45, lexical=0.55, card=0.4)
LEXICAL = Weights(dense=0.0, lexical=1.0, card=0.4)
HYBRID_SCORE = Calibration(dense=6.0, lexical=7.0, card=0.8, base=-4.6)
LEXICAL_SCORE = Calibration(dense=0.0, lexical=10.0, card=1.0, base=-3.4)
"""Fitted by hand between questions that the texts answer and questions that they do not; see tests."""


def fuse(
    weights: Weights,
    dense: NDArray[np.float32],
    lexical: NDArray[np.float32],
    card: NDArray[np.float32],
) -> NDArray[np.float32]:
    """The weighted sum of the evidence; each array holds one value in 0..1 a candidate."""
    fused: NDArray[np.float32] = weights.dense * dense + weights.lexical * lexical + weights.card * card
    return fused


def substance(bound: float, rarest: float) -> float:
    """How much a question says, 0..1: nearly nothing with one everyday word, nearly 1 with three rare ones.

    `bound` is the weight of all its words together, `rarest` that of the rarest word.
    """
    return 1.0 - math.exp(-1.5 * bound / rarest) if rarest > 0 else 0.0


def calibrate(
    calibration: Calibration, dense: float, lexical: float, card: float, *, said: float, read: float
) -> float:
    """The evidence for one text as a score in 0..1.

    `said` is the question's `substance`, `read` the share of it that was understood: a text that fits the only
    word understood of a long question fits little.
    """
    evidence = calibration.dense * dense + calibration.lexical * lexical
    total = calibration.base + said * read * evidence + calibration.card * card
    return 1.0 / (1.0 + math.exp(-total))

"""One score out of several kinds of evidence."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each kind of evidence counts, and how their sum becomes a probability-like score."""

    dense: float
    lexical: float
    card: float
    slope: float
    middle: float


HYBRID = Weights(dense=0.6, lexical=0.4, card=0.15, slope=12.0, middle=0.42)
LEXICAL = Weights(dense=0.0, lexical=1.0, card=0.15, slope=10.0, middle=0.35)


def fuse(
    weights: Weights,
    dense: NDArray[np.float32],
    lexical: NDArray[np.float32],
    card: NDArray[np.float32],
) -> NDArray[np.float32]:
    """The weighted sum of the evidence; each array holds one value in 0..1 a candidate."""
    fused: NDArray[np.float32] = weights.dense * dense + weights.lexical * lexical + weights.card * card
    return fused


def calibrate(weights: Weights, fused: float) -> float:
    """A fused score as a number in 0..1 that rises with it: about how likely the text is to the point."""
    return 1.0 / (1.0 + math.exp(-weights.slope * (fused - weights.middle)))

"""The encoder as a sync uses it: loaded only when there is something to encode, and at the lowest priority."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from knowledge.embedders import (
    Encoder,
    ModelCard,
    Vectors,
    load_encoder,
    model_folder,
    parse_setting,
    weights_sha256,
)
from knowledge.errors import GenerationError
from knowledge.manifest import read_manifest

LOWEST_PRIORITY = 19


class LateEncoder:
    """An encoder that is loaded when the first text comes.

    Until then `card` is that of the vectors in use, if the model on disk is still the one that made them.
    """

    def __init__(self, setting: str, in_use: ModelCard | None, *, low_priority: bool) -> None:
        self._setting = setting
        self._card = in_use if in_use is not None and is_same_model(setting, in_use) else None
        self._low_priority = low_priority
        self._encoder: Encoder | None = None

    @property
    def card(self) -> ModelCard:
        return self._card if self._card is not None else self._loaded().card

    def encode_query(self, text: str) -> Vectors:
        return self._loaded().encode_query(text)

    def encode_passages(self, texts: Sequence[str], report: Callable[[int], None] | None = None) -> Vectors:
        return self._loaded().encode_passages(texts, report)

    def _loaded(self) -> Encoder:
        if self._encoder is None:
            if self._low_priority:
                lower_priority()
            # at the lowest priority every core disturbs nobody
            workers = (os.cpu_count() or 1) if self._low_priority else 1
            self._encoder = load_encoder(self._setting, workers=workers)
            self._card = self._encoder.card
        return self._encoder


def lower_priority() -> None:
    """Put the calling thread, and the threads it starts from now on, behind everything else, for good."""
    with contextlib.suppress(OSError):
        os.nice(LOWEST_PRIORITY)


def model_of(generation: Path | None) -> ModelCard | None:
    """The model that made a generation's vectors, None when it has none."""
    if generation is None:
        return None
    try:
        return read_manifest(generation).model
    except GenerationError:
        return None


def is_same_model(setting: str, card: ModelCard) -> bool:
    """Whether the model that the setting names is the one that made the vectors; its weights are hashed."""
    parsed = parse_setting(setting)
    if str(parsed) != card.setting:
        return False
    folder = model_folder(parsed)
    return folder is None or weights_sha256(folder) == card.weights

"""The engine of the terminal's answers: runs in this process, kept from one start to the next."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bot.answers.engine import Engine
from bot.engine_cache import RunCache
from rules_engine import CardText
from rules_engine.scenario import ScenarioReport


class KeptEngine(Engine):
    """As `Engine`, but what was played on this machine before is not played again."""

    def __init__(self, data_dir: Path) -> None:
        super().__init__()
        self._kept = RunCache(data_dir)

    def play(
        self,
        scenario: str,
        texts: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
    ) -> ScenarioReport:
        """One run, unless it is kept."""
        play = super().play
        return self._kept.played(
            scenario, texts, without, substitutes, lambda: play(scenario, texts, without, substitutes)
        )

"""The seam to the engine: what goes wrong behind it costs the verdict and nothing else."""

from __future__ import annotations

import pytest

import rules_engine.scenario.runner
from bot.answers.answerer import Answerer
from bot.answers.engine import Engine


def test_engine_fails_at_a_run__the_answer_has_its_rulings_and_no_verdict(
    answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def explored(*_: object) -> None:
        raise KeyError("a mistake of ours")

    monkeypatch.setattr(rules_engine.scenario.runner, "_explored", explored)
    answer = Answerer(answerer.knowledge, Engine()).answer(
        "If I don't cast the cipher copy, can I cast it later this turn?"
    )
    assert answer.verdict is None
    assert answer.confirmation is not None
    assert answer.confirmation.status == "inconclusive"
    assert "choose not to cast the copy" in answer.rulings[0].comment

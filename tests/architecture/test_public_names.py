"""The names that others may rely on; a change here is a change for everybody."""

from __future__ import annotations

import importlib

import pytest

PUBLIC = {
    "knowledge": [
        "Ambiguity",
        "Card",
        "CardMatch",
        "CardMatches",
        "Hit",
        "Knowledge",
        "KnowledgeError",
        "Rule",
        "Ruling",
        "SearchResult",
        "Status",
    ],
    "rules_engine": ["CardText", "CompiledCard", "Refusal", "compile_card"],
    "rules_engine.scenario": ["ScenarioFile", "ScenarioReport", "library", "load", "run"],
}


@pytest.mark.parametrize("package", PUBLIC)
def test_public_names__are_there_and_listed(package: str) -> None:
    module = importlib.import_module(package)
    listed = list(module.__all__)
    assert set(PUBLIC[package]) <= set(listed)
    assert len(listed) == len(set(listed))
    assert not [name for name in listed if not hasattr(module, name)]

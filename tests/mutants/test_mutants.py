"""The list of survivors is about rules that can be switched off, and what finds them works."""

from __future__ import annotations

from rules_engine.process.units import UNITS
from rules_engine.scenario import library
from tests.mutants import cited, notices, survivors, switch_off


def test_survivors__are_rules_that_can_be_switched_off_each_with_a_reason() -> None:
    assert set(survivors()) <= set(UNITS)
    assert all(len(reason) > 20 for reason in survivors().values())


def test_rule_that_a_scenario_cites__is_missed_by_it_first() -> None:
    file = library()["token-dies-triggers"]
    assert "704.5d" in cited(file)
    found = switch_off("704.5d", (library()["caster-keeps-priority"], file))
    assert (found.noticed_by, found.tried) == ("token-dies-triggers", 1)


def test_rule_that_does_not_matter__is_not_missed() -> None:
    file = library()["caster-keeps-priority"]
    assert not notices(file, "704.5d")
    assert switch_off("704.5d", (file,)).noticed_by is None

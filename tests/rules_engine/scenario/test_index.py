"""The library is listed from an index; the files stay the truth."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rules_engine.errors import ScenarioError
from rules_engine.scenario import Library, library, summaries
from rules_engine.scenario.index import INDEX, STAND_INS, summary_of
from tests.rules_engine.scenario.texts import JAB

STAND_IN = 'Small Jab:\n  mana cost: "{R}"\n  type: Instant\n  text: Draw a card.\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library of two scenarios with its index."""
    (tmp_path / "120-damage").mkdir()
    (tmp_path / STAND_INS).write_text(STAND_IN, encoding="utf-8")
    (tmp_path / "120-damage" / "jab.yaml").write_text(JAB, encoding="utf-8")
    (tmp_path / "120-damage" / "other.yaml").write_text(JAB.replace("id: jab", "id: other"), encoding="utf-8")
    (tmp_path / INDEX).write_text(Library(tmp_path).index(), encoding="utf-8")
    return tmp_path


def test_index_of_the_package__is_what_the_files_say() -> None:
    assert not library().stale, "run: python -m rules_engine.scenario.index"
    for name, file in library().items():
        indexed, read = library().summaries[name], summary_of(file)
        assert indexed == read


def test_listing__reads_no_scenario_and_loads_no_engine(folder: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from rules_engine.scenario import Library\n"
        "assert list(Library(Path(sys.argv[1])).summaries) == ['jab', 'other']\n"
        "print([m for m in sys.modules if m in ('yaml', 'pydantic', 'rules_engine.game', 'rules_engine.oracle')])"
    )
    command = [sys.executable, "-c", code, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_changed_file__is_read_instead_of_what_the_index_says(folder: Path) -> None:
    path = folder / "120-damage" / "jab.yaml"
    path.write_text(JAB.replace("title: Ember Jab deals 2 damage", "title: Two damage"), encoding="utf-8")
    found = Library(folder)
    assert found.stale == ("120-damage/jab.yaml",)
    assert found.summaries["jab"].title == "Two damage to any target"
    assert found.summaries["other"].title == "Ember Jab deals 2 damage to any target"


def test_new_and_removed_files__are_noticed(folder: Path) -> None:
    (folder / "120-damage" / "other.yaml").rename(folder / "120-damage" / "third.yaml")
    found = Library(folder)
    assert found.stale == ("120-damage/other.yaml", "120-damage/third.yaml")
    assert found.summaries["other"].file == "120-damage/third.yaml"


def test_changed_stand_ins__change_which_cards_are_real(folder: Path) -> None:
    assert "Ember Jab" in Library(folder).summaries["jab"].real_cards
    (folder / STAND_INS).write_text(STAND_IN.replace("Small Jab", "Ember Jab"), encoding="utf-8")
    found = Library(folder)
    assert STAND_INS in found.stale
    assert "Ember Jab" not in found.summaries["jab"].real_cards


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 0}'])
def test_broken_or_foreign_index__is_done_without(folder: Path, text: str) -> None:
    (folder / INDEX).write_text(text, encoding="utf-8")
    assert list(Library(folder)) == ["jab", "other"]


def test_id_that_is_used_twice__is_an_error(folder: Path) -> None:
    (folder / "120-damage" / "third.yaml").write_text(JAB, encoding="utf-8")
    with pytest.raises(ScenarioError, match=r"the id 'jab' is used in 120-damage/jab.yaml too"):
        _ = Library(folder).summaries


def test_scenarios_that_were_read__have_summaries_too(folder: Path) -> None:
    found = Library(folder)
    assert summaries(dict(found.items()))["jab"].title == found.summaries["jab"].title
    assert "missing" not in found
    with pytest.raises(KeyError):
        found["missing"]

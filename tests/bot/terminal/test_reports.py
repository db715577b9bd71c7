"""`judgecall reports`: found, exported, closed, deleted, and the scenario that one begins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.settings import load_settings
from bot.state import NewReport, State
from bot.terminal.main import run
from bot.terminal.schema import documents
from rules_engine.scenario import load
from rules_engine.scenario import run as play

HOSTILE = "Is it: [gone]? {x} \x1b[31mred\x1b[0m # \"quoted\" 'too' \u202e\n- id: injected\n"
ANSWER: dict[str, Any] = {
    "verdict": {"label": "yes", "value": "yes", "text": "Yes."},
    "confidence": "confirmed",
    "headline": "Yes. " + HOSTILE,
    "cards": [{"name": "Ember Jab", "oracle_id": "x"}, {"name": "Old Bear", "oracle_id": "y"}],
    "rulings": ["00112233445566aa"],
    "rules": ["704.5e", "x: y"],
    "confirmation": {"status": "confirmed", "scenario": "a-b", "claim": "It is gone", "rules": ["608.2n"]},
    "data": {"retrieval": "hybrid", "rules_effective": None},
}


def _report(question: str = "Is the copy gone?", **answer: Any) -> int:
    new = NewReport(question, "en", "It stays. " + HOSTILE, HOSTILE, {**ANSWER, **answer}, "0.1.0")
    with State.open(load_settings().database) as state:
        return state.reports.add(new)


def _document(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert run(["reports", *arguments]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    document = json.loads(told.out)
    schema = documents()["reports" if arguments[0].startswith("-") else f"reports {arguments[0]}"]
    schema.model_validate(document)
    return document


def test_reports__are_listed_by_status_and_shown_whole(capsys: pytest.CaptureFixture[str]) -> None:
    assert _document(capsys, "--json") == {"reports": []}
    first, second = _report("First?"), _report("Second?")
    assert [one["question"] for one in _document(capsys, "--json")["reports"]] == ["Second?", "First?"]
    closed = _document(capsys, "close", str(first), "--json")
    assert (closed["status"], closed["closed_at"] is not None) == ("closed", True)
    assert [one["id"] for one in _document(capsys, "list", "--json")["reports"]] == [second]
    assert [one["id"] for one in _document(capsys, "list", "--status", "all", "--json")["reports"]] == [
        second,
        first,
    ]
    assert _document(capsys, "reopen", str(first), "--json")["closed_at"] is None
    shown = _document(capsys, "show", str(first), "--json")
    assert (shown["reason"], shown["answer"]) == ("It stays. " + HOSTILE, ANSWER)
    assert _document(capsys, "delete", str(first), "--json") == {"deleted": first}
    assert run(["reports", "show", str(first)]) == 1
    assert run(["reports", "show", "9" * 30]) == 1


def test_pages_for_people__hold_no_escape_codes_that_others_wrote(capsys: pytest.CaptureFixture[str]) -> None:
    number = str(_report(HOSTILE))
    for arguments in (
        [],
        ["show", number],
        ["list", "--status", "all"],
        ["close", number],
        ["scenario", number],
    ):
        assert run(["reports", *arguments]) == 0
        told = capsys.readouterr().out
        assert told.strip()
        assert "\x1b" not in told
        assert "\u202e" not in told


def test_export__writes_one_document_a_line_and_all_or_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _report("First?"), _report("Second?")
    file = tmp_path / "reports.jsonl"
    assert _document(capsys, "export", str(file), "--json") == {"written": 2, "file": str(file)}
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [line["question"] for line in lines] == ["Second?", "First?"]
    for line in lines:
        documents()["reports show"].model_validate(line)
    assert run(["reports", "export", "-"]) == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")
    assert run(["reports", "export", str(tmp_path / "no" / "folder.jsonl")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert [path.name for path in tmp_path.glob("*.jsonl")] == ["reports.jsonl"]


@pytest.mark.parametrize("answer", [{}, {"cards": [], "rules": [], "confirmation": None, "headline": None}])
def test_scenario_of_a_report__can_be_read_and_fails_until_it_is_finished(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, answer: dict[str, Any]
) -> None:
    number = _report(HOSTILE, **answer)
    file = tmp_path / "begun.yaml"
    told = _document(capsys, "scenario", str(number), "--output", str(file), "--json")
    text = file.read_text(encoding="utf-8")
    assert told["scenario"] == text
    scenario = load(file)
    assert scenario.id == f"report-{number}"
    report = play(scenario)
    assert report.status == "failed"
    assert [one.claim for one in report.expectations] == ["TODO: what must hold"]
    assert text.count("TODO") >= 6
    assert run(["reports", "scenario", str(number), "--output", str(file)]) == 2
    assert "exists" in capsys.readouterr().err
    finished = text.replace("always: {life: {A: 0}}", "always: {life: {A: 20}}")
    file.write_text(finished, encoding="utf-8")
    assert play(load(file)).status == "passed"


def test_database_unusable__is_one_line_and_exit_code_3(
    capsys: pytest.CaptureFixture[str], data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (data_dir / "state.sqlite3").mkdir(parents=True)
    assert run(["reports"]) == 3
    told = capsys.readouterr().err
    assert len(told.splitlines()) == 1
    assert "cannot be opened" in told
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hunter2@127.0.0.1:9/x?password=hunter2")
    assert run(["reports"]) == 3
    told = capsys.readouterr().err
    assert "does not answer" in told
    assert "hunter2" not in told
    monkeypatch.setenv("DATABASE_URL", "mysql://me:hunter2@db/x")
    assert run(["reports"]) == 2
    told = capsys.readouterr().err
    assert "DATABASE_URL" in told
    assert "hunter2" not in told

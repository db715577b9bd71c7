"""The command line: documents, exit codes, bad input; where the process itself matters, in one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import judgecall


def process(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with the test's data folder."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )


def document(*arguments: str, code: int = 0) -> Any:
    """The JSON document of a command that ends with this code and says nothing else."""
    done = judgecall(*arguments, "--json")
    assert (done.returncode, done.stderr if code == 0 else "") == (code, ""), done.stderr
    return json.loads(done.stdout)


def test_ask__prints_the_contract_and_confirms(indexed_data_dir: Path) -> None:
    answer = document("ask", "If I let the cipher copy go and don't cast it, can I cast it later this turn?")
    assert answer["verdict"]["label"] == "no"
    assert answer["confidence"] == "confirmed"
    assert answer["confirmation"]["status"] == "confirmed"
    assert answer["rulings"][0]["comment"].startswith("If you choose not to cast the copy")
    assert "704.5e" in [rule["number"] for rule in answer["rules"]]
    assert set(answer["timings_ms"]) == {"total", "understand", "retrieve", "confirm"}


def test_ask_from_stdin__writes_one_document_a_line(indexed_data_dir: Path) -> None:
    done = process("ask", "-", stdin="Does cipher target the creature?\n\nWhat is the best deck in Modern?\n")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert [answer["problem"] and answer["problem"]["code"] for answer in answers] == [None, "empty", None]
    assert answers[2]["out_of_scope"] == "deck"


def test_ask_without_any_data__indexes_the_built_in_corpus_and_writes_no_escape_codes(data_dir: Path) -> None:
    assert not data_dir.exists()
    done = process("ask", "Does cipher target the creature?")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert done.stderr == ""
    assert done.stdout.splitlines()[1].startswith("No.")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        (("aks", "question"), 2),
        (("ask",), 2),
        (("ask", "Is the copy gone?", "--lang", "xx"), 2),
        (("ask", "Is the copy gone?", "--without", "seven"), 2),
        (("search", "copy", "-k", "0"), 2),
        (("search", ""), 2),
        (("card", "Zorblax the Unfolding"), 1),
        (("rulings", "Zorblax the Unfolding"), 1),
        (("rule", "704.5zz"), 1),
        (("scenario", "explain", "no-such-scenario"), 1),
        (("scenario", "run", "/no/such/file.yaml"), 2),
        (("scenario", "run"), 2),
        (("schema", "nothing"), 2),
        (("evaluate", "/no/such/file.jsonl"), 2),
        (("bot",), 2),
    ],
)
def test_wrong_call__is_one_line_that_says_what_to_do(arguments: tuple[str, ...], code: int) -> None:
    done = judgecall(*arguments)
    assert done.returncode == code
    if arguments:
        assert len(done.stderr.strip().splitlines()) == 1, done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout == ""


def test_data_folder_that_is_a_file__is_one_line(data_dir: Path) -> None:
    data_dir.write_text("not a folder")
    done = judgecall("status")
    assert (done.returncode, len(done.stderr.strip().splitlines())) == (2, 1)


def test_reader_that_goes_away__ends_quietly(indexed_data_dir: Path) -> None:
    command = f"{sys.executable} -m bot scenario list | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_look_ups__answer_in_any_language(indexed_data_dir: Path) -> None:
    assert document("card", "Arkaner Raub")["name"] == "Arcane Heist"
    rulings = document("rulings", "秘法劫案")["rulings"]
    assert len(rulings) == 14
    assert [ruling["comment"] for ruling in rulings if not ruling["scenarios"]] == []
    assert document("rule", "704.5e")["rule"]["text"] is None
    assert document("rule", "704")["children"]
    assert document("search", "copy not cast", "--kind", "rulings", "-k", "3")["hits"][0]["kind"] == "ruling"
    assert document("status")["cards"] == 2


def test_quick_commands__do_not_load_the_encoder(indexed_data_dir: Path) -> None:
    script = (
        "import sys; from bot.terminal.main import run\n"
        "for line in sys.argv[1:]:\n"
        "    assert run(line.split()) == 0, line\n"
        "    assert not {'torch', 'sentence_transformers'} & set(sys.modules), line\n"
    )
    lines = ["card Arcane-Heist", "status", "rule 704.5e", "scenario list"]
    done = subprocess.run(
        [sys.executable, "-c", script, *lines], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr


def test_scenario_run_without_its_rule__fails(indexed_data_dir: Path) -> None:
    source = Path("rules_engine/library/702.99-cipher/x-is-zero.yaml")
    passed = document("scenario", "run", str(source))
    assert (passed["passed"], passed["failed"]) == (1, 0)
    assert passed["scenarios"][0]["elapsed_ms"] > 0
    failed = document("scenario", "run", str(source), "--without", "107.3b", code=1)
    assert failed["scenarios"][0]["status"] == "failed"


@pytest.mark.parametrize(
    "command",
    ["ask", "search", "card", "rulings", "rule", "scenario run", "scenario list", "status", "evaluate"],
)
def test_schema__is_printed_for_every_document(command: str) -> None:
    done = judgecall("schema", *command.split())
    assert done.returncode == 0
    assert json.loads(done.stdout)["type"] == "object"


def test_start_without_terminal_and_token__answers_the_sample_and_ends(indexed_data_dir: Path) -> None:
    done = judgecall("start")
    assert done.returncode == 0
    assert "No." in done.stdout


def test_evaluate__counts_and_writes_what_was_shown(indexed_data_dir: Path, tmp_path: Path) -> None:
    rows = [
        {
            "question": "Does cipher target the creature?",
            "lang": "en",
            "answer_label": "no",
            "cr": ["115.10a"],
        },
        {"question": "What is the best deck in Modern?", "lang": "en", "answer_label": "none"},
        {"question": "Is X 0 with Arcane Heist?", "cards": ["Arcane Heist"], "answer_label": "phrase"},
        {"question": "the copy is not cast", "lang": "en", "gold_patterns": ["choose not to cast the copy"]},
        {"question": "nothing", "lang": "en", "gold_patterns": ["a text that no ruling has"]},
    ]
    file, details = tmp_path / "rows.jsonl", tmp_path / "details.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    report = document("evaluate", str(file), "--details", str(details))
    assert (report["rows"], report["not_in_corpus"]) == (5, 1)
    assert report["retrieval"]["all"]["recall@10"] == 1.0
    assert report["cards"] | {"missed": 0} == {"n": 1, "right": 1, "asked": 0, "wrong": 0, "missed": 0}
    assert (report["verdicts"]["right"], report["verdicts"]["wrong"]) == (1, 0)
    assert report["abstained"]["unanswerable"] == {"n": 1, "right": 1}
    assert len(details.read_text(encoding="utf-8").splitlines()) == 4

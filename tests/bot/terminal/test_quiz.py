"""`judgecall quiz`: by hand, for scripts, and what it says to wrong input."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.quiz import Items, quiz_texts
from bot.terminal.main import run
from rules_engine.scenario import library


def _document(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> Any:
    assert run(["quiz", *arguments, "--json"]) == code
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


def test_question_for_scripts__is_asked_answered_and_kept(
    data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _only(monkeypatch, "made.layers", "made.persist")
    question = _document(capsys, "--topic", "layers", "--lang", "ja")
    assert 2 <= len(question["choices"]) <= 4
    assert "right" not in json.dumps(question)
    again = _document(capsys, "answer", question["id"], "1", "--lang", "ja")
    assert again["question"] == question
    assert again["counted"]
    assert again["due"]
    assert again["steps"]
    correct = again["correct"]["number"]
    second = _document(capsys, "answer", question["id"], str(correct), "--lang", "ja")
    assert (second["right"], second["counted"], second["correct"]) == (True, False, again["correct"])
    progress = _document(capsys, "progress")
    assert (progress["answered"], progress["right"], progress["seen"]) == (1, int(again["right"]), 1)
    assert _document(capsys, "forget") == {"deleted": 2}
    assert _document(capsys, "progress")["seen"] == 0


def test_rule_switched_off__another_answer_is_right_and_nothing_is_kept(
    data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with_it = _document(capsys, "answer", "made.storm@7", "1")["correct"]["text"]
    without = _document(capsys, "answer", "made.storm@7", "1", "--without", "707.10")
    assert without["without"] == ["707.10"]
    assert without["correct"]["text"] != with_it
    assert not without["counted"]
    assert _document(capsys, "progress")["answered"] == 1


def test_topics__are_listed_with_their_names(data_dir: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = _document(capsys, "topics", "--lang", "fr")
    names = {one["topic"]: one["name"] for one in document["topics"]}
    assert names["combat"] == quiz_texts("fr")("topics.combat")
    assert document["items"] >= 60


def test_quiz_by_hand__asks_again_after_nonsense_and_ends_with_a_score(
    data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("seven\n9\n1\n²\n2\n\n"))
    # These always have cards and are played; a question of the library need not name a card.
    _only(monkeypatch, "made.who-dies", "made.layers", "made.legends")
    assert run(["quiz", "--topic", "state", "--count", "3", "--lang", "de", "--steps"]) == 0
    told = capsys.readouterr().out
    say = quiz_texts("de")
    assert told.count("Bitte tippe eine Zahl") == 3
    assert "von 2 richtig." in told
    assert say("ui.cards") in told
    assert "Regeln: " in told
    assert "\x1b" not in told
    steps = [line for line in told.splitlines() if re.match(r" +\d+\. ", line)]
    assert steps
    assert not [line for line in steps if re.search(r"\b(pays|casts|begins|attacks|resolved)\b", line)]


def test_steps_of_what_needs_no_play__are_a_sentence(
    data_dir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    _only(monkeypatch, "made.may-target")
    assert run(["quiz", "--count", "1", "--lang", "fr", "--steps"]) == 0
    told = capsys.readouterr().out
    assert " ".join(quiz_texts("fr")("ui.no_steps").split()) in " ".join(told.split())
    assert not re.search(r"^ +1\. .*\d{3}", told[told.index("Règles") :], re.MULTILINE)


def _only(monkeypatch: pytest.MonkeyPatch, *wanted: str) -> None:
    """Of all that could be asked only these, so that no draw decides what a test sees."""
    monkeypatch.setattr(Items, "choose", lambda self, topic, level: [one for one in self if one.id in wanted])


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["--topic", "combta"], 2, "did you mean combat?"),
        (["--level", "4"], 2, "invalid choice"),
        (["--count", "0"], 2, "--count"),
        (["--count", "3", "--json"], 2, "--count"),
        (["answer"], 2, "the id of the question"),
        (["answer", "made.storm@7"], 2, "the id of the question"),
        (["answer", "made.storm@7", "9"], 2, "none of the choices"),
        (["answer", "made.storm@7", "１"], 2, "none of the choices"),
        (["answer", "nothing@7", "1"], 1, "there is no question"),
        (["answer", "../../etc/passwd", "1"], 1, "there is no question"),
        (["progress", "x"], 2, "nothing to do with"),
        (["--without", "x"], 2, "rule number"),
    ],
)
def test_wrong_call__is_one_line_that_says_what_to_do(
    data_dir: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, says: str
) -> None:
    assert run(["quiz", *arguments]) == code
    printed = capsys.readouterr()
    assert says in printed.err
    assert printed.err.count("\n") == 1


def test_topic_that_has_no_question_of_a_level__says_so(
    data_dir: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    items = Items(library())
    empty = (
        (topic, level) for topic in items.topics for level in (1, 2, 3) if not items.choose(topic, level)
    )
    topic, level = next(empty)
    assert run(["quiz", "--topic", topic, "--level", str(level), "--lang", "it"]) == 1
    assert capsys.readouterr().err.strip() == f"judgecall quiz: {quiz_texts('it')('ui.none')}"


def test_help__has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run(["quiz", "--help"])
    assert "judgecall quiz --topic combat" in capsys.readouterr().out

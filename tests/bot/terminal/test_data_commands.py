"""The commands that bring data and look after it, against sources on loopback: sync, import, status, doctor, rule --diff."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.bot.terminal.test_commands import process
from tests.command_line import judgecall
from tests.knowledge.samples import RULES, rules_text, ruling
from tests.knowledge.sync.mirror import NAMES, Mirror, mirror_server


@pytest.fixture
def mirror(monkeypatch: pytest.MonkeyPatch) -> Iterator[Mirror]:
    """Sources that the settings point at."""
    with mirror_server() as served:
        monkeypatch.setenv("CARDS_URL", served.web.url)
        monkeypatch.setenv("RULES_URL", served.web.url + "/en/rules")
        yield served


def command(*arguments: str, code: int = 0) -> Any:
    """A command's document, after its exit code has been checked.

    A sync gives up its process's priority for good, so it gets a process of its own.
    """
    call = process if arguments[0] == "sync" else judgecall
    done = call(*arguments, "--json")
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout)


def test_first_sync_and_what_follows(mirror: Mirror, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYNC_CONTACT", "judge@example.org")
    synced = command("sync")
    assert synced["ok"]
    assert {part["part"]: part["state"] for part in synced["parts"]} == dict.fromkeys(
        ("cards", "printings", "rulings", "rules"), "updated"
    )
    agents = {request.headers["User-Agent"] for request in mirror.web.asked("/bulk-data")}
    assert len(agents) == 1
    assert agents.pop().endswith("judge@example.org)")

    status = command("status")
    assert (status["cards"], status["index"], status["rules_effective"]) == (22, "ready", "2025-03-04")
    assert command("card", "stille glocke 4")["name"] == NAMES[4]

    again = command("sync")
    assert again["ok"]
    assert again["generation"] is None, "nothing new: the same generation goes on serving"
    assert command("status")["generation"] == synced["generation"]

    mirror.rulings.append(ruling(NAMES[1], "It can be rung twice."))
    mirror.publish()
    before = command("sync", "--only", "rulings", "--dry-run")
    assert before["dry_run"]
    assert len(command("rulings", NAMES[1])["rulings"]) == 1, "a dry run changes nothing"
    command("sync", "--only", "rulings")
    assert len(command("rulings", NAMES[1])["rulings"]) == 2

    translated = tmp_path / "rulings.json"
    row = {
        "lang": "zhs",
        "comment": "它可以响两次。",
        "en": "It can be rung twice.",
        "published_at": "2024-05-05",
    }
    translated.write_text(json.dumps([row], ensure_ascii=False), encoding="utf-8")
    command("import", "rulings", str(translated))
    found = [entry for entry in command("rulings", NAMES[1])["rulings"] if "twice" in entry["comment"]]
    assert "它可以响两次。" in json.dumps(found, ensure_ascii=False)

    mirror.rules = rules_text(
        "June 6, 2025", RULES.replace("101. Golden Things", "101. Silver Things")
    ).encode()
    mirror.publish()
    command("sync", "--only", "rules")
    changes = command("rule", "--diff", "2025-03-04", "2025-06-06")
    assert "Silver" in json.dumps(changes)
    assert command("status")["rules_effective"] == "2025-06-06"


def test_source_that_fails__ends_with_3_and_is_found_by_status_and_doctor(mirror: Mirror) -> None:
    mirror.web.routes.pop("/bulk-data")
    failed = command("sync", "--only", "cards", code=3)
    assert not failed["ok"]
    assert command("status", code=3)["last_sync"]["result"] == failed["result"]
    found = command("doctor", code=3)
    assert "cards" in json.dumps(found)


@pytest.mark.parametrize(
    "arguments, told",
    [
        (("sync", "--cards-url", "ftp://127.0.0.1/x"), "http://"),
        (("sync", "--only", "decks"), "decks"),
        (("import", "rulings", "/nowhere/at/all.json"), "/nowhere/at/all.json"),
        (("rule", "--diff", "2025-03-04", "2025-13-40"), "2025-13-40"),
        (("rule", "--diff", "1999-01-01", "1999-01-02"), "1999-01-01"),
    ],
)
def test_bad_input__is_one_line_that_names_it(arguments: tuple[str, ...], told: str) -> None:
    done = judgecall(*arguments)
    assert done.returncode in (1, 2, 3)
    assert told in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1

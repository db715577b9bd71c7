"""What a sync does when the sources, the disk or the machine misbehave: the last good data goes on serving."""

from __future__ import annotations

import datetime as dt
import gzip
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from knowledge import DataFolderError, Knowledge
from knowledge.generations import current_generation
from knowledge.sync import PARTS, parse_only
from tests.knowledge.samples import card, oracle_id, rules_text, ruling
from tests.knowledge.sync.mirror import FAST, NAMES, RULES_PATH, Mirror, counts, part, stored
from tests.knowledge.web import Reply, json_array, packed, web_server

STORED = (22, 20, 20)
MORE_RULINGS = [ruling(NAMES[1], "It can be rung twice.")]


@pytest.fixture
def synced(mirror: Mirror, data_dir: Path) -> Path:
    """A data folder that was synced once, while the sources have news."""
    assert mirror.sync(data_dir).ok
    mirror.rulings += MORE_RULINGS
    mirror.publish()
    return data_dir


def refused(mirror: Mirror, data_dir: Path, name: str, *words: str, **changes: Any) -> None:
    """The part fails with these words, the stored data serves; when the fault is gone, the next sync succeeds."""
    report = mirror.sync(data_dir, **changes)
    failed = part(report, name)
    assert not report.ok
    assert failed.state == "failed"
    assert failed.error is not None
    for word in words:
        assert word in failed.error
    assert name in report.result
    before = counts(data_dir)
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.card(NAMES[0]) is not None
    assert any(name in problem for problem in knowledge.status().problems)
    mirror.publish()
    assert mirror.sync(data_dir).ok
    assert counts(data_dir)[0] >= before[0]


# What comes over the wire


def test_gzip_cut_off__is_refused(mirror: Mirror, synced: Path) -> None:
    mirror.file("rulings", packed(json_array(mirror.rulings))[:-30])
    refused(mirror, synced, "rulings", "cut off")


def test_gzip_damaged__is_refused(mirror: Mirror, synced: Path) -> None:
    data = bytearray(packed(json_array(mirror.rulings)))
    data[-5] ^= 0xFF
    mirror.file("rulings", bytes(data))
    refused(mirror, synced, "rulings", "damaged")


def test_other_length_than_listed__is_refused(mirror: Mirror, synced: Path) -> None:
    mirror.list(size=len(json_array(mirror.rulings)) + 1)
    refused(mirror, synced, "rulings", "listing promises")


def test_fewer_bytes_than_the_header_says__is_refused(mirror: Mirror, synced: Path) -> None:
    mirror.web.say(mirror.path("rulings"), Reply(b"x" * 10, length=500, cut_after=10))
    refused(mirror, synced, "rulings", "could not be fetched")


@pytest.mark.parametrize("name", ["rulings", "cards", "printings"])
def test_404__fails_that_part_only(mirror: Mirror, synced: Path, name: str) -> None:
    kind = {"rulings": "rulings", "cards": "oracle_cards", "printings": "all_cards"}[name]
    del mirror.web.routes[mirror.path(kind)]
    refused(mirror, synced, name, "404")


def test_listing_is_gone__fails_the_three_parts_but_not_the_rules(mirror: Mirror, synced: Path) -> None:
    del mirror.web.routes["/bulk-data"]
    report = mirror.sync(synced)
    assert [p.state for p in report.parts] == ["failed", "failed", "failed", "unchanged"]
    assert len(mirror.web.asked("/bulk-data")) == 2  # once a sync, not once a part
    assert counts(synced) == STORED


def test_listing_without_a_file__fails_that_part_only(mirror: Mirror, synced: Path) -> None:
    listing = json.loads(mirror.web.routes["/bulk-data"](mirror.web.requests[0]).body)
    listing["data"] = [entry for entry in listing["data"] if entry["type"] != "rulings"]
    mirror.web.say("/bulk-data", Reply(json.dumps(listing).encode()))
    refused(mirror, synced, "rulings", "no rulings")


@pytest.mark.parametrize(
    "body", [b"<html>hello</html>", b"[]", b"{}", b'{"data":[{"type":"rulings"}]}', b"\x00"]
)
def test_listing_is_something_else__says_what(mirror: Mirror, synced: Path, body: bytes) -> None:
    mirror.web.say("/bulk-data", Reply(body))
    refused(mirror, synced, "rulings", "/bulk-data")


@pytest.mark.parametrize(("headers", "pause"), [({"Retry-After": "40"}, 40.0), ({}, 30.0)])
def test_429__waits_and_goes_on(mirror: Mirror, synced: Path, headers: dict[str, str], pause: float) -> None:
    naps: list[float] = []
    whole = mirror.web.routes[mirror.path("rulings")](mirror.web.requests[0]).body
    mirror.web.say(mirror.path("rulings"), Reply(status=429, headers=headers), Reply(whole))
    assert mirror.sync(synced, http=replace(FAST, sleep=naps.append)).ok
    assert naps == [pause]
    assert counts(synced) == (22, 21, 20)


def test_500_then_success__goes_on(mirror: Mirror, synced: Path) -> None:
    listing = mirror.web.routes["/bulk-data"](mirror.web.asked("/bulk-data")[0]).body
    mirror.web.say("/bulk-data", Reply(status=500), Reply(listing))
    assert mirror.sync(synced).ok
    assert counts(synced) == (22, 21, 20)


def test_redirect_to_another_host__is_followed(mirror: Mirror, synced: Path) -> None:
    whole = mirror.web.routes[mirror.path("rulings")](mirror.web.requests[0]).body
    with web_server() as other:
        other.file("/elsewhere", whole)
        place = {"Location": f"http://localhost:{other.port}/elsewhere"}
        mirror.web.say(mirror.path("rulings"), Reply(status=302, headers=place))
        assert mirror.sync(synced).ok
    assert counts(synced) == (22, 21, 20)


def test_no_answer_in_time__is_said(mirror: Mirror, synced: Path) -> None:
    mirror.web.say(mirror.path("rulings"), Reply(b"late", delay=0.8))
    refused(mirror, synced, "rulings", "no answer in time", http=replace(FAST, read_timeout=0.2))


def test_html_instead_of_json__is_refused(mirror: Mirror, synced: Path) -> None:
    mirror.file("rulings", b"<!DOCTYPE html><html><body>We are moving house.</body></html>")
    refused(mirror, synced, "rulings", "a web page")


def test_html_instead_of_the_rules__is_refused(mirror: Mirror, synced: Path) -> None:
    mirror.web.file(RULES_PATH, b"<!DOCTYPE html><html><body>We are moving house.</body></html>")
    refused(mirror, synced, "rules", "does not begin with")


@pytest.mark.parametrize("name", ["rulings", "cards", "printings"])
def test_empty_list__is_refused(mirror: Mirror, synced: Path, name: str) -> None:
    kind = {"rulings": "rulings", "cards": "oracle_cards", "printings": "all_cards"}[name]
    mirror.list(size=None)
    mirror.file(kind, packed(b"[\n]"))
    refused(mirror, synced, name, "no record")


def test_duplicate_ids__count_once_and_are_noted(mirror: Mirror, synced: Path) -> None:
    mirror.cards.append(card(NAMES[2], oracle_text="A second one.", released_at="1995-01-01"))
    mirror.rulings += MORE_RULINGS
    mirror.publish()
    report = mirror.sync(synced)
    assert report.ok
    assert counts(synced) == (22, 21, 20)
    assert "listed twice" in part(report, "cards").notes[0]
    assert "listed twice" in part(report, "rulings").notes[0]
    kept = stored(synced).card_by_id(oracle_id(NAMES[2]))
    assert kept is not None
    assert kept.oracle_text != "A second one."


def test_missing_field__names_the_record(mirror: Mirror, synced: Path) -> None:
    del mirror.cards[4]["name"]
    mirror.cards[4]["id"] = "0000-the-broken-one"
    mirror.publish()
    report = mirror.sync(synced)
    assert "field name is missing of oracle_cards record 5" in (part(report, "cards").error or "")
    assert counts(synced) == (22, 21, 20)


def test_unknown_layout__is_taken_and_noted(mirror: Mirror, synced: Path) -> None:
    mirror.cards.append(card("Loud Bell", layout="spiral"))
    mirror.publish()
    report = mirror.sync(synced)
    assert "spiral" in part(report, "cards").notes[0]
    assert Knowledge.open(synced, model=False).card("Loud Bell") is not None


def test_nul_and_lone_surrogates__do_not_reach_the_store(mirror: Mirror, synced: Path) -> None:
    mirror.cards.append(card("Loud Bell", oracle_text="a\udfffb\x00c") | {"name": "Lo\x00ud B\ud800ell"})
    mirror.rulings.append(ruling(NAMES[3], "half \ud83d of a smile, and a whole one \U0001f600"))
    mirror.printings.append(
        mirror.printings[0]
        | {"lang": "fr", "printed_name": "Cl\x00oche\udc00", "oracle_id": oracle_id(NAMES[0])}
    )
    mirror.publish()
    assert mirror.sync(synced).ok
    knowledge = Knowledge.open(synced, model=False)
    loud = knowledge.card("Loud Bell")
    assert loud is not None
    assert loud.oracle_text == "abc"
    assert knowledge.rulings(oracle_id(NAMES[3]))[1].comment == "half  of a smile, and a whole one \U0001f600"
    assert knowledge.card("Cloche") is not None


def test_gzip_bomb__is_refused(mirror: Mirror, synced: Path) -> None:
    mirror.list(size=None)
    mirror.file("rulings", gzip.compress(b'[{"comment":"' + b"0" * (64 << 20)))
    refused(mirror, synced, "rulings", "believable")


def test_far_fewer_cards__are_refused_until_the_owner_says_so(mirror: Mirror, synced: Path) -> None:
    gone = mirror.cards[:5]
    del mirror.cards[:5]
    mirror.publish()
    report = mirror.sync(synced)
    assert "--accept-shrink" in (part(report, "cards").error or "")
    assert "only 17 records came where 22 are stored" in (part(report, "cards").error or "")
    assert counts(synced)[0] == 22
    assert mirror.sync(synced, accept_shrink=True).ok
    assert counts(synced)[0] == 17
    mirror.cards += gone
    mirror.publish()
    assert mirror.sync(synced).ok


def test_far_fewer_rulings__are_refused(mirror: Mirror, synced: Path) -> None:
    kept = mirror.rulings[:]
    del mirror.rulings[10:]
    mirror.publish()
    report = mirror.sync(synced)
    assert "only 10 records came where 20 are stored" in (part(report, "rulings").error or "")
    mirror.rulings[:] = kept


def test_half_of_the_rules__are_refused(mirror: Mirror, synced: Path) -> None:
    text = rules_text("July 7, 2025")
    start = text.index("101.1. A card"), text.rindex("702.6. Ponder")
    mirror.web.file(RULES_PATH, (text[: start[0]] + text[start[1] :]).encode())
    refused(mirror, synced, "rules", "records came")


# The rules page and the encoding


def test_rules_page_without_a_link__says_what_to_do(mirror: Mirror, synced: Path) -> None:
    mirror.page("<html><body>The rules are on holiday.</body></html>")
    refused(mirror, synced, "rules", "links no .txt file", "--rules-url")


def test_rules_page_with_two_links__guesses_nothing(mirror: Mirror, synced: Path) -> None:
    mirror.page('<a href="/one.txt">one</a> <a href="/two.txt">two</a>')
    refused(mirror, synced, "rules", "links 2 .txt files", "--rules-url")


def test_rules_page_with_the_old_and_the_new_text__takes_the_new(mirror: Mirror, synced: Path) -> None:
    new = RULES_PATH.replace("20250304", "20250707")
    mirror.web.file(new, rules_text("July 7, 2025").encode())
    mirror.page(f'<a href="{RULES_PATH}">old</a> <a href="{new}">new</a>')
    assert mirror.sync(synced).ok
    assert stored(synced).effective == "2025-07-07"


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252", "utf-8", "utf-16-be"])
@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_rules_in_another_encoding__are_the_same_rules(
    mirror: Mirror, data_dir: Path, encoding: str, line_end: str
) -> None:
    only = parse_only(["rules"])
    mirror.sync(data_dir, only=only)
    mirror.rules = rules_text().replace("\n", line_end).encode(encoding)
    mirror.publish()
    report = mirror.sync(data_dir, only=only)
    assert report.ok
    assert not report.changed


def test_rules_in_an_encoding_nobody_knows__are_refused(mirror: Mirror, synced: Path) -> None:
    mirror.web.file(RULES_PATH, rules_text().encode("utf-32"))
    refused(mirror, synced, "rules", "any known encoding")


# The disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with little room."""
    folder = tmp_path / "small"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode:
        pytest.skip(f"no file system can be mounted here: {made.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path, leave: int) -> Path:
    """Leave so many bytes of room."""
    filler = folder / "filler"
    free = os.statvfs(folder).f_bavail * os.statvfs(folder).f_frsize
    filler.write_bytes(b"\0" * max(free - leave, 0))
    return filler


@pytest.mark.parametrize("leave", [0, 8_192, 120_000, 400_000])
def test_disk_full__says_so_and_leaves_the_last_good_data(
    mirror: Mirror, small_disk: Path, leave: int
) -> None:
    assert mirror.sync(small_disk).ok
    mirror.rulings += [ruling(NAMES[number % 20], os.urandom(400).hex()) for number in range(400)]
    mirror.publish()
    filler = fill(small_disk, leave)
    try:
        said = part(mirror.sync(small_disk), "rulings").error or ""
    except DataFolderError as error:
        said = str(error)
    assert "No space left" in said or "disk is full" in said
    assert counts(small_disk) == STORED
    assert Knowledge.open(small_disk, model=False).card(NAMES[0]) is not None
    filler.unlink()
    assert not list((small_disk / "generations").glob(".*"))


def as_nobody(data_dir: Path, mirror: Mirror, root: Path) -> subprocess.CompletedProcess[str]:
    """A sync by a user who owns nothing here."""
    setpriv = shutil.which("setpriv")
    if setpriv is None or os.geteuid() != 0:
        pytest.skip("becoming another user needs root and setpriv")
    code = (
        "import sys; from pathlib import Path; from knowledge.sync import SyncOptions, sync\n"
        "from knowledge import KnowledgeError\n"
        f"try: print(sync(SyncOptions(Path({str(data_dir)!r}), cards_url={mirror.web.url!r}, "
        f"rules_url={mirror.web.url + '/en/rules'!r}, embed=False)).result)\n"
        "except KnowledgeError as error: print(type(error).__name__, error)\n"
    )
    for folder in (root, *root.parents):
        if (
            folder != Path(folder.anchor)
            and folder.stat().st_uid == os.geteuid()
            and folder.is_relative_to("/tmp")
        ):
            folder.chmod(folder.stat().st_mode | 0o055)
    return subprocess.run(
        [setpriv, "--reuid=65534", "--regid=65534", "--clear-groups", sys.executable, "-B", "-c", code],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).resolve().parents[3],
        env={**os.environ, "HOME": "/nonexistent"},
        timeout=120,
    )


def test_folder_of_another_user__says_whose_and_what_to_do(
    mirror: Mirror, synced: Path, tmp_path: Path
) -> None:
    done = as_nobody(synced, mirror, tmp_path)
    assert "DataFolderError" in done.stdout, done.stderr
    assert "check owner, rights" in done.stdout
    assert "Traceback" not in done.stderr
    assert counts(synced) == STORED


# The machine


KILLED_AT = ["cards", "reading printed names and texts", "rulings", "words", "lexical index"]


def run_apart(mirror: Mirror, data_dir: Path, before: str = "", **changes: Any) -> subprocess.Popen[str]:
    """A sync in a process of its own."""
    code = (
        "import os, signal, sys, time\nfrom pathlib import Path\nfrom knowledge.sync import SyncOptions, sync\n"
        f"def progress(stage, done, total):\n    {before or 'pass'}\n"
        f"report = sync(SyncOptions(Path({str(data_dir)!r}), cards_url={mirror.web.url!r}, "
        f"rules_url={mirror.web.url + '/en/rules'!r}, embed=False, low_priority=False), progress)\n"
        "print(report.result)\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).resolve().parents[3],
    )


@pytest.mark.parametrize("stage", KILLED_AT)
def test_killed_at_any_stage__the_last_good_data_serves_and_the_next_sync_succeeds(
    mirror: Mirror, synced: Path, stage: str
) -> None:
    mirror.cards.append(card("Loud Bell"))
    mirror.printings.append(mirror.printings[0] | {"lang": "fr", "printed_name": "Cloche"})
    mirror.publish()
    killed = run_apart(mirror, synced, f"if stage == {stage!r}: os.kill(os.getpid(), signal.SIGKILL)")
    killed.communicate(timeout=120)
    assert killed.returncode == -signal.SIGKILL
    assert counts(synced) == STORED
    assert Knowledge.open(synced, model=False).card(NAMES[0]) is not None
    report = mirror.sync(synced)
    assert report.ok
    assert counts(synced) == (23, 21, 21)
    left = [path.name for path in (synced / "generations").iterdir() if path.name.startswith(".")]
    assert left == []
    assert sorted(path.name for path in (synced / "sync").iterdir()) == ["last.json", "lock", "state.json"]


def test_killed_between_the_new_folder_and_the_switch__the_last_good_data_serves(
    mirror: Mirror, synced: Path
) -> None:
    before = current_generation(synced)
    code = (
        "import os, signal\nfrom pathlib import Path\nfrom knowledge import generations\n"
        "def die(*args): os.kill(os.getpid(), signal.SIGKILL)\n"
        "generations.replace_file = die\n"
        "from knowledge.sync import SyncOptions, sync\n"
        f"sync(SyncOptions(Path({str(synced)!r}), cards_url={mirror.web.url!r}, "
        f"rules_url={mirror.web.url + '/en/rules'!r}, embed=False, low_priority=False))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).resolve().parents[3], timeout=120, check=False
    )
    assert done.returncode == -signal.SIGKILL
    assert current_generation(synced) == before
    assert mirror.sync(synced).ok
    assert counts(synced) == (22, 21, 20)


def test_two_syncs_at_once__the_second_says_so_and_the_first_is_not_disturbed(
    mirror: Mirror, synced: Path
) -> None:
    reached, go_on = threading.Event(), threading.Event()
    route = mirror.web.routes[mirror.path("rulings")]

    def waiting(request: Any) -> Reply:
        reached.set()
        go_on.wait(60)
        return route(request)

    mirror.web.routes[mirror.path("rulings")] = waiting
    first = run_apart(mirror, synced)
    try:
        assert reached.wait(60)
        with pytest.raises(DataFolderError, match=f"another sync is running \\(process {first.pid}\\)"):
            mirror.sync(synced)
    finally:
        go_on.set()
    out, err = first.communicate(timeout=120)
    assert "updated rulings" in out, err
    assert counts(synced) == (22, 21, 20)


@pytest.mark.parametrize("years", [-20, 20])
def test_clock_jumps__the_sync_goes_by_content_not_by_time(mirror: Mirror, synced: Path, years: int) -> None:
    jumped = dt.datetime.now(dt.UTC) + dt.timedelta(days=365 * years)
    assert mirror.sync(synced, now=lambda: jumped).ok
    assert counts(synced) == (22, 21, 20)
    mirror.rulings.append(ruling(NAMES[2], "Back in our own time."))
    mirror.publish()
    assert mirror.sync(synced).ok
    assert counts(synced) == (22, 22, 20)


# What is stored


def damage_middle(path: Path) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\xde\xad\xbe\xef" * 1024)


def test_corrupt_sqlite_page__is_noticed_and_everything_fetched_again(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    generation = current_generation(data_dir)
    assert generation is not None
    damage_middle(generation / "store.sqlite")
    report = mirror.sync(data_dir)
    assert report.ok
    assert "is damaged" in report.notes[0]
    assert counts(data_dir) == STORED
    assert Knowledge.open(data_dir, model=False).card(NAMES[0]) is not None
    assert mirror.sync(data_dir).notes == ()


def test_corrupt_sqlite_page_with_a_whole_older_generation__goes_on_from_that(
    mirror: Mirror, synced: Path
) -> None:
    mirror.sync(synced)
    generation = current_generation(synced)
    assert generation is not None
    damage_middle(generation / "store.sqlite")
    report = mirror.sync(synced)
    assert report.ok
    assert report.notes
    assert counts(synced) == (22, 21, 20)


def test_data_of_another_program_version__is_fetched_again(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    generation = current_generation(data_dir)
    assert generation is not None
    manifest = json.loads((generation / "manifest.json").read_text())
    (generation / "manifest.json").write_text(json.dumps(manifest | {"format": 999}))
    report = mirror.sync(data_dir)
    assert report.ok
    assert report.notes
    assert counts(data_dir) == STORED


@pytest.mark.parametrize("part_name", PARTS)
def test_any_part_can_be_missing_the_first_time__the_rest_is_there(
    mirror: Mirror, data_dir: Path, part_name: str
) -> None:
    broken: dict[str, Callable[[], None]] = {
        "cards": lambda: mirror.file("oracle_cards", b"<html>"),
        "printings": lambda: mirror.file("all_cards", b"<html>"),
        "rulings": lambda: mirror.file("rulings", b"<html>"),
        "rules": lambda: mirror.page("<html>"),
    }
    broken[part_name]()
    report = mirror.sync(data_dir)
    assert [p.part for p in report.parts if p.state == "failed"] == [part_name]
    mirror.publish()
    assert mirror.sync(data_dir).ok
    assert counts(data_dir) == STORED

"""The doctor: what is wrong, and what to do."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from knowledge.doctor import Finding, check_clock, check_data, check_folder, check_model, examine
from knowledge.generations import current_generation
from tests.knowledge.sync.mirror import FAST, Mirror
from tests.knowledge.web import Reply


def findings(mirror: Mirror, data_dir: Path, **changes: object) -> dict[str, Finding]:
    found = examine(
        data_dir,
        cards_url=mirror.web.url,
        rules_url=mirror.web.url + "/en/rules",
        http=FAST,
        **changes,  # type: ignore[arg-type]
    )
    return {finding.name: finding for finding in found}


def test_after_a_sync__all_is_well_but_the_vectors_that_were_left_out(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    found = findings(mirror, data_dir)
    assert {name for name, finding in found.items() if finding.state == "problem"} == set()
    assert "no vectors" in found["data"].found
    assert found["rules source"].found.endswith(".txt")


def test_never_synced__says_what_to_run(mirror: Mirror, data_dir: Path) -> None:
    found = findings(mirror, data_dir)
    assert found["data"].state == found["freshness"].state == "warning"
    assert "judgecall sync" in found["data"].advice
    assert not data_dir.exists()


def test_damaged_data__is_named(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    generation = current_generation(data_dir)
    assert generation is not None
    path = generation / "store.sqlite"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))
    found = check_data(data_dir)
    assert found.state == "problem"
    assert "store.sqlite" in found.found


def test_sync_that_failed__is_a_problem_with_the_reason(mirror: Mirror, data_dir: Path) -> None:
    mirror.page("<html>")
    mirror.sync(data_dir)
    found = findings(mirror, data_dir)
    assert found["freshness"].state == "problem"
    assert "links no .txt file" in found["freshness"].found
    assert found["rules source"].state == "problem"


def test_data_grown_old__is_a_warning(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    later = dt.datetime.now(dt.UTC) + dt.timedelta(days=30)
    assert findings(mirror, data_dir, now=lambda: later)["freshness"].state == "warning"


def test_last_sync_in_the_future__points_at_the_clock(mirror: Mirror, data_dir: Path) -> None:
    future = dt.datetime.now(dt.UTC) + dt.timedelta(days=3000)
    mirror.sync(data_dir, now=lambda: future)
    assert "in the future" in findings(mirror, data_dir)["freshness"].found


@pytest.mark.parametrize(("minutes", "state"), [(0, "ok"), (90, "problem"), (-90, "problem")])
def test_clock__is_compared_with_the_servers(mirror: Mirror, minutes: int, state: str) -> None:
    moved = dt.datetime.now(dt.UTC) + dt.timedelta(minutes=minutes)
    assert check_clock(mirror.web.url + "/bulk-data", FAST, lambda: moved).state == state


def test_sources_down__are_problems_not_exceptions(mirror: Mirror, data_dir: Path) -> None:
    mirror.web.say("/bulk-data", Reply(status=500))
    mirror.web.say("/en/rules", Reply(status=404))
    found = findings(mirror, data_dir)
    assert found["cards source"].state == found["rules source"].state == "problem"


@pytest.mark.parametrize("setting", ["bundled:other", "path:/nowhere", "hub:x", ""])
def test_wrong_embedder__is_a_problem(setting: str) -> None:
    assert check_model(setting).state == "problem"


def test_folder_that_is_a_file__is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    assert check_folder(tmp_path / "data").state == "problem"

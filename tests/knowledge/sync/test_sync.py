"""What a sync does when the sources behave."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from httpx import Headers

from knowledge import Knowledge, KnowledgeError
from knowledge.last_sync import SyncNote, read_note
from knowledge.sync import next_sync, parse_only
from tests.knowledge.samples import card, oracle_id, printing, rules_text, ruling
from tests.knowledge.sync.mirror import NAMES, Mirror, counts, part, stored
from tests.knowledge.web import Reply, Request


def test_first_sync__stores_everything_and_says_so(mirror: Mirror, data_dir: Path) -> None:
    report = mirror.sync(data_dir)
    assert report.ok
    assert report.changed
    assert counts(data_dir) == (22, 20, 20)
    assert [(p.part, p.state) for p in report.parts] == [
        (name, "updated") for name in ("cards", "printings", "rulings", "rules")
    ]
    store = stored(data_dir)
    assert store.effective_dates() == [dt.date(2025, 3, 4)]
    assert store.rule("702.5") is not None
    assert sorted(path.name for path in (data_dir / "sync").iterdir()) == ["last.json", "lock", "state.json"]


def test_text_on_many_cards__is_stored_once(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    assert len(stored(data_dir).ruling_texts()) == 11


def test_second_sync_without_news__asks_but_downloads_and_builds_nothing(
    mirror: Mirror, data_dir: Path
) -> None:
    mirror.sync(data_dir)
    before = stored(data_dir).folder
    mirror.web.requests.clear()
    report = mirror.sync(data_dir)
    assert report.ok
    assert not report.changed
    assert report.generation is None
    assert {p.state for p in report.parts} == {"unchanged"}
    assert stored(data_dir).folder == before
    conditional = [r for r in mirror.web.requests if r.headers.get("If-None-Match")]
    assert len(conditional) == 4


def test_server_without_validators__is_downloaded_but_nothing_is_built(
    mirror: Mirror, data_dir: Path
) -> None:
    mirror.sync(data_dir)
    for path, route in list(mirror.web.routes.items()):
        if path.startswith("/files/") or path.endswith(".txt"):
            mirror.web.say(path, Reply(route(Request(path, Headers())).body))
    report = mirror.sync(data_dir)
    assert report.ok
    assert not report.changed


def test_repacked_with_the_same_content__builds_nothing(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    mirror.cards.reverse()
    for record in mirror.cards:
        record["prices"] = {"usd": "0.25"}
    mirror.publish()
    report = mirror.sync(data_dir)
    assert part(report, "cards").state == "unchanged"
    assert report.generation is None
    mirror.web.requests.clear()
    mirror.sync(data_dir)
    assert len([r for r in mirror.web.requests if r.headers.get("If-None-Match")]) == 4


def test_news__are_counted_and_named(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    mirror.cards[0] = card(NAMES[0], oracle_text="It does something else.")
    mirror.cards.append(card("Loud Bell"))
    del mirror.cards[5]
    mirror.rulings.append(ruling(NAMES[1], "It can be rung twice."))
    mirror.publish()
    report = mirror.sync(data_dir)
    change = part(report, "cards").change
    assert change is not None
    assert (change.total, change.added, change.changed, change.removed) == (22, 1, 1, 1)
    assert change.examples == ("Loud Bell", NAMES[0])
    change = part(report, "rulings").change
    assert change is not None
    assert (change.added, change.removed) == (1, 0)
    assert part(report, "printings").state == "unchanged"
    assert counts(data_dir)[2] == 19  # the printed name of the card that went goes with it


def test_dry_run__says_what_would_change_and_changes_nothing(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    before = {path: path.read_bytes() for path in data_dir.rglob("*") if path.is_file()}
    mirror.rulings.append(ruling(NAMES[1], "It can be rung twice."))
    mirror.publish()
    report = mirror.sync(data_dir, dry_run=True)
    assert report.dry_run
    assert part(report, "rulings").line() == "rulings: 21 (1 new, 0 changed, 0 gone), as of 2025-06-07"
    assert {path: path.read_bytes() for path in data_dir.rglob("*") if path.is_file()} == before


def test_only__leaves_the_other_parts_alone(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    mirror.cards.append(card("Loud Bell"))
    mirror.rulings.append(ruling(NAMES[1], "It can be rung twice."))
    mirror.publish()
    mirror.web.requests.clear()
    report = mirror.sync(data_dir, only=parse_only(["rulings"]))
    assert [p.state for p in report.parts] == ["skipped", "skipped", "updated", "skipped"]
    assert counts(data_dir) == (22, 21, 20)
    assert not mirror.web.asked("/en/rules")


def test_first_sync_of_rules_only__keeps_the_built_in_cards(mirror: Mirror, data_dir: Path) -> None:
    assert mirror.sync(data_dir, only=parse_only(["rules"])).ok
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.card("Arcane Heist") is not None
    rule = knowledge.rule("702.5a")
    assert rule is not None
    assert rule.effective == dt.date(2025, 3, 4)


@pytest.mark.parametrize("values", [["card"], ["rules,images"], ["x"]])
def test_only_with_a_wrong_name__names_the_right_ones(values: list[str]) -> None:
    with pytest.raises(KnowledgeError, match="cards, printings, rulings, rules"):
        parse_only(values)


def test_only_with_commas_and_repeats__is_read() -> None:
    assert parse_only(["cards, rules", "rules"]) == {"cards", "rules"}
    assert len(parse_only([])) == 4


def test_new_edition_of_the_rules__joins_the_old_one(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    text = rules_text("June 7, 2025").replace("702.6. Ponder", "702.7. Ponder").replace("702.6a", "702.7a")
    mirror.rules = text.replace("\n", "\r\n").encode("utf-16")
    mirror.publish()
    report = mirror.sync(data_dir)
    assert part(report, "rules").as_of == dt.date(2025, 6, 7)
    store = stored(data_dir)
    assert store.effective_dates() == [dt.date(2025, 3, 4), dt.date(2025, 6, 7)]
    assert store.rule("702.6") is None
    assert store.rule("702.6", dt.date(2025, 3, 4)) is not None


def test_older_edition_than_the_one_in_use__is_kept_for_comparison_only(
    mirror: Mirror, data_dir: Path
) -> None:
    mirror.sync(data_dir)
    mirror.rules = rules_text("January 1, 2020").encode()
    mirror.publish()
    report = mirror.sync(data_dir)
    assert "older edition" in part(report, "rules").notes[0]
    assert stored(data_dir).effective == "2025-03-04"


def test_rules_url_of_the_text_itself__needs_no_page(mirror: Mirror, data_dir: Path) -> None:
    url = mirror.web.url + "/2025/downloads/MagicCompRules 20250304.txt"
    assert mirror.sync(data_dir, rules_url=url, only=parse_only(["rules"])).ok
    assert not mirror.web.asked("/en/rules")


def test_cards_url_with_the_path_of_the_listing__is_the_same(mirror: Mirror, data_dir: Path) -> None:
    assert mirror.sync(data_dir, cards_url=mirror.web.url + "/bulk-data/").ok


def test_renamed_card__is_found_by_both_names(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    mirror.cards[0] = card(NAMES[0]) | {"name": "Silent Gong"}
    mirror.publish()
    mirror.sync(data_dir)
    knowledge = Knowledge.open(data_dir, model=False)
    for name in ("Silent Gong", NAMES[0]):
        found = knowledge.card(name)
        assert found is not None
        assert found.oracle_id == oracle_id(NAMES[0])
    mirror.cards[0] = card(NAMES[0]) | {"name": "Mute Gong"}
    mirror.publish()
    mirror.sync(data_dir)
    found = Knowledge.open(data_dir, model=False).card("Silent Gong")
    assert found is not None
    assert found.name == "Mute Gong"


def test_token_with_a_cards_name__does_not_shadow_it(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    found = Knowledge.open(data_dir, model=False).card("Quiet Bell 3")
    assert found is not None
    assert found.standing == "real"


def test_several_printings_in_a_language__the_newest_text_counts_and_old_names_still_find_it(
    mirror: Mirror, data_dir: Path
) -> None:
    name = NAMES[0]
    mirror.printings += [
        printing(name, "de", "Leise Glocke", released_at="2025-01-01"),
        printing(name, "de", "Uralte Glocke", released_at="1999-01-01"),
        printing(name, "de", "Neueste Glocke", released_at="2025-05-05", printed_text=None),
    ]
    mirror.publish()
    mirror.sync(data_dir)
    knowledge = Knowledge.open(data_dir, model=False)
    for printed in ("Leise Glocke", "Uralte Glocke", "Neueste Glocke", "Stille Glocke 0"):
        found = knowledge.card(printed)
        assert found is not None, printed
        assert found.name == name
        assert found.printed["de"].name == "Leise Glocke"
        assert found.printed["de"].text == "Leise Glocke: text in de."


def test_name_printed_as_decoration__finds_the_card_also_after_a_sync_of_cards_only(
    mirror: Mirror, data_dir: Path
) -> None:
    mirror.printings.append(printing(NAMES[0], "en", NAMES[0], flavor_name="Gong of the Deep"))
    mirror.publish()
    mirror.sync(data_dir)
    mirror.cards[7]["oracle_text"] = "It does something else."
    mirror.publish()
    mirror.sync(data_dir)
    mirror.rulings.append(ruling(NAMES[1], "It can be rung twice."))
    mirror.publish()
    mirror.sync(data_dir)
    found = Knowledge.open(data_dir, model=False).card("Gong of the Deep")
    assert found is not None
    assert found.name == NAMES[0]


def test_open_reader__goes_on_with_the_new_generation(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    knowledge = Knowledge.open(data_dir, model=False)
    assert knowledge.card("Loud Bell") is None
    mirror.cards.append(card("Loud Bell"))
    mirror.publish()
    mirror.sync(data_dir)
    assert knowledge.refresh()
    assert knowledge.card("Loud Bell") is not None


def test_status__has_the_dates_and_the_result_of_the_last_sync_also_when_nothing_was_new(
    mirror: Mirror, data_dir: Path
) -> None:
    at = dt.datetime(2025, 6, 8, 12, tzinfo=dt.UTC)
    mirror.sync(data_dir, now=lambda: at)
    mirror.list(updated_at="2025-06-09T09:00:00+00:00")
    mirror.sync(data_dir, now=lambda: at + dt.timedelta(days=1))
    status = Knowledge.open(data_dir, model=False).status()
    assert status.cards_as_of == dt.date(2025, 6, 9)
    assert status.rules_effective == dt.date(2025, 3, 4)
    assert status.last_sync is not None
    assert status.last_sync.at == at + dt.timedelta(days=1)
    assert status.last_sync.result == "nothing new"
    assert status.problems == ()
    assert (status.cards, status.rulings, status.distinct_rulings, status.rules) == (22, 20, 11, 10)


@pytest.mark.parametrize(
    ("note", "hours"),
    [
        (None, 0),
        (SyncNote(at=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), result="nothing new", ok=True), 24),
        (SyncNote(at=dt.datetime(2025, 1, 1, tzinfo=dt.UTC), result="failed", ok=False), 1),
        (SyncNote(at=dt.datetime(2031, 1, 1, tzinfo=dt.UTC), result="nothing new", ok=True), 0),
    ],
    ids=["never synced", "fine", "failed", "the clock jumped back"],
)
def test_watch__syncs_a_day_later_sooner_after_trouble(note: SyncNote | None, hours: int) -> None:
    now = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)
    assert next_sync(note, now) == now + dt.timedelta(hours=hours)


def test_note_that_is_garbage__costs_nothing_but_itself(mirror: Mirror, data_dir: Path) -> None:
    mirror.sync(data_dir)
    for name in ("last.json", "state.json"):
        (data_dir / "sync" / name).write_text('{"at": 5')
    assert read_note(data_dir) is None
    assert mirror.sync(data_dir).ok

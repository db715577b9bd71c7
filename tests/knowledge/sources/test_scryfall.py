"""Scryfall's records in all their layouts, as files of our own in the real shape."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from knowledge.errors import ContentError, SourceError
from knowledge.models import Card, Printing
from knowledge.notes import Notes
from knowledge.sources.scryfall import (
    CardRecord,
    Cards,
    PrintingRecord,
    Printings,
    RulingRecord,
    Rulings,
    read_records,
)
from tests.knowledge.samples import card, face, oracle_id, printing, ruling, two_faced
from tests.knowledge.web import json_array, json_lines, packed


@pytest.fixture
def notes() -> Notes:
    return Notes()


def read_cards(notes: Notes, *records: dict[str, Any]) -> dict[str, Card]:
    models = [CardRecord.model_validate(record) for record in records]
    return {c.name: c for c in Cards(models, notes).by_oracle_id().values()}


def read_printings(notes: Notes, *records: dict[str, Any]) -> list[Printing]:
    return list(Printings([PrintingRecord.model_validate(record) for record in records], notes))


def test_card__keeps_what_is_needed_of_it(notes: Notes) -> None:
    read = read_cards(notes, card("Quiet Bell", power="1", toughness="*", keywords=["Glimmer"]))["Quiet Bell"]
    assert read.oracle_id == oracle_id("Quiet Bell")
    assert (read.mana_cost, read.mana_value, read.type_line) == ("{1}{U}", 2.0, "Sorcery")
    assert (read.power, read.toughness, read.colors, read.keywords) == ("1", "*", ("U",), ("Glimmer",))
    assert read.legalities == {"vintage": "legal"}
    assert read.image == "https://img.example/n.jpg"
    assert read.released_at == dt.date(2024, 2, 2)
    assert read.standing == "real"


@pytest.mark.parametrize(
    "layout", ["transform", "modal_dfc", "adventure", "split", "flip", "aftermath", "battle"]
)
def test_two_faces__are_both_there_and_their_texts_are_joined(notes: Notes, layout: str) -> None:
    record = two_faced("Day Clerk", "Night Clerk", layout)
    record["card_faces"][0] |= {
        "power": "2",
        "toughness": "3",
        "image_uris": {"normal": "https://img.example/f.jpg"},
    }
    record["card_faces"][1] |= {"loyalty": "4", "defense": "5", "mana_cost": ""}
    read = read_cards(notes, record)["Day Clerk // Night Clerk"]
    assert [f.name for f in read.faces] == ["Day Clerk", "Night Clerk"]
    assert read.oracle_text == "Day Clerk happens.\n//\nNight Clerk happens."
    assert (read.mana_cost, read.power, read.toughness) == ("{2}", "2", "3")
    assert (read.faces[1].loyalty, read.faces[1].defense, read.faces[1].mana_cost) == ("4", "5", "")
    assert read.image == "https://img.example/f.jpg"


def test_adventure_with_costs_of_both__keeps_them(notes: Notes) -> None:
    record = two_faced("Tall Inn", "Find a Bed", "adventure", mana_cost="{3}{G} // {1}{G}", colors=["G"])
    read = read_cards(notes, record)["Tall Inn // Find a Bed"]
    assert read.mana_cost == "{3}{G} // {1}{G}"
    assert read.colors == ("G",)


def test_reversible_card__is_the_card_of_its_faces(notes: Notes) -> None:
    record = two_faced("Plain Mirror", "Plain Mirror", "reversible_card")
    del record["oracle_id"]
    for side in record["card_faces"]:
        side |= {"oracle_id": oracle_id("Plain Mirror"), "layout": "normal"}
    read = read_cards(notes, record)
    assert list(read) == ["Plain Mirror"]
    assert read["Plain Mirror"].oracle_id == oracle_id("Plain Mirror")
    assert read["Plain Mirror"].oracle_text == "Plain Mirror happens."


def test_reversible_card_with_two_cards__is_both(notes: Notes) -> None:
    record = two_faced("Left Boot", "Right Boot", "reversible_card")
    del record["oracle_id"]
    for side in record["card_faces"]:
        side["oracle_id"] = oracle_id(side["name"])
    assert sorted(read_cards(notes, record)) == ["Left Boot", "Right Boot"]


@pytest.mark.parametrize(
    ("fields", "standing"),
    [
        ({"layout": "token"}, "token"),
        ({"layout": "double_faced_token"}, "token"),
        ({"layout": "emblem"}, "token"),
        ({"layout": "art_series"}, "art"),
        ({"name": "A-Quiet Bell"}, "digital"),
        ({"digital": True}, "digital"),
        ({"games": ["arena"]}, "digital"),
        ({"games": ["paper", "arena"]}, "real"),
        ({"border_color": "silver", "legalities": {"vintage": "not_legal"}}, "joke"),
        ({"security_stamp": "acorn", "legalities": {"vintage": "not_legal"}}, "joke"),
        ({"set_type": "funny", "legalities": {"vintage": "not_legal"}}, "joke"),
        ({"set_type": "funny", "legalities": {"vintage": "legal"}}, "real"),
        ({"set": "unh", "legalities": None}, "joke"),
        ({"layout": "host", "legalities": None}, "joke"),
        ({"legalities": {"vintage": "banned"}}, "real"),
        ({"layout": "planar", "legalities": {"vintage": "not_legal"}}, "real"),
    ],
)
def test_standing__tells_cards_from_what_only_bears_a_name(
    notes: Notes, fields: dict[str, Any], standing: str
) -> None:
    (read,) = read_cards(notes, card("Quiet Bell") | fields).values()
    assert read.standing == standing


def test_oracle_id_twice__the_real_card_stays_and_it_is_noted(notes: Notes) -> None:
    art = card("Quiet Bell", layout="art_series", oracle_text="", released_at="2030-01-01")
    for order in ([art, card("Quiet Bell")], [card("Quiet Bell"), art]):
        assert read_cards(notes, *order)["Quiet Bell"].standing == "real"
    assert notes.count("oracle id listed twice") == 2


def test_renamed_card__keeps_its_old_name(notes: Notes) -> None:
    records = [CardRecord.model_validate(card("Quiet Bell"))]
    former = {oracle_id("Quiet Bell"): ("Silent Bell", "Mute Bell", "Quiet Bell")}
    (read,) = Cards(records, notes).by_oracle_id(former).values()
    assert read.former_names == ("Silent Bell", "Mute Bell")


def test_unknown_layout__is_read_like_any_card_and_noted(notes: Notes) -> None:
    assert read_cards(notes, card("Quiet Bell", layout="spiral"))["Quiet Bell"].layout == "spiral"
    assert "spiral" in notes.lines()[0]


def test_printing__is_the_name_and_text_in_its_language(notes: Notes) -> None:
    (read,) = read_printings(notes, printing("Quiet Bell", "de", "Stille Glocke"))
    assert (read.language, read.name, read.type_line) == ("de", "Stille Glocke", "Type in de")
    assert read.text == "Stille Glocke: text in de."


@pytest.mark.parametrize(("code", "language"), [("zhs", "zh"), ("zht", "zht"), ("ko", "ko"), ("pt", "pt")])
def test_language__simplified_chinese_is_zh_and_traditional_is_kept_apart(
    notes: Notes, code: str, language: str
) -> None:
    (read,) = read_printings(notes, printing("Quiet Bell", code, "x"))
    assert read.language == language


def test_printing_with_faces__joins_them_and_keeps_their_names(notes: Notes) -> None:
    record = {
        "oracle_id": oracle_id("Day Clerk // Night Clerk"),
        "name": "Day Clerk // Night Clerk",
        "lang": "fr",
        "card_faces": [
            {"name": "Day Clerk", "printed_name": "Commis de jour", "printed_text": "Un."},
            {"name": "Night Clerk", "printed_name": "Commis de nuit", "printed_text": "Deux."},
        ],
    }
    (read,) = read_printings(notes, record)
    assert read.name == "Commis de jour // Commis de nuit"
    assert read.face_names == ("Commis de jour", "Commis de nuit")
    assert read.text == "Un.\n//\nDeux."


def test_english_printing__counts_only_with_another_name(notes: Notes) -> None:
    plain = printing("Quiet Bell", "en", "Quiet Bell")
    decorated = printing("Quiet Bell", "en", "Quiet Bell", flavor_name="Gong of the Deep")
    assert read_printings(notes, plain) == []
    (read,) = read_printings(notes, decorated)
    assert read.other_names == ("Gong of the Deep",)


def test_printing_without_a_printed_name__is_none(notes: Notes) -> None:
    record = printing("Quiet Bell", "ja", "")
    assert read_printings(notes, record) == []


def test_rulings__each_once(notes: Notes) -> None:
    rows = [
        ruling("Quiet Bell", "It rings."),
        ruling("Quiet Bell", "It rings."),
        ruling("Loud Bell", "It rings."),
    ]
    read = list(Rulings([RulingRecord.model_validate(row) for row in rows], notes))
    assert [row.oracle_id for row in read] == [oracle_id("Quiet Bell"), oracle_id("Loud Bell")]
    assert notes.count("ruling listed twice") == 1


def test_ruling_of_an_unknown_source__is_not_passed_off_as_the_publishers(notes: Notes) -> None:
    (read,) = Rulings([RulingRecord.model_validate(ruling("Quiet Bell", "x", source="fanpage"))], notes)
    assert read.source == "scryfall"


# Files


def rulings_file(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "rulings"
    path.write_bytes(data)
    return path


ROWS = [ruling("Quiet Bell", f"It rings {number} times.") for number in range(5)]


@pytest.mark.parametrize("shape", [json_array, json_lines])
def test_unknown_fields__are_ignored(tmp_path: Path, notes: Notes, shape: Any) -> None:
    rows = [row | {"mood": {"deep": [1]}} for row in ROWS]
    assert len(list(read_records(rulings_file(tmp_path, shape(rows)), "rulings", RulingRecord, notes))) == 5


@pytest.mark.parametrize("shape", [json_array, json_lines])
@pytest.mark.parametrize("field", ["oracle_id", "comment", "published_at", "source"])
def test_needed_field_is_missing__names_field_and_record(
    tmp_path: Path, notes: Notes, shape: Any, field: str
) -> None:
    broken = {key: value for key, value in ROWS[2].items() if key != field}
    path = rulings_file(tmp_path, packed(shape([*ROWS[:2], broken, *ROWS[3:]])))
    with pytest.raises(ContentError, match=rf"{field} is missing of rulings record 3"):
        list(read_records(path, "rulings", RulingRecord, notes))


def test_one_broken_record_among_thousands__is_left_out_and_noted(tmp_path: Path, notes: Notes) -> None:
    rows = [ruling("Quiet Bell", f"It rings {number} times.") for number in range(3000)]
    rows[1234] = {"oracle_id": "only"}
    read = list(read_records(rulings_file(tmp_path, json_array(rows)), "rulings", RulingRecord, notes))
    assert len(read) == 2999
    assert "record 1235 (only)" in notes.lines()[0]


@pytest.mark.parametrize("data", [b"[]", b"[\n]"])
def test_empty_list__is_refused(tmp_path: Path, notes: Notes, data: bytes) -> None:
    with pytest.raises(ContentError, match="no record"):
        list(read_records(rulings_file(tmp_path, data), "rulings", RulingRecord, notes))


@pytest.mark.parametrize("difference", [-1, 1, 5000])
def test_other_length_than_the_listing_promises__is_refused(
    tmp_path: Path, notes: Notes, difference: int
) -> None:
    data = json_array(ROWS)
    path = rulings_file(tmp_path, packed(data))
    with pytest.raises((SourceError, ContentError)):
        list(read_records(path, "rulings", RulingRecord, notes, size=len(data) + difference))


def test_lines_where_the_listing_counts_the_array__are_accepted(tmp_path: Path, notes: Notes) -> None:
    path = rulings_file(tmp_path, packed(json_lines(ROWS)))
    size = len(json_array(ROWS))
    assert len(list(read_records(path, "rulings", RulingRecord, notes, size=size, jsonl=True))) == 5


def test_lines_that_stop_early__are_refused_also_when_the_listing_counts_the_array(
    tmp_path: Path, notes: Notes
) -> None:
    path = rulings_file(tmp_path, packed(json_lines(ROWS[:-1])))
    with pytest.raises(SourceError, match="promises"):
        list(read_records(path, "rulings", RulingRecord, notes, size=len(json_array(ROWS)), jsonl=True))


def test_face_without_a_name__names_the_card(tmp_path: Path, notes: Notes) -> None:
    record = card("Quiet Bell", card_faces=[face("x"), {"mana_cost": ""}])
    path = rulings_file(tmp_path, json_array([record]))
    with pytest.raises(
        ContentError, match=r"card_faces\.1\.name is missing of oracle_cards record 1 \(Quiet Bell"
    ):
        list(read_records(path, "oracle_cards", CardRecord, notes))

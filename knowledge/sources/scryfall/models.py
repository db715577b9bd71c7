"""The shape of Scryfall's records, as far as they are read here; fields that nobody reads are ignored."""

from __future__ import annotations

import datetime as dt
import re
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

BulkKind = Literal["oracle_cards", "rulings", "all_cards"]

UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
"""NUL, and halves of surrogate pairs: JSON can carry them, UTF-8 and SQLite cannot."""


def _clean(value: object) -> object:
    return UNSTORABLE.sub("", value) if isinstance(value, str) and UNSTORABLE.search(value) else value


def _empty_for_null(value: object) -> object:
    return "" if value is None else _clean(value)


def _nothing_for_null(value: object) -> object:
    return () if value is None else value


Needed = Annotated[str, BeforeValidator(_clean), Field(min_length=1)]
Text = Annotated[str, BeforeValidator(_empty_for_null)]
Optional = Annotated[str | None, BeforeValidator(_clean)]
Words = Annotated[tuple[Needed, ...], BeforeValidator(_nothing_for_null)]


class Record(BaseModel):
    """Base of the records: frozen, open to fields we do not know."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class BulkEntry(Record):
    """One file of the bulk listing. `size` is its length after unpacking."""

    type: str
    updated_at: dt.datetime
    download_uri: Needed
    jsonl_download_uri: Optional = None
    size: int | None = Field(default=None, ge=0)

    @property
    def best_uri(self) -> str:
        """JSON Lines where offered: it streams without a parser that must see the whole array."""
        return self.jsonl_download_uri or self.download_uri


class FaceRecord(Record):
    """One face of a card; on a reversible card it has the oracle id that the card itself lacks."""

    name: Needed
    oracle_id: Optional = None
    mana_cost: Text = ""
    type_line: Text = ""
    oracle_text: Text = ""
    power: Optional = None
    toughness: Optional = None
    loyalty: Optional = None
    defense: Optional = None
    colors: Words = ()
    layout: Optional = None
    printed_name: Optional = None
    printed_type_line: Optional = None
    printed_text: Optional = None
    flavor_name: Optional = None
    image_uris: dict[str, str] | None = None


class CardRecord(Record):
    """A card of `oracle_cards`."""

    name: Needed
    lang: Needed
    layout: Needed
    oracle_id: Optional = None
    mana_cost: Text = ""
    cmc: float = 0.0
    type_line: Text = ""
    oracle_text: Text = ""
    power: Optional = None
    toughness: Optional = None
    loyalty: Optional = None
    defense: Optional = None
    colors: Words | None = None
    color_identity: Words = ()
    keywords: Words = ()
    card_faces: tuple[FaceRecord, ...] | None = None
    legalities: dict[str, str] | None = None
    games: Words = ()
    digital: bool = False
    border_color: Optional = None
    security_stamp: Optional = None
    set: Optional = None
    set_type: Optional = None
    released_at: dt.date | None = None
    scryfall_uri: Optional = None
    image_uris: dict[str, str] | None = None


class PrintedFaceRecord(Record):
    """One face of a printing."""

    name: Optional = None
    oracle_id: Optional = None
    printed_name: Optional = None
    printed_type_line: Optional = None
    printed_text: Optional = None
    flavor_name: Optional = None


class PrintingRecord(Record):
    """A printing of `all_cards`, of which only what is printed in another language is read."""

    name: Needed
    lang: Needed
    oracle_id: Optional = None
    printed_name: Optional = None
    printed_type_line: Optional = None
    printed_text: Optional = None
    flavor_name: Optional = None
    card_faces: tuple[PrintedFaceRecord, ...] | None = None
    released_at: dt.date | None = None


class RulingRecord(Record):
    """A row of `rulings`; it has no id of its own."""

    oracle_id: Needed
    published_at: dt.date
    source: Needed
    comment: Needed

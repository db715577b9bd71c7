"""The shape of Scryfall's records, as far as they are read here; fields that nobody reads are ignored."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

BulkKind = Literal["oracle_cards", "rulings", "all_cards"]

Needed = Annotated[str, Field(min_length=1)]


class Record(BaseModel):
    """Base of the records: frozen, open to fields we do not know."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class BulkEntry(Record):
    """One file of the bulk listing. `size` is its length after unpacking."""

    type: str
    updated_at: dt.datetime
    download_uri: Needed
    jsonl_download_uri: str | None = None
    size: int | None = Field(default=None, ge=0)

    @property
    def best_uri(self) -> str:
        """JSON Lines where offered: it streams without a parser that must see the whole array."""
        return self.jsonl_download_uri or self.download_uri


class FaceRecord(Record):
    """One face of a card; on a reversible card it has the oracle id that the card itself lacks."""

    name: Needed
    oracle_id: str | None = None
    mana_cost: str | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] | None = None
    layout: str | None = None
    printed_name: str | None = None
    printed_type_line: str | None = None
    printed_text: str | None = None
    flavor_name: str | None = None
    image_uris: dict[str, str] | None = None


class CardRecord(Record):
    """A card of `oracle_cards`."""

    name: Needed
    lang: Needed
    layout: Needed
    oracle_id: str | None = None
    mana_cost: str | None = None
    cmc: float | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] | None = None
    color_identity: tuple[str, ...] | None = None
    keywords: tuple[str, ...] | None = None
    card_faces: tuple[FaceRecord, ...] | None = None
    legalities: dict[str, str] | None = None
    games: tuple[str, ...] | None = None
    digital: bool | None = None
    border_color: str | None = None
    security_stamp: str | None = None
    set: str | None = None
    set_type: str | None = None
    released_at: dt.date | None = None
    scryfall_uri: str | None = None
    image_uris: dict[str, str] | None = None


class PrintedFaceRecord(Record):
    """One face of a printing."""

    name: str | None = None
    oracle_id: str | None = None
    printed_name: str | None = None
    printed_type_line: str | None = None
    printed_text: str | None = None
    flavor_name: str | None = None


class PrintingRecord(Record):
    """A printing of `all_cards`, of which only what is printed in another language is read."""

    name: Needed
    lang: Needed
    oracle_id: str | None = None
    printed_name: str | None = None
    printed_type_line: str | None = None
    printed_text: str | None = None
    flavor_name: str | None = None
    card_faces: tuple[PrintedFaceRecord, ...] | None = None
    released_at: dt.date | None = None


class RulingRecord(Record):
    """A row of `rulings`; it has no id of its own."""

    oracle_id: Needed
    published_at: dt.date
    source: Needed
    comment: Needed

"""The facts that knowledge keeps and hands out: cards, rulings, rules, and what a search found."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

LANGUAGES: tuple[str, ...] = ("en", "de", "es", "fr", "it", "ja", "pt", "zh")
"""Languages in which a question is read. Printed names are kept in further ones too ("zht", "ko", "ru")."""

Standing = Literal["real", "joke", "digital", "token", "art"]
"""What sort of object carries a name; a name always means the earliest sort in this order that has it."""

RulingSource = Literal["wotc", "scryfall"]
How = Literal["exact", "printed", "nickname", "short", "fuzzy"]
HitKind = Literal["ruling", "rule"]
PassageKind = Literal["ruling", "translation", "rule", "glossary", "example"]
Retrieval = Literal["hybrid", "lexical"]
IndexHealth = Literal["ready", "building", "lexical only"]


class Fact(BaseModel):
    """Base of everything here: frozen, and closed to fields nobody declared."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def text_hash(text: str) -> str:
    """SHA-256 (hex) of a text; the key under which its vector is kept from one generation to the next."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def ruling_key(oracle_id: str, published_at: dt.date, comment: str) -> str:
    """The id of one ruling on one card: rulings have none of their own at the source."""
    return text_hash(f"{oracle_id}|{published_at.isoformat()}|{comment}")[:16]


class CardFace(Fact):
    """One face of a card with several; its name finds the card."""

    name: str
    mana_cost: str = ""
    type_line: str = ""
    oracle_text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] = ()


class PrintedCard(Fact):
    """How a card is printed in one language: the newest printing that has a text."""

    name: str
    type_line: str | None = None
    text: str | None = None


class Card(Fact):
    """A card with its Oracle text. A card with several faces joins their texts with a line of "//"."""

    oracle_id: str
    name: str
    mana_cost: str = ""
    mana_value: float = 0.0
    type_line: str = ""
    oracle_text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    colors: tuple[str, ...] = ()
    color_identity: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    layout: str = "normal"
    standing: Standing = "real"
    faces: tuple[CardFace, ...] = ()
    legalities: Mapping[str, str] = Field(default_factory=dict)
    former_names: tuple[str, ...] = ()
    uri: str | None = None
    image: str | None = None
    released_at: dt.date | None = None
    printed: Mapping[str, PrintedCard] = Field(default_factory=dict)


def card_data(card: Card) -> str:
    """A card as it is stored: JSON without what is printed on it elsewhere."""
    return card.model_dump_json(exclude={"printed"}, exclude_defaults=True)


def card_digest(card: Card) -> str:
    """A digest of all that is stored of a card; equal digests mean that nothing changed."""
    return text_hash(card_data(card))


class Printing(Fact):
    """One foreign printing as a source delivers it; of several in a language the newest with a text is kept.

    `language` is a code of `LANGUAGES`, or "zht", "ko", "ru" …; `face_names` are the printed names of the
    single faces, in order; `other_names` further names that find the card (a name printed as decoration).
    """

    oracle_id: str
    language: str
    name: str
    type_line: str | None = None
    text: str | None = None
    face_names: tuple[str, ...] = ()
    other_names: tuple[str, ...] = ()
    released_at: dt.date | None = None


class Translation(Fact):
    """A ruling in another language; `official` when its publisher is the rulings' own."""

    text: str
    official: bool
    source: str


class Ruling(Fact):
    """An official ruling on one card. The same comment may stand on many cards, each time as its own ruling."""

    key: str
    oracle_id: str
    card: str
    comment: str
    published_at: dt.date
    source: RulingSource
    translations: Mapping[str, Translation] = Field(default_factory=dict)


class Rule(Fact):
    """A numbered rule of the Comprehensive Rules ("704", "704.5", "704.5e").

    `text` is None before the rules were synced (no rules text ships with the project), `summary` is our own
    line about it, `title` the heading it stands under, `effective` the date of the rules text it is from.
    """

    number: str
    text: str | None = None
    summary: str | None = None
    title: str | None = None
    examples: tuple[str, ...] = ()
    effective: dt.date | None = None


class GlossaryEntry(Fact):
    """A glossary entry; `see` are the rule numbers it points at."""

    term: str
    text: str
    see: tuple[str, ...] = ()
    obsolete: bool = False
    effective: dt.date | None = None


class Passage(Fact):
    """One searchable text. `key` is a ruling text's hash, a rule number or a glossary term, by kind.

    A translation's and an example's `key` is that of the passage it leads to.
    """

    id: int
    kind: PassageKind
    key: str
    language: str
    text: str


class CardMatch(Fact):
    """A card's name found in a text at [start, end). `soft`: the name is also a common word and is not marked."""

    name: str
    oracle_id: str
    matched: str
    how: How
    start: int
    end: int
    soft: bool = False
    looks_meant: bool = (
        True  # of a soft one: written as a name is, and nothing but a name could be written so
    )


class Ambiguity(Fact):
    """A piece of the text that several cards fit; the names of the candidates, the likeliest first."""

    matched: str
    candidates: tuple[str, ...]
    start: int
    end: int


class CardMatches(Fact):
    """The cards that a text names, in the order in which they stand there."""

    cards: tuple[CardMatch, ...] = ()
    ambiguous: tuple[Ambiguity, ...] = ()


class Hit(Fact):
    """A ruling or rule that a search found.

    `text` is the official English text (None for a rule before the rules were synced; then `summary` speaks),
    `score` the calibrated relevance in 0..1, `cards` the names of the cards a ruling stands on (an asked card
    first, the others by name), `oracle_ids` the same cards; `key` is a ruling's key or a rule's number.
    """

    kind: HitKind
    key: str
    text: str | None
    score: float
    cards: tuple[str, ...] = ()
    oracle_ids: tuple[str, ...] = ()
    number: str | None = None
    title: str | None = None
    summary: str | None = None
    published_at: dt.date | None = None
    source: str | None = None
    translations: Mapping[str, Translation] = Field(default_factory=dict)


class SearchResult(Fact):
    """What a search found, best first; `gloss` is the English reading that a foreign question was given."""

    hits: tuple[Hit, ...]
    retrieval: Retrieval
    gloss: str | None = None


class Findings(Fact):
    """The rulings and the rules nearest to a question, each best first; `gloss` as in `SearchResult`.

    `answerable` is the chance that rules and rulings answer the question at all, in 0..1.
    """

    rulings: tuple[Hit, ...]
    rules: tuple[Hit, ...]
    answerable: float
    retrieval: Retrieval
    gloss: str | None = None


class LastSync(Fact):
    """When the data was last compared with its sources, and what came of it."""

    at: dt.datetime
    result: str


class Status(Fact):
    """What is stored and how fresh and healthy it is."""

    cards: int
    rulings: int
    distinct_rulings: int
    rules: int
    languages: tuple[str, ...]
    generation: str
    model: str
    index: IndexHealth
    cards_as_of: dt.date | None
    rulings_as_of: dt.date | None
    rules_effective: dt.date | None
    last_sync: LastSync | None
    problems: tuple[str, ...] = ()

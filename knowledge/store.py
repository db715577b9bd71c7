"""The SQLite file of a generation: cards, names, rulings, rules. Written once, then only read."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from knowledge.content import RulingTranslation, SourceStamp
from knowledge.errors import GenerationError
from knowledge.folding import fold_name
from knowledge.models import (
    Card,
    GlossaryEntry,
    LastSync,
    Passage,
    PrintedCard,
    Rule,
    Ruling,
    Standing,
    Translation,
)

FILE = "store.sqlite"
STANDINGS: tuple[Standing, ...] = ("real", "joke", "digital", "token", "art")
BATCH = 900  # parameters in one SELECT

SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sources (name TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE cards (
    oracle_id TEXT PRIMARY KEY, name TEXT NOT NULL, standing INTEGER NOT NULL,
    digest TEXT NOT NULL, card TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE printed (
    oracle_id TEXT NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL, type_line TEXT, text TEXT,
    released_at TEXT NOT NULL, PRIMARY KEY (oracle_id, language)
) WITHOUT ROWID;
CREATE TABLE names (
    id INTEGER PRIMARY KEY, folded TEXT NOT NULL, shown TEXT NOT NULL, language TEXT NOT NULL,
    oracle_id TEXT NOT NULL, how TEXT NOT NULL, standing INTEGER NOT NULL, UNIQUE (folded, oracle_id, how)
);
CREATE TABLE name_words (word TEXT NOT NULL, name INTEGER NOT NULL, PRIMARY KEY (word, name)) WITHOUT ROWID;
CREATE TABLE texts (id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, folded TEXT NOT NULL, text TEXT NOT NULL);
CREATE INDEX texts_folded ON texts (folded);
CREATE TABLE rulings (
    key TEXT PRIMARY KEY, oracle_id TEXT NOT NULL, text INTEGER NOT NULL, published_at TEXT NOT NULL,
    source TEXT NOT NULL, place INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX rulings_of_card ON rulings (oracle_id, place);
CREATE INDEX rulings_of_text ON rulings (text);
CREATE TABLE translations (
    text INTEGER NOT NULL, language TEXT NOT NULL, translation TEXT NOT NULL, official INTEGER NOT NULL,
    source TEXT NOT NULL, published_at TEXT, PRIMARY KEY (text, language)
) WITHOUT ROWID;
CREATE TABLE rules (
    effective TEXT NOT NULL, number TEXT NOT NULL, place INTEGER NOT NULL, rule TEXT NOT NULL,
    PRIMARY KEY (effective, number)
) WITHOUT ROWID;
CREATE TABLE glossary (
    effective TEXT NOT NULL, term TEXT NOT NULL, folded TEXT NOT NULL, entry TEXT NOT NULL,
    PRIMARY KEY (effective, term)
) WITHOUT ROWID;
CREATE TABLE passages (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL,
    hash TEXT NOT NULL, leads_to INTEGER NOT NULL
);
CREATE INDEX passages_by_key ON passages (kind, key);
"""


class SqliteFile:
    """Reads one SQLite file that nothing writes any more; may be used from several threads at once."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder = folder
        self.name = name
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        if not (folder / name).is_file():
            raise GenerationError(folder, f"{name} is missing")

    def close(self) -> None:
        """Closes the connections of all threads; later queries fail."""
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            uri = (self.folder / self.name).resolve().as_uri() + "?mode=ro&immutable=1"
            connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._local.connection = connection
            with self._lock:
                self._connections.append(connection)
        return connection

    def query(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """All rows of one SELECT. A damaged file is a GenerationError."""
        try:
            return self._connection().execute(sql, parameters).fetchall()
        except UnicodeEncodeError:
            return []  # a lone surrogate: no stored text has one
        except sqlite3.DatabaseError as error:
            raise GenerationError(self.folder, f"{self.name} cannot be read ({error})") from error

    def query_in(
        self, sql: str, values: Iterable[object], before: Sequence[object] = ()
    ) -> list[tuple[Any, ...]]:
        """All rows of a SELECT whose text ends in "IN (?)", however many values there are."""
        distinct = list(dict.fromkeys(values))
        rows: list[tuple[Any, ...]] = []
        for start in range(0, len(distinct), BATCH):
            part = distinct[start : start + BATCH]
            rows += self.query(sql.replace("IN (?)", f"IN ({','.join('?' * len(part))})"), [*before, *part])
        return rows


class Store:
    """The cards, rulings and rules of one generation."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = SqliteFile(folder, FILE)
        meta = dict(self.file.query("SELECT key, value FROM meta"))
        self.effective: str = meta.get("rules_effective", "")

    def close(self) -> None:
        """Closes the file."""
        self.file.close()

    # Cards

    def card_by_id(self, oracle_id: str) -> Card | None:
        """The card with an oracle id, with its printed names and texts."""
        rows = self.file.query("SELECT card FROM cards WHERE oracle_id = ?", (oracle_id,))
        if not rows:
            return None
        printed = self.file.query(
            "SELECT language, name, type_line, text FROM printed WHERE oracle_id = ?", (oracle_id,)
        )
        return Card.model_validate(
            json.loads(rows[0][0])
            | {"printed": {lang: PrintedCard(name=n, type_line=t, text=x) for lang, n, t, x in printed}}
        )

    def card_ids(self, name: str) -> list[str]:
        """The oracle ids of the cards that bear a name (English, a face's, printed), the best standing first."""
        rows = self.file.query(
            "SELECT oracle_id, min(standing * 2 + (how <> 'exact')) AS rank FROM names"
            " WHERE folded = ? AND how IN ('exact', 'printed') GROUP BY oracle_id ORDER BY rank, oracle_id",
            (fold_name(name),),
        )
        best = [(oracle_id, rank) for oracle_id, rank in rows if rank == rows[0][1]]
        return [oracle_id for oracle_id, _ in best]

    def card_names(self, oracle_ids: Iterable[str]) -> dict[str, str]:
        """English names by oracle id."""
        return dict(
            self.file.query_in("SELECT oracle_id, name FROM cards WHERE oracle_id IN (?)", oracle_ids)
        )

    def printed_languages(self, oracle_ids: Iterable[str]) -> dict[str, int]:
        """In how many languages besides English the cards are printed, by oracle id; none of them, no entry."""
        return dict(
            self.file.query_in(
                "SELECT oracle_id, count(*) FROM printed WHERE oracle_id IN (?) GROUP BY oracle_id",
                oracle_ids,
            )
        )

    def card_digests(self) -> dict[str, str]:
        """A digest of every card's Oracle data by oracle id; a sync compares them."""
        return dict(self.file.query("SELECT oracle_id, digest FROM cards"))

    def known_names(self) -> dict[str, tuple[str, ...]]:
        """By oracle id, the English name a card has and those it had before; a sync keeps them."""
        rows = self.file.query(
            "SELECT oracle_id, name, coalesce(json_extract(card, '$.former_names'), '[]') FROM cards"
        )
        return {oracle_id: (name, *json.loads(former)) for oracle_id, name, former in rows}

    # Rulings

    def rulings(self, oracle_id: str) -> tuple[Ruling, ...]:
        """The rulings on one card, in the order in which the source lists them."""
        rows = self.file.query(_RULINGS + " WHERE r.oracle_id = ? ORDER BY r.place", (oracle_id,))
        return self._rulings(rows)

    def ruling(self, key: str) -> Ruling | None:
        """The ruling with a key; see `ruling_key`."""
        found = self._rulings(self.file.query(_RULINGS + " WHERE r.key = ?", (key,)))
        return found[0] if found else None

    def rulings_with_text(self, text_hashes: Iterable[str]) -> dict[str, list[Ruling]]:
        """All rulings (on whichever cards) that consist of a text, by the text's hash, in the order of names."""
        found: dict[str, list[Ruling]] = {}
        rows = self.file.query_in(_RULINGS + " WHERE t.hash IN (?)", text_hashes)
        for row, ruling in zip(rows, self._rulings(rows), strict=True):
            found.setdefault(row[7], []).append(ruling)
        for rulings in found.values():
            rulings.sort(key=lambda ruling: (ruling.card, ruling.published_at, ruling.key))
        return found

    def _rulings(self, rows: Sequence[tuple[Any, ...]]) -> tuple[Ruling, ...]:
        translations: dict[int, dict[str, Translation]] = {}
        for text, language, translation, official, source in self.file.query_in(
            "SELECT text, language, translation, official, source FROM translations WHERE text IN (?)",
            [row[6] for row in rows],
        ):
            translations.setdefault(text, {})[language] = Translation(
                text=translation, official=bool(official), source=source
            )
        return tuple(
            Ruling(
                key=key,
                oracle_id=oracle_id,
                card=card,
                comment=comment,
                published_at=dt.date.fromisoformat(published_at),
                source=source,
                translations=translations.get(text, {}),
            )
            for key, oracle_id, card, comment, published_at, source, text, _ in rows
        )

    def translations(self) -> tuple[RulingTranslation, ...]:
        """All translated rulings, each with the English text that it translates."""
        rows = self.file.query(
            "SELECT t.text, x.language, x.translation, x.official, x.source, x.published_at"
            " FROM translations x JOIN texts t ON t.id = x.text ORDER BY x.language, t.id"
        )
        return tuple(
            RulingTranslation(
                english=english,
                language=language,
                text=text,
                official=bool(official),
                source=source,
                published_at=dt.date.fromisoformat(published_at) if published_at else None,
            )
            for english, language, text, official, source, published_at in rows
        )

    def ruling_texts(self) -> tuple[str, ...]:
        """The distinct texts of all rulings."""
        return tuple(text for (text,) in self.file.query("SELECT text FROM texts ORDER BY id"))

    def ruling_keys(self) -> set[str]:
        """The keys of all rulings; a sync compares them."""
        return {key for (key,) in self.file.query("SELECT key FROM rulings")}

    # Rules

    def effective_dates(self) -> list[dt.date]:
        """The dates of the stored editions of the rules, oldest first (none before the rules were synced)."""
        rows = self.file.query(
            "SELECT DISTINCT effective FROM rules WHERE effective <> '' ORDER BY effective"
        )
        return [dt.date.fromisoformat(effective) for (effective,) in rows]

    def rule(self, number: str, effective: dt.date | None = None) -> Rule | None:
        """A rule by its number, of the edition in use or of another stored one."""
        rows = self.file.query(
            "SELECT rule FROM rules WHERE effective = ? AND number = ?", (self._edition(effective), number)
        )
        return Rule.model_validate_json(rows[0][0]) if rows else None

    def rules(self, effective: dt.date | None = None) -> tuple[Rule, ...]:
        """All rules of an edition, in order."""
        rows = self.file.query(
            "SELECT rule FROM rules WHERE effective = ? ORDER BY place", (self._edition(effective),)
        )
        return tuple(Rule.model_validate_json(rule) for (rule,) in rows)

    def rules_below(self, number: str) -> tuple[Rule, ...]:
        """The rules of the edition in use whose numbers begin with that of a section, group or rule, in order."""
        separator = "" if number[-1:].isdigit() and "." in number else "."
        rows = self.file.query(
            "SELECT rule FROM rules WHERE effective = ? AND number >= ? AND number < ? ORDER BY place",
            (self.effective, number + separator, number + separator + "\U0010ffff"),
        )
        below = (Rule.model_validate_json(rule) for (rule,) in rows)
        return tuple(
            rule for rule in below if not rule.number[len(number) :].isdigit() and rule.number != number
        )

    def count_rules(self) -> int:
        """How many numbered rules and subrules the edition in use has; sections and groups are headings."""
        rows = self.file.query(
            "SELECT count(*) FROM rules WHERE effective = ? AND number LIKE '%.%'", (self.effective,)
        )
        return int(rows[0][0])

    def glossary_entry(self, term: str) -> GlossaryEntry | None:
        """A glossary entry of the edition in use, by its term (case and diacritics do not matter)."""
        rows = self.file.query(
            "SELECT entry FROM glossary WHERE effective = ? AND folded = ?", (self.effective, fold_name(term))
        )
        return GlossaryEntry.model_validate_json(rows[0][0]) if rows else None

    def glossary(self, effective: dt.date | None = None) -> tuple[GlossaryEntry, ...]:
        """All glossary entries of an edition, by term."""
        rows = self.file.query(
            "SELECT entry FROM glossary WHERE effective = ? ORDER BY term", (self._edition(effective),)
        )
        return tuple(GlossaryEntry.model_validate_json(entry) for (entry,) in rows)

    def _edition(self, effective: dt.date | None) -> str:
        return self.effective if effective is None else effective.isoformat()

    # Passages

    def passages(self, ids: Iterable[int]) -> dict[int, Passage]:
        """Passages by id."""
        rows = self.file.query_in("SELECT id, kind, key, language, text FROM passages WHERE id IN (?)", ids)
        return {
            row[0]: Passage(id=row[0], kind=row[1], key=row[2], language=row[3], text=row[4]) for row in rows
        }

    def passages_of_cards(self, oracle_ids: Iterable[str]) -> dict[int, list[str]]:
        """The ids of the passages that are rulings on given cards, each with those of the cards it stands on."""
        found: dict[int, list[str]] = {}
        for oracle_id in dict.fromkeys(oracle_ids):
            for (passage,) in self.file.query(
                "SELECT DISTINCT p.id FROM rulings r JOIN texts t ON t.id = r.text"
                " JOIN passages p ON p.kind = 'ruling' AND p.key = t.hash WHERE r.oracle_id = ?",
                (oracle_id,),
            ):
                found.setdefault(passage, []).append(oracle_id)
        return found

    # Where it came from

    def sources(self) -> dict[str, SourceStamp]:
        """What the parts of this generation were made from, by the source's name."""
        rows = self.file.query("SELECT name, stamp FROM sources")
        return {name: SourceStamp.model_validate_json(stamp) for name, stamp in rows}

    def meta(self) -> Mapping[str, str]:
        """Single values: dates, counts, the built-in corpus' hash."""
        return dict(self.file.query("SELECT key, value FROM meta"))

    def last_sync(self) -> LastSync | None:
        """When and with what result this generation was last compared with its sources."""
        value = self.meta().get("last_sync")
        return LastSync.model_validate_json(value) if value else None

    def count(self, sql: str) -> int:
        """The number that a SELECT count(…) gives."""
        return int(self.file.query(sql)[0][0])


_RULINGS = (
    "SELECT r.key, r.oracle_id, c.name, t.text, r.published_at, r.source, r.text, t.hash"
    " FROM rulings r JOIN cards c ON c.oracle_id = r.oracle_id JOIN texts t ON t.id = r.text"
)

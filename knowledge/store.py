"""The SQLite file of a generation: cards, names, rulings, rules. Written once, then only read."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from knowledge.content import SourceStamp
from knowledge.errors import GenerationError
from knowledge.models import (
    Card,
    GlossaryEntry,
    Passage,
    PrintedCard,
    Rule,
    Ruling,
    Translation,
)

FILE = "store.sqlite"

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
CREATE TABLE texts (
    id INTEGER PRIMARY KEY, hash TEXT NOT NULL UNIQUE, text TEXT NOT NULL
);
CREATE TABLE rulings (
    key TEXT PRIMARY KEY, oracle_id TEXT NOT NULL, text INTEGER NOT NULL, published_at TEXT NOT NULL,
    source TEXT NOT NULL, place INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX rulings_of_card ON rulings (oracle_id, place);
CREATE INDEX rulings_of_text ON rulings (text);
CREATE TABLE translations (
    text INTEGER NOT NULL, language TEXT NOT NULL, translation TEXT NOT NULL, official INTEGER NOT NULL,
    source TEXT NOT NULL, PRIMARY KEY (text, language)
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
CREATE TABLE gloss (
    language TEXT NOT NULL, word TEXT NOT NULL, english TEXT NOT NULL, probability REAL NOT NULL,
    PRIMARY KEY (language, word, english)
) WITHOUT ROWID;
"""


class Store:
    """Reads one generation's SQLite file; may be used from several threads at once."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._lock = threading.Lock()
        if not (folder / FILE).is_file():
            raise GenerationError(folder, f"{FILE} is missing")

    def close(self) -> None:
        with self._lock:
            for connection in self._connections:
                connection.close()
            self._connections.clear()

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            uri = (self.folder / FILE).resolve().as_uri() + "?mode=ro&immutable=1"
            connection = sqlite3.connect(uri, uri=True, check_same_thread=False)
            self._local.connection = connection
            with self._lock:
                self._connections.append(connection)
        return connection

    def query(self, sql: str, parameters: Sequence[object] = ()) -> list[tuple[object, ...]]:
        """All rows of one SELECT. A damaged file is a GenerationError."""
        try:
            return self._connection().execute(sql, parameters).fetchall()
        except sqlite3.DatabaseError as error:
            raise GenerationError(self.folder, f"{FILE} cannot be read ({error})") from error

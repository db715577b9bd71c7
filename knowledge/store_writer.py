"""Writes the SQLite file of a new generation from what the sources deliver."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from knowledge.content import Content, Progress, Ruleset, RulingRow, RulingTranslation
from knowledge.errors import ContentError
from knowledge.folding import fold_name, fold_text
from knowledge.models import Card, Printing, card_data, ruling_key, text_hash
from knowledge.name_forms import short_names
from knowledge.passages import write_passages
from knowledge.store import FILE, SCHEMA, STANDINGS

T = TypeVar("T")
_REPORT_EVERY = 2000
_ADD_NAME = "INSERT OR IGNORE INTO names (folded, shown, language, oracle_id, how, standing) VALUES (?, ?, ?, ?, ?, ?)"


@dataclass
class Written:
    """What went into a store, and how much was left out because its card is unknown."""

    counts: dict[str, int] = field(default_factory=dict)
    dropped: Counter[str] = field(default_factory=Counter)
    effective: str = ""


def write_store(
    folder: Path, content: Content, previous: Path | None, nicknames: Mapping[str, str], progress: Progress
) -> Written:
    """Writes `folder`/store.sqlite; the parts that `content` gives as None are copied from `previous`.

    `nicknames` lead from what players say to a card's English name; those of unknown cards are left out.
    """
    connection = sqlite3.connect((folder / FILE).resolve().as_uri(), uri=True, isolation_level=None)
    try:
        return _Writer(connection, content, previous, progress).write(nicknames)
    except sqlite3.IntegrityError as error:
        raise ContentError(f"the content contradicts itself: {error}") from error
    finally:
        connection.close()


class _Writer:
    def __init__(
        self, connection: sqlite3.Connection, content: Content, previous: Path | None, progress: Progress
    ) -> None:
        self.run = connection.execute
        self.run_many = connection.executemany
        self.connection = connection
        self.content = content
        self.previous = previous
        self.progress = progress
        self.written = Written()
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -65536"):
            self.run(f"PRAGMA {pragma}")
        if previous is not None:
            self.run("ATTACH ? AS old", ((previous / FILE).resolve().as_uri() + "?mode=ro&immutable=1",))

    def write(self, nicknames: Mapping[str, str]) -> Written:
        """Writes the parts in the order in which they need each other."""
        content = self.content
        for statement in SCHEMA.split(";"):
            self.run(statement)
        self.run("BEGIN")
        self._part("cards", content.cards, self._cards, self._old_cards)
        self.standing = dict(self.run("SELECT oracle_id, standing FROM main.cards").fetchall())
        if not self.standing:
            raise ContentError("there is no card in it")
        self._part("printed names", content.printings, self._printings, self._old_printings)
        self._nicknames(nicknames)
        self._part("rulings", content.rulings, self._rulings, self._old_rulings)
        self._part("translated rulings", content.translations, self._translations, self._old_translations)
        self._part("rules", content.rulesets, self._rulesets, self._old_rulesets)
        self.written.effective = self.run("SELECT max(effective) FROM main.rules").fetchone()[0] or ""
        self._name_words()
        self.written.counts["passages"] = write_passages(self.connection, self.written.effective)
        self._meta()
        self.run("COMMIT")
        for table in ("cards", "printed", "names", "texts", "rulings", "translations"):
            self.written.counts[table] = self.run(f"SELECT count(*) FROM main.{table}").fetchone()[0]  # noqa: S608
        return self.written

    def _part(
        self,
        stage: str,
        delivered: Iterable[T] | None,
        write: Callable[[Iterator[T]], None],
        copy_old: Callable[[], None],
    ) -> None:
        if delivered is not None:
            write(self._watched(stage, delivered))
        elif self.previous is not None:
            copy_old()
        else:
            raise ContentError(f"{stage} are to be taken over, but there is no previous generation")

    def _watched(self, stage: str, delivered: Iterable[T]) -> Iterator[T]:
        done = 0
        for item in delivered:
            yield item
            done += 1
            if done % _REPORT_EVERY == 0:
                self.progress(stage, done, None)
        self.progress(stage, done, done)

    # Cards and their names

    def _cards(self, cards: Iterator[Card]) -> None:
        for card in cards:
            data = card_data(card)
            standing = STANDINGS.index(card.standing)
            try:
                self.run(
                    "INSERT INTO main.cards VALUES (?, ?, ?, ?, ?)",
                    (card.oracle_id, card.name, standing, text_hash(data), data),
                )
            except sqlite3.IntegrityError as error:
                raise ContentError("two cards have the same oracle id", card.oracle_id) from error
            faces = [face.name for face in card.faces]
            self._names(card.oracle_id, standing, "en", "exact", [card.name, *faces, *card.former_names])

    def _names(self, oracle_id: str, standing: int, language: str, how: str, names: list[str]) -> None:
        rows = [(fold_name(name), name, language, oracle_id, how, standing) for name in names]
        if standing == 0:  # what is no real card is found by its whole name only
            rows += [
                (fold_name(short), name, language, oracle_id, "short", standing)
                for name in names
                for short in short_names(name)
            ]
        self.run_many(_ADD_NAME, [row for row in rows if row[0]])

    def _old_cards(self) -> None:
        self.run("INSERT INTO main.cards SELECT * FROM old.cards")
        self.run(
            "INSERT INTO main.names SELECT * FROM old.names WHERE language = 'en' AND how IN ('exact', 'short')"
        )

    def _printings(self, printings: Iterator[Printing]) -> None:
        for printing in printings:
            standing = self.standing.get(printing.oracle_id)
            if standing is None:
                self.written.dropped["printings"] += 1
                continue
            self.run(
                "INSERT INTO main.printed VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET name = excluded.name,"
                " type_line = excluded.type_line, text = excluded.text, released_at = excluded.released_at"
                " WHERE (excluded.text IS NOT NULL, excluded.released_at) > (text IS NOT NULL, released_at)",
                (
                    printing.oracle_id,
                    printing.language,
                    printing.name,
                    printing.type_line,
                    printing.text,
                    printing.released_at.isoformat() if printing.released_at else "",
                ),
            )
            names = [printing.name, *printing.face_names, *printing.other_names]
            self._names(printing.oracle_id, standing, printing.language, "printed", names)
        # a printed name that is the English one finds the card by that one already
        self.run(
            "DELETE FROM main.names WHERE how = 'printed' AND EXISTS (SELECT 1 FROM main.names e WHERE"
            " e.folded = names.folded AND e.oracle_id = names.oracle_id AND e.how = 'exact')"
        )

    def _old_printings(self) -> None:
        self.run(
            "INSERT INTO main.printed SELECT * FROM old.printed WHERE oracle_id IN (SELECT oracle_id FROM main.cards)"
        )
        self.run(
            "INSERT OR IGNORE INTO main.names (folded, shown, language, oracle_id, how, standing)"
            " SELECT folded, shown, language, oracle_id, how, standing FROM old.names"
            " WHERE (language <> 'en' OR how = 'printed') AND oracle_id IN (SELECT oracle_id FROM main.cards)"
        )

    def _nicknames(self, nicknames: Mapping[str, str]) -> None:
        for nickname, name in nicknames.items():
            cards = self.run(
                "SELECT oracle_id, standing FROM main.names WHERE folded = ? AND how = 'exact' ORDER BY standing",
                (fold_name(name),),
            ).fetchall()
            for oracle_id, standing in cards[:1]:
                self.run(_ADD_NAME, (fold_name(nickname), nickname, "en", oracle_id, "nickname", standing))

    def _name_words(self) -> None:
        rows = self.run("SELECT id, folded FROM main.names WHERE how <> 'short'").fetchall()
        words = ((word, name) for name, folded in rows for word in folded.split(" "))
        self.run_many("INSERT OR IGNORE INTO main.name_words VALUES (?, ?)", words)
        self.run("CREATE INDEX names_by_card ON names (oracle_id)")
        self.run(
            "CREATE INDEX names_by_start ON names (language, standing, folded) WHERE how IN ('exact', 'printed')"
        )

    # Rulings and rules

    def _rulings(self, rulings: Iterator[RulingRow]) -> None:
        for place, ruling in enumerate(rulings):
            if ruling.oracle_id not in self.standing:
                self.written.dropped["rulings"] += 1
                continue
            hashed = text_hash(ruling.comment)
            self.run(
                "INSERT OR IGNORE INTO main.texts (hash, folded, text) VALUES (?, ?, ?)",
                (hashed, text_hash(fold_text(ruling.comment)), ruling.comment),
            )
            key = ruling_key(ruling.oracle_id, ruling.published_at, ruling.comment)
            self.run(
                "INSERT OR IGNORE INTO main.rulings SELECT ?, ?, id, ?, ?, ? FROM main.texts WHERE hash = ?",
                (key, ruling.oracle_id, ruling.published_at.isoformat(), ruling.source, place, hashed),
            )

    def _old_rulings(self) -> None:
        self.run(
            "INSERT INTO main.rulings SELECT * FROM old.rulings"
            " WHERE oracle_id IN (SELECT oracle_id FROM main.cards)"
        )
        self.run("INSERT INTO main.texts SELECT * FROM old.texts WHERE id IN (SELECT text FROM main.rulings)")

    def _translations(self, translations: Iterator[RulingTranslation]) -> None:
        for item in translations:
            added = self.run(
                "INSERT OR REPLACE INTO main.translations SELECT id, ?, ?, ?, ?, ? FROM main.texts WHERE folded = ?",
                (
                    item.language,
                    item.text,
                    item.official,
                    item.source,
                    item.published_at.isoformat() if item.published_at else None,
                    text_hash(fold_text(item.english)),
                ),
            )
            if added.rowcount == 0:
                self.written.dropped["translations"] += 1

    def _old_translations(self) -> None:
        # by the text: it may have another number in the new store
        self.run(
            "INSERT OR REPLACE INTO main.translations SELECT n.id, x.language, x.translation, x.official, x.source,"
            " x.published_at FROM old.translations x JOIN old.texts t ON t.id = x.text"
            " JOIN main.texts n ON n.folded = t.folded"
        )

    def _rulesets(self, rulesets: Iterator[Ruleset]) -> None:
        for ruleset in rulesets:
            effective = ruleset.effective.isoformat() if ruleset.effective else ""
            try:
                self.run_many(
                    "INSERT INTO main.rules VALUES (?, ?, ?, ?)",
                    (
                        (effective, rule.number, place, rule.model_dump_json(exclude_defaults=True))
                        for place, rule in enumerate(ruleset.rules)
                    ),
                )
            except sqlite3.IntegrityError as error:
                raise ContentError(
                    f"a rule number stands twice in the rules of {effective or 'no date'}"
                ) from error
            self.run_many(
                "INSERT OR REPLACE INTO main.glossary VALUES (?, ?, ?, ?)",
                (
                    (
                        effective,
                        entry.term,
                        fold_name(entry.term),
                        entry.model_dump_json(exclude_defaults=True),
                    )
                    for entry in ruleset.glossary
                ),
            )

    def _old_rulesets(self) -> None:
        self.run("INSERT INTO main.rules SELECT * FROM old.rules")
        self.run("INSERT INTO main.glossary SELECT * FROM old.glossary")

    # Dates and sources

    def _meta(self) -> None:
        content = self.content
        meta: dict[str, str] = {}
        if self.previous is not None:
            meta = dict(self.run("SELECT key, value FROM old.meta").fetchall())
            self.run("INSERT INTO main.sources SELECT * FROM old.sources")
        given: dict[str, dt.date | None] = {
            "cards_as_of": content.cards_as_of,
            "rulings_as_of": content.rulings_as_of,
        }
        parts = {"cards_as_of": content.cards, "rulings_as_of": content.rulings}
        for key, value in given.items():
            if value is not None:
                meta[key] = value.isoformat()
            elif parts[key] is not None:
                meta.pop(key, None)
        meta["rules_effective"] = self.written.effective
        if content.last_sync is not None:
            meta["last_sync"] = content.last_sync.model_dump_json()
        self.run_many("INSERT INTO main.meta VALUES (?, ?)", meta.items())
        self.run_many(
            "INSERT OR REPLACE INTO main.sources VALUES (?, ?)",
            [(stamp.name, stamp.model_dump_json()) for stamp in content.sources],
        )

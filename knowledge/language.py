"""What a generation knows about words: how common they are, and what foreign words mean in English.

It is learned from the cards themselves and kept in a file of its own, so that it is made anew only when cards
or printed texts changed.
"""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from knowledge.content import Progress
from knowledge.errors import GenerationError
from knowledge.folding import join_tokens, tokenize
from knowledge.store import FILE as STORE_FILE
from knowledge.store import SqliteFile
from knowledge.translation_model import learn_gloss

FILE = "language.sqlite"
LONGEST_COMMON_NAME = 3  # words; longer names are no common words
LONGEST_COMMON_UNSPACED = 4  # characters

_SCHEMA = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE vocabulary (word TEXT PRIMARY KEY, texts INTEGER NOT NULL, english INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE common (folded TEXT PRIMARY KEY, texts INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE gloss (
    language TEXT NOT NULL, word TEXT NOT NULL, english TEXT NOT NULL, probability REAL NOT NULL,
    PRIMARY KEY (language, word, english)
) WITHOUT ROWID;
"""


def write_language(folder: Path, previous: Path | None, progress: Progress) -> None:
    """Writes `folder`/language.sqlite from the store beside it, or copies it when nothing it is made from changed."""
    store = sqlite3.connect(folder / STORE_FILE)
    try:
        digest = _digest(store)
        if previous is not None and _digest_of(previous) == digest:
            shutil.copyfile(previous / FILE, folder / FILE)
            return
        target = sqlite3.connect(folder / FILE, isolation_level=None)
        try:
            target.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;" + _SCHEMA)
            target.execute("BEGIN")
            target.execute("INSERT INTO meta VALUES ('digest', ?)", (digest,))
            _write_words(store, target, progress)
            target.executemany("INSERT INTO gloss VALUES (?, ?, ?, ?)", learn_gloss(store, progress))
            target.execute("COMMIT")
        finally:
            target.close()
    finally:
        store.close()


def _digest(store: sqlite3.Connection) -> str:
    digest = hashlib.sha256(b"language 2")
    for query in (
        "SELECT digest FROM cards ORDER BY oracle_id",
        "SELECT language || name || coalesce(text, '') FROM printed ORDER BY oracle_id, language",
    ):
        for (value,) in store.execute(query):
            digest.update(value.encode())
    return digest.hexdigest()


def _digest_of(previous: Path) -> str | None:
    try:
        file = SqliteFile(previous, FILE)
        rows = file.query("SELECT value FROM meta WHERE key = 'digest'")
        file.close()
    except GenerationError:
        return None
    return rows[0][0] if rows else None


def _texts(store: sqlite3.Connection) -> Iterator[tuple[str, str]]:
    """Every text that shows how words are used, with its language."""
    for (text,) in store.execute("SELECT text FROM texts"):
        yield "en", text
    for (text,) in store.execute("SELECT text FROM passages WHERE kind IN ('rule', 'glossary', 'example')"):
        yield "en", text
    for (text,) in store.execute("SELECT json_extract(card, '$.oracle_text') FROM cards"):
        yield "en", text or ""
    yield from store.execute("SELECT language, text FROM printed WHERE text IS NOT NULL")


def _write_words(store: sqlite3.Connection, target: sqlite3.Connection, progress: Progress) -> None:
    names = {
        name
        for (name,) in store.execute("SELECT DISTINCT folded FROM names")
        if name.count(" ") < LONGEST_COMMON_NAME
    }
    vocabulary: Counter[str] = Counter()
    english: Counter[str] = Counter()
    common: Counter[str] = Counter()
    for done, (language, text) in enumerate(_texts(store)):
        words, found = _count(text, names, any_case=language == "de")
        vocabulary.update(words)
        if language == "en":
            english.update(words)
        common.update(found)
        if done % 5000 == 0:
            progress("words", done, None)
    target.executemany(
        "INSERT INTO vocabulary VALUES (?, ?, ?)",
        ((word, texts, english[word]) for word, texts in vocabulary.items()),
    )
    target.executemany("INSERT INTO common VALUES (?, ?)", common.items())


def _count(text: str, names: set[str], *, any_case: bool) -> tuple[set[str], set[str]]:
    """The words of a text, and the names that stand in it as ordinary words: not capitalised."""
    tokens = tokenize(text)
    words: set[str] = set()
    found: set[str] = set()
    for place, token in enumerate(tokens):
        lower = token.unspaced or any_case or not text[token.start].isupper()
        if not token.unspaced and lower:
            words.add(token.word)
        if not lower:
            continue
        longest = LONGEST_COMMON_UNSPACED if token.unspaced else LONGEST_COMMON_NAME
        for size in range(2 if token.unspaced else 1, longest + 1):
            run = tokens[place : place + size]
            if len(run) == size and (key := join_tokens(run)) in names:
                found.add(key)
    return words, found


class Language:
    """Looks words up in what was learned."""

    def __init__(self, folder: Path) -> None:
        self.file = SqliteFile(folder, FILE)

    def close(self) -> None:
        """Closes the file."""
        self.file.close()

    def word_counts(self, words: Iterable[str]) -> dict[str, int]:
        """In how many texts a folded word stands as an ordinary word; words that stand in none are left out."""
        return dict(self.file.query_in("SELECT word, texts FROM vocabulary WHERE word IN (?)", words))

    def english_words(self, words: Iterable[str]) -> set[str]:
        """Those of the folded words that stand in English texts."""
        return {
            word
            for (word,) in self.file.query_in(
                "SELECT word FROM vocabulary WHERE english > 0 AND word IN (?)", words
            )
        }

    def name_counts(self, names: Iterable[str]) -> dict[str, int]:
        """In how many texts a folded name stands as ordinary words."""
        return dict(self.file.query_in("SELECT folded, texts FROM common WHERE folded IN (?)", names))

    def gloss(self, language: str, words: Iterable[str]) -> dict[str, list[tuple[str, float]]]:
        """What foreign words were learned to mean: English words with their probabilities, the likeliest first."""
        found: dict[str, list[tuple[str, float]]] = {}
        for word, english, probability in self.file.query_in(
            "SELECT word, english, probability FROM gloss WHERE language = ? AND word IN (?)",
            words,
            (language,),
        ):
            found.setdefault(word, []).append((english, probability))
        for meanings in found.values():
            meanings.sort(key=lambda meaning: -meaning[1])
        return found

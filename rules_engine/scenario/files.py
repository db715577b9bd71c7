"""Scenario files: read, checked, with their twins and variants worked out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from rules_engine.errors import ScenarioError
from rules_engine.scenario.checking import check
from rules_engine.scenario.claims import Expectation
from rules_engine.scenario.index import LIBRARY, STAND_INS
from rules_engine.scenario.patches import apply_change, swapped
from rules_engine.scenario.roles import BASICS, BLANK, roles
from rules_engine.scenario.schema import Change, Scenario, StandIn, parse
from rules_engine.scenario.yaml_text import Document, read

MAX_BYTES = 400_000


@dataclass(frozen=True)
class ScenarioFile:
    """A scenario as it was read: its twins and variants as scenarios of their own, its stand-ins, where it stands.

    against: for each twin the scenario's claims that must fail there; a card that the twin swaps is swapped in them too.
    """

    scenario: Scenario
    document: Document
    stand_ins: Mapping[str, StandIn]
    twins: Mapping[str, Scenario] = field(default_factory=dict)
    variants: Mapping[str, Scenario] = field(default_factory=dict)
    against: Mapping[str, tuple[Expectation, ...]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The scenario's id."""
        return self.scenario.id

    @property
    def name(self) -> str:
        """The file's name as it was given."""
        return self.document.file

    @property
    def real_cards(self) -> tuple[str, ...]:
        """Names of the real cards whose texts a run needs, in the scenario or in one of its parts."""
        return tuple(name for name in self.named_cards if name not in self.stand_ins)

    def part(self, name: str) -> Scenario:
        """The scenario itself (""), its first twin ("twin"), or the twin or variant of that id, as in a report."""
        if name in ("", self.id):
            return self.scenario
        if name == "twin" and self.twins:
            return next(iter(self.twins.values()))
        found = self.twins.get(name) or self.variants.get(name)
        if found is None:
            raise ScenarioError(f"there is no part {name!r}", file=self.name)
        return found

    @property
    def named_cards(self) -> tuple[str, ...]:
        """Names of all cards in the scenario and its parts, without basic lands and fillers."""
        parts = (self.scenario, *self.twins.values(), *self.variants.values())
        found = dict.fromkeys(role for scenario in parts for role in roles(scenario))
        return tuple(role for role in found if role not in BASICS and role != BLANK)

    def located(self, error: ScenarioError) -> str:
        """An error of the script with file and line."""
        step = getattr(error, "step", None)
        path: tuple[str | int, ...] = ("do", step) if step is not None else ()
        return str(self.document.error(error.message, path))


def load(path: Path | str) -> ScenarioFile:
    """Read a scenario file; ScenarioError names file, line, field, what was expected, and the nearest valid name."""
    where = Path(path)
    try:
        if where.stat().st_size > MAX_BYTES:
            raise ScenarioError(f"larger than {MAX_BYTES} bytes", file=str(path))
        text = where.read_text(encoding="utf-8")
    except OSError as error:
        raise ScenarioError(f"can't be read: {error.strerror or error}", file=str(path)) from error
    except UnicodeDecodeError as error:
        raise ScenarioError("is not UTF-8 text", file=str(path)) from error
    return loads(text, str(path))


def loads(text: str, name: str = "") -> ScenarioFile:
    """Read a scenario from text; `name` stands for the file in errors."""
    document = read(text, name)
    if not isinstance(document.value, dict):
        raise document.error("a scenario begins with fields such as  id: …")
    scenario = parse(document)
    stand_ins = {**shared_stand_ins(), **scenario.stand_ins}
    twins, variants = {}, {}
    for index, twin in enumerate(scenario.twins):
        changed = _changed(document, ("twins", index), [twin.change.model_dump()])
        changed["expect"] = _expectations(document, "twins", index)
        twins[twin.id] = _part(document, changed, ("twins", index))
    for index, variant in enumerate(scenario.variants):
        changes = [change.model_dump() for change in variant.changes]
        changed = _changed(document, ("variants", index), changes)
        if variant.expect is not None:
            changed["expect"] = _expectations(document, "variants", index)
        variants[variant.id] = _part(document, changed, ("variants", index))
    against = {twin.id: _against(scenario, document, index) for index, twin in enumerate(scenario.twins)}
    found = ScenarioFile(scenario, document, stand_ins, twins, variants, against)
    check(scenario, document, {**twins, **variants})
    return found


def _against(scenario: Scenario, document: Document, index: int) -> tuple[Expectation, ...]:
    """The claims a twin stands against, about the card that it swaps in."""
    twin, value = scenario.twins[index], document.value
    assert isinstance(value, dict)
    listed: Any = value["expect"]
    claims: Any = [claim for claim in listed if claim["id"] in twin.opposite]
    for old, new in twin.change.swap.items():
        claims = swapped(claims, old, new)
    return tuple(TypeAdapter(list[Expectation]).validate_python(claims))


def _expectations(document: Document, kind: str, index: int) -> Any:
    value: Any = document.value
    return value[kind][index]["expect"]


def _changed(
    document: Document, path: tuple[str | int, ...], changes: list[dict[str, Any]]
) -> dict[str, Any]:
    value: Any = document.value
    changed: dict[str, Any] = {
        key: part for key, part in value.items() if key not in ("twins", "variants", "questions")
    }
    for change in changes:
        try:
            changed = apply_change(changed, Change.model_validate(change))
        except ScenarioError as error:
            raise document.error(
                error.message, (*path, "change" if "twins" in path else "changes")
            ) from error
    return changed


def _part(document: Document, changed: dict[str, Any], path: tuple[str | int, ...]) -> Scenario:
    try:
        return parse(Document(changed, {}, document.file))
    except ScenarioError as error:
        where = f"{error.field}: " if error.field else ""
        raise document.error(f"after this change: {where}{error.message}", path) from error


@cache
def shared_stand_ins() -> Mapping[str, StandIn]:
    """The invented cards that all scenarios may use."""
    resource = files("rules_engine").joinpath(LIBRARY, STAND_INS)
    document = read(resource.read_text(encoding="utf-8"), STAND_INS)
    try:
        return TypeAdapter(dict[str, StandIn]).validate_python(document.value)
    except ValidationError as error:
        raise document.error(str(error)) from error

"""YAML as text: every scalar stays a string, and every value knows its line.

YAML would turn 702.170 into 702.17, `no` into false and {X} into a mapping; a scenario means what is written.
"""

from __future__ import annotations

from dataclasses import dataclass

import yaml

from rules_engine.errors import ScenarioError

Value = str | list["Value"] | dict[str, "Value"]
Path = tuple[str | int, ...]
MAX_NODES = 20_000
MAX_DEPTH = 40

# Written in C where the library was built with it: the same nodes and marks in a tenth of the time.
LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Document:
    """A YAML document as strings, lists and mappings; `lines` maps each path in it to its line (from 1)."""

    value: Value
    lines: dict[Path, int]
    file: str = ""

    def line(self, path: Path) -> int | None:
        """The line of a path, or of the nearest thing around it."""
        for length in range(len(path), -1, -1):
            if path[:length] in self.lines:
                return self.lines[path[:length]]
        return None

    def error(self, message: str, path: Path = ()) -> ScenarioError:
        """An error that names file, line and field."""
        return ScenarioError(message, file=self.file, line=self.line(path), field=describe(path))


def describe(path: Path) -> str:
    """A path in words: do, 3, targets → "do[3].targets" (counted from 1, as people count)."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def read(text: str, file: str = "") -> Document:
    """Read one YAML document; ScenarioError with the line for bad syntax, duplicate keys or an empty file."""
    try:
        node = yaml.compose(text, Loader=LOADER)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or "not valid YAML"
        hint = ' (write text with braces or colons in quotes, such as "{X}{R}")' if "{" in text else ""
        raise ScenarioError(f"{problem}{hint}", file=file, line=mark.line + 1 if mark else None) from error
    if node is None:
        raise ScenarioError("the file is empty", file=file)
    document = Document({}, {}, file)
    return Document(_Reader(document).value(node, ()), document.lines, file)


class _Reader:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.count = 0

    def value(self, node: yaml.Node, path: Path) -> Value:
        self.count += 1
        if self.count > MAX_NODES or len(path) > MAX_DEPTH:
            raise self.document.error(
                "too much in one file (an alias counts as often as it is used)", path[:3]
            )
        self.document.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.ScalarNode):
            return str(node.value)
        if isinstance(node, yaml.SequenceNode):
            return [self.value(child, (*path, index)) for index, child in enumerate(node.value)]
        return self._mapping(node, path)

    def _mapping(self, node: yaml.Node, path: Path) -> Value:
        found: dict[str, Value] = {}
        for key, child in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise self.document.error("a name was expected before the colon", path)
            name = str(key.value)
            where = (*path, name)
            if name in found:
                self.document.lines[where] = key.start_mark.line + 1
                raise self.document.error(f"{name!r} stands here twice", where)
            self.document.lines[where] = key.start_mark.line + 1
            found[name] = self.value(child, where)
        return found

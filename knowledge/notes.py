"""What a source's data made someone wonder about: counted, with the first of each kind named."""

from __future__ import annotations

from dataclasses import dataclass, field

SHOWN = 3


@dataclass(slots=True)
class Notes:
    """Collects remarks while records stream by; thousands of the same kind stay one line."""

    _kinds: dict[str, list[str]] = field(default_factory=dict)
    _counts: dict[str, int] = field(default_factory=dict)

    def add(self, kind: str, example: str) -> None:
        """One more of `kind`; the first few examples are kept."""
        self._counts[kind] = self._counts.get(kind, 0) + 1
        examples = self._kinds.setdefault(kind, [])
        if len(examples) < SHOWN and example not in examples:
            examples.append(example)

    def count(self, kind: str) -> int:
        """How many there were of a kind."""
        return self._counts.get(kind, 0)

    def lines(self) -> tuple[str, ...]:
        """One line a kind, in the order in which the kinds first came up."""
        return tuple(
            f"{self._counts[kind]:,} × {kind}: {'; '.join(examples)}"
            + (" …" if self._counts[kind] > len(examples) else "")
            for kind, examples in self._kinds.items()
        )

"""How often somebody may do something: counted for an hour, in memory only."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

TIMES: Final = 5
TIMES_ALTOGETHER: Final = 200
SECONDS: Final = 3600.0
PEOPLE: Final = 5000


class Allowance:
    """So many things a person and hour, each thing once, and so many by all people together."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._done: OrderedDict[int, list[tuple[float, str]]] = OrderedDict()

    def has(self, person: int, what: str) -> bool:
        """Whether the person has just done this very thing."""
        return any(one == what for _, one in self._recent(person))

    def is_used_up(self, person: int) -> bool:
        """Whether this person, or everybody together, has done as much as may be."""
        altogether = sum(len(self._recent(one)) for one in list(self._done))
        return len(self._recent(person)) >= TIMES or altogether >= TIMES_ALTOGETHER

    def note(self, person: int, what: str) -> None:
        """The person has done it."""
        self._done[person] = [*self._recent(person), (self._clock(), what)]
        self._done.move_to_end(person)
        while len(self._done) > PEOPLE:
            self._done.popitem(last=False)

    def _recent(self, person: int) -> list[tuple[float, str]]:
        kept = [(when, what) for when, what in self._done.get(person, []) if self._clock() - when < SECONDS]
        if person in self._done and not kept:
            del self._done[person]
        return kept

"""Which cards somebody's last question in a channel was about: for a few minutes, and in memory only."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Final

SECONDS: Final = 600.0
PEOPLE: Final = 2000


class Topics:
    """Oracle ids by channel and person; the oldest are forgotten first."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._topics: OrderedDict[tuple[int | None, int], tuple[float, tuple[str, ...]]] = OrderedDict()

    def remember(self, channel: int | None, person: int, oracle_ids: Sequence[str]) -> None:
        """From now on a question without names is about these cards."""
        self._topics.pop((channel, person), None)
        if oracle_ids:
            self._topics[channel, person] = (self._clock(), tuple(oracle_ids[:2]))
        while len(self._topics) > PEOPLE:
            self._topics.popitem(last=False)

    def recall(self, channel: int | None, person: int) -> tuple[str, ...]:
        """The cards of a few minutes ago."""
        when, oracle_ids = self._topics.get((channel, person), (0.0, ()))
        return oracle_ids if oracle_ids and self._clock() - when < SECONDS else ()

    def forget(self, person: int) -> None:
        """Nothing is remembered about the person any more."""
        for key in [key for key in self._topics if key[1] == person]:
            del self._topics[key]

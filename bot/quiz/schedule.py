"""When an item comes again for a person: FSRS, with a wrong answer as "again" and a right one as "good"."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
from typing import Final

from fsrs import Card, Rating, Scheduler

# Without fuzzing, the same answers at the same times give the same plan.
_SCHEDULER: Final = Scheduler(enable_fuzzing=False)


def _card(memory: str | None, at: dt.datetime) -> Card:
    """What is remembered; what another version wrote and this one can't read begins anew."""
    if memory is not None:
        with contextlib.suppress(ValueError, KeyError, TypeError):
            return Card.from_dict(json.loads(memory))
    return Card(card_id=0, due=at)


def advance(memory: str | None, *, right: bool, at: dt.datetime) -> tuple[str, dt.datetime]:
    """What is remembered of an item after an answer, as JSON, and when it is due again; memory None: a new item."""
    card, _ = _SCHEDULER.review_card(
        _card(memory, at), Rating.Good if right else Rating.Again, review_datetime=at
    )
    return json.dumps(card.to_dict(), sort_keys=True), card.due

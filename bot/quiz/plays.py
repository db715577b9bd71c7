"""Where the quiz lets scenarios be played: in this process, or in a pool of processes that can be killed."""

from __future__ import annotations

import dataclasses
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Final, Protocol

from bot.answers.engine import card_text
from bot.engine_cache import RunCache
from bot.engine_process import RunLimitError, RunRefusedError
from bot.quiz.models import Question
from knowledge import Card
from rules_engine import CardText
from rules_engine.errors import EngineError, ScenarioError
from rules_engine.scenario import Drawing, ScenarioFile, ScenarioReport, library, loads, run

_log = logging.getLogger(__name__)
KEPT: Final = 128
NAME: Final = "quiz"


class Play(Protocol):
    """One run of a scenario's text or of one of the library: `EnginePool.run`, or `play_here`."""

    def __call__(
        self,
        *,
        text: str | None = None,
        id: str | None = None,
        cards: Mapping[str, CardText],
        without: frozenset[str] = ...,
    ) -> ScenarioReport: ...


class Draw(Protocol):
    """The zones over the steps of a scenario's text, or of a part of one of the library: `EnginePool.draw`."""

    def __call__(
        self,
        id: str | None,
        part: str,
        cards: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
        *,
        text: str | None = None,
    ) -> Drawing: ...


def play_here(
    *,
    text: str | None = None,
    id: str | None = None,
    cards: Mapping[str, CardText],
    without: frozenset[str] = frozenset(),
) -> ScenarioReport:
    """A run in this process."""
    file = loads(text, NAME) if text is not None else library()[str(id)]
    return run(file, cards=cards, without=without)


class Plays:
    """Runs with the official texts of real cards; equal runs are made once. Safe to use from several threads.

    A run that needs more time or memory than it may have raises `RunLimitError`.
    """

    def __init__(
        self,
        play: Play,
        find_card: Callable[[str], Card | None],
        *,
        kept: RunCache | None = None,
        without: frozenset[str] = frozenset(),
        draw: Draw | None = None,
    ) -> None:
        """`without` switches rules off, which shows that answers are computed; `kept` remembers runs on disk.

        Without `draw` no steps get a picture.
        """
        self.find_card = find_card
        self.without = without
        self._play = play
        self._draw = draw
        self._disk = kept
        self._kept: OrderedDict[str, ScenarioReport] = OrderedDict()
        self._lock = Lock()

    def library(self, file: ScenarioFile) -> ScenarioReport | None:
        """The run of a scenario of the library; None when the engine could not finish it."""
        cards = self._cards(file)
        # The name under which the answers keep this run too, so that none is played twice.
        key = self._key(id=file.id, cards=_plain(cards))
        return self._once(key, disk=True, id=file.id, cards=cards)

    def text(self, text: str, *, disk: bool = False) -> ScenarioReport | None:
        """The run of a scenario that was put together; None when it cannot be played. `disk`: worth remembering."""
        try:
            cards = self._cards(loads(text, NAME))
        except ScenarioError as error:
            _log.debug("a scenario made for the quiz is none: %s", error)
            return None
        return self._once(self._key(text=text, cards=_plain(cards)), disk=disk, text=text, cards=cards)

    def drawing(self, question: Question) -> Drawing | None:
        """The zones over a question's steps; None where there is nothing that shows just these steps."""
        if self._draw is None:
            return None
        try:
            file = loads(question.text, NAME) if question.text else library()[question.scenario]
            text = question.text or None
            drawn = self._draw(file.id, question.part, self._cards(file), self.without, {}, text=text)
        except (RunLimitError, RunRefusedError, EngineError) as error:
            _log.debug("the steps of %s cannot be drawn: %s", question.id, error)
            return None
        return drawn if drawn.steps == question.steps else None

    def _cards(self, file: ScenarioFile) -> dict[str, CardText]:
        found = {name: self.find_card(name) for name in file.real_cards}
        return {name: card_text(card) for name, card in found.items() if card is not None}

    def _key(self, **inputs: object) -> str:
        inputs |= {"without": sorted(self.without), "substitutes": {}}
        if self._disk is not None:
            return self._disk.key(**inputs)
        return hashlib.sha256(repr(sorted(inputs.items())).encode()).hexdigest()

    def _once(
        self,
        key: str,
        *,
        disk: bool,
        cards: Mapping[str, CardText],
        text: str | None = None,
        id: str | None = None,
    ) -> ScenarioReport | None:
        with self._lock:
            report = self._kept.get(key)
        if report is None and disk and self._disk is not None:
            report = self._disk.get(key)
        if report is None:
            report = self._run(text=text, id=id, cards=cards)
            if report is not None and disk and self._disk is not None:
                self._disk.put(key, report)
        if report is not None:
            with self._lock:
                self._kept[key] = report
                self._kept.move_to_end(key)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return report

    def _run(
        self, *, text: str | None, id: str | None, cards: Mapping[str, CardText]
    ) -> ScenarioReport | None:
        try:
            return self._play(text=text, id=id, cards=cards, without=self.without)
        except RunLimitError:
            raise
        except (RunRefusedError, ScenarioError, EngineError) as error:
            _log.debug("no run for the quiz: %s", error)
        except Exception as error:  # noqa: BLE001 - a bug of the engine must not end the quiz; this is not asked
            _log.warning("the engine failed at a scenario of the quiz (%s): %r", id or "made up", error)
        return None


def _plain(cards: Mapping[str, CardText]) -> dict[str, object]:
    return {name: dataclasses.asdict(card) for name, card in cards.items()}

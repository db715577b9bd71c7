"""The seam to the rules engine: scenarios that may confirm, and their runs, each made once."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from bot.answers.general import relied_on
from bot.answers.matching import AskableQuestion, Matcher
from bot.answers.models import Confirmation
from knowledge import Card, CardFace, Ruling
from rules_engine import CardText, EngineError
from rules_engine.scenario import library, summaries

if TYPE_CHECKING:
    from rules_engine.scenario import Drawing, ScenarioFile, ScenarioReport, Summary
    from rules_engine.trials import Trial, TrialReport

MOST_TRIALS = 512
"""So many trials' reports are kept."""

DOUBLE_FACED = frozenset({"transform", "modal_dfc"})
# Layouts that a card's type lines do not tell.
_TOLD = DOUBLE_FACED | {"meld"}
LOG = logging.getLogger(__name__)


class CardSource(Protocol):
    """Where cards' Oracle texts come from: `Knowledge`, or a few cards in a test."""

    def card(self, name: str) -> Card | None:
        """The card of that name."""
        ...


@dataclass(frozen=True, slots=True)
class RunKey:
    """What a run depends on; equal keys have equal reports."""

    scenario: str
    without: frozenset[str]
    texts: tuple[tuple[str, CardText], ...]
    substitutes: tuple[tuple[str, CardText], ...]


def card_text(card: Card) -> CardText:
    """A card as the engine takes it; of a card with several faces all of them, in the order in which they are printed."""
    faces = card.faces if len(card.faces) > 1 else (card,)
    double_faced = card.layout in DOUBLE_FACED

    def size(name: str) -> str | None:
        # A card with two faces on one side has one size.
        return _joined(getattr(face, name) for face in faces) if double_faced else getattr(card, name)

    return CardText(
        name=card.name,
        mana_cost=" // ".join(face.mana_cost for face in faces),
        type_line=" // ".join(face.type_line for face in faces),
        oracle_text="\n//\n".join(face.oracle_text for face in faces),
        power=size("power"),
        toughness=size("toughness"),
        loyalty=size("loyalty"),
        colors=_joined(_indicated(face) for face in faces) or "",
        layout=card.layout if card.layout in _TOLD else "",
    )


def _indicated(face: Card | CardFace) -> str:
    """The letters of a colour indicator: the colours of a face whose mana cost shows none (CR 204)."""
    return "" if face.mana_cost else "".join(face.colors)


def _joined(values: Iterable[str | None]) -> str | None:
    """What stands on each face, None where nothing stands on any."""
    shown = [value or "" for value in values]
    return " // ".join(shown) if any(shown) else None


class Engine:
    """The library of scenarios with a cache of its runs. Safe to use from several threads."""

    def __init__(self, scenarios: Mapping[str, ScenarioFile] | None = None) -> None:
        self._given = scenarios
        self._runs: dict[RunKey, ScenarioReport] = {}
        self._trials: dict[tuple[Trial, frozenset[str]], TrialReport] = {}
        self._lock = Lock()

    @cached_property
    def scenarios(self) -> Mapping[str, ScenarioFile]:
        """The library by id."""
        return self._given if self._given is not None else library()

    @cached_property
    def summaries(self) -> Mapping[str, Summary]:
        """What the scenarios say about themselves, without reading them."""
        return summaries(self.scenarios)

    @property
    def answering(self) -> tuple[str, ...]:
        """Ids of the scenarios that answers rely on: those that confirm a ruling, and those that facts rest on."""
        facts = set(relied_on())
        return tuple(name for name, summary in self.summaries.items() if summary.confirms or name in facts)

    @property
    def confirming(self) -> tuple[str, ...]:
        """Ids of the scenarios that confirm a ruling."""
        return tuple(name for name, summary in self.summaries.items() if summary.confirms)

    @cached_property
    def matcher(self) -> Matcher:
        """All that can be asked. The words of scenarios that do not answer must not weigh in what fits."""
        asked = [self.summaries[name] for name in self.confirming]
        names = {name for summary in asked for name in (*summary.stand_ins, *summary.real_cards)}
        return Matcher((question for summary in asked for question in askable(summary)), names)

    @cached_property
    def stand_ins(self) -> frozenset[str]:
        """Names of the invented cards that play in answers."""
        asked = (self.summaries[name] for name in self.confirming)
        return frozenset(name for summary in asked for name in summary.stand_ins)

    def run(
        self,
        scenario: str,
        cards: CardSource,
        *,
        without: frozenset[str] = frozenset(),
        substitutes: Mapping[str, Card] | None = None,
    ) -> ScenarioReport:
        """Play a scenario with the real cards' own texts; an equal run is taken from the cache."""
        names = self.summaries[scenario].real_cards
        texts = {name: card_text(card) for name in names if (card := cards.card(name)) is not None}
        replaced = {name: card_text(card) for name, card in (substitutes or {}).items()}
        key = RunKey(
            scenario,
            without,
            tuple(sorted(texts.items(), key=_name)),
            tuple(sorted(replaced.items(), key=_name)),
        )
        with self._lock:
            known = self._runs.get(key)
        if known is None:
            known = self.play(scenario, texts, without, replaced)
            with self._lock:
                self._runs[key] = known
        return known

    def try_out(self, trial: Trial, without: frozenset[str] = frozenset()) -> TrialReport:
        """What comes out when the cards of the trial are played; an equal one is taken from the cache."""
        key = (trial, without)
        with self._lock:
            known = self._trials.get(key)
        if known is None:
            known = self.play_trial(trial, without)
            with self._lock:
                while len(self._trials) >= MOST_TRIALS:
                    self._trials.pop(next(iter(self._trials)))
                self._trials[key] = known
        return known

    def play_trial(self, trial: Trial, without: frozenset[str]) -> TrialReport:
        """One trial, in this process; a server that must go on serving puts it into another."""
        from rules_engine.trials import TrialReport, try_out

        try:
            return try_out(trial, without)
        except Exception as error:  # noqa: BLE001 - a mistake of the engine costs the verdict, not the answer
            LOG.error("trial %s of %s: the engine failed: %r", trial.kind, trial.first.name, error)
            return TrialReport(trial.kind, "inconclusive", problem=f"the engine failed: {error!r}")

    def drawing(self, told: Confirmation, cards: CardSource) -> Drawing | None:
        """The zones over the steps of a confirmation, or None where there is nothing that shows just these steps."""
        if told.played:
            return self._drawn_trial(told, cards)
        if told.scenario is None or told.scenario not in self.summaries:
            return None
        names = self.summaries[told.scenario].real_cards
        texts = {name: card_text(card) for name in names if (card := cards.card(name)) is not None}
        takers = {one.plays: cards.card(one.name) for one in told.ran_with if one.plays}
        replaced = {role: card_text(card) for role, card in takers.items() if card is not None}
        try:
            drawn = self.draw(told.scenario, told.part, texts, frozenset(told.without), replaced)
        except EngineError as error:
            LOG.warning("the scenario %s cannot be drawn: %s", told.scenario, error)
            return None
        steps = tuple((step.text, step.rules) for step in drawn.steps)
        return drawn if steps == tuple((step.text, step.rules) for step in told.steps) else None

    def _drawn_trial(self, told: Confirmation, cards: CardSource) -> Drawing | None:
        """The same of a trial."""
        names = [one.name for one in told.ran_with]
        texts = {name: card_text(card) for name in names if (card := cards.card(name)) is not None}
        try:
            drawn = self.draw(None, "", texts, frozenset(told.without), {}, text=told.played)
        except EngineError as error:
            LOG.warning("%s cannot be drawn: %s", told.scenario, error)
            return None
        return drawn if [step.text for step in drawn.steps] == [step.text for step in told.steps] else None

    def draw(
        self,
        scenario: str | None,
        part: str,
        texts: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
        *,
        text: str | None = None,
    ) -> Drawing:
        """One drawing of a scenario of the library or of a text, in this process; ScenarioError where there is none."""
        from rules_engine.scenario import frames, loads

        file = loads(text) if text is not None else self.scenarios[str(scenario)]
        return frames(file, texts, part=part, without=without, substitute=substitutes)

    def play(
        self,
        scenario: str,
        texts: Mapping[str, CardText],
        without: frozenset[str],
        substitutes: Mapping[str, CardText],
    ) -> ScenarioReport:
        """One run, in this process; a server that must go on serving puts it into another."""
        # loads the engine, for which no other answer has to wait
        from rules_engine.scenario import ScenarioReport, run

        try:
            return run(self.scenarios[scenario], cards=texts, without=without, substitute=substitutes)
        except Exception as error:  # noqa: BLE001 - a mistake of the engine costs the verdict, not the answer
            LOG.error("scenario %s: the engine failed: %r", scenario, error)
            title = self.summaries[scenario].title
            return ScenarioReport(scenario, title, "error", problem=f"the engine failed: {error!r}")


def askable(summary: Summary) -> list[AskableQuestion]:
    """What a scenario says that it can be asked."""
    return [
        AskableQuestion(
            scenario=summary.id,
            id=question.id,
            about=question.about,
            situation=question.situation,
            yes_when=question.yes_when,
            ask=dict(question.ask),
            answer=dict(question.answer),
            needs=question.needs,
            excludes=question.excludes,
        )
        for question in summary.questions
    ]


def confirms(summary: Summary, ruling: Ruling) -> bool:
    """Whether the scenario says that it confirms this ruling: by the ruling's key, or by how its text begins."""
    return any(
        one.card == ruling.card
        and (one.ruling == ruling.key or _folded(ruling.comment).startswith(_folded(one.ruling)))
        for one in summary.confirms
    )


def _folded(text: str) -> str:
    return " ".join(text.replace("’", "'").replace("“", '"').replace("”", '"').casefold().split())


def _name(item: tuple[str, CardText]) -> str:
    return item[0]

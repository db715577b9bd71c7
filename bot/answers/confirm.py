"""From rulings to a verdict: find the scenario that plays the question out, run it, and read its result.

The verdict is computed from what the run found. When the question does not surely ask what the run decides, or asks
about a card that did not take part, there is none.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol

from bot.answers.catalogue import Catalogue, catalogue
from bot.answers.engine import CardSource, Engine, confirms
from bot.answers.frames import Frame, frames
from bot.answers.general import frames_of, general
from bot.answers.matching import MIN_MARGIN, Match
from bot.answers.models import (
    Confirmation,
    ConfirmationStatus,
    Explored,
    Label,
    Question,
    RanWith,
    Step,
    Unsupported,
    Verdict,
)
from bot.answers.names import without_names
from bot.answers.numbers import numbers_in
from bot.answers.trials import try_out
from knowledge import Card, CardMatch, Hit, Ruling

if TYPE_CHECKING:
    from rules_engine.scenario import ExpectationResult, ScenarioReport, Summary

LOG = logging.getLogger(__name__)

Similarity = Callable[[str, str], Sequence[float] | None]
"""From a question and its language to how near each phrasing of the library is, or None where nothing can tell."""

CLOSE = 0.12
"""Matches that far behind the best still have a say when they would answer otherwise."""

_ANCHORS = tuple(
    frozenset(words.split())
    for words in (
        "cipher encoded_still encoded_card encode_choice declined_encode free costs_nothing plot plotted redirected"
        " all_redirected multi_player same_time double_strike own_copy share_copy",
        "x_value choose_x",
    )
)
_OF_A_COPY = frozenset(["declined", "did_cast", "may_cast", "later", "gone"])
"""What a question that names no card must speak of for a scenario of the seeds to be about it; of a copy, what becomes
of one that is cast or not."""

_CHOSEN = frozenset(("x_value", "choose_x"))

_OF_REPORT: dict[str, ConfirmationStatus] = {
    "passed": "confirmed",
    "failed": "contradicted",
    "unsupported": "not_supported",
    "undecided": "undecided",
    "inconclusive": "inconclusive",
    "error": "inconclusive",
}


class Rulings(CardSource, Protocol):
    """What confirming needs to know of rulings: `Knowledge`, or a few in a test."""

    def rulings(self, oracle_id: str) -> tuple[Ruling, ...]:
        """The rulings of a card."""
        ...


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What the engine has to say to a question."""

    confirmation: Confirmation
    verdict: Verdict | None = None
    ruling: Ruling | None = None  # the ruling that the scenario confirms
    statement: str | None = None  # what is so, as a sentence in the asker's language


@dataclass(frozen=True, slots=True)
class _Role:
    """A scenario that a question may be about, the ruling it confirms, and the cards that take over roles in it."""

    ruling: Ruling | None
    substitutes: dict[str, Card]


class Confirmer:
    """Matches questions with the library's scenarios and reads verdicts from their runs."""

    def __init__(
        self,
        engine: Engine,
        knowledge: Rulings,
        similarity: Similarity,
        generation: Callable[[], object] = lambda: None,
    ) -> None:
        """`generation` tells which data `knowledge` reads; what was looked up is kept as long as it stays the same."""
        self._engine = engine
        self._knowledge = knowledge
        self._similarity = similarity
        self._generation = generation
        self._kept: tuple[object, dict[str, Ruling | None]] = (generation(), {})

    def confirm(
        self,
        question: Question,
        cards: Sequence[Card],
        hits: Sequence[Hit],
        *,
        matches: Sequence[CardMatch] = (),
        strangers: bool = False,
    ) -> Confirmed | None:
        """What a run says to the question, or None when no scenario belongs to it.

        `cards` are those that the question surely names, `matches` the places of names and of words that may be names,
        `hits` the rulings found for it, best first. With `strangers` the question names a card that nothing is known of,
        so that no run can be about it.
        """
        roles = self._roles(cards)
        text = question.text
        if question.language != "en":
            # their words would be taken for what they mean ("秘儀の強奪": to rob); English keeps them, since
            # "cast with Arcane Heist" tells how it is cast
            text = without_names(text, (match for match in matches if not match.soft))
        asked = frames(text, question.language)
        anchored = bool(cards) or all(map(_is_anchored, asked))
        decided = self._decide(question, asked, roles) if anchored and not strangers else None
        if decided is None and not strangers and not cards:
            decided = self._general(question, text)
        if decided is None and not strangers and cards:
            decided = self._tried(question, cards, matches)
        if decided is not None:
            return decided
        return self._not_covered(question, roles, cards, hits)

    def _roles(self, cards: Sequence[Card]) -> dict[str, _Role]:
        """The scenarios that may speak about these cards; with no card named, all of them."""
        roles: dict[str, _Role] = {}
        for name, summary in self._engine.summaries.items():
            role = self._role(summary, cards)
            if role is not None:
                roles[name] = role
        return roles

    def _role(self, summary: Summary, cards: Sequence[Card]) -> _Role | None:
        ruling = self._kept_ruling(summary)
        if ruling is None:
            return None
        playing = set(summary.real_cards)
        others = [card for card in cards if card.name not in playing]
        if not others:
            return _Role(ruling, {})
        if len(others) > 1 or any(card.name == ruling.card for card in cards):
            return None
        for other in self._knowledge.rulings(others[0].oracle_id):
            if other.comment == ruling.comment:
                return _Role(other, {ruling.card: others[0]})
        return None

    def _kept_ruling(self, summary: Summary) -> Ruling | None:
        generation, kept = self._kept
        if generation != (now := self._generation()):
            kept = {}
            self._kept = (now, kept)
        if summary.id not in kept:
            kept[summary.id] = self._confirmed_ruling(summary)
        return kept[summary.id]

    def _confirmed_ruling(self, summary: Summary) -> Ruling | None:
        for name in dict.fromkeys(one.card for one in summary.confirms):
            card = self._knowledge.card(name)
            for ruling in self._knowledge.rulings(card.oracle_id) if card is not None else ():
                if confirms(summary, ruling):
                    return ruling
        return None

    def _decide(
        self, question: Question, asked: Sequence[Frame], roles: dict[str, _Role]
    ) -> Confirmed | None:
        """The verdict that all of the question's parts agree on."""
        similarities = cache(lambda: self._similarity(question.text, question.language))
        decided: list[Confirmed] = []
        for frame in asked:
            found = self._engine.matcher.matches(frame, similarities, scenarios=roles)
            outcome = self._agreed(question, found, roles)
            if outcome is None:
                return None
            decided.append(outcome)
        if not decided or any(_differ(decided[0], other) for other in decided[1:]):
            return None
        return decided[0]

    def _general(self, question: Question, text: str) -> Confirmed | None:
        """The verdict on a question that names no card, by a scenario that needs no ruling."""
        facts = general(question.language)
        decided: list[Confirmed] = []
        for frame in frames_of(text, question.language):
            found = facts.matches(frame)
            roles = {match.entry.scenario: _Role(None, {}) for match in found}
            decided += [self._play(question, match, roles) for match in found]
            if not found:
                return None
        if not decided or any(_differ(decided[0], other) for other in decided[1:]):
            return None
        return decided[0]

    def _tried(
        self, question: Question, cards: Sequence[Card], matches: Sequence[CardMatch]
    ) -> Confirmed | None:
        """What comes out when the engine tries what is asked about the named cards."""
        by_id = {card.oracle_id: card for card in cards}
        for match in matches:
            if match.soft and (card := self._knowledge.card(match.name)) and card.standing == "real":
                by_id.setdefault(match.oracle_id, card)
        told = try_out(question, matches, by_id.get, self._engine.try_out)
        return None if told is None else Confirmed(told.confirmation, told.verdict, None, told.statement)

    def _agreed(
        self, question: Question, found: Sequence[Match], roles: dict[str, _Role]
    ) -> Confirmed | None:
        if not found:
            return None
        best = self._play(question, found[0], roles)
        for other in found[1:]:
            if other.score < found[0].score - CLOSE:
                break
            rival = self._play(question, other, roles)
            if _differ(best, rival) and found[0].score - other.score < MIN_MARGIN:
                return None
        return best

    def _play(self, question: Question, match: Match, roles: dict[str, _Role]) -> Confirmed:
        role = roles[match.entry.scenario]
        report = self._engine.run(
            match.entry.scenario,
            self._knowledge,
            without=frozenset(question.without),
            substitutes=role.substitutes,
        )
        say = catalogue(question.language)
        part = report.part(match.entry.situation)
        result = part.expectation(match.entry.about) or _opposite(part, match.entry.about) if part else None
        status = _OF_REPORT[report.status]
        if report.status == "error":
            LOG.error("scenario %s cannot be played: %s", report.id, report.problem)
        verdict = statement = None
        if status == "confirmed" and part is not None and result is not None and result.result != "unknown":
            statement = _statement(match, question, say)
            verdict = _verdict(match, result, statement, say)
        elif status == "confirmed":
            status = "inconclusive"
        confirmation = _confirmation(status, match, report, part, result, question, say, role.substitutes)
        return Confirmed(confirmation, verdict, role.ruling, statement)

    def _not_covered(
        self, question: Question, roles: dict[str, _Role], cards: Collection[Card], hits: Sequence[Hit]
    ) -> Confirmed | None:
        """A scenario exists for the ruling that fits best, but it does not decide this question."""
        if not hits:
            return None
        for name, role in roles.items():
            if role.ruling is not None and role.ruling.comment == hits[0].text:
                say = catalogue(question.language)
                confirmation = Confirmation(
                    status="not_covered",
                    scenario=name,
                    status_text=say("status.not_covered"),
                    without=question.without,
                )
                return Confirmed(confirmation)
        return None


def _is_anchored(frame: Frame) -> bool:
    said = frame.concepts
    return any(said & anchors for anchors in _ANCHORS) or ("copy" in said and bool(said & _OF_A_COPY))


def _differ(left: Confirmed, right: Confirmed) -> bool:
    """Whether two outcomes would tell the asker different things."""
    if left.confirmation.status != right.confirmation.status:
        return True
    if left.verdict is None or right.verdict is None:
        return left.verdict is not right.verdict
    if "phrase" in (left.verdict.label, right.verdict.label):
        return left.verdict.label != right.verdict.label or left.statement != right.statement
    return (left.verdict.label, left.verdict.value) != (right.verdict.label, right.verdict.value)


def _opposite(part: ScenarioReport, about: str) -> ExpectationResult | None:
    return next((result for result in part.opposite if result.id == about), None)


def _statement(match: Match, question: Question, say: Catalogue) -> str:
    """The entry's own sentence in the asker's language, without a leading yes or no."""
    text = match.entry.answer.get(question.language)
    if text is None:
        return say("verdict.generic")
    for label in ("yes", "no"):
        text = text.removeprefix(say(f"verdict.{label}")).strip()
    return text


def _verdict(match: Match, result: ExpectationResult, statement: str, say: Catalogue) -> Verdict | None:
    """The label comes from the run's result and the way the question is put."""
    frame, entry = match.frame, match.entry
    if entry.yes_when is None:
        return _number_verdict(match, result, statement, say)
    if frame.form != "yes_no":
        return Verdict(label="phrase", value=None, text=statement)
    yes = (result.result == entry.yes_when) != match.turned
    return _yes_no(yes, statement, say)


def _yes_no(yes: bool, statement: str, say: Catalogue) -> Verdict:
    label: Label = "yes" if yes else "no"
    text = say(f"verdict.{label}")
    separator = "" if say.language in ("ja", "zh") else " "
    return Verdict(label=label, value=label, text=f"{text}{separator}{statement}".strip())


def _number_verdict(
    match: Match, result: ExpectationResult, statement: str, say: Catalogue
) -> Verdict | None:
    frame, entry = match.frame, match.entry
    observed = result.value
    if result.result != "holds" or observed is None or isinstance(observed, tuple):
        return None
    if frame.form == "yes_no":
        if frame.number is None or not isinstance(observed, int):
            return None
        said = {value for value, _, _ in numbers_in(frame.text, frame.language)}
        if entry.situation and frame.concepts & _CHOSEN and observed not in said:
            return None  # the X that was paid for is one of many; only who speaks of it asks about it
        return _yes_no(frame.number.holds(observed) != frame.denied, statement, say)
    key = "verdict.x" if frame.head in ("x_value", "choose_x") else "verdict.number"
    separator = "" if say.language in ("ja", "zh") else " "
    return Verdict(
        label="number", value=str(observed), text=f"{say(key, value=observed)}{separator}{statement}".strip()
    )


def _confirmation(
    status: ConfirmationStatus,
    match: Match,
    report: ScenarioReport,
    part: ScenarioReport | None,
    result: ExpectationResult | None,
    question: Question,
    say: Catalogue,
    substitutes: Mapping[str, Card],
) -> Confirmation:
    shown = part or report
    parts = {card.name: role for role, card in substitutes.items()}
    clause = shown.unsupported[0] if shown.unsupported else next(iter(report.unsupported), None)
    return Confirmation(
        status=status,
        scenario=report.id,
        claim=result.claim if result is not None else report.title,
        ran_with=tuple(
            RanWith(name=card.name, stand_in=card.stand_in, plays=parts.get(card.name))
            for card in shown.ran_with or report.ran_with
        ),
        rules=shown.rules or report.rules,
        unsupported=tuple(
            Unsupported(card=one.card, text=one.text, reason=one.reason)
            for one in shown.unsupported or report.unsupported
        ),
        steps=tuple(Step.model_validate(step, from_attributes=True) for step in shown.steps),
        status_text=say(
            f"status.{status}",
            **({"clause": clause.text if clause else "?"} if status == "not_supported" else {}),
        ),
        situation="twin" if match.entry.situation else "main",
        part=match.entry.situation if part is not None else "",
        explored=Explored(
            states=shown.explored.states, runs=shown.explored.runs, complete=shown.explored.complete
        ),
        without=question.without,
    )

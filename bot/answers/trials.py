"""Questions about named cards that no scenario was written for: the engine tries out what is asked.

What is asked comes from `asking`, what comes out from `rules_engine.trials`; here one is read with the other. A verdict
needs an outcome in which all positions agree, and a question that asks for just that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.answers.asking import Asked, Whose, asking
from bot.answers.catalogue import Catalogue, catalogue
from bot.answers.engine import DOUBLE_FACED, card_text
from bot.answers.models import (
    TRIAL,
    Confirmation,
    ConfirmationStatus,
    Explored,
    Label,
    Language,
    Question,
    RanWith,
    Step,
    Unsupported,
    Verdict,
)
from knowledge import Card, CardMatch
from rules_engine import CardText
from rules_engine.trials import Branch, Kind, Trial, TrialReport

TryOut = Callable[[Trial, frozenset[str]], TrialReport]

_BY_REASON: Final[Mapping[str, str]] = {
    "702.11b": "hexproof",
    "702.11d": "hexproof",
    "702.16b": "protection",
    "702.18a": "shroud",
}
_WANTED: Final[Mapping[str, frozenset[str]]] = {
    "kill": frozenset({"graveyard"}),
    "die": frozenset({"graveyard"}),
    "destroy": frozenset({"graveyard"}),
    "exile": frozenset({"exile"}),
    "bounce": frozenset({"hand"}),
    "remove": frozenset({"graveyard", "exile", "hand", "library"}),
    "survive": frozenset({"stays"}),
}
_BY_CASTING: Final = frozenset({"die", "survive", "what"})
"""Senses that are also asked of what happens when the first card is cast."""
_DESTROYED: Final = frozenset({"701.8a", "704.5g", "704.5h"})
"""Rules by which a permanent is destroyed, and not only put into a graveyard."""
_ELIDED: Final = re.compile(r"\b([dq]u?)e (?=[aeiouyâàéèêëîïôœ])", re.IGNORECASE)
"""Where French drops a vowel before a card's name."""
_STOPS: Final = ("cast", "trigger", "activate")


@dataclass(frozen=True, slots=True)
class Told:
    """What a trial has to say: the confirmation, and a verdict where there is one."""

    confirmation: Confirmation
    verdict: Verdict | None
    statement: str | None


@dataclass(frozen=True, slots=True)
class _Reading:
    """What one branch answers: a label, or none where it answers something else; and the sentence for it."""

    label: Label | None
    text: str
    value: str | None = None


def try_out(
    question: Question,
    matches: Sequence[CardMatch],
    find: Callable[[str], Card | None],
    play: TryOut,
) -> Told | None:
    """What the engine finds out for a question about one or two named cards; None where it asks for no trial."""
    ways = asking(question.language)
    if ways is None:
        return None
    surely = [match for match in matches if not match.soft]
    asked = ways.read(question.text, surely)
    if (
        not asked
        and len(surely) < len(matches)
        and all(_may_name(match, question.language) for match in matches)
    ):
        asked = ways.read(question.text, matches)
    else:
        matches = surely
    if len(asked) != 1:
        return None  # what is asked in two ways is not understood
    if asked[0].section == "timing" and asked[0].actor == "theirs" and asked[0].sense != "response":
        return None  # whose turn it is, is said from the asker's side
    numbers = [number for number in (asked[0].first, asked[0].second) if number is not None]
    cards = [card for number in numbers if (card := find(matches[number].oracle_id)) is not None]
    if len(cards) != len(numbers):
        return None
    if any(map(_is_plural, matches)):
        return None  # how many there are can change the case
    faces = [_face_named(card, matches[number]) for card, number in zip(cards, numbers, strict=True)]
    if None in faces:
        return None
    backs = frozenset(card.name for card, face in zip(cards, faces, strict=True) if face)
    trial = replace(_trial(asked[0], [card_text(card) for card in cards]), transformed=backs)
    report = play(trial, frozenset(question.without))
    printed = {card.name: _printed(card, question.language, back=card.name in backs) for card in cards}
    return _Telling(question, asked[0], trial, report, catalogue(question.language), printed).told()


def _may_name(match: CardMatch, language: Language) -> bool:
    """Whether a word that may be ordinary is a name where only a name fits: in English and German it may be any noun."""
    return not match.soft or language not in ("en", "de") or (language == "de" and match.how == "exact")


def _is_plural(match: CardMatch) -> bool:
    """Whether more than one card of that name is spoken of."""
    return match.matched.casefold() == f"{match.name.casefold()}s"


def _face_named(card: Card, match: CardMatch) -> int | None:
    """Which face of the card was named: 0, as for the whole card, or 1 for a back face; None where that can't be told."""
    if len(card.faces) < 2:
        return 0
    names = [card.name, *(printed.name for printed in card.printed.values())]
    for name in names:
        faces = [name.casefold(), *(face.casefold() for face in name.split(" // "))]
        if match.matched.casefold() in faces:
            found = max(0, faces.index(match.matched.casefold()) - 1)
            return found if found == 0 or card.layout in DOUBLE_FACED else None
    return None


def _printed(card: Card, language: Language, *, back: bool = False) -> str:
    """The card's name as it is printed in the language, or the English one; of a double-faced card the face that is up."""
    name = card.printed[language].name if language in card.printed else card.name
    first, _, second = name.partition(" // ") if card.layout in DOUBLE_FACED else (name, "", "")
    return second if back and second else first


def _trial(asked: Asked, texts: Sequence[CardText]) -> Trial:
    first, second = texts[0], texts[1] if len(texts) > 1 else None
    kind: Kind = asked.section  # type: ignore[assignment]
    detail = ""
    if (
        kind in ("timing", "looks")
        or (kind == "attack" and asked.sense == "new")
        or asked.sense in ("dies", "enters")
    ):
        detail = asked.sense
    if kind == "fight" and asked.sense == "blocks":
        first, second = texts[1], texts[0]
    if (kind == "fate" and asked.sense in _BY_CASTING) or (kind == "target" and asked.sense == "cast"):
        detail = "cast"
    return Trial(kind, first, second, _together(asked), detail)


def _together(asked: Asked) -> Whose:
    """Whether one player controls both cards ("mine"), or two do ("theirs"), or the question leaves it open."""
    kind = asked.section
    watcher: Whose
    other: Whose
    if kind == "trigger":
        watcher = asked.first_whose or "mine"
        other = asked.second_whose if asked.sense == "dies" else asked.actor or asked.second_whose
    elif kind == "hinder":
        watcher, other = asked.first_whose, asked.second_whose or asked.actor or "mine"
    elif kind == "looks":
        watcher, other = asked.first_whose, asked.second_whose
    else:
        watcher, other = asked.first_whose or asked.actor, asked.second_whose
    if not watcher or not other or (watcher == other == "theirs"):
        return ""
    return "mine" if watcher == other else "theirs"


class _Telling:
    """One trial's report in the words of its question."""

    def __init__(
        self,
        question: Question,
        asked: Asked,
        trial: Trial,
        report: TrialReport,
        say: Catalogue,
        printed: Mapping[str, str],
    ) -> None:
        self.question = question
        self.asked = asked
        self.trial = trial
        self.report = report
        self.say = say
        self.names = {
            "first": printed[trial.first.name],
            "second": printed[trial.second.name] if trial.second else "",
        }

    def told(self) -> Told | None:
        """The confirmation and, where all branches answer alike or can be told apart in a line each, the verdict."""
        report = self.report
        if report.status == "unsupported":
            return Told(self._confirmation("not_supported"), None, None)
        if report.status == "inconclusive" or not report.branches:
            return Told(self._confirmation("inconclusive", "not-tried"), None, None)
        read = [self._read(branch) for branch in report.branches]
        if report.status == "depends" and not self._may_choose():
            return Told(self._confirmation("inconclusive", "depends"), None, None)
        if any(one is None for one in read):
            return None
        verdict = self._verdict([one for one in read if one is not None])
        return Told(self._confirmation("confirmed"), verdict, verdict.text)

    def _may_choose(self) -> bool:
        """Whether it is asked what can be, and every branch leaves it to somebody's choices in the same way."""
        outcomes = {branch.outcome for branch in self.report.branches}
        return self.asked.can and outcomes == {"mixed"} and self.report.alike

    def _verdict(self, read: Sequence[_Reading]) -> Verdict:
        branches = self.report.branches
        labels = {one.label for one in read}
        texts = list(dict.fromkeys(one.text for one in read))
        say = self.say
        if len(texts) > 1:
            told = zip(branches, read, strict=True)
            lines = [say(f"trial.if.{self._togetherness(branch)}", what=one.text) for branch, one in told]
            statement = ("" if say.language in ("ja", "zh") else " ").join(lines)
        else:
            statement = texts[0]
        label = labels.pop() if len(labels) == 1 else None
        if (
            self.trial.kind != "timing"
            and any(branch.answered for branch in branches)
            and (self.trial.kind != "trigger" or label == "number")
        ):
            # what happens if nobody does anything is no yes or no to what players will do
            return Verdict(label="phrase", value=None, text=self._joined(statement, say("trial.answered")))
        values = {one.value for one in read}
        if label == "number" and len(values) == 1:
            value = values.pop()
            return Verdict(
                label="number", value=value, text=self._joined(say("verdict.number", value=value), statement)
            )
        if label in ("yes", "no"):
            return Verdict(label=label, value=label, text=self._joined(say(f"verdict.{label}"), statement))
        return Verdict(label="phrase", value=None, text=statement)

    def _joined(self, *parts: str) -> str:
        return ("" if self.say.language in ("ja", "zh") else " ").join(parts)

    def _togetherness(self, branch: Branch) -> str:
        what = "cast" if self.trial.kind == "trigger" and not self.trial.detail else "control"
        return f"{what}.{'same' if branch.whose == 'mine' else 'other'}"

    # What an outcome means for the question

    def _read(self, branch: Branch) -> _Reading | None:
        readers: Mapping[Kind, Callable[[Branch], _Reading | None]] = {
            "fate": self._fate,
            "target": self._target,
            "counter": self._counter,
            "block": self._block,
            "fight": self._fight,
            "timing": self._timing,
            "attack": self._attack,
            "trigger": self._trigger,
            "hinder": self._hinder,
            "looks": self._looks,
        }
        return readers[self.trial.kind](branch)

    def _words(self, key: str, **values: object) -> str:
        return self._said(f"{self.trial.kind}.{key}", **values)

    def _refused(self, branch: Branch) -> str:
        return self._said(f"refused.{_BY_REASON.get(branch.rule, 'kind')}")

    def _said(self, key: str, **values: object) -> str:
        text = self.say(f"trial.{key}", **self.names, **values)
        return _ELIDED.sub(r"\1'", text) if self.say.language == "fr" else text

    def _fate(self, branch: Branch) -> _Reading | None:
        outcome, wanted = branch.outcome, _WANTED.get(self.asked.sense)
        if outcome == "illegal":
            text = self._refused(branch)
            if wanted is None:
                return _Reading("phrase", text)
            return _Reading("yes" if self.asked.sense == "survive" else "no", text)
        if outcome == "mixed":
            if not self.asked.can or wanted is None or self.asked.sense == "survive":
                return None
            found = bool(branch.may & wanted)
            return _Reading("yes" if found else "no", self._words("may" if found else "may-not"))
        text = self._words(outcome)
        if wanted is None:
            return _Reading("phrase", text)
        if outcome in wanted:
            destroyed = branch.report is not None and _DESTROYED & set(branch.report.rules)
            return _Reading("phrase" if self.asked.sense == "destroy" and not destroyed else "yes", text)
        if outcome == "stays" or (self.asked.sense == "survive" and outcome != "returns"):
            return _Reading("no", text)
        # it leaves in another way than the one that is asked for
        return _Reading("phrase", text)

    def _target(self, branch: Branch) -> _Reading:
        if branch.outcome == "can":
            return _Reading("yes", self._words("can"))
        return _Reading("no", self._refused(branch))

    def _counter(self, branch: Branch) -> _Reading | None:
        if branch.outcome == "illegal":
            return _Reading("no", self._words("illegal"))
        if branch.outcome == "mixed":
            found = "countered" in branch.may
            return _Reading("yes", self._words("may")) if self.asked.can and found else None
        return _Reading("yes" if branch.outcome == "countered" else "no", self._words(branch.outcome))

    def _block(self, branch: Branch) -> _Reading:
        label: Label = {"can": "yes", "cannot": "no"}.get(branch.outcome, "phrase")  # type: ignore[assignment]
        return _Reading(label, self._words(branch.outcome))

    def _fight(self, branch: Branch) -> _Reading | None:
        outcome = branch.outcome
        if outcome == "mixed":
            return None
        text = self._words(outcome)
        dead = {"both": {"attacker", "blocker"}, "first": {"attacker"}, "second": {"blocker"}}.get(
            outcome, set()
        )
        if self.asked.asked == "what" or outcome == "no-block":
            return _Reading("phrase", text)
        who, what = self.asked.asked.split()
        so = len(dead) == 2 if who == "both" else (who in dead) == (what == "dies")
        return _Reading("yes" if so else "no", text)

    def _timing(self, branch: Branch) -> _Reading | None:
        if branch.outcome == "mixed":
            return None
        text = self._words(branch.outcome)
        if branch.outcome == "cannot" and branch.answered:
            return _Reading("phrase", text)  # "can I use it then?" may be asked of its ability
        return _Reading("yes" if branch.outcome == "can" else "no", text)

    def _attack(self, branch: Branch) -> _Reading:
        key = "sick" if branch.rule == "302.6" else branch.outcome
        return _Reading("yes" if branch.outcome == "can" else "no", self._words(key))

    def _trigger(self, branch: Branch) -> _Reading | None:
        outcome = branch.outcome
        if outcome == "mixed":
            return None
        dies = "dies-" if self.trial.detail == "dies" else ""
        text = self._words(f"{dies}{outcome}")
        if self.asked.sense == "times":
            number = {"never": "0", "once": "1", "twice": "2"}.get(outcome)
            return _Reading("number", text, number) if number else None
        return _Reading("no" if outcome == "never" else "yes", text)

    def _hinder(self, branch: Branch) -> _Reading | None:
        outcome, sense = branch.outcome, self.asked.sense
        if outcome == "nothing":
            if not sense or sense not in branch.may:
                return None  # it may hinder something else
            stopped = False
        else:
            stopped = not sense or (
                _STOPS.index(outcome) <= _STOPS.index(sense) and outcome in ("cast", sense)
            )
            if not stopped:
                return None
        key = outcome if stopped else f"not-{sense}"
        return _Reading("yes" if stopped == (self.asked.asked == "stopped") else "no", self._words(key))

    def _looks(self, branch: Branch) -> _Reading | None:
        outcome = branch.outcome
        what, _, which = self.trial.detail.partition(" ")
        if outcome == "mixed":
            return None
        if outcome == "gone":
            return _Reading("phrase", self._words("gone"))
        if what == "size":
            if outcome == "no creature":
                return _Reading("phrase", self._words("no-creature"))
            return _Reading("phrase", self._words("size", value=outcome))
        if what == "abilities":
            if outcome == "some":
                return _Reading("phrase", self._words("some"))
            lost = outcome == "none"
            return _Reading("yes" if lost == (self.asked.asked == "lost") else "no", self._words(outcome))
        there = outcome == "yes"
        key = what if there else f"{what}-not"
        named = {"type": self.say(f"trial.looks.types.{which}")} if what == "is" else {}
        if self.asked.asked == "lost":
            if "yes" not in branch.may:
                return None  # what it never had it does not lose
            there = not there
        return _Reading("yes" if there else "no", self._words(key, **named))

    # The confirmation

    def _confirmation(self, status: ConfirmationStatus, why: str = "") -> Confirmation:
        report, say = self.report, self.say
        shown = next((one for one in report.branches if one.report is not None), None)
        run = shown.report if shown is not None else None
        clause = report.unsupported[0] if report.unsupported else None
        texts = [card for card in (self.trial.first, self.trial.second) if card is not None]
        text = say(
            f"status.{status}",
            **({"clause": f"{clause.card}: {clause.text or clause.reason}"} if clause else {}),
        )
        if why:
            text = say(f"trial.{why}")
        return Confirmation(
            status=status,
            scenario=f"{TRIAL}{self.trial.kind}",
            claim=None,
            ran_with=tuple(RanWith(name=card.name, stand_in=False) for card in texts),
            rules=report.rules,
            unsupported=tuple(
                Unsupported(card=one.card, text=one.text, reason=one.reason) for one in report.unsupported
            ),
            steps=tuple(Step.model_validate(step, from_attributes=True) for step in run.steps) if run else (),
            status_text=text,
            explored=Explored(
                states=run.explored.states, runs=run.explored.runs, complete=run.explored.complete
            )
            if run is not None
            else None,
            without=self.question.without,
            played=shown.text if shown is not None else "",
        )

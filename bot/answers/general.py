"""General questions: what players ask without a card, and the scenario of the library that decides it.

`data/general/` holds facts: each names the claim of a scenario that it rests on, says in eight languages what is so, and
lists what players ask, by what is then the answer. A question fits a fact only if every word of it is one that the
fact's own phrasings use, it says all that the fact turns on, and it is put as one of them is. The answer is the run's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from bot.answers.alternatives import alternatives
from bot.answers.concepts import normalise
from bot.answers.data_files import load_data
from bot.answers.frames import Form, Frame, frames
from bot.answers.matching import AskableQuestion, Match
from bot.answers.models import Language
from bot.answers.numbers import NumberClaim
from bot.answers.shorthand import written_out
from bot.answers.wording import NOTHING, Said, Vocabulary, joined, vocabulary

Kind = Literal["yes", "no", "what"]
_CONTRARY: Final[Mapping[Kind, Kind]] = {"yes": "no", "no": "yes"}
KINDS: Final[tuple[Kind, ...]] = ("yes", "no", "what")

MIN_SAID = 0.6
"""An English question says at least this share of what its nearest phrasing says, beside what the fact needs."""
MIN_ASKED = 0.7
"""What is asked for and the phrasing's agree at least so far (shared among all words of both)."""
SURE = 1.8
MARGIN = 0.3
"""An English question that fits both a fact's "yes" and its "no" must be so near to the one and so far from the other."""
MIN_SAID_ELSEWHERE = 0.85
MIN_SHARED_ELSEWHERE = 0.75
"""The same in other languages, which have no list of what a fact needs: there a question must be nearly a phrasing."""

_WH = re.compile(r"\b(what|why|who|whose|where|when|which|how (?:many|much|often)|how)\b")
_ASKS = re.compile(r"(?:and |so |but |then )?(?:what|why|who|whose|where|when|which|how)\b")
_DENIALS = re.compile(r"\b(?:not|never|no|nothing|none|nobody|neither|nor|without|unable)\b")
_INVERTED = re.compile(r"(?:can|could|do|does|did|is|are|am|will|would|may|must|should|has|have|was|were)\b")
_SECOND = re.compile(
    r"\b(?:and|or|but)\b(?: \w+){0,2}? (?:can|could|do|does|did|is|are|am|will|would|may|must|should) (?:i|it|the|my|they|he|she|we|you|a|an|that|this)\b"
)


class Rests(BaseModel):
    """What a fact rests on: an entry of `facts.yaml`."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)

    scenario: str
    claim: str
    part: str = Field(default="", alias="in", description="the twin or variant whose claim it is")


class Asked(BaseModel):
    """What is asked in one language: an entry of that language's file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    fact: str = Field(description="what is so, as a sentence that stands alone")
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    what: tuple[str, ...] = Field(default=(), description="questions that the sentence answers")
    needs: tuple[str, ...] = Field(default=(), description="tokens of which one each must be said: `a|b`")
    also: tuple[str, ...] = Field(default=(), description="what may be said besides")

    def spelled(self, what: Kind | Literal["also"]) -> tuple[str, ...]:
        """The questions of a kind that the lines stand for, each once; not before somebody asks about the fact."""
        lines: tuple[str, ...] = getattr(self, what)
        return tuple(dict.fromkeys(text for line in lines for text in alternatives(line)))


class _Put(NamedTuple):
    """How a question is put, beside its words."""

    form: Form
    wh: str
    denied: bool
    plainly: bool  # whether it is denied by "not" alone
    optional: bool
    exclusive: bool
    number: NumberClaim | None
    actor: str | None
    situation_denied: bool


@dataclass(frozen=True, slots=True)
class _Phrasing:
    text: str
    put: _Put
    said: Said
    asked: Said  # its asking part


@dataclass(frozen=True, slots=True)
class _Entry:
    """A fact's phrasings of one kind."""

    entry: AskableQuestion
    kind: Kind
    phrasings: tuple[_Phrasing, ...]
    said: Said  # all that may be said
    asked: Said  # all that may be asked for


def frames_of(text: str, language: Language) -> tuple[Frame, ...]:
    """A text's questions, in whole words and taken apart."""
    return frames(written_out(text, language), language)


class General:
    """The facts of one language, ready to be matched."""

    def __init__(self, facts: Mapping[str, Rests], asked: Mapping[str, Asked], language: Language) -> None:
        self.language = language
        self._facts = facts
        self._asked = asked
        self._vocabulary: Vocabulary = vocabulary(language)
        self._needs = {
            name: tuple(self._needed(group) for group in asked[name].needs) for name in facts if name in asked
        }
        self._entries: dict[str, tuple[_Entry, ...]] = {}

    @property
    def entries(self) -> tuple[_Entry, ...]:
        """All facts, taken apart."""
        return tuple(entry for name in self._needs for entry in self._entries_of(name))

    def _entries_of(self, name: str) -> tuple[_Entry, ...]:
        """A fact's phrasings, taken apart when a question first says what it needs."""
        known = self._entries.get(name)
        if known is None:
            known = self._entries[name] = tuple(self._made(name, self._facts[name], self._asked[name]))
        return known

    def _made(self, name: str, rests: Rests, asked: Asked) -> Iterable[_Entry]:
        spelled = {kind: asked.spelled(kind) for kind in KINDS}
        phrasings = {kind: tuple(map(self._phrasing, spelled[kind])) for kind in KINDS}
        also = joined(map(self._read, asked.spelled("also")))
        told = {kind: joined(one.said for one in phrasings[kind]) for kind in KINDS}
        asked_for = {kind: joined(one.asked for one in phrasings[kind]) for kind in KINDS}
        everything = joined([*told.values(), also])
        for kind in KINDS:
            if not phrasings[kind]:
                continue
            # what only the contrary questions ask for must not be said
            contrary = asked_for[_CONTRARY[kind]] - told[kind] if kind in _CONTRARY else NOTHING
            yield _Entry(
                AskableQuestion(
                    scenario=rests.scenario,
                    id=name,
                    about=rests.claim,
                    situation=rests.part,
                    yes_when="fails" if kind == "no" else "holds",
                    ask={self.language: spelled[kind]},
                    answer={self.language: asked.fact},
                ),
                kind,
                _each_once(phrasings[kind]),
                everything - contrary if self.language == "en" else joined([told[kind], also]),
                asked_for[kind],
            )

    def _needed(self, group: str) -> frozenset[str]:
        return frozenset().union(*(self._vocabulary.read(word).tokens for word in group.split("|")))

    def _read(self, text: str) -> Said:
        return self._vocabulary.read(normalise(text, self.language))

    def _phrasing(self, text: str) -> _Phrasing:
        frame = frames_of(text, self.language)[-1]
        return _Phrasing(
            text,
            _put(frame),
            self._vocabulary.read(frame.text, closely=self.language != "en"),
            self._vocabulary.read(frame.query_text, closely=True),
        )

    def matches(self, frame: Frame) -> list[Match]:
        """The facts that the question surely asks for, best first."""
        if frame.unsure or _SECOND.search(frame.query_text) or _twisted(frame):
            return []
        said = self._vocabulary.read(frame.text, closely=self.language != "en")
        asked = self._vocabulary.read(frame.query_text, closely=True)
        put = _put(frame)
        found = (
            self._match(frame, put, said, asked, entry)
            for name, needs in self._needs.items()
            if not any(group.isdisjoint(said.tokens) for group in needs)
            for entry in self._entries_of(name)
        )
        return _unmixed(
            sorted((match for match in found if match is not None), key=lambda match: -match.score)
        )

    def _match(self, frame: Frame, put: _Put, said: Said, asked: Said, entry: _Entry) -> Match | None:
        if not said <= entry.said:
            return None
        if not asked <= entry.asked:
            return None
        fitting = (
            (score, one)
            for one in entry.phrasings
            if _alike(put, one.put) and (score := self._score(said, asked, one)) is not None
        )
        best = max(fitting, key=lambda pair: pair[0], default=None)
        if best is None:
            return None
        score, phrasing = best
        shown = replace(frame, form="what" if entry.kind == "what" else put.form)
        return Match(entry.entry, shown, phrasing.text, put.denied != phrasing.put.denied, score)

    def _score(self, said: Said, asked: Said, phrasing: _Phrasing) -> float | None:
        """How near the question is to the phrasing, or None where it is too far."""
        shared, other = said.tokens & phrasing.said.tokens, phrasing.said.tokens
        of_phrasing = len(shared) / len(other) if other else 0.0
        of_both = len(shared) / len(said.tokens | other) if other else 0.0
        if self.language != "en":
            enough = of_phrasing >= MIN_SAID_ELSEWHERE and of_both >= MIN_SHARED_ELSEWHERE
            return of_both if enough else None
        query, others = asked.tokens, phrasing.asked.tokens
        of_query = len(query & others) / len(query | others) if query | others else 0.0
        return of_both + of_query if of_phrasing >= MIN_SAID and of_query >= MIN_ASKED else None


def _each_once(phrasings: Iterable[_Phrasing]) -> tuple[_Phrasing, ...]:
    """Those that say the same words in the same way, once."""
    kept = {(one.put, one.said.tokens, one.asked.tokens): one for one in phrasings}
    return tuple(kept.values())


def _twisted(frame: Frame) -> bool:
    """Whether it is asked with a denial that may be meant either way ("doesn't it …?", "isn't it not …?")."""
    denials = _DENIALS.findall(frame.query_text)
    return len(denials) > 1 or ("not" in denials and _INVERTED.match(frame.query_text) is not None)


def _unmixed(matches: Sequence[Match]) -> list[Match]:
    """Without a fact's contrary where the question is nearly a phrasing, and far from the contrary's."""
    if not matches or matches[0].score < SURE:
        return list(matches)
    best = matches[0]
    return [
        match
        for match in matches
        if match is best or match.entry.id != best.entry.id or match.score > best.score - MARGIN
    ]


def _alike(one: _Put, other: _Put) -> bool:
    """Whether a question is put as the phrasing is."""
    if (one.form, one.optional, one.exclusive) != (other.form, other.optional, other.exclusive):
        return False
    if one.denied != other.denied and not (one if one.denied else other).plainly:
        return False  # "without trample" denies nothing that is asked, and "must I" is no "can't I"
    if one.form != "yes_no" and (one.wh != other.wh or one.denied != other.denied):
        return False
    if one.number != other.number and one.form == "yes_no":
        return False
    if one.actor is not None and other.actor is not None and one.actor != other.actor:
        return False
    return one.situation_denied == other.situation_denied


def _put(frame: Frame) -> _Put:
    return _Put(
        form=_form(frame),
        wh=_wh(frame),
        denied=frame.denied,
        plainly=_DENIALS.findall(frame.query_text) == ["not"] and not frame.optional,
        optional=frame.optional,
        exclusive=frame.exclusive,
        number=frame.number,
        actor=frame.actor,
        situation_denied=frame.situation_denials % 2 == 1,
    )


def _form(frame: Frame) -> Form:
    """The form; "who gets …" and "whose … resolves" ask, though they have a statement's word order."""
    return (
        "what"
        if frame.language == "en" and frame.form == "yes_no" and _ASKS.match(frame.query_text)
        else frame.form
    )


def _wh(frame: Frame) -> str:
    match = _WH.search(frame.query_text) if frame.language == "en" else None
    return match[1] if match else ""


@cache
def facts() -> Mapping[str, Rests]:
    """What all facts rest on, by name."""
    return {name: Rests.model_validate(entry) for name, entry in load_data("general/facts").items()}


@cache
def asked(language: Language) -> Mapping[str, Asked]:
    """What is asked in a language, by the fact's name."""
    return {name: Asked.model_validate(entry) for name, entry in load_data(f"general/{language}").items()}


@cache
def general(language: Language) -> General:
    """The facts as they are asked for in a language."""
    return General(facts(), asked(language), language)


def relied_on() -> Sequence[str]:
    """The scenarios that facts rest on, each once."""
    return tuple(dict.fromkeys(rests.scenario for rests in facts().values()))

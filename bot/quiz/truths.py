"""Items out of positions: which of several claims is true here? The wrong ones are true of the position's twin.

A twin is a position with one thing changed, where named claims must fail. A choice is therefore between what the
scenario claims of the position and what it claims of the twin, of the same things. Every claim is played in the
position that is asked about, and its opposite too: one counts as wrong only where it holds in no line of play, so
that no choice is half right.
"""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from bot.answers.models import Language
from bot.quiz.asked import MOST_RULES, is_good
from bot.quiz.misconceptions import MOST_CHOICES, slip_for
from bot.quiz.models import Choice, Question, dice
from bot.quiz.plays import NAME, Plays
from bot.quiz.situation import moment, shown_cards, situation
from bot.quiz.texts import QuizTexts, quiz_texts
from rules_engine.errors import ScenarioError
from rules_engine.scenario import ScenarioFile, ScenarioReport, loads
from rules_engine.scenario.actions import ACTION_VERBS
from rules_engine.scenario.claims import Expectation
from rules_engine.scenario.patches import apply_change, swapped
from rules_engine.scenario.schema import Scenario

MOST_TEXT = 200
OWN, OTHERS, OPPOSITE = "o", "f", "d"
DUAL = {"always": "never", "never": "always"}

# Half sentences lean on the claim before them, which is not shown.
_LEANING = re.compile(r"^(?:Or|Nor|Then|And|But|So)\b|\b(?:not|none|can't|may|can|must|is|does|too|either)$")
# A sentence in general terms or under a condition is true also where its condition in the engine is not met, so it
# can't be a wrong choice: "With two lands it enters untapped" is no lie where there is one land.
_DEFINITE = re.compile(
    r"(?:The|It|Its|They|This|That|Both|Neither|All (?:of|two|three|four)|Only|Nobody|Nothing|No|Zero|One|Two|Three|Four"
    r"|Five|Six|X|[BCD]"
    r"|\d+|A (?:may|can|could|must|did|is|was|[a-z]+s))\b"
)
_CONDITIONAL = re.compile(
    r"\b(?:if|unless|when|whenever|while|without|until|otherwise|would|that|who|which)\b", re.IGNORECASE
)
_SUBJECTS = ("object", "source", "player", "recipient", "about")


@dataclass(frozen=True)
class TruthItem:
    """A scenario of the library (twin "") or one of its twins."""

    id: str
    level: int
    topics: tuple[str, ...]
    scenarios: Mapping[str, ScenarioFile]
    name: str
    twin: str

    @property
    def file(self) -> ScenarioFile:
        """The scenario's file."""
        return self.scenarios[self.name]

    @property
    def scenario(self) -> Scenario:
        """The position."""
        return self.file.twins[self.twin] if self.twin else self.file.scenario

    def build(self, plays: Plays, seed: int, language: Language) -> Question | None:
        """The question; None when the run is not conclusive or there is nothing wrong to choose."""
        text = json.dumps(self._document())
        claims = {one.id: one for one in loads(text, NAME).scenario.expect}
        pairs = _pairs(claims, frozenset(self.file.named_cards))
        base = plays.library(self.file) if pairs else None
        if base is None or not is_good(base, plays):
            return None
        report = plays.text(text, disk=True)
        if report is None or report.status not in ("passed", "failed") or not report.explored.complete:
            return None
        say, rng = quiz_texts(language), dice(self.id, seed)
        chosen = _chosen(pairs, claims, report, say, rng)
        if chosen is None:
            return None
        right, order = chosen
        slip = slip_for(claims[right].rules, self.scenario.cites)
        lines = situation(self.scenario, say)
        texts = [_text(claims[ident], say) for ident in order]
        return Question(
            item=self.id,
            seed=seed,
            language=language,
            level=self.level,
            topics=self.topics,
            situation=lines,
            cards=shown_cards("\n".join([*lines, *texts]), self.file, plays),
            ask=say("ask.true"),
            choices=tuple(Choice(text, slip.slip if slip else "") for text in texts),
            right=order.index(right),
            why=self._why(),
            rules=tuple(self.scenario.cites)[:MOST_RULES],
            steps=report.steps,
            scenario=self.file.id,
            text=text,
            in_english=frozenset(["choices", "why"]) if language != "en" else frozenset(),
        )

    def _why(self) -> tuple[str, ...]:
        scenario = self.file.scenario
        if self.twin:
            return tuple(twin.title for twin in scenario.twins if twin.id == self.twin)
        return tuple(text for text in (scenario.title, scenario.why) if text)

    def _document(self) -> dict[str, Any]:
        """The position with its own claims (o…), those of its opposite (f…), and these turned round (d…)."""
        value: Any = self.file.document.value
        document: dict[str, Any] = {
            key: copy.deepcopy(part)
            for key, part in value.items()
            if key not in ("twins", "variants", "questions", "confirms")
        }
        twins = {twin.id: twin for twin in self.file.scenario.twins}
        if self.twin:
            document = apply_change(document, twins[self.twin].change)
        document["id"], document["expect"] = NAME, []
        for kind, claims in ((OWN, self._own()), (OTHERS, self._others())):
            for n, claim in enumerate(claims):
                candidate = [{**claim, "id": f"{kind}{n}"}, *_turned_round(claim, f"{OPPOSITE}{n}", kind)]
                if _fits({**document, "expect": candidate}):
                    document["expect"] += candidate
        return document

    def _own(self) -> Iterator[dict[str, Any]]:
        """What is claimed here: of the twin all, of the scenario what a twin stands against."""
        value: Any = self.file.document.value
        twins = {twin["id"]: twin for twin in value["twins"]}
        if self.twin:
            yield from twins[self.twin]["expect"]
            return
        against = {ident for twin in self.file.scenario.twins for ident in twin.opposite}
        yield from (claim for claim in value["expect"] if claim["id"] in against)

    def _others(self) -> Iterator[dict[str, Any]]:
        """What is claimed of the opposite, with the cards of this position in it."""
        value: Any = self.file.document.value
        for twin in self.file.scenario.twins:
            if self.twin in ("", twin.id):
                raw = next(one for one in value["twins"] if one["id"] == twin.id)
                claims = [one for one in value["expect"] if one["id"] in twin.opposite]
                for claim in claims if self.twin else raw["expect"]:
                    moved: Any = claim
                    for old, new in twin.change.swap.items():
                        moved = swapped(moved, old, new) if self.twin else swapped(moved, new, old)
                    yield moved


def _pairs(claims: Mapping[str, Expectation], names: frozenset[str]) -> dict[str, list[str]]:
    """Claims of the position that can be asked about, each with those of its opposite that are about the same."""
    short = {
        ident: one
        for ident, one in claims.items()
        if len(one.claim) <= MOST_TEXT and not _LEANING.search(one.claim)
    }
    wrong = [
        ident for ident, one in short.items() if ident.startswith(OTHERS) and _is_definite(one.claim, names)
    ]
    found = {
        ident: [other for other in wrong if _subjects(one) & _subjects(claims[other])]
        for ident, one in short.items()
        if ident.startswith(OWN)
    }
    return {ident: others for ident, others in found.items() if others}


def _chosen(
    pairs: Mapping[str, list[str]],
    claims: Mapping[str, Expectation],
    report: ScenarioReport,
    say: QuizTexts,
    rng: random.Random,
) -> tuple[str, list[str]] | None:
    """The right claim and all choices in the order in which they are shown, as the run has found them true or false."""
    results = {one.id: one.result for one in report.expectations}
    offered: dict[str, list[str]] = {}
    for ident, others in pairs.items():
        if results[ident] == "holds":
            texts = {
                _text(claims[other], say): other for other in others if _is_false(other, claims, results)
            }
            texts.pop(_text(claims[ident], say), None)
            if texts:
                offered[ident] = sorted(texts.values())
    if not offered:
        return None
    chosen = rng.choice(list(offered))
    wrong = offered[chosen]
    order = [chosen, *rng.sample(wrong, min(len(wrong), MOST_CHOICES - 1))]
    rng.shuffle(order)
    return chosen, order


def _is_definite(claim: str, names: frozenset[str]) -> bool:
    """Whether a sentence speaks of what is here, and not in general or of a case."""
    starts = _DEFINITE.match(claim) or any(claim.startswith(name) for name in names)
    return bool(starts) and not _CONDITIONAL.search(claim)


def _is_false(ident: str, claims: Mapping[str, Expectation], results: Mapping[str, str]) -> bool:
    """Whether a claim is true in no line of play."""
    possible = claims[ident].quantifier == "possible"
    opposite = f"{OPPOSITE}{ident[len(OTHERS) :]}"
    return results[ident] == "fails" and (possible or results.get(opposite) == "holds")


def _subjects(claim: Expectation) -> frozenset[str]:
    """What a claim is about: the kind of thing, and whose."""
    found: set[str] = set()
    _collect(claim.condition.model_dump(exclude_unset=True), found)
    return frozenset(found)


def _collect(condition: Mapping[str, Any], found: set[str]) -> None:
    for field, value in condition.items():
        if field in ("any", "also_seen", "order"):
            for part in value or ():
                _collect(part if field == "any" else {"seen": part}, found)
        elif field == "not_" and value:
            _collect(value, found)
        elif field in ("legal", "illegal"):
            verb = next((key for key in ACTION_VERBS if value.get(key)), "")
            found.add(f"legal {verb} {value.get(verb)}")
        elif field in ("seen", "asked"):
            what = value.get("event") or value.get("decision") or ""
            found.update(f"{what} {value[key]}" for key in _SUBJECTS if value.get(key))
            found.add(f"{what}") if not any(value.get(key) for key in _SUBJECTS) else None
        elif isinstance(value, dict):
            found.update(f"{field} {name}" for name in value)
        else:
            found.add(field)


def _text(claim: Expectation, say: QuizTexts) -> str:
    return f"{claim.claim}{moment(claim.at, say)}"


def _turned_round(claim: Mapping[str, Any], ident: str, kind: str) -> list[dict[str, Any]]:
    """The claim that the condition never holds where the claim says always, and the other way round."""
    if kind == OWN:
        return []
    for quantifier, opposite in DUAL.items():
        if quantifier in claim:
            rest = {key: part for key, part in claim.items() if key != quantifier}
            return [{**rest, "id": ident, opposite: claim[quantifier]}]
    return []


def _fits(document: dict[str, Any]) -> bool:
    """Whether claims of another position mean something here: the moments that they name are there."""
    try:
        loads(json.dumps(document), NAME)
    except ScenarioError:
        return False
    return True

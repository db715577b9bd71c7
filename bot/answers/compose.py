"""From what was found to an `Answer`: what leads, how sure it is, and the words around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.answers.catalogue import Catalogue
from bot.answers.confirm import Confirmed
from bot.answers.models import TRIAL, Confidence, Language, RuleCited, RulingCited, Translation
from knowledge import Hit, Rule, Ruling
from knowledge.folding import fold_text

SUPPORTED = 0.5
"""From this chance on a ruling is taken for one that answers, or a rule for the one that decides."""
ANSWERABLE = 0.5
"""Below this chance that rules and rulings answer a question at all nothing is said to fit."""
UNRELATED = 0.2
"""Rulings below this chance are not put beside texts that answer."""
NEAREST = 2
"""So many texts of each kind are shown as nearest when nothing answers."""
MAX_SHOWN = 10
MAX_RULES_NAMED = 4


@dataclass(frozen=True, slots=True)
class Found:
    """What was retrieved and confirmed."""

    rulings: tuple[RulingCited, ...]
    rules: tuple[RuleCited, ...]
    confirmed: Confirmed | None
    answerable: float  # the chance that rules and rulings answer the question at all

    @property
    def best_score(self) -> float:
        """Of the best ruling or rule that the search itself found."""
        scores = [one.score for one in self.rulings] + [
            one.score for one in self.rules if not one.cited_by_run
        ]
        return max(scores, default=0.0)

    def shown(self, sure: Confidence) -> Found:
        """What is shown: beside texts that answer only such as belong to the question, the nearest when none does."""
        if sure == "unknown":
            return replace(self, rulings=self.rulings[:NEAREST], rules=self.rules[:NEAREST])
        by_ruling = self.confirmed is not None and self.confirmed.ruling is not None
        if sure == "supported" or (sure == "confirmed" and not by_ruling):
            return replace(self, rulings=tuple(one for one in self.rulings if one.score >= UNRELATED))
        return self


def cite_ruling_hit(hit: Hit, language: Language) -> RulingCited:
    """A ruling that the search found, with its translation if there is one."""
    translation = hit.translations.get(language)
    return RulingCited(
        card=hit.cards[0] if hit.cards else "",
        comment=hit.text or "",
        published_at=hit.published_at.isoformat() if hit.published_at else "",
        source=hit.source or "wotc",
        score=round(hit.score, 4),
        key=hit.key,
        translation=None
        if translation is None
        else Translation(
            language=language, text=translation.text, official=translation.official, source=translation.source
        ),
    )


def cite_ruling(ruling: Ruling, language: Language, score: float) -> RulingCited:
    """A ruling that is known without searching."""
    translation = ruling.translations.get(language)
    return RulingCited(
        card=ruling.card,
        comment=ruling.comment,
        published_at=ruling.published_at.isoformat(),
        source=ruling.source,
        score=round(score, 4),
        key=ruling.key,
        translation=None
        if translation is None
        else Translation(
            language=language, text=translation.text, official=translation.official, source=translation.source
        ),
    )


def cite_rule(rule: Rule, score: float, *, by_run: bool = False) -> RuleCited:
    """A rule as it is shown."""
    return RuleCited(
        number=rule.number, text=rule.text, summary=rule.summary, score=round(score, 4), cited_by_run=by_run
    )


def cite_rule_hit(hit: Hit) -> RuleCited:
    """A rule that the search found."""
    return RuleCited(
        number=hit.number or hit.key, text=hit.text, summary=hit.summary, score=round(hit.score, 4)
    )


def lead_with(ruling: Ruling, cited: Sequence[RulingCited], language: Language) -> tuple[RulingCited, ...]:
    """The rulings with the confirmed one first, in the place of a text that differs in quotes and dashes at most."""
    words = fold_text(ruling.comment)
    same = [one for one in cited if one.key == ruling.key or fold_text(one.comment) == words]
    first = cite_ruling(
        ruling, language, max((one.score for one in same), default=cited[0].score if cited else 1.0)
    )
    return (first, *(one for one in cited if one not in same))[:MAX_SHOWN]


def merge_rules(*groups: Sequence[RuleCited]) -> tuple[RuleCited, ...]:
    """Rules of all groups in order, each number once."""
    merged: dict[str, RuleCited] = {}
    for group in groups:
        for rule in group:
            merged.setdefault(rule.number, rule)
    return tuple(merged.values())[:MAX_SHOWN]


def confidence(found: Found) -> Confidence:
    """How far the answer can be trusted; a disagreement lowers it."""
    confirmed = found.confirmed
    if confirmed is not None:
        if confirmed.verdict is not None:
            return "confirmed"
        if confirmed.confirmation.status == "contradicted":
            return "uncertain"
    if found.answerable < ANSWERABLE:
        return "unknown"
    return "supported" if found.best_score >= SUPPORTED else "uncertain"


def headline(found: Found, sure: Confidence, say: Catalogue, looked_for: str) -> str:
    """The first line when nothing went wrong before."""
    confirmed = found.confirmed
    if confirmed is not None and confirmed.verdict is not None:
        return confirmed.verdict.text
    if confirmed is not None and confirmed.confirmation.status == "contradicted":
        return say("headline.contradicted")
    if sure == "unknown":
        return say("headline.nothing", looked=looked_for)
    if confirmed is not None and confirmed.confirmation.status == "not_supported":
        return say("headline.not_supported")
    return say("headline.supported" if sure == "supported" else "headline.uncertain")


def explanation(found: Found, say: Catalogue) -> str:
    """Why, with rule numbers."""
    confirmed = found.confirmed
    if confirmed is None or confirmed.verdict is None:
        return ""
    told = confirmed.confirmation
    parts: list[str] = []
    if told.explored is not None:
        parts.append(say("explanation.run", runs=told.explored.runs, states=told.explored.states))
        if told.explored.complete and told.explored.runs > 1:
            parts.append(say("explanation.complete"))
    if told.rules:
        parts.append(say("explanation.rules", rules=", ".join(told.rules[:MAX_RULES_NAMED])))
    return ("" if say.language in ("ja", "zh") else " ").join(parts)


def run_notes(found: Found, say: Catalogue) -> list[str]:
    """What the asker should know about the run: whose texts, which stand-ins, what was switched off."""
    if found.confirmed is None:
        return []
    told = found.confirmed.confirmation
    notes: list[str] = []
    real = [card.name for card in told.ran_with if not card.stand_in and not _is_basic(card.name)]
    invented = [card.name for card in told.ran_with if card.stand_in]
    if real:
        notes.append(say("note.ran_with", names=", ".join(real)))
    if invented:
        notes.append(say("note.stand_ins", names=", ".join(invented)))
    if told.scenario is not None and told.scenario.startswith(TRIAL):
        notes.append(say("trial.assumed"))
    if told.situation == "twin" and found.confirmed.verdict is not None:
        notes.append(say("note.twin"))
    notes += [
        say("note.unsupported", card=one.card, text=one.text, reason=one.reason) for one in told.unsupported
    ]
    if told.without:
        notes.append(say("note.without", rules=", ".join(told.without)))
    return notes


def _is_basic(name: str) -> bool:
    return name in {"Plains", "Island", "Swamp", "Mountain", "Forest", "Wastes"}


def nearest_rule(number: str, exists: Sequence[str]) -> str | None:
    """Of the given numbers the one nearest to a number that does not exist."""
    wanted = _rule_key(number)
    return min(exists, key=lambda other: _distance(wanted, _rule_key(other)), default=None)


def _rule_key(number: str) -> tuple[int, int, str]:
    match = re.fullmatch(r"(\d+)(?:\.(\d+)([a-z]?))?", number)
    return (int(match[1]), int(match[2] or 0), match[3] or "") if match else (0, 0, "")


def _distance(left: tuple[int, int, str], right: tuple[int, int, str]) -> tuple[int, int, int]:
    letters = ord(left[2] or "`") - ord(right[2] or "`")
    return abs(left[0] - right[0]), abs(left[1] - right[1]), abs(letters)

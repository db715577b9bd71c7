"""`Answerer.answer(question)`: understand, retrieve, confirm, compose, in that order. No Discord and no terminal here."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from functools import cached_property

from bot.answers import compose
from bot.answers.catalogue import Catalogue, catalogue
from bot.answers.confirm import Confirmed, Confirmer
from bot.answers.engine import Engine
from bot.answers.errors import QuestionError
from bot.answers.models import (
    Ambiguous,
    Answer,
    CardUsed,
    Confidence,
    DataUsed,
    Language,
    OutOfScope,
    Problem,
    Question,
    Retrieval,
    RuleCited,
    Timings,
)
from bot.answers.names import unknown_names, without_names
from bot.answers.question import MAX_CHARACTERS, clean, read_question
from bot.answers.scope import out_of_scope, says_nothing
from knowledge import Card, CardMatch, CardMatches, Findings, Hit, Knowledge, PhraseIndex

SHOWN_OF_TOO_LONG = 200


class Answerer:
    """Answers questions from one `Knowledge`. Thread-safe; encoding and running happen in the calling thread."""

    def __init__(self, knowledge: Knowledge, engine: Engine | None = None) -> None:
        self.knowledge = knowledge
        self.engine = engine or Engine()
        self._confirmer = Confirmer(self.engine, knowledge, self._similarities, lambda: knowledge.generation)

    @cached_property
    def _phrases(self) -> PhraseIndex:
        return self.knowledge.phrases(self.engine.matcher.texts)

    def warm_up(self) -> bool:
        """Load what the first question would otherwise wait for; False when search stays lexical."""
        self.engine.matcher  # noqa: B018  (made on first use)
        ready = self.knowledge.warm_up()
        self._similarities("warm up", "en")
        return ready

    def answer(
        self,
        text: str,
        language: Language | None = None,
        *,
        without: Iterable[str] = (),
        topic_cards: Iterable[str] = (),
    ) -> Answer:
        """Answer a person's text. Never raises for what people write: a problem with it is an answer that says so.

        `language` overrides recognition, `without` are rules to switch off in the engine's run, `topic_cards` the
        Oracle ids that a follow-up question is still about.
        """
        start = time.perf_counter()
        try:
            question, matches = self._understand(text, language, tuple(without), tuple(topic_cards))
        except QuestionError as error:
            return self._refused(text, language, error, start)
        return _Answering(self, question, matches, start).answer()

    def _understand(
        self, text: str, language: Language | None, without: tuple[str, ...], topic_cards: tuple[str, ...]
    ) -> tuple[Question, CardMatches]:
        bare = read_question(text, language=language, without=without, topic_cards=topic_cards)
        matches = self.knowledge.resolve_cards(bare.text, bare.language)
        if language is None and matches.cards:
            names = [match.matched for match in matches.cards if not match.soft]
            question = read_question(text, names=names, without=without, topic_cards=topic_cards)
            if question.language != bare.language:
                return question, self.knowledge.resolve_cards(question.text, question.language)
        return bare, matches

    def _refused(self, text: str, language: Language | None, error: QuestionError, start: float) -> Answer:
        used: Language = language or "en"
        words = catalogue(used)(f"problem.{error.code}", **error.values)
        shown = clean(text[: MAX_CHARACTERS + 1])
        spent = _ms(start)
        return Answer(
            question=shown if len(text) <= MAX_CHARACTERS else f"{shown[:SHOWN_OF_TOO_LONG]}…",
            language=used,
            headline=words,
            problem=Problem(code=error.code, text=words),
            data=self.data_used("lexical"),
            timings_ms=Timings(total=spent, understand=spent, retrieve=0.0, confirm=0.0),
        )

    def data_used(self, retrieval: Retrieval) -> DataUsed:
        """Dates of the data in use."""
        status = self.knowledge.status()
        return DataUsed(
            retrieval=retrieval,
            cards_as_of=_iso(status.cards_as_of),
            rulings_as_of=_iso(status.rulings_as_of),
            rules_effective=_iso(status.rules_effective),
        )

    def confirm(
        self,
        question: Question,
        cards: Sequence[Card],
        hits: Sequence[Hit],
        *,
        matches: Sequence[CardMatch],
        strangers: bool,
    ) -> Confirmed | None:
        """What the engine says; see `Confirmer.confirm`."""
        return self._confirmer.confirm(question, cards, hits, matches=matches, strangers=strangers)

    def _similarities(self, text: str, language: str) -> Sequence[float] | None:
        texts = self.engine.matcher.texts
        if not texts:
            return None
        scores = [0.0] * len(texts)
        for index, score in self._phrases.search(text, len(texts), language=language):
            scores[index] = score
        return scores


class _Answering:
    """One question on its way through."""

    def __init__(self, answerer: Answerer, question: Question, matches: CardMatches, start: float) -> None:
        self.answerer = answerer
        self.knowledge = answerer.knowledge
        self.question = question
        self.matches = matches
        self.say: Catalogue = catalogue(question.language)
        self.start = start
        self.understood = self.retrieved = self.confirmed_at = _ms(start)

    def answer(self) -> Answer:
        """All steps."""
        # "Blood Artist" is no question about an artist
        scope = out_of_scope(without_names(self.question.text, self.surely), self.question.language)
        if scope is not None and not self.question.rule_numbers:
            return self._out_of_scope(scope)
        if self._says_nothing():
            return self._problem("vague", self.say("problem.vague"))
        self.understood = _ms(self.start)
        findings = self._retrieve()
        self.retrieved = _ms(self.start)
        confirmed = self._confirm(findings.rulings)
        self.confirmed_at = _ms(self.start)
        return self._composed(self._found(findings, confirmed), findings.retrieval)

    # Understanding

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """Names in the question that no card has."""
        spans = [
            (match.start, match.end) for match in self.matches.cards if match.how != "fuzzy" or match.end
        ]
        spans += [(one.start, one.end) for one in self.matches.ambiguous]
        names = unknown_names(self.question.text, self.question.language, spans)
        return tuple(name for name in names if name not in self.answerer.engine.stand_ins)

    @cached_property
    def surely(self) -> tuple[CardMatch, ...]:
        """Every place where the question surely names a card."""
        return tuple(match for match in self.matches.cards if not match.soft)

    @cached_property
    def named(self) -> tuple[CardMatch, ...]:
        """Cards that the question surely names, each once."""
        once: dict[str, CardMatch] = {}
        for match in self.surely:
            once.setdefault(match.oracle_id, match)
        return tuple(once.values())

    def _says_nothing(self) -> bool:
        if (
            self.matches.cards
            or self.matches.ambiguous
            or self.question.rule_numbers
            or self.question.topic_cards
        ):
            return False
        return says_nothing(self.question.text, self.question.language)

    # Retrieving and confirming

    def _retrieve(self) -> Findings:
        cards = [match.oracle_id for match in self.named] or list(self.question.topic_cards) or None
        return self.knowledge.search_each(
            self.question.text,
            language=self.question.language,
            matches=self.matches,
            cards=cards,
            k=compose.MAX_SHOWN,
        )

    def _confirm(self, rulings: Sequence[Hit]) -> Confirmed | None:
        if self.matches.ambiguous:
            return None
        ids = [match.oracle_id for match in self.named] or self.question.topic_cards
        cards = [card for oracle_id in ids if (card := self.knowledge.card_by_id(oracle_id)) is not None]
        matches = [match for match in self.matches.cards if not match.soft or match.looks_meant]
        return self.answerer.confirm(
            self.question, cards, rulings, matches=matches, strangers=bool(self.unknown)
        )

    def _found(self, findings: Findings, confirmed: Confirmed | None) -> compose.Found:
        language = self.question.language
        cited = tuple(compose.cite_ruling_hit(hit, language) for hit in findings.rulings)
        if confirmed is not None and confirmed.ruling is not None:
            cited = compose.lead_with(confirmed.ruling, cited, language)
        asked = self._rules(self.question.rule_numbers, by_run=False)
        by_run = self._rules(confirmed.confirmation.rules if confirmed else (), by_run=True)
        found = [compose.cite_rule_hit(hit) for hit in findings.rules]
        answerable = 1.0 if asked else findings.answerable
        return compose.Found(cited, compose.merge_rules(asked, by_run, found), confirmed, answerable)

    def _rules(self, numbers: Iterable[str], *, by_run: bool) -> list[RuleCited]:
        """The rules of these numbers; one that a run rests on is named even before its text is there."""
        cited: list[RuleCited] = []
        for number in numbers:
            rule = self.knowledge.rule(number)
            if rule is not None:
                cited.append(compose.cite_rule(rule, 1.0, by_run=by_run))
            elif by_run:
                cited.append(RuleCited(number=number, text=None, summary=None, score=1.0, cited_by_run=True))
        return cited

    # Composing

    def _composed(self, found: compose.Found, retrieval: Retrieval) -> Answer:
        confirmed = found.confirmed
        sure = compose.confidence(found)
        problem: Problem | None = None
        if self.matches.ambiguous:
            problem, sure = self._ambiguous(), _at_most_uncertain(sure)
        elif self.unknown and not self.named and (confirmed is None or confirmed.verdict is None):
            # what the question says beside the name may be enough for texts, never for more
            sure = _at_most_uncertain(sure)
            if sure == "unknown":
                words = self.say("headline.unknown_card", name=self.unknown[0])
                problem = Problem(code="unknown_card", text=words)
        headline = compose.headline(found, sure, self.say, self._looked_for())
        found = found.shown(sure)
        return self._make(
            verdict=confirmed.verdict if confirmed and problem is None else None,
            confidence=sure,
            headline=problem.text if problem else headline,
            explanation=compose.explanation(found, self.say),
            rulings=found.rulings,
            rules=found.rules,
            related_only=sure in ("uncertain", "unknown"),
            notes=tuple(self._notes(found, retrieval, problem)),
            confirmation=confirmed.confirmation if confirmed else None,
            problem=problem,
            retrieval=retrieval,
        )

    def _ambiguous(self) -> Problem:
        first = self.matches.ambiguous[0]
        separator = "、" if self.say.language in ("ja", "zh") else ", "
        candidates = separator.join(first.candidates)
        return Problem(
            code="ambiguous_card",
            text=self.say("headline.ambiguous", matched=first.matched, candidates=candidates),
        )

    def _notes(self, found: compose.Found, retrieval: Retrieval, problem: Problem | None) -> Iterable[str]:
        unknown = self.unknown[1:] if problem is not None and problem.code == "unknown_card" else self.unknown
        for name in unknown:
            yield self.say("note.unknown_card", name=name)
        yield from compose.run_notes(found, self.say)
        for number in self.question.rule_numbers:
            if "." in number and self.knowledge.rule(number) is None:
                yield self._no_rule(number)
        if retrieval == "lexical":
            yield self.say("note.lexical")

    def _no_rule(self, number: str) -> str:
        group = number.partition(".")[0]
        nearest = compose.nearest_rule(number, [rule.number for rule in self.knowledge.rules_below(group)])
        if nearest is None:
            return self.say("note.no_rule_at_all", number=number)
        return self.say("note.no_rule", number=number, nearest=nearest)

    def _looked_for(self) -> str:
        if self.named:
            return self.say("explanation.looked_cards", names=", ".join(match.name for match in self.named))
        return self.say("explanation.looked_words")

    def _out_of_scope(self, kind: OutOfScope) -> Answer:
        return self._make(headline=self.say(f"scope.{kind}"), out_of_scope=kind)

    def _problem(self, code: str, words: str) -> Answer:
        return self._make(headline=words, problem=Problem.model_validate({"code": code, "text": words}))

    def _make(
        self, *, retrieval: Retrieval = "lexical", confidence: Confidence = "unknown", **fields: object
    ) -> Answer:
        total = _ms(self.start)
        return Answer.model_validate(
            {
                "question": self.question.text,
                "language": self.question.language,
                "cards": tuple(
                    CardUsed(name=match.name, oracle_id=match.oracle_id, matched=match.matched, how=match.how)
                    for match in _once(one for one in self.matches.cards if not one.soft or one.looks_meant)
                ),
                "ambiguous": tuple(
                    Ambiguous(matched=one.matched, candidates=one.candidates)
                    for one in self.matches.ambiguous
                ),
                "unknown_names": self.unknown,
                "confidence": confidence,
                "data": self.answerer.data_used(retrieval),
                "timings_ms": Timings(
                    total=round(total, 2),
                    understand=round(self.understood, 2),
                    retrieve=round(max(0.0, self.retrieved - self.understood), 2),
                    confirm=round(max(0.0, self.confirmed_at - self.retrieved), 2),
                ),
                **fields,
            }
        )


def _once(matches: Iterable[CardMatch]) -> list[CardMatch]:
    once: dict[str, CardMatch] = {}
    for match in matches:
        once.setdefault(match.oracle_id, match)
    return list(once.values())


def _at_most_uncertain(sure: Confidence) -> Confidence:
    return "unknown" if sure == "unknown" else "uncertain"


def _ms(start: float) -> float:
    return (time.perf_counter() - start) * 1000.0


def _iso(value: object) -> str | None:
    return None if value is None else str(value)

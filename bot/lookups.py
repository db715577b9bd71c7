"""Cards and rules as people name them: an exact thing, or the reason why there is none. No Discord and no terminal in here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from knowledge import Card, GlossaryEntry, Knowledge, Rule, Ruling

RULE_NUMBER: Final = re.compile(r"(?:CR\s*)?(\d{1,3}(?:\.\d{1,3}[a-z]?)?)\.?", re.IGNORECASE)
_CITED: Final = re.compile(r"\b(\d{3}(?:\.\d{1,3}[a-z]?)?)\b")
BY_ID: Final = "#"
NEAREST: Final = 5
MAX_CANDIDATES: Final = 8


class CardNotFoundError(LookupError):
    """No card bears the name, or several could; `candidates` are the names of those."""

    def __init__(self, name: str, candidates: Sequence[str] = ()) -> None:
        super().__init__(name)
        self.name = name
        self.candidates = tuple(candidates)


@dataclass(frozen=True, slots=True)
class CardView:
    """A card and its rulings."""

    card: Card
    rulings: tuple[Ruling, ...]


@dataclass(frozen=True, slots=True)
class RuleView:
    """A rule with what stands around it: the rule it is part of, its parts, and the rules its text points at."""

    rule: Rule
    parent: Rule | None
    below: tuple[Rule, ...]
    see: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesFound:
    """The rules nearest to some words, best first; empty when nothing is near."""

    rules: tuple[Rule, ...]


def find_card(library: Knowledge, name: str, language: str) -> CardView:
    """The card of a name in any language, spelt a little wrong at most; raises `CardNotFoundError`."""
    card = _card(library, name.strip(), language)
    return CardView(card, library.rulings(card.oracle_id))


def card_of(library: Knowledge, oracle_id: str) -> CardView | None:
    """The card of an Oracle id."""
    card = library.card_by_id(oracle_id)
    return CardView(card, library.rulings(oracle_id)) if card else None


def _card(library: Knowledge, name: str, language: str) -> Card:
    if name.startswith(BY_ID) and (by_id := library.card_by_id(name.removeprefix(BY_ID))):
        return by_id
    if card := library.card(name):
        return card
    named = [card.name for card in library.cards_named(name)]
    if len(named) > 1:
        raise CardNotFoundError(name, named[:MAX_CANDIDATES])
    matches = library.resolve_cards(f"[[{name}]]", language)
    if matches.ambiguous:
        raise CardNotFoundError(name, matches.ambiguous[0].candidates[:MAX_CANDIDATES])
    found = {match.oracle_id: match.name for match in matches.cards}
    if len(found) == 1 and (card := library.card_by_id(next(iter(found)))):
        return card
    raise CardNotFoundError(name, tuple(found.values())[:MAX_CANDIDATES])


def find_rule(library: Knowledge, query: str, language: str) -> RuleView | RulesFound:
    """The rule of a number or heading; for other words the nearest ones."""
    number = rule_number(query)
    rule = library.rule(number) if number else _headed(library, query)
    if rule is not None:
        return view_rule(library, rule)
    if number:
        return RulesFound(())
    hits = library.search(query, language=language, kinds=("rules",), k=NEAREST).hits
    rules = (library.rule(hit.number) for hit in hits if hit.number)
    return RulesFound(tuple(rule for rule in rules if rule is not None))


def rule_number(text: str) -> str | None:
    """The rule number that a text is, with or without "CR" before it: "CR 704.5e" → "704.5e"."""
    match = RULE_NUMBER.fullmatch(text.strip())
    return match[1].lower() if match else None


def view_rule(library: Knowledge, rule: Rule) -> RuleView:
    """A rule with its surroundings."""
    above = _parent_number(rule.number)
    below = library.rules_below(rule.number)
    direct = tuple(one for one in below if _parent_number(one.number) == rule.number)
    cited = dict.fromkeys(_CITED.findall(rule.text or ""))
    see = tuple(number for number in cited if number != rule.number and library.rule(number) is not None)
    return RuleView(rule, library.rule(above) if above else None, direct, see)


def _parent_number(number: str) -> str | None:
    """704.5e → 704.5 → 704 → none."""
    if number[-1:].isalpha():
        return number[:-1]
    return number.rpartition(".")[0] or None


def _headed(library: Knowledge, words: str) -> Rule | None:
    """The uppermost rule under a heading: "trample" → 702.19."""
    wanted = words.strip().casefold()
    headed = [rule for rule in library.store().rules() if (rule.title or "").casefold() == wanted]
    return min(headed, key=lambda rule: (len(rule.number), rule.number), default=None)


def glossary_terms(library: Knowledge, prefix: str, k: int) -> list[str]:
    """Glossary terms for what somebody has typed so far: those that begin with it, then those that hold it."""
    wanted = prefix.strip().casefold()
    terms = [entry.term for entry in library.store().glossary() if not entry.obsolete]
    begins = [term for term in terms if term.casefold().startswith(wanted)]
    holds = [term for term in terms if wanted in term.casefold() and term not in begins]
    return [*begins, *holds][:k]


def define(library: Knowledge, term: str) -> GlossaryEntry | None:
    """The glossary's entry for a term."""
    return library.glossary_entry(term.strip())


def rule_numbers(library: Knowledge, prefix: str, k: int) -> list[tuple[str, str]]:
    """(number, "number heading") for what somebody has typed so far: a number or the beginning of a heading."""
    wanted = prefix.strip().casefold()
    found = {
        rule.number: f"{rule.number} {rule.title or ''}".strip()
        for rule in library.store().rules()
        if rule.number.startswith(wanted)
        or (len(wanted) > 1 and (rule.title or "").casefold().startswith(wanted))
    }
    order = sorted(found, key=lambda number: (len(number), number))
    return [(number, found[number]) for number in order[:k]]

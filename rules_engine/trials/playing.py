"""What the kinds of trials share: the cards, one branch over all of its positions, and whether something is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, Final

from rules_engine.card_text import FACES, CardText
from rules_engine.game import Game
from rules_engine.model.abilities import (
    Ability,
    ActivatedAbility,
    ChangesZone,
    ChooseName,
    Effect,
    Enters,
    Keyword,
    SpellAbility,
    StaticAbility,
    TriggeredAbility,
)
from rules_engine.model.characteristics import Characteristics
from rules_engine.model.terms import This
from rules_engine.model.zones import Zone
from rules_engine.oracle import CompiledCard
from rules_engine.process.faces import is_back_face
from rules_engine.scenario.files import loads
from rules_engine.scenario.references import Names
from rules_engine.scenario.report import ScenarioReport
from rules_engine.scenario.setting_up import Table, card_text, compiled_once, gather, start
from rules_engine.trials.models import Branch, Status, Trial, TrialReport, Whose
from rules_engine.trials.tables import (
    BARE,
    FULL,
    NAME,
    SECOND,
    Position,
    Script,
    mana_for,
    may_come_out,
    named,
    stand_ins,
)

MIXED: Final = "mixed"
SEAT: Mapping[Whose, str] = {"mine": "A", "theirs": "B"}


class NotPlayed(Exception):
    """The trial can't be played this way; the text says why."""


@dataclass(frozen=True)
class Cards:
    """The cards of a trial, compiled, and how they are played."""

    trial: Trial
    compiled: Mapping[str, Characteristics]
    without: frozenset[str]
    control: list[str] = field(default_factory=list)

    @property
    def first(self) -> Characteristics:
        """What the first card is."""
        return self.compiled[self.trial.first.name]

    @property
    def second(self) -> Characteristics:
        """What the second card is."""
        return self.compiled[self.second_text.name]

    @property
    def second_text(self) -> CardText:
        """The second card; NotPlayed where there is none."""
        if self.trial.second is None:
            raise NotPlayed("a second card is needed")
        return self.trial.second

    @property
    def mana(self) -> Mapping[str, int]:
        """The mana that any of the cards may need."""
        return mana_for(self.trial.first, self.trial.second)

    @property
    def whose(self) -> tuple[Whose, ...]:
        """Who may control the second card; what the question says, or both."""
        return (self.trial.whose,) if self.trial.whose else ("theirs", "mine")

    @property
    def texts(self) -> dict[str, CardText]:
        """The cards' texts by name."""
        return {card.name: card for card in (self.trial.first, self.trial.second) if card is not None}

    def beginning(self, table: dict[str, Any]) -> tuple[Game, Names]:
        """The game as it stands before anything is done, and what the trial's names mean in it."""
        file = loads(Script(table, [], {"none": {"step": table["step"]}}).text(), NAME)
        return start(file.scenario, gather(file.scenario, Table(file.stand_ins, self.texts)), self.without)

    def play(self, script: Script) -> ScenarioReport:
        """A run of the script."""
        report = script.play(self.texts, self.without)
        if report.status in ("error", "unsupported"):
            raise NotPlayed(report.problem)
        return report

    def in_hand(self, card: CardText, handle: str) -> dict[str, dict[str, str]]:
        """The card where it is cast from; NotPlayed where its back face is meant, which can't be cast by itself."""
        if card.name in self.trial.transformed:
            raise NotPlayed(f"the back face of {card.name} is not cast from a hand")
        return named(card, handle)

    def turned(self) -> Cards:
        """The same cards, the second one first."""
        turned = replace(self.trial, first=self.second_text, second=self.trial.first)
        return replace(self, trial=turned)

    def may(self, script: Script) -> frozenset[str]:
        """The outcomes that come out of the script in some line of play; NotPlayed where that can't be told."""
        return self._may(self.play(script))

    def _may(self, report: ScenarioReport) -> frozenset[str]:
        found = may_come_out(report)
        if not found:
            raise NotPlayed(report.problem or "not everything could be explored")
        return found

    def stand_in(self, name: str) -> Characteristics:
        """An ordinary card of the tables."""
        compiled = compiled_once(card_text(name, stand_ins()[name]))
        assert isinstance(compiled, CompiledCard), name
        return compiled.definition.characteristics

    def branch(self, whose: Whose, script: Script) -> Branch:
        """What comes out of the script, with the run that shows it."""
        report = self.play(script)
        may = self._may(report)
        outcome = next(iter(may)) if len(may) == 1 else MIXED
        return Branch(whose, outcome, may, report=report, text=script.text())


Place = Callable[[Position, Whose], Branch]


def branches(
    cards: Cards,
    place: Place,
    positions: Sequence[Position] = (BARE, FULL),
    whose: Sequence[Whose] = (),
) -> TrialReport:
    """Every branch in every position: an outcome only where the positions agree."""
    found: list[Branch] = []
    status: Status = "decided"
    alike = True
    for one in whose or cards.whose:
        tried = [place(position, one) for position in positions]
        if len({branch.outcome for branch in tried}) > 1 or tried[0].outcome == MIXED:
            status = "depends"
        alike = alike and len({branch.may for branch in tried}) == 1
        found.append(tried[0])
    return TrialReport(
        cards.trial.kind,
        status,
        tuple(found),
        positions=len(found) * len(positions),
        alike=alike,
        control=", ".join(dict.fromkeys(cards.control)),
        rules=tuple(dict.fromkeys(rule for branch in found for rule in _rules(branch))),
    )


def _rules(branch: Branch) -> Iterator[str]:
    if branch.rule:
        yield branch.rule
    if branch.report is not None:
        yield from branch.report.rules


def placed(card: Characteristics, handle: str = SECOND, **state: Any) -> dict[str, Any]:
    """A permanent as it stands on the battlefield; a planeswalker with its loyalty (CR 306.5b)."""
    if card.loyalty is not None:
        state["counters"] = {"loyalty": str(card.loyalty)}
    if is_back_face(card):
        state["transformed"] = "yes"
    return {_role(card): {"as": handle, **state}}


def _role(card: Characteristics) -> str:
    """The name of the whole card; that of a split card has both halves already (CR 709.4)."""
    if card.frame in ("", "split"):
        return card.name
    names = (card.name, card.parts[0].name)
    return FACES.join(reversed(names) if is_back_face(card) else names)


def parts(node: Any) -> Iterator[Any]:
    """The node and everything that it is made of."""
    yield node
    if isinstance(node, tuple | frozenset):
        for part in node:
            yield from parts(part)
    elif is_dataclass(node) and not isinstance(node, type):
        for one in fields(node):
            yield from parts(getattr(node, one.name))


def has_targets(card: Characteristics) -> bool:
    """Whether the spell is cast with a target (CR 115.1a), as an Aura spell is (CR 303.4a)."""
    if card.has_keyword("enchant"):
        return True
    effects = [ability.effect for ability in card.abilities if isinstance(ability, SpellAbility)]
    return any(bool(effect.targets) for one in effects for effect in parts(one) if isinstance(effect, Effect))


def is_as_it_enters(ability: TriggeredAbility) -> bool:
    """Whether it triggers as the permanent that it is on enters."""
    trigger = ability.trigger
    return isinstance(trigger, ChangesZone) and trigger.what == This() and trigger.to is Zone.BATTLEFIELD


def activated(card: Characteristics) -> dict[int, ActivatedAbility]:
    """Its activated abilities by their place among all of its abilities, as a scenario numbers them."""
    return {n: one for n, one in enumerate(card.abilities, 1) if isinstance(one, ActivatedAbility)}


def is_spell(card: Characteristics) -> bool:
    """Whether it is an instant or sorcery card."""
    return bool(card.types & {"instant", "sorcery"})


_ENTERING: Final = frozenset(
    [
        "amplify",
        "bloodthirst",
        "devour",
        "fading",
        "graft",
        "modular",
        "ravenous",
        "riot",
        "saga",
        "sunburst",
        "tribute",
        "unleash",
        "vanishing",
    ]
)


def _changes_entering(ability: Ability) -> bool:
    """Whether it says with what or as what the permanent enters (CR 614.1c): then it isn't just placed."""
    if isinstance(ability, Keyword):
        return ability.name in _ENTERING
    if not isinstance(ability, StaticAbility):
        return False
    if isinstance(ability.effect, Enters):
        return bool(ability.effect.counters) or ability.effect.copy_of is not None
    return isinstance(ability.effect, ChooseName)


def must_be_permanent(card: Characteristics) -> None:
    """NotPlayed unless the card can be put on the battlefield as it is (CR 110.4), whatever it did as it entered."""
    if not card.is_permanent_card or is_spell(card):
        raise NotPlayed(f"{card.name} is no permanent")
    if any(map(_changes_entering, card.abilities)):
        raise NotPlayed(f"how {card.name} entered makes a difference")
    if card.has_keyword("enchant") or card.subtypes & {"aura"}:
        raise NotPlayed(f"{card.name} needs something to be attached to")


__all__ = [
    "MIXED",
    "SEAT",
    "Cards",
    "NotPlayed",
    "activated",
    "branches",
    "has_targets",
    "is_as_it_enters",
    "is_spell",
    "must_be_permanent",
    "parts",
    "placed",
]

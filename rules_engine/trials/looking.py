"""What a permanent is, has and measures while another one is there (CR 613)."""

from __future__ import annotations

from typing import Any, Final

from rules_engine.model.characteristics import Characteristics
from rules_engine.process.projecting import look
from rules_engine.scenario.references import find
from rules_engine.trials.models import Branch, Trial, TrialReport, Whose
from rules_engine.trials.playing import MIXED, SEAT, Cards, NotPlayed, branches, must_be_permanent, placed
from rules_engine.trials.settled import Concern, settled
from rules_engine.trials.tables import FIRST, SECOND, Position, given

NO_CREATURE: Final = "no creature"
GONE: Final = "gone"
_RULES: Final = {"size": "613.4", "is": "613.1d", "has": "613.1f", "abilities": "613.1f"}


def looks(trial: Trial, cards: Cards) -> TrialReport:
    """What the second card, a permanent, looks like while the first one is there; an Aura or Equipment is attached to it.

    detail: "size" (outcomes such as "2/3", or "no creature"), "is TYPE", "has KEYWORD" ("yes", "no"), or "abilities" ("all",
    "some", "none" of those that it would have). "gone" where it can't stay. may: the outcome without the first card.
    Whichever of the two came first, the outcome must be the same (CR 613.7).
    """
    must_be_permanent(cards.second)
    attached = cards.first.has_keyword("enchant") or cards.first.has_keyword("equip")
    if not attached:
        must_be_permanent(cards.first)

    def place(position: Position, whose: Whose) -> Branch:
        outcomes = {
            _asked(cards, _projected(cards, position, whose, attached, last))
            for last in ((False,) if attached else (False, True))
        }
        outcome = outcomes.pop() if len(outcomes) == 1 else MIXED
        alone = _asked(cards, _projected(cards, position, whose, attached, last=False, there=False))
        return Branch(whose, outcome, frozenset({alone}), rule=_RULES[trial.detail.split()[0]])

    return settled(branches(cards, place), cards, Concern(sizes=trial.detail == "size"))


def _asked(cards: Cards, now: Characteristics | None) -> str:
    if now is None:
        return GONE
    what, _, which = cards.trial.detail.partition(" ")
    if what == "size":
        return f"{now.power}/{now.toughness}" if "creature" in now.types else NO_CREATURE
    if what == "is":
        return "yes" if which in now.types | now.subtypes | now.supertypes else "no"
    if what == "has":
        return "yes" if now.has_keyword(which) else "no"
    left = [ability for ability in cards.second.abilities if ability in now.abilities]
    if not cards.second.abilities:
        raise NotPlayed(f"{cards.second.name} has no abilities of its own")
    return "all" if len(left) == len(cards.second.abilities) else "some" if left else "none"


def _projected(
    cards: Cards, position: Position, whose: Whose, attached: bool, last: bool, there: bool = True
) -> Characteristics | None:
    """The second card's characteristics at the first moment at which somebody may act; None where it has left."""
    first: list[dict[str, Any]] = []
    if there:
        first = [placed(cards.first, FIRST, **({"attached to": SECOND} if attached else {}))]
    second = [placed(cards.second)]
    # what is listed earlier has been there longer, and one player's permanents are listed before the other's
    holder, other = ("B", "A") if last and whose == "theirs" else ("A", "B")
    players: dict[str, dict[str, Any]] = {"A": {}, "B": {}}
    if SEAT[whose] == "A":
        players["A"]["battlefield"] = [*second, *first] if last else [*first, *second]
    else:
        players[holder]["battlefield"], players[other]["battlefield"] = first, second
    game, names = cards.beginning(given(position, {}, players, pays=""))
    view = look(game.view)
    found = find(SECOND, game.view, names)
    seen = view.now(found[0].id) if found else None
    return seen.chars if seen is not None and seen.exists and seen.obj.zone.value == "battlefield" else None

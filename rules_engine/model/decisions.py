"""Decisions: every choice a player makes, and chance, which nobody makes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rules_engine.model.objects import Chosen

DecisionKind = Literal[
    "priority",  # verbs: pass, cast, activate, play land, plot, foretell, suspend, concede
    "mode",  # verb: mode, number = index
    "additional cost",  # verb: pay / decline (kicker, buyback), or option with number
    "x",  # verb: x, number
    "target",  # verb: target, chosen; verb: done when fewer may be chosen
    "divide",  # verb: divide, extra = amounts
    "may",  # verbs: yes, no
    "choose",  # verb: choose, chosen; verb: none when optional
    "pay",  # verb: choose an object to sacrifice, discard, tap, exile as a cost
    "order",  # verb: order, extra = indices: triggers of one player, or simultaneous moves
    "replacement",  # verb: apply, number = index among the applicable effects
    "attackers",  # verb: attack, extra = ((attacker id, Chosen defender), …)
    "blockers",  # verb: block, extra = ((blocker id, attacker id), …)
    "damage",  # verb: assign, extra = ((Chosen recipient, amount), …)
    "mana",  # verb: mana, extra = symbols: which mana an ability adds
    "cleanup",  # verb: choose, the card to discard
    "chance",  # verb: random, number or chosen: shuffles, random discards, coin flips; player is None
]


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen. `verb` says what; the other fields with what, as the decision's kind asks.

    method: how a spell is cast ("normal", "flashback", "plotted", …); index: which ability of the object.
    """

    verb: str
    object: int | None = None
    player: int | None = None
    number: int | None = None
    method: str = ""
    extra: tuple[Any, ...] = ()

    @property
    def chosen(self) -> Chosen:
        """The object or player this option stands for."""
        return Chosen(self.object, self.player)


PASS = Option("pass")
YES = Option("yes")
NO = Option("no")
NONE = Option("none")
DONE = Option("done")


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that is asked for: who, what kind, the legal options, and the rule that asks for it.

    about: the object it is about (the spell being cast, the ability resolving). what: a word for people and scripts
    (the name of the cost, "encode", "copy", "cast", the target's number). player None means chance.
    """

    player: int | None
    kind: DecisionKind
    options: tuple[Option, ...]
    rule: str
    about: int | None = None
    what: str = ""

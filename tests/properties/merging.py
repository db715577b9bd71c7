"""Games with equal keys must have equal futures: exploring leaves out all but the first of them."""

from __future__ import annotations

import random
from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from rules_engine.game import Game, Placed, PlayerSetup, Setup, new_game
from rules_engine.model.zones import Zone
from rules_engine.scenario.answering import describe
from tests.properties.checks import is_settled
from tests.properties.play import LANDS, land, linked, permanent, stand_ins

WIDE = 12


def small_position(rng: random.Random) -> Setup:
    """Two players with so few cards that different lines of play often lead to the same position."""
    objects: list[Placed] = []
    for player in range(2):
        objects += [Placed(land(name), Zone.BATTLEFIELD, player) for name in sorted(LANDS)]
        objects += [permanent(rng, player, 2) for _ in range(rng.randint(1, 3))]
        objects += [Placed(rng.choice(stand_ins()), Zone.HAND, player) for _ in range(rng.randint(1, 2))]
        objects += [Placed(rng.choice(stand_ins()), Zone.GRAVEYARD, player) for _ in range(rng.randint(0, 1))]
        objects += [Placed(land("Forest"), Zone.LIBRARY, player) for _ in range(3)]
    named = [replace(placed, handle=f"{number}") for number, placed in enumerate(objects)]
    return Setup((PlayerSetup("A"), PlayerSetup("B")), tuple(linked(rng, named)))


@dataclass
class Merging:
    """Random lines of play from one position; `wrong` tells of two games that should not have had the same key."""

    root: Game
    rng: random.Random
    met: dict[Hashable, Game] = field(default_factory=dict)
    compared: int = 0
    wrong: list[str] = field(default_factory=list)

    def walk(self, lines: int, choices: int) -> None:
        """Play so many lines from the beginning."""
        for _ in range(lines):
            game = self.root
            for _ in range(choices):
                if game.decision is None or self.wrong:
                    break
                options = game.decision.options
                passes = game.decision.kind == "priority" and self.rng.random() < 0.4
                game = game.apply(options[0] if passes else self.rng.choice(options))
                self._meet(game)

    def _meet(self, game: Game) -> None:
        first = self.met.setdefault(game.key(), game)
        if first is game or (first.state is game.state and first.answers == game.answers):
            return
        if first.decision is None or game.decision is None or len(game.decision.options) > WIDE:
            return
        self.compared += 1
        one, other = _futures(first), _futures(game)
        if one is not None and other is not None and one.keys() != other.keys():
            self.wrong.append(
                f"alike, but {_told(first, game, one, other)}\n one: {_line(first)}\n other: {_line(game)}"
            )


def _futures(game: Game) -> dict[Hashable, str] | None:
    """Where the next step can lead, by key; None where that is too many places to look at.

    In the middle of a step a key holds the answers so far as they are, so only the ends of steps are compared.
    """
    found: dict[Hashable, str] = {}
    waiting = [(game, "")]
    for _ in range(WIDE * 8):
        if not waiting:
            return found
        now, told = waiting.pop()
        if now is not game and is_settled(now):
            found[now.key()] = told
        elif now.decision is not None:
            if len(now.decision.options) > WIDE:
                return None
            options = now.decision.options
            waiting += [(now.apply(o), f"{told}; {describe(o, now.view)}") for o in options]
    return None


def _told(first: Game, game: Game, one: dict[Hashable, str], other: dict[Hashable, str]) -> str:
    only = [told for key, told in one.items() if key not in other]
    rest = [told for key, told in other.items() if key not in one]
    return f"{only} lead elsewhere than {rest}"


def _line(game: Game) -> str:
    told = ("casts", "activates", "put on stack", "chooses", "moves", "resolves", "counters put", "damage")
    events = [ev for ev in game.log if ev.kind in told]
    return "; ".join(f"{ev.kind} {ev.name} {ev.options[0] if ev.options else ''}".strip() for ev in events)


def merging(seed: int, lines: int = 40, choices: int = 14) -> Merging:
    """The comparison for one seed."""
    rng = random.Random(seed)
    found = Merging(new_game(small_position(rng)), rng)
    found.walk(lines, choices)
    return found

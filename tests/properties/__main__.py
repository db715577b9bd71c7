"""`python -m tests.properties --minutes 60 --seed 7`: random games for as long as that; 1 if anything is wrong in one.

Each game is a piece of its own, named by its seed; `--replay SEED` plays one again and tells it.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rules_engine.game import Game
from rules_engine.model.decisions import Option
from rules_engine.scenario.transcript import tell
from tests.properties.checks import everything_wrong, is_settled, key, unchanged, untold
from tests.properties.play import beginning, choose
from tests.properties.skeleton import skeleton

CHOICES = 80


@dataclass
class Played:
    """A random game: what was chosen, what was wrong (nothing, if the engine is right), how it ended."""

    seed: int
    chosen: list[Option]
    wrong: list[str]
    game: Game | None = None


def play_one(seed: int, choices: int = CHOICES) -> Played:
    """Play the game of a seed and look at it after each choice; it ends with the first thing that is wrong."""
    played = Played(seed, [], [])
    before: Game | None = None
    try:
        game, rng = beginning(seed)
        for _ in range(choices + 1):
            played.game = game
            played.wrong = everything_wrong(before, game)
            if played.wrong or game.decision is None or len(played.chosen) == choices:
                break
            option = choose(game, rng)
            played.chosen.append(option)
            kept = key(game)
            if is_settled(game):
                before = game
            asked, game = game, game.apply(option)
            played.wrong = unchanged(asked, kept)
            if played.wrong:
                break
        played.wrong += untold(game)
    except Exception:  # noqa: BLE001 - whatever breaks is what this looks for
        played.wrong.append(traceback.format_exc())
    return played


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, print a line a minute, and write what is wrong into the folder."""
    parser = argparse.ArgumentParser(prog="python -m tests.properties", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="how long")
    parser.add_argument(
        "--seed", type=int, default=0, help="the first game's seed; the others count up from it"
    )
    parser.add_argument("--choices", type=int, default=CHOICES, help="at most, in a game")
    parser.add_argument("--folder", type=Path, default=Path("random-play"), help="where failures are written")
    parser.add_argument("--replay", type=int, metavar="SEED", help="play and tell this one game")
    args = parser.parse_args(arguments)
    if args.replay is not None:
        return _replay(args.replay, args.choices)
    started = told = time.monotonic()
    games = choices = wrong = over = 0
    while time.monotonic() - started < args.minutes * 60:
        played = play_one(args.seed + games, args.choices)
        games += 1
        choices += len(played.chosen)
        over += played.game is not None and played.game.view.over
        if played.wrong:
            wrong += 1
            _write(args.folder, played)
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(_line(games, choices, over, wrong, told - started), flush=True)
    print(_line(games, choices, over, wrong, time.monotonic() - started))
    return 1 if wrong else 0


def _line(games: int, choices: int, over: int, wrong: int, seconds: float) -> str:
    return f"{games} games ({over} to their end), {choices} choices, {seconds:.0f} s: {wrong} wrong"


def _write(folder: Path, played: Played) -> None:
    print(
        f"seed {played.seed}, choice {len(played.chosen)}: {played.wrong[0].strip().splitlines()[-1]}",
        flush=True,
    )
    folder.mkdir(parents=True, exist_ok=True)
    text = skeleton(played.seed, played.chosen, played.wrong)
    (folder / f"{played.seed}.yaml").write_text(text, encoding="utf-8")


def _replay(seed: int, choices: int) -> int:
    played = play_one(seed, choices)
    if played.game is not None:
        for step in tell(played.game):
            print(step.text, f"({', '.join(step.rules)})" if step.rules else "")
    print("\n".join(played.wrong) or "nothing is wrong")
    return 1 if played.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

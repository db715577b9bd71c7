"""`judgecall start` (what `make run` does) and `judgecall bot`."""

from __future__ import annotations

import argparse
import sys

from bot.errors import UsageError
from bot.terminal.setting import console, opened, settings

SAMPLE = "If I let the cipher copy go and don't cast it, can I cast it later this turn?"


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The commands' arguments."""
    parser.add_argument(
        "--json",
        action="store_true",
        help="the sample answer as JSON; no chat" if command == "start" else argparse.SUPPRESS,
    )
    parser.epilog = f"example:\n  judgecall {command}\n\nWith DISCORD_TOKEN or DISCORD_TOKEN_FILE set, the Discord bot runs until SIGTERM."


def run(args: argparse.Namespace) -> int:
    """The bot with a token; without one a sample answer, and a chat on a terminal."""
    env = settings()
    if env.has_token:
        return _bot()
    if args.command == "bot":
        raise UsageError("judgecall bot: there is no Discord token; set DISCORD_TOKEN or DISCORD_TOKEN_FILE")
    return _sample(args)


def _bot() -> int:
    from bot import app

    return app.run()


def _sample(args: argparse.Namespace) -> int:
    from bot.answers.answerer import Answerer
    from bot.terminal.chat import talk
    from bot.terminal.render import render_answer
    from bot.terminal.setting import print_json

    with opened(model=True) as knowledge:
        answerer = Answerer(knowledge)
        answer = answerer.answer(SAMPLE)
        if args.json:
            print_json(answer)
            return 0
        render_answer(answer, console())
        if sys.stdin.isatty() and sys.stdout.isatty():
            console().print()
            return talk(answerer)
    return 0

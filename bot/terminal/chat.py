"""`judgecall chat`."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from bot.terminal.setting import LANGUAGE_CODES, add_json, answering, console, print_json

if TYPE_CHECKING:
    from bot.answers.answerer import Answerer

HELP = "A question and Enter. Follow-up questions keep the cards of the last one. /steps shows how the engine played it out, /quit ends."


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    parser.add_argument(
        "--lang", choices=LANGUAGE_CODES, help="the language of questions and answers (else recognised)"
    )
    add_json(parser)
    parser.epilog = "example:\n  judgecall chat --lang de\n\n" + HELP


def run(args: argparse.Namespace) -> int:
    """Talk until the input ends."""
    with answering(wait=False) as answerer:
        return talk(answerer, language=args.lang, as_json=args.json)


def talk(answerer: Answerer, *, language: str | None = None, as_json: bool = False) -> int:
    """One question after the other from stdin; ends with the input, /quit or Ctrl-C."""
    from bot.answers.models import Answer
    from bot.terminal.render import render_answer

    out = console()
    interactive = sys.stdin.isatty() and not as_json
    if interactive:
        out.print(HELP, style="bright_black")
    last: Answer | None = None
    while (line := _read(interactive)) is not None:
        text = line.strip()
        if text in ("/quit", "/exit"):
            break
        if not text:
            continue
        if text == "/steps" and last is not None:
            render_answer(last, out, steps=True)
            continue
        topic = () if last is None else tuple(card.oracle_id for card in last.cards)
        answer = answerer.answer(text, language=language, topic_cards=topic)  # type: ignore[arg-type]
        if as_json:
            print_json(answer, indent=None)
        else:
            render_answer(answer, out)
            out.print()
        keeps_topic = last is not None and not answer.cards
        last = answer.model_copy(update={"cards": last.cards}) if last is not None and keeps_topic else answer
    return 0


def _read(interactive: bool) -> str | None:
    try:
        if interactive:
            return input("? ")
        line = sys.stdin.readline()
    except (EOFError, KeyboardInterrupt):
        if interactive:
            print()
        return None
    return line if line else None

"""`judgecall try`."""

from __future__ import annotations

import argparse

from bot.answers.tries import OF_ONE_CARD, TRIES, question_for
from bot.errors import NotFoundError, UsageError
from bot.terminal.ask import check_rules
from bot.terminal.setting import LANGUAGE_CODES, add_json, answering, console, print_json

EXAMPLES = """\
what can be tried:
  does            what the first card, cast or used, does to the second
  target          whether the first may target the second
  counter         whether the first counters the second
  block           whether the first can block the second
  fight           the first attacks and the second blocks
  trigger         whether the first triggers when you cast the second
  trigger-theirs  the same when an opponent casts it
  trigger-dies    the same when the second dies
  cast-with       whether the second can be cast while the first is there
  trigger-with    whether the second triggers while the first is there
  their-turn      whether the card can be cast on an opponent's turn
  response        … in response to a spell
  combat          … during combat
  attack          whether it can attack the turn it comes in
  size            power and toughness of the second while the first is there
  loses           whether the second loses its abilities while the first is there

examples:
  judgecall try does "Lightning Bolt" "Grizzly Bears"
  judgecall try block "Giant Spider" "Serra Angel" --lang de
  judgecall try response "Arcane Heist" --json
"""


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    parser.add_argument("what", metavar="WHAT", choices=TRIES, help="what is tried, see below")
    parser.add_argument("first", metavar="CARD", help="the first card's name, in any language")
    parser.add_argument("second", metavar="CARD", nargs="?", help="the second card's name")
    parser.add_argument("--lang", choices=LANGUAGE_CODES, default="en", help="the language of the answer")
    parser.add_argument(
        "--without",
        metavar="RULE",
        action="append",
        default=[],
        help="switch a rule off in the engine's run, such as 704.5g (may be given several times)",
    )
    parser.add_argument("--steps", action="store_true", help="show the engine's transcript too")
    add_json(parser)
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Try it out and answer as `ask` does."""
    check_rules(args.without)
    if args.what in OF_ONE_CARD and args.second is not None:
        raise UsageError(f"judgecall try {args.what}: one card is enough; leave “{args.second}” out")
    if args.what not in OF_ONE_CARD and args.second is None:
        raise UsageError(f"judgecall try {args.what}: name a second card")
    with answering() as answerer:
        names = []
        for name in filter(None, (args.first, args.second)):
            card = answerer.knowledge.card(name)
            if card is None:
                raise NotFoundError(
                    f"judgecall: there is no card “{name}” in the data; `judgecall card` looks names up"
                )
            names.append(card.name)
        question = question_for(args.what, names[0], names[1] if len(names) > 1 else None, args.lang)
        answer = answerer.answer(question, language=args.lang, without=args.without)
        if args.json:
            print_json(answer)
        else:
            from bot.terminal.render import render_answer

            render_answer(answer, console(), steps=args.steps)
    return 0

"""`judgecall ask`."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from bot.errors import UsageError
from bot.terminal.setting import LANGUAGE_CODES, add_json, answering, console, print_json

if TYPE_CHECKING:
    from bot.answers.answerer import Answerer

EXAMPLES = """\
examples:
  judgecall ask "If I don't cast the cipher copy, can I cast it later this turn?"
  judgecall ask "Is X 0 when I cast it with Arcane Heist?" --json
  judgecall ask "If I don't cast the cipher copy, is it gone?" --without 704.5e --steps
  judgecall ask - < questions.txt          one question a line in, one JSON document a line out
"""


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    parser.add_argument(
        "question", metavar="QUESTION", help="the question in quotes, or - to read one question a line"
    )
    parser.add_argument(
        "--lang", choices=LANGUAGE_CODES, help="the language of question and answer (else recognised)"
    )
    parser.add_argument(
        "--without",
        metavar="RULE",
        action="append",
        default=[],
        help="switch a rule off in the engine's run, such as 704.5e (may be given several times)",
    )
    parser.add_argument("--steps", action="store_true", help="show the engine's transcript too")
    add_json(parser)
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Answer one question, or every line of stdin."""
    check_rules(args.without)
    with answering() as answerer:
        if args.question == "-":
            return _lines(args, answerer)
        answer = answerer.answer(args.question, language=args.lang, without=args.without)
        if args.json:
            print_json(answer)
        else:
            from bot.terminal.render import render_answer

            render_answer(answer, console(), steps=args.steps)
    return 0


def _lines(args: argparse.Namespace, answerer: Answerer) -> int:
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    for line in sys.stdin:
        answer = answerer.answer(line.rstrip("\r\n"), language=args.lang, without=args.without)
        print_json(answer, indent=None)
    return 0


def check_rules(numbers: list[str]) -> None:
    """Refuse what is no rule number."""
    from rules_engine.citations import RuleNumber

    for number in numbers:
        try:
            RuleNumber(number)
        except ValueError as error:
            raise UsageError(
                f"judgecall: --without needs a rule number such as 704.5e, not “{number}”"
            ) from error

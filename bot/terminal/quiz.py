"""`judgecall quiz`: judge training at the terminal, by hand or by a script."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

from bot.errors import NotFoundError, UsageError
from bot.terminal.setting import LANGUAGE_CODES, add_json, console, opened, print_json, settings

if TYPE_CHECKING:
    from bot.quiz import Outcome, Question, Quiz, QuizTexts
    from bot.state import State
    from bot.terminal.outputs import QuizQuestionOutput

COUNT = 10
ACTIONS = ("ask", "answer", "progress", "topics", "forget")
EXAMPLES = """\
actions:
  ask        ask questions, one after the other (what happens without an action)
  answer     answer a question by its id: judgecall quiz answer ID NUMBER
  progress   how you are getting on
  topics     which topics there are
  forget     delete your progress

examples:
  judgecall quiz
  judgecall quiz --topic combat --level 1 --count 5
  judgecall quiz --lang de
  judgecall quiz --json                      one question with its id, for scripts
  judgecall quiz answer made.storm@7 2 --json
  judgecall quiz answer made.storm@7 2 --without 707.10    with a rule switched off: another answer is right
"""


def add_arguments(parser: argparse.ArgumentParser, command: str) -> None:
    """The command's arguments."""
    parser.usage = "judgecall quiz [ask|answer ID NUMBER|progress|topics|forget] [options]"
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="ask", help="see below")
    parser.add_argument("words", nargs="*", metavar="ID NUMBER", help="of the question, and of the choice")
    parser.add_argument("--topic", help="only questions of this topic, such as combat")
    parser.add_argument("--level", type=int, choices=(1, 2, 3), help="only questions of this level")
    parser.add_argument("--count", type=int, metavar="N", help=f"how many questions (default: {COUNT})")
    parser.add_argument("--lang", choices=LANGUAGE_CODES, default="en", help="the language of the quiz")
    parser.add_argument(
        "--without",
        action="append",
        default=[],
        metavar="RULE",
        help="switch a rule off in the engine, such as 704.5e; nothing is written down then",
    )
    parser.add_argument("--steps", action="store_true", help="show what the engine played after each answer")
    add_json(parser)
    parser.epilog = EXAMPLES


def run(args: argparse.Namespace) -> int:
    """Do what was asked; 1 where there is no such question."""
    from bot.terminal.ask import check_rules

    check_rules(args.without)
    if args.action != "answer" and args.words:
        _wrong(f"there is nothing to do with “{args.words[0]}”")
    if args.count is not None and (args.count < 1 or args.json or args.action != "ask"):
        _wrong(
            "--count is a number from 1 on, for a quiz by hand; with --json there is one question each time"
        )
    with _quiz(args) as (quiz, state):
        if args.action == "answer":
            return _answer(args, quiz, state)
        if args.action == "topics":
            return _topics(args, quiz)
        if args.action in ("progress", "forget"):
            return _own(args, quiz, state)
        _check_topic(args, quiz)
        if args.json:
            print_json(_document(_next(args, quiz, state)))
            return 0
        return _ask(args, quiz, state)


def _wrong(what: str) -> NoReturn:
    raise UsageError(f"judgecall quiz: {what}; see `judgecall quiz --help`")


@contextmanager
def _quiz(args: argparse.Namespace) -> Iterator[tuple[Quiz, State]]:
    """The quiz with runs in this process that are remembered, and the database with the progress."""
    from bot.engine_cache import RunCache
    from bot.quiz import Plays, Quiz, play_here
    from bot.state import State

    with opened(model=False) as knowledge, State.open(settings().database) as state:
        kept = RunCache(knowledge.data_dir)
        plays = Plays(play_here, knowledge.card, kept=kept, without=frozenset(args.without))
        yield Quiz(plays), state


def _check_topic(args: argparse.Namespace, quiz: Quiz) -> None:
    if args.topic is None or args.topic in quiz.items.topics:
        return
    import difflib

    near = difflib.get_close_matches(args.topic, quiz.items.topics, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(quiz.items.topics)}"
    raise UsageError(f"judgecall quiz: there is no topic “{args.topic}”; {hint}")


def _next(args: argparse.Namespace, quiz: Quiz, state: State) -> Question:
    from bot.quiz import LOCAL_USER, quiz_texts
    from bot.state import now

    memory = state.quiz.memory(LOCAL_USER)
    question = quiz.next(memory, args.lang, now(), topic=args.topic, level=args.level)
    if question is None:
        raise NotFoundError(f"judgecall quiz: {quiz_texts(args.lang)('ui.none')}")
    return question


# --------------------------------------------------------------------------------------- by hand


def _ask(args: argparse.Namespace, quiz: Quiz, state: State) -> int:
    """One question after the other, until the count is reached, Enter or the end of the input."""
    from bot.quiz import quiz_texts

    say = quiz_texts(args.lang)
    answered = right = 0
    for _ in range(args.count or COUNT):
        question = _next(args, quiz, state)
        _show_question(question, say)
        chosen = _read(question, say)
        if chosen is None:
            break
        outcome = _recorded(args, state, question, chosen)
        _show_outcome(outcome, say, steps=args.steps)
        answered, right = answered + 1, right + outcome.is_right
    if answered:
        console().print(say("ui.score", right=right, answered=answered), style="bold")
    return 0


def _read(question: Question, say: QuizTexts) -> int | None:
    """The index of a choice; None to end."""
    most = len(question.choices)
    while True:
        try:
            text = input(say("ui.prompt", n=most)) if sys.stdin.isatty() else sys.stdin.readline()
        except (EOFError, KeyboardInterrupt):
            print()
            return None
        text = text.strip()
        if not text:
            return None
        if text.isascii() and text.isdigit() and 1 <= int(text) <= most:
            return int(text) - 1
        print(say("ui.not_a_choice", n=most))


def _recorded(args: argparse.Namespace, state: State, question: Question, chosen: int) -> Outcome:
    """The outcome; what was answered in a game without some rule is not written down."""
    from bot.quiz import LOCAL_USER, Outcome, record
    from bot.state import now

    if args.without:
        return Outcome(question, chosen, counted=False, due=None)
    return record(state.quiz, LOCAL_USER, question, chosen, now())


def _show_question(question: Question, say: QuizTexts) -> None:
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    level = say("ui.level", n=question.level, name=say(f"levels.{question.level}"))
    names = [say.topic(topic) for topic in question.topics]
    out.print()
    out.print(Text(f"{level} · {say.listed(names)} · {question.id}", style="bright_black"))
    for line in question.situation:
        out.print(Padding(Text(line), (0, 0, 0, 2), expand=False))
    if question.cards:
        out.print(Text(f"{say('ui.cards')}:", style="bright_black"))
    for card in question.cards:
        kind = " · ".join(part for part in (card.type_line, card.size) if part)
        text = card.text.replace("\n", " / ")
        out.print(
            Padding(
                Text.assemble((card.name, "bold"), f" {card.cost} · {kind}" + (f": {text}" if text else "")),
                (0, 0, 0, 2),
                expand=False,
            )
        )
    out.print()
    out.print(Text(question.ask, style="bold"))
    if "choices" in question.in_english:
        out.print(Text(say("ui.choices_in_english"), style="bright_black"))
    for number, choice in enumerate(question.choices, 1):
        out.print(Padding(Text(f"{number}  {choice.text}"), (0, 0, 0, 2), expand=False))


def _show_outcome(outcome: Outcome, say: QuizTexts, *, steps: bool) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from bot.state import now
    from bot.views.told import tell

    out, question = console(), outcome.question
    answer = question.choices[question.right].text
    if outcome.is_right:
        out.print(Text(say("ui.right"), style="bold green"))
    else:
        out.print(Text.assemble((say("ui.wrong"), "bold red"), " ", say("ui.answer", answer=answer)))
    slip = question.choices[outcome.chosen].slip
    told = [*question.why, *([say(f"slips.{slip}")] if slip and not outcome.is_right else [])]
    for text in dict.fromkeys(told):
        out.print(Padding(Text(text), (0, 0, 0, 2), expand=False))
    if told and "why" in question.in_english:
        out.print(Text(say("ui.why_in_english"), style="bright_black"))
    out.print(Text(say("ui.rules", rules=", ".join(question.rules)), style="bright_black"))
    if outcome.due is not None:
        out.print(Text(say.again(outcome.due, now()), style="bright_black"))
    if steps:
        if not question.steps:
            out.print(Text(say("ui.no_steps")))
        for number, step in enumerate(question.steps, 1):
            rules = f"  ({', '.join(step.rules)})" if step.rules else ""
            out.print(Text(f"{number:>3}. {tell(step, question.language)}{rules}"))


# ------------------------------------------------------------------------------------ by a script


def _document(question: Question) -> QuizQuestionOutput:
    from bot.terminal.outputs import QuizCard, QuizChoice, QuizQuestionOutput

    return QuizQuestionOutput(
        id=question.id,
        language=question.language,
        level=question.level,
        topics=question.topics,
        situation=question.situation,
        cards=tuple(
            QuizCard(
                name=card.name,
                mana_cost=card.cost,
                type_line=card.type_line,
                size=card.size,
                text=card.text,
                stand_in=card.stand_in,
            )
            for card in question.cards
        ),
        question=question.ask,
        choices=tuple(
            QuizChoice(number=number, text=choice.text) for number, choice in enumerate(question.choices, 1)
        ),
    )


def _answer(args: argparse.Namespace, quiz: Quiz, state: State) -> int:
    from bot.answers.models import Step
    from bot.quiz import quiz_texts
    from bot.terminal.outputs import QuizAnswerOutput, QuizChoice

    if len(args.words) != 2:
        _wrong("answer needs the id of the question and the number of a choice")
    ident, number = args.words
    question = quiz.question(ident, args.lang)
    if question is None:
        raise NotFoundError(
            f"judgecall quiz: there is no question “{ident}”; `judgecall quiz --json` asks one"
        )
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(question.choices)):
        _wrong(f"“{number}” is none of the choices 1 to {len(question.choices)}")
    outcome, say = _recorded(args, state, question, int(number) - 1), quiz_texts(args.lang)
    if not args.json:
        _show_question(question, say)
        _show_outcome(outcome, say, steps=args.steps)
        return 0
    slip = question.choices[outcome.chosen].slip
    choices = [QuizChoice(number=n, text=choice.text) for n, choice in enumerate(question.choices, 1)]
    print_json(
        QuizAnswerOutput(
            id=question.id,
            question=_document(question),
            chosen=choices[outcome.chosen],
            correct=choices[question.right],
            right=outcome.is_right,
            why=question.why,
            worth_remembering=say(f"slips.{slip}") if slip and not outcome.is_right else None,
            rules=question.rules,
            steps=tuple(Step.model_validate(step, from_attributes=True) for step in question.steps),
            scenario=question.scenario or None,
            without=tuple(sorted(args.without)),
            counted=outcome.counted,
            due=outcome.due.isoformat() if outcome.due else None,
        )
    )
    return 0


def _topics(args: argparse.Namespace, quiz: Quiz) -> int:
    from bot.quiz import quiz_texts
    from bot.terminal.outputs import QuizTopic, QuizTopicsOutput

    say = quiz_texts(args.lang)
    found = [
        QuizTopic(topic=topic, name=say.topic(topic), items=len(quiz.items.choose(topic)))
        for topic in quiz.items.topics
    ]
    if args.json:
        print_json(QuizTopicsOutput(topics=tuple(found), items=len(quiz.items)))
        return 0
    for one in found:
        print(f"{one.topic:<24}{one.items:>5}  {one.name}")
    return 0


def _own(args: argparse.Namespace, quiz: Quiz, state: State) -> int:
    """Progress, or forgetting it."""
    import dataclasses

    from bot.quiz import LOCAL_USER, quiz_texts
    from bot.state import now
    from bot.terminal.outputs import QuizForgotten, QuizProgressOutput

    if args.action == "forget":
        gone = QuizForgotten(deleted=state.quiz.forget(LOCAL_USER))
        print_json(gone) if args.json else print(gone.deleted)
        return 0
    progress, say = quiz.progress(state.quiz.memory(LOCAL_USER), now()), quiz_texts(args.lang)
    if args.json:
        fields = dataclasses.asdict(progress)
        fields["next_due"] = progress.next_due.isoformat() if progress.next_due else None
        print_json(QuizProgressOutput.model_validate(fields))
        return 0
    if not progress.answered:
        print(say("ui.nothing_yet"))
        return 0
    print(say("ui.answered", answered=progress.answered, right=progress.right))
    print(say("ui.items", seen=progress.seen, known=progress.known, due=progress.due))
    for one in progress.topics:
        print(f"  {say.topic(one.topic)}: {say('ui.score', right=one.right, answered=one.answered)}")
    return 0

"""Quiz questions, what became of an answer, progress and leaderboards as messages."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

import discord

from bot.answers.models import Language
from bot.quiz import Outcome, Progress, Question, QuizTexts, ShownCard, quiz_texts
from bot.state.quiz import BOARD_DAYS, Place
from bot.views.limits import EMBED_DESCRIPTION
from bot.views.pages import fill_lines, step_lines, turning, with_picture
from bot.views.screen import AMBER, BLUE, GREEN, GREY, Screen, box, button, rows
from bot.views.state import digest, pack
from bot.views.text import clip, escape, one_line, units
from bot.views.texts import Texts, texts
from rules_engine.scenario import Drawing

VERB: Final = "quiz"
ANY: Final = "-"
QUESTION_ROOM: Final = EMBED_DESCRIPTION - 100
OUTCOME_ROOM: Final = 1700
"""Both stand in one message, whose embeds may hold 6,000 units together."""
_LABEL: Final = 34
_CARD: Final = 420


def fits(question: Question) -> bool:
    """Whether a message can hold the whole question, with the texts of its cards if need be shortened."""
    say = quiz_texts(question.language)
    bare = [*_head(question, say), *_cards(question.cards, say, room=0), "", *_tail(question)]
    return units("\n".join(bare)) <= QUESTION_ROOM


def render_question(
    question: Question, owner: int, *, topic: str | None = None, level: int | None = None
) -> Screen:
    """The question with a button for each choice; `owner` may answer it, topic and level are kept for the next one."""
    choices = [
        button(_label(number, choice.text), _answer_id(question, owner, number - 1, topic, level))
        for number, choice in enumerate(question.choices, 1)
    ]
    return Screen((_question_box(question, BLUE),), rows(choices))


def render_outcome(
    outcome: Outcome,
    owner: int,
    *,
    private: bool,
    saved: bool,
    now: dt.datetime,
    topic: str | None = None,
    level: int | None = None,
) -> Screen:
    """The question again, and below it whether the answer was right and why; saved: whether it was written down."""
    question = outcome.question
    say, frame = quiz_texts(question.language), texts(question.language)
    color = GREEN if outcome.is_right else AMBER
    lines = [f"**{say('ui.right') if outcome.is_right else say('ui.wrong')}**"]
    chosen = question.choices[outcome.chosen]
    if not outcome.is_right:
        lines.append(say("ui.chosen", answer=escape(one_line(chosen.text))))
        right = question.choices[question.right].text
        lines.append(f"✅ {say('ui.answer', answer=f'**{escape(one_line(right))}**')}")
    lines += ["", *(escape(clip(one_line(text), 400)) for text in question.why)]
    if question.why and "why" in question.in_english:
        lines.append(f"-# {say('ui.why_in_english')}")
    slip = say(f"slips.{chosen.slip}") if chosen.slip and not outcome.is_right else ""
    if slip and slip not in question.why:
        lines.append(f"**{say('ui.slip')}:** {escape(slip)}")
    lines += ["", f"-# {say('ui.rules', rules=', '.join(question.rules))} · {say('ui.computed')}"]
    lines.append(f"-# {_after(outcome, saved, now, say)}")
    made = [
        button(frame("buttons.steps"), _steps_id(question, "open", 0)),
        button(say("buttons.next"), _next_id(question.language, owner, topic, level), "primary"),
        button(say("buttons.progress"), pack(VERB, "p", question.language)),
    ]
    if not private:
        made.append(button(frame("buttons.delete"), pack("delete", owner), "danger"))
    below = box(None, clip("\n".join(lines), OUTCOME_ROOM), color)
    return Screen((_question_box(question, color), below), rows(made))


def _after(outcome: Outcome, saved: bool, now: dt.datetime, say: QuizTexts) -> str:
    if not saved:
        return say("ui.kept_not")
    if not outcome.counted:
        return say("ui.repeated")
    return say.again(outcome.due, now) if outcome.due is not None else ""


def render_question_steps(
    question: Question, page: int, say: Texts, drawing: Drawing | None = None
) -> Screen:
    """A page of what the engine played to find the answer; with a `drawing` of the steps it has a picture."""
    pages = fill_lines(step_lines(question.steps, say)) or [quiz_texts(question.language)("ui.no_steps")]
    page = min(page, len(pages) - 1)
    footer = say("pages.page", page=page + 1, pages=len(pages)) if len(pages) > 1 else None
    turns = turning(page, len(pages), say, lambda n: _steps_id(question, "turn", n))
    screen = Screen((box(say("pages.steps"), pages[page], BLUE, footer),), rows(*turns))
    return with_picture(screen, pages, page, drawing, say) if drawing and question.steps else screen


def render_progress(
    progress: Progress, language: Language, *, takes_part: bool | None, note: str = ""
) -> Screen:
    """How somebody is getting on; takes_part: on the server's leaderboard, None where there is none."""
    say = quiz_texts(language)
    lines = [say("ui.nothing_yet")]
    if progress.answered:
        lines = [
            say("ui.answered", answered=progress.answered, right=progress.right),
            say("ui.items", seen=progress.seen, known=progress.known, due=progress.due),
            "",
        ]
        for one in progress.topics:
            score = say("ui.score", right=one.right, answered=one.answered)
            lines.append(f"**{escape(say.topic(one.topic))}**: {score}" if one.topic else score)
    if note:
        lines += ["", note]
    made = [button(say("buttons.next"), _next_id(language, 0, None, None), "primary")]
    if takes_part is not None:
        made.append(button(say("buttons.board"), pack(VERB, "b", language)))
        what = "leave" if takes_part else "join"
        made.append(button(say(f"buttons.{what}"), pack(VERB, what[0], language)))
    return Screen((box(say("ui.started"), clip("\n".join(lines), 3000), BLUE),), rows(made))


def render_board(places: Sequence[Place], language: Language, *, takes_part: bool) -> Screen:
    """A server's leaderboard; people are named by Discord itself, and nobody is pinged."""
    say = quiz_texts(language)
    lines = [f"-# {say('ui.board_days', n=BOARD_DAYS)}", ""]
    for rank, place in enumerate(places, 1):
        score = say("ui.board_line", right=place.right, answered=place.answered)
        lines.append(f"**{rank}.** <@{place.user_id}>: {score}")
    if not places:
        lines.append(say("ui.board_empty"))
    what = "leave" if takes_part else "join"
    made = [button(say(f"buttons.{what}"), pack(VERB, what[0], language))]
    return Screen((box(say("ui.board"), "\n".join(lines), BLUE if places else GREY),), rows(made))


# ---------------------------------------------------------------------------------------- pieces


def _question_box(question: Question, color: int) -> discord.Embed:
    say = quiz_texts(question.language)
    head, tail = _head(question, say), _tail(question)
    room = QUESTION_ROOM - units("\n".join([*head, "", *tail]))
    text = "\n".join([*head, *_cards(question.cards, say, room), "", *tail])
    return box(None, text, color, f"{say('ui.title')} · {question.id}")


def _head(question: Question, say: QuizTexts) -> list[str]:
    names = say.listed([say.topic(topic) for topic in question.topics])
    level = say("ui.level", n=question.level, name=say(f"levels.{question.level}"))
    lines = [f"-# {level} · {escape(names)}"]
    return [*lines, *(f"- {escape(one_line(line))}" for line in question.situation)]


def _tail(question: Question) -> list[str]:
    lines = [f"**{escape(one_line(question.ask))}**"]
    if "choices" in question.in_english:
        lines.append(f"-# {quiz_texts(question.language)('ui.choices_in_english')}")
    return [
        *lines,
        *(f"**{n}** · {escape(one_line(choice.text))}" for n, choice in enumerate(question.choices, 1)),
    ]


def _cards(cards: Sequence[ShownCard], say: QuizTexts, room: int) -> list[str]:
    """The cards' texts, shortened evenly where there is little room; their names and types are always there."""
    if not cards:
        return []
    lines: list[str] = []
    share = max(0, room - 60) // len(cards)
    for card in cards:
        kind = " ".join(part for part in (card.cost, card.type_line, card.size) if part)
        head = f"-# **{escape(one_line(card.name))}** · {escape(clip(one_line(kind), 60))}"
        text = one_line(card.text.replace("\n", " / "))
        left = min(_CARD, share - units(head) - 4)
        lines.append(f"{head}: {clip(escape(text), left)}" if text and left > 20 else head)
    return ["", *lines]


def _label(number: int, text: str) -> str:
    return f"{number} · {text}" if units(text) <= _LABEL else str(number)


def _answer_id(question: Question, owner: int, choice: int, topic: str | None, level: int | None) -> str:
    named = f"{_topic_id(topic)}{level or 0}"
    return pack(
        VERB,
        "a",
        question.language,
        owner,
        digest(question.item),
        question.seed,
        question.fingerprint,
        choice,
        named,
    )


def _steps_id(question: Question, mode: str, page: int) -> str:
    return pack(
        VERB, "s", question.language, mode, page, digest(question.item), question.seed, question.fingerprint
    )


def _next_id(language: Language, owner: int, topic: str | None, level: int | None) -> str:
    return pack(VERB, "n", language, owner, f"{_topic_id(topic)}{level or 0}")


def _topic_id(topic: str | None) -> str:
    return digest(topic) if topic else ANY

"""What the buttons open: steps, rulings and rules on numbered pages that a phone shows without sideways scrolling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.answers.models import Answer
from bot.views.answer import question_line, status_line
from bot.views.limits import PAGE
from bot.views.picture import render_picture
from bot.views.quotes import Quotation, fill_pages
from bot.views.rule_links import rule_links
from bot.views.screen import BLUE, GREY, Button, Screen, box, button, rows
from bot.views.state import digest, pack, pack_topic
from bot.views.text import clip, escape, one_line, units
from bot.views.texts import Texts
from bot.views.told import Told, tell

if TYPE_CHECKING:
    from rules_engine.scenario import Drawing

LINES_A_PAGE: Final = 15
_STEP: Final = 300
_RULES: Final = 6


def step_lines(steps: Sequence[Told], say: Texts) -> list[str]:
    """The steps numbered, one line each, with the numbers of their rules behind them."""
    lines = []
    for number, step in enumerate(steps, 1):
        rules = f" ({rule_links(step.rules[:_RULES])})" if step.rules else ""
        lines.append(f"**{number}.** {escape(clip(one_line(tell(step, say.language)), _STEP))}{rules}")
    return lines


def fill_lines(lines: Sequence[str], limit: int = PAGE, at_most: int = LINES_A_PAGE) -> list[str]:
    """Lines on pages of at most `limit` units and `at_most` lines."""
    pages: list[list[str]] = []
    for line in lines:
        if not pages or len(pages[-1]) == at_most or units("\n".join([*pages[-1], line])) > limit:
            pages.append([])
        pages[-1].append(line)
    return ["\n".join(page) for page in pages]


def render_steps(
    answer: Answer, page: int, say: Texts, topic: Sequence[str] = (), drawing: Drawing | None = None
) -> Screen | None:
    """A page of the engine's steps; None where the answer has none. With a `drawing` of them it has a picture.

    A picture takes some hundredths of a second, so with one this belongs into a worker thread.
    """
    told = answer.confirmation
    if told is None or not told.steps or told.scenario is None:
        return None
    state = digest(told.scenario)
    cards = ", ".join(
        say("pages.stand_in", name=one_line(card.name)) if card.stand_in else one_line(card.name)
        for card in told.ran_with
    )
    head = [question_line(answer.question), status_line(answer, say)]
    if cards:
        head.append(f"-# {escape(clip(say('pages.ran_with', cards=cards), 400))}")
    room = PAGE - units("\n".join(head))
    pages = fill_lines(step_lines(told.steps, say), max(room, 1000))
    screen = _paged(
        say("pages.steps"),
        pages,
        page,
        say,
        lambda n: pack("steps", "turn", answer.language, n, state, *pack_topic(topic)),
        head="\n".join(head),
    )
    return with_picture(screen, pages, page, drawing, say) if drawing else screen


def with_picture(screen: Screen, pages: Sequence[str], page: int, drawing: Drawing, say: Texts) -> Screen:
    """The screen of one of the `pages` of steps with the picture over these steps, where they move something."""
    lines = [one.count("\n") + 1 for one in pages]
    page = min(page, len(lines) - 1)
    first = sum(lines[:page]) + 1
    picture = render_picture(drawing, first, first + lines[page] - 1, say)
    return replace(screen, picture=picture)


def render_quotations(
    title: str, quotations: Sequence[Quotation], page: int, say: Texts, turn: Callable[[int], str]
) -> Screen:
    """A page of quotations; `turn` makes the custom id for another page."""
    return _paged(title, fill_pages(quotations), page, say, turn)


def _paged(
    title: str, pages: Sequence[str], page: int, say: Texts, turn: Callable[[int], str], head: str = ""
) -> Screen:
    pages = pages or ["…"]
    page = min(page, len(pages) - 1)
    text = f"{head}\n\n{pages[page]}" if head else pages[page]
    footer = say("pages.page", page=page + 1, pages=len(pages)) if len(pages) > 1 else None
    embed = box(title if not head else None, text, BLUE if pages else GREY, footer)
    return Screen((embed,), rows(*turning(page, len(pages), say, turn)))


def turning(page: int, pages: int, say: Texts, turn: Callable[[int], str]) -> tuple[tuple[Button, ...], ...]:
    """The row that turns pages; none where there is one page."""
    if pages < 2:
        return ()
    back = button(f"◀ {say('buttons.previous')}", turn(max(page - 1, 0)), disabled=page == 0)
    on = button(f"{say('buttons.next')} ▶", turn(page + 1), disabled=page + 1 == pages)
    return ((back, on),)

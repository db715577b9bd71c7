"""A scenario's report as a message: what it shows, whether it holds, and every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.views.limits import EMBED_DESCRIPTION, PAGE
from bot.views.pages import fill_lines, step_lines, turning, with_picture
from bot.views.screen import AMBER, GREEN, GREY, RED, Button, Screen, box, button, rows
from bot.views.state import pack
from bot.views.text import clip, escape, one_line, units
from bot.views.texts import Texts
from bot.views.told import tell
from rules_engine.scenario import Drawing, ScenarioReport

_MARKS: Final = {"holds": "✅", "fails": "❌", "unknown": "❔"}
_COLORS: Final = {"passed": GREEN, "failed": RED, "unsupported": GREY, "error": GREY}
_CLAIMS: Final = 10


def render_report(
    report: ScenarioReport,
    page: int,
    say: Texts,
    turn: Callable[[int], str] | None,
    owner: int | None,
    drawing: Drawing | None = None,
) -> Screen:
    """A page of a report; `turn` makes the custom id for another page, None where there is no way back to it.

    With a `drawing` of its steps it has a picture, and belongs into a worker thread. The library's titles and claims
    are English, and the message says so.
    """
    head = [
        f"**{escape(clip(one_line(report.title), 200))}**",
        _status(report, say),
        *_claims(report, say),
        *([f"-# {say('scenario.in_english')}"] if turn and say.language != "en" else []),
    ]
    text = "\n".join(head)
    lines = step_lines(report.steps, say)
    room = (PAGE if turn else EMBED_DESCRIPTION - 200) - units(text)
    pages = fill_lines(lines, max(room, 800), 15 if turn else len(lines) + 1)
    page = min(page, max(len(pages) - 1, 0))
    body = f"{text}\n\n**{say('pages.steps')}**\n{pages[page]}" if pages else text
    several = len(pages) > 1
    footer = say("pages.page", page=page + 1, pages=len(pages)) if several else None
    own = [button(say("buttons.delete"), pack("delete", owner), "danger")] if owner is not None else []
    turns: tuple[tuple[Button, ...], ...] = turning(page, len(pages), say, turn) if turn and several else ()
    color = _COLORS.get(report.status, AMBER)
    screen = Screen((box(None, body, color, footer),), rows(*turns, own))
    return with_picture(screen, pages, page, drawing, say) if drawing and pages else screen


def transcript(report: ScenarioReport, say: Texts) -> str:
    """All steps as plain text, for a file."""
    lines = [report.title, ""]
    for number, step in enumerate(report.steps, 1):
        rules = f" ({', '.join(step.rules)})" if step.rules else ""
        lines.append(f"{number}. {one_line(tell(step, say.language))}{rules}")
    return "\n".join(lines) + "\n"


def fits_one_page(report: ScenarioReport, say: Texts) -> bool:
    """Whether a page shows all steps."""
    return units("\n".join(step_lines(report.steps, say))) < PAGE - 1500


def _status(report: ScenarioReport, say: Texts) -> str:
    status = report.status
    if status in ("passed", "failed", "unsupported"):
        text = say(f"scenario.{status}")
        if status == "unsupported":
            text += "".join(
                f"\n-# {escape(clip(one_line(one.card), 80))}: “{escape(clip(one_line(one.text), 200))}”"
                for one in report.unsupported[:3]
            )
        return text
    if status == "error":
        return say("scenario.refused", reason=escape(clip(one_line(report.problem), 500)))
    return say("scenario.undecided")


def _claims(report: ScenarioReport, say: Texts) -> list[str]:
    claims = report.expectations
    lines = [
        f"{_MARKS[one.result]} {escape(clip(one_line(one.claim), 160))} · {say('scenario.' + one.result)}"
        for one in claims[:_CLAIMS]
    ]
    left = len(claims) - len(lines)
    return [*lines, *([f"-# {say.count('answer.more', left)}"] if left > 0 else [])]

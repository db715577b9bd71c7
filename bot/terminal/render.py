"""An `Answer` for people at a terminal: the verdict first, then why, the official texts, the status in words."""

from __future__ import annotations

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from bot.answers.models import Answer, RuleCited, RulingCited
from bot.terminal.words import words
from bot.views.told import tell

MAX_RULINGS = 3
MAX_RULES = 4
_COLOURS = {"confirmed": "green", "supported": "cyan", "uncertain": "yellow", "unknown": "bright_black"}


def render_answer(answer: Answer, out: Console, *, steps: bool = False) -> None:
    """Write the answer; `steps` adds the engine's transcript."""
    say = words(answer.language)
    out.print(Text(f"› {answer.question}", style="bright_black"))
    colour = (
        "red"
        if answer.confirmation and answer.confirmation.status == "contradicted"
        else _COLOURS[answer.confidence]
    )
    out.print(Text(answer.headline, style=f"bold {colour}"))
    if answer.explanation:
        out.print(Text(answer.explanation))
    for note in answer.notes:
        out.print(Text(note, style="bright_black"))
    if answer.rulings and answer.out_of_scope is None:
        _heading(out, say["related_rulings"] if answer.related_only else say["rulings"])
        for ruling in answer.rulings[:MAX_RULINGS]:
            _ruling(ruling, out, say)
    if answer.rules and answer.out_of_scope is None:
        _heading(out, say["related_rules"] if answer.related_only else say["rules"])
        for rule in answer.rules[:MAX_RULES]:
            _rule(rule, out)
    if steps and answer.confirmation and answer.confirmation.steps:
        _heading(out, say["steps"])
        for number, step in enumerate(answer.confirmation.steps, 1):
            out.print(
                Text(
                    f"{number:>3}. {tell(step, answer.language)}"
                    + (f"  ({', '.join(step.rules)})" if step.rules else "")
                )
            )
    out.print()
    out.print(Text(_footer(answer, say), style="bright_black"))


def _heading(out: Console, text: str) -> None:
    out.print()
    out.print(Text(text, style="bold"))


def _ruling(ruling: RulingCited, out: Console, say: dict[str, str]) -> None:
    out.print(Padding(Text(f"“{ruling.comment}”"), (0, 0, 0, 2), expand=False))
    if ruling.translation is not None:
        official = say["official"] if ruling.translation.official else say["unofficial_translation"]
        out.print(Padding(Text(f"“{ruling.translation.text}” [{official}]"), (0, 0, 0, 2), expand=False))
    out.print(
        Padding(
            Text(f"{ruling.card}, {ruling.published_at}, {ruling.source}", style="bright_black"), (0, 0, 0, 4)
        )
    )


def _rule(rule: RuleCited, out: Console) -> None:
    text = f"“{rule.text}”" if rule.text else (rule.summary or "")
    out.print(Padding(Text.assemble((rule.number, "bold"), " ", text), (0, 0, 0, 2), expand=False))


def _footer(answer: Answer, say: dict[str, str]) -> str:
    parts: list[str] = []
    if answer.out_of_scope is None and answer.problem is None:
        parts.append(answer.confirmation.status_text if answer.confirmation else say["not_simulated"])
    if answer.cards:
        parts.append(f"{say['cards']}: {', '.join(card.name for card in answer.cards)}")
    parts.append(f"{say['confidence']}: {say['confidence_' + answer.confidence]}")
    if answer.data.rules_effective:
        parts.append(f"CR {answer.data.rules_effective}")
    if answer.data.rulings_as_of:
        parts.append(f"{say['rulings']} {answer.data.rulings_as_of}")
    parts.append(say["unofficial"])
    return " · ".join(parts)

"""Rulings and rules as quotations: word for word, with source and date, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.answers.models import RuleCited, RulingCited
from bot.views.limits import PAGE
from bot.views.rule_links import rule_link
from bot.views.text import clip, escape, one_line, pieces, quote, units
from bot.views.texts import Texts
from knowledge import Rule, Ruling

# No card's name is longer than 141 characters; our own summaries are one line each.
_NAME: Final = 150
_SUMMARY: Final = 500


@dataclass(frozen=True, slots=True)
class Quotation:
    """A heading (markup of ours) and texts of others, each under a label or none."""

    heading: str
    parts: tuple[tuple[str | None, str], ...]
    note: str | None = None

    def render(self) -> str:
        """The whole quotation in Discord's markup."""
        return "\n".join(self._lines(self.parts))

    def _lines(self, parts: Iterable[tuple[str | None, str]]) -> list[str]:
        lines = [self.heading]
        for label, text in parts:
            lines += [f"-# {escape(label)}"] if label else []
            lines.append(quote(text))
        return lines + ([f"-# {escape(self.note)}"] if self.note else [])

    def blocks(self, limit: int = PAGE) -> list[str]:
        """The whole quotation as one text where it fits into `limit` units, else as several that do."""
        whole = self.render()
        if units(whole) <= limit:
            return [whole]
        room = limit - units("\n".join(self._lines([]))) - 120
        return [
            "\n".join(self._lines([(label, piece)]))
            for label, text in self.parts
            for piece in pieces(text, room)
        ]


def ruling_quotation(ruling: RulingCited, say: Texts) -> Quotation:
    """A cited ruling: its translation, where there is one, then the official text."""
    told = ruling.translation
    translation = (told.language, told.text, told.official) if told else None
    return _ruling(ruling.card, ruling.published_at, ruling.source, ruling.comment, translation, say)


def stored_ruling_quotation(ruling: Ruling, say: Texts) -> Quotation:
    """The same for a ruling out of the store."""
    told = ruling.translations.get(say.language)
    translation = (say.language, told.text, told.official) if told else None
    return _ruling(
        ruling.card, ruling.published_at.isoformat(), ruling.source, ruling.comment, translation, say
    )


def _ruling(
    card: str,
    published: str,
    source: str,
    comment: str,
    translation: tuple[str, str, bool] | None,
    say: Texts,
) -> Quotation:
    where = say.entries.get(f"sources.{source}", source)
    heading = (
        f"**{escape(clip(one_line(card), _NAME))}** · {escape(say.date(published))} · {escape(str(where))}"
    )
    parts: list[tuple[str | None, str]] = []
    if translation:
        language, text, official = translation
        key = "answer.translation_official" if official else "answer.translation_unofficial"
        parts.append((say(key, language=say.name_of(language)), text))
        parts.append((say.name_of("en"), comment))
    else:
        parts.append((None, comment))
    return Quotation(heading, tuple(parts))


def rule_quotation(rule: RuleCited | Rule, say: Texts, *, note: bool = True) -> Quotation:
    """A rule: its official text, or before a sync our own summary, and with `note` the words that say so."""
    heading = f"**{rule_link(rule.number)}**"
    if rule.text:
        examples = rule.examples if isinstance(rule, Rule) else ()
        labelled = tuple((say("rule.examples") if i == 0 else None, text) for i, text in enumerate(examples))
        return Quotation(heading, ((None, rule.text), *labelled))
    if rule.summary:
        heading = f"{heading} {escape(clip(one_line(rule.summary), _SUMMARY))}"
    return Quotation(heading, (), rule_note([rule], say) if note else None)


def rule_quotations(rules: Sequence[RuleCited | Rule], say: Texts) -> list[Quotation]:
    """Several rules; that the official text is missing is said once, at the last one."""
    last = max((i for i, rule in enumerate(rules) if not rule.text), default=None)
    return [rule_quotation(rule, say, note=i == last) for i, rule in enumerate(rules)]


def rule_note(rules: Sequence[RuleCited | Rule], say: Texts) -> str | None:
    """What to say about rules whose official text is not there."""
    missing = [rule for rule in rules if not rule.text]
    if not missing:
        return None
    return say("answer.summary") if any(rule.summary for rule in missing) else say("answer.no_text")


def fill_pages(quotations: Sequence[Quotation], limit: int = PAGE) -> list[str]:
    """The quotations on as few pages of `limit` units as their order allows; nothing is left out."""
    pages: list[str] = []
    for block in (block for quotation in quotations for block in quotation.blocks(limit)):
        joined = f"{pages[-1]}\n\n{block}" if pages else block
        if pages and units(joined) <= limit:
            pages[-1] = joined
        else:
            pages.append(block)
    return pages


def fit_whole(quotations: Sequence[Quotation], room: int, at_most: int) -> list[str]:
    """The first `at_most` quotations that fit whole into `room` units together; one that does not fit is passed over."""
    kept: list[str] = []
    used = 0
    for quotation in quotations[:at_most]:
        text = quotation.render()
        size = units(text) + 2
        if used + size <= room:
            kept.append(text)
            used += size
    return kept

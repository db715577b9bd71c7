"""An `Answer` as one Discord message: the verdict first, then why, the quotations, and the status in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.answers.models import Answer, Confirmation
from bot.views.limits import CUSTOM_ID, EMBED_DESCRIPTION, EMBEDS_TOTAL
from bot.views.quotes import Quotation, fit_whole, rule_note, rule_quotation, ruling_quotation
from bot.views.screen import AMBER, BLUE, GREEN, GREY, RED, Button, Row, Screen, box, button, rows
from bot.views.state import digest, pack, pack_keys, pack_rules, pack_topic
from bot.views.text import clip, escape, one_line, sentences, unescape, units
from bot.views.texts import Texts, texts

MAX_RULINGS: Final = 3
MAX_RULES: Final = 4
MAX_CANDIDATES: Final = 20
QUESTION_MARK: Final = "> "
_HEADLINE, _EXPLANATION, _NOTE, _FOOTER = 700, 1200, 250, 500
_MAIN: Final = 3600

_STATUS_MARKS: Final = {
    "confirmed": "✅",
    "contradicted": "⚠️",
    "inconclusive": "❔",
    "undecided": "❔",
    "not_supported": "🚫",
    "not_covered": "📖",
}
_COLORS: Final = {"confirmed": GREEN, "supported": BLUE, "uncertain": AMBER, "unknown": GREY}


@dataclass(frozen=True, slots=True)
class TopicCard:
    """A card that the question before was about."""

    oracle_id: str
    name: str


Topic = Sequence[TopicCard]


def render_answer(answer: Answer, *, asker: str, asker_id: int, private: bool, topic: Topic = ()) -> Screen:
    """The message for an answer; a name that fits several cards is asked back with buttons instead.

    `topic` are the cards that a question without names was taken to be about; the message says so.
    """
    say = texts(answer.language)
    topic = () if answer.cards else topic
    if answer.ambiguous and answer.verdict is None:
        return _ask_back(answer, say, asker, asker_id)
    color = RED if _contradicted(answer.confirmation) else _COLORS[answer.confidence]
    footer = _footer(answer, say)
    main = box(None, _main_text(answer, say, asker, topic), color)
    room = EMBEDS_TOTAL - units(main.description or "") - units(footer) - 20
    embeds = [main, *_quotation_boxes(answer, say, room, color)]
    embeds[-1].set_footer(text=footer)
    return Screen(tuple(embeds), _rows(answer, say, asker_id, topic, private=private))


def question_line(question: str) -> str:
    """The first line of every message about a question, from which `question_of` reads it back."""
    return QUESTION_MARK + escape(one_line(question))


def question_of(embeds: Sequence[discord.Embed]) -> str | None:
    """The question that a message of ours is about."""
    first = (embeds[0].description or "").split("\n", 1)[0] if embeds else ""
    return unescape(first.removeprefix(QUESTION_MARK)) if first.startswith(QUESTION_MARK) else None


def headline_of(embeds: Sequence[discord.Embed]) -> str:
    """The verdict's line in a message of ours, or nothing; it names nobody."""
    lines = (embeds[0].description or "").split("\n") if embeds else []
    shown = next((line for line in lines if line.startswith("**")), "")
    return unescape(shown.replace("**", ""))


def status_line(answer: Answer, say: Texts) -> str:
    """What the engine says, in words with a mark beside them."""
    told = answer.confirmation
    if told is None:
        return f"📖 {say('answer.not_simulated')}"
    return f"{_STATUS_MARKS[told.status]} **{escape(one_line(told.status_text))}**"


def _contradicted(told: Confirmation | None) -> bool:
    return told is not None and told.status == "contradicted"


def _main_text(answer: Answer, say: Texts, asker: str, topic: Topic) -> str:
    head = [
        question_line(answer.question),
        f"-# {say('answer.asked_by', name=escape(clip(one_line(asker), 64)))}",
        "",
    ]
    if topic:
        names = ", ".join(clip(one_line(card.name), 150) for card in topic)
        head.insert(2, f"-# {escape(say('answer.follow_up', cards=names))}")
    body = [_headline(answer)]
    if answer.explanation:
        body.append(clip(escape(answer.explanation), _EXPLANATION))
    body += [f"-# {clip(escape(one_line(note)), _NOTE)}" for note in answer.notes[:4]]
    if answer.problem is None and answer.out_of_scope is None:
        body += ["", status_line(answer, say)]
    start = "\n".join(head)
    return f"{start}\n{clip(chr(10).join(body), max(_MAIN - units(start), 1200))}"


def _headline(answer: Answer) -> str:
    """The first sentence, the verdict itself, stands out."""
    text = clip(one_line(answer.headline), _HEADLINE) or "…"
    if answer.verdict is None:
        return f"**{escape(text)}**"
    first, *others = sentences(text)
    return " ".join([f"**{escape(first.strip())}**", *(escape(part.strip()) for part in others)])


def _quotation_boxes(answer: Answer, say: Texts, room: int, color: int) -> list[discord.Embed]:
    rulings = [ruling_quotation(one, say) for one in answer.rulings]
    rules = [rule_quotation(one, say, note=False) for one in answer.rules]
    note = rule_note(answer.rules[:MAX_RULES], say)
    kept_for_rules = min(units(rules[0].render()) + 80, room // 2) if rules else 0
    boxes: list[discord.Embed] = []
    for key, quotations, at_most, reserve, tail in (
        ("answer.rulings", rulings, MAX_RULINGS, kept_for_rules, None),
        ("answer.rules", rules, MAX_RULES, 0, note),
    ):
        title = say(key) if not answer.related_only else f"{say(key)} · {say('answer.related')}"
        made = _quotation_box(
            title, quotations, say, min(room - reserve, EMBED_DESCRIPTION), at_most, color, tail
        )
        if made is not None:
            room -= units(made.title or "") + units(made.description or "")
            boxes.append(made)
    return boxes


def _quotation_box(
    title: str,
    quotations: Sequence[Quotation],
    say: Texts,
    room: int,
    at_most: int,
    color: int,
    note: str | None,
) -> discord.Embed | None:
    if not quotations:
        return None
    shown = fit_whole(quotations, room - units(title) - units(note or "") - 60, at_most)
    left = len(quotations) - len(shown)
    tail = [f"-# {line}" for line in (say.count("answer.more", left) if left else None, note) if line]
    text = "\n\n".join([*shown, *(["\n".join(tail)] if tail else [])])
    return box(title, text, color) if units(text) + units(title) <= room else None


def _footer(answer: Answer, say: Texts) -> str:
    parts = []
    if answer.cards:
        parts.append(say("answer.cards", cards=", ".join(one_line(card.name) for card in answer.cards[:8])))
    if answer.problem is None:
        parts.append(say("answer.confidence", confidence=say(f"confidence.{answer.confidence}")))
    data = answer.data
    for key, date in (
        ("answer.rules_as_of", data.rules_effective),
        ("answer.rulings_as_of", data.rulings_as_of),
    ):
        if date:
            parts.append(say(key, date=say.date(date)))
    if data.retrieval == "lexical":
        parts.append(say("answer.lexical"))
    return " · ".join([clip(" · ".join(parts), _FOOTER - 100), say("answer.unofficial")])


def _rows(answer: Answer, say: Texts, asker_id: int, topic: Topic, *, private: bool) -> tuple[Row, ...]:
    own = (
        button(say("buttons.share"), pack("share", asker_id))
        if private
        else button(say("buttons.delete"), pack("delete", asker_id), "danger")
    )
    packed = pack_topic([card.oracle_id for card in topic])
    language = button(say("buttons.language"), pack("language", *packed))
    wrong = button(say("buttons.wrong"), pack("wrong", answer.language, *packed))
    known = [wrong] if one_line(answer.question) else []
    return rows([*answer_buttons(answer, say, packed), language], [*known, own])


def answer_buttons(answer: Answer, say: Texts, topic: Sequence[str]) -> list[Button]:
    """Steps, rulings and rules, each only where there is something to show."""
    language, told = answer.language, answer.confirmation
    made = []
    if told and told.steps and told.scenario:
        state = pack("steps", "open", language, 0, digest(told.scenario), *topic)
        made.append(button(say("buttons.steps"), state, "primary"))
    room = CUSTOM_ID - len(pack("rulings", "turn", language, 99, ""))
    if keys := pack_keys([one.key for one in answer.rulings], room):
        made.append(button(say("buttons.rulings"), pack("rulings", "open", language, 0, keys)))
    if numbers := pack_rules([one.number for one in answer.rules], room):
        made.append(button(say("buttons.rules"), pack("rules", "open", language, 0, numbers)))
    return made


def _ask_back(answer: Answer, say: Texts, asker: str, asker_id: int) -> Screen:
    unclear = answer.ambiguous[0]
    name = escape(clip(one_line(asker), 64))
    lines = [
        question_line(answer.question),
        f"-# {say('answer.asked_by', name=name)}",
        "",
        f"**{say('choose.ask', matched=escape(clip(one_line(unclear.matched), 150)))}**",
        f"-# {say('choose.only', name=name)}",
    ]
    choices = [
        button(one_line(card), pack("pick", asker_id, answer.language, digest(card)), "primary")
        for card in dict.fromkeys(unclear.candidates[:MAX_CANDIDATES])
    ]
    own = button(say("buttons.delete"), pack("delete", asker_id), "danger")
    return Screen((box(None, "\n".join(lines), AMBER),), rows(choices, [own]))

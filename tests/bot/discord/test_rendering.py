"""Any answer in any language fits into Discord, and nothing that others wrote takes effect."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.answers.models import LANGUAGES, Answer, Language, RulingCited, Step
from bot.discord_buttons import view_of
from bot.views.answer import question_line, question_of, render_answer
from bot.views.pages import render_quotations, render_steps
from bot.views.quotes import fill_pages, ruling_quotation
from bot.views.screen import Screen
from bot.views.state import unpack
from bot.views.text import clean, clip, escape, one_line, pieces, quote, unescape, units
from bot.views.texts import texts
from bot.views.told import tell
from rules_engine.scenario import library
from tests.rules_engine.scenario.texts import play

from .fake.limits import lone_surrogate, message_problems
from .strategies import HOSTILE, answers, long_texts
from .strategies import rulings as any_ruling
from .values import an_answer

RELAXED = settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
)
LIVE = re.compile(r"(?<!\\)(?:<[@#/:t]|@everyone|@here|\[[^\]]*\]\(|https?://|\|\||```)")
# Our own links, to a rule's text; nothing else in a message is one.
RULE_LINK = re.compile(
    r"(?<!\\)\[(\d{3}(?:\.\d+[a-z]?)?)\]\(https://yawgatog\.com/resources/magic-rules/#R\w+\)"
)


async def payload_of(screen: Screen) -> dict[str, Any]:
    """The message as discord.py would send it."""
    return {"embeds": [e.to_dict() for e in screen.embeds], "components": view_of(screen).to_components()}


async def _assert_fits(screen: Screen) -> None:
    payload = await payload_of(screen)
    assert not message_problems(payload)
    assert not lone_surrogate(payload)
    for embed in screen.embeds:
        assert not LIVE.search(RULE_LINK.sub("", embed.description or ""))
    for button in screen.buttons:
        unpack(button.custom_id)


@RELAXED
@given(answer=answers, private=st.booleans(), asker=st.text(max_size=40) | st.sampled_from(HOSTILE))
async def test_any_answer__fits_and_is_harmless(answer: Answer, private: bool, asker: str) -> None:
    await _assert_fits(render_answer(answer, asker=asker, asker_id=2**64 - 1, private=private))


@RELAXED
@given(answer=answers, page=st.integers(0, 30))
async def test_any_steps__fit_on_pages(answer: Answer, page: int) -> None:
    screen = render_steps(answer, page, texts(answer.language))
    if screen is not None:
        await _assert_fits(screen)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_long_transcript__is_shown_whole_and_fits_on_pages_in_every_language(
    language: Language,
) -> None:
    told = an_answer().confirmation
    assert told is not None
    report = play(library()["step-all-choose-then-act"], twin=False)
    longest = sorted(report.steps, key=lambda step: len(tell(step, language)))[-10:]
    steps = tuple(Step.model_validate(step, from_attributes=True) for step in (*report.steps, *longest * 6))
    answer = an_answer(language=language, confirmation=told.model_copy(update={"steps": steps}))
    shown = ""
    for page in range(30):
        screen = render_steps(answer, page, texts(language))
        assert screen is not None
        await _assert_fits(screen)
        shown += screen.embeds[0].description or ""
    assert len(report.steps) > 10
    assert all(escape(tell(step, language)) in shown for step in steps)


@RELAXED
@given(
    cited=st.lists(any_ruling, min_size=1, max_size=7),
    page=st.integers(0, 9),
    language=st.sampled_from(["en", "zh"]),
)
async def test_any_rulings__fit_on_pages_and_no_word_is_lost(
    cited: list[RulingCited], page: int, language: Any
) -> None:
    say = texts(language)
    quotations = [ruling_quotation(one, say) for one in cited]
    await _assert_fits(render_quotations("t", quotations, page, say, lambda n: f"jc1:rulings:turn:{n}"))
    shown = "".join(
        line[2:] for page_ in fill_pages(quotations) for line in page_.split("\n") if line.startswith(">")
    )
    for one in cited:
        assert "".join(escape(one.comment).split()) in "".join(shown.split())


@RELAXED
@given(text=long_texts)
def test_any_text__comes_back_from_its_escaped_form(text: str) -> None:
    assert unescape(escape(one_line(text))) == one_line(text)


@RELAXED
@given(text=long_texts.map(lambda text: text[:1000]))
def test_question_in_a_message__is_read_back_from_it(text: str) -> None:
    answer = an_answer(question=text)
    screen = render_answer(answer, asker="Ada", asker_id=1, private=False)
    assert question_of(screen.embeds) == one_line(text)
    assert "\n" not in question_line(text)


@RELAXED
@given(text=long_texts, limit=st.integers(200, 400))
def test_long_text_in_pieces__each_fits_and_nothing_is_lost(text: str, limit: int) -> None:
    parts = list(pieces(clean(text), limit))
    assert all(units(quote(part)) <= limit for part in parts)
    assert "".join("".join(parts).split()) == "".join(clean(text).split())
    assert units(clip(text, limit)) <= limit


def test_quotation_too_long_for_the_message__is_left_out_whole_and_counted() -> None:
    short, long = "A short ruling.", "Word " * 1200
    cited = [
        RulingCited(card="C", comment=text, published_at="2024-01-01", source="wotc", score=1, key="0" * 16)
        for text in (long, short)
    ]
    screen = render_answer(an_answer(rulings=tuple(cited)), asker="Ada", asker_id=1, private=False)
    shown = "\n".join(embed.description or "" for embed in screen.embeds)
    assert short in shown
    assert "Word Word" not in shown
    assert "and 1 more" in shown


def test_ruling_with_translation__stands_beside_the_original_and_says_what_it_is() -> None:
    from bot.answers.models import Translation

    one = (
        an_answer()
        .rulings[0]
        .model_copy(
            update={"translation": Translation(language="zh", text="复制品消失。", official=True, source="x")}
        )
    )
    screen = render_answer(an_answer(language="zh", rulings=(one,)), asker="Ada", asker_id=1, private=False)
    shown = screen.embeds[1].description or ""
    assert "复制品消失。" in shown
    assert one.comment in shown
    assert "官方译文" in shown


def test_engine_disagrees__is_said_in_words_and_color() -> None:
    told = an_answer().confirmation
    assert told is not None
    against = told.model_copy(
        update={"status": "contradicted", "status_text": "The engine disagrees: see the steps"}
    )
    screen = render_answer(an_answer(confirmation=against), asker="Ada", asker_id=1, private=False)
    assert "The engine disagrees" in (screen.embeds[0].description or "")
    assert screen.embeds[0].color is not None
    agreeing = render_answer(an_answer(), asker="Ada", asker_id=1, private=False)
    assert screen.embeds[0].color != agreeing.embeds[0].color


def test_name_fits_several_cards__is_asked_back_without_a_verdict() -> None:
    from bot.answers.models import Ambiguous

    answer = an_answer(
        verdict=None, ambiguous=(Ambiguous(matched="bolt", candidates=("Lightning Bolt", "Firebolt")),)
    )
    screen = render_answer(answer, asker="Ada", asker_id=7, private=False)
    assert [button.label for button in screen.buttons] == ["Lightning Bolt", "Firebolt", "Delete"]
    assert len(screen.embeds) == 1

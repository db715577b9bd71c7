"""The whole way: the real answerer over the built-in corpus, the real client, the wire."""

from __future__ import annotations

import io
import json
import runpy
from pathlib import Path

import pytest
from PIL import Image

from bot.answers.answerer import Answerer
from bot.views.text import unescape
from bot.views.texts import texts

from .conftest import Start
from .fake import FakeDiscord, Message

SCREENS = Path(__file__).resolve().parents[3] / "docs" / "screens"
NOT_CAST = "If I let the cipher copy go and don't cast it, can I cast it later this turn?"


def _read(message: Message) -> str:
    """The message as a person reads it, quotations joined."""
    return unescape(message.text).replace("\n> ", "\n")


async def test_copy_not_cast__is_answered_from_the_ruling_and_confirmed_step_by_step(
    fake: FakeDiscord, start: Start, answerer: Answerer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_client.SECONDS_TO_DRAW", 60.0)
    await start(answerer)
    ada, bo = fake.user("Ada"), fake.user("Bo", "ja")
    message = await (await ada.slash("ask", question=NOT_CAST)).answer(seconds=180)
    answer = answerer.answer(NOT_CAST)
    assert answer.verdict is not None
    assert answer.confirmation is not None
    shown = _read(message)
    assert NOT_CAST in shown
    assert shown.index("**No.**") < shown.index(answer.rulings[0].comment)
    assert answer.rulings[0].comment in shown
    assert "Confirmed by the engine" in shown
    assert "704.5e" in shown
    page = await (await bo.press(message, "Steps")).answer(seconds=60)
    for number, step in enumerate(answer.confirmation.steps[:10], 1):
        assert f"**{number}.** {step.text}" in _read(page)
    ((name, png),) = page.files
    assert page.embeds[0]["image"]["url"] == f"attachment://{name}"
    assert Image.open(io.BytesIO(png)).format == "PNG"
    alt = page.body["attachments"][0]["description"]
    assert "stack: ability of Lane Runner" in alt
    assert "B: life 17" in alt
    rulings = _read(await (await bo.press(message, "Rulings")).answer())
    assert answer.rulings[0].comment in rulings
    copy = await (await bo.press(message, "Language")).answer(seconds=60)
    assert texts("ja")("answer.rulings") in copy.text


def test_pictures_in_the_documents__show_what_the_bot_sends(answerer: Answerer) -> None:
    noted = json.loads((SCREENS / "digests.json").read_text())
    make = runpy.run_path(str(SCREENS / "make.py"))
    messages = make["Messages"](answerer.knowledge, answerer)
    now = {name: make["digest"](screen()) for name, screen in messages.made.items()}
    assert now == noted, "the messages have changed: run docs/screens/make.py and look at the pictures"
    for name in now:
        png = (SCREENS / f"{name}.png").read_bytes()
        assert Image.open(io.BytesIO(png)).format == "PNG"
        assert len(png) < 150_000


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What is the best deck in Modern?", "not"),
        ("Does Nobody's Such Card trigger twice?", "Nobody"),
        ("🧙🧙🧙", "?"),
        ("asdf qwer zxcv", ""),
    ],
)
async def test_nothing_to_answer__says_so_without_a_verdict(
    fake: FakeDiscord, start: Start, answerer: Answerer, question: str, words: str
) -> None:
    await start(answerer)
    message = await (await fake.user("Ada").slash("ask", question=question)).answer(seconds=60)
    answer = answerer.answer(question)
    assert answer.verdict is None
    assert words in _read(message) or answer.headline in _read(message)
    assert "Confirmed by the engine" not in message.text


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("de", "Arcane Heist: Wenn ich die Kopie nicht wirke, kann ich sie später im Zug noch wirken?"),
        ("ja", "Arcane Heist のコピーを唱えなかった場合、このターンの後で唱えられますか？"),
        ("zh", "如果我不施放复制品，之后还能施放吗？Arcane Heist"),
        ("fr", "Si je ne lance pas la copie d'Arcane Heist, puis-je la lancer plus tard ce tour-ci ?"),
        ("es", "Si no lanzo la copia de Arcane Heist, ¿puedo lanzarla más tarde este turno?"),
        ("it", "Se non lancio la copia di Arcane Heist, posso lanciarla più tardi in questo turno?"),
        ("pt", "Se eu não conjurar a cópia de Arcane Heist, posso conjurá-la mais tarde neste turno?"),
    ],
)
async def test_question_in_another_language__is_answered_in_it_with_the_official_text(
    fake: FakeDiscord, start: Start, answerer: Answerer, language: str, question: str
) -> None:
    await start(answerer)
    message = await (await fake.user("Ada").slash("ask", question=question)).answer(seconds=180)
    answer = answerer.answer(question)
    assert answer.language == language
    assert texts(answer.language)("answer.rulings") in message.text
    assert any(ruling.comment in _read(message) for ruling in answer.rulings[:3])


async def test_language_chosen__overrides_the_questions_own(
    fake: FakeDiscord, start: Start, answerer: Answerer
) -> None:
    await start(answerer)
    asked = await fake.user("Ada").slash("ask", question=NOT_CAST, language="de")
    assert texts("de")("answer.rulings") in (await asked.answer(seconds=180)).text

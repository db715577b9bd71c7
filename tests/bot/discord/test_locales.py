"""Every command, button, menu, form and message menu, once in every locale."""

from __future__ import annotations

import re

import pytest

from bot.answers.models import Answer, Language
from bot.views.texts import DISCORD_LOCALES, Texts, language_of, texts
from knowledge import Knowledge

from .conftest import Start
from .fake import FakeDiscord, Message
from .values import Handed, an_answer

LEFT_OPEN = re.compile(r"\{[a-z_]+\}")


def _whole(message: Message) -> Message:
    """No placeholder was left open and no key shows through."""
    for text in (message.text, *message.labels):
        assert not LEFT_OPEN.search(text), text
        assert not re.search(
            r"\b(answer|buttons|pages|errors|rule|scenario|settings|privacy|report)\.[a-z_]+\b", text
        ), text
    return message


@pytest.mark.parametrize("locale", [*DISCORD_LOCALES, "en-US", "en-GB", "ko", "zh-TW"])
async def test_everything_once__in_the_readers_language(
    fake: FakeDiscord, start: Start, library: Knowledge, locale: str
) -> None:
    language = language_of(locale)
    say = texts(language)
    card = library.card("Arcane Heist")
    assert card is not None
    stored = library.rulings(card.oracle_id)[0]

    def make(question: str, asked: Language) -> Answer:
        cited = an_answer().rulings[0].model_copy(update={"key": stored.key})
        return an_answer(question, asked, rulings=(cited,))

    await start(Handed(make))
    user = fake.user("Ada", locale)
    await _answers(fake, user_locale=locale, say=say)
    for command, option, value in (
        ("card", "name", card.printed[language].name if language in card.printed else card.name),
        ("rulings", "card", "Arcane Heist"),
        ("rule", "query", "704.5e"),
        ("rule", "query", "copy of a spell"),
        ("define", "term", "stack"),
        ("help", "", ""),
        ("privacy", "", ""),
    ):
        options = {option: value} if option else {}
        message = _whole(await (await user.slash(command, **options)).answer())  # type: ignore[arg-type]
        if command == "rulings":
            assert say("buttons.next") in " ".join(message.labels)
            _whole(await (await user.press(message, say("buttons.next"))).answer())
    await _tries(fake, locale)
    for command, option in (
        ("card", "name"),
        ("try", "first"),
        ("try", "second"),
        ("rule", "query"),
        ("define", "term"),
        ("scenario", "situation"),
    ):
        await (await user.typing(command, option, "a")).suggestions()
    form = await (await user.slash("scenario")).form()
    assert form["title"] == say("scenario.modal")
    await _owns(fake, user_locale=locale, say=say)


async def _owns(fake: FakeDiscord, user_locale: str, say: Texts) -> None:
    """A server's settings, a report, and the own data: shown, and deleted."""
    user = fake.user("Mia", user_locale, manages=True)
    panel = _whole(await (await user.slash("settings")).answer())
    panel = _whole(await (await user.choose(panel, "90", select=2)).answer())
    panel = _whole(await (await user.press(panel, say("settings.board_on"))).answer())
    assert say("settings.kept_for", n=90) in panel.text
    message = _whole(await (await user.slash("ask", question="x?", language=say.language)).answer())
    assert say("answer.kept", n=90) in message.text
    opened = await user.press(message, say("buttons.wrong"))
    assert (await opened.form())["title"] == say("report.title")
    thanks = _whole(await (await user.submit(opened, "it is", "not so")).answer())
    assert say("report.thanks", id=1, n=180) in thanks.text
    page = _whole(await (await user.slash("privacy")).answer())
    assert say.count("privacy.kinds.questions", 1) in page.text
    _whole(await (await user.press(page, say("privacy.show"))).answer())
    page = _whole(await (await user.press(page, say("privacy.delete"))).answer())
    page = _whole(await (await user.press(page, say("privacy.confirm"))).answer())
    assert say("privacy.deleted") in page.text


async def _tries(fake: FakeDiscord, locale: str) -> None:
    """What can be tried is asked in the reader's language; a card that is missing is asked for."""
    user, say = fake.user("Ada", locale), texts(language_of(locale))
    tried = _whole(await (await user.slash("try", what="response", first="Arcane Heist")).answer())
    assert "Arcane Heist" in tried.text
    refused = _whole(await (await user.slash("try", what="does", first="Arcane Heist")).answer())
    assert say("errors.second_card") in refused.text


async def _answers(fake: FakeDiscord, user_locale: str, say: Texts) -> None:
    user = fake.user("Ada", user_locale)
    message = _whole(await (await user.slash("ask", question="x?", language=say.language)).answer())
    names = [say(f"buttons.{key}") for key in ("steps", "rulings", "rules", "language", "wrong", "delete")]
    assert message.labels == names
    for key in ("steps", "rulings", "rules"):
        page = _whole(await (await user.press(message, say(f"buttons.{key}"))).answer())
        assert page.ephemeral
    copy = _whole(await (await user.press(message, say("buttons.language"))).answer())
    assert say("answer.rulings") in copy.text
    _whole(await (await user.choose(copy, say.language)).answer())
    private = _whole(
        await (await user.menu("Answer this rules question", fake.written_by(user, "x?"))).answer()
    )
    assert private.ephemeral

"""/card, /rulings, /rule, /define, /help, /privacy and their autocomplete, on the wire with the built-in corpus."""

from __future__ import annotations

import pytest

from bot.views.texts import DISCORD_LOCALES, language_of, texts
from knowledge import Knowledge

from .conftest import Start
from .fake import FakeDiscord

LOCALES = ["en-US", *DISCORD_LOCALES]


async def test_card_asked__official_text_comes_with_its_rulings_behind_a_button(
    fake: FakeDiscord, start: Start, library: Knowledge
) -> None:
    await start()
    ada = fake.user("Ada")
    card = library.card("Arcane Heist")
    assert card is not None
    message = await (await ada.slash("card", name="arcane heist")).answer()
    assert message.embeds[0]["title"] == "Arcane Heist"
    assert card.type_line in message.text
    assert card.oracle_text.split("\n")[-1] in message.text
    page = await (await ada.press(message, "Rulings (14)")).answer()
    assert page.ephemeral
    first = library.rulings(card.oracle_id)[0]
    assert first.comment in page.text


async def test_card_in_another_locale__printed_text_stands_below(
    fake: FakeDiscord, start: Start, library: Knowledge
) -> None:
    await start()
    card = library.card("Arcane Heist")
    assert card is not None
    for locale in ("de", "zh-CN"):
        language = language_of(locale)
        printed = card.printed[language]
        message = await (await fake.user("Bo", locale).slash("card", name=printed.name)).answer()
        assert message.embeds[0]["title"] == "Arcane Heist"
        assert printed.name in message.embeds[1]["description"]


async def test_all_rulings_turned_through__each_is_shown_word_for_word(
    fake: FakeDiscord, start: Start, library: Knowledge
) -> None:
    await start()
    ada = fake.user("Ada")
    message = await (await ada.slash("rulings", card="Arcane Heist")).answer()
    shown = message.text
    while not message.button("Next").get("disabled"):
        before = message.edits
        turned = await ada.press(message, "Next")
        message = await turned.answer()
        assert message.edits == before + 1
        shown += message.text
    card = library.card("Arcane Heist")
    assert card is not None
    for ruling in library.rulings(card.oracle_id):
        assert ruling.comment.replace("*", "\\*") in shown.replace("\n> ", "\n")


async def test_stranger_turns_a_public_page__gets_a_private_copy(fake: FakeDiscord, start: Start) -> None:
    await start()
    ada, bo = fake.user("Ada"), fake.user("Bo")
    message = await (await ada.slash("rulings", card="Arcane Heist")).answer()
    text = message.text
    copy = await (await bo.press(message, "Next")).answer()
    assert copy is not message
    assert copy.ephemeral
    assert message.text == text


async def test_chinese_reader__sees_the_official_translation_beside_the_original(
    fake: FakeDiscord, start: Start, library: Knowledge
) -> None:
    await start()
    message = await (await fake.user("Lin", "zh-CN").slash("rulings", card="Arcane Heist")).answer()
    card = library.card("Arcane Heist")
    assert card is not None
    first = library.rulings(card.oracle_id)[0]
    assert first.translations["zh"].text in message.text.replace("\\", "")
    assert first.comment in message.text.replace("\\", "")
    assert "译文" in message.text


async def test_rule_by_number__shows_what_it_belongs_to(fake: FakeDiscord, start: Start) -> None:
    await start()
    ada = fake.user("Ada")
    message = await (await ada.slash("rule", query="CR 704.5e")).answer()
    assert message.embeds[0]["title"].startswith("704.5e")
    assert "Our own summary" in message.text


async def test_rule_by_heading__finds_the_uppermost_rule_and_opens_those_below(
    fake: FakeDiscord, start: Start, library: Knowledge
) -> None:
    await start()
    ada = fake.user("Ada")
    message = await (await ada.slash("rule", query="state-based actions")).answer()
    number = message.embeds[0]["title"].split()[0]
    assert library.rule(number) is not None
    if "Below it" in message.labels:
        below = await (await ada.press(message, "Below it")).answer()
        assert below.ephemeral


async def test_rule_by_words__lists_the_nearest(fake: FakeDiscord, start: Start) -> None:
    await start()
    message = await (await fake.user("Ada").slash("rule", query="a copy of a spell ceases to exist")).answer()
    assert "704.5e" in message.text


@pytest.mark.parametrize(
    ("command", "option", "value", "expected"),
    [
        ("card", "name", "Nobody's Such Card", "No card is called"),
        ("rulings", "card", "**@everyone**", "No card is called"),
        ("rule", "query", "999.99z", "No rule fits"),
        ("define", "term", "stack", "The glossary is there once"),
    ],
)
async def test_nothing_found__says_so_and_what_to_do(
    fake: FakeDiscord, start: Start, command: str, option: str, value: str, expected: str
) -> None:
    await start()
    message = await (await fake.user("Ada").slash(command, **{option: value})).answer()  # type: ignore[arg-type]
    assert expected in message.text


@pytest.mark.parametrize("locale", LOCALES)
async def test_help_and_privacy__come_in_the_readers_language(
    fake: FakeDiscord, start: Start, locale: str
) -> None:
    await start()
    user = fake.user("Ada", locale)
    say = texts(language_of(locale))
    for command in ("help", "privacy"):
        message = await (await user.slash(command)).answer()
        assert message.ephemeral
        assert say(f"{command}.title") in message.text
    listed = (await (await user.slash("help")).answer()).text
    for registered in fake.commands:
        if registered["type"] == 1:
            assert say(f"commands.{registered['name']}.name") in listed


@pytest.mark.parametrize("locale", LOCALES)
async def test_typing_a_card__suggests_names_in_english_and_the_own_language(
    fake: FakeDiscord, start: Start, library: Knowledge, locale: str
) -> None:
    await start()
    user = fake.user("Ada", locale)
    english = await (await user.typing("card", "name", "arcane h")).suggestions()
    assert "Arcane Heist" in [choice["value"] for choice in english]
    card = library.card("Arcane Heist")
    assert card is not None
    printed = card.printed.get(language_of(locale))
    if printed:
        own = await (await user.typing("rulings", "card", printed.name[:2])).suggestions()
        assert printed.name in [choice["name"] for choice in own]


@pytest.mark.parametrize(
    "text", ["", " ", "\u202e", "x" * 100, "💥", "%_\\", "704", "state", "'; DROP TABLE"]
)
async def test_typing_anything__suggests_within_limits(fake: FakeDiscord, start: Start, text: str) -> None:
    await start()
    ada = fake.user("Ada")
    for command, option in (("card", "name"), ("rule", "query"), ("define", "term")):
        choices = await (await ada.typing(command, option, text)).suggestions()
        assert len(choices) <= 25
    if text == "704":
        rules = await (await ada.typing("rule", "query", text)).suggestions()
        assert rules[0]["value"].startswith("704")

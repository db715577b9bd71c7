"""Buttons: what they open, who may press them, that they outlive the process, and what forged ones do."""

from __future__ import annotations

import base64

import pytest

from bot.answers.models import Ambiguous, Answer, Language, Step
from bot.views.answer import question_of
from bot.views.rule_links import rule_link
from bot.views.texts import Texts, all_texts
from knowledge import Knowledge

from .conftest import Start
from .fake import FakeDiscord
from .values import Handed, an_answer


def _long(question: str, language: Language) -> Answer:
    told = an_answer().confirmation
    assert told is not None
    steps = tuple(Step(text=f"Thing number {n} happens.", rules=("608.2",)) for n in range(40))
    return an_answer(question, language, confirmation=told.model_copy(update={"steps": steps}))


async def test_steps_pressed__are_numbered_paged_and_private(fake: FakeDiscord, start: Start) -> None:
    await start(Handed(_long))
    ada, bo = fake.user("Ada"), fake.user("Bo")
    message = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    page = await (await bo.press(message, "Steps")).answer()
    assert page.ephemeral
    assert f"**1.** Thing number 0 happens. ({rule_link('608.2')})" in page.text
    assert "Page 1 of 3" in page.text
    assert page.button("◀").get("disabled")
    page = await (await bo.press(page, "Next")).answer()
    page = await (await bo.press(page, "Next")).answer()
    assert "**40.** Thing number 39 happens." in page.text
    assert page.button("Next").get("disabled")
    page = await (await bo.press(page, "◀")).answer()
    assert "Page 2 of 3" in page.text


async def test_rulings_and_rules_pressed__come_from_the_store_word_for_word(
    fake: FakeDiscord, start: Start, library: Knowledge
) -> None:
    card = library.card("Arcane Heist")
    assert card is not None
    stored = library.rulings(card.oracle_id)[2]
    cited = an_answer().rulings[0].model_copy(update={"key": stored.key, "comment": stored.comment})
    await start(Handed(lambda question, language: an_answer(question, language, rulings=(cited,))))
    ada = fake.user("Ada")
    message = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    rulings = await (await ada.press(message, "Rulings")).answer()
    assert rulings.ephemeral
    assert stored.comment in rulings.text
    rules = await (await ada.press(message, "Rules")).answer()
    assert "704.5e" in rules.text


async def test_ruling_gone_from_the_data__says_so(fake: FakeDiscord, start: Start) -> None:
    await start()
    ada = fake.user("Ada")
    message = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    gone = await (await ada.press(message, "Rulings")).answer()
    assert "no longer in the data" in gone.text


async def test_language_pressed_by_anyone__brings_a_private_copy_in_their_language(
    fake: FakeDiscord, start: Start
) -> None:
    answers = Handed()
    await start(answers)
    ada, lin = fake.user("Ada"), fake.user("Lin", "zh-CN")
    message = await (await ada.slash("ask", question="Is *the* copy gone?")).answer()
    copy = await (await lin.press(message, "Language")).answer()
    assert copy.ephemeral
    assert answers.asked[-1] == ("Is *the* copy gone?", "zh")
    assert "官方释疑" in copy.text
    copy = await (await lin.choose(copy, "fr")).answer()
    assert answers.asked[-1] == ("Is *the* copy gone?", "fr")
    assert "Décisions officielles" in copy.text
    assert "Official rulings" in message.text


async def test_bot_started_anew__old_buttons_work(fake: FakeDiscord, start: Start) -> None:
    first = await start(Handed(_long))
    ada = fake.user("Ada")
    message = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    page = await (await ada.press(message, "Steps")).answer()
    await first.close()
    fake.gateway.ready.clear()
    await start(Handed(_long))
    again = await (await ada.press(page, "Next")).answer()
    assert "Page 2 of 3" in again.text
    copy = await (await fake.user("Bo", "de").press(message, "Language")).answer()
    assert "Offizielle Rulings" in copy.text
    pressed = await ada.press(message, "Delete")
    await pressed.deleted(message)


async def test_only_the_asker__deletes_and_shares(fake: FakeDiscord, start: Start) -> None:
    await start()
    ada, bo = fake.user("Ada"), fake.user("Bo")
    public = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    refused = await (await bo.press(public, "Delete")).answer()
    assert refused.ephemeral
    assert "Only the person who asked" in refused.text
    assert not public.deleted
    pressed = await ada.press(public, "Delete")
    await pressed.deleted(public)
    private = await (await ada.slash("ask", question="Is the copy gone?", private=True)).answer()
    assert private.ephemeral
    assert "Delete" not in private.labels
    shared = await (await ada.press(private, "Share")).answer()
    assert not shared.ephemeral
    assert shared.labels == ["Steps", "Rulings", "Rules", "Language", "Wrong?", "Delete"]
    assert shared.embeds[0]["description"] == private.embeds[0]["description"]
    steps = await (await bo.press(shared, "Steps")).answer()
    assert "The trigger resolves" in steps.text


def _unclear(question: str, language: Language) -> Answer:
    if "[[" in question:
        return an_answer(question, language, headline=f"Understood: {question}")
    unclear = Ambiguous(matched="the copy", candidates=("Copy Cat", "Copy Dog"))
    return an_answer(question, language, verdict=None, confidence="unknown", ambiguous=(unclear,))


async def test_name_fits_several_cards__only_the_asker_chooses(fake: FakeDiscord, start: Start) -> None:
    answers = Handed(_unclear)
    await start(answers)
    ada, bo = fake.user("Ada"), fake.user("Bo")
    message = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    assert message.labels == ["Copy Cat", "Copy Dog", "Delete"]
    refused = await (await bo.press(message, "Copy Cat")).answer()
    assert refused.ephemeral
    assert "Only the person who asked" in refused.text
    chosen = await (await ada.press(message, "Copy Dog")).answer()
    assert chosen is message
    assert answers.asked[-1] == ("Is [[Copy Dog]] gone?", "en")
    assert question_of_message(chosen.embeds[0]["description"]) == "Is [[Copy Dog]] gone?"


def question_of_message(description: str) -> str | None:
    import discord

    return question_of([discord.Embed(description=description)])


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


async def test_own_id_put_into_anothers_button__deletes_and_shares_nothing(
    fake: FakeDiscord, start: Start
) -> None:
    await start()
    ada, mallory = fake.user("Ada"), fake.user("Mallory")
    message = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    for verb in ("delete", "share"):
        custom_id = f"jc1:{verb}:{mallory.id}"
        message.body["components"][0]["components"][0]["custom_id"] = custom_id
        refused = await (await mallory.press_id(message, custom_id)).answer()
        assert refused.ephemeral
        assert "Only the person who asked" in refused.text
    assert not message.deleted


@pytest.mark.parametrize("say", all_texts(), ids=lambda say: say.language)
async def test_answer_in_any_language__verdict_then_why_then_texts_then_status_and_footer(
    fake: FakeDiscord, start: Start, say: Texts
) -> None:
    await start(Handed(lambda question, language: an_answer(question, language, related_only=True)))
    asked = await fake.user("Ada").slash("ask", question="Is the copy gone?", language=say.language)
    message = await asked.answer()
    order = [
        "Is the copy gone?",
        "**Yes.** The copy is gone.",
        "A copy of a card that is not cast",
        "Confirmed by the engine",
        f"{say('answer.rulings')} · {say('answer.related')}",
        "> The copy ceases to exist.",
        say("answer.rules"),
        rule_link("704.5e"),
        say("answer.unofficial"),
    ]
    places = [message.text.find(part) for part in order]
    assert -1 not in places
    assert places == sorted(places)
    names = ("steps", "rulings", "rules", "language", "wrong", "delete")
    assert message.labels == [say(f"buttons.{name}") for name in names]
    page = await (await fake.user("Bo").press(message, say("buttons.steps"))).answer()
    assert page.ephemeral
    assert not page.files  # nothing that was really played, so there is nothing to draw


FORGED = [
    "jc1",
    "jc1:",
    "jc1:nothing",
    "jc0:steps:open:en:0:abc",
    "jc99:delete:1",
    "jc1:steps",
    "jc1:steps:open:en:0",
    "jc1:steps:open:xx:0:abc",
    "jc1:steps:open:en:-1:abc",
    "jc1:steps:open:en:99999:abc",
    "jc1:steps:sideways:en:0:abcdefghijk",
    "jc1:rulings:open:en:0:!!!",
    "jc1:rulings:open:en:0:AAAA",
    "jc1:rules:open:en:0:not-a-rule",
    "jc1:rules:open:en:0:999.9z",
    "jc1:rules:open:en:٣:704.5e",
    f"jc1:card:open:en:0:{_b64(b'0' * 16)}",
    f"jc1:card:own:en:0:{_b64(b'0' * 16)}:x",
    "jc1:pick:1:en:abcdefghijk",
    "jc1:delete:1",
    "jc1:delete:notanumber",
    "jc1:share:",
    "jc1:translate",
    "jc1:language:extra:parts",
    "jc1:\n\x00:\u202e",
    "jc1:" + "x" * 96,
]


@pytest.mark.parametrize("custom_id", FORGED)
async def test_forged_custom_id__gets_a_polite_answer_and_changes_nothing(
    fake: FakeDiscord, start: Start, custom_id: str
) -> None:
    await start()
    ada, mallory = fake.user("Ada"), fake.user("Mallory")
    message = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    before = (message.text, message.deleted)
    # Discord only delivers custom ids that a message has; the forger is given one that he put there himself.
    message.body["components"][0]["components"][0]["custom_id"] = custom_id
    reply = await (await mallory.press_id(message, custom_id)).answer()
    assert reply is not message
    assert reply.ephemeral
    assert (message.text, message.deleted) == before
    assert "Traceback" not in reply.text

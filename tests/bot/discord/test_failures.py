"""Errors, overload, lost connections, rate limits and stopping: nobody waits for ever and nobody sees a traceback."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.answers.models import Answer, Language

from .conftest import Start
from .fake import FAULTS, FakeDiscord, Fault
from .values import Handed, an_answer


def _broken(question: str, language: Language) -> Answer:
    raise RuntimeError("secret detail")


async def test_answerer_fails__person_gets_an_incident_number_that_the_log_explains(
    fake: FakeDiscord, start: Start, unhandled: list[str]
) -> None:
    await start(Handed(_broken))
    for private in (False, True):
        message = await (await fake.user("Ada").slash("ask", question="Is it?", private=private)).answer()
        assert "secret detail" not in message.text
        number = re.search(r"number: ([0-9a-f]{8})", message.text)
        assert number
        assert any(number[1] in line and "secret detail" in line for line in unhandled)
        assert "Is it?" not in "".join(unhandled)
    unhandled.clear()


@pytest.mark.parametrize(
    ("locale", "words"), [("de", "Bei uns ist etwas"), ("ja", "問題が起きました"), ("pl", "went wrong")]
)
async def test_error__is_told_in_the_readers_language(
    fake: FakeDiscord, start: Start, unhandled: list[str], locale: str, words: str
) -> None:
    await start(Handed(_broken))
    message = await (await fake.user("Ada", locale).slash("ask", question="Is it?")).answer()
    assert words in message.text
    unhandled.clear()


async def test_button_fails__incident_is_private_and_the_message_stays(
    fake: FakeDiscord, start: Start, unhandled: list[str]
) -> None:
    answers = Handed()
    await start(answers)
    ada = fake.user("Ada")
    message = await (await ada.slash("ask", question="Is it?")).answer()
    answers.make = _broken
    reply = await (await ada.press(message, "Steps")).answer()
    assert reply.ephemeral
    assert "number:" in reply.text
    assert "Yes." in message.text
    assert len(unhandled) == 1
    unhandled.clear()


async def test_autocomplete_fails__no_suggestions_and_a_line_in_the_log(
    fake: FakeDiscord, start: Start, unhandled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await start()
    monkeypatch.setattr(type(client.services.library), "complete", _broken)
    typed = await fake.user("Ada").typing("card", "name", "arc")
    assert await typed.suggestions() == []
    assert "incident" in unhandled[0]
    assert "autocomplete" in unhandled[0]
    unhandled.clear()


async def test_acknowledged_too_late__nothing_is_raised(fake: FakeDiscord, start: Start) -> None:
    await start()
    fake.clock.advance(-3.5)
    asked = fake.user("Ada").slash("ask", question="Is it?")
    interaction_task = asyncio.create_task(asked)
    interaction = await interaction_task
    fake.clock.advance(3.5)
    interaction.ack_expected = False
    for _ in range(100):
        if fake.problems:
            break
        await asyncio.sleep(0.02)
    fake.forgive("10062")


async def test_queue_is_full__says_busy_and_when_to_come_back(fake: FakeDiscord, start: Start) -> None:
    answers = Handed()
    answers.release.clear()
    await start(answers, queue=2)
    ada = fake.user("Ada")
    waiting = [await ada.slash("ask", question=f"Number {n}?") for n in range(2)]
    for one in waiting:
        await one.acknowledged()
    refused = await (await ada.slash("ask", question="One too many?")).answer()
    assert re.search(r"try again in \d+ s", refused.text)
    answers.release.set()
    for one in waiting:
        assert "Yes." in (await one.answer()).text


@pytest.mark.parametrize("fault", FAULTS)
async def test_connection_lost__no_interaction_is_lost_that_discord_replays(
    fake: FakeDiscord, start: Start, fault: Fault
) -> None:
    await start()
    ada = fake.user("Ada")
    before = await (await ada.slash("ask", question="Before?")).answer()
    await fake.gateway.fault(fault)
    if fault == "op 9 false":
        await fake.wait_ready()
    during = await ada.slash("ask", question="During?")
    pressed = await ada.press(before, "Steps")
    form = await ada.slash("scenario")
    typed = await ada.typing("card", "name", "arcane")
    assert "Yes." in (await during.answer()).text
    assert "The trigger resolves" in (await pressed.answer()).text
    assert await form.form()
    assert (await typed.suggestions())[0]["name"] == "Arcane Heist"
    after = await ada.slash("ask", question="After?")
    assert "Yes." in (await after.answer()).text
    assert fake.gateway.resumes == (0 if fault == "op 9 false" else 1)


@pytest.mark.parametrize("fault", FAULTS)
async def test_connection_lost_while_answering__answer_arrives(
    fake: FakeDiscord, start: Start, fault: Fault
) -> None:
    answers = Handed()
    answers.release.clear()
    await start(answers)
    asked = await fake.user("Ada").slash("ask", question="Is it?")
    await asked.acknowledged()
    await fake.gateway.fault(fault)
    answers.release.set()
    assert "Yes." in (await asked.answer()).text
    await fake.wait_ready()


@pytest.mark.parametrize(
    "pattern", ["POST /interactions/.*/callback", "PATCH /webhooks/.*/messages/@original"]
)
async def test_rate_limited__is_waited_out(fake: FakeDiscord, start: Start, pattern: str) -> None:
    await start()
    fake.fail_next(pattern, retry_after=0.1, times=2)
    message = await (await fake.user("Ada").slash("ask", question="Is it?")).answer()
    assert "Yes." in message.text
    assert fake.rate_limited == 2


async def test_discord_has_a_hiccup__is_tried_again(fake: FakeDiscord, start: Start) -> None:
    await start()
    fake.fail_next("PATCH /webhooks", status=502)
    message = await (await fake.user("Ada").slash("ask", question="Is it?")).answer()
    assert "Yes." in message.text


async def test_message_deleted_while_answering__nothing_is_raised(
    fake: FakeDiscord, start: Start, unhandled: list[str]
) -> None:
    answers = Handed()
    answers.release.clear()
    client = await start(answers)
    asked = await fake.user("Ada").slash("ask", question="Is it?")
    await asked.acknowledged()
    assert asked.original is not None
    asked.original.deleted = True
    answers.release.set()
    for _ in range(200):
        if client.under_way == 0:
            break
        await asyncio.sleep(0.02)
    assert client.under_way == 0
    asked.ack_expected = False
    fake.forgive("10008")


async def test_stop_while_answering__answers_finish_and_new_questions_are_refused(
    fake: FakeDiscord, start: Start
) -> None:
    answers = Handed()
    answers.release.clear()
    client = await start(answers)
    ada = fake.user("Ada")
    asked = [await ada.slash("ask", question=f"Number {n}?") for n in range(5)]
    for one in asked:
        await one.acknowledged()
    stopping = asyncio.create_task(client.stop(5))
    await asyncio.sleep(0.05)
    refused = await (await ada.slash("ask", question="Too late?")).answer()
    assert "restarting" in refused.text
    answers.release.set()
    assert await stopping
    for one in asked:
        assert "Yes." in (await one.answer()).text


async def test_stop_with_an_answer_that_never_ends__gives_up_in_time(fake: FakeDiscord, start: Start) -> None:
    answers = Handed()
    answers.release.clear()
    client = await start(answers)
    asked = await fake.user("Ada").slash("ask", question="Is it?")
    await asked.acknowledged()
    assert not await client.stop(0.1)
    assert "restarting" in (await asked.answer()).text
    answers.release.set()


async def test_gateway_silent__client_reconnects_by_its_heartbeat(fake: FakeDiscord, start: Start) -> None:
    fake.gateway.heartbeat_ms = 200
    await start()
    for _ in range(100):
        if fake.gateway.heartbeats >= 2:
            break
        await asyncio.sleep(0.02)
    assert fake.gateway.heartbeats >= 2


def _asked(question: str, language: Language) -> Answer:
    return an_answer(question, language)


HOSTILE = [
    "**bold** ||spoiler|| `code` [press](https://evil.example) https://discord.gg/abcdef",
    "@everyone @here <@123456789012345678> <@&1> <#2> </ask:3>",
    "\u202eevil\u202c \u200bhidden \u2066isolated",
    "# heading",
    "> quoted",
    "-# small",
    "e" + "\u0301" * 200,
    "🧙‍♀️" * 80,
    "\x00\x01\x1b[31m red",
    "A" * 1000,
    "\\" * 500 + "*",
    "```" * 300,
    "؀؁ عربي עברית",
    "{0} {question} %s $(rm)",
]


@pytest.mark.parametrize("question", HOSTILE)
async def test_hostile_question__is_shown_harmlessly_and_its_buttons_work(
    fake: FakeDiscord, start: Start, question: str
) -> None:
    answers = Handed(_asked)
    await start(answers)
    ada = fake.user("**Ada** @everyone")
    message = await (await ada.slash("ask", question=question)).answer()
    described = message.embeds[0]["description"]
    assert not re.search(
        r"(?<!\\)(<[@#/]|@everyone|\|\||```|\[press\]\()|https://|[\u202a-\u202e\u2066-\u2069]", described
    )
    assert message.content == ""
    steps = await (await ada.press(message, "Steps")).answer()
    assert "The trigger resolves" in steps.text


async def test_message_menu__answers_privately_and_can_be_shared(fake: FakeDiscord, start: Start) -> None:
    answers = Handed()
    await start(answers)
    ada, bo = fake.user("Ada"), fake.user("Bo")
    written = fake.written_by(bo, "Does my *copy* stay?\nI did not cast it.")
    message = await (await ada.menu("Answer this rules question", written)).answer()
    assert message.ephemeral
    assert answers.asked == [("Does my *copy* stay? I did not cast it.", None)]
    shared = await (await ada.press(message, "Share")).answer()
    assert not shared.ephemeral


async def test_message_menu_on_an_answer__asks_its_question(fake: FakeDiscord, start: Start) -> None:
    answers = Handed()
    await start(answers)
    ada = fake.user("Ada")
    message = await (await ada.slash("ask", question="Is the copy gone?")).answer()
    again = await (await fake.user("Bo").menu("Answer this rules question", message)).answer()
    assert answers.asked[-1][0] == "Is the copy gone?"
    assert "Yes." in again.text


@pytest.mark.parametrize(
    ("text", "words"), [("", "no text to answer"), ("\u200b \n", "no text"), ("x " * 1900, "too long")]
)
async def test_message_menu_on_what_is_no_question__says_why(
    fake: FakeDiscord, start: Start, text: str, words: str
) -> None:
    await start()
    written = fake.written_by(fake.user("Bo"), text)
    message = await (await fake.user("Ada").menu("Answer this rules question", written)).answer()
    assert words in message.text

"""«Wrong?»: what becomes a report, that nobody is named in it, and how many one person can send."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from pathlib import Path

from bot.answers.models import Answer, Language
from bot.discord_allowance import TIMES, Allowance
from bot.discord_client import JudgecallClient
from bot.state import Report
from bot.views.report import LONGEST

from .conftest import Start
from .fake import FakeDiscord, FakeUser, Message
from .values import Handed, an_answer


async def _message(user: FakeUser, question: str = "Is the copy gone?") -> Message:
    return await (await user.slash("ask", question=question)).answer()


async def _reports(client: JudgecallClient) -> list[Report]:
    return list(await client.services.state.run(lambda state: state.reports.all()))


async def test_answer_called_wrong__is_kept_so_that_it_can_be_given_again_and_names_nobody(
    fake: FakeDiscord, start: Start, tmp_path: Path
) -> None:
    client = await start()
    ada, bo = fake.user("Ada Quill"), fake.user("Bo Tarn", "de")
    message = await _message(ada)
    opened = await bo.press(message, "Wrong?")
    form = await opened.form()
    assert form["title"] == "Was ist an dieser Antwort falsch?"
    thanks = await (await bo.submit(opened, "The copy stays.", "See 707.10; it is cast.")).answer()
    assert thanks.ephemeral
    assert "Meldung 1" in thanks.text
    (report,) = await _reports(client)
    assert (report.question, report.language) == ("Is the copy gone?", "en")
    assert (report.reason, report.right) == ("The copy stays.", "See 707.10; it is cast.")
    answer = report.answer
    assert answer["verdict"]["label"] == "yes"
    assert answer["shown"] == "Yes. The copy is gone."
    assert answer["confirmation"]["scenario"] == "cipher/not-cast"
    assert answer["rulings"] == ["00112233445566aa"]
    assert answer["rules"] == ["704.5e"]
    assert answer["data"]["rulings_as_of"] == "2026-02-01"
    assert report.version
    assert report.expires_at - report.made_at == dt.timedelta(days=180)
    client.services.state.close()
    written = b"".join(file.read_bytes() for file in tmp_path.glob("state.sqlite3*"))
    for person in (ada, bo):
        assert person.name.encode() not in written
        assert person.id.encode() not in written
        assert int(person.id).to_bytes(8, "big") not in written


async def test_button_after_a_restart_and_follow_up__still_reports_the_same_question(
    fake: FakeDiscord, start: Start
) -> None:
    first = await start()
    ada = fake.user("Ada")
    message = await _message(ada)
    await first.close()
    fake.gateway.ready.clear()
    answers = Handed()
    client = await start(answers)
    opened = await ada.press(message, "Wrong?")
    await (await ada.submit(opened, "No reason given", "")).answer()
    assert answers.asked == [("Is the copy gone?", "en")]
    assert [report.right for report in await _reports(client)] == [""]


async def test_hostile_report__is_cut_cleaned_and_parts_of_it_take_no_effect(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    ada = fake.user("Ada")
    opened = await ada.press(await _message(ada), "Wrong?")
    hostile = "'); DROP TABLE reports; -- @everyone {0} %s\x00\u202e"
    thanks = await (await ada.submit(opened, hostile, "x" * LONGEST)).answer()
    assert "report 1" in thanks.text
    (report,) = await _reports(client)
    assert report.reason == "'); DROP TABLE reports; -- @everyone {0} %s"
    assert report.right == "x" * LONGEST
    opened = await ada.press(await _message(ada, "Another?"), "Wrong?")
    empty = await (await ada.submit(opened, " \u200b \u2060 \u00ad ", "")).answer()
    assert "in a few words what is wrong" in empty.text
    assert len(await _reports(client)) == 1


async def test_forged_form__is_refused(fake: FakeDiscord, start: Start) -> None:
    client = await start()
    ada = fake.user("Ada")
    for custom_id in ("jc1:wrong:xx", "jc1:wrong", "jc1:wrong:en:!!!", "jc1:wronger:en"):
        opened = await ada.press(await _message(ada), "Wrong?")
        form = await opened.form()
        form["custom_id"] = custom_id
        reply = await (await ada.submit(opened, "It is wrong.", "")).answer()
        assert "older version" in reply.text
    assert await _reports(client) == []


async def test_same_answer_twice_or_too_many__are_refused_before_anybody_types(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    ada, bo = fake.user("Ada"), fake.user("Bo")
    message = await _message(ada, "Number 0?")
    await (await ada.submit(await ada.press(message, "Wrong?"), "Wrong it is", "")).answer()
    again = await (await ada.press(message, "Wrong?")).answer()
    assert "just reported" in again.text
    for number in range(1, TIMES):
        opened = await ada.press(await _message(ada, f"Number {number}?"), "Wrong?")
        await (await ada.submit(opened, "Wrong it is", "")).answer()
    refused = await (await ada.press(await _message(ada, "One more?"), "Wrong?")).answer()
    assert "come back in an hour" in refused.text
    opened = await bo.press(message, "Wrong?")
    assert "report" in (await (await bo.submit(opened, "Wrong it is", "")).answer()).text
    assert len(await _reports(client)) == TIMES + 1


def test_allowance__comes_back_after_an_hour_and_has_a_limit_for_all_together() -> None:
    now = [0.0]
    allowance = Allowance(lambda: now[0])
    for person in range(200):
        assert not allowance.is_used_up(person)
        allowance.note(person, "x")
    assert allowance.is_used_up(999)
    assert allowance.has(3, "x")
    assert not allowance.has(3, "y")
    now[0] = 3601.0
    assert not allowance.is_used_up(999)
    assert not allowance.has(3, "x")


async def test_state_cannot_be_written__reporter_is_told_and_the_answer_stays(
    fake: FakeDiscord, start: Start, tmp_path: Path, unhandled: list[str]
) -> None:
    client = await start()
    ada = fake.user("Ada")
    message = await _message(ada)
    with sqlite3.connect(tmp_path / "state.sqlite3") as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON reports BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
        )
    connection.close()
    opened = await ada.press(message, "Wrong?")
    reply = await (await ada.submit(opened, "Wrong it is", "")).answer()
    assert "own memory" in reply.text
    assert "**Yes.**" in message.text
    assert await _reports(client) == []
    assert len(unhandled) == 1
    assert "the disk is full: make room" in unhandled[0]
    assert "Wrong it is" not in unhandled[0]
    unhandled.clear()


async def test_all_are_busy__what_was_typed_is_kept_all_the_same(fake: FakeDiscord, start: Start) -> None:
    answers = Handed()
    client = await start(answers, queue=1)
    ada = fake.user("Ada")
    message = await _message(ada, "Is *it* [gone]?")
    opened = await ada.press(message, "Wrong?")
    await opened.form()
    answers.release.clear()
    waiting = await ada.slash("ask", question="Another?")
    await waiting.acknowledged()
    sent = await ada.submit(opened, "It stays.", "")
    assert "report 1" in (await sent.answer()).text
    answers.release.set()
    await waiting.answer()
    (report,) = await _reports(client)
    assert (report.question, report.reason) == ("Is *it* [gone]?", "It stays.")
    assert report.answer == {"shown": "Yes. The copy is gone."}


async def test_not_confirmed_answer__is_reported_too(fake: FakeDiscord, start: Start) -> None:
    def make(question: str, language: Language) -> Answer:
        return an_answer(
            question, language, verdict=None, confirmation=None, confidence="unknown", rulings=()
        )

    client = await start(Handed(make))
    ada = fake.user("Ada")
    opened = await ada.press(await _message(ada), "Wrong?")
    await (await ada.submit(opened, "There is a ruling.", "")).answer()
    (report,) = await _reports(client)
    assert report.answer["verdict"] is None
    assert report.answer["confirmation"] is None
    assert json.loads(json.dumps(report.answer)) == report.answer

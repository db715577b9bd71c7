"""/privacy: people see and delete their own data, and what was kept long enough goes by itself."""

from __future__ import annotations

import asyncio
import datetime as dt
import gzip
import json
from pathlib import Path

import pytest
from sqlalchemy import update

from bot.cogs.about import About
from bot.discord_client import JudgecallClient
from bot.state import ServerSettings, State, personal_kinds
from bot.state.settings import KeptQuestion
from bot.views.texts import all_texts

from .conftest import Start
from .fake import FakeDiscord, FakeUser, Message
from .values import Handed


async def _privacy(user: FakeUser) -> Message:
    return await (await user.slash("privacy")).answer()


async def _keeping(client: JudgecallClient, fake: FakeDiscord) -> int:
    guild = int(fake.place.guild_id or 0)
    await client.services.state.change_settings(guild, lambda _: ServerSettings(keep_days=7))
    return guild


async def test_nothing_kept__privacy_says_so_and_offers_no_deletion(fake: FakeDiscord, start: Start) -> None:
    await start()
    page = await _privacy(fake.user("Ada"))
    assert page.ephemeral
    assert "Nothing is kept about you." in page.text
    assert "**Questions in this server:** not kept" in page.text
    assert page.labels == []
    alone = await (await fake.user("Ada").slash("privacy", place=fake.dm)).answer()
    assert "in this server" not in alone.text


async def test_person_with_data__sees_their_own_and_deletes_it_alone(fake: FakeDiscord, start: Start) -> None:
    answers = Handed()
    client = await start(answers)
    guild = await _keeping(client, fake)
    ada, bo = fake.user("Ada"), fake.user("Bo")
    for user, question in ((ada, "First of Ada?"), (ada, "Second of Ada?"), (bo, "Of Bo?")):
        await (await user.slash("ask", question=question)).answer()
    page = await _privacy(ada)
    assert "2 questions that servers keep" in page.text
    assert "**Questions in this server:** kept for 7 days" in page.text
    shown = await (await ada.press(page, "Show it")).answer()
    ((_, data),) = shown.files
    assert shown.ephemeral
    assert [row["question"] for row in json.loads(data)["questions"]] == ["First of Ada?", "Second of Ada?"]
    asked = await (await ada.press(page, "Delete it all")).answer()
    assert "cannot be brought back" in asked.text
    kept = await (await ada.press(asked, "No, keep it")).answer()
    assert "2 questions" in kept.text
    asked = await (await ada.press(kept, "Delete it all")).answer()
    done = await (await ada.press(asked, "Yes, delete it all")).answer()
    assert "Nothing is kept about you any more" in done.text
    left = await client.services.state.run(lambda state: state.servers.questions(guild))
    assert [one["question"] for one in left] == ["Of Bo?"]
    assert "Nothing is kept about you." in (await _privacy(ada)).text


async def test_very_much_data__comes_packed(
    fake: FakeDiscord, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.discord_buttons.LARGE", 500)
    client = await start()
    await _keeping(client, fake)
    ada = fake.user("Ada")
    for number in range(4):
        await (await ada.slash("ask", question=f"Number {number}?")).answer()
    shown = await (await ada.press(await _privacy(ada), "Show it")).answer()
    ((name, data),) = shown.files
    assert name == "my-data.json.gz"
    assert len(json.loads(gzip.decompress(data))["questions"]) == 4


async def test_deletion__also_forgets_what_the_last_question_was_about(
    fake: FakeDiscord, start: Start
) -> None:
    client = await start()
    forgotten: list[int] = []
    client.forgetting.append(forgotten.append)
    ask = client.cogs["Ask"]
    ada = fake.user("Ada")
    ask.topics.remember(int(fake.place.channel_id), int(ada.id), ["x"])  # type: ignore[attr-defined]
    await _keeping(client, fake)
    await (await ada.slash("ask", question="Is it?")).answer()
    asked = await (await ada.press(await _privacy(ada), "Delete it all")).answer()
    await (await ada.press(asked, "Yes, delete it all")).answer()
    assert forgotten == [int(ada.id)]
    assert ask.topics.recall(int(fake.place.channel_id), int(ada.id)) == ()  # type: ignore[attr-defined]


@pytest.mark.parametrize("custom_id", ["jc1:privacy", "jc1:privacy:everybody", "jc1:privacy:delete:42"])
async def test_forged_press__touches_nobody_elses_data(
    fake: FakeDiscord, start: Start, custom_id: str
) -> None:
    client = await start()
    guild = await _keeping(client, fake)
    ada, mallory = fake.user("Ada"), fake.user("Mallory")
    await (await ada.slash("ask", question="Of Ada?")).answer()
    await (await mallory.slash("ask", question="Of Mallory?")).answer()
    page = await _privacy(mallory)
    forged = custom_id.replace("42", ada.id)
    page.body["components"][0]["components"][0]["custom_id"] = forged
    await (await mallory.press_id(page, forged)).answer()
    left = await client.services.state.run(lambda state: state.servers.questions(guild))
    assert "Of Ada?" in [one["question"] for one in left]


async def test_bot_starts__what_was_kept_long_enough_goes_and_the_rest_stays(
    fake: FakeDiscord, start: Start, tmp_path: Path
) -> None:
    client = await start()
    guild = await _keeping(client, fake)
    ada = fake.user("Ada")
    for question in ("Old?", "New?"):
        await (await ada.slash("ask", question=question)).answer()
    await client.close()
    with State.open(tmp_path / "state.sqlite3") as state, state.database.writing() as session:
        old = dt.datetime.now(dt.UTC) - dt.timedelta(seconds=1)
        session.execute(update(KeptQuestion).where(KeptQuestion.question == "Old?").values(expires_at=old))
    fake.gateway.ready.clear()
    again = await start()
    # Old ones are not shown even before the clearing; what is left in the table shows that it took place.
    for _ in range(500):
        await asyncio.sleep(0.01)
        left = await again.services.state.run(lambda state: state.privacy.rows(int(ada.id)))
        if sum(map(len, left.values())) < 2:
            break
    assert [row["question"] for row in left["questions"]] == ["New?"]
    rows = await again.services.state.run(lambda state: state.servers.questions(guild))
    assert [one["question"] for one in rows] == ["New?"]
    assert About._clear.hours == 24


async def test_database_cannot_be_read__privacy_does_not_claim_that_nothing_is_kept(
    fake: FakeDiscord, start: Start, tmp_path: Path, unhandled: list[str]
) -> None:
    (tmp_path / "state.sqlite3").write_bytes(b"this is no database at all, whatever its name says" * 50)
    await start()
    page = await _privacy(fake.user("Ada"))
    assert "cannot be looked up right now" in page.text
    assert "Nothing is kept" not in page.text
    unhandled.clear()


def test_every_kind_of_personal_data__has_its_words_in_every_language() -> None:
    assert "questions" in personal_kinds()
    for say in all_texts():
        for kind in personal_kinds():
            assert "2" in say.count(f"privacy.kinds.{kind}", 2)
